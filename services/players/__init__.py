"""Who plays: guests and accounts, their sessions, and the keys that their tokens are signed with."""
