"""How it looks. Drawing gets a position and words; it knows no rule and decides nothing."""
