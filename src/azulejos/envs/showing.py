"""How a table is shown to whoever watches an environment: as text, or as a drawing."""

from typing import Any

from azulejos import tell
from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.errors import OptionError
from azulejos.position import Position

MODES = ("human", "ansi", "svg")
WIDTH = 120


def check_mode(mode: str | None) -> None:
    """Refuse what is no way to show a table."""
    if mode is not None and mode not in MODES:
        raise OptionError(
            Message(
                "there is no render mode {mode}; there is {modes}", mode=short(mode), modes=", ".join(MODES)
            )
        )


def shown(position: Position, mode: str | None) -> str | None:
    """The table as spectators see it: printed (`human`), as text (`ansi`) or as a drawing (`svg`)."""
    if mode == "svg":
        return position.svg(seat=None)
    text = _text(position)
    if mode == "ansi":
        return text
    print(text)
    return None


def _text(position: Position) -> str:
    from rich.console import Console

    from azulejos.draw.terminal import Terminal, table

    words = tell.words("en")
    names = [position.name_of(seat) or words("Seat {n}", n=seat + 1) for seat in range(position.game.players)]
    state: Any = position.state_known_by(None)
    console = Console(width=WIDTH, color_system=None, force_terminal=False, legacy_windows=False)
    with console.capture() as captured:
        console.print(
            table(position.game.name, state, names, words, Terminal(has_colours=False, is_ascii=False))
        )
    return captured.get()
