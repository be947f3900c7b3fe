"""A house of its own, to prove that a new game is one folder and one proto."""
