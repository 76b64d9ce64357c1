"""Setting up a position of Queen's Garden."""

from azulejos.core.message import Message
from azulejos.editing import Editor, Places, action
from azulejos.editing.fields import (
    BEGINNING,
    OVER,
    THE_END,
    WHO_BEGINS,
    Field,
    Phases,
    flag,
    header,
    number,
    seat_or_nobody,
)
from azulejos.editing.places import Also, Count, Document, Pile, Place, Row, Space, Turning, Unfit
from azulejos.games.garden.board import (
    DIRECTIONS,
    EXPANSION_STORAGE,
    HEXAGONS,
    HEXAGONS_N,
    PLACES,
    ROUNDS,
    SPACES,
    TILES_ON_TOP,
    TILES_PER_HEXAGON,
)
from azulejos.tell import Words
from azulejos.tell.garden import pieces as words

TILES = {hexagon: hexagon for hexagon in HEXAGONS}
EXPANSIONS = {f"expansion {hexagon}": hexagon for hexagon in HEXAGONS}
DOWN = {"expansion": "down"}
JOKER = {"joker": None}
HOME = "supply"
SCORES = range(20_000)
FILLING = ("filling", "revealing")
PHASES = Phases(
    {
        BEGINNING: WHO_BEGINS,
        "filling": Message("chance: tiles onto the stack"),
        "revealing": Message("chance: an expansion is turned up"),
        "acting": Message("an action"),
        "copying": Message("which of several equal tiles or expansions is taken"),
        "siting": Message("where a tile goes"),
        "placing": Message("where an expansion goes"),
        "turning": Message("how an expansion is turned"),
        "paying": Message("what pays for a tile or an expansion"),
        "discarding": Message("what to discard after passing"),
        OVER: THE_END,
    },
    of_chance=(BEGINNING, *FILLING),
    later=("copying", "siting", "placing", "turning", "paying", "discarding"),
)


def places(document: Document) -> Places:
    found: Places = {
        (f"display-{slot + 1}", None): (
            Slot(("display", slot), DOWN | EXPANSIONS),
            SlotTiles(("display", slot), TILES),
        )
        for slot in range(len(document["display"]))
    }
    paid = [Pile(("action", "paid", "tiles"), TILES)] if document["action"] else []
    found["tower", None] = (Pile(("tower",), TILES), *paid)
    found["supply", None] = (_start(HOME),)
    for seat in range(document["players"]):
        found |= _board(seat)
    return found


def _start(holder: str) -> Space:
    return Space(("starting_tile",), {"start": holder}, HOME)


def _board(seat: int) -> Places:
    own = ("seats", seat)
    jokers = Count((*own, "jokers"), JOKER)
    found: Places = {
        (f"space-{space}", seat): (GardenSpace((*own, "garden", space), TILES),) for space in SPACES
    }
    found |= {
        (f"place-{place}", seat): (GardenPlace((*own, "places", place), DOWN | EXPANSIONS),)
        for place in PLACES
    }
    found["storage", seat] = (Pile((*own, "tiles"), TILES), Also(jokers))
    found["jokers", seat] = (jokers, Also(Pile((*own, "tiles"), TILES)))
    found["expansions", seat] = (Stored((*own, "expansions"), EXPANSIONS, EXPANSION_STORAGE),)
    found["start", seat] = (_start(f"seat-{seat + 1}"),)
    return found


# ------------------------------------------------------------------------------------------------
# Expansions: those that lie face up somewhere are not among those that nobody has seen


def _see(document: Document, piece: str) -> None:
    if piece in EXPANSIONS:
        document["unseen"] = [name for name in document["unseen"] if name != EXPANSIONS[piece]]


def _forget(document: Document, piece: str) -> None:
    if piece in EXPANSIONS:
        unseen = {*document["unseen"], EXPANSIONS[piece]}
        document["unseen"] = [name for name in HEXAGONS if name in unseen]


class Stored(action.Expansions):
    """The expansions of a storage."""

    def put(self, document: Document, piece: str) -> None:
        super().put(document, piece)
        _see(document, piece)

    def take(self, document: Document, piece: str) -> None:
        super().take(document, piece)
        _forget(document, piece)


def _reach_down(document: Document, slot: int) -> None:
    """Whatever lies before a slot has left the stack; its expansion lies uppermost, or beside it too."""
    top = len(document["display"]) - document["stack"]
    if slot > top:
        document["stack"] = len(document["display"]) - slot


class SlotTiles(Place):
    """The tiles on an expansion of the display, which lies face down below them."""

    def lying(self, document: Document) -> list[str]:
        return list((self.value(document) or {"tiles": []})["tiles"])

    def put(self, document: Document, piece: str) -> None:
        _reach_down(document, int(self.where[-1]))
        if self.value(document) is None:
            self.lay(document, {"tiles": [], "face": None})
        self._tiles.put(document, piece)

    def take(self, document: Document, piece: str) -> None:
        self._tiles.take(document, piece)

    @property
    def _tiles(self) -> Row:
        return Row((*self.where, "tiles"), self.pieces, TILES_ON_TOP)


class Slot(Place):
    """An expansion of the display. Those that are still in the stack are counted in the form."""

    def lying(self, document: Document) -> list[str]:
        entry, top = self.value(document), len(document["display"]) - document["stack"]
        if entry is None or int(self.where[-1]) >= top:
            return []
        return [f"expansion {entry['face']}" if entry["face"] else "expansion"]

    def put(self, document: Document, piece: str) -> None:
        slot, old = int(self.where[-1]), self.value(document) or {"tiles": [], "face": None}
        document["stack"] = min(document["stack"], len(document["display"]) - slot - 1)
        for lying in self.lying(document):
            _forget(document, lying)
        self.lay(document, {"tiles": old["tiles"], "face": EXPANSIONS.get(piece)})
        _see(document, piece)

    def take(self, document: Document, piece: str) -> None:
        if self.value(document)["tiles"]:
            raise Unfit(Message("take the tiles from the expansion first"))
        self.lay(document, None)
        _forget(document, piece)


# ------------------------------------------------------------------------------------------------
# The garden


class GardenSpace(Place):
    """A space for a tile. What is printed on an expansion comes and goes with it."""

    def lying(self, document: Document) -> list[str]:
        _, seat, _, space = self.where
        board = document["seats"][seat]
        return [board["garden"][space]] if space in board["garden"] and space not in _printed(board) else []

    def put(self, document: Document, piece: str) -> None:
        if self.where[-1] in _printed(document["seats"][self.where[1]]):
            raise Unfit(Message("a hexagon is printed there; turn its expansion, or take it away"))
        self.lay(document, piece)

    def take(self, document: Document, piece: str) -> None:
        del self._around(document)[self.where[-1]]


def _printed(board: Document) -> set[str]:
    """The spaces on which the hexagons lie that are printed on expansions."""
    laid = {place: lying for place, lying in board["places"].items() if isinstance(lying, dict)}
    return {f"{place}-{lying['turned']}" for place, lying in laid.items()}


class GardenPlace(Turning):
    """A place for an expansion, face down or turned so that its hexagon lies on one of six spaces."""

    def lying(self, document: Document) -> list[str]:
        laid = self.value(document)
        if isinstance(laid, dict):
            return [f"expansion {laid['expansion']}"]
        return ["expansion"] if laid else []

    def put(self, document: Document, piece: str) -> None:
        for old in self.lying(document):
            self.take(document, old)
        self.lay(document, "down")
        if piece in EXPANSIONS:
            self._print(document, EXPANSIONS[piece], DIRECTIONS)
            _see(document, piece)

    def _print(self, document: Document, hexagon: str, directions: tuple[str, ...]) -> None:
        """Lay it so that its hexagon finds a free space, the first of these."""
        garden = document["seats"][self.where[1]]["garden"]
        free = [way for way in directions if f"{self.where[-1]}-{way}" not in garden]
        if not free:
            raise Unfit(Message("tiles lie on all spaces of that place"))
        self.lay(document, {"expansion": hexagon, "turned": free[0]})
        garden[f"{self.where[-1]}-{free[0]}"] = hexagon

    def take(self, document: Document, piece: str) -> None:
        laid = self.value(document)
        if isinstance(laid, dict):
            document["seats"][self.where[1]]["garden"].pop(f"{self.where[-1]}-{laid['turned']}", None)
        self.lay(document, None)
        _forget(document, piece)

    def turn(self, document: Document, piece: str) -> None:
        laid = self.value(document)
        if not isinstance(laid, dict):
            raise Unfit(Message("that piece can't be turned"))
        now = DIRECTIONS.index(laid["turned"])
        self.take(document, piece)
        self._print(document, laid["expansion"], DIRECTIONS[now + 1 :] + DIRECTIONS[: now + 1])
        _see(document, piece)


# ------------------------------------------------------------------------------------------------
# What follows from the rest, form and words


def settle(document: Document) -> None:
    """The display is as deep as the stack says, and all other expansions are under the supply."""
    display = document["display"]
    top = len(display) - document["stack"]
    for slot in range(top, len(display)):
        entry = display[slot] or {"tiles": [], "face": None}
        _forget(document, f"expansion {entry['face']}")
        display[slot] = {"tiles": entry["tiles"], "face": None} if slot == top else None
    beside = sum(entry is not None for entry in display[:top])
    elsewhere = [*document["action"]["paid"]["expansions"]] if document["action"] else []
    for board in document["seats"]:
        elsewhere += [*board["expansions"], *filter(None, board["places"].values())]
    in_stacks = document["stack"] + (ROUNDS - document["round"]) * len(display)
    document["supply"] = max(0, HEXAGONS_N - in_stacks - beside - len(elsewhere))


def fields(document: Document) -> list[Field]:
    found = header(document, PHASES, ROUNDS, SCORES)
    if document["phase"] in FILLING:
        found.append(seat_or_nobody(Message("Whose turn has just ended"), document, "last_seat"))
    found += action.fields(document)
    found.append(number(Message("Expansions in the stack"), 0, len(document["display"]), "stack"))
    found += [
        flag(Message("Has passed"), "seats", seat, "passed", seat=seat) for seat in range(document["players"])
    ]
    return found


def begin(document: Document) -> None:
    action.give_back(document)
    PHASES.begin(document, HOME)
    action.begin(document)
    document["last_seat"] = None


def piece_name(t: Words, piece: str) -> str:
    named = {
        "start": t("starting-player tile"),
        "joker": t("joker"),
        "expansion": t("expansion, face down"),
    }
    if piece in named:
        return named[piece]
    if piece in EXPANSIONS:
        return words.expansion_name(t, HEXAGONS.index(EXPANSIONS[piece]))
    return words.hexagon_name(t, HEXAGONS.index(piece))


def place_name(t: Words, document: Document, place: str) -> str:
    name, _, rest = place.partition("-")
    named = {
        "tower": t("tower"),
        "supply": t("supply"),
        "storage": t("storage"),
        "jokers": t("jokers"),
        "expansions": t("stored expansions"),
        "start": t("own place of the starting-player tile"),
    }
    if name == "display":
        return t("display, {n}", n=rest)
    if name == "space":
        return words.space_name(t, SPACES.index(rest))
    if name == "place":
        return words.place_name(t, PLACES.index(rest))
    return named[name]


EDITOR = Editor(
    kinds={"tile": TILES, "expansion": DOWN | EXPANSIONS, "other": {**JOKER, "start": None}},
    stock=dict.fromkeys(HEXAGONS, TILES_PER_HEXAGON),
    places=places,
    fields=fields,
    settle=settle,
    begin=begin,
    piece_name=piece_name,
    place_name=place_name,
)
