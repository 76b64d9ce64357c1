"""Phrases that the words of several games share: tiles by colour, points, rows told together."""

from collections.abc import Callable, Sequence
from typing import Any

from azulejos.core.contract import NO_PIECE
from azulejos.tell import Row, Sentence, Words
from azulejos.tell.marks import Plural, each_marked, plural_as

Say = Callable[[Words, str, int], str]
Label = Callable[[Words, Any, int], str]  # a choice at a table
Ask = Callable[[Words, Any, str], str]  # what a table asks whom
Teller = Callable[[Words, list[Row], str], str]  # rows told together, and who they are about
Fact = Callable[[Words, Any], Any]  # what a placeholder of a sentence stands for; or what stands there always


# ------------------------------------------------------------------------------------------------
# Sentences with facts


def choosing(text: str, **facts: Fact | int | str) -> Label:
    """A label that says a sentence. Its facts are made of the number of the choice among its kind."""

    def label(t: Words, state: Any, number: int) -> str:
        return t.show(text, **_made(t, facts, number))

    return label


def asked(text: str | Plural, **facts: Fact | int | str) -> Ask:
    """A question in one sentence, with {who} and facts that are made of the table."""

    def ask(t: Words, state: Any, who: str) -> str:
        return t.show(text, who=who, **_made(t, facts, state))

    return ask


def told(text: str | Plural, last: Fact | None = None, **facts: Fact | int | str) -> Teller:
    """Rows in one sentence, with {who} and facts that are made of the rows; `last` stands behind a colon."""

    def teller(t: Words, rows: list[Row], who: str) -> str:
        said = t.show(text, who=who, **_made(t, facts, rows))
        return ends_with(said, last(t, rows)) if last else said

    return teller


def _made(t: Words, facts: dict[str, Any], of: Any) -> dict[str, Any]:
    return {name: fact(t, of) if callable(fact) else fact for name, fact in facts.items()}


def ends_with(text: str, last: str) -> str:
    """A sentence that ends with what it is about, if that is known."""
    return f"{text}: {last}." if last else f"{text}."


def number_from_1(t: Words, number: int) -> int:
    """What is counted from 0 as people count it."""
    return number + 1


# ------------------------------------------------------------------------------------------------
# Tiles

AS_SUBJECT: dict[str, Plural] = {
    "purple": plural_as("subject", "{n} purple tile", "{n} purple tiles"),
    "green": plural_as("subject", "{n} green tile", "{n} green tiles"),
    "orange": plural_as("subject", "{n} orange tile", "{n} orange tiles"),
    "yellow": plural_as("subject", "{n} yellow tile", "{n} yellow tiles"),
    "blue": plural_as("subject", "{n} blue tile", "{n} blue tiles"),
    "red": plural_as("subject", "{n} red tile", "{n} red tiles"),
    "brown": plural_as("subject", "{n} brown tile", "{n} brown tiles"),
    "cream": plural_as("subject", "{n} cream tile", "{n} cream tiles"),
    "black": plural_as("subject", "{n} black tile", "{n} black tiles"),
    "turquoise": plural_as("subject", "{n} turquoise tile", "{n} turquoise tiles"),
}
AS_OBJECT: dict[str, Plural] = {
    "purple": plural_as("object", "{n} purple tile", "{n} purple tiles"),
    "green": plural_as("object", "{n} green tile", "{n} green tiles"),
    "orange": plural_as("object", "{n} orange tile", "{n} orange tiles"),
    "yellow": plural_as("object", "{n} yellow tile", "{n} yellow tiles"),
    "blue": plural_as("object", "{n} blue tile", "{n} blue tiles"),
    "red": plural_as("object", "{n} red tile", "{n} red tiles"),
    "brown": plural_as("object", "{n} brown tile", "{n} brown tiles"),
    "cream": plural_as("object", "{n} cream tile", "{n} cream tiles"),
    "black": plural_as("object", "{n} black tile", "{n} black tiles"),
    "turquoise": plural_as("object", "{n} turquoise tile", "{n} turquoise tiles"),
}
NAMES: dict[str, str] = {
    name.replace(" ", "-"): name
    for name in (
        *each_marked("purple", "green", "orange", "yellow", "blue", "red", "brown", "cream", "black"),
        *each_marked("turquoise", "light green", "dark green", "light purple", "dark purple"),
    )
}
SHORT: dict[str, Plural] = {
    "purple": plural_as("object", "{n} purple", "{n} purple"),
    "green": plural_as("object", "{n} green", "{n} green"),
    "orange": plural_as("object", "{n} orange", "{n} orange"),
    "yellow": plural_as("object", "{n} yellow", "{n} yellow"),
    "blue": plural_as("object", "{n} blue", "{n} blue"),
    "red": plural_as("object", "{n} red", "{n} red"),
    "black": plural_as("object", "{n} black", "{n} black"),
    "turquoise": plural_as("object", "{n} turquoise", "{n} turquoise"),
}
"""Tiles that something is done with, where it is clear that they are tiles."""


def tiles(t: Words, colour: str, count: int) -> str:
    """Tiles that are there: 3 blue tiles."""
    return t.show(AS_SUBJECT[colour], n=count)


def tiles_as_object(t: Words, colour: str, count: int) -> str:
    """Tiles that something is done with: take 3 blue tiles."""
    return t.show(AS_OBJECT[colour], n=count)


def colour_name(t: Words, colour: str) -> str:
    return t(NAMES[colour])


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


def with_points(text: str, points: int) -> str:
    """A label with the points that it brings, if any."""
    return with_facts(text, [signed(points)] if points else [])


def joined(t: Words, things: Sequence[str]) -> str:
    """A list in a sentence: tree, bird and lily."""
    *others, last = things
    return t("{others} and {last}", others=", ".join(others), last=last) if others else last


# ------------------------------------------------------------------------------------------------
# Stories

RUNS = each_marked("alone {n}", "across {n}", "down {n}")
"""What brings the points of a tile."""


def total(rows: list[Row]) -> int:
    return sum(row["count"] for row in rows)


def how_many(t: Words, rows: list[Row]) -> int:
    return total(rows)


def first_count(t: Words, rows: list[Row]) -> int:
    return rows[0]["count"]


def source_number(t: Words, rows: list[Row]) -> int:
    """Where the pieces of a row come from, as people count."""
    return rows[0]["source"] + 1


def first_points(t: Words, rows: list[Row]) -> int:
    return rows[0]["points"]


def points_signed(t: Words, rows: list[Row]) -> str:
    return signed(rows[0]["points"])


def points_told(t: Words, rows: list[Row]) -> str:
    return points_or_zero(rows[0]["points"])


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
        rows=len(rows),
    )


def _pieces(rows: list[Row]) -> dict[int, int]:
    """The pieces of some rows, as far as they are known, and how many of each."""
    counts: dict[int, int] = {}
    for row in rows:
        if row["piece"] != NO_PIECE:
            counts[row["piece"]] = counts.get(row["piece"], 0) + row["count"]
    return counts


def laid(t: Words, rows: list[Row], who: str, tile: str, at: tuple[int, int], runs: dict[int, str]) -> str:
    """A tile on a space, its row and column counted from 0, and the runs that bring its points."""
    parts = [part for part in rows if part["what"] in runs]
    return t(
        "{who} lays {tiles} in row {row}, column {column}: +{points} ({reasons}).",
        who=who,
        tiles=tile,
        row=at[0] + 1,
        column=at[1] + 1,
        points=sum(part["points"] for part in parts),
        reasons=", ".join(t(runs[part["what"]], n=part["points"]) for part in parts),
    )


def lost(t: Words, text: str, points: int, full: int, floor: str) -> str:
    """A sentence about a loss: what it costs, and what stops it if that is less than in full."""
    if points == 0:
        return t("{what}, but has no points to lose.", what=text)
    text = f"{text}: {signed(points)}."
    return text if points == full else f"{text} {floor}"
