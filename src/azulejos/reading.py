"""Whatever people paste: a position in one line, a document or a record. The game is found in it."""

import json
from typing import Any

from azulejos import lines
from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.errors import PositionError
from azulejos.game import Game
from azulejos.position import Position
from azulejos.record import FORMAT, SIZE_MAX, Record


def read(text: str, seed: int | None = None, deal: str = "at once", compiled: bool = True) -> Position:
    """The position that a line or a document tells, or the one that a record ends with, with its history."""
    if not isinstance(text, str):
        raise wrong("a line, a document or a record is text, not {value}", value=short(text))
    if len(text) > SIZE_MAX:
        raise wrong("this text is longer than {most} characters", most=SIZE_MAX)
    text = text.strip("\ufeff \t\r\n")
    if text.startswith(FORMAT):
        position = Record.from_text(text + "\n", compiled).replay(deal="by hand")
        return position if deal == "by hand" else position.copy_with_dealer(seed)
    if lines.is_line(text):
        document = lines.read(text)
    elif text.startswith("{"):
        document = _loaded(text)
    else:
        raise wrong("this is no position in one line, no document and no record: {text}", text=short(text))
    game = Game.enveloped(document)
    told = document | {"options": game.envelope()["options"]}  # the usual ones may be left out
    return game.position(told, seed, deal=deal, compiled=compiled)


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):  # no JSON, or numbers of thousands of digits
        raise wrong("this document is no JSON") from None


def wrong(template: str, **facts: Any) -> PositionError:
    return PositionError([Message(template, **facts)])
