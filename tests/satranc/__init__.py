"""Satranç: its rules, notation, records."""
