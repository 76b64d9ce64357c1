"""What a form says about a position besides the pieces: the round, the question, the scores."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.core.table import TURNS_PER_ROUND
from azulejos.editing.places import Document, Place, Unfit
from azulejos.tell import Words

CHANCE, OVER = "chance", "over"
BEGINNING = "beginning"
WHO_BEGINS = Message("chance: who begins")
TO_FACTORIES = Message("chance: tiles onto the factories")
THE_END = Message("the game is over")

Value = str | int | bool | None
Said = Message | Callable[[Words], str]
Options = Sequence[tuple[Value, Said | None]]


@dataclass(frozen=True)
class Field(Place):
    """An entry of a document: a number from `least` to `most`, or one of some options."""

    label: Said
    least: int = 0
    most: int = 0
    options: tuple[tuple[Value, Said | None], ...] = ()  # without words: a seat, by its name
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
            field = self.label if isinstance(self.label, Message) else self.name
            raise Unfit(Message("{field} can't be {value}", field=field, value=short(value)))


def said(t: Words, words: Said) -> str:
    """What a field or an option of it is called."""
    return t.say(words) if isinstance(words, Message) else words(t)


def number(label: Said, least: int, most: int, *where: str | int, seat: int | None = None) -> Field:
    return Field(where, {}, label, least, most, seat=seat)


def choice(label: Said, options: Options, *where: str | int, seat: int | None = None) -> Field:
    return Field(where, {}, label, options=tuple(options), seat=seat)


def or_none(options: Options) -> Options:
    """One of these, or none as yet."""
    return [(None, Message("not chosen")), *options]


YES_NO: tuple[tuple[Value, Message], ...] = ((False, Message("no")), (True, Message("yes")))


def flag(label: Said, *where: str | int, seat: int | None = None) -> Field:
    return choice(label, YES_NO, *where, seat=seat)


def seats(document: Document) -> Options:
    """The seats, as a document calls them; their words are the players' names."""
    return [(f"seat-{seat}", None) for seat in range(1, document["players"] + 1)]


def seat_or_nobody(label: Message, document: Document, *where: str) -> Field:
    return choice(label, [(None, Message("nobody")), *seats(document)], *where)


@dataclass(frozen=True)
class Phases:
    """All questions, whose they are, and which follow within a turn."""

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
    found = [
        number(Message("Round"), 1, rounds, "round"),
        choice(Message("What is asked"), list(phases.words.items()), "phase"),
    ]
    if phases.asker(document["phase"]) is None:
        found.append(choice(Message("Whose turn it is"), seats(document), "to_move"))
    if document["phase"] != BEGINNING:
        found.append(choice(Message("Who has begun the round"), seats(document), "starter"))
    for seat in range(document["players"]):
        found.append(number(Message("Points"), scores[0], scores[-1], "seats", seat, "score", seat=seat))
    return found


def asked(document: Document) -> Document | None:
    """The board of the seat that is asked."""
    seat = document["to_move"]
    return document["seats"][int(seat[5:]) - 1] if seat.startswith("seat-") else None


def kept(value: Value, options: Options) -> Value:
    """A value as long as it can be said, otherwise the first that says something."""
    values = [each for each, _ in options if each is not None]
    return value if value in values else next(iter(values), None)


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
