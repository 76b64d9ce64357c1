"""Scores over the rounds of a game.

Seats differ by colour, dashes and the mark at the end, and each line ends in its player's name.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate

from azulejos.draw.charts import Axis, Panel, line, mark, sheet, short, spread
from azulejos.draw.shapes import group, label
from azulejos.draw.theme import THEMES

WIDTH, HEIGHT = 320, 170
LEFT, RIGHT = 26, WIDTH - 84
TOP, BOTTOM = 10, HEIGHT - 20
SIZE = 11  # of letters
LINE_HEIGHT = 13
NAME_LENGTH = 11
SCALE_LEAST = 10  # points that are shown at least
CROWDED = 60  # points above which every second line of the scale is left out


def chart(
    before: Sequence[int],
    rounds: Mapping[int, Sequence[int]],
    names: Sequence[str],
    theme: str,
    t: Callable[..., str],
) -> str:
    """A line for each seat, from what it had before to its score.

    `rounds`: the points of each seat in each round.
    """
    lines = [list(accumulate(each)) for each in zip(before, *rounds.values(), strict=True)]
    reached = [points for won in lines for points in won]
    least, most = min(0, *reached), max(SCALE_LEAST, *reached)
    panel = Panel(Axis(0, len(rounds), LEFT, RIGHT), Axis(least, most, BOTTOM, TOP), THEMES[theme], SIZE)
    ends = spread([panel.up.at(won[-1]) for won in lines], LINE_HEIGHT, BOTTOM, TOP)
    step = 20 if most - least > CROWDED else 10
    scale = range(-(-least // step) * step, most + 1, step)
    return sheet(
        WIDTH,
        HEIGHT,
        t("Scores over the rounds"),
        panel.scale(scale, lambda value: f"{value}".replace("-", "−"), LEFT, RIGHT, gap=5),
        *(
            panel.words(panel.across.at(i), HEIGHT - 5, f"{name}", text_anchor="middle")
            for i, name in enumerate(rounds, start=1)
        ),
        *(_line(seat, won, names[seat], ends[seat], panel) for seat, won in enumerate(lines)),
    )


def _line(seat: int, won: Sequence[int], name: str, name_at: float, panel: Panel) -> str:
    points, colour = [panel.point(i, reached) for i, reached in enumerate(won)], panel.paint.seats[seat]
    bold = {"fill": colour, "font_weight": "600"}
    return group(
        line(seat, points, colour, class_="line"),
        mark(seat, *points[-1], 3.5, colour),
        label(RIGHT + 8, name_at + 4, short(name, NAME_LENGTH), SIZE, **bold),
    )
