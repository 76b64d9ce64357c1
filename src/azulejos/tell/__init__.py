"""How it is said, in English and Polish: choices, stories, questions, messages, rules."""

import gettext
import importlib
import io
import re
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Literal

import numpy as np

from azulejos.core.contract import STORY_ROW
from azulejos.core.message import Message
from azulejos.core.plain import Plain
from azulejos.tell.marks import Plural

Language = Literal["en", "pl"]
LANGUAGES: dict[Language, str] = {"en": "English", "pl": "polski"}
SOURCE = "en"  # the language of the templates themselves
TOLD_MAX = 2000  # tables and stories in words that are kept: several people look at the same

Row = dict[str, int]  # a row of a story: see `core.contract.STORY_ROW`


class Words:
    """One language. Texts given to it must be literals or marked: they are the keys of the catalogue."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._catalogue = _catalogue(language)

    def __call__(self, text: str, **facts: Any) -> str:
        """A sentence, with its facts filled in."""
        return self._catalogue.gettext(text).format(**facts)

    def plural(self, one: str, many: str, n: int, **facts: Any) -> str:
        """A sentence that depends on a number, {n}."""
        return self._catalogue.ngettext(one, many, n).format(n=n, **facts)

    def plural_as(self, role: str, one: str, many: str, n: int, **facts: Any) -> str:
        """The same, where the words also depend on their role in the sentence."""
        return self._catalogue.npgettext(role, one, many, n).format(n=n, **facts)

    def show(self, text: str | Plural, **facts: Any) -> str:
        """A marked text, with its facts filled in; one that depends on a number is given {n}."""
        if isinstance(text, str):
            return self(text, **facts)
        if text.role:
            return self.plural_as(text.role, text.one, text.many, **facts)
        return self.plural(text.one, text.many, **facts)

    def number(self, value: float, decimals: int = 0) -> str:
        """A number as it is written in this language."""
        from babel.numbers import format_decimal

        pattern = "#,##0" + ("." + "0" * decimals if decimals else "")
        return format_decimal(round(float(value), decimals), pattern, locale=self.language)

    def say(self, message: Message) -> str:
        """A message, with the messages among its facts."""
        facts = {
            key: self.say(fact) if isinstance(fact, Message) else fact for key, fact in message.facts.items()
        }
        return self._catalogue.gettext(message.template).format(**facts)


@dataclass(frozen=True)
class Sentence:
    """A part of a story in words."""

    text: str
    seat: int | None
    points: int
    clause: str
    is_scoring: bool  # does it explain points?
    pieces: tuple[tuple[int, int], ...]  # what it is about: numbers of pieces, and how many of each
    rows: int  # of the story, that it tells


@dataclass(frozen=True)
class Clause:
    """A numbered clause of the rules in our own words."""

    number: str
    section: str
    text: str
    ruling: str  # our reading where the rulebook is silent; empty if there is none


@cache
def words(language: str) -> Words:
    """The words of a language we have."""
    return Words(language)


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    """Read a catalogue from the package and compile it in memory."""
    if language == SOURCE:
        return gettext.NullTranslations()
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    source = resources.files(__name__) / "locale" / f"{language}.po"
    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.BytesIO(source.read_bytes()), locale=language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def _game(name: str) -> Any:
    return importlib.import_module(f"azulejos.tell.{name}")


def _room(game: str, room: str) -> Any:
    """One of the rooms that the words of every game have: `offer`, `board`, `questions`, `story`."""
    return importlib.import_module(f"azulejos.tell.{game}.{room}")


def title(game: str, language: str) -> str:
    """What the game is called."""
    return _game(game).title(words(language))


def option(game: str, name: str, value: str | None, language: str) -> str:
    """An option of a game in words, or one of its values."""
    return _game(game).option(words(language), name, value)


def choice(game: str, state: Any, number: int, language: str) -> str:
    """A choice in words, at a table where it is legal."""
    return _game(game).choice(words(language), state, number)


def question(game: str, state: Any, who: str, language: str) -> str:
    """What is asked now, in one sentence. `who` is the name of the seat to move."""
    return _room(game, "questions").question(words(language), state, who)


def describe(game: str, state: Any, names: list[str], language: str) -> list[str]:
    """The whole table in sentences."""
    plain = Plain.of(state)
    return list(_described(game, _Seen(plain.key(), plain), tuple(names), language))


@dataclass(frozen=True)
class _Seen:
    """A table, equal to others that hold the same."""

    key: tuple[Any, ...]
    state: Plain = field(compare=False)


@lru_cache(maxsize=TOLD_MAX)
def _described(game: str, seen: _Seen, names: tuple[str, ...], language: str) -> tuple[str, ...]:
    t = words(language)
    state: Any = seen.state
    lines = list(_room(game, "offer").describe(t, state))
    for seat in range(state.players_n):
        lines += _room(game, "board").describe(t, state, seat, names[seat])
    return tuple(lines)


def story(game: str, rows: np.ndarray, names: list[str], language: str) -> list[Sentence]:
    """A story in words; small rows of one kind become one sentence."""
    return list(_story(game, rows.astype(STORY_ROW, copy=False).tobytes(), tuple(names), language))


@lru_cache(maxsize=TOLD_MAX)
def _story(game: str, rows: bytes, names: tuple[str, ...], language: str) -> tuple[Sentence, ...]:
    told = np.frombuffer(rows, STORY_ROW).tolist()
    table = [dict(zip(STORY_ROW.names or (), row, strict=True)) for row in told]
    return tuple(_room(game, "story").story(words(language), table, list(names)))


def rules(game: str, language: str) -> list[Clause]:
    """The rules as numbered clauses."""
    source = resources.files(__name__) / "rules" / language / f"{game}.md"
    clauses, section = [], ""
    for line in source.read_text(encoding="utf8").splitlines():
        if line.startswith("## "):
            section = line[3:].strip()
        match = re.fullmatch(r"- \*\*([A-Z]{2}-\d{2})\*\* (.*)", line)
        if match:
            text, _, ruling = match[2].partition("[ruling]")
            clauses.append(Clause(match[1], section, text.strip(), ruling.strip()))
    return clauses
