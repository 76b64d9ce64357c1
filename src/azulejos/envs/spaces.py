"""The spaces of Gymnasium, which PettingZoo uses too: what can be seen and what can be chosen."""

import numpy as np
from gymnasium import spaces

from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.errors import OptionError
from azulejos.game import Game
from azulejos.observations import COMPACT, ONE_HOT

OFFERED = (COMPACT, ONE_HOT)  # of a fixed size


def observation_space(game: Game, kind: str) -> spaces.Box:
    """What an observation of a kind can be."""
    features = game.features
    if kind == COMPACT:
        return spaces.Box(np.zeros(features.size, np.uint8), features.scale, dtype=np.uint8)
    if kind == ONE_HOT:
        return spaces.Box(0.0, 1.0, (features.floats,), np.float32)
    raise OptionError(
        Message(
            "an environment shows {kinds}, not {kind}; Position.observe and Batch.observe show all kinds",
            kinds=" / ".join(OFFERED),
            kind=short(kind),
        )
    )


def action_space(game: Game) -> spaces.Discrete:
    """The choices of seats."""
    return spaces.Discrete(game.choices_n)


def mask_space(game: Game) -> spaces.Box:
    return spaces.Box(0, 1, (game.choices_n,), np.int8)
