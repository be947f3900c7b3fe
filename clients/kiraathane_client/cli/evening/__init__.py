"""A simulated evening: people who come, play, drop, return and leave; and afterwards everything is checked.

`wishes` is what they feel like, `house` what they share, `book` what has happened, `person` one of them, `seat` his
match, `cup` a tournament, `audit` the checks, `hall` all of them together, `command` how it is asked for.
"""
