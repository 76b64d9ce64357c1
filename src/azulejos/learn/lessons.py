"""Games of a mind against itself, noted as rows."""

from dataclasses import dataclass

import numpy as np

from azulejos import games
from azulejos.bots.thinking import Mind
from azulejos.core.contract import OneOf
from azulejos.game import Game
from azulejos.learn.playing import MIND_MEMORY, Moment, Table, best, play_game
from azulejos.learn.rows import Notes, Rows

NOTED = 0.4  # of the moments within a round; its end is always noted
TRIED = 0.25  # of the choices are drawn by how often they were thought of
AT_RANDOM = 0.03  # ... and so many by lot, so that odd positions are met too
UNUSUAL = 0.3  # how often the value of an option is drawn by lot


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
        if isinstance(option, OneOf) and dice.random() < UNUSUAL:
            options[option.name] = str(dice.choice(option.values))
    return Game(name, players, **options)


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
