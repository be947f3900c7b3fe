"""Tournaments: groups, knock-out and Swiss, encounters, standings, schedule."""
