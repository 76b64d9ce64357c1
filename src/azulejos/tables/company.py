"""What is said around a table: who came, whose time ran out, who agreed; messages and reactions of people.

Messages are entries of the log like others, and no part of the game: records are made of choices alone. Those
who sit at the table talk among themselves, and so do those who watch; see `Sight.hears`.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from azulejos.core.message import Message
from azulejos.errors import AzulejosError, OptionError
from azulejos.tables import entries

TEXT_LENGTH = 200
MARKS_MAX = 3  # accents on one letter: more of them run over the lines above and below
JOINER = "\u200d"  # of emoji that are several in one; it can't be seen, and they can without it
KEPT = 100  # notes of a table in memory; the log has all of them
WINDOW = 10.0  # seconds, in which there may be only
OFTEN = {"seats": 5, "watchers": 10}  # of one seat; of all together who watch, for nobody knows who they are
MOST = 2000  # of all who sit, or of all who watch

Reaction = Literal["played", "thanks", "wow", "oops", "hmm", "luck"]
Circle = Literal["seats", "watchers"]
Kind = Literal["message", "reaction", "came", "lent", "back", "clock", "asked", "agreed", "refused"]
SPOKEN: tuple[Kind, ...] = ("message", "reaction")

TOO_OFTEN = Message("that was a lot at once; wait a few seconds")
ENOUGH = Message("there are too many messages at this table already")


class TooMuch(AzulejosError):
    """Somebody says too much."""


@dataclass(frozen=True)
class Note:
    """Something that was said, or that happened beside the game."""

    number: int  # of its entry
    created: float
    kind: Kind
    seat: int | None  # None: somebody who watches
    name: str = ""  # what they call themselves
    text: str = ""  # a message, the name of a reaction, or of the bot that plays

    @property
    def circle(self) -> Circle:
        return "watchers" if self.seat is None else "seats"


def note_of(entry: entries.Logged, is_begun: bool, is_held: bool) -> Note | None:
    """What an entry says to people, if anything.

    `is_begun`: has the deal been made? Whoever opens a table does not come to it. `is_held`: does somebody
    hold the seat? Where bots sit from the beginning is nothing new.
    """
    at = entry.number, entry.created
    match entry.what:
        case entries.Message(seat, name, text):
            return Note(*at, "message", seat, name, text)
        case entries.Reaction(seat, name, reaction):
            return Note(*at, "reaction", seat, name, reaction)
        case entries.Come(seat) if is_begun:
            return Note(*at, "came", seat)
        case entries.Sit(seat, player, why) if is_held:
            kind: Kind = "back" if player == "person" else "lent" if why is None else "clock"
            return Note(*at, kind, seat, text=player)
        case entries.Ask(seat):
            return Note(*at, "asked", seat)
        case entries.Agree(seat):
            return Note(*at, "agreed", seat)
        case entries.Refuse(seat):
            return Note(*at, "refused", seat)
    return None


def check_text(text: object) -> str:
    """A message: one line of characters that can be seen, and that leave the lines around it alone."""
    if isinstance(text, str):
        shown = unicodedata.normalize("NFC", text).replace(JOINER, "")
        said = re.sub(r"\s+", " ", shown).strip()
        if 0 < len(said) <= TEXT_LENGTH and said.isprintable() and not _is_heaped(said):
            return said
    raise OptionError(
        Message("a message is one line of 1 to {most} characters that can be seen", most=TEXT_LENGTH)
    )


def _is_heaped(said: str) -> bool:
    """Do too many accents stand on one letter?"""
    heaped = "".join("m" if unicodedata.combining(each) else "." for each in said)
    return "m" * (MARKS_MAX + 1) in heaped


def check_rate(notes: Iterable[Note], spoken: Sequence[int], seat: int | None, now: float) -> None:
    """Nobody says too much at once, nor fills the log. From the log alone: all processes agree about it."""
    circle: Circle = "watchers" if seat is None else "seats"
    recent = [
        note for note in notes if note.kind in SPOKEN and note.seat == seat and now - note.created < WINDOW
    ]
    if len(recent) >= OFTEN[circle]:
        raise TooMuch(TOO_OFTEN)
    if spoken[seat is None] >= MOST:
        raise TooMuch(ENOUGH)
