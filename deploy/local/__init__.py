"""The whole platform on one machine, with nothing to install first."""
