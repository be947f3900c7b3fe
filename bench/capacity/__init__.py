"""`make bench-capacity`: how far a house carries, and how that stands beside other platforms."""
