"""The Python SDK of Kıraathane."""
