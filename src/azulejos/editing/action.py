"""What a seat is doing in a turn of Queen's Garden: the `action` of a document, entry by entry."""

import copy
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from azulejos.core.message import Message
from azulejos.editing.fields import YES_NO, Field, Options, Value, asked, choice, kept, or_none
from azulejos.editing.places import Document, Pile, Place, Row
from azulejos.games.garden.board import CRITERIA, DIRECTIONS, HEXAGONS, HEXAGONS_N, PLACES, SPACES
from azulejos.games.garden.state import ACTIONS, BUYING, EXPANDING, PASSING, PLACING_TILE, TAKING
from azulejos.tell import Words
from azulejos.tell.garden import pieces as words

TAKE, PLACE, EXPAND, BUY, PASS = (
    ACTIONS[action] for action in (TAKING, PLACING_TILE, EXPANDING, BUYING, PASSING)
)
DOING = {  # what a seat can be doing while it is asked so
    "copying": (TAKE,),
    "siting": (PLACE,),
    "placing": (EXPAND, BUY),
    "turning": (EXPAND,),
    "paying": (PLACE, EXPAND),
    "discarding": (PASS,),
}
DOING_WORDS = {
    PLACE: Message("a tile is placed"),
    EXPAND: Message("an expansion is placed"),
    BUY: Message("an expansion is bought"),
}
NOTHING = {
    "what": None,
    "copies": {},
    "space": None,
    "place": None,
    "turned": None,
    "paid": {"tiles": {}, "expansions": [], "jokers": 0},
}
NOBODY: Document = {"tiles": {}, "expansions": [], "garden": {}, "places": dict.fromkeys(PLACES)}


def begin(document: Document) -> None:
    """Make the action fit a phase that was just set: what can stay stays, the rest is the first there is."""
    old, kinds = document["action"] or {"kind": None}, DOING.get(document["phase"], ())
    document["action"] = None
    if kinds:
        kind = old["kind"] if old["kind"] in kinds else kinds[0]
        document["action"] = {"kind": kind, **copy.deepcopy(NOTHING)}
        _choose(document, old)


def _choose(document: Document, old: Document) -> None:
    for field in _chosen(document):
        entry = str(field.where[-1])
        document["action"][entry] = kept(old.get(entry), field.options)


def give_back(document: Document) -> None:
    """What has been paid lies in the storage again."""
    for field in _payment(document):
        field.lay(document, 0)


def fields(document: Document) -> list[Field]:
    """What was chosen so far in this turn."""
    action, phase = document["action"], document["phase"]
    kinds = DOING.get(phase, ())
    if not action or action["kind"] not in kinds:
        return []
    found: list[Field] = []
    if len(kinds) > 1:
        options = [(kind, DOING_WORDS[kind]) for kind in kinds]
        found.append(Kind(("action", "kind"), {}, Message("What is done"), options=tuple(options)))
    found += _chosen(document)
    if phase == "copying":
        found += _which_copies(document)
    return found + (_payment(document) if phase == "paying" else [])


class Kind(Field):
    """What is done; whatever was chosen for something else is forgotten."""

    def lay(self, document: Document, value: object) -> None:
        give_back(document)
        document["action"] = {"kind": value, **copy.deepcopy(NOTHING)}
        _choose(document, {})


class Taken(Field):
    """The criterion of what is taken; which copies, that belongs to it."""

    def lay(self, document: Document, value: object) -> None:
        document["action"].update(what=value, copies={})


def _chosen(document: Document) -> list[Field]:
    """What it is about, and where it goes."""
    kind, phase = document["action"]["kind"], document["phase"]
    board = asked(document) or NOBODY
    found: list[Field] = []
    if kind == TAKE:
        options = or_none(_criteria(document))
        found.append(Taken(("action", "what"), {}, Message("What is taken"), options=tuple(options)))
    elif kind == PLACE:
        found.append(_one_of(Message("Which tile"), _held(document, board["tiles"]), "what"))
    elif kind == EXPAND:
        found.append(_one_of(Message("Which expansion"), _held(document, board["expansions"]), "what"))
    if phase == "paying" and kind == PLACE:
        found.append(_one_of(Message("Which space"), _free_spaces(document, board), "space"))
    if phase in ("turning", "paying") and kind == EXPAND:
        found.append(_one_of(Message("Which place"), _free_places(document, board), "place"))
    if phase == "paying" and kind == EXPAND:
        sides = [(way, Message(words.SIDE_NAMES[side])) for side, way in enumerate(DIRECTIONS)]
        found.append(_one_of(Message("Where its hexagon lies"), sides, "turned"))
    return found


def _one_of(label: Message, options: Options, entry: str) -> Field:
    return choice(label, or_none(options), "action", entry)


def _held(document: Document, pieces: Iterable[str]) -> Options:
    """The hexagons in a storage, and the one that was chosen."""
    there = {*pieces, document["action"]["what"]}
    return [
        (name, partial(words.hexagon_name, hexagon=i)) for i, name in enumerate(HEXAGONS) if name in there
    ]


def _free_spaces(document: Document, board: Document) -> Options:
    """Where a tile could lie, and where it is going to."""
    gone = {f"{place}-centre" for place, laid in board["places"].items() if isinstance(laid, dict)}
    bare = tuple(f"{place}-" for place, laid in board["places"].items() if laid is None)
    return [
        (name, partial(words.space_name, space=i))
        for i, name in enumerate(SPACES)
        if name == document["action"]["space"]
        or not (name in board["garden"] or name in gone or name.startswith(bare))
    ]


def _free_places(document: Document, board: Document) -> Options:
    return [
        (name, partial(words.place_name, place=i))
        for i, name in enumerate(PLACES)
        if board["places"][name] is None or name == document["action"]["place"]
    ]


# ------------------------------------------------------------------------------------------------
# Copies


def _slots(document: Document) -> dict[str, list[int]]:
    """Hexagons that can be taken from several slots of the display, and from which."""
    found: dict[str, list[int]] = {}
    for slot, entry in enumerate(document["display"], 1):
        for name in {*entry["tiles"], entry["face"]} if entry else ():
            found.setdefault(name, []).append(slot)
    return {name: slots for name, slots in found.items() if len(slots) > 1 and name}


def _criteria(document: Document) -> Options:
    """What can be taken so that there are copies to choose from, and what is taken."""
    there = _slots(document)
    return [
        (name, partial(words.criterion_name, criterion=i))
        for i, name in enumerate(CRITERIA)
        if name == document["action"]["what"] or any(_is_of(hexagon, name) for hexagon in there)
    ]


def _is_of(hexagon: str, criterion: str) -> bool:
    pattern, _, colour = hexagon.partition("-")
    return criterion in (pattern, colour)


def _which_copies(document: Document) -> list[Field]:
    """From which slot each hexagon comes, as far as that has been chosen."""
    what = document["action"]["what"]
    return [
        Copy(
            ("action", "copies", name),
            {},
            partial(words.hexagon_name, hexagon=HEXAGONS.index(name)),
            options=tuple(or_none([(slot, Message("display, {n}", n=slot)) for slot in slots])),
        )
        for name, slots in _slots(document).items()
        if what and _is_of(name, what)
    ]


class Copy(Field):
    """The slot from which a hexagon is taken."""

    def value(self, document: Document) -> int | None:
        return document["action"]["copies"].get(self.where[-1])

    def lay(self, document: Document, value: object) -> None:
        copies = document["action"]["copies"]
        copies.pop(self.where[-1], None)
        copies |= {self.where[-1]: value} if value else {}


# ------------------------------------------------------------------------------------------------
# Payment: it comes from the storage, and goes back there


@dataclass(frozen=True)
class Expansions(Row):
    """Expansions in the order of their hexagons."""

    most: int = HEXAGONS_N

    def put(self, document: Document, piece: str) -> None:
        super().put(document, piece)
        self.value(document).sort(key=HEXAGONS.index)


class Paid(Field):
    """Has a tile or an expansion been paid?"""

    def _places(self, document: Document) -> tuple[Place, Place]:
        """Where it comes from, and where it goes."""
        kind, name = self.where[-2:]
        make, names = (Pile if kind == "tiles" else Expansions), {str(name): name}
        return make(("seats", _seat(document), kind), names), make(self.where[:-1], names)

    def value(self, document: Document) -> bool:
        return self.where[-1] in self._places(document)[1].lying(document)

    def lay(self, document: Document, value: Value) -> None:
        name, (giver, taker) = str(self.where[-1]), self._places(document)
        if value == self.value(document):
            return
        if not value:
            giver, taker = taker, giver
        giver.take(document, name)
        taker.put(document, name)


class PaidJokers(Field):
    """How many jokers have been paid."""

    def lay(self, document: Document, value: Any) -> None:
        paid = document["action"]["paid"]
        document["seats"][_seat(document)]["jokers"] += paid["jokers"] - value
        paid["jokers"] = value


def _seat(document: Document) -> int:
    return int(document["to_move"][5:]) - 1


def _payment(document: Document) -> list[Field]:
    """What can pay for the hexagon in question, and what has."""
    action, board = document["action"], asked(document)
    if not action or board is None:
        return []
    what, paid = action["what"], action["paid"]
    found: list[Field] = []
    for kind, say in (("tiles", words.hexagon_name), ("expansions", words.expansion_name)):
        for i, name in enumerate(HEXAGONS):
            if name in paid[kind] or (name in board[kind] and _goes_with(name, what)):
                label = partial(_paid_name, say=partial(say, hexagon=i))
                found.append(Paid(("action", "paid", kind, name), {}, label, options=YES_NO))
    jokers = board["jokers"] + paid["jokers"]
    if jokers:
        found.append(PaidJokers(("action", "paid", "jokers"), {}, Message("Jokers paid"), 0, jokers))
    return found


def _goes_with(hexagon: str, what: str | None) -> bool:
    """Do they share the colour or the pattern, but not both?"""
    return what is not None and hexagon != what and any(_is_of(hexagon, part) for part in what.split("-", 1))


def _paid_name(t: Words, say: Callable[[Words], str]) -> str:
    return t("Paid: {what}", what=say(t))
