"""Random games in great numbers, and what they were like."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from azulejos import games, tell
from azulejos.core import rng
from azulejos.game import NOT_CHOSEN, RANDOM, Game

if TYPE_CHECKING:
    from rich.table import Table

    from azulejos.tell import Words

CHUNK = 2000  # games between two reports of progress


@dataclass(frozen=True)
class Played:
    """What random games were like, a row for each."""

    counts: np.ndarray  # choices of seats, choices of CHANCE, turns, rounds
    scores: np.ndarray
    ranks: np.ndarray
    seconds: float


def simulate(
    game: Game, count: int, seed: int | None = None, advance: Callable[[int], object] = lambda n: None
) -> Played:
    """Play games with `pick` at every question. Game i of a seed is always the same game."""
    doors = games.doors(game.name)
    doors.simulate_all  # noqa: B018 - compiled now, so that only playing is timed
    counts = np.zeros((count, 4), np.int64)
    results = np.zeros((count, 2, game.players), np.int16)
    table = np.zeros(game.rules.dtype.itemsize, np.uint8)
    first = NOT_CHOSEN if game.first == RANDOM else int(game.first)
    start = rng.system_seed() if seed is None else seed
    seconds = 0.0
    for begin in range(0, count, CHUNK):
        end = min(begin + CHUNK, count)
        generators = rng.seeded(*(start + i * 0x632BE59BD9B4E019 for i in range(begin, end)))
        began = time.perf_counter()
        doors.simulate_all(
            table, game.players, first, game.settings, generators, counts[begin:end], results[begin:end]
        )
        seconds += time.perf_counter() - began
        advance(end - begin)
    return Played(counts, results[:, 0], results[:, 1], seconds)


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
