"""Elli Bir at the terminal."""
