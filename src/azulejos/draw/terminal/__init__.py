"""Tables drawn with characters, for rich. Every colour has its own glyph, so none is needed."""

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import RenderableType

Translate = Callable[..., str]


@dataclass(frozen=True)
class Terminal:
    """What a terminal can show."""

    has_colours: bool
    is_ascii: bool


def table(game: str, state: Any, names: Sequence[str], t: Translate, terminal: Terminal) -> RenderableType:
    """The whole table of a game. `t` puts the labels into words."""
    return importlib.import_module(f"azulejos.draw.terminal.{game}").table(state, names, t, terminal)


def closeup(
    game: str, state: Any, names: Sequence[str], t: Translate, terminal: Terminal
) -> RenderableType | None:
    """Where the choices of a later question of a turn lie, if the game draws that: else None."""
    drawing = importlib.import_module(f"azulejos.draw.terminal.{game}")
    return drawing.closeup(state, names, t, terminal) if hasattr(drawing, "closeup") else None
