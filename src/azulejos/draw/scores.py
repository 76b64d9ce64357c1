"""Scores over the rounds of a game.

Seats differ by colour and dashes, and each line ends in its player's name.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from azulejos.draw.review import COLOURS, DASHES, spread
from azulejos.draw.shapes import circle, element, group, label, number, path
from azulejos.draw.theme import TEXT, THEMES, Theme

WIDTH, HEIGHT = 320, 170
LEFT, RIGHT = 26, WIDTH - 84
TOP, BOTTOM = 10, HEIGHT - 20
SIZE = 11  # of letters
LINE_HEIGHT = 13
NAME_LENGTH = 11
SCALE_LEAST = 10  # points that are shown at least
CROWDED = 60  # points above which every second line of the scale is left out


@dataclass(frozen=True)
class _Panel:
    """Where values stand on the page."""

    rounds: int
    least: int
    most: int

    def x(self, rounds: int) -> float:
        return LEFT + (RIGHT - LEFT) * rounds / self.rounds

    def y(self, points: int) -> float:
        return BOTTOM - (BOTTOM - TOP) * (points - self.least) / (self.most - self.least)


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
    lines = [list(accumulate(won)) for won in zip(before, *rounds.values(), strict=True)]
    reached = [points for line in lines for points in line]
    panel = _Panel(len(rounds), min(0, *reached), max(SCALE_LEAST, *reached))
    paint, colours = THEMES[theme], COLOURS[theme]
    ends = spread([panel.y(line[-1]) for line in lines], LINE_HEIGHT, BOTTOM, TOP)
    heading = t("Scores over the rounds")
    return element(
        "svg",
        _scale(panel, paint),
        *(
            label(panel.x(i), HEIGHT - 5, f"{name}", SIZE, fill=paint.quiet, text_anchor="middle")
            for i, name in enumerate(rounds, start=1)
        ),
        *(
            _line(seat, line, names[seat], ends[seat], panel, colours[seat])
            for seat, line in enumerate(lines)
        ),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        font_family=TEXT,
        role="img",
        aria_label=heading,
    )


def _scale(panel: _Panel, paint: Theme) -> str:
    step = 20 if panel.most - panel.least > CROWDED else 10
    parts = []
    for value in range(-(-panel.least // step) * step, panel.most + 1, step):
        y = panel.y(value)
        parts.append(path(f"M{LEFT} {number(y)}H{RIGHT}", stroke=paint.edge))
        words = f"{value}".replace("-", "−")
        parts.append(label(LEFT - 5, y + 4, words, SIZE, fill=paint.quiet, text_anchor="end"))
    return group(*parts)


def _line(seat: int, line: Sequence[int], name: str, name_at: float, panel: _Panel, colour: str) -> str:
    points = [(panel.x(i), panel.y(reached)) for i, reached in enumerate(line)]
    short = name if len(name) <= NAME_LENGTH else name[: NAME_LENGTH - 1] + "…"
    stroke = {"stroke": colour, "stroke_width": 2.2, "stroke_dasharray": DASHES[seat]}
    d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return group(
        path(d, class_="line", fill="none", stroke_linejoin="round", **stroke),
        circle(*points[-1], 3.5, fill=colour),
        label(RIGHT + 8, name_at + 4, short, SIZE, fill=colour, font_weight="600"),
    )
