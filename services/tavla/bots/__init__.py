"""What tavla's bots are made of: positions as arrays, nets that judge them, match equity, the cube."""
