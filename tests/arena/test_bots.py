"""Do the bots play as they say?"""

from types import SimpleNamespace

import numpy as np
import pytest
from tests.kits import KITS, each_kit, each_of_few

import azulejos as az
from azulejos import bots, games
from azulejos.bots import BOTS, bot, values


def play(game, seed, players):
    position = game.start(seed=seed)
    while not position.over:
        position.play(players[position.turn].choose(position, position.turn))
    return position


@each_kit
@pytest.mark.parametrize("count", [20, pytest.param(100, marks=pytest.mark.long)])
def test_greedy_beats_random_in_99_of_100(kit, count):
    """The yardstick: two players, both seats."""
    game = az.Game(kit.name)
    wins = 0
    for seed in range(count):
        me = seed % 2
        players = [bot("random", seed=seed), bot("random", seed=seed)]
        players[me] = bot("greedy-1")
        wins += play(game, seed, players).winners == [me]
    assert wins >= count - 1


@each_kit
@pytest.mark.parametrize("name", BOTS)
def test_bots_choose_legally_and_leave_the_position_alone(kit, name):
    check_a_game(kit.fullest, name)


@pytest.mark.long
@each_of_few
@pytest.mark.parametrize("name", BOTS)
def test_bots_choose_legally_in_every_variant(game, name):
    check_a_game(game, name)


def check_a_game(game, name):
    player = bot(name, seed=1)
    position = game.start(seed=3)
    while not position.over:
        before = position.key()
        choice = player.choose(position, position.turn, budget=0.004)
        assert choice in position.choices()
        assert position.key() == before
        position.play(choice)


@each_of_few
def test_greedy_takes_the_best_of_all_ways_to_play_its_turn(game):
    """The search against a plain recursion over `Position`."""
    value = values_of(game)

    def best(position, seat, turn):
        if position.turn != seat or position.turn_number != turn:
            return value(position.state, seat)
        return max(best(after(position, choice), seat, turn) for choice in position.choices())

    position = game.start(seed=5)
    for _ in range(6):
        seat, turn = position.turn, position.turn_number
        worth = {choice: best(after(position, choice), seat, turn) for choice in position.choices()}
        choice = bot("greedy-1").choose(position, seat)
        first_of_the_best = next(name for name in worth if worth[name] == max(worth.values()))
        assert choice == first_of_the_best
        position.play(choice)


def after(position, choice):
    """The position after a choice, with nobody answering for CHANCE."""
    other = position.known_by(position.turn)
    other.play(choice)
    return other


def values_of(game):
    return __import__(f"{values.__name__}.{game.name}", fromlist=["value"]).value


@each_of_few
def test_values_leave_the_table_as_it_was(game):
    """Tiles laid for a moment are taken off again."""
    value = values_of(game)
    position = play_some(game, 40)
    before = position.key()
    for seat in range(game.players):
        value(position.state, seat)
    assert position.key() == before


def play_some(game, choices):
    position = game.start(seed=2)
    for _ in range(choices):
        position.play(KITS[game.name].careful(position.choices())[-1])
    return position


@each_of_few
def test_an_impatient_greedy_chooses_the_same(game, monkeypatch):
    """The plain search, which needs no compilation, against the compiled one."""
    position = game.start(seed=9)
    for _ in range(5):
        compiled = bot("greedy-1").choose(position, position.turn)
        with monkeypatch.context() as plainly:
            plainly.setenv("AZULEJOS_PLAIN", "1")
            assert bot("greedy-1").choose(position, position.turn) == compiled
        position.play(compiled)


@each_kit
def test_random_is_uniform_and_seeded(kit):
    position = az.Game(kit.name).start(seed=1)
    legal = position.choices()
    player = bot("random", seed=1)
    chosen = [legal.index(player.choose(position, position.turn)) for _ in range(4000)]
    counts = np.bincount(chosen, minlength=len(legal))
    assert abs(counts - 4000 / len(legal)).max() < 5 * (4000 / len(legal)) ** 0.5
    again = [bot("random", seed=7).choose(position, position.turn) for _ in range(5)]
    assert len(set(again)) == 1


def test_an_unknown_bot():
    with pytest.raises(az.OptionError, match="there is no bot 'hal'; there is random, greedy-1"):
        bot("hal")


def test_every_game_has_values():
    for name in games.GAMES:
        assert values_of(az.Game(name))


@each_kit
@pytest.mark.parametrize("name", BOTS)
def test_who_is_not_asked_does_not_choose(kit, name):
    """The other seat, CHANCE's turn, a seat that isn't there, a game that is over."""
    player, game = bot(name, seed=1), kit.fullest
    position = game.start(seed=3)
    other = (position.turn + 1) % game.players
    with pytest.raises(az.IllegalChoice, match=f"seat {other} isn't asked: it is the turn of seat"):
        player.choose(position, other, budget=0.004)
    with pytest.raises(az.OptionError, match="there is no seat 9"):
        player.choose(position, 9, budget=0.004)
    with pytest.raises(az.IllegalChoice, match="chance decides"):
        player.choose(game.start(deal="by hand"), 0, budget=0.004)
    while not position.over:
        position.play(position.choices()[0])
    with pytest.raises(az.IllegalChoice, match="the game is over"):
        player.choose(position, 0, budget=0.004)


@pytest.mark.parametrize("budget", [float("nan"), float("inf"), -1, "x", True])
def test_a_budget_comes_to_an_end(budget):
    position = az.Game("chocolatier").start(seed=1)
    with pytest.raises(az.OptionError, match="expected a number of seconds, got"):
        bot("master").choose(position, position.turn, budget)


def test_only_what_plays_is_compiled(monkeypatch):
    compiled = []
    monkeypatch.setattr(bots, "_greedy", lambda game: SimpleNamespace(open=compiled.append))
    monkeypatch.setattr(bots.thinking, "prepare", lambda game: compiled.append("search"))
    for name in ("random", "python:mybot:Clever", "program:./mybot"):
        bots.prepare_for(name, "duel")
    assert compiled == []
    for name in ("greedy-1", "easy", "medium", "master-1"):
        bots.prepare_for(name, "duel")
    assert compiled == ["best_choice", "best_choice", "search", "search"]
