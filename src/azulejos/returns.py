"""What a game that has ended was worth to each seat, as learners count it."""

from typing import Any

import numpy as np

from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.errors import OptionError

WIN, MARGIN, POINTS = KINDS = ("win", "margin", "points")


def check_returns(kind: str) -> None:
    """Refuse what is no kind of return."""
    if kind not in KINDS:
        raise OptionError(
            Message(
                "there is no kind of return {kind}; there is {kinds}",
                kind=short(kind),
                kinds=", ".join(KINDS),
            )
        )


def returns(scores: Any, ranks: Any, kind: str = WIN) -> np.ndarray:
    """Of the scores and ranks of seats, along the last axis.

    `win`: (n * share of the win - 1) / (n - 1), from -1 / (n - 1) to 1; `margin`: the points beyond the mean
    of the others. Both make 0 together. `points`: the score.
    """
    check_returns(kind)
    scores = np.asarray(scores, np.float32)
    seats_n = scores.shape[-1]
    if kind == POINTS:
        return scores
    if kind == MARGIN:
        return (seats_n * scores - scores.sum(-1, keepdims=True)) / np.float32(seats_n - 1)
    won = np.asarray(ranks) == 0
    share = won / won.sum(-1, keepdims=True)
    return ((seats_n * share - 1) / (seats_n - 1)).astype(np.float32)
