"""How Elli Bir's bots judge: what they see, what a turn can lay, the turns to come, openings, discards."""
