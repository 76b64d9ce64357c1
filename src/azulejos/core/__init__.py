"""What every game shares: compiling, the generator, the contract. Knows no game."""
