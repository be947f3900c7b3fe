"""The SDK and the command."""
