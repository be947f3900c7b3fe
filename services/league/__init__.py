"""What matches are worth afterwards: results, ratings, leaders and public statistics."""
