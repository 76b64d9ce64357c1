"""What was learned from games: a file for each game, with a net for each number of players.

docs/minds.md says how the shipped files were made.
"""

import io
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from azulejos.bots import features, net
from azulejos.core.message import Message
from azulejos.errors import OptionError
from azulejos.files import write_whole

SHIPPED = Path(__file__).parent / "minds"
NO_NET = np.zeros(0, np.float32)
Lore = Mapping[int, np.ndarray]
"""A net for each number of players; where there is none, positions are valued by hand."""

BY_HAND: Lore = {}


@cache
def shipped(game: str) -> Lore:
    """What the bots know of a game."""
    path = SHIPPED / f"{game}.npz"
    return read(game, path) if path.exists() else BY_HAND


def read(game: str, path: Path) -> Lore:
    """The nets of a file, if they were made for what a net sees now."""
    with np.load(path, allow_pickle=False) as kept:
        if str(kept["sees"]) != features.digest(game):
            raise OptionError(
                Message(
                    "{path} was learned for another version of {game}: learn it again",
                    path=str(path),
                    game=game,
                )
            )
        return {
            int(name.removeprefix("players-")): kept[name].astype(np.float32)
            for name in kept.files
            if name.startswith("players-")
        }


def write(game: str, path: Path, nets: Lore, made: Mapping[str, Any]) -> None:
    """Keep nets, and how they were made. Half the precision says as much, and takes half the room."""
    for players_n, each in nets.items():
        if len(each) != net.size(features.count(game, players_n)):
            raise ValueError(f"a net for {players_n} has {len(each)} numbers")
    arrays = {f"players-{players_n}": each.astype(np.float16) for players_n, each in nets.items()}
    packed = io.BytesIO()
    facts = {"sees": np.array(features.digest(game)), "made": np.array(json.dumps(made))}
    np.savez_compressed(packed, **facts, **arrays)  # type: ignore[arg-type]  # its stub takes a flag too
    write_whole(path, packed.getvalue())


def made(path: Path) -> dict[str, Any]:
    """How the nets of a file were made."""
    with np.load(path, allow_pickle=False) as kept:
        return dict(json.loads(str(kept["made"])))
