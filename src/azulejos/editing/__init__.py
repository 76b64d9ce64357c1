"""Setting up a position by hand: pieces are put on the places of its drawing, turned and taken away.

Documents come in and go out. What a document has no room for is refused; whether a table can be so, and
what is wrong with it, the game's reader says.
"""

import copy
import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from azulejos import games
from azulejos.core.message import Message
from azulejos.editing.fields import Field, Value, entry, keep_in_round
from azulejos.editing.places import Also, Document, Names, Place, Turning, Unfit
from azulejos.tell import Words

Key = tuple[str, int | None]  # the name of a place in the drawing, and whose it is
Places = dict[Key, tuple[Place | Also, ...]]
Read = Callable[[Document], tuple[np.ndarray, list[Message]]]  # lays out a table; what is wrong with it
PUT, TAKE, TURN = "put", "take", "turn"
FOUND_LAST = ("bag", "unseen")  # what readers find when all else can be read


@dataclass(frozen=True)
class Editor:
    """What editing knows of a game. `editing/<game>.py` has one, called EDITOR."""

    kinds: dict[str, Names]  # pieces of each kind, in the order in which they are offered
    stock: dict[str, int]  # how many tiles there are: those that lie nowhere are in the bag
    places: Callable[[Document], Places]
    fields: Callable[[Document], list[Field]]
    settle: Callable[[Document], None]  # computes what follows from the rest
    begin: Callable[[Document], None]  # makes the other entries fit a phase that was just set
    piece_name: Callable[[Words, str], str]
    place_name: Callable[[Words, Document, str], str]
    laid_out: "list[Edit]" = field(default_factory=list)  # what lies on every table to begin with


@cache
def editor(game: str) -> Editor:
    return importlib.import_module(f"{__name__}.{game}").EDITOR


# ------------------------------------------------------------------------------------------------
# Editing


class Edit(NamedTuple):
    """A piece is put somewhere, taken from there or turned."""

    does: str
    place: str
    seat: int | None
    piece: str


def edited(document: Document, edits: Sequence[Edit], values: dict[str, Value]) -> Document:
    """The document after all of that; what can't be done is refused as a whole."""
    its, found = editor(document["game"]), copy.deepcopy(document)
    for name, value in values.items():
        entry(found, its.fields(found), name, value)
        if name == "phase":
            its.begin(found)
    keep_in_round(found)
    for edit in edits:
        _carry_out(edit, its, found)
    its.settle(found)
    return found | {"bag": rest(found)}


def _carry_out(edit: Edit, its: Editor, document: Document) -> None:
    there, piece = its.places(document).get((edit.place, edit.seat), ()), edit.piece
    if edit.does == PUT:
        roomy = [place for place in there if piece in place.pieces]
        if not roomy:
            raise Unfit(Message("that piece can't lie there"))
        roomy[0].put(document, piece)
        return
    holding = [place for place in there if isinstance(place, Place) and piece in place.lying(document)]
    if not holding:
        raise Unfit(Message("that piece isn't there"))
    place = holding[0]
    if edit.does == TAKE:
        place.take(document, piece)
    elif isinstance(place, Turning):
        place.turn(document, piece)
    else:
        raise Unfit(Message("that piece can't be turned"))


def lying(document: Document) -> list[tuple[str, int | None, str]]:
    """Every piece that lies on the table, with its place."""
    return [
        (name, seat, piece)
        for (name, seat), there in editor(document["game"]).places(document).items()
        for place in there
        for piece in place.lying(document)
    ]


def rest(document: Document) -> dict[str, int]:
    """The tiles that lie nowhere: they are in the bag."""
    stock, pieces = editor(document["game"]).stock, [piece for _, _, piece in lying(document)]
    left = {tile: count - pieces.count(tile) for tile, count in stock.items()}
    return {tile: count for tile, count in left.items() if count > 0}


# ------------------------------------------------------------------------------------------------
# The judge


class Judged(NamedTuple):
    """A table as it is told, also an impossible one, and what is wrong with it."""

    document: Document
    state: Any
    problems: list[Message]


def judged(document: Document, read: Read) -> Judged:
    """What the reader says of a document. One that can't be laid out as it stands is refused."""
    rules, its = games.contract(document["game"]), editor(document["game"])
    table, problems = read(document)
    state = table[0]
    written = document | rules.write(state)
    kept = {key: value for key, value in document.items() if key not in FOUND_LAST}
    lost = [key for key, value in kept.items() if not _says(written[key], value)]
    if lost:
        raise Unfit(problems[0] if problems else Message("no table can show {entry} so", entry=lost[0]))
    written |= {key: document[key] for key in FOUND_LAST if key in document}
    written["bag"] = rest(written)
    state.bag[:] = [written["bag"].get(tile, 0) for tile in its.stock]
    rules.derive(state)
    return Judged(written, state, problems)


def _says(written: Any, told: Any) -> bool:
    """Does what was written from a table say all that was told? Nothing can be told in several ways."""
    if isinstance(told, dict):
        return isinstance(written, dict) and all(_says(written.get(key), each) for key, each in told.items())
    if isinstance(told, list) and told:
        is_as_long = isinstance(written, list) and len(written) == len(told)
        return is_as_long and all(map(_says, written, told))
    is_same = type(written) is type(told) and written == told
    return is_same or (told in (None, [], 0) and not isinstance(told, bool) and not written)
