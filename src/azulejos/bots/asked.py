"""What a bot can be asked: at the turn of a seat, for a time that comes to an end."""

import math
from typing import Any

from azulejos.core.contract import CHANCE
from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.errors import IllegalChoice, OptionError
from azulejos.position import Position


def check_asked(position: Position, seat: int) -> None:
    """Refuse to choose for a seat that isn't asked."""
    turn = position.turn
    if turn == seat:
        return
    position.game.check_seat(seat)
    if turn is None:
        raise IllegalChoice(Message("the game is over: there is nothing to choose"))
    if turn == CHANCE:
        raise IllegalChoice(Message("no player is asked here: chance decides what comes next"))
    raise IllegalChoice(
        Message("seat {seat} isn't asked: it is the turn of seat {turn}", seat=seat, turn=turn)
    )


def check_seconds(seconds: Any) -> float:
    """A time for a turn."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds < math.inf:
        raise OptionError(Message("expected a number of seconds, got {got}", got=short(seconds)))
    return float(seconds)
