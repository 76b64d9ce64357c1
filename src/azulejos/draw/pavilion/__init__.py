"""Summer Pavilion as pictures. It is told what is legal and knows no rule."""

from textwrap import wrap
from typing import Any

from azulejos.draw.common import WIDTH, legend_part, offer_part
from azulejos.draw.pavilion.board import HEIGHT_OTHER, Board
from azulejos.draw.pavilion.offer import Offer
from azulejos.draw.pavilion.pieces import KINDS, Marks, colour_names, shapes_in_common
from azulejos.draw.shapes import label, use
from azulejos.draw.theme import DISPLAY
from azulejos.draw.tiles import BOLD, MIDDLE
from azulejos.draw.view import Part, View, picture
from azulejos.games.pavilion.board import COLOURS, MANY_COLOURS_POINTS, STAR_POINTS


def parts(state: Any, view: View) -> dict[str, Part]:
    marks = Marks(view.last)
    boards = {f"board-{seat}": Board.drawn(state, seat, view, marks) for seat in range(state.players_n)}
    offer = offer_part(Offer, state, view, marks)
    defs = shapes_in_common(view.theme, view.letters, view.prefix, int(state.board_side))
    return {"defs": defs, "offer": offer, **boards, "legend": legend_part(_legend, view)}


def _legend(view: View) -> Part:
    """Which motif is which colour and what its star scores; what windows, statues and pillars bring."""
    words, ink = view.t("Summer Pavilion"), view.paint.ink
    heading = label(WIDTH / 2, 40, words, 24, fill=ink, font_family=DISPLAY, **MIDDLE)
    body = [heading, *_star_values(view), *_signs(view)]
    return picture(view, "legend", words, WIDTH, HEIGHT_OTHER, *body)


def _star_values(view: View) -> list[str]:
    t, paint = view.t, view.paint
    symbols = (*(f"tile-{colour}" for colour in COLOURS), "many")
    words = (*colour_names(t), t("many colours"))
    points = (*STAR_POINTS, MANY_COLOURS_POINTS)
    drawn = [label(24, 70, t("Points for a full star"), 13, fill=paint.quiet)]
    for row, name in enumerate(symbols):
        y = 95 + 36 * row
        drawn.append(use(view.id(name), 38, y, 34))
        drawn.append(label(62, y + 6, words[row], 15.5, fill=paint.ink))
        drawn.append(label(196, y + 6, str(points[row]), 16, fill=paint.ink, text_anchor="end", **BOLD))
    return drawn


def _signs(view: View) -> list[str]:
    t, ink = view.t, view.paint.ink
    drawn = [label(218, 70, t("Bonus tiles"), 13, fill=view.paint.quiet)]
    words = (t("window"), t("statue"), t("pillar"))
    for row, kind in enumerate(KINDS):
        drawn.append(use(view.id(kind), 234, 95 + 42 * row, 36))
        drawn.append(label(260, 101 + 42 * row, words[row], 16, fill=ink))
    drawn.append(use(view.id("wild"), 234, 236, 30) + label(260, 241, t("wild tile"), 15, fill=ink))
    drawn.append(use(view.id("tile-start"), 234, 280, 34))
    lines = wrap(t("starting-player tile"), 16)
    return drawn + [label(218, 314 + 17 * i, line, 13, fill=ink) for i, line in enumerate(lines)]
