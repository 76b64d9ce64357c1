"""Queen's Garden: hexagons, expansions and a wheel, both sides (QG-01 to QG-36)."""
