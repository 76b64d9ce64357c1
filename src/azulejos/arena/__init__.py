"""Matches between bots, ratings, and proof of strength.

An *entrant* is a bot of ours, a Python object or a program (`entrants`); a *fixture* is one game to be played
(`fixtures`); the *referee* plays it and gives an *outcome*; a *crew* plays many on any executor; `results`
keeps them in a file. `figures` counts, `ladder` rates, `strength` compares with bars, `charts` draws.
"""
