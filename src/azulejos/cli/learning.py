"""The command that lets bots learn: games of a mind against itself, a net trained on them, a match."""

import argparse
import os
import re
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from azulejos import games, tell
from azulejos.cli.arguments import GAMES_MAX, JOBS_MAX, SIMULATIONS_MAX, Add, whole
from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.errors import OptionError
from azulejos.game import Game
from azulejos.processes import Processes

if TYPE_CHECKING:
    from rich.table import Table

    from azulejos.learn.course import Course, Generation, Plan, Tell

HOURS_MAX = 1000
EPOCHS_MAX = 1000


def add_learning(add: Add, t: tell.Words) -> None:
    """What can be learned?"""
    learn = add("learn", learn_game, t("let bots learn a game by playing themselves"))
    learn.add_argument("game", metavar=t("GAME"))
    learn.add_argument("--players", metavar="N,N", help=t("for how many players, with commas (all)"))
    learn.add_argument("--hours", required=True, metavar="H", help=t("after so many no generation is begun"))
    learn.add_argument(
        "--to", required=True, metavar=t("FOLDER"), help=t("where everything is kept; the same goes on")
    )
    learn.add_argument("--games", default="2000", metavar="N", help=t("games of each generation (2000)"))
    learn.add_argument("--simulations", default="100", metavar="N", help=t("thoughts for each choice (100)"))
    learn.add_argument("--epochs", default="3", metavar="N", help=t("how often all games are learned (3)"))
    learn.add_argument(
        "--deals", default="200", metavar="N", help=t("deals of each match that decides what is kept (200)")
    )
    learn.add_argument("--seed", default="1", metavar="N", help=t("the same seed gives the same games (1)"))
    learn.add_argument("--jobs", metavar="N", help=t("how many processes (one for each core)"))
    learn.add_argument("--on", metavar="tcp://HOST:PORT", help=t("address of a Dask cluster that plays"))


def learn_game(parsed: argparse.Namespace, t: tell.Words) -> None:
    """Generation after generation; everything is kept in a folder, and the same command goes on with it."""
    from rich.console import Console

    plans = _plans(parsed)
    seconds = 3600 * _hours(parsed.hours)
    jobs = _jobs(parsed)
    from azulejos.learn import training  # noqa: F401  (not after hours of playing: it may be missing)

    with _workers(jobs, parsed.on) as (executor, width):
        folder = Path(parsed.to)
        courses = _courses(plans, folder)
        _keep(folder, courses)
        with _telling(t) as bar:
            _learn(courses, folder, executor, width, time.time() + seconds, bar)
    _show(courses, folder, Console(), t)


# ------------------------------------------------------------------------------------------------
# What was asked for


def _plans(parsed: argparse.Namespace) -> list["Plan"]:
    """One for each number of players."""
    from azulejos.learn.course import DEALS_PER_TRIAL, GAMES_PER_LESSON, Plan

    least, most = games.GAMES[Game(parsed.game).name].players
    asked = list(range(least, most + 1))
    if parsed.players is not None:
        asked = sorted({whole(each.strip(), "--players", 0) for each in parsed.players.split(",")})
    facts = {
        "games_n": _whole_parts(whole(parsed.games, "--games", 1, GAMES_MAX), GAMES_PER_LESSON),
        "simulations": whole(parsed.simulations, "--simulations", 1, SIMULATIONS_MAX),
        "epochs": whole(parsed.epochs, "--epochs", 1, EPOCHS_MAX),
        "deals": _whole_parts(whole(parsed.deals, "--deals", 1, GAMES_MAX), DEALS_PER_TRIAL),
        "seed": whole(parsed.seed, "--seed", 0),
    }
    return [Plan(parsed.game, Game(parsed.game, players).players, **facts) for players in asked]


def _whole_parts(count: int, part: int) -> int:
    """As many as in whole parts, in which work is handed out."""
    return -(-count // part) * part


def _hours(text: str) -> float:
    if re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,6})?", text) and 0 < float(text) <= HOURS_MAX:
        return float(text)
    raise OptionError(
        Message(
            "{what} is a number of hours above 0 and up to {most}, not {value}",
            what="--hours",
            most=HOURS_MAX,
            value=short(text),
        )
    )


def _jobs(parsed: argparse.Namespace) -> int:
    if parsed.jobs is None:
        return min(os.cpu_count() or 1, JOBS_MAX)
    return whole(parsed.jobs, "--jobs", 1, JOBS_MAX)


def _courses(plans: Sequence["Plan"], folder: Path) -> list["Course"]:
    from azulejos.learn.course import Course

    try:
        return [Course(plan, folder) for plan in plans]
    except OSError as error:
        reason = error.strerror or str(error)
        raise OptionError(Message("can't write {path}: {reason}", path=str(folder), reason=reason)) from None


@contextmanager
def _workers(jobs: int, address: str | None) -> Iterator[tuple[Executor, int]]:
    """Who plays, and how many they are."""
    if address is not None:
        with _cluster(address) as (client, width):
            yield client.get_executor(pure=False), width
        return
    with Processes(jobs) as pool:
        try:
            yield pool, jobs
        except BaseException:
            pool.stop()
            raise


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Any, int]]:
    from distributed import KilledWorker

    from azulejos.arena.crew import connect

    client, width = connect(address)
    with client:
        try:
            yield client, width
        except KilledWorker:
            raise BrokenExecutor from None


# ------------------------------------------------------------------------------------------------
# Learning


class _Bar:
    """What is being done now, on a terminal; and a line for each generation that is over."""

    def __init__(self, t: tell.Words, bar: Any) -> None:
        self._t, self._bar = t, bar
        self._task = bar.add_task("", total=1.0)

    def of(self, plan: "Plan", number: int) -> "Tell":
        """Tells of the work on a generation."""
        t = self._t
        stages = {"playing": t("playing"), "training": t("training"), "matching": t("matching")}

        def show(stage: str, share: float) -> None:
            about = {"players": plan.players, "n": number, "stage": stages[stage]}
            words = t("{players} players, generation {n}: {stage}", **about)
            self._bar.update(self._task, description=words, completed=share)

        show("playing", 0.0)
        return show

    def end(self, plan: "Plan", found: "Generation") -> None:
        t = self._t
        about = {
            "players": plan.players,
            "n": found.number,
            "share": _percent(found.share, t),
            "by_hand": _percent(found.share_by_hand, t),
            "verdict": _verdict(found, t),
        }
        words = t(
            "{players} players, generation {n}: wins {share} against the last accepted, "
            "{by_hand} against values by hand: {verdict}",
            **about,
        )
        print(words, flush=True)


@contextmanager
def _telling(t: tell.Words) -> Iterator[_Bar]:
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal, transient=True) as bar:
        yield _Bar(t, bar)


def _learn(
    courses: Sequence["Course"], folder: Path, executor: Executor, width: int, end: float, bar: _Bar
) -> None:
    """Always whoever has the fewest generations, so that all numbers of players get as far."""
    while time.time() < end:
        course = min(courses, key=lambda each: len(each.generations()))
        number = len(course.generations()) + 1
        try:
            found = course.go_on(executor, width, bar.of(course.plan, number))
        except BrokenExecutor:
            raise OptionError(
                Message("a process that played has died; games that ended are kept: run it again to go on")
            ) from None
        except CancelledError:
            raise OptionError(Message("the cluster has gone away; games that ended are kept")) from None
        _keep(folder, courses)
        bar.end(course.plan, found)


def _keep(folder: Path, courses: Sequence["Course"]) -> None:
    """Write the mind and the page anew."""
    from azulejos.learn import report
    from azulejos.learn.course import write_mind

    game = courses[0].plan.game
    write_mind(game, folder, courses)
    report.write(game, folder, courses)


# ------------------------------------------------------------------------------------------------
# What came of it


def _show(courses: Sequence["Course"], folder: Path, console: Any, t: tell.Words) -> None:
    game = courses[0].plan.game
    console.print(_table(courses, t))
    mind = folder / f"{game}.npz"
    if any(one.accepted for course in courses for one in course.generations()):
        print(t("The mind is {mind}, its figures are in {page}.", mind=mind, page=folder / f"{game}.md"))
    else:
        print(t("No net was accepted yet. Figures are in {page}.", page=folder / f"{game}.md"))


def _table(courses: Sequence["Course"], t: tell.Words) -> "Table":
    from rich.table import Table

    title = t("What was learned of {game}", game=tell.title(courses[0].plan.game, t.language))
    table = Table(title=title, pad_edge=False)  # so that it fits into 80 columns
    headings = (
        t("players"),
        t("generation"),
        t("loss"),
        t("loss by hand"),
        t("against the last"),
        t("against values by hand"),
        "",
    )
    for heading in headings:
        table.add_column(heading, justify="right", min_width=max(map(len, heading.split()), default=0))
    for course in courses:
        for one in course.generations():
            table.add_row(
                str(course.plan.players),
                str(one.number),
                t.number(one.loss, 4),
                t.number(one.loss_by_hand, 4),
                _percent(one.share, t),
                _percent(one.share_by_hand, t),
                _verdict(one, t),
            )
    return table


def _verdict(one: "Generation", t: tell.Words) -> str:
    return t("accepted") if one.accepted else t("refused")


def _percent(share: float, t: tell.Words) -> str:
    return t.number(100 * share, 1) + " %"
