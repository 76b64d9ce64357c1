"""What a table's log says: one type for each kind of entry, to and from the kind and body that a store keeps.

The kinds and the names inside their bodies are what databases hold: they never change their meaning.
"""

from dataclasses import asdict, dataclass
from typing import Any

from azulejos.store import Entry
from azulejos.tables.clocks import Kind, Timing


@dataclass(frozen=True)
class Choice:
    """Somebody, or CHANCE, has chosen."""

    choice: str


@dataclass(frozen=True)
class Undo:
    """Choices after an entry don't count any more."""

    to: int  # the last entry that counts


@dataclass(frozen=True)
class Ask:
    """A seat would like to take turns back after which others have played."""

    seat: int
    to: int  # the last entry that would count
    needs: tuple[int, ...]  # who has to agree


@dataclass(frozen=True)
class Agree:
    """A seat agrees to what was asked."""

    seat: int


@dataclass(frozen=True)
class Refuse:
    """A seat doesn't."""

    seat: int


@dataclass(frozen=True)
class Sit:
    """Who plays at a seat from now on: a person, or the bot of that name."""

    seat: int
    player: str
    why: str | None = None  # BY_CLOCK, or None if whoever holds it wanted so


@dataclass(frozen=True)
class Name:
    """What whoever sits there is called."""

    seat: int
    name: str


@dataclass(frozen=True)
class Key:
    """The hash of the secret that opens a seat; others are worth nothing from now on."""

    seat: int
    hash: str


@dataclass(frozen=True)
class Token:
    """The hash of the secret with which a program may play there, if any."""

    seat: int
    hash: str | None


@dataclass(frozen=True)
class Come:
    """Somebody has opened a seat."""

    seat: int


@dataclass(frozen=True)
class Next:
    """Where the same people play again."""

    table: str


@dataclass(frozen=True)
class Hide:
    """The record that the table was made of hides so many choices: it is only to look at."""

    hidden: int


@dataclass(frozen=True)
class Stick:
    """The rules can't go on from the position that was uploaded."""


@dataclass(frozen=True)
class Time:
    """How time is kept: the fields of a `Timing`."""

    kind: Kind
    seconds: float
    increment: float
    bot: str

    @property
    def timing(self) -> Timing:
        return Timing(self.kind, self.seconds, self.increment, self.bot)


@dataclass(frozen=True)
class Teach:
    """A lesson: all that is chosen in it, in its order, by everybody and by CHANCE."""

    choices: tuple[str, ...]


@dataclass(frozen=True)
class Manners:
    """What is done at the table besides playing. `USUAL`: of tables whose logs say nothing of it."""

    advice: bool = False  # may several people ask the search while they play?
    messages: bool = True  # may they write to each other, and whoever watches too?


USUAL = Manners()


@dataclass(frozen=True)
class Message:
    """Somebody has written something: to those who sit at the table, or to those who watch."""

    seat: int | None  # None: somebody who watches
    name: str  # what they call themselves, if they watch
    text: str


@dataclass(frozen=True)
class Reaction:
    """The same without words of one's own."""

    seat: int | None
    name: str
    reaction: str


@dataclass(frozen=True)
class Unknown:
    """Something that this version doesn't know: it is kept, and changes nothing here."""

    kind: str
    body: dict[str, Any]


KINDS: dict[str, type] = {
    "choice": Choice,
    "undo": Undo,
    "ask": Ask,
    "agree": Agree,
    "refuse": Refuse,
    "seat": Sit,
    "name": Name,
    "key": Key,
    "token": Token,
    "came": Come,
    "clock": Time,
    "manners": Manners,
    "message": Message,
    "reaction": Reaction,
    "next": Next,
    "closed": Hide,
    "stuck": Stick,
    "lesson": Teach,
}
"""The one list of kinds, by the words that stores keep."""

WORDS = {what: kind for kind, what in KINDS.items()}
What = (
    Choice
    | Undo
    | Ask
    | Agree
    | Refuse
    | Sit
    | Name
    | Key
    | Token
    | Come
    | Time
    | Manners
    | Message
    | Reaction
    | Next
    | Hide
    | Stick
    | Teach
    | Unknown
)


@dataclass(frozen=True)
class Logged:
    """An entry where it stands in the log."""

    number: int
    created: float
    what: What


def write(what: What, created: float = 0.0) -> Entry:
    """An entry as stores keep it."""
    if isinstance(what, Unknown):
        return Entry(what.kind, what.body, created=created)
    body = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(what).items()}
    return Entry(WORDS[type(what)], body, created=created)


def read(entry: Entry) -> Logged:
    """What an entry of a store says; something that a later version has written is `Unknown`."""
    return Logged(entry.number, entry.created, _what(entry.kind, entry.body))


def _what(kind: str, body: dict[str, Any]) -> What:
    try:
        return KINDS[kind](**{name: tuple(v) if isinstance(v, list) else v for name, v in body.items()})
    except (KeyError, TypeError):
        return Unknown(kind, body)
