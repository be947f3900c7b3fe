"""King at the terminal."""
