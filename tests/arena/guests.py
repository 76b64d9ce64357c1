"""Guests of the arena, most of them bad ones: `python:tests.arena.guests:NAME`."""

import os
import sys
import time
from pathlib import Path


class First:
    """Always the first legal choice."""

    def choose(self, position, seat, budget):
        return position.choices()[0]


class Seeded:
    """A bot that is made with a seed, and chooses by it."""

    def __init__(self, seed):
        self.seed = seed

    def choose(self, position, seat, budget):
        legal = position.choices()
        return legal[self.seed % len(legal)]


class Curious:
    """Tries to see more than it may."""

    seen = ()

    def choose(self, position, seat, budget):
        Curious.seen += ((position.key(), tuple(position.history), position.copy().choices(), seat, budget),)
        return position.choices()[0]


class Crash:
    def choose(self, position, seat, budget):
        raise RuntimeError("oh\nno")


class Leave:
    def choose(self, position, seat, budget):
        sys.exit(3)


class Illegal:
    def choose(self, position, seat, budget):
        return "factory-9 mauve"


class Nothing:
    def choose(self, position, seat, budget):
        return None


class Sleep:
    def choose(self, position, seat, budget):
        time.sleep(5)


class Absorbed:
    """Says by a file that it was asked, and is not heard of again."""

    def choose(self, position, seat, budget):
        Path(os.environ["ABSORBED"]).touch()
        time.sleep(600)


class Loop:
    def choose(self, position, seat, budget):
        while True:
            pass


class Die(First):
    """Ends the whole process, always or, where a file can be removed, once."""

    def choose(self, position, seat, budget):
        once = os.environ.get("DIE_ONCE")
        if once is None:
            os._exit(9)
        if Path(once).exists():
            Path(once).unlink()
            os._exit(9)
        return super().choose(position, seat, budget)


class Unmakeable:
    def __init__(self):
        raise RuntimeError("not today")


class Hasty:
    """It can't be told how long it may think."""

    def choose(self, position, seat):
        return position.choices()[0]


instance = First()
number = 7
