"""The review of a game: the chance to win over its turns, and what each turn has lost.

Seats differ by colour, dashes and the shape of their marks, and each line ends in its player's name.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean

from azulejos.draw.charts import SIZE, Axis, Panel, line, mark, page, short, spread
from azulejos.draw.shapes import group, label, number, path, rect, title
from azulejos.draw.theme import THEMES

WIDTH, HEIGHT = 760, 440
LEFT, RIGHT = 52, WIDTH - 132  # of both panels
CHANCE_TOP, CHANCE_BOTTOM = 54, 250
LOSS_TOP, LOSS_BOTTOM = 308, 392
SMALL = 11  # of letters
LINE_HEIGHT = 17
NAME_LENGTH = 14
BAR_MAX = 9
MARK_GAP = 15  # between two words above bars
LOSS_LEAST = 0.1  # what the lower panel shows at least
LOSS_SHOWN = 0.005  # less is nothing


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


def picture(
    turns: Sequence[Turn], names: Sequence[str], theme: str, t: Callable[..., str], winners: Sequence[int]
) -> str:
    """Two panels, one above the other, with the rounds below."""
    paint = THEMES[theme]
    seats = sorted({turn.seat for turn in turns})
    across = Axis(-0.5, max(1, len(turns)) - 0.5, LEFT, RIGHT)
    most = max([LOSS_LEAST, *(turn.loss for turn in turns)])
    chance = Panel(across, Axis(0.0, 1.0, CHANCE_BOTTOM, CHANCE_TOP), paint, SMALL)
    loss = Panel(across, Axis(0.0, most, LOSS_BOTTOM, LOSS_TOP), paint, SMALL)
    return page(
        WIDTH,
        HEIGHT,
        t("Chance to win, and what turns have lost"),
        _rounds(turns, chance, t),
        chance.scale((0.0, 0.25, 0.5, 0.75, 1.0), percent, LEFT, RIGHT),
        loss.scale((0.0, most), percent, LEFT, RIGHT),
        label(LEFT, LOSS_TOP - 26, t("lost in a turn"), SIZE, fill=paint.quiet),
        *(_bar(i, turn, names, loss, t) for i, turn in enumerate(turns)),
        *_marks(turns, loss),
        *_lines(turns, seats, names, chance, winners),
        *(_column(i, turn, names, chance, t) for i, turn in enumerate(turns)),
        paint=paint,
        left=LEFT,
        described=_described(turns, seats, names, t),
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


def _rounds(turns: Sequence[Turn], panel: Panel, t: Callable[..., str]) -> str:
    """A thin line where a round ends, and its number below the middle of it."""
    paint = panel.paint
    begins = [i for i, turn in enumerate(turns) if i == 0 or turn.round != turns[i - 1].round]
    parts = []
    for begin, end in pairwise([*begins, len(turns)]):
        if begin:
            x = number(panel.across.at(begin - 0.5))
            parts.append(path(f"M{x} {CHANCE_TOP}V{LOSS_BOTTOM}", stroke=paint.edge, stroke_dasharray="1 3"))
        middle = panel.across.at((begin + end - 1) / 2)
        words = f"{turns[begin].round}"
        parts.append(label(middle, LOSS_BOTTOM + 18, words, SIZE, fill=paint.quiet, text_anchor="middle"))
    middle = (LEFT + RIGHT) / 2
    parts.append(label(middle, HEIGHT - 12, t("round"), SIZE, fill=paint.quiet, text_anchor="middle"))
    return group(*parts)


def _bar(i: int, turn: Turn, names: Sequence[str], panel: Panel, t: Callable[..., str]) -> str:
    """What a turn has lost. The shape of its player's mark stands on it."""
    if turn.loss < LOSS_SHOWN:
        return ""
    (x, y), colour = panel.point(i, turn.loss), panel.paint.seats[turn.seat]
    width = min(BAR_MAX, 0.7 * _width(panel))
    words = t("turn {n}, {name}: {loss} lost", n=turn.number, name=names[turn.seat], loss=percent(turn.loss))
    parts = [
        title(words),
        rect(x - width / 2, y, width, LOSS_BOTTOM - y, fill=colour),
        mark(turn.seat, x, y, 3.2, colour),
    ]
    return group(*parts, class_=f"loss seat-{turn.seat}")


def _width(panel: Panel) -> float:
    """How much room a turn has."""
    return panel.across.at(1) - panel.across.at(0)


def _column(i: int, turn: Turn, names: Sequence[str], panel: Panel, t: Callable[..., str]) -> str:
    """What can be pressed to go to a turn: all that stands above its place, invisible."""
    width = _width(panel)
    words = t(
        "turn {n}, {name}: {chance} chance to win, {loss} lost",
        n=turn.number,
        name=names[turn.seat],
        chance=percent(turn.chance),
        loss=percent(turn.loss),
    )
    shape = {"fill": panel.paint.ink, "fill_opacity": 0, "class_": "column", "data_at": turn.at}
    return group(
        title(words),
        rect(panel.across.at(i) - width / 2, CHANCE_TOP, width, LOSS_BOTTOM - CHANCE_TOP),
        **shape,
    )


def _marks(turns: Sequence[Turn], panel: Panel) -> list[str]:
    """How bad the turns were that lost most; where two would overlap, the worse one."""
    marks: list[str] = []
    taken: list[float] = []
    for i, turn in sorted(enumerate(turns), key=lambda entry: -entry[1].loss):
        x, top = panel.point(i, turn.loss)
        if turn.mark and all(abs(x - other) >= MARK_GAP for other in taken):
            taken.append(x)
            bold = {"text_anchor": "middle", "font_weight": "bold"}
            marks.append(label(x, top - 6, turn.mark, SIZE, fill=panel.paint.ink, **bold))
    return marks


def _lines(
    turns: Sequence[Turn], seats: Sequence[int], names: Sequence[str], panel: Panel, winners: Sequence[int]
) -> list[str]:
    """A line for each seat through its own turns; if the game is over, to what became of it."""
    drawn, ends, colours = [], [], panel.paint.seats
    for seat in seats:
        points = [panel.point(i, turn.chance) for i, turn in enumerate(turns) if turn.seat == seat]
        if winners:
            points.append(panel.point(len(turns) - 0.5, 1 / len(winners) if seat in winners else 0.0))
        ends.append(points[-1][1])
        drawn.append(
            group(
                title(names[seat]),
                line(seat, points, colours[seat]),
                *(mark(seat, x, y, 3, colours[seat]) for x, y in points),
                class_=f"chance seat-{seat}",
            )
        )
    for seat, y in zip(seats, spread(ends, LINE_HEIGHT, CHANCE_BOTTOM), strict=True):
        bold = {"fill": colours[seat], "font_weight": "bold"}
        drawn.append(mark(seat, RIGHT + 14, y, 4, colours[seat]))
        drawn.append(label(RIGHT + 24, y + 4, short(names[seat], NAME_LENGTH), SIZE, **bold))
    return drawn
