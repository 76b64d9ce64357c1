"""Setting up a position of Master Chocolatier."""

from azulejos.core.message import Message
from azulejos.editing import Editor, Places
from azulejos.editing.fields import BEGINNING, OVER, THE_END, TO_FACTORIES, WHO_BEGINS, Field, Phases, header
from azulejos.editing.places import Document, Pile, Place, Row, Space, Unfit
from azulejos.games.chocolatier.board import (
    COLOURS,
    COLUMNS,
    FLOOR_SPACES,
    GONE,
    LAST_ROUND,
    PLAIN,
    ROWS,
    TILES_PER_COLOUR,
    TOKENS,
    ZERO,
)
from azulejos.tell import Words, phrases
from azulejos.tell.chocolatier import pieces as words

TILES = {colour: colour for colour in COLOURS}
START = {"start": "start"}
EFFECTS = {f"token {token}": token for token in TOKENS if token != TOKENS[PLAIN]}
GOLDEN = f"token {TOKENS[ZERO]}"
HOME = "centre"
SCORES = range(1000)
PHASES = Phases(
    {
        BEGINNING: WHO_BEGINS,
        "tokens": Message("chance: which tokens turn golden"),
        "filling": TO_FACTORIES,
        "extra": Message("chance: the tile of effect +1"),
        "offer": Message("what to take"),
        "sides": Message("where tiles go from the sideways token"),
        "placing": Message("where the tiles in hand go"),
        "laying": Message("the column of a full line"),
        OVER: THE_END,
    },
    of_chance=(BEGINNING, "tokens", "filling", "extra"),
    later=("sides", "placing"),
)


def places(document: Document) -> Places:
    is_special = document["options"]["factories"] == "special"
    tokens = [Space(("tokens", i), EFFECTS, TOKENS[PLAIN]) for i in range(len(document["tokens"]))]
    found: Places = {
        (f"factory-{i + 1}", None): (Pile(("factories", i), TILES), *([token] if is_special else []))
        for i, token in enumerate(tokens)
    }
    found["centre", None] = (Pile(("centre",), TILES), _start(HOME))
    found["lid", None] = (Pile(("lid",), TILES),)
    if document["to_move"].startswith("seat-"):
        found["hand", int(document["to_move"][5:]) - 1] = (Pile(("hand",), TILES),)
    for seat in range(document["players"]):
        found |= _board(seat, is_special)
    return found


def _start(holder: str) -> "Start":
    return Start(("starting_tile",), {"start": holder}, HOME)


def _board(seat: int, is_special: bool) -> Places:
    own = ("seats", seat)
    found: Places = {
        (f"line-{row + 1}", seat): (Row((*own, "lines", row), TILES, row + 1),) for row in range(ROWS)
    }
    found |= {
        (f"box-{row + 1}-{column + 1}", seat): (Space((*own, "box", row, column), TILES),)
        for row in range(ROWS)
        for column in range(COLUMNS)
    }
    found |= {
        (f"floor-{n + 1}", seat): (FloorSpace((*own, "floor", n), TILES | START),)
        for n in range(FLOOR_SPACES)
    }
    found["beside", seat] = (_start(f"seat-{seat + 1}"),)
    if is_special:
        found["zero", seat] = (ZeroToken((*own, "zero"), {GOLDEN: TOKENS[ZERO]} | TILES | START),)
    return found


# ------------------------------------------------------------------------------------------------
# The starting-player tile: it is somewhere, also on a floor


def _lift_start(document: Document, holder: str) -> None:
    """It leaves whatever floor it lies on, for whoever has it then."""
    for board in document["seats"]:
        for pieces in (board["floor"], board["zero"] or []):
            if "start" in pieces:
                pieces.remove("start")
    document["starting_tile"] = holder


class Start(Space):
    """In the centre, or beside a board."""

    def lying(self, document: Document) -> list[str]:
        on_floors = [
            piece for board in document["seats"] for piece in (*board["floor"], *(board["zero"] or []))
        ]
        return [] if "start" in on_floors else super().lying(document)

    def put(self, document: Document, piece: str) -> None:
        _lift_start(document, self.pieces[piece])


class OnFloor(Place):
    """Where tiles fall, and the starting-player tile with them."""

    @property
    def holder(self) -> str:
        return f"seat-{int(self.where[1]) + 1}"


class FloorSpace(OnFloor):
    """A space of a floor: a piece comes to lie on the first one that is free."""

    def _pieces(self, document: Document) -> tuple[list[str], int]:
        return self._around(document), int(self.where[-1])

    def lying(self, document: Document) -> list[str]:
        floor, space = self._pieces(document)
        return floor[space : space + 1]

    def put(self, document: Document, piece: str) -> None:
        if piece == "start":
            _lift_start(document, self.holder)
        floor, _ = self._pieces(document)
        if len(floor) >= FLOOR_SPACES:
            raise Unfit(Message("there is no room for another piece"))
        floor.append(piece)

    def take(self, document: Document, piece: str) -> None:
        floor, space = self._pieces(document)
        del floor[space]
        if piece == "start":
            document["starting_tile"] = HOME


class ZeroToken(OnFloor):
    """The golden token beside a floor, and the tile on it."""

    def lying(self, document: Document) -> list[str]:
        on_it = self.value(document)
        return [] if on_it is None else [GOLDEN, *on_it]

    def put(self, document: Document, piece: str) -> None:
        if piece == GOLDEN:
            self._come(document)
        elif self.value(document) is None:
            raise Unfit(Message("only the golden token has room for a tile there"))
        else:
            if piece == "start":
                _lift_start(document, self.holder)
            self.lay(document, [piece])

    def _come(self, document: Document) -> None:
        """The token leaves the factory that it was on."""
        if self.value(document) is None:
            self.lay(document, [])
        tokens = document["tokens"]
        document["tokens"] = [TOKENS[GONE] if token == TOKENS[ZERO] else token for token in tokens]

    def take(self, document: Document, piece: str) -> None:
        if piece != GOLDEN:
            self.lay(document, [])
            document["starting_tile"] = HOME if piece == "start" else document["starting_tile"]
        elif self.value(document):
            raise Unfit(Message("take the tile from the token first"))
        else:
            self.lay(document, None)


# ------------------------------------------------------------------------------------------------
# Form and words


def fields(document: Document) -> list[Field]:
    return header(document, PHASES, LAST_ROUND, SCORES)


def begin(document: Document) -> None:
    PHASES.begin(document, None if document["phase"] == BEGINNING else HOME)


def piece_name(t: Words, piece: str) -> str:
    if piece == "start":
        return t("starting-player tile")
    if piece == f"token {TOKENS[GONE]}":
        return t("the golden token has left")
    if piece in EFFECTS:
        return t("golden: {effect}", effect=words.effect(t, TOKENS.index(EFFECTS[piece])))
    return phrases.colour_name(t, piece)


def place_name(t: Words, document: Document, place: str) -> str:
    name, *numbers = place.split("-")
    named = {
        "centre": t("centre"),
        "lid": t("lid"),
        "hand": t("hand"),
        "floor": t("floor"),
        "beside": t("beside the board"),
        "zero": t("golden token"),
    }
    if name == "factory":
        return t("factory {n}", n=numbers[0])
    if name == "line":
        return t("line {n}", n=numbers[0])
    if name == "box":
        return t("row {row}, column {column}", row=numbers[0], column=numbers[1])
    return named[name]


EDITOR = Editor(
    kinds={"tile": TILES, "start": START, "token": EFFECTS},
    stock=dict.fromkeys(COLOURS, TILES_PER_COLOUR),
    places=places,
    fields=fields,
    settle=lambda document: None,
    begin=begin,
    piece_name=piece_name,
    place_name=place_name,
)
