"""Master Chocolatier as pictures. It is told what is legal and knows no rule.

A part is 340 units wide: on a phone a unit is a pixel, and what can be clicked is 44 units large.
"""

from typing import Any

from azulejos.draw.chocolatier.board import Board
from azulejos.draw.chocolatier.offer import Offer
from azulejos.draw.chocolatier.pieces import PIECES, Marks, colour_names, shapes_in_common
from azulejos.draw.common import WIDTH, legend_part, offer_part
from azulejos.draw.shapes import label, use
from azulejos.draw.theme import DISPLAY
from azulejos.draw.tiles import MIDDLE
from azulejos.draw.view import Part, View, picture


def parts(state: Any, view: View) -> dict[str, Part]:
    marks = Marks(view.last)
    boards = {f"board-{seat}": Board.drawn(state, seat, view, marks) for seat in range(state.players_n)}
    return {
        "defs": shapes_in_common(view.theme, view.letters, view.prefix),
        "offer": offer_part(Offer, state, view, marks),
        **boards,
        "legend": legend_part(_legend, view),
    }


def _legend(view: View) -> Part:
    """Which motif is which colour."""
    t, paint = view.t, view.paint
    words = (*colour_names(t), t("starting-player tile"))
    drawn = [label(WIDTH / 2, 46, t("Master Chocolatier"), 24, fill=paint.ink, font_family=DISPLAY, **MIDDLE)]
    for row, word in enumerate(words):
        y = 88 + 42 * row
        drawn.append(use(view.id(f"tile-{PIECES[row]}"), 70, y, 34))
        drawn.append(label(102, y + 6, word, 17, fill=paint.ink))
    return picture(view, "legend", t("Master Chocolatier"), WIDTH, WIDTH, *drawn)
