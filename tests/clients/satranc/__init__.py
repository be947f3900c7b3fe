"""Chess at the terminal."""
