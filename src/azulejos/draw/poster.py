"""The poster of a finished game: all boards at equal size, the winner's in gilt, and whose game it was.

There is no offer, for nothing lies in it any more, and no legend: whoever looks knows the game or asks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from azulejos.draw.shapes import label, moved, path, rect, star
from azulejos.draw.theme import DISPLAY
from azulejos.draw.view import Part, View, parts, picture

WIDTH = 400  # of a board
GAP = 26
MARGIN = 40
HEAD = 128  # title and result
FOOT = 52
FRAME = 7  # of the winner's board
SITE = "Azulejos"


@dataclass(frozen=True)
class Told:
    """What is written on a poster."""

    title: str  # of the game
    result: str  # who has won, in a sentence
    date: str


def svg(game: str, state: Any, view: View, winners: Sequence[int], told: Told) -> str:
    drawn = parts(game, state, view)
    boards = [drawn[f"board-{seat}"] for seat in range(len(view.names))]
    columns = 2 if len(boards) == 4 else len(boards)
    high = max(board.height * WIDTH / board.width for board in boards)
    rows = -(-len(boards) // columns)
    width = 2 * MARGIN + columns * WIDTH + (columns - 1) * GAP
    height = HEAD + rows * (high + GAP) + FOOT
    body = [
        rect(0, 0, width, height, fill=view.paint.page),
        drawn["defs"].svg,
        _words(view, told, width, height),
    ]
    for seat, board in enumerate(boards):
        row, column = divmod(seat, columns)
        x, y = MARGIN + column * (WIDTH + GAP), HEAD + row * (high + GAP)
        body.append(_board(view, board, x, y, seat in winners))
    return picture(view, "poster", f"{told.title}. {told.result}", width, height, *body).svg


def _board(view: View, board: Part, x: float, y: float, has_won: bool) -> str:
    """A board; a gilt frame and a star say who has won."""
    scale = WIDTH / board.width
    drawn = moved(x, y, board.svg, scale=scale)
    if not has_won:
        return drawn
    high, out = board.height * scale, FRAME / 2
    look = {"fill": "none", "stroke": view.paint.gilt, "stroke_width": FRAME, "class_": "won"}
    frame = rect(x - out, y - out, WIDTH + FRAME, high + FRAME, 16, **look)
    crown = path(
        star(8, 21, 14, x + WIDTH / 2, y - 2), fill=view.paint.gilt, stroke=view.paint.page, stroke_width=3
    )
    return drawn + frame + crown


def _words(view: View, told: Told, width: float, height: float) -> str:
    """Title and result above the boards, date and place below them, between two thin lines."""
    paint, middle = view.paint, {"text_anchor": "middle"}
    lines = [
        label(
            width / 2, 58, told.title, 42, fill=paint.ink, font_family=DISPLAY, font_weight="700", **middle
        ),
        label(width / 2, 94, told.result, 23, fill=paint.quiet, **middle),
        label(MARGIN, height - 24, told.date, 17, fill=paint.quiet),
        label(
            width - MARGIN, height - 24, SITE, 20, fill=paint.accent, font_family=DISPLAY, text_anchor="end"
        ),
    ]
    frame = {"fill": "none", "stroke": paint.gilt, "stroke_width": 1.5}
    return rect(10, 10, width - 20, height - 20, 6, **frame) + "".join(lines)
