"""Setting up a position of Summer Pavilion."""

from azulejos.core.message import Message
from azulejos.editing import Editor, Places
from azulejos.editing.fields import (
    BEGINNING,
    OVER,
    THE_END,
    TO_FACTORIES,
    WHO_BEGINS,
    Field,
    Phases,
    flag,
    header,
    seat_or_nobody,
)
from azulejos.editing.places import Document, Pile, Space
from azulejos.games.pavilion.board import (
    COLOURS,
    DIRECTIONS,
    LEAST_SCORE,
    ROUNDS,
    SPACES,
    STARS,
    TILES_PER_COLOUR,
)
from azulejos.games.pavilion.state import BOARDS
from azulejos.tell import Words, pavilion, phrases

TILES = {colour: colour for colour in COLOURS}
HOME = "centre"
SCORES = range(LEAST_SCORE, 1000)
PHASES = Phases(
    {
        BEGINNING: WHO_BEGINS,
        "refilling": Message("chance: tiles onto the supply"),
        "filling": TO_FACTORIES,
        "offer": Message("what to take"),
        "laying": Message("where to lay a tile"),
        "keeping": Message("which tiles to keep"),
        OVER: THE_END,
    },
    of_chance=(BEGINNING, "refilling", "filling"),
    later=("keeping",),
)


def places(document: Document) -> Places:
    found: Places = {
        (f"factory-{i + 1}", None): (Pile(("factories", i), TILES),)
        for i in range(len(document["factories"]))
    }
    found["centre", None] = (Pile(("centre",), TILES), _start(HOME))
    found["supply", None] = (Pile(("supply",), TILES),)
    found["tower", None] = (Pile(("tower",), TILES),)
    for seat in range(document["players"]):
        found |= _board(seat)
    return found


def _start(holder: str) -> Space:
    return Space(("starting_tile",), {"start": holder}, HOME)


def _board(seat: int) -> Places:
    own = ("seats", seat)
    found: Places = {
        (f"space-{star}-{direction}", seat): (Space((*own, "stars", star, i), TILES),)
        for star in STARS
        for i, direction in enumerate(DIRECTIONS)
    }
    found["hand", seat] = (Pile((*own, "hand"), TILES),)
    found["corners", seat] = (Pile((*own, "corners"), TILES),)
    found["beside", seat] = (_start(f"seat-{seat + 1}"),)
    return found


def fields(document: Document) -> list[Field]:
    found = header(document, PHASES, ROUNDS, SCORES)
    if document["phase"] == "refilling":
        found.append(seat_or_nobody(Message("Whose turn has just ended"), document, "last_seat"))
    found += [
        flag(Message("Has passed"), "seats", seat, "passed", seat=seat) for seat in range(document["players"])
    ]
    return found


def begin(document: Document) -> None:
    PHASES.begin(document, HOME)
    document.update(space=None, colour=None, owed=0, last_seat=None)


def piece_name(t: Words, piece: str) -> str:
    return t("starting-player tile") if piece == "start" else phrases.colour_name(t, piece)


def place_name(t: Words, document: Document, place: str) -> str:
    name, _, rest = place.partition("-")
    named = {
        "centre": t("centre"),
        "supply": t("supply"),
        "tower": t("tower"),
        "hand": t("hand"),
        "corners": t("corners"),
        "beside": t("beside the board"),
    }
    if name == "factory":
        return t("factory display {n}", n=rest)
    if name == "space":
        return pavilion.space_name(t, SPACES.index(rest), BOARDS.index(document["options"]["board"]))
    return named[name]


EDITOR = Editor(
    kinds={"tile": TILES, "start": {"start": "start"}},
    stock=dict.fromkeys(COLOURS, TILES_PER_COLOUR),
    places=places,
    fields=fields,
    settle=lambda document: None,
    begin=begin,
    piece_name=piece_name,
    place_name=place_name,
)
