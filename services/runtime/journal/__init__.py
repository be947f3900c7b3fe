"""Where matches are kept: one interface, two stores (SQLite, PostgreSQL), one suite that holds both to it."""
