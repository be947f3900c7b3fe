"""King: six penalties and a trump hand, each player alone (rules 5)."""

from services.king.game import King

game = King()
