"""How positions of Duel are spelled in a line."""

import re
from dataclasses import dataclass
from typing import Any

from azulejos.core.document import short
from azulejos.games.duel.board import (
    CHIPS,
    COLOURS,
    DISPLAY,
    DOME_TILES,
    KINDS,
    LINES,
    PLACES_N,
    SIZE,
    SMALL,
    TOKENS,
)
from azulejos.lines.codecs import (
    Codec,
    Letter,
    Number,
    Parts,
    Places,
    Run,
    Seat,
    Several,
    Tally,
    Word,
    wrong,
)

LETTERS = dict(zip("byrkt", COLOURS, strict=True))
CONTENTS = LETTERS | {"s": "special"}
# A chip of two colours is the capital of its first: each colour stands first on one of them.
CHIP_LETTERS = dict(zip("byrktTYKBR", CHIPS, strict=True))
DOME_LETTERS = {f"{name[0]}{name[2]}": name for name in DOME_TILES}  # `as` is a-special, `jw` j-wild
BACKS = {kind[0]: kind for kind in KINDS}
TILES = Tally(Run(LETTERS))
CHIPS_HELD = Tally(Run(CHIP_LETTERS))
COMPUTED = ("bag", "goals", "chips")


class Hidden:
    """A dome tile that lies face down, `ew1`, with the seat that knows it; `.w` where nobody can."""

    def write(self, value: dict[str, Any]) -> str:
        tile = f".{value['back'][0]}" if value["tile"] is None else Letter(DOME_LETTERS).write(value["tile"])
        return tile + Seat().write(value["known"])

    def read(self, word: str) -> dict[str, Any]:
        if not re.fullmatch("[a-j.][sw][0-9]?", word):
            raise wrong("{word} is no hidden dome tile, such as ew1 or .s", word=short(word))
        tile = None if word[0] == "." else Letter(DOME_LETTERS).read(word[:2])
        return {"tile": tile, "back": BACKS[word[1]], "known": Seat().read(word[2:])}


class Stack:
    """`8s,ew1`: how many dome tiles nobody has seen, the back of the topmost, what was put under them."""

    def write(self, value: dict[str, Any]) -> str:
        top = f"{value['unseen']}{(value['back'] or '')[:1]}"
        return ",".join([top, *map(Hidden().write, value["under"])])

    def read(self, word: str) -> dict[str, Any]:
        top, _, under = word.partition(",")
        match = re.fullmatch("([0-9]{1,3})([sw]?)", top)
        if match is None:
            raise wrong("{word} is no stack, such as 8s or 8s,ew1", word=short(word))
        back = BACKS.get(match[2])
        return {"unseen": int(match[1]), "back": back, "under": Several(Hidden()).read(under)}


@dataclass(frozen=True)
class Turned:
    """A dome tile on its place, `as2`, with its quarter turns."""

    def write(self, value: dict[str, Any] | None) -> str:
        return "" if value is None else Letter(DOME_LETTERS).write(value["tile"]) + str(value["turned"])

    def read(self, word: str) -> dict[str, Any] | None:
        if not word:
            return None
        tile, turned = Letter(DOME_LETTERS).read(word[:2]), Number(0).read(word[2:])
        return {"tile": tile, "turned": turned}


class Dealt(Run):
    """A dome tile, or tiles and chips."""

    def read(self, word: str) -> list[str | None]:
        return [DOME_LETTERS[word]] if word in DOME_LETTERS else super().read(word)


DEALT = Dealt(CHIP_LETTERS)


def shape(players: int) -> tuple[dict[str, Codec], Parts]:
    factory = Parts("/", {"sun": TILES, "moon": Run(LETTERS), "chip": Letter(CHIP_LETTERS | {"*": "down"})})
    entries: dict[str, Codec] = {
        "mover": Seat(),
        "starter": Seat("seat-1"),
        "starting_tile": Seat(),
        "goals": Several(Word()),
        "bag": TILES,
        "tower": TILES,
        "factories": Places(factory, SMALL),
        "large": Parts("/", {"sun": TILES, "moon": TILES}),
        "chips": CHIPS_HELD,
        "display": Places(Letter(DOME_LETTERS), DISPLAY),
        "stack": Stack(),
        "drawn": Several(Hidden()),
        "tile": Letter(DOME_LETTERS),
        "place": Number(),
        "source": Word(),
        "hand": TILES,
        "line": Number(),
        "paid": CHIPS_HELD,
    }
    seat = Parts(
        ":",
        {
            "score": Number(),
            "lines": Places(Run(LETTERS), LINES),
            "dome": Places(Turned(), PLACES_N),
            "spaces": Places(Run(CONTENTS, SIZE), SIZE),
            "broken": TILES,
            "chips": CHIPS_HELD,
            "tokens": Number(TOKENS),
            "chips_taken": Number(0),
        },
    )
    return entries, seat
