"""The pure heart of the house: what a game is, how chance is asked for, how a match is recorded.

Nothing here draws a random number, reads a clock, or knows of the network.
"""
