"""Batak at the terminal."""
