"""How the bots' nets were made: self-play with temporal differences, compiled by numba.

Nothing that runs in the house imports this package; `python -m services.tavla.training` makes the weights again.
"""
