"""What is learned from: a row for each moment and viewer, compact, in files that are written whole."""

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np

from azulejos.bots.net import SEATS_MAX
from azulejos.files import write_whole


@dataclass(frozen=True)
class Rows:
    """Moments as a net sees them, and how their games ended; seats in order from the viewer's."""

    facts: np.ndarray  # uint16, of all rows, one after another
    counts: np.ndarray  # uint16: how many of them each row has
    ahead: np.ndarray  # float16, SEATS_MAX each: how far ahead a seat seemed, in scales
    hoped: np.ndarray  # ... how likely the search thought it to win; NaN where nothing was thought
    won: np.ndarray  # ... its share of the win
    margin: np.ndarray  # ... points ahead at the end
    rounds: np.ndarray  # uint8: the round of the moment
    games: np.ndarray  # int32: the number of the game

    def __len__(self) -> int:
        return len(self.counts)

    def write(self, path: Path) -> None:
        packed = io.BytesIO()
        np.savez(packed, **{field.name: getattr(self, field.name) for field in fields(self)})
        write_whole(path, packed.getvalue())


def read(path: Path) -> Rows:
    with np.load(path, allow_pickle=False) as kept:
        return Rows(**{field.name: kept[field.name] for field in fields(Rows)})


def joined(parts: Iterable[Rows]) -> Rows:
    parts = list(parts)
    return Rows(
        **{
            field.name: np.concatenate([getattr(part, field.name) for part in parts])
            for field in fields(Rows)
        }
    )


class Notes:
    """Rows that are being collected. How a game ended is known only later."""

    def __init__(self) -> None:
        self._facts: list[np.ndarray] = []
        self._ahead: list[np.ndarray] = []
        self._hoped: list[np.ndarray] = []
        self._results: list[tuple[np.ndarray, np.ndarray]] = []
        self._rounds: list[int] = []
        self._games: list[int] = []
        self._viewers: list[int] = []  # of rows whose game is not over

    def add(
        self,
        viewer: int,
        facts: np.ndarray,
        ahead: np.ndarray,
        hoped: np.ndarray,
        round_number: int,
        game: int,
    ) -> None:
        self._facts.append(facts.astype(np.uint16))
        self._ahead.append(ahead)
        self._hoped.append(_from(viewer, hoped))
        self._rounds.append(round_number)
        self._games.append(game)
        self._viewers.append(viewer)

    def end_game(self, won: np.ndarray, margin: np.ndarray) -> None:
        """All rows since the last end have ended so."""
        self._results += [(_from(viewer, won), _from(viewer, margin)) for viewer in self._viewers]
        self._viewers = []

    def rows(self) -> Rows:
        won, margin = zip(*self._results, strict=True)
        return Rows(
            facts=np.concatenate(self._facts),
            counts=np.array([len(facts) for facts in self._facts], np.uint16),
            ahead=np.array(self._ahead, np.float16),
            hoped=np.array(self._hoped, np.float16),
            won=np.array(won, np.float16),
            margin=np.array(margin, np.float16),
            rounds=np.array(self._rounds, np.uint8),
            games=np.array(self._games, np.int32),
        )


def _from(viewer: int, by_seat: Sequence[float] | np.ndarray) -> np.ndarray:
    """What belongs to seats, in order from the viewer's."""
    found = np.zeros(SEATS_MAX, np.float32)
    found[: len(by_seat)] = np.roll(by_seat, -viewer)
    return found
