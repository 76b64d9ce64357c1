"""Queen's Garden as pictures. It is told what is legal and knows no rule."""

from typing import Any

from azulejos.draw.common import WIDTH, fitted, legend_part, offer_part
from azulejos.draw.garden.board import HEIGHT_OTHER, Board
from azulejos.draw.garden.offer import Offer
from azulejos.draw.garden.pieces import REWARDS, Marks, criterion_names, shapes_in_common, sign
from azulejos.draw.shapes import label, use
from azulejos.draw.theme import DISPLAY
from azulejos.draw.tiles import BOLD, MIDDLE
from azulejos.draw.view import Part, View, picture
from azulejos.games.garden.board import COLOURS_N, CRITERIA_N, FEATURE_JOKERS, PATTERNS_N


def parts(state: Any, view: View) -> dict[str, Part]:
    marks = Marks(view.last)
    boards = {f"board-{seat}": Board.drawn(state, seat, view, marks) for seat in range(state.players_n)}
    offer = offer_part(Offer, state, view, marks)
    defs = shapes_in_common(view.theme, view.letters, view.prefix)
    return {"defs": defs, "offer": offer, **boards, "legend": legend_part(_legend, view)}


def _legend(view: View) -> Part:
    """Which border is which colour, which silhouette which pattern, and what surrounding brings."""
    words, ink = view.t("Queen's Garden"), view.paint.ink
    heading = label(WIDTH / 2, 36, words, 24, fill=ink, font_family=DISPLAY, **MIDDLE)
    body = [heading, *_criteria_legend(view), *_feature_legend(view)]
    return picture(view, "legend", words, WIDTH, HEIGHT_OTHER, *body)


def _criteria_legend(view: View) -> list[str]:
    names, ink, drawn = criterion_names(view.t), view.paint.ink, []
    for criterion in range(CRITERIA_N):
        column, row = divmod(criterion, COLOURS_N)
        x, y = 28 + 176 * column, 68 + 36 * row
        drawn.append(sign(view, criterion, x, y, 35))
        drawn.append(label(x + 23, y + 5, names[criterion], fitted(names[criterion], 130, 15), fill=ink))
    for value in range(1, PATTERNS_N + 1):
        y = 73 + 36 * (value - 1)
        drawn.append(label(326, y, str(value), 16, fill=ink, text_anchor="end", **BOLD))
    return drawn


def _feature_legend(view: View) -> list[str]:
    t, ink = view.t, view.paint.ink
    words = (t("fountain"), t("statue"), t("bench"), t("pavilion"))
    drawn = [label(14, 288, t("Jokers for what is surrounded"), 12, fill=view.paint.quiet)]
    for i, (kind, feature) in enumerate(REWARDS.items()):
        x, y = 30 + 82 * i, 318
        drawn.append(use(view.id(kind), x, y, 40))
        drawn.append(label(x + 22, y + 6, f"+{FEATURE_JOKERS[feature]}", 16, fill=ink, **BOLD))
        drawn.append(label(x + 8, y + 34, words[i], fitted(words[i], 76, 12), fill=ink, **MIDDLE))
    return drawn
