"""Positions as documents. Reading one, every value is checked, every problem collected, and none raises."""

from collections.abc import Sequence
from typing import Any

from azulejos.core.contract import CHANCE, OVER
from azulejos.core.message import Message
from azulejos.core.table import STEPS_MAX, TURNS_PER_ROUND

POINTS_AHEAD = 100  # a table laid by hand may show that many points more than its boards can have brought
HEADER_KEYS = ("round", "turn", "step", "phase", "to_move")


class Reader:
    """Reads values out of a document. A wrong one becomes a problem, and a harmless value is returned."""

    def __init__(self) -> None:
        self.problems: list[Message] = []

    def wrong(self, template: str, **facts: Any) -> None:
        self.problems.append(Message(template, **facts))

    def mapping(self, value: object, where: str, keys: Sequence[str]) -> dict[str, Any]:
        """A mapping with no other keys than these. A missing one is None for the caller to fill."""
        if not isinstance(value, dict):
            self.wrong("{where}: expected a mapping, got {value}", where=where, value=short(value))
            return dict.fromkeys(keys)
        for key in value:
            if key not in keys:
                self.wrong(
                    "{where}: unknown entry {key}; known are {keys}",
                    where=where,
                    key=short(key),
                    keys=", ".join(keys),
                )
        return {key: value.get(key) for key in keys}

    def whole(self, value: object, where: str, low: int, high: int, default: int) -> int:
        """A whole number from `low` to `high`."""
        if value is None:
            return default
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self.wrong(
            "{where}: expected a whole number from {low} to {high}, got {value}",
            where=where,
            low=low,
            high=high,
            value=short(value),
        )
        return default

    def one_of(self, value: object, where: str, names: Sequence[str], default: int | None = None) -> int:
        """The index of one of these names. Without a default it may not be missing."""
        if value is None and default is not None:
            return default
        if isinstance(value, str) and value in names:
            return names.index(value)
        self.wrong(
            "{where}: expected one of {names}, got {value}",
            where=where,
            names=", ".join(names),
            value=short(value),
        )
        return default or 0

    def flag(self, value: object, where: str) -> bool:
        """True or false; false if left out."""
        if value is None or isinstance(value, bool):
            return bool(value)
        self.wrong("{where}: expected true or false, got {value}", where=where, value=short(value))
        return False

    def items(self, value: object, where: str, most: int) -> list[Any]:
        """A list of at most so many values."""
        if value is None:
            return []
        if isinstance(value, list) and len(value) <= most:
            return value
        if isinstance(value, list):
            self.wrong(
                "{where}: {count} entries where {most} is the most",
                where=where,
                count=len(value),
                most=most,
            )
        else:
            self.wrong("{where}: expected a list, got {value}", where=where, value=short(value))
        return []

    def exactly(self, value: object, where: str, count: int) -> list[Any]:
        """A list of exactly so many values, or nothing at all."""
        values = self.items(value, where, count)
        if values and len(values) != count:
            self.wrong(
                "{where}: expected {count} entries, got {got}",
                where=where,
                count=count,
                got=len(values),
            )
        return [*values, *[None] * count][:count]

    def counts(self, value: object, where: str, names: Sequence[str], most: int) -> list[int]:
        """How many of each name: a mapping from names to whole numbers."""
        if value is None:
            return [0] * len(names)
        entries = self.mapping(value, where, names)
        return [self.whole(entries[name], f"{where}, {name}", 0, most, 0) for name in names]


def short(value: object) -> str:
    """A value as it may be shown in a message: one line, not too long, whatever it is."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, a list that holds itself
        text = type(value).__name__
    return text if len(text) <= 60 else f"{text[:57]}..."


# ------------------------------------------------------------------------------------------------
# What the documents of all games have in common


def seat_names(state: Any) -> list[str]:
    return [f"seat-{seat + 1}" for seat in range(state.players_n)]


def who(to_move: int) -> str:
    """A seat, CHANCE or the end, as documents name them."""
    return {CHANCE: "chance", OVER: "over"}.get(int(to_move), f"seat-{to_move + 1}")


def seat_or_none(seat: int) -> str | None:
    return None if seat < 0 else who(seat)


def counts(names: Sequence[str], tiles: Any) -> dict[str, int]:
    """How many of each there are, without those that aren't there."""
    return {name: int(count) for name, count in zip(names, tiles, strict=True) if count}


def write_header(state: Any, phases: Sequence[str]) -> dict[str, Any]:
    return {
        "round": int(state.round_number),
        "turn": int(state.turn_number),
        "step": int(state.step),
        "phase": phases[state.phase_id],
        "to_move": who(state.to_move),
    }


def read_header(
    reader: Reader,
    entries: dict[str, Any],
    state: Any,
    phases: Sequence[str],
    default: int,
    rounds: int,
    first: int = 1,
) -> None:
    """Round, turn and phase. The step follows when it is known which phases are later questions.

    A round left out is the first one, or the `first` that a game names.
    """
    state.phase_id = reader.one_of(entries["phase"], "phase", phases, default)
    state.round_number = reader.whole(entries["round"], "round", 1, rounds, first)
    state.turn_number = reader.whole(entries["turn"], "turn", 0, TURNS_PER_ROUND * state.round_number, 1)
    seats = seat_names(state)
    mover = reader.one_of(entries["to_move"], "to_move", (*seats, "chance", "over"), 0)
    state.to_move = (*range(len(seats)), CHANCE, OVER)[mover]


def read_step(reader: Reader, entries: dict[str, Any], state: Any, is_later: bool) -> None:
    state.step = reader.whole(entries["step"], "step", 0, STEPS_MAX, int(is_later))


def read_bag(
    reader: Reader, value: object, state: Any, names: Sequence[str], right: int, elsewhere: Sequence[int]
) -> None:
    """There are so many tiles of each colour, wherever they lie; a bag left out holds the missing ones."""
    bag = reader.counts(value, "bag", names, right * len(names))
    for colour, name in enumerate(names):
        count = bag[colour] if value is not None else max(0, right - elsewhere[colour])
        state.bag[colour] = count
        if count + elsewhere[colour] != right:
            reader.wrong(
                "{count} {colour} tiles in all; there must be {right}",
                count=count + elsewhere[colour],
                colour=name,
                right=right,
            )


def check_mover(reader: Reader, state: Any, phases: Sequence[str], is_seats: bool) -> bool:
    """Is somebody to move who can be in this phase? The last phase is the end."""
    is_over = state.phase_id == len(phases) - 1
    if is_seats == (state.to_move >= 0) and is_over == (state.to_move == OVER):
        return True
    reader.wrong(
        "in phase {phase} it can't be the turn of {who}",
        phase=phases[state.phase_id],
        who=who(state.to_move),
    )
    return False


def check_score(reader: Reader, seat: int, score: int, most: int) -> None:
    """No more points than what lies there can have brought, or little more: that stays true in play."""
    if score > most + POINTS_AHEAD:
        reader.wrong(
            "{who} has {score} points; what lies there can have brought {most} at most",
            who=who(seat),
            score=int(score),
            most=most,
        )


def check_filling(reader: Reader, filled: Sequence[int], room: Sequence[int]) -> None:
    """Factories are filled one after the other, and the last tile is still missing."""
    left = sum(filled)
    right = []
    for most in room:
        right.append(min(most, left))
        left -= right[-1]
    if list(filled) != right or sum(filled) >= sum(room):
        reader.wrong("factories are filled one after the other, up to {room} tiles", room=_listed(room))


def _listed(numbers: Sequence[int]) -> str:
    """The numbers, or the one that they all are."""
    return ", ".join(map(str, numbers if len(set(numbers)) > 1 else numbers[:1]))
