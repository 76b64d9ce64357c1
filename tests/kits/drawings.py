"""Positions that are drawn, and the golden drawings among them.

`python -m tests.kits.drawings FOLDER` writes these as SVG; `make drawings` shows them beside older ones.
"""

import hashlib
import random
import sys
from functools import cache
from pathlib import Path

from tests.kits import KITS
from tests.kits.kit import seed_of

from azulejos import draw

PICTURES = {name: picture for kit in KITS.values() for name, picture in kit.pictures.items()}
NAMES = ("Ala", "Bo", "Cy", "Di")


@cache
def positions(game):
    """Some positions of a random game with the story that led to each: the first, the last, others."""
    rng = random.Random(seed_of(game))
    position = game.start(seed=game.players)
    found, phases = [(position.copy(), None)], set()
    while not position.over:
        rows = position.play(rng.choice(position.choices())).rows
        is_new = (position.phase, position.round % 3) not in phases
        phases.add((position.phase, position.round % 3))
        if is_new or position.over or rng.random() < 0.02:
            found.append((position.copy(), rows))
    return found


def drawn(position, last=None, **facts):
    """What the seat to move sees."""
    return draw.svg(position.game.name, position.state, view_of(position, last, **facts))


def view_of(position, last=None, **facts):
    is_seat = position.turn is not None and position.turn >= 0
    legal = {name: position.tell(name) for name in position.choices()} if is_seat else {}
    usual = {"names": NAMES[: position.game.players], "seat": position.turn if is_seat else None}
    return draw.View(**(usual | {"legal": legal, "last": last} | facts))


def golden(name):
    """A golden drawing, an element in a line."""
    picture = PICTURES[name]
    position, last = next(found for found in positions(picture.game) if picture.wanted(found[0]))
    return drawn(position, last, theme=picture.theme).replace("><", ">\n<") + "\n"


def digest(svg):
    return hashlib.sha256(svg.encode()).hexdigest()[:32]


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name in PICTURES:
        (folder / f"{name}.svg").write_text(golden(name), encoding="utf8")
