"""Master Chocolatier: the base game, its grey side and its special factories (MC-01 to MC-39)."""
