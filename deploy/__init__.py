"""How the house is set up on machines."""
