"""Okey at the terminal."""
