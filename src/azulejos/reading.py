"""Whatever people paste: a position in one line, a document or a record. The game is found in it."""

import json
import os
import re
from typing import Any

from azulejos import lines
from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.errors import PositionError
from azulejos.game import Game
from azulejos.position import Position
from azulejos.record import FORMAT, SIZE_MAX, Record, read_text

FILE_NAME = re.compile(r"[^\n{}\[\]<>\"]{1,200}\.[a-z]{1,8}")  # somebody means the file, not these letters


def read(
    what: str | bytes | os.PathLike[str] | dict[str, Any],
    seed: int | None = None,
    deal: str = "at once",
) -> Position:
    """The position that a line or a document tells, or the one that a record ends with, with its history.

    A `str`, or `bytes` in UTF-8, is the line, document or record itself, a `Path` the file with it, and a
    `dict` a document. What `Position.to_bytes` has packed doesn't say its game: `Game.from_bytes` reads it.
    """
    if isinstance(what, dict):
        return _laid(what, seed, deal)
    text = _text(what).strip("\ufeff \t\r\n")
    if text.startswith(FORMAT):
        position = Record.from_text(text + "\n").replay(deal="by hand")
        return position if deal == "by hand" else position.copy_with_dealer(seed)
    if lines.is_line(text):
        return _laid(lines.read(text), seed, deal)
    if text.startswith("{"):
        return _laid(_loaded(text), seed, deal)
    if FILE_NAME.fullmatch(text):
        raise wrong(
            "{text} looks like the name of a file; in Python a Path is read, not its name", text=short(text)
        )
    raise wrong("this is no position in one line, no document and no record: {text}", text=short(text))


def _laid(document: Any, seed: int | None, deal: str) -> Position:
    game = Game.enveloped(document)
    told = document | {"options": game.envelope()["options"]}  # the usual ones may be left out
    return game.position(told, seed, deal=deal)


def _text(what: object) -> str:
    if isinstance(what, os.PathLike):
        return read_text(what)
    if not isinstance(what, str | bytes | bytearray):
        raise wrong(
            "what is read is a text, a document or the Path of a file, not {value}", value=short(what)
        )
    if len(what) > SIZE_MAX:
        raise wrong("this text is longer than {most} characters", most=SIZE_MAX)
    return what if isinstance(what, str) else _decoded(what)


def _decoded(packed: bytes | bytearray) -> str:
    """Bytes as text. Those of a table are none: they have zeros."""
    try:
        text = packed.decode("utf8")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise wrong("these bytes are no text; those of Position.to_bytes are read by Game.from_bytes")
    return text


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):  # no JSON, or numbers of thousands of digits
        raise wrong("this document is no JSON") from None


def wrong(template: str, **facts: Any) -> PositionError:
    return PositionError([Message(template, **facts)])
