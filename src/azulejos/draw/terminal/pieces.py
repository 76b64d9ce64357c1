"""What the tables of all games share when they are drawn with characters."""

from typing import Any

from rich.console import RenderableType
from rich.panel import Panel
from rich.text import Text

from azulejos.draw.common import moment
from azulejos.draw.terminal import Translate

GOLD = "#c08a2b"


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
