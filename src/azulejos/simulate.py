"""Random games in great numbers, and what they were like."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from azulejos import games, tell
from azulejos.batch import HERE, SPREAD, check_device
from azulejos.core import rng
from azulejos.game import NOT_CHOSEN, RANDOM, Game

if TYPE_CHECKING:
    from rich.table import Table

    from azulejos.tell import Words

CHUNK = 2000  # games between two reports of progress
CHUNK_ON_GPU = 1 << 20

Results = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Counts, scores and ranks, a row for each game."""


@dataclass(frozen=True)
class Played:
    """What random games were like, a row for each."""

    counts: np.ndarray  # choices of seats, choices of CHANCE, turns, rounds
    scores: np.ndarray
    ranks: np.ndarray
    seconds: float


def simulate(
    game: Game,
    count: int,
    seed: int | None = None,
    advance: Callable[[int], object] = lambda n: None,
    device: str = HERE,
) -> Played:
    """Play games with `pick` at every question. Game i of a seed is always the same, on either device."""
    play, chunk = (_here(game), CHUNK) if check_device(device) == HERE else (_on_gpu(game), CHUNK_ON_GPU)
    start = rng.system_seed() if seed is None else seed
    results = _empty(game, count)
    seconds = 0.0
    for begin in range(0, count, chunk):
        end = min(begin + chunk, count)
        dice = generators(start, begin, end)
        began = time.perf_counter()
        played = play(dice)
        seconds += time.perf_counter() - began
        for whole, part in zip(results, played, strict=True):
            whole[begin:end] = part
        advance(end - begin)
    return Played(*results, seconds)


def generators(start: int, begin: int, end: int) -> np.ndarray:
    """Those of some games, as `rng.seeded` makes them, but quickly: a GPU plays millions a second."""
    words = np.arange(begin, end, dtype=np.uint64) * np.uint64(SPREAD) + np.uint64(start & rng.WORD)
    return words.reshape(-1, 1).view(np.uint8)


def _empty(game: Game, count: int) -> Results:
    """Room for what becomes of so many games."""
    scores, ranks = (np.zeros((count, game.players), np.int16) for _ in range(2))
    return np.zeros((count, 4), np.int64), scores, ranks


def _here(game: Game) -> Callable[[np.ndarray], Results]:
    doors = games.doors(game.name)
    doors.open("simulate_all")  # so that only playing is timed
    table = np.zeros(game.rules.dtype.itemsize, np.uint8)
    first = NOT_CHOSEN if game.first == RANDOM else int(game.first)

    def play(generators: np.ndarray) -> Results:
        counts = np.zeros((len(generators), 4), np.int64)
        results = np.zeros((len(generators), 2, game.players), np.int16)
        doors.simulate_all(table, game.players, first, game.settings, generators, counts, results)
        return counts, results[:, 0], results[:, 1]

    return play


def _on_gpu(game: Game) -> Callable[[np.ndarray], Results]:
    from azulejos.batch.device import RandomGames  # loads CUDA

    def play(generators: np.ndarray) -> Results:
        played = RandomGames(game, generators)
        played.play()
        return played.results()

    play(rng.seeded(0))  # compiled now, so that only playing is timed
    return play


def statistics(game: Game, played: Played, t: "Words") -> "Table":
    """A table for people: means, extremes, who won, how fast."""
    from rich.table import Table

    count = len(played.counts)
    title = t("Random games of {game}", game=tell.title(game.name, t.language))
    options = ", ".join(f"{name}={value}" for name, value in game.describe().items() if name != "game")
    table = Table(title=title, caption=options)
    table.add_column(t("per game"))
    for heading in (t("mean"), t("least"), t("most")):
        table.add_column(heading, justify="right")
    seat_choices, chance_choices, turns, rounds = played.counts.T
    for label, values in (
        (t("turns"), turns),
        (t("choices of players"), seat_choices),
        (t("choices of chance"), chance_choices),
        (t("rounds"), rounds),
        *((t("points of seat {n}", n=seat + 1), played.scores[:, seat]) for seat in range(game.players)),
    ):
        table.add_row(label, t.number(values.mean(), 2), t.number(values.min()), t.number(values.max()))
    table.add_section()
    for seat in range(game.players):
        share = t.number(100 * (played.ranks[:, seat] == 0).mean(), 1) + " %"
        table.add_row(t("won by seat {n}, shared wins included", n=seat + 1), share, "", "")
    table.add_section()
    choices = played.counts[:, :2].sum()
    table.add_row(t("games"), t.number(count), "", "")
    table.add_row(t("games per second"), t.number(count / played.seconds), "", "")
    table.add_row(t("choices per second"), t.number(choices / played.seconds), "", "")
    return table
