"""What the tables of all games share when they are drawn with characters."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from rich.console import RenderableType
from rich.panel import Panel
from rich.text import Text

from azulejos.draw.common import moment
from azulejos.draw.terminal import Translate
from azulejos.draw.theme import THEMES, contrast, luminance, mix

LIGHT, WHITE = THEMES["light"], "#ffffff"
GOLD = LIGHT.gilt
DIM = 0.03  # a glaze that is darker than this would be lost in a dark window
SEEN = 0.15  # ... and a small sign that is darker than this


@dataclass(frozen=True)
class Paints:
    """How pieces of several colours look, one after the other: words on a tile, the tile, its empty place."""

    inks: tuple[str, ...]
    glazes: tuple[str, ...]
    pale: tuple[str, ...]

    @classmethod
    def of(cls, colours: Iterable[str]) -> "Paints":
        """The paints of the drawings, in windows of which nobody knows how bright they are."""
        glazes = [LIGHT.glazes[colour] for colour in colours]
        bases = [
            glaze.base if luminance(glaze.base) > DIM else mix(glaze.base, WHITE, 0.1) for glaze in glazes
        ]
        inks = [max((WHITE, LIGHT.ink), key=partial(contrast, base)) for base in bases]
        return cls(tuple(inks), tuple(bases), tuple(lifted(glaze.tint) for glaze in glazes))


def lifted(colour: str) -> str:
    """A colour that is seen in dark windows and in bright ones."""
    brighter = (mix(colour, WHITE, share / 10) for share in range(3, 10))
    return next(one for one in brighter if luminance(one) > SEEN)


def label(text: str, style: str) -> Text:
    """The beginning of a line; its style ends where it ends."""
    return Text().append(text, style=style)


def headline(state: Any, t: Translate) -> Text:
    return label(moment(t, state), "bold")


def framed(state: Any, seat: int, name: str, arrow: str, body: RenderableType) -> Panel:
    """A board in a frame that says whose it is, the score, and whose turn it is."""
    is_turn = state.to_move == seat
    title = f"{arrow} {name}" if is_turn else name
    return Panel(
        body,
        title=Text(f"{title}  {state.players[seat].score}", style="bold"),
        border_style=GOLD if is_turn else "dim",
        expand=False,
    )
