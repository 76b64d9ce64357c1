"""Setting up a position of Duel."""

from azulejos.core.message import Message
from azulejos.editing import PUT, Edit, Editor, Places, lying
from azulejos.editing.fields import (
    BEGINNING,
    OVER,
    THE_END,
    TO_FACTORIES,
    WHO_BEGINS,
    Field,
    Phases,
    Value,
    choice,
    header,
    number,
    seat_or_nobody,
)
from azulejos.editing.places import Count, Document, Pile, Place, Row, Space, Turning
from azulejos.games.duel.board import (
    CHIPS,
    CHIPS_PER_KIND,
    CHIPS_PER_ROUND,
    COLOURS,
    DISPLAY,
    DOME_TILES,
    DOME_TILES_N,
    GOAL_TILES,
    GOALS,
    KINDS,
    LINES,
    MOON_MAX,
    PLACES_N,
    ROUNDS,
    SIZE,
    SMALL,
    TILES_PER_COLOUR,
    TURNS_N,
)
from azulejos.tell import Words, duel, phrases

TILES = {colour: colour for colour in COLOURS}
SPECIAL = {"special": "special"}
DOMES = {f"dome {tile}": tile for tile in DOME_TILES}
CHIPS_NAMED = {f"chip {chip}": chip for chip in CHIPS}
FACES = {"chip": "down", **CHIPS_NAMED}
TOKEN = {"token": None}
HOME = "large"
SCORES = range(1000)
ASKING_FOR_LINE = ("completing", "columns")
UNDECIDED = (BEGINNING, "goals", "back")  # nobody has looked at the back of the top dome tile yet
PHASES = Phases(
    {
        BEGINNING: WHO_BEGINS,
        "goals": Message("chance: the goals"),
        "back": Message("chance: the back of the top dome tile"),
        "facing": Message("chance: a dome tile for the display"),
        "filling": TO_FACTORIES,
        "chips": Message("chance: a chip is turned up"),
        "setting": Message("the first dome tile"),
        "acting": Message("an action"),
        "placing": Message("where the dome tile goes"),
        "lining": Message("where the tiles in hand go"),
        "completing": Message("whether to complete a line with chips"),
        "columns": Message("the column of a full line"),
        OVER: THE_END,
    },
    of_chance=(BEGINNING, "goals", "back", "facing", "filling", "chips"),
    later=("placing", "lining"),
)


def places(document: Document) -> Places:
    found: Places = {}
    for i in range(SMALL):
        found[f"sun-{i + 1}", None] = (Pile(("factories", i, "sun"), TILES),)
        found[f"moon-{i + 1}", None] = (Row(("factories", i, "moon"), TILES, MOON_MAX),)
        found[f"chip-{i + 1}", None] = (ChipSpace(("factories", i, "chip"), FACES),)
    found["sun-large", None] = (Pile(("large", "sun"), TILES),)
    found["moon-large", None] = (Pile(("large", "moon"), TILES), _start(HOME))
    for slot in range(DISPLAY):
        found[f"display-{slot + 1}", None] = (Space(("display", slot), DOMES),)
    found["stack", None] = (Hidden(("stack", "under"), DOMES),)
    found["tower", None] = (Pile(("tower",), TILES),)
    owner = _owner(document)
    if owner:
        found["hand", int(owner[5:]) - 1] = (Pile(("hand",), TILES),)
        found["drawn", int(owner[5:]) - 1] = (Space(("tile",), DOMES), Hidden(("drawn",), DOMES))
    for seat in range(document["players"]):
        found |= _board(seat)
    return found


def _owner(document: Document) -> str | None:
    """Whose the things in hand are."""
    owner = document["mover"] or document["to_move"]
    return owner if owner.startswith("seat-") else None


def _start(holder: str) -> Space:
    return Space(("starting_tile",), {"start": holder}, HOME)


def _board(seat: int) -> Places:
    own = ("seats", seat)
    found: Places = {
        (f"line-{row + 1}", seat): (Row((*own, "lines", row), TILES, row + 1),) for row in range(LINES)
    }
    found |= {(f"place-{i + 1}", seat): (DomePlace((*own, "dome", i), DOMES),) for i in range(PLACES_N)}
    found |= {
        (f"space-{row + 1}-{column + 1}", seat): (Space((*own, "spaces", row, column), TILES | SPECIAL),)
        for row in range(SIZE)
        for column in range(SIZE)
    }
    found["broken", seat] = (Pile((*own, "broken"), TILES),)
    found["chips", seat] = (Chips((*own, "chips"), CHIPS_NAMED),)
    found["tokens", seat] = (Count((*own, "tokens"), TOKEN),)
    found["start", seat] = (_start(f"seat-{seat + 1}"),)
    return found


# ------------------------------------------------------------------------------------------------
# Dome tiles


class DomePlace(Turning):
    """A place of the dome, with how its tile is turned."""

    def lying(self, document: Document) -> list[str]:
        laid = self.value(document)
        return [] if laid is None else self.named(laid["tile"])

    def put(self, document: Document, piece: str) -> None:
        self.lay(document, {"tile": self.pieces[piece], "turned": 0})

    def take(self, document: Document, piece: str) -> None:
        self.lay(document, None)

    def turn(self, document: Document, piece: str) -> None:
        laid = self.value(document)
        laid["turned"] = (laid["turned"] + 1) % TURNS_N


class Hidden(Place):
    """Dome tiles that lie face down, each known to the seat that put it there."""

    def lying(self, document: Document) -> list[str]:
        return [_face(entry) for entry in self.value(document)]

    def put(self, document: Document, piece: str) -> None:
        tile = self.pieces[piece]
        known = _owner(document) or document["starter"] or "seat-1"
        self.value(document).append({"tile": tile, "back": tile[2:], "known": known})

    def take(self, document: Document, piece: str) -> None:
        entries = self.value(document)
        last = len(entries) - 1 - [*map(_face, entries)][::-1].index(piece)
        del entries[last]


def _face(entry: Document) -> str:
    return f"dome {entry['tile']}" if entry["tile"] else f"back {entry['back']}"


# ------------------------------------------------------------------------------------------------
# Chips: those that lie face up somewhere are not among those that nobody has seen


def _see(document: Document, piece: str, by: int) -> None:
    """So many more chips of a kind have been seen."""
    if piece in CHIPS_NAMED:
        unseen, chip = document["chips"], CHIPS_NAMED[piece]
        unseen[chip] = min(CHIPS_PER_KIND, max(0, unseen.get(chip, 0) - by))
        if not unseen[chip]:
            del unseen[chip]


class ChipSpace(Space):
    """The chip of a small factory, face down or up."""

    def put(self, document: Document, piece: str) -> None:
        for old in self.lying(document):
            self.take(document, old)
        super().put(document, piece)
        _see(document, piece, 1)

    def take(self, document: Document, piece: str) -> None:
        super().take(document, piece)
        _see(document, piece, -1)


class Chips(Pile):
    """The chips that a seat has."""

    def put(self, document: Document, piece: str) -> None:
        super().put(document, piece)
        _see(document, piece, 1)

    def take(self, document: Document, piece: str) -> None:
        super().take(document, piece)
        _see(document, piece, -1)


# ------------------------------------------------------------------------------------------------
# What follows from the rest, form and words


class Goal(Field):
    """One side of a goal tile, or none of it."""

    def value(self, document: Document) -> Value:
        return next((goal for goal, _ in self.options if goal and goal in document["goals"]), None)

    def lay(self, document: Document, value: Value) -> None:
        others = set(document["goals"]) - {goal for goal, _ in self.options}
        document["goals"] = [goal for goal in GOALS if goal in others | {value}]


GOAL_WORDS = {
    "rows": Message("rows"),
    "colourful-rows": Message("colourful rows"),
    "columns": Message("columns"),
    "rim": Message("rim"),
    "diagonals": Message("diagonals"),
    "corners": Message("corners"),
    "wild-spaces": Message("wild spaces"),
    "empty-specials": Message("empty special spaces"),
}
BACK_WORDS = (("special", Message("special back")), ("wild", Message("wild back")))


def settle(document: Document) -> None:
    """All other dome tiles are in the stack; one of its backs is seen."""
    domes = [piece for _, _, piece in lying(document) if piece.startswith(("dome ", "back "))]
    stack = document["stack"]
    stack["unseen"] = max(0, DOME_TILES_N - len(domes))
    if not stack["unseen"]:
        stack["back"] = None
    elif stack["back"] is None and document["phase"] not in UNDECIDED:
        specials = sum(piece.endswith(KINDS[0]) for piece in domes)
        stack["back"] = KINDS[0] if specials < DOME_TILES_N // 2 else KINDS[1]
    if document["mover"]:
        document["step"] = max(1, document["step"])


def fields(document: Document) -> list[Field]:
    phase, found = document["phase"], header(document, PHASES, ROUNDS, SCORES)
    if phase in ("back", "chips"):
        found.append(seat_or_nobody(Message("In whose turn"), document, "mover"))
    if phase in ASKING_FOR_LINE:
        found.append(number(Message("Which line"), 1, LINES, "line"))
    if document["stack"]["unseen"] and phase not in UNDECIDED:
        found.append(choice(Message("Back of the top dome tile"), BACK_WORDS, "stack", "back"))
    if document["options"]["goals"].startswith("random"):
        found += map(_goal, range(len(GOAL_TILES)))
    for seat in range(document["players"]):
        label = Message("Chips taken in this round")
        found.append(number(label, 0, CHIPS_PER_ROUND, "seats", seat, "chips_taken", seat=seat))
    return found


def _goal(tile: int) -> Field:
    sides = [(goal, GOAL_WORDS[goal]) for goal in GOAL_TILES[tile]]
    return Goal(("goals", tile), {}, Message("Goal"), options=((None, Message("none")), *sides))


def begin(document: Document) -> None:
    PHASES.begin(document, HOME)
    line = (document["line"] or 1) if document["phase"] in ASKING_FOR_LINE else None
    document.update(mover=None, place=None, source=None, paid={}, line=line)
    if document["phase"] in UNDECIDED:
        document["stack"]["back"] = None


def piece_name(t: Words, piece: str) -> str:
    kind, _, name = piece.partition(" ")
    named = {
        "start": t("starting-player tile"),
        "special": t("special tile"),
        "token": t("token"),
        "chip": t("chip, face down"),
    }
    if kind == "dome":
        return t("dome tile: {colours}", colours=duel.dome_name(t, DOME_TILES.index(name)))
    if kind == "chip" and name:
        return t("chip: {colours}", colours=duel.chip_name(t, CHIPS.index(name)))
    if kind == "back":
        return duel.back_name(t, KINDS.index(name))
    return named[kind] if kind in named else phrases.colour_name(t, piece)


def place_name(t: Words, document: Document, place: str) -> str:
    name, *numbers = place.split("-")
    named = {
        "stack": t("stack of dome tiles"),
        "tower": t("tower"),
        "hand": t("hand"),
        "drawn": t("dome tiles in hand"),
        "broken": t("broken tiles"),
        "chips": t("chips"),
        "tokens": t("tokens"),
        "start": t("own place of the starting-player tile"),
    }
    if name in named:
        return named[name]
    if name == "place":
        return duel.place_name(t, int(numbers[0]) - 1)
    if name == "space":
        return t("row {row}, column {column}", row=numbers[0], column=numbers[1])
    return _offer_name(t, name, numbers[0])


def _offer_name(t: Words, name: str, number_: str) -> str:
    if name == "line":
        return t("line {n}", n=number_)
    if name == "display":
        return t("display, {n}", n=number_)
    if name == "chip":
        return t("chip of factory {n}", n=number_)
    if number_ == "large":
        return t("sun side of the large factory") if name == "sun" else t("moon side of the large factory")
    return (
        t("sun side of factory {n}", n=number_) if name == "sun" else t("moon side of factory {n}", n=number_)
    )


EDITOR = Editor(
    kinds={
        "tile": TILES | SPECIAL,
        "chip": FACES,
        "dome": DOMES,
        "other": {"start": None} | TOKEN,
    },
    stock=dict.fromkeys(COLOURS, TILES_PER_COLOUR),
    places=places,
    fields=fields,
    settle=settle,
    begin=begin,
    piece_name=piece_name,
    place_name=place_name,
    laid_out=[Edit(PUT, f"chip-{factory + 1}", None, "chip") for factory in range(SMALL)],
)
