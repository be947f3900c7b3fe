"""How satranç's bots judge and search."""
