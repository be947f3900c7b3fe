"""The house under fire: processes are killed while it plays, and nothing that was acknowledged may be missing."""
