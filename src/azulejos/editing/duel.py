"""Setting up a position of Duel."""

from functools import partial

from azulejos.core.message import Message
from azulejos.editing import PUT, Edit, Editor, Places, lying
from azulejos.editing.fields import (
    BEGINNING,
    OVER,
    THE_END,
    TO_FACTORIES,
    WHO_BEGINS,
    Field,
    Options,
    Phases,
    Value,
    asked,
    choice,
    header,
    kept,
    number,
    or_none,
    seat_or_nobody,
    seats,
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
from azulejos.tell import Words, phrases
from azulejos.tell.duel import pieces as words

TILES = {colour: colour for colour in COLOURS}
SPECIAL = {"special": "special"}
DOMES = {f"dome {tile}": tile for tile in DOME_TILES}
BACKS = {f"back {kind}": None for kind in KINDS}  # dome tiles whose face nobody has seen
CHIPS_NAMED = {f"chip {chip}": chip for chip in CHIPS}
FACES = {"chip": "down", **CHIPS_NAMED}
TOKEN = {"token": None}
HOME = "large"
SCORES = range(1000)
ASKING_FOR_LINE = ("completing", "paying", "columns")
INTERRUPTING = ("back", "looking", "chips")  # CHANCE, also in the middle of somebody's turn
UNDECIDED = (BEGINNING, "goals", "back")  # nobody has looked at the back of the top dome tile yet
PHASES = Phases(
    {
        BEGINNING: WHO_BEGINS,
        "goals": Message("chance: the goals"),
        "back": Message("chance: the back of the top dome tile"),
        "facing": Message("chance: a dome tile for the display"),
        "looking": Message("chance: the face of a drawn dome tile"),
        "filling": TO_FACTORIES,
        "chips": Message("chance: a chip is turned up"),
        "setting": Message("the first dome tile"),
        "acting": Message("an action"),
        "drawing": Message("whether to draw another dome tile"),
        "keeping": Message("which drawn dome tile to keep"),
        "ordering": Message("which dome tile goes under the stack next"),
        "placing": Message("where the dome tile goes"),
        "turning": Message("how the dome tile is turned"),
        "stacking": Message("which tile is stacked next"),
        "lining": Message("where the tiles in hand go"),
        "completing": Message("whether to complete a line with chips"),
        "paying": Message("which chips complete a line"),
        "columns": Message("the column of a full line"),
        OVER: THE_END,
    },
    of_chance=(BEGINNING, "goals", "back", "facing", "looking", "filling", "chips"),
    later=("drawing", "keeping", "ordering", "placing", "turning", "stacking", "lining"),
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
        found["drawn", int(owner[5:]) - 1] = _in_hand(document)
    for seat in range(document["players"]):
        found |= _board(seat)
    return found


def _owner(document: Document) -> str | None:
    """Whose the things in hand are."""
    owner = document["mover"] or document["to_move"]
    return owner if owner.startswith("seat-") else None


def _in_hand(document: Document) -> tuple[Place, Place]:
    """The dome tile to be placed, and those that were drawn; where a piece goes that has room among both."""
    tile, drawn = Space(("tile",), DOMES), Drawn(("drawn",), DOMES | BACKS)
    is_to_place = document["phase"] in ("placing", "turning")
    is_kept = document["phase"] == "ordering" and document["tile"] is None
    return (tile, drawn) if is_to_place or is_kept else (drawn, tile)


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
        kind = piece.rpartition("-")[2].rpartition(" ")[2]
        self.value(document).append(
            {"tile": self.pieces[piece], "back": kind, "known": self.knower(document)}
        )

    def knower(self, document: Document) -> str | None:
        """Who alone knows what lies there."""
        return _owner(document) or document["starter"] or "seat-1"

    def take(self, document: Document, piece: str) -> None:
        entries = self.value(document)
        last = len(entries) - 1 - [*map(_face, entries)][::-1].index(piece)
        del entries[last]


class Drawn(Hidden):
    """Those just drawn: while somebody looks at them nobody else does."""

    def knower(self, document: Document) -> None:
        return None


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
    """All other dome tiles are in the stack; one of its backs is seen. Only in a turn is anything in hand."""
    if _owner(document) is None:
        document.update(hand={}, drawn=[], tile=None)
    domes = [piece for _, _, piece in lying(document) if piece.startswith(("dome ", "back "))]
    stack = document["stack"]
    stack["unseen"] = max(0, DOME_TILES_N - len(domes))
    if not stack["unseen"]:
        stack["back"] = None
    elif stack["back"] is None and document["phase"] not in UNDECIDED:
        specials = sum(piece.endswith(KINDS[0]) for piece in domes)
        stack["back"] = KINDS[0] if specials < DOME_TILES_N // 2 else KINDS[1]
    if document["mover"]:
        document.update(step=max(1, document["step"]), turn=max(1, document["turn"]))


def fields(document: Document) -> list[Field]:
    phase, found = document["phase"], header(document, PHASES, ROUNDS, SCORES)
    found += _in_turn(document, phase)
    if document["stack"]["unseen"] and phase not in UNDECIDED:
        found.append(choice(Message("Back of the top dome tile"), BACK_WORDS, "stack", "back"))
    if document["options"]["goals"].startswith("random"):
        found += map(_goal, range(len(GOAL_TILES)))
    for seat in range(document["players"]):
        label = Message("Chips taken in this round")
        found.append(number(label, 0, CHIPS_PER_ROUND, "seats", seat, "chips_taken", seat=seat))
    return found


def _in_turn(document: Document, phase: str) -> list[Field]:
    """What was chosen so far in this turn."""
    found: list[Field] = []
    if phase == "looking":
        found.append(choice(Message("In whose turn"), seats(document), "mover"))
    elif phase in INTERRUPTING:
        found.append(seat_or_nobody(Message("In whose turn"), document, "mover"))
    if phase == "turning":
        found.append(choice(Message("Which place"), or_none(_places(document)), "place"))
    if phase == "stacking":
        found.append(choice(Message("From which factory"), or_none(FACTORIES), "source"))
    if phase in ASKING_FOR_LINE:
        found.append(number(Message("Which line"), 1, LINES, "line"))
    if phase == "paying":
        found += _payment(document)
    return found


FACTORIES = [(f"factory-{i + 1}", Message("sun side of factory {n}", n=i + 1)) for i in range(SMALL)]


def _places(document: Document) -> Options:
    """The free places of the dome of whoever is asked, and the one that was chosen."""
    dome = (asked(document) or {"dome": [None] * PLACES_N})["dome"]
    return [
        (place + 1, partial(words.place_name, place=place))
        for place, laid in enumerate(dome)
        if laid is None or place + 1 == document["place"]
    ]


class Paid(Field):
    """How many chips of a kind have been paid: they come from the seat's own, and go back to them."""

    def value(self, document: Document) -> int:
        return document["paid"].get(self.where[-1], 0)

    def lay(self, document: Document, value: int) -> None:
        board, chip, paid = asked(document), self.where[-1], document["paid"]
        if board is None:
            return
        held = board["chips"].get(chip, 0) + paid.get(chip, 0) - value
        for pile, count in ((board["chips"], held), (paid, value)):
            pile.pop(chip, None)
            pile |= {chip: count} if count else {}


def _payment(document: Document) -> list[Field]:
    """Of each kind that whoever is asked has, or has had."""
    held = (asked(document) or {"chips": {}})["chips"]
    paid = document["paid"]
    return [
        Paid(("paid", chip), {}, partial(_paid_name, chip=i), 0, held.get(chip, 0) + paid.get(chip, 0))
        for i, chip in enumerate(CHIPS)
        if chip in held or chip in paid
    ]


def _paid_name(t: Words, chip: int) -> str:
    return t("Paid: {what}", what=t("chip: {colours}", colours=words.chip_name(t, chip)))


def _goal(tile: int) -> Field:
    sides = [(goal, GOAL_WORDS[goal]) for goal in GOAL_TILES[tile]]
    return Goal(("goals", tile), {}, Message("Goal"), options=((None, Message("none")), *sides))


def begin(document: Document) -> None:
    for paid in _payment(document):
        paid.lay(document, 0)
    owner, phase = _owner(document), document["phase"]
    PHASES.begin(document, HOME)
    is_within = phase == "looking" or (phase in INTERRUPTING and (document["hand"] or document["drawn"]))
    document.update(
        mover=(owner or document["starter"]) if is_within else None,
        place=kept(document["place"], _places(document)) if phase == "turning" else None,
        source=kept(document["source"], FACTORIES) if phase == "stacking" else None,
        line=(document["line"] or 1) if phase in ASKING_FOR_LINE else None,
    )
    if phase in UNDECIDED:
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
        return t("dome tile: {colours}", colours=words.dome_name(t, DOME_TILES.index(name)))
    if kind == "chip" and name:
        return t("chip: {colours}", colours=words.chip_name(t, CHIPS.index(name)))
    if kind == "back":
        return words.back_name(t, KINDS.index(name))
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
        return words.place_name(t, int(numbers[0]) - 1)
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
        "dome": DOMES | BACKS,
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
