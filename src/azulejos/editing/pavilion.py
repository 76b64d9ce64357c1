"""Setting up a position of Summer Pavilion."""

from collections import Counter
from functools import partial

from azulejos.core.message import Message
from azulejos.editing import Editor, Places
from azulejos.editing.fields import (
    BEGINNING,
    OVER,
    THE_END,
    TO_FACTORIES,
    WHO_BEGINS,
    Field,
    Options,
    Phases,
    asked,
    choice,
    flag,
    header,
    kept,
    number,
    or_none,
    seat_or_nobody,
)
from azulejos.editing.places import Document, Pile, Space
from azulejos.games.pavilion.board import (
    COLOURS,
    DIRECTIONS,
    LEAST_SCORE,
    RHOMBI,
    ROUNDS,
    SPACES,
    STARS,
    TILES_PER_COLOUR,
)
from azulejos.games.pavilion.state import BOARDS
from azulejos.tell import Words, phrases
from azulejos.tell.pavilion import pieces as words

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
        "colouring": Message("the colour of the tile for a space"),
        "paying": Message("how the tile for a space is paid"),
        "bonus": Message("a bonus tile of the supply"),
        "keeping": Message("which tiles to keep"),
        OVER: THE_END,
    },
    of_chance=(BEGINNING, "refilling", "filling"),
    later=("colouring", "paying", "bonus", "keeping"),
)
WITH_SPACE = ("colouring", "paying")  # phases in which a space is chosen
BONUS_MAX = 3  # tiles: of a window, or of a statue and a pillar at once


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
    if document["phase"] in WITH_SPACE:
        found.append(choice(Message("Which space"), or_none(_spaces(document)), "space"))
    if document["phase"] == "paying":
        found.append(choice(Message("Which colour"), or_none(_colours(document)), "colour"))
    if document["phase"] == "bonus":
        found.append(number(Message("Bonus tiles still to take"), 1, BONUS_MAX, "owed"))
    found += [
        flag(Message("Has passed"), "seats", seat, "passed", seat=seat) for seat in range(document["players"])
    ]
    return found


def _spaces(document: Document) -> Options:
    """The free spaces of whoever is asked, and the one that was chosen."""
    board, side = asked(document), BOARDS.index(document["options"]["board"])
    tiles = [tile for star in STARS for tile in (board["stars"][star] if board else [None] * RHOMBI)]
    return [
        (name, partial(words.space_name, space=space, side=side))
        for space, name in enumerate(SPACES)
        if tiles[space] is None or name == document["space"]
    ]


def _colours(document: Document) -> Options:
    """All colours, those first of which whoever is asked has most."""
    held: Counter[str] = Counter((asked(document) or {"hand": {}})["hand"])
    return [
        (colour, partial(phrases.colour_name, colour=colour))
        for colour in sorted(COLOURS, key=lambda colour: -held[colour])
    ]


def begin(document: Document) -> None:
    PHASES.begin(document, HOME)
    phase = document["phase"]
    document["space"] = kept(document["space"], _spaces(document)) if phase in WITH_SPACE else None
    document["colour"] = kept(document["colour"], _colours(document)) if phase == "paying" else None
    document.update(owed=1 if phase == "bonus" else 0, last_seat=None)


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
        return words.space_name(t, SPACES.index(rest), BOARDS.index(document["options"]["board"]))
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
