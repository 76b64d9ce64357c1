"""The review of a game: the chance to win over its turns, and what each turn has lost.

Seats differ by colour, dashes and the shape of their marks, and each line ends in its player's name.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean
from xml.sax.saxutils import escape

from azulejos.draw.shapes import circle, element, group, label, number, path, rect, title
from azulejos.draw.theme import TEXT, THEMES, Theme

WIDTH, HEIGHT = 760, 440
LEFT, RIGHT = 52, WIDTH - 132  # of both panels
CHANCE_TOP, CHANCE_BOTTOM = 54, 250
LOSS_TOP, LOSS_BOTTOM = 308, 392
HEADING, SIZE, SMALL = 17, 12, 11  # of letters
LINE_HEIGHT = 17
NAME_LENGTH = 14
BAR_MAX = 9
MARK_GAP = 15  # between two words above bars
LOSS_LEAST = 0.1  # what the lower panel shows at least
LOSS_SHOWN = 0.005  # less is nothing

COLOURS = {  # of the seats
    "light": ("#1f4e9c", "#a3222f", "#7d4a22", "#26292f"),
    "dark": ("#7ea6e6", "#ff9c94", "#ecc08f", "#c3c9d3"),
    "contrast": ("#0033cc", "#b00000", "#8a4500", "#000000"),
}
DASHES = (None, "7 3", "2 3", "9 3 2 3")


@dataclass(frozen=True)
class Turn:
    """A turn as it is drawn."""

    at: int  # how many choices came before it
    round: int
    number: int
    seat: int
    chance: float  # to win, before it
    loss: float
    mark: str  # how bad it was: nothing, `?` or `??`


@dataclass(frozen=True)
class _Panel:
    """Where values stand on the page."""

    count: int  # turns
    top: float
    bottom: float
    most: float

    def x(self, turn: float) -> float:
        return LEFT + (RIGHT - LEFT) * (turn + 0.5) / max(1, self.count)

    def y(self, value: float) -> float:
        return self.bottom - (self.bottom - self.top) * value / self.most


def picture(
    turns: Sequence[Turn], names: Sequence[str], theme: str, t: Callable[..., str], winners: Sequence[int]
) -> str:
    """Two panels, one above the other, with the rounds below."""
    paint = THEMES[theme]
    colours = COLOURS[theme]
    seats = sorted({turn.seat for turn in turns})
    chance = _Panel(len(turns), CHANCE_TOP, CHANCE_BOTTOM, 1.0)
    loss = _Panel(len(turns), LOSS_TOP, LOSS_BOTTOM, max([LOSS_LEAST, *(turn.loss for turn in turns)]))
    heading = t("Chance to win, and what turns have lost")
    return element(
        "svg",
        title(heading),
        element("desc", escape(_described(turns, seats, names, t))),
        rect(0, 0, WIDTH, HEIGHT, fill=paint.page),
        label(LEFT, 28, heading, HEADING, fill=paint.ink, font_weight="bold"),
        _rounds(turns, chance, paint, t),
        _scale(chance, paint, (0.0, 0.25, 0.5, 0.75, 1.0)),
        _scale(loss, paint, (0.0, loss.most)),
        label(LEFT, LOSS_TOP - 26, t("lost in a turn"), SIZE, fill=paint.quiet),
        *(_bar(i, turn, names, loss, colours[turn.seat], t) for i, turn in enumerate(turns)),
        *_marks(turns, loss, paint),
        *_lines(turns, seats, names, chance, colours, winners),
        *(_column(i, turn, names, chance, paint, t) for i, turn in enumerate(turns)),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
        font_family=TEXT,
        role="img",
        aria_label=heading,
    )


def _described(
    turns: Sequence[Turn], seats: Sequence[int], names: Sequence[str], t: Callable[..., str]
) -> str:
    """The picture in words."""
    said = []
    for seat in seats:
        own = [turn for turn in turns if turn.seat == seat]
        said.append(
            t(
                "{name}: chance to win from {begin} to {end}; a turn lost {loss} on average, {most} at most.",
                name=names[seat],
                begin=percent(own[0].chance),
                end=percent(own[-1].chance),
                loss=percent(fmean(turn.loss for turn in own)),
                most=percent(max(turn.loss for turn in own)),
            )
        )
    return " ".join(said)


def percent(share: float) -> str:
    """A share of one, in whole hundredths."""
    return f"{round(100 * share)} %"


def _rounds(turns: Sequence[Turn], panel: _Panel, paint: Theme, t: Callable[..., str]) -> str:
    """A thin line where a round ends, and its number below the middle of it."""
    begins = [i for i, turn in enumerate(turns) if i == 0 or turn.round != turns[i - 1].round]
    parts = []
    for begin, end in pairwise([*begins, len(turns)]):
        if begin:
            x = number(panel.x(begin - 0.5))
            parts.append(path(f"M{x} {CHANCE_TOP}V{LOSS_BOTTOM}", stroke=paint.edge, stroke_dasharray="1 3"))
        middle = panel.x((begin + end - 1) / 2)
        words = f"{turns[begin].round}"
        parts.append(label(middle, LOSS_BOTTOM + 18, words, SIZE, fill=paint.quiet, text_anchor="middle"))
    middle = (LEFT + RIGHT) / 2
    parts.append(label(middle, HEIGHT - 12, t("round"), SIZE, fill=paint.quiet, text_anchor="middle"))
    return group(*parts)


def _scale(panel: _Panel, paint: Theme, values: Sequence[float]) -> str:
    parts = []
    for value in values:
        y = panel.y(value)
        parts.append(path(f"M{LEFT} {number(y)}H{RIGHT}", stroke=paint.edge))
        parts.append(label(LEFT - 7, y + 4, percent(value), SMALL, fill=paint.quiet, text_anchor="end"))
    return group(*parts)


def _bar(
    i: int,
    turn: Turn,
    names: Sequence[str],
    panel: _Panel,
    colour: str,
    t: Callable[..., str],
) -> str:
    """What a turn has lost. The shape of its player's mark stands on it."""
    if turn.loss < LOSS_SHOWN:
        return ""
    x, y = panel.x(i), panel.y(turn.loss)
    width = min(BAR_MAX, 0.7 * (RIGHT - LEFT) / panel.count)
    words = t("turn {n}, {name}: {loss} lost", n=turn.number, name=names[turn.seat], loss=percent(turn.loss))
    parts = [
        title(words),
        rect(x - width / 2, y, width, panel.bottom - y, fill=colour),
        _mark(turn.seat, x, y, 3.2, colour),
    ]
    return group(*parts, class_=f"loss seat-{turn.seat}")


def _column(
    i: int, turn: Turn, names: Sequence[str], panel: _Panel, paint: Theme, t: Callable[..., str]
) -> str:
    """What can be pressed to go to a turn: all that stands above its place, invisible."""
    width = (RIGHT - LEFT) / panel.count
    words = t(
        "turn {n}, {name}: {chance} chance to win, {loss} lost",
        n=turn.number,
        name=names[turn.seat],
        chance=percent(turn.chance),
        loss=percent(turn.loss),
    )
    shape = {"fill": paint.ink, "fill_opacity": 0, "class_": "column", "data_at": turn.at}
    return group(
        title(words), rect(panel.x(i) - width / 2, CHANCE_TOP, width, LOSS_BOTTOM - CHANCE_TOP), **shape
    )


def _marks(turns: Sequence[Turn], panel: _Panel, paint: Theme) -> list[str]:
    """How bad the turns were that lost most; where two would overlap, the worse one."""
    marks: list[str] = []
    taken: list[float] = []
    for i, turn in sorted(enumerate(turns), key=lambda entry: -entry[1].loss):
        x, y = panel.x(i), panel.y(turn.loss) - 6
        if turn.mark and all(abs(x - other) >= MARK_GAP for other in taken):
            taken.append(x)
            bold = {"text_anchor": "middle", "font_weight": "bold"}
            marks.append(label(x, y, turn.mark, SIZE, fill=paint.ink, **bold))
    return marks


def _lines(
    turns: Sequence[Turn],
    seats: Sequence[int],
    names: Sequence[str],
    panel: _Panel,
    colours: Sequence[str],
    winners: Sequence[int],
) -> list[str]:
    """A line for each seat through its own turns; if the game is over, to what became of it."""
    drawn, ends = [], []
    for seat in seats:
        points = [(panel.x(i), panel.y(turn.chance)) for i, turn in enumerate(turns) if turn.seat == seat]
        if winners:
            share = 1 / len(winners) if seat in winners else 0.0
            points.append((panel.x(len(turns) - 0.5), panel.y(share)))
        ends.append(points[-1][1])
        d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
        stroke = {"stroke": colours[seat], "stroke_width": 2.2, "stroke_dasharray": DASHES[seat]}
        drawn.append(
            group(
                title(names[seat]),
                path(d, fill="none", stroke_linejoin="round", **stroke),
                *(_mark(seat, x, y, 3, colours[seat]) for x, y in points),
                class_=f"chance seat-{seat}",
            )
        )
    for seat, y in zip(seats, spread(ends, LINE_HEIGHT, CHANCE_BOTTOM), strict=True):
        name = names[seat] if len(names[seat]) <= NAME_LENGTH else names[seat][: NAME_LENGTH - 1] + "…"
        drawn.append(_mark(seat, RIGHT + 14, y, 4, colours[seat]))
        drawn.append(label(RIGHT + 24, y + 4, name, SIZE, fill=colours[seat], font_weight="bold"))
    return drawn


def _mark(seat: int, x: float, y: float, r: float, colour: str) -> str:
    """Disc, square, triangle, diamond."""
    if seat == 0:
        return circle(x, y, r, fill=colour)
    if seat == 1:
        return rect(x - r, y - r, 2 * r, 2 * r, fill=colour)
    corners = (
        ((0, -1.3), (1.2, 0.9), (-1.2, 0.9)) if seat == 2 else ((0, -1.4), (1.4, 0), (0, 1.4), (-1.4, 0))
    )
    d = "M" + "L".join(f"{number(x + r * u)} {number(y + r * v)}" for u, v in corners) + "Z"
    return path(d, fill=colour)


def spread(heights: Sequence[float], gap: float, lowest: float, highest: float = -math.inf) -> list[float]:
    """Labels at these heights, moved apart where they would overlap."""
    spots = list(heights)
    order = sorted(range(len(spots)), key=lambda i: -spots[i])
    limit = lowest
    for i in order:
        spots[i] = min(spots[i], limit)
        limit = spots[i] - gap
    limit = highest
    for i in reversed(order):
        spots[i] = max(spots[i], limit)
        limit = spots[i] + gap
    return spots
