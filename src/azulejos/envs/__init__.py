"""Faces for learners: what PettingZoo, Gymnasium and OpenSpiel expect of a game.

Each lies in a module of its own and loads its framework when it is imported, never before.
"""
