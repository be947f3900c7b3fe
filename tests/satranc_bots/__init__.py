"""Satranç's bots."""
