"""Tavla at the terminal."""
