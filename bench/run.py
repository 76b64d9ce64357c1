"""Speed, as ratios to a reference in the same run. Writes bench/results.md; fails below a bar.

Absolute times depend on the machine; a ratio to a C program run beside it does not, or less so.
"""

import argparse
import datetime
import fnmatch
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

import azulejos as az
import learners
import load
import motion
import plot
import room
import template
import web
import wire
from azulejos import games
from azulejos.arena.bars import machine
from azulejos.bots import lore
from azulejos.bots.thinking import Mind
from azulejos.core import jit, rng
from lines import Line

HERE = Path(__file__).parent
BUILD = HERE / "build"
FLAGS = ("-O3", "-march=native", "-std=c11", "-Wall", "-Wextra")
GAMES = 20_000
REPEATS = 12
SIMULATIONS = 20_000  # of one search
REPEATS_OTHERS = 4  # games whose bars are far away need fewer


@dataclass(frozen=True)
class Bars:
    """What is asked: a share of the reference's games per second, seconds of an empty cache, bytes."""

    share: float
    empty: float
    size: int = 1024


BARS = {
    "chocolatier": Bars(0.6, 20),
    "pavilion": Bars(0.12, 25),
    "duel": Bars(0.06, 30),
    "garden": Bars(0.08, 40, 2048),  # four gardens of seven boards each
}
BASE = "chocolatier"  # the game that the reference plays
LOADS = {  # and the options of bench/load.py for it
    "SQLite, one process": (),
    "PostgreSQL, Redis, two processes": ("--servers", "--processes", "2"),
}


@dataclass
class Result:
    """One line of the table: what, how much, in which unit, the bar and whether it is cleared."""

    what: str
    value: float
    unit: str
    bar: str
    is_cleared: bool


@dataclass
class Section:
    """A part of the page: a table, and what comes after it."""

    results: list[Result]
    more: Sequence[str] = ()

    def text(self) -> str:
        today = f"{datetime.date.today()}, {machine()}"
        return "\n".join([today, "", *table(self.results), *(["", *self.more] if self.more else [])])


def build_reference() -> Path:
    """Compile the C reference with the system's compiler."""
    BUILD.mkdir(exist_ok=True)
    program = BUILD / "reference"
    compiler = os.environ.get("CC", "cc")
    subprocess.run([compiler, *FLAGS, "-o", program, HERE / "reference.c"], check=True)
    return program


def reference_speed(program: Path) -> float:
    """Random two-player base games per second of CPU time, in C."""
    ran = subprocess.run([program, str(GAMES), "4"], check=True, capture_output=True, text=True)
    return json.loads(ran.stdout)["games_per_second"]


def compiled_speed(game: az.Game) -> float:
    """The same in the compiled rules: `pick` at every question."""
    return GAMES / cpu_seconds(simulation(game, GAMES))


def simulation(
    game: az.Game, count: int, first_seed: int = 0, counts: np.ndarray | None = None
) -> Callable[[], None]:
    """Random games, ready to be played: nothing but the playing is timed."""
    arguments = (
        np.zeros(game.rules.dtype.itemsize, np.uint8),
        game.players,
        0,
        game.settings,
        rng.seeded(*range(first_seed, first_seed + count)),
        np.zeros((count, 4), np.int64) if counts is None else counts,
        np.zeros((count, 2, game.players), np.int16),
    )
    return lambda: games.doors(game.name).simulate_all(*arguments)


def position_speed(game: az.Game, count: int = 300) -> float:
    """Choice by choice through `Position`: `choices()` and `play()`."""
    dice = np.random.default_rng(1).integers(0, 2**32, 1 << 16).tolist()

    def play_games() -> None:
        thrown = 0
        for seed in range(count):
            position = game.start(seed=seed)
            while not position.over:
                legal = position.choices()
                position.play(legal[dice[thrown & 0xFFFF] * len(legal) >> 32])
                thrown += 1

    return count / cpu_seconds(play_games)


def cpu_seconds(work: Callable[[], None]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def copy_nanoseconds(game: az.Game) -> float:
    times = 2_000_000
    doors = jit.specialise(template, game.rules, compiled=True)
    tables = np.zeros(8 * game.rules.dtype.itemsize, np.uint8)
    doors.copy_many(tables, 1)
    return min(cpu_seconds(lambda: doors.copy_many(tables, times)) for _ in range(5)) / times * 1e9


def two_threads(game: az.Game) -> float:
    """How much more two threads do than one in the same time: the GIL is released."""
    one = two = float("inf")
    with ThreadPoolExecutor(2) as pool:
        for _ in range(6):
            alone, halves = simulation(game, 2 * GAMES), [simulation(game, GAMES, s) for s in (0, GAMES)]
            one = min(one, wall_seconds(alone))
            two = min(two, wall_seconds(lambda both=halves: list(pool.map(lambda half: half(), both))))
    return one / two


def wall_seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


# ------------------------------------------------------------------------------------------------
# Start-up, in processes of their own

IMPORT_NUMPY = "import numpy"
IMPORT_NUMBA = "import numba"
MAKE_GAME = "import azulejos as az; az.Game('{game}'); import sys; assert 'numba' not in sys.modules"
FIRST_USE = "import azulejos as az; p = az.Game('{game}').start(seed=1); p.play(p.choices()[0])"


def process_seconds(code: str, cache: str, repeats: int = 5) -> float:
    """The wall time of a Python process that runs this, the fastest of a few."""
    environment = os.environ | {"AZULEJOS_CACHE": cache}
    best = float("inf")
    for _ in range(repeats):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, env=environment, stderr=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - began)
    return best


def start_up(game: str) -> list[Result]:
    make, use = MAKE_GAME.format(game=game), FIRST_USE.format(game=game)
    most = BARS[game].empty
    with tempfile.TemporaryDirectory() as cache:
        empty = process_seconds(use, cache, repeats=1)
        filled = process_seconds(use, cache) - process_seconds(IMPORT_NUMBA, cache)
        imported = process_seconds(make, cache) - process_seconds(IMPORT_NUMPY, cache)
    return [
        Result("`import azulejos`, `az.Game(...)`, beyond NumPy", imported, "s", "under 0.3", imported < 0.3),
        Result("first use, empty cache", empty, "s", f"under {most:g}", empty < most),
        Result("first use, filled cache, beyond importing numba", filled, "s", "under 0.5", filled < 0.5),
    ]


# ------------------------------------------------------------------------------------------------
# The whole run


def choices_per_game(game: az.Game) -> float:
    """Choices of seats and of CHANCE in a random game, on average."""
    counts = np.zeros((GAMES, 4), np.int64)
    simulation(game, GAMES, counts=counts)()
    return float(counts[:, :2].sum()) / GAMES


def speeds(game: az.Game, repeats: int) -> list[Result]:
    """Reference and rules take turns, so that a slow moment of the machine hits both."""
    program = build_reference()
    simulation(game, 100)()
    reference = compiled = 0.0
    for round_number in range(repeats):
        reference = max(reference, reference_speed(program))
        compiled = max(compiled, compiled_speed(game))
        print(f"  {game.name} {round_number + 1}/{repeats}", end="\r", file=sys.stderr, flush=True)
    share, least = compiled / reference, BARS[game.name].share
    return [
        Result("C reference, random games of the base game", reference, "games/s", "", True),
        Result("compiled rules, random games", compiled, "games/s", "", True),
        Result("... of the reference", share, "", f"at least {least}", share >= least),
        Result("compiled rules, choices", compiled * choices_per_game(game), "choices/s", "", True),
    ]


def steps(game: az.Game) -> list[Result]:
    """Choice by choice through `Position`, beside the reference."""
    program = build_reference()
    reference = stepped = 0.0
    for _ in range(REPEATS // 2):
        reference = max(reference, reference_speed(program))
        stepped = max(stepped, position_speed(game))
    share = stepped / reference
    return [
        Result("through `Position`, random games", stepped, "games/s", "", True),
        Result("... of the reference", share, "", "at least 0.0115", share >= 0.0115),
    ]


def thoughts(game: az.Game) -> list[Result]:
    """The search of the strong bots at the opening, on one core: with what it has learned, and without."""
    position = game.start(seed=1)
    learned = by_hand = 0.0
    for seed in range(REPEATS // 2):
        learned = max(learned, thinking_speed(position, seed, None))
        by_hand = max(by_hand, thinking_speed(position, seed, lore.BY_HAND))
    is_base = game.name == BASE
    bar, bar_share = ("at least 100,000", "at least 0.7") if is_base else ("", "")
    share = learned / by_hand
    return [
        Result("search, simulations to the end of the round", learned, "/s", bar, not bar or learned >= 1e5),
        Result("... of those with values by hand", share, "", bar_share, not is_base or share >= 0.7),
    ]


def thinking_speed(position: az.Position, seed: int, known: lore.Lore | None) -> float:
    """Simulations per second."""
    mind = Mind(position.game.name, seed, known=known)
    mind.look_at(position.table_known_by(0))
    return SIMULATIONS / cpu_seconds(lambda: mind.think(SIMULATIONS))


def sizes(game: az.Game) -> list[Result]:
    copied = copy_nanoseconds(game)
    size, most = game.rules.dtype.itemsize, BARS[game.name].size
    threads = two_threads(game)
    return [
        Result("copying a position, compiled", copied, "ns", "under 40", copied < 40),
        Result("size of a position", size, "bytes", f"under {most}", size < most),
        Result("two threads against one", threads, "times", "at least 1.7", threads >= 1.7),
    ]


def table(results: list[Result]) -> list[str]:
    lines = ["| what | measured | bar | |", "| --- | ---: | --- | --- |"]
    for result in results:
        value = f"{result.value:,.0f}" if result.value >= 1000 else f"{result.value:.3g}"
        if 0 < result.value < 0.1:
            value = f"{result.value:.4f}"
        mark = "" if not result.bar else "cleared" if result.is_cleared else "**missed**"
        lines.append(f"| {result.what} | {value} {result.unit} | {result.bar} | {mark} |")
    return lines


def loaded(number: int, way: str, options: Sequence[str]) -> Section:
    """Many open tables, in a way to serve them: what is asked, and how cost grows, with a picture."""
    if "--servers" in options and load.missing():
        print(f"left out: {way}: {load.missing()}", file=sys.stderr)
        return Section([])
    figures = load.in_a_process(*options)
    title, picture = f"Many open tables: {way}", f"load-{number}.svg"
    (HERE / picture).write_text(plot.chart(figures, title) + "\n", encoding="utf8")
    more = [*load.growth(figures), "", *load.NOTES, "", f"![{title}]({picture})"]
    return Section([Result(*line) for line in load.bars(figures)], more)


def measured(name: str) -> Section:
    """All that is asked of a game; the base game is looked at more closely."""
    game = az.Game(name, first=0)
    is_base = name == BASE
    results = speeds(game, REPEATS if is_base else REPEATS_OTHERS)
    more = [*(steps(game) if is_base else []), *thoughts(game), *sizes(game), *start_up(name)]
    return Section([*results, *more])


def told(measure: Callable[[], Iterable[Line]]) -> Section:
    """What a module of its own measures."""
    return Section([Result(*line) for line in measure()])


PARTS: dict[str, Callable[[], Section]] = {
    **{facts.title: partial(measured, name) for name, facts in games.GAMES.items()},
    "Learners": partial(told, learners.measure),
    "The table in the browser": partial(told, web.measure),
    "The table in motion": partial(told, motion.measure),
    "The room for analysis": partial(told, room.measure),
    "Drawings, and many tables": partial(told, wire.measure),
    **{
        f"Many open tables: {way}": partial(loaded, number, way, options)
        for number, (way, options) in enumerate(LOADS.items(), start=1)
    },
}
HEAD = f"""# Speed

Written by `make bench` (`ONLY='Duel *room*'`: some parts): ratios within one run, the best of several
repeats, CPU time for what runs on one core. The C reference is `bench/reference.c`, compiled with
{" ".join(FLAGS[:2])}.
"""


def kept(page: Path) -> dict[str, str]:
    """The parts of the page as they were written last, by their titles."""
    if not page.exists():
        return {}
    parts = (part.partition("\n") for part in page.read_text(encoding="utf8").split("\n## ")[1:])
    return {title: text.strip("\n") for title, _, text in parts}


def write(page: Path, parts: Mapping[str, str]) -> None:
    """All parts that are known, in their order."""
    known = [f"\n## {title}\n\n{parts[title]}\n" for title in PARTS if title in parts]
    page.write_text(HEAD + "".join(known), encoding="utf8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Each part is written as soon as it is measured. 1 if a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--only", nargs="+", default=["*"], metavar="TITLE", help="some parts; * for anything"
    )
    wanted = parser.parse_args(arguments).only
    page, is_cleared = HERE / "results.md", True
    for title, measure in PARTS.items():
        if any(fnmatch.fnmatch(title, pattern) for pattern in wanted):
            found = measure()
            if found.results:
                write(page, kept(page) | {title: found.text()})
            print(f"\n## {title}\n\n{found.text()}", flush=True)
            is_cleared &= all(result.is_cleared for result in found.results)
    return 0 if is_cleared else 1


if __name__ == "__main__":
    sys.exit(main())
