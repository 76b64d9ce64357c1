"""How bots learn: games of a mind against itself, a net trained on them, a match that decides what is kept.

Needs the extra `learn` (PyTorch). Nothing else in the house imports this room.
"""
