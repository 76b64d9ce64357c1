"""Clocks: how much time each seat has, from the times of the log's entries alone.

A process that reads the log later, or another one, comes to the same clocks.
"""

from copy import deepcopy
from dataclasses import asdict, dataclass
from typing import Any, Literal

from azulejos.bots import check_bot
from azulejos.bots.strength import PICKED
from azulejos.core.message import Message
from azulejos.errors import OptionError
from azulejos.tell import Words

LIVE, DAYS = "live", "days"
Kind = Literal["live", "days"]
MINUTE, DAY = 60.0, 24 * 3600.0
LEAST, MOST = {LIVE: 10.0, DAYS: MINUTE}, {LIVE: 24 * 3600.0, DAYS: 60 * DAY}
INCREMENT_MOST = 600.0
GRACE = MINUTE  # what somebody has at least who takes a seat back after the flag has fallen


@dataclass(frozen=True)
class Timing:
    """How time is kept at a table.

    live: `seconds` for all turns of a seat together, and `increment` more after each turn.
    days: `seconds` for each turn.
    """

    kind: Kind
    seconds: float
    increment: float = 0.0
    bot: str = PICKED  # plays on where a flag has fallen

    def check(self) -> None:
        """Refuse what makes no sense."""
        if self.kind not in LEAST:
            raise OptionError(Message("clock: {kind} is neither live nor days", kind=repr(self.kind)))
        least, most = LEAST[self.kind], MOST[self.kind]
        if not least <= self.seconds <= most:
            raise OptionError(
                Message(
                    "clock: between {least} and {most} seconds are possible", least=int(least), most=int(most)
                )
            )
        if not 0 <= self.increment <= INCREMENT_MOST or (self.kind == DAYS and self.increment):
            raise OptionError(
                Message(
                    "clock: up to {most} seconds can be added after a turn, in live games",
                    most=int(INCREMENT_MOST),
                )
            )
        check_bot(self.bot)

    def to_body(self) -> dict[str, Any]:
        return asdict(self)

    def told(self, t: Words) -> str:
        """How time is kept, in a few words."""
        if self.kind == DAYS:
            return t("days per turn: {days}", days=f"{self.seconds / DAY:g}")
        minutes, seconds = divmod(int(self.seconds), 60)
        left = f"{minutes}:{seconds:02}"
        return t("clock: {time} + {increment} s per turn", time=left, increment=f"{self.increment:g}")


class Clock:
    """The clocks of a table."""

    def __init__(self, timing: Timing, players: int) -> None:
        self.timing = timing
        self.left = [timing.seconds] * players
        self.seat: int | None = None  # whose clock runs
        self.since = 0.0  # when it began to run
        self._turn = 0  # the number of the turn
        self._begun = [0] * players  # the last turn of each seat for which it was given time
        self._ended = 0  # the last turn after which time was added

    def copy(self) -> "Clock":
        return deepcopy(self)

    def run(self, seat: int | None, turn: int, now: float) -> None:
        """From now on it is the turn of this number, which takes the time of a person's seat, or nobody's.

        Turns that are taken back, or handed over and back, are not given time again.
        """
        if (seat, turn) == (self.seat, self._turn):
            return
        if self.seat is not None:
            self._stop(self.seat, turn, now)
        if seat is not None and turn > self._begun[seat]:
            self._begun[seat] = turn
            if self.timing.kind == DAYS:
                self.left[seat] = self.timing.seconds
        self.seat, self._turn, self.since = seat, turn, now

    def _stop(self, seat: int, next_turn: int, now: float) -> None:
        self.left[seat] = max(0.0, self.left_now(seat, now))
        if next_turn > self._turn > self._ended:
            self._ended = self._turn
            self.left[seat] += self.timing.increment

    def give_grace(self, seat: int) -> None:
        """Somebody is back whose flag has fallen."""
        self.left[seat] = max(self.left[seat], self.timing.seconds if self.timing.kind == DAYS else GRACE)

    def left_now(self, seat: int, now: float) -> float:
        """The seconds that a seat has left; less than none, if its flag has fallen."""
        return self.left[seat] - (now - self.since if seat == self.seat else 0.0)

    def fallen(self, now: float) -> int | None:
        """The seat whose flag has fallen."""
        if self.seat is not None and self.left_now(self.seat, now) <= 0:
            return self.seat
        return None

    def shown(self, now: float) -> dict[str, Any]:
        """What a page shows: seconds left, and whose clock runs."""
        return {
            **self.timing.to_body(),
            "left": [round(self._shown(seat, now), 1) for seat in range(len(self.left))],
            "runs": self.seat,
        }

    def _shown(self, seat: int, now: float) -> float:
        is_whole = self.timing.kind == DAYS and seat != self.seat  # what its next turn will have
        return self.timing.seconds if is_whole else self.left_now(seat, now)
