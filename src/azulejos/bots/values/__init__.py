"""What a position is worth to a seat: one file per game, compiled."""
