"""Duel: two players, two domes (DU-01 to DU-44)."""
