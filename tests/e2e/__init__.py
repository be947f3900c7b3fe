"""The whole platform, as a person at a terminal meets it."""
