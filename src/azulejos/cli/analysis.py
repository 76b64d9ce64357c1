"""The command that says what turns were worth."""

import argparse
import errno
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from azulejos import tell
from azulejos.cli.arguments import (
    SIMULATIONS_MAX,
    Add,
    add_source,
    add_theme,
    check_theme,
    progress,
    record_of,
    seconds,
    seed_of,
    whole,
    write,
)
from azulejos.core.contract import CHANCE
from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.errors import OptionError
from azulejos.record import Record

if TYPE_CHECKING:
    from rich.table import Table

    from azulejos.analysis import Reviewed
    from azulejos.bots.comparing import Alternative
    from azulejos.position import Position
    from azulejos.terminal import View

HEIGHTS = "▁▂▃▄▅▆▇█"
HEIGHTS_ASCII = "_.:-=+*#"
PLOT_MARGIN = 30  # beside a plot: a name, and what it shows


def add_analysis(add: Add, t: tell.Words) -> None:
    """What were turns worth?"""
    analyse = add("analyse", analyse_record, t("tell what the turns of a record were worth"))
    add_source(analyse, t)
    analyse.add_argument("--at", metavar="N", help=t("the best ways to play on after N choices"))
    analyse.add_argument("--seconds", metavar="S", help=t("how long to think about a turn"))
    analyse.add_argument("--simulations", metavar="N", help=t("how much to think about a question"))
    analyse.add_argument("--seed", metavar="N", help=t("other thoughts, the same for the same number"))
    analyse.add_argument("--seat", metavar="N", help=t("only the turns of one seat"))
    analyse.add_argument("-o", "--output", metavar=t("FILE"), help=t("draw the review into a .svg file"))
    add_theme(analyse, t)


def analyse_record(parsed: argparse.Namespace, t: tell.Words) -> None:
    """The best ways to play one turn, or the review of a game."""
    from azulejos.terminal import View

    _check_output(parsed)
    record, view = record_of(parsed), View(t.language)
    limit = None if parsed.seconds is None else seconds(parsed.seconds, "--seconds")
    simulations = (
        None if parsed.simulations is None else whole(parsed.simulations, "--simulations", 1, SIMULATIONS_MAX)
    )
    seat = None if parsed.seat is None else whole(parsed.seat, "--seat", 1, record.game.players) - 1
    budget = limit, simulations, seed_of(parsed), seat
    if parsed.at is not None or parsed.position is not None:
        at = len(record) if parsed.at is None else whole(parsed.at, "--at", 0, len(record))
        _check_player_is_asked(record, at)
        _show_alternatives(record.replay(at, "by hand"), budget, view)
        return
    _show_review(record, budget, parsed, view)


def _check_output(parsed: argparse.Namespace) -> None:
    """Refuse at once what would only fail after long thinking."""
    if parsed.output is None:
        return
    if parsed.at is not None or parsed.position is not None:
        raise OptionError(Message("-o draws the review of a whole game: leave out --at and --position"))
    if Path(parsed.output).suffix != ".svg":
        raise OptionError(Message("{path} must end in .svg", path=short(parsed.output)))
    if not Path(parsed.output).parent.is_dir():
        reason = os.strerror(errno.ENOENT)
        raise OptionError(Message("can't write {path}: {reason}", path=parsed.output, reason=reason))
    check_theme(parsed.theme)


def _check_player_is_asked(record: Record, at: int) -> None:
    """Where chance decides, name the next place of the record where a player does."""
    position = record.replay(at, "by hand")
    if position.turn != CHANCE:
        return
    for count, choice in enumerate(record.choices[at:], start=at + 1):
        position.play(choice)
        if position.turn not in (None, CHANCE):
            raise OptionError(
                Message(
                    "after {at} choices chance decides; the next for a player is --at {n}", at=at, n=count
                )
            )


Budget = tuple[float | None, int | None, int | None, int | None]  # seconds, simulations, seed, seat


# ------------------------------------------------------------------------------------------------
# One turn


def _show_alternatives(position: "Position", budget: Budget, view: "View") -> None:
    from azulejos import analysis
    from azulejos.bots.comparing import SEED

    limit, simulations, seed, seat = budget
    asked = analysis.asked(position, seat)
    chosen = SEED if seed is None else seed
    compared = analysis.alternatives(position, (), limit, simulations, chosen)
    known, who = position.known_by(asked), view.names(position)[asked]
    view.print(tell.question(known.game.name, known.state, who, view.language), style="bold")
    view.console.print(_alternatives_table(compared.best, known, view))


def _alternatives_table(found: Sequence["Alternative"], known: "Position", view: "View") -> "Table":
    from rich.table import Table
    from rich.text import Text

    from azulejos.bots.turns import turn_in_words

    t = view.t
    table = Table(box=None, pad_edge=False)
    table.add_column(t("chance to win"), justify="right", overflow="fold")
    table.add_column(t("simulations"), justify="right", overflow="fold")
    table.add_column(t("turn"))
    table.add_column("", style="dim", overflow="fold")
    for way in found:
        table.add_row(
            _percent(way.worth, t),
            t.number(way.visits),
            Text(turn_in_words(known, way.turn, view.language)),
            Text(", ".join(way.turn)),
        )
    return table


def _percent(share: float, t: tell.Words) -> str:
    return t.number(100 * share, 1) + " %"


# ------------------------------------------------------------------------------------------------
# A whole game


def _show_review(record: Record, budget: Budget, parsed: argparse.Namespace, view: "View") -> None:
    from azulejos.analysis import count_turns, picture, review
    from azulejos.bots.comparing import SEED

    limit, simulations, seed, seat = budget
    count = count_turns(record, seat)
    if count == 0:
        raise OptionError(Message("there is no turn to look at"))
    with progress(view.t, count, view.t("turns")) as advance:
        reviewed = review(record, limit, simulations, SEED if seed is None else seed, seat, advance)
    end = record.replay(deal="by hand")
    names = view.names(end)
    if parsed.output is not None:
        write(parsed.output, picture(reviewed, names, parsed.theme, view.language, end.winners))
    view.console.print(_review_table(reviewed, names, view))
    view.print("")
    _show_plots(reviewed, names, view)
    view.print("")
    _show_summaries(record, reviewed, names, view)


def _review_table(reviewed: Sequence["Reviewed"], names: Sequence[str], view: "View") -> "Table":
    """A row for each turn, with a line between rounds."""
    from rich.table import Table
    from rich.text import Text

    t = view.t
    table = Table(box=None, pad_edge=False)
    for heading in (t("round"), t("turn")):
        table.add_column(heading, justify="right")
    table.add_column(t("player"))
    table.add_column(t("played"), overflow="fold")
    table.add_column(t("chance to win"), justify="right")
    table.add_column(t("lost"), justify="right")
    table.add_column("")
    for turn in reviewed:
        table.add_row(
            str(turn.round),
            str(turn.number),
            Text(names[turn.seat]),
            Text(", ".join(turn.played)),
            _percent(turn.best_worth, t),
            _percent(turn.loss, t),
            turn.mark,
            style="bold red" if turn.mark else "",
        )
    return table


def _show_plots(reviewed: Sequence["Reviewed"], names: Sequence[str], view: "View") -> None:
    """For each player a row of the chance to win over the game, and one of what was lost."""
    from rich.table import Table
    from rich.text import Text

    heights = HEIGHTS_ASCII if view.terminal.is_ascii else HEIGHTS
    width = max(8, view.console.width - PLOT_MARGIN)
    most = max(turn.loss for turn in reviewed)
    grid = Table.grid(padding=(0, 1))
    for seat in sorted({turn.seat for turn in reviewed}):
        own = [turn for turn in reviewed if turn.seat == seat]
        chances, losses = [turn.best_worth for turn in own], [turn.loss for turn in own]
        grid.add_row(Text(names[seat]), view.t("chance to win"), _bars(chances, 1.0, width, heights))
        grid.add_row("", view.t("lost"), _bars(losses, most, width, heights))
    view.console.print(grid)


def _bars(values: Sequence[float], most: float, width: int, heights: str) -> str:
    """A row of bars, one for each value; where there are too many, for the largest of a few."""
    if not most:
        return heights[0] * min(len(values), width)
    each = -(-len(values) // width)
    shown = [max(values[i : i + each]) for i in range(0, len(values), each)]
    return "".join(heights[min(len(heights) - 1, int(len(heights) * value / most))] for value in shown)


def _show_summaries(
    record: Record, reviewed: Sequence["Reviewed"], names: Sequence[str], view: "View"
) -> None:
    """For each player the mean, and the biggest mistakes in words."""
    from azulejos.analysis import summaries, told

    t = view.t
    for summary in summaries(reviewed):
        facts = {"name": names[summary.seat], "loss": _percent(summary.loss, t)}
        text = t("{name}: a turn lost {loss} on average.", **facts)
        count = t.plural("{n} mistake.", "{n} mistakes.", summary.mistakes)
        view.print(f"{text} {count}", style="bold")
        ordered = sorted(summary.biggest, key=lambda turn: turn.at)
        words = dict(zip((turn.at for turn in ordered), told(record, ordered, view.language), strict=True))
        for turn in summary.biggest:
            view.console.print(_mistake(turn, *words[turn.at], view))


def _mistake(turn: "Reviewed", played: str, best: str, view: "View") -> "Table":
    """A turn and what would have been better, in words and notation."""
    from rich.table import Table
    from rich.text import Text

    t = view.t
    where = t("Round {n}, turn {turn}", n=turn.round, turn=turn.number)
    grid = Table.grid(padding=(0, 1))
    grid.add_row(turn.mark.rjust(2), f"{where}:", t("{loss} lost", loss=_percent(turn.loss, t)))
    for label, words, line in ((t("played"), played, turn.played), (t("better"), best, turn.best)):
        grid.add_row("", label, Text(f"{words} ({', '.join(line)})"))
    return grid
