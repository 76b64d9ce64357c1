"""Does it play the rulebook? An independent naive twin plays the same random games, step by step.

The twins (`tests/naive/`) are written from the clauses with lists and strings and share no code with
the package. All answers, CHANCE's included, come from the dice of the test, so both play the same game.
"""

import random

import pytest
from tests.kits import KITS, each_game
from tests.kits.kit import seed_of, with_first

import azulejos as az


class Pair:
    """The engine and the twin at the same table."""

    def __init__(self, game, number):
        first = ["random", *range(game.players)][number % (game.players + 1)]
        self.kit = KITS[game.name]
        self.seed = f"{seed_of(game)} {number}"
        self.dice = random.Random(self.seed)
        self.is_careful = number % 2 == 1
        self.compares_all = number == 0
        self.phase = None  # of the question before
        self.game = with_first(game, first)
        self.position = self.game.start(deal="by hand")
        self.twin = self.kit.new_twin(self.game)

    def play(self):
        while not self.position.over:
            self.compare_question()
            self.phase = self.position.phase
            choice = self.kit.choose(self.position, self.dice, self.is_careful)
            self.position.play(choice)
            self.twin.play(choice)
        self.compare_end()

    def compare_question(self):
        position, twin = self.position, self.twin
        assert position.choices() == twin.legal()
        if position.turn == az.CHANCE:
            assert position.weights() == twin.weights()
        if self.compares_all or self.is_new():
            self.compare_documents()

    def is_new(self):
        """The first question of a turn, or CHANCE's first of a kind: not every single tile drawn."""
        position = self.position
        return position.phase != self.phase if position.turn == az.CHANCE else position.step == 0

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


def play_in_step(game, number):
    pair = Pair(game, number)
    try:
        pair.play()
    except BaseException:
        print(f"seed {pair.seed!r}, {pair.game!r}, choices so far:\n{pair.position.history}")
        raise


@each_game
def test_in_step(game):
    """Same questions, same weights, same tables, same scores, for every number of players and variant?"""
    for number in range(KITS[game.name].in_step):
        play_in_step(game, number)


@pytest.mark.long
@each_game
def test_in_step_long(game):
    """The same in large numbers, where rare ends of games turn up."""
    for number in range(KITS[game.name].in_step_long):
        play_in_step(game, number)
