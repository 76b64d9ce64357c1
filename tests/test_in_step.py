"""Does it play the rulebook? An independent naive twin plays the same random games, step by step.

The twin (`tests/naive/`) is written from the clauses with lists and strings and shares no code with
the package. All answers, CHANCE's included, come from the dice of the test, so both play the same game.
"""

import itertools
import random

import pytest
from tests.naive.chocolatier import Table

import azulejos as az

GAMES = 20
GAMES_LONG = 500
COMBINATIONS = list(itertools.product((2, 3, 4), ("coloured", "grey"), ("plain", "special")))
NAMES = [f"{players} players, {box}, {factories}" for players, box, factories in COMBINATIONS]


class Pair:
    """The engine and the twin at the same table."""

    def __init__(self, players, box, factories, number):
        first = ["random", *range(players)][number % (players + 1)]
        self.seed = f"{players} {box} {factories} {number}"
        self.dice = random.Random(self.seed)
        self.is_careful = number % 2 == 1  # without tiles dropped by choice, boxes fill up
        self.compares_all = number == 0
        self.game = az.Game("chocolatier", players, first=first, box=box, factories=factories)
        self.position = self.game.start(deal="by hand")
        self.twin = Table(players, box, factories, first)

    def play(self):
        while not self.position.over:
            self.compare_question()
            choice = self.choose()
            self.position.play(choice)
            self.twin.play(choice)
        self.compare_end()

    def choose(self):
        weights = self.position.weights()
        if weights:
            return self.dice.choices(list(weights), list(weights.values()))[0]
        choices = self.position.choices()
        if self.is_careful and choices[-1] == "floor" and len(choices) > 1:
            choices = choices[:-1]
        return self.dice.choice(choices)

    def compare_question(self):
        position, twin = self.position, self.twin
        assert position.choices() == twin.legal()
        if position.turn == az.CHANCE:
            assert position.weights() == twin.weights()
        if self.compares_all or (position.step == 0 and position.phase != "filling"):
            self.compare_documents()

    def compare_documents(self):
        envelope = self.game.envelope()
        document = self.position.to_dict()
        assert {key: value for key, value in document.items() if key not in envelope} == self.twin.document()

    def compare_end(self):
        self.compare_documents()
        assert self.twin.legal() == []
        assert self.position.scores == self.twin.scores()
        assert self.position.ranking == self.twin.ranking()
        assert self.position.winners == [s for s, better in enumerate(self.twin.ranking()) if better == 0]


def play_in_step(players, box, factories, number):
    pair = Pair(players, box, factories, number)
    try:
        pair.play()
    except BaseException:
        print(f"seed {pair.seed!r}, {pair.game!r}, choices so far:\n{pair.position.history}")
        raise


@pytest.mark.parametrize(("players", "box", "factories"), COMBINATIONS, ids=NAMES)
def test_in_step(players, box, factories):
    """Same questions, same weights, same tables, same scores, for every number of players and variant?"""
    for number in range(GAMES):
        play_in_step(players, box, factories, number)


@pytest.mark.long
@pytest.mark.parametrize(("players", "box", "factories"), COMBINATIONS, ids=NAMES)
def test_in_step_long(players, box, factories):
    """The same in large numbers, where rare ends of games turn up."""
    for number in range(GAMES_LONG):
        play_in_step(players, box, factories, number)
