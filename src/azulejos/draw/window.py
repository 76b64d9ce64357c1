"""A table for the shop window: what can be taken, and one player's board beside it. Nothing around them."""

from typing import Any

from azulejos.draw.shapes import moved
from azulejos.draw.view import GAP, View, parts, picture

HEIGHT = 480


def svg(game: str, state: Any, view: View) -> str:
    """The offer and the board of the seat that looks, equally high, on no ground of their own."""
    drawn = parts(game, state, view)
    body, x = [drawn["defs"].svg], 0.0
    for part in (drawn["offer"], drawn[f"board-{view.seat or 0}"]):
        scale = HEIGHT / part.height
        body.append(moved(x, 0, part.svg, scale=scale))
        x += part.width * scale + GAP
    return picture(view, "window", drawn["offer"].title, x - GAP, HEIGHT, *body).svg
