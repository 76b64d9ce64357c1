"""What the tables of all games show in the same way: who plays, what can be clicked, what happened last."""

from collections.abc import Callable, Hashable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, ClassVar, Protocol

import numpy as np

from azulejos.core.contract import OVER, STORY_ROW
from azulejos.core.plain import Plain
from azulejos.draw.gallery import GALLERY, Asked
from azulejos.draw.shapes import circle, group, label, path, rect, star
from azulejos.draw.theme import DISPLAY, Theme
from azulejos.draw.tiles import BOLD, MIDDLE
from azulejos.draw.view import Part, View, choice, counter, place, spot

WIDTH = 340  # of a part: on a phone a unit is a pixel
TARGET = 44  # the least side of what can be clicked
CLEAR: dict[str, Any] = {"fill": "#fff", "fill_opacity": "0"}  # a hit area: there, but not seen
MINUS = "\N{MINUS SIGN}"
PLATE = 48  # the radius of a factory
NOWHERE = -1
ROW: tuple[str, ...] = STORY_ROW.names or ()
NO_SEAT = -1


def points_text(points: int) -> str:
    """Points as they are printed, with a true minus sign."""
    return f"{MINUS}{-points}" if points < 0 else f"+{points}"


def shortened(name: str, most: int) -> str:
    return name if len(name) <= most else name[: most - 1] + "\N{HORIZONTAL ELLIPSIS}"


def fitted(words: str, width: float, size: float) -> float:
    """The size in which words in bold are no wider than that, at most `size`."""
    return min(size, round(width / (0.66 * max(len(words), 1)), 1))


def moment(t: Any, state: Any) -> str:
    """Which round and turn it is, for titles."""
    if state.to_move == OVER:
        return t("Round {n}, the game is over", n=state.round_number)
    return t("Round {n}, turn {turn}", n=state.round_number, turn=state.turn_number)


def _row(values: tuple[int, ...]) -> SimpleNamespace:
    """A row of a story by its fields: in a tenth of the time that a record takes."""
    return SimpleNamespace(**dict(zip(ROW, values, strict=True)))


class Marks:
    """Where something happened in the last turn, and the points it brought: (seat or -1, place)."""

    NEW_ROUND: ClassVar[int]  # what is told when one begins
    LASTING: ClassVar[range]  # places of boards that still show then what happened before

    def __init__(self, rows: np.ndarray | None = None) -> None:
        self.places: set[tuple[int, int]] = set()
        self.points: dict[tuple[int, int], int] = {}
        if rows is None:
            return
        told = [_row(row) for row in rows.tolist()]
        for row in told:
            self._read(row)
        if any(row.what == self.NEW_ROUND for row in told):
            self.places = {(seat, at) for seat, at in self.places if seat != NO_SEAT and at in self.LASTING}

    def _read(self, row: Any) -> None:
        """Mark what a row of the story tells. Each game says how."""
        raise NotImplementedError

    def has(self, at: int, seat: int = -1) -> bool:
        return (seat, at) in self.places

    def of(self, seat: int) -> "Marks":
        """Those at the places of one seat, or of none (-1)."""
        own = Marks()
        own.places = {key for key in self.places if key[0] == seat}
        own.points = {key: points for key, points in self.points.items() if key[0] == seat}
        return own

    def key(self) -> Hashable:
        return frozenset(self.places), frozenset(self.points.items())


# ------------------------------------------------------------------------------------------------
# The offer


def legend_part(legend: Callable[[View], Part], view: View) -> Part:
    """The legend of a game, drawn once for each style."""

    def draw(_: Asked) -> Part:
        return legend(View((), theme=view.theme, t=view.t, prefix=view.prefix, letters=view.letters))

    return GALLERY.get((legend, view.style), {}, draw)


class Offers(Protocol):
    """What draws the offer of a game."""

    def __call__(self, state: Any, view: View, marks: Any) -> Any: ...


def offer_part(offer: Offers, state: Plain, view: View, marks: Marks, shows_players: bool = False) -> Part:
    """The offer, unless it was drawn before. It is given what is in the key, and nothing else."""
    shown = state if shows_players else state.only(name for name in vars(state) if name != "players")
    its = marks.of(NO_SEAT)
    key = offer, view.names, view.last is not None, view.style, shown.key(), its.key()

    def draw(legal: Asked) -> Part:
        return offer(shown, replace(view, seat=None, turn=None, legal=legal), its).part()

    return GALLERY.get(key, view.legal, draw)


def last_ring(paint: Theme) -> dict[str, Any]:
    """The line around where something happened."""
    return {"fill": "none", "stroke": paint.accent, "stroke_width": "3", "class_": "last"}


def factory_number(paint: Theme, factory: int, rim: str) -> str:
    disc = circle(0, -41.5, 7, fill=paint.panel, stroke=rim, stroke_width=1)
    return disc + label(0, -38, str(factory + 1), 9.5, fill=paint.ink, **BOLD, **MIDDLE)


def slices(counts: list[int], slots: int = 0) -> list[tuple[int, float, float]]:
    """The colours on a plate and the slice in which the tiles of each lie, as angles.

    Large groups come first: pairs then lie side by side. `slots`: how many tiles have room, if that is fixed.
    """
    colours = sorted((c for c in range(len(counts)) if counts[c]), key=lambda c: -counts[c])
    slice_ = 360 / (slots or max(sum(counts), 1))
    found, begin = [], 0
    for colour in colours:
        end = begin + counts[colour]
        found.append((colour, begin * slice_, end * slice_))
        begin = end
    return found


# ------------------------------------------------------------------------------------------------
# A board


class Board:
    """One player's board: what every game's board has."""

    SHOWS: ClassVar[tuple[str, ...]] = ()  # fields of the table, besides those of the player
    SHOWS_IN_TURN: ClassVar[tuple[str, ...]] = ()  # more of them, as long as it is this player's turn

    SHOWS_OWN: ClassVar[bool] = True  # is the board of whoever looks another one?

    @staticmethod
    def active(state: Any) -> int:
        """The seat whose turn it is."""
        return state.to_move

    @classmethod
    def drawn(cls, state: Any, seat: int, view: View, marks: Marks) -> Part:
        """The board, unless it was drawn before. It is given what is in the key, and nothing else."""
        in_turn = cls.active(state) == seat
        shown = state.only(
            cls.SHOWS + cls.SHOWS_IN_TURN if in_turn else cls.SHOWS,
            to_move=state.to_move if in_turn else (seat + 1) % state.players_n,  # somebody else's turn
            players={seat: state.players[seat]},
        )
        is_own = cls.SHOWS_OWN and view.seat == seat
        its, names = marks.of(seat), tuple(name if at == seat else "" for at, name in enumerate(view.names))
        turn = view.turn if view.turn in (seat, None) else NO_SEAT
        key = cls, seat, names, is_own, turn, view.last is not None, view.style, shown.key(), its.key()

        def draw(legal: Asked) -> Part:
            own = seat if is_own else None
            return cls(shown, seat, replace(view, names=names, seat=own, turn=turn, legal=legal), its).part()

        return GALLERY.get(key, view.legal, draw)

    def part(self) -> Part:
        raise NotImplementedError

    def __init__(self, state: Any, seat: int, view: View, marks: Marks) -> None:
        self.state, self.seat, self.view, self.marks = state, seat, view, marks
        self.player, self.paint, self.t = state.players[seat], view.paint, view.t
        self.is_turn = bool(state.to_move == seat)
        # Only the seat that is asked has choices on its board.
        self.legal = view.legal if self.is_turn else {}

    def _place(self, name: str, *children: str) -> str:
        return place(name, *children, seat=self.seat)

    def _choice(self, name: str, *children: str) -> str:
        return choice(self.view, name, *children) if name in self.legal else self._spot(name, *children)

    def _spot(self, name: str, *children: str) -> str:
        """What can't be chosen now, but perhaps before or after: only who looks on at the own board asks."""
        is_own = not self.SHOWS_OWN or self.view.seat == self.seat or self.is_turn
        return spot(name, *children) if is_own else "".join(children)

    @property
    def has_turn(self) -> bool:
        """Is it shown as the one to move? It is as long as its turn is only a draft."""
        return self.is_turn if self.view.turn is None else self.view.turn == self.seat

    def _panel(self, height: float) -> str:
        edge = (
            {"stroke": self.paint.gilt, "stroke_width": 3.5} if self.has_turn else {"stroke": self.paint.edge}
        )
        return rect(2, 2, WIDTH - 4, height - 4, 12, fill=self.paint.panel, **edge)

    def _head(self, name: str, most: int = 18) -> str:
        """Who it is, who is to move, and the score."""
        x = 32 if self.has_turn else 14
        words = label(x, 33, shortened(name, most), 20, fill=self.paint.ink, font_family=DISPLAY)
        ink = {"fill": self.paint.ink, "text_anchor": "end", **BOLD}
        score = counter(326, 38, int(self.player.score), 33, "score", data_seat=self.seat, **ink)
        turn = path(star(4, 9, 4, 20, 27), fill=self.paint.gilt, class_="turn") if self.has_turn else ""
        return group(turn, words, score, class_="head")

    def _edge(self, name: str, at: int) -> dict[str, Any]:
        """Gilt where something may go, in the accent colour where something went."""
        if name in self.legal:
            return {"stroke": self.paint.gilt, "stroke_width": 2.6}
        if self.marks.has(at, self.seat):
            return {"stroke": self.paint.accent, "stroke_width": 2.4, "class_": "last"}
        return {"stroke": self.paint.edge}

    def _gained(self, x: float, y: float, points: int) -> str:
        """Points beside the tile that earned them."""
        disc = circle(x, y, 10, fill=self.paint.panel, stroke=self.paint.accent, stroke_width=1.4)
        return disc + label(x, y + 4.2, points_text(points), 11, fill=self.paint.ink, **BOLD, **MIDDLE)
