"""Draws the pictures of the README, made at each release: `python tools/pictures.py [FOLDER]` (docs)."""

import io
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

import azulejos as az
from azulejos import tell
from azulejos.draw.terminal import Terminal
from azulejos.draw.theme import THEMES, channels
from azulejos.terminal import COMMANDS, View, resumed_table

DOCS = Path(__file__).parents[1] / "docs"
NIGHT = THEMES["dark"]
FRAME = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg"
 role="img" aria-label="A game in the terminal">
<style>
.{unique_id}-matrix {{
  font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: {char_height}px; line-height: {line_height}px;
}}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
<rect width="{width}" height="{height}" rx="10" fill="{page}"/>
<g transform="translate(12, 12)" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
COLOURS = ["ink", "red", "green", "gilt", "blue", "purple", "turquoise", "ink"]  # as terminals number them
# Of each game a moment of its middle: the phase in which the first seat is asked, and the first round.
MOMENTS = {
    "chocolatier": ("offer", 4),
    "pavilion": ("offer", 4),
    "duel": ("acting", 4),
    "garden": ("acting", 3),
}


def pictures() -> Iterator[tuple[str, str]]:
    """Each picture with its name."""
    for game, (phase, first_round) in MOMENTS.items():
        position = reached(game, phase, first_round)
        yield game, position.svg(seat=0)
        if game == "chocolatier":
            yield "terminal", in_terminal(position)


@az.ready.now()
def reached(game: str, phase: str, first_round: int) -> az.Position:
    """A game between bots, a few turns into a later round, when the first seat is asked."""
    position = az.Game(game, first=0).start(seed=11, names=["Ala", "Bo"])
    player = az.bot("greedy-1")
    turns = 0
    while turns < 3 or position.phase != phase or position.turn != 0:
        turns += position.round >= first_round and position.step == 0
        position.play(player.choose(position, position.turn or 0))
    return position


def in_terminal(position: az.Position) -> str:
    """The table and the question, as `azulejos play` shows them."""
    console = Console(
        record=True,
        width=84,
        file=io.StringIO(),
        force_terminal=True,
        highlight=False,
        color_system="truecolor",
    )
    view = View("en", console)
    view.terminal = Terminal(has_colours=True, is_ascii=False)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.azul"
        position.record().save(path)
        COMMANDS["board"](resumed_table(path, view), 0)
    view.print(tell.words("en")("Your choice (number or name; ? for help): "))
    frame = FRAME.replace("{page}", NIGHT.page)
    return console.export_svg(title="azulejos play", theme=_night(), code_format=frame, unique_id="azulejos")


def _night() -> TerminalTheme:
    colours = {"ink": NIGHT.ink, "gilt": NIGHT.gilt}
    colours |= {name: glaze.tint for name, glaze in NIGHT.glazes.items()}
    ansi = [tuple(channels(colours[name])) for name in COLOURS]
    return TerminalTheme(tuple(channels(NIGHT.page)), tuple(channels(NIGHT.ink)), ansi)


def main(folder: Path = DOCS) -> None:
    for name, picture in pictures():
        (folder / f"{name}.svg").write_text(picture, encoding="utf8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
