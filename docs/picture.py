"""Draws the pictures of the README: `.venv/bin/python docs/picture.py`."""

import io
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

import azulejos as az
from azulejos import tell
from azulejos.bots import bot
from azulejos.draw.terminal import Terminal
from azulejos.terminal import Table, View

HERE = Path(__file__).parent
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
<rect width="{width}" height="{height}" rx="10" fill="#141c26"/>
<g transform="translate(12, 12)" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
ANSI = [(59, 62, 70), (214, 92, 92), (110, 170, 110), (192, 138, 43), (95, 134, 196), (170, 120, 180)]
NIGHT = TerminalTheme((20, 28, 38), (226, 226, 220), [*ANSI, (110, 180, 180), (226, 226, 220)])
TURNS = 32


def main() -> None:
    game = az.Game("chocolatier", players=2, first=0)
    position = game.start(seed=5, compiled=False, names=["Ala", "greedy-1"])
    player = bot("greedy-1", patient=False)
    while position.turn_number < TURNS or position.turn != 0:
        position.play(player.choose(position, position.turn or 0))
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
    table = Table(position, {}, view, Path("x"))
    view.table(position)
    table._list_choices(0)
    view.print(tell.words("en")("Your choice (number or name; ? for help): "))
    svg = console.export_svg(title="azulejos play", theme=NIGHT, code_format=FRAME, unique_id="azulejos")
    (HERE / "terminal.svg").write_text(svg, encoding="utf8")
    (HERE / "table.svg").write_text(position.svg(seat=0), encoding="utf8")
    for name, phase, first_round in (
        ("pavilion", "offer", 4),
        ("duel", "acting", 4),
        ("garden", "acting", 3),
    ):
        (HERE / f"{name}.svg").write_text(reached(name, phase, first_round).svg(seat=0), encoding="utf8")


def reached(game: str, phase: str, first_round: int) -> az.Position:
    """A game between bots, a few turns into a later round."""
    position = az.Game(game, first=0).start(seed=11, names=["Ala", "greedy-1"])
    player = bot("greedy-1")
    turns = 0
    while turns < 3 or position.phase != phase or position.turn != 0:
        turns += position.round >= first_round and position.step == 0
        position.play(player.choose(position, position.turn or 0))
    return position


if __name__ == "__main__":
    main()
