"""Laws of Master Chocolatier alone."""

import pytest
from tests.kits.chocolatier import KIT
from tests.kits.kit import id_of


@pytest.mark.parametrize("game", KIT.games, ids=id_of)
def test_dropping_everything(game):
    """MC-26: if everybody drops every tile the game ends after round 20, with nothing scored."""
    position = game.start(seed=1)
    while not position.over:
        position.play(position.choices()[-1])
    assert position.round == 20
    assert position.scores == [0] * game.players
    assert position.winners == list(range(game.players))


def test_numbers_of_choices():
    """A number that stands for a take is that take: learners rely on it."""
    position = KIT.games[0].start(seed=1)
    assert KIT.rules.choices[8] == "factory-2 black"
    assert "factory-2 black" in position.choices()
