"""Games of a mind against itself, noted as rows."""

from dataclasses import dataclass

import numpy as np

from azulejos import games
from azulejos.bots.thinking import Mind
from azulejos.core.contract import OneOf, Option, SomeOf
from azulejos.game import Game
from azulejos.learn.playing import MIND_MEMORY, Moment, Table, best, play_game
from azulejos.learn.rows import Notes, Rows

NOTED = 0.4  # of the moments within a round; its end is always noted
TRIED = 0.25  # of the choices are drawn by how often they were thought of
AT_RANDOM = 0.03  # ... and so many by lot, so that odd positions are met too
UNUSUAL = 0.3  # how often the value of an option is drawn by lot
OWN_VALUE = 0.5  # of the criteria of a wheel bring a hexagon's own value, the others up to this many points:
POINTS_MAX = 10


@dataclass(frozen=True)
class Lesson:
    """So many games with a seed, which can be played anywhere."""

    game: str
    players: int
    seed: int
    games_n: int
    simulations: int
    net: np.ndarray


def take(lesson: Lesson) -> Rows:
    """Play the games of a lesson."""
    dice = np.random.default_rng(lesson.seed)
    mind = Mind(lesson.game, lesson.seed, MIND_MEMORY, {lesson.players: lesson.net})
    notes = Notes()
    for number in range(lesson.games_n):
        game = any_game(lesson.game, lesson.players, dice)
        table = Table(game, lesson.seed + number)
        for moment in play_game(table, [mind] * lesson.players, lesson.simulations, curious, dice):
            if moment.is_round_over or dice.random() < NOTED:
                _note(notes, mind, moment, number)
        notes.end_game(*table.result())
    return notes.rows()


def any_game(name: str, players: int, dice: np.random.Generator) -> Game:
    """A game with the usual options, or sometimes with others."""
    options = {}
    for option in games.GAMES[name].options:
        if dice.random() < UNUSUAL:
            options[option.name] = any_value(option, dice)
    return Game(name, players, **options)


def any_value(option: Option, dice: np.random.Generator) -> str:
    """A value of an option: of a few named ones any, of items and wheels one made by lot."""
    if isinstance(option, OneOf):
        return str(dice.choice(option.values))
    if isinstance(option, SomeOf):
        groups = dice.choice(len(option.items), dice.choice(option.sizes), replace=False)
        return option.clean(",".join(str(dice.choice(option.items[group])) for group in groups))
    criteria = dice.permutation(option.criteria)[: option.steps * option.per_step]
    points = [
        option.own_value if dice.random() < OWN_VALUE else str(dice.integers(POINTS_MAX + 1))
        for _ in criteria
    ]
    entries = [f"{criterion} {point}" for criterion, point in zip(criteria, points, strict=True)]
    starts = range(0, len(entries), option.per_step)
    return "; ".join(", ".join(entries[start : start + option.per_step]) for start in starts)


def curious(mind: Mind, legal: np.ndarray, dice: np.random.Generator) -> int:
    """Mostly the best choice."""
    draw = dice.random()
    if draw < AT_RANDOM:
        return int(dice.choice(legal))
    choices, visits, _, _ = mind.tried()
    if draw < TRIED and visits.sum() > 0:
        return int(dice.choice(choices, p=visits / visits.sum()))
    return best(mind, legal, dice)


def _note(notes: Notes, mind: Mind, moment: Moment, number: int) -> None:
    """A row for each viewer."""
    table, players_n = moment.table, moment.table.game.players
    hoped = np.full(players_n, np.nan) if moment.hoped is None else moment.hoped
    for viewer in range(players_n):
        facts, ahead = mind.see(table.bytes[0], viewer)
        notes.add(viewer, facts, ahead, hoped, int(table.state["round_number"]), number)
