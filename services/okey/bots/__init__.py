"""How okey's bots judge: what they see, what lies on the table, imagined draws, openings, discards."""
