"""A match between what was learned and what was known before: by simulations, so the same anywhere."""

from dataclasses import dataclass

import numpy as np

from azulejos.bots.thinking import Mind
from azulejos.game import Game
from azulejos.learn.playing import MIND_MEMORY, Table, best, play_game


@dataclass(frozen=True)
class Trial:
    """Games of one newcomer among others who know what was known before, once at every seat for each deal."""

    game: str
    players: int
    seed: int
    deals: int
    simulations: int
    new: np.ndarray
    old: np.ndarray


def share_of(trial: Trial) -> float:
    """The wins of the newcomer, as a share of all games."""
    new = Mind(trial.game, trial.seed, MIND_MEMORY, {trial.players: trial.new})
    old = Mind(trial.game, trial.seed + 1, MIND_MEMORY, {trial.players: trial.old})
    game = Game(trial.game, trial.players)
    dice = np.random.default_rng(trial.seed)
    won = 0.0
    for deal in range(trial.deals):
        for seat in range(trial.players):
            table = Table(game, trial.seed + deal)
            minds = [new if at == seat else old for at in range(trial.players)]
            for _ in play_game(table, minds, trial.simulations, best, dice):
                pass
            won += table.result()[0][seat]
    return won / (trial.deals * trial.players)
