"""Phrases that the words of several games share: tiles by colour, points, rows told together."""

from collections.abc import Callable, Sequence
from typing import Any

from azulejos.core.contract import NO_PIECE
from azulejos.tell import Row, Sentence, Words

Named = Callable[[Words], str]
Counted = Callable[[Words, int], str]
Say = Callable[[Words, str, int], str]
Teller = Callable[[Words, list[Row], str], str]


# ------------------------------------------------------------------------------------------------
# Tiles

AS_SUBJECT: dict[str, Counted] = {
    "purple": lambda t, n: t.plural_as("subject", "{n} purple tile", "{n} purple tiles", n),
    "green": lambda t, n: t.plural_as("subject", "{n} green tile", "{n} green tiles", n),
    "orange": lambda t, n: t.plural_as("subject", "{n} orange tile", "{n} orange tiles", n),
    "yellow": lambda t, n: t.plural_as("subject", "{n} yellow tile", "{n} yellow tiles", n),
    "blue": lambda t, n: t.plural_as("subject", "{n} blue tile", "{n} blue tiles", n),
    "red": lambda t, n: t.plural_as("subject", "{n} red tile", "{n} red tiles", n),
    "brown": lambda t, n: t.plural_as("subject", "{n} brown tile", "{n} brown tiles", n),
    "cream": lambda t, n: t.plural_as("subject", "{n} cream tile", "{n} cream tiles", n),
    "black": lambda t, n: t.plural_as("subject", "{n} black tile", "{n} black tiles", n),
    "turquoise": lambda t, n: t.plural_as("subject", "{n} turquoise tile", "{n} turquoise tiles", n),
}
AS_OBJECT: dict[str, Counted] = {
    "purple": lambda t, n: t.plural_as("object", "{n} purple tile", "{n} purple tiles", n),
    "green": lambda t, n: t.plural_as("object", "{n} green tile", "{n} green tiles", n),
    "orange": lambda t, n: t.plural_as("object", "{n} orange tile", "{n} orange tiles", n),
    "yellow": lambda t, n: t.plural_as("object", "{n} yellow tile", "{n} yellow tiles", n),
    "blue": lambda t, n: t.plural_as("object", "{n} blue tile", "{n} blue tiles", n),
    "red": lambda t, n: t.plural_as("object", "{n} red tile", "{n} red tiles", n),
    "brown": lambda t, n: t.plural_as("object", "{n} brown tile", "{n} brown tiles", n),
    "cream": lambda t, n: t.plural_as("object", "{n} cream tile", "{n} cream tiles", n),
    "black": lambda t, n: t.plural_as("object", "{n} black tile", "{n} black tiles", n),
    "turquoise": lambda t, n: t.plural_as("object", "{n} turquoise tile", "{n} turquoise tiles", n),
}
NAMES: dict[str, Named] = {
    "purple": lambda t: t("purple"),
    "green": lambda t: t("green"),
    "orange": lambda t: t("orange"),
    "yellow": lambda t: t("yellow"),
    "blue": lambda t: t("blue"),
    "red": lambda t: t("red"),
    "brown": lambda t: t("brown"),
    "cream": lambda t: t("cream"),
    "black": lambda t: t("black"),
    "turquoise": lambda t: t("turquoise"),
    "light-green": lambda t: t("light green"),
    "dark-green": lambda t: t("dark green"),
    "light-purple": lambda t: t("light purple"),
    "dark-purple": lambda t: t("dark purple"),
}
SHORT: dict[str, Counted] = {
    "purple": lambda t, n: t.plural_as("object", "{n} purple", "{n} purple", n),
    "green": lambda t, n: t.plural_as("object", "{n} green", "{n} green", n),
    "orange": lambda t, n: t.plural_as("object", "{n} orange", "{n} orange", n),
    "yellow": lambda t, n: t.plural_as("object", "{n} yellow", "{n} yellow", n),
    "blue": lambda t, n: t.plural_as("object", "{n} blue", "{n} blue", n),
    "red": lambda t, n: t.plural_as("object", "{n} red", "{n} red", n),
    "black": lambda t, n: t.plural_as("object", "{n} black", "{n} black", n),
    "turquoise": lambda t, n: t.plural_as("object", "{n} turquoise", "{n} turquoise", n),
}
"""Tiles that something is done with, where it is clear that they are tiles."""


def tiles(t: Words, colour: str, count: int) -> str:
    """Tiles that are there: 3 blue tiles."""
    return AS_SUBJECT[colour](t, count)


def tiles_as_object(t: Words, colour: str, count: int) -> str:
    """Tiles that something is done with: take 3 blue tiles."""
    return AS_OBJECT[colour](t, count)


def colour_name(t: Words, colour: str) -> str:
    return NAMES[colour](t)


def listed(t: Words, counts: Any, colours: Sequence[str], say: Say = tiles) -> str:
    """The tiles that lie somewhere, or that there are none: 2 blue tiles, 1 red tile."""
    there = [say(t, colour, int(count)) for colour, count in zip(colours, counts, strict=True) if count]
    return ", ".join(there) or t("nothing")


def several(t: Words, rows: list[Row], colours: Sequence[str], say: Say = tiles) -> str:
    """The tiles of some rows together."""
    counts = [sum(row["count"] for row in rows if row["piece"] == piece) for piece in range(len(colours))]
    return listed(t, counts, colours, say)


def signed(points: int) -> str:
    """Points with their sign, written as a minus rather than a hyphen."""
    return f"−{-points}" if points < 0 else f"+{points}"


def points_or_zero(points: int) -> str:
    """Points with their sign, but for none."""
    return signed(points) if points else "0"


def with_facts(text: str, facts: list[str]) -> str:
    """A label with its consequences, if it has any."""
    return f"{text} ({', '.join(facts)})" if facts else text


def joined(t: Words, things: Sequence[str]) -> str:
    """A list in a sentence: tree, bird and lily."""
    *others, last = things
    return t("{others} and {last}", others=", ".join(others), last=last) if others else last


# ------------------------------------------------------------------------------------------------
# Stories

RUNS: tuple[Counted, Counted, Counted] = (
    lambda t, n: t("alone {n}", n=n),
    lambda t, n: t("across {n}", n=n),
    lambda t, n: t("down {n}", n=n),
)
"""What brings the points of a tile."""


def total(rows: list[Row]) -> int:
    return sum(row["count"] for row in rows)


def rows_of(rows: list[Row], *events: int) -> list[Row]:
    """The rows of one kind, or of a few."""
    return [row for row in rows if row["what"] in events]


def groups(rows: list[Row], belongs: Callable[[Row, Row], bool]) -> list[list[Row]]:
    """Rows that are told together: `belongs` says it of a row and the first one of the group before it."""
    found: list[list[Row]] = []
    for row in rows:
        if found and belongs(row, found[-1][0]):
            found[-1].append(row)
        else:
            found.append([row])
    return found


def sentence(
    t: Words, rows: list[Row], names: Sequence[str], teller: Teller, clauses: str, is_scoring: bool
) -> Sentence:
    """A group of rows in words, with the clause of its last points, or else of its last row."""
    seat = rows[0]["seat"]
    scored = [row for row in rows if row["points"]]
    return Sentence(
        text=teller(t, rows, names[seat] if seat >= 0 else ""),
        seat=seat if seat >= 0 else None,
        points=sum(row["points"] for row in rows),
        clause=f"{clauses}-{int((scored or rows)[-1]['clause']):02}",
        is_scoring=is_scoring,
        pieces=tuple(_pieces(rows).items()),
    )


def _pieces(rows: list[Row]) -> dict[int, int]:
    """The pieces of some rows, as far as they are known, and how many of each."""
    counts: dict[int, int] = {}
    for row in rows:
        if row["piece"] != NO_PIECE:
            counts[row["piece"]] = counts.get(row["piece"], 0) + row["count"]
    return counts


def laid(
    t: Words, rows: list[Row], who: str, tile: str, at: tuple[int, int], runs: dict[int, Counted]
) -> str:
    """A tile on a space, its row and column counted from 0, and the runs that bring its points."""
    parts = [part for part in rows if part["what"] in runs]
    return t(
        "{who} lays {tiles} in row {row}, column {column}: +{points} ({reasons}).",
        who=who,
        tiles=tile,
        row=at[0] + 1,
        column=at[1] + 1,
        points=sum(part["points"] for part in parts),
        reasons=", ".join(runs[part["what"]](t, part["points"]) for part in parts),
    )


def lost(t: Words, text: str, points: int, full: int, floor: str) -> str:
    """A sentence about a loss: what it costs, and what stops it if that is less than in full."""
    if points == 0:
        return t("{what}, but has no points to lose.", what=text)
    text = f"{text}: {signed(points)}."
    return text if points == full else f"{text} {floor}"
