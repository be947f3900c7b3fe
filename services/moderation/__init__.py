"""Order at the tables: bans and suspensions, reports, what moderators did."""
