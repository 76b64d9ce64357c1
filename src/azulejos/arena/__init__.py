"""Matches between bots, ratings, and questions that games answer.

An *entrant* is a bot of ours, a Python object or a program (`entrants`); a *fixture* is one game to be played
(`fixtures`); the *referee* plays it and gives an *outcome*; a *crew* plays many on any executor; `results`
keeps them in a file. `figures` counts, `ladder` rates, `charts` draws. `bars` plays until a question is
decided: does a bot win so often? `waste` and `calibration` ask others: does it throw away what it takes, and
do its chances come true?
"""
