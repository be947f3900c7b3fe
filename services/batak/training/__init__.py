"""How the bots' figures were made. Nothing here is needed to play."""
