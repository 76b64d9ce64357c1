"""What a form says about a position besides the pieces: the round, the question, the scores."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.core.table import TURNS_PER_ROUND
from azulejos.editing.places import Document, Place, Unfit

CHANCE, OVER = "chance", "over"
BEGINNING = "beginning"
WHO_BEGINS = Message("chance: who begins")
TO_FACTORIES = Message("chance: tiles onto the factories")
THE_END = Message("the game is over")

Value = str | int | bool | None


@dataclass(frozen=True)
class Field(Place):
    """An entry of a document: a number from `least` to `most`, or one of some options."""

    label: Message
    least: int = 0
    most: int = 0
    options: tuple[tuple[Value, Message | None], ...] = ()  # without words: a seat, by its name
    seat: int | None = None

    @property
    def name(self) -> str:
        return ".".join(map(str, self.where))

    def check(self, value: Value) -> None:
        """Refuse what the entry can't say."""
        if self.options:
            is_right = any(type(value) is type(known) and value == known for known, _ in self.options)
        else:
            is_right = type(value) is int and self.least <= value <= self.most
        if not is_right:
            raise Unfit(Message("{field} can't be {value}", field=self.label, value=short(value)))


def number(label: Message, least: int, most: int, *where: str | int, seat: int | None = None) -> Field:
    return Field(where, {}, label, least, most, seat=seat)


def choice(
    label: Message,
    options: Sequence[tuple[Value, Message | None]],
    *where: str | int,
    seat: int | None = None,
) -> Field:
    return Field(where, {}, label, options=tuple(options), seat=seat)


def flag(label: Message, *where: str | int, seat: int | None = None) -> Field:
    return choice(label, ((False, Message("no")), (True, Message("yes"))), *where, seat=seat)


def seats(document: Document) -> list[tuple[Value, Message | None]]:
    """The seats, as a document calls them; their words are the players' names."""
    return [(f"seat-{seat}", None) for seat in range(1, document["players"] + 1)]


def seat_or_nobody(label: Message, document: Document, *where: str) -> Field:
    return choice(label, [(None, Message("nobody")), *seats(document)], *where)


@dataclass(frozen=True)
class Phases:
    """The questions that can be set up, whose they are, and which follow within a turn.

    Whatever else is asked in the middle of a turn is reached by playing from its beginning.
    """

    words: dict[str, Message]
    of_chance: tuple[str, ...]
    later: tuple[str, ...] = ()

    def asker(self, phase: str) -> str | None:
        """CHANCE or nobody; None is a seat."""
        return CHANCE if phase in self.of_chance else OVER if phase == OVER else None

    def begin(self, document: Document, home: str | None) -> None:
        """Make the head of a document fit a phase that was just set.

        `home`: where the starting-player tile lies while nobody has it.
        """
        phase = document["phase"]
        asker = self.asker(phase)
        if asker or not document["to_move"].startswith("seat-"):
            document["to_move"] = asker or document["starter"] or "seat-1"
        document["step"] = max(1, document["step"]) if phase in self.later else 0
        if asker is None:
            document["turn"] = max(1, document["turn"])
        document["starter"] = None if phase == BEGINNING else document["starter"] or "seat-1"
        if phase == BEGINNING or document["starting_tile"] is None:
            document["starting_tile"] = home


def header(document: Document, phases: Phases, rounds: int, scores: range) -> list[Field]:
    """What the tables of all games have."""
    words = dict(phases.words)
    words.setdefault(document["phase"], Message("in the middle of a turn"))
    found = [
        number(Message("Round"), 1, rounds, "round"),
        choice(Message("What is asked"), list(words.items()), "phase"),
    ]
    if phases.asker(document["phase"]) is None:
        found.append(choice(Message("Whose turn it is"), seats(document), "to_move"))
    if document["phase"] != BEGINNING:
        found.append(choice(Message("Who has begun the round"), seats(document), "starter"))
    for seat in range(document["players"]):
        found.append(number(Message("Points"), scores[0], scores[-1], "seats", seat, "score", seat=seat))
    return found


def keep_in_round(document: Document) -> None:
    """No more turns than so many rounds have."""
    document["turn"] = min(document["turn"], TURNS_PER_ROUND * document["round"])


def entry(document: Document, fields: Sequence[Field], name: str, value: Any) -> None:
    """Say something in the form."""
    for field in fields:
        if field.name == name:
            field.check(value)
            field.lay(document, value)
            return
    raise Unfit(Message("there is no field {name} now", name=short(name)))
