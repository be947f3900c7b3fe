"""How pişti's bots judge."""
