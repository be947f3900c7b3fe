"""The scenarios of the house's own rules (league.md, tournament.md), each played through the gateway."""
