"""Duel as pictures. It is told what is legal and what is known, and knows no rule."""

from textwrap import wrap
from typing import Any

from azulejos.draw.common import WIDTH, legend_part, offer_part
from azulejos.draw.duel.board import HEIGHT_OTHER, Board
from azulejos.draw.duel.offer import Offer
from azulejos.draw.duel.pieces import Marks, colour_names, shapes_in_common
from azulejos.draw.shapes import label, use
from azulejos.draw.theme import DISPLAY
from azulejos.draw.tiles import MIDDLE
from azulejos.draw.view import Part, View, picture
from azulejos.games.duel.board import COLOURS, PLAYERS


def parts(state: Any, view: View) -> dict[str, Part]:
    marks = Marks(view.last)
    boards = {f"board-{seat}": Board.drawn(state, seat, view, marks) for seat in range(PLAYERS)}
    offer = offer_part(Offer, state, view, marks, shows_players=True)
    defs = shapes_in_common(view.theme, view.letters, view.prefix)
    return {"defs": defs, "offer": offer, **boards, "legend": legend_part(_legend, view)}


def _legend(view: View) -> Part:
    """Which motif is which colour, and what special and wild spaces look like."""
    t, ink = view.t, view.paint.ink
    heading = label(WIDTH / 2, 40, t("Duel"), 24, fill=ink, font_family=DISPLAY, **MIDDLE)
    left = zip((f"tile-{colour}" for colour in COLOURS), colour_names(t), strict=True)
    right = (
        ("space-special", t("special space")),
        ("tile-special", t("special tile")),
        ("space-wild", t("wild space")),
        ("tile-chip", t("chip")),
        ("tile-start", t("starting-player tile")),
    )
    body = [heading, *_column(view, 38, left), *_column(view, 176, right)]
    return picture(view, "legend", t("Duel"), WIDTH, HEIGHT_OTHER, *body)


def _column(view: View, x: float, rows: Any) -> list[str]:
    drawn = []
    for row, (name, words) in enumerate(rows):
        y = 84 + 48 * row
        drawn.append(use(view.id(name), x, y, 36))
        for i, line in enumerate(wrap(words, 16)):
            drawn.append(label(x + 26, y + 6 + 17 * i, line, 15.5, fill=view.paint.ink))
    return drawn
