"""How positions of Queen's Garden are spelled in a line.

A hexagon is the letter of its colour and its value: `b1` tree-blue. The values of one colour that follow
each other share the letter: `b113` is tree-blue twice, then butterfly-blue.
"""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from azulejos.core.document import short
from azulejos.games.garden.board import (
    COLOURS,
    FIRST_JOKERS,
    FIRST_OF_PLACE,
    PATTERNS,
    PLACES,
    SIDES,
    SPACES,
    STACK,
)
from azulejos.lines.codecs import (
    EMPTY_SPACE,
    PIECES_MAX,
    Codec,
    Flag,
    Letter,
    Maybe,
    Number,
    Parts,
    Places,
    Seat,
    Tally,
    Word,
    wrong,
)

LETTERS = dict(zip("bygGpP", COLOURS, strict=True))  # capitals are the dark ones
NAMES = {
    f"{letter}{value}": f"{pattern}-{colour}"
    for letter, colour in LETTERS.items()
    for value, pattern in enumerate(PATTERNS, 1)
}
SPELLED = {name: letters for letters, name in NAMES.items()}
DOWN = "*"
COMPUTED = ("bag", "unseen")


@dataclass(frozen=True)
class Hexagons:
    """Hexagons in their order; with a `size`, spaces in their order, `.3` for three without any."""

    size: int = 0

    def write(self, hexagons: Sequence[str | None]) -> str:
        spelled = [EMPTY_SPACE if name is None else SPELLED[name] for name in hexagons]
        while self.size and spelled and spelled[-1] == EMPTY_SPACE:
            spelled.pop()
        words = []
        for letter, run in itertools.groupby(spelled, key=lambda word: word[0]):
            same = list(run)
            count = str(len(same)) if len(same) > 1 else ""
            words.append(letter + (count if letter == EMPTY_SPACE else "".join(word[1] for word in same)))
        return "".join(words)

    def read(self, word: str) -> list[str | None]:
        runs = re.findall(r"\.[0-9]{0,3}|[bygGpP][1-6]+", word)
        if "".join(runs) != word or len(word) > PIECES_MAX or (EMPTY_SPACE in word and not self.size):
            raise wrong("{word} is no run of hexagons, such as b113G2", word=short(word))
        found: list[str | None] = []
        for run in runs:
            is_empty = run[0] == EMPTY_SPACE
            found += [None] * int(run[1:] or 1) if is_empty else [NAMES[run[0] + value] for value in run[1:]]
        return found + [None] * (self.size - len(found))


HEXAGON = Letter(NAMES)
TILES = Tally(Hexagons())
DEALT = Hexagons()


class Garden:
    """The spaces around the fountain, then those of each place from its centre on: a list of runs."""

    rows = (SPACES[:SIDES], *(SPACES[first : first + SIDES + 1] for first in FIRST_OF_PLACE))

    def write(self, garden: dict[str, str]) -> str:
        return ",".join(Hexagons(len(row)).write([*map(garden.get, row)]) for row in self.rows).rstrip(",")

    def read(self, word: str) -> dict[str, str]:
        found: dict[str, str] = {}
        for row, run in zip(self.rows, Places(Word(), len(self.rows)).read(word), strict=True):
            hexagons = Hexagons(len(row)).read(run or "")
            if len(hexagons) > len(row):
                raise wrong("{word}: {size} spaces are there", word=short(run), size=len(row))
            found |= {space: name for space, name in zip(row, hexagons, strict=True) if name is not None}
        return found


class Placed:
    """An expansion in its place: face down, or its printed hexagon and how it is turned, `b1-sw`."""

    def write(self, value: dict[str, str] | str | None) -> str:
        if not isinstance(value, dict):
            return "" if value is None else DOWN
        return f"{SPELLED[value['expansion']]}-{value['turned']}"

    def read(self, word: str) -> dict[str, Any] | str | None:
        if word in ("", DOWN):
            return "down" if word else None
        hexagon, _, turned = word.partition("-")
        return {"expansion": HEXAGON.read(hexagon), "turned": turned or None}


class Copies:
    """Which copies are taken: `b1-2` is tree-blue from expansion 2."""

    def write(self, copies: dict[str, int]) -> str:
        return ",".join(f"{SPELLED[name]}-{slot}" for name, slot in copies.items())

    def read(self, word: str) -> dict[str, int | None]:
        pairs = [part.partition("-") for part in word.split(",")] if word else []
        return {HEXAGON.read(hexagon) or "": Number().read(slot) for hexagon, _, slot in pairs}


class What:
    """What an action is about: a hexagon by its letters, a colour or a pattern by its name."""

    def write(self, value: str | None) -> str:
        return SPELLED.get(value or "", value or "")

    def read(self, word: str) -> str | None:
        return NAMES.get(word, word) or None


EXPANSIONS = Hexagons()  # each is named by what is printed on it
PAID = Parts("/", {"tiles": TILES, "expansions": EXPANSIONS, "jokers": Number(0)})
ACTION = Parts(
    ":",
    {
        "kind": Word(),
        "what": What(),
        "copies": Copies(),
        "space": Word(),
        "place": Word(),
        "turned": Word(),
        "paid": PAID,
    },
)


def shape(players: int) -> tuple[dict[str, Codec], Parts]:
    slot = Maybe(Parts("/", {"tiles": Hexagons(), "face": HEXAGON}), "/")
    entries: dict[str, Codec] = {
        "last_seat": Seat(),
        "starter": Seat("seat-1"),
        "starting_tile": Seat(),
        "bag": TILES,
        "tower": TILES,
        "display": Places(slot, int(STACK[players])),
        "stack": Number(),
        "supply": Number(),
        "unseen": EXPANSIONS,
        "action": Maybe(ACTION, ":"),
    }
    seat = Parts(
        ":",
        {
            "score": Number(),
            "tiles": TILES,
            "jokers": Number(FIRST_JOKERS),
            "expansions": EXPANSIONS,
            "garden": Garden(),
            "places": Parts(",", dict.fromkeys(PLACES, Placed())),
            "passed": Flag("passed"),
        },
    )
    return entries, seat
