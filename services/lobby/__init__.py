"""Where people find a table: the games of the house, and tables from their opening to their start."""
