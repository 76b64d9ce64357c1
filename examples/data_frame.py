"""Records as a data frame: `python examples/data_frame.py [COUNT]` (pip install "azulejos[data]" pandas).

Random games stand for yours here. `azulejos export FILES --parquet FOLDER` makes the same of files, or of
what a server gives at /api/export.
"""

import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import azulejos as az

try:
    import pandas as pd

    from azulejos import dataset
except (ImportError, az.OptionError):
    raise SystemExit("this needs pandas and pyarrow: pip install 'azulejos[data]' pandas") from None


def records(count: int, name: str) -> Iterator[tuple[str, az.Record]]:
    """Random games, each with a word on where it comes from."""
    game, dice = az.Game(name), random.Random(1)
    for seed in range(count):
        position = game.start(seed=seed)
        while not position.over:
            position.play(dice.choice(position.legal))
        yield f"seed {seed}", position.record()


def main(count: int = 10_000, name: str = "chocolatier") -> None:
    with tempfile.TemporaryDirectory() as folder:
        print(dataset.export(records(count, name), folder))
        games = pd.read_parquet(Path(folder, "games.parquet"))
        turns = pd.read_parquet(Path(folder, "turns.parquet"))
        wanted = ["seat", "seen", "worth"]
        positions = pd.read_parquet(Path(folder, f"positions-{name}-2.parquet"), columns=wanted)

    points = np.stack(games["scores"])
    print(f"{len(games):,} games of {games['turns'].mean():.1f} turns, {points.mean():.1f} points each")
    won = np.stack(games["ranks"])[:, 0] == 0
    print(f"seat 1 wins {won.mean():.1%}; {turns['choices'].str.len().mean():.2f} choices a turn")

    seen = np.stack(positions["seen"])  # entry by entry as in `game.features`
    ahead = seen[:, az.Game(name).features.slices["seat+0.score"]].ravel().astype(int)
    ahead -= seen[:, az.Game(name).features.slices["seat+1.score"]].ravel()
    print(f"who is ahead when asked wins on average {positions['worth'][ahead > 0].mean():+.2f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]), *sys.argv[2:3])
