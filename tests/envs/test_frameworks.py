"""Do the frameworks' own kits accept our faces? A framework that is missing is an error here, not a skip."""

import importlib
import random
import sys
import warnings

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import external_sampling_mccfr, mcts
from pettingzoo.test import api_test, render_test, seed_test
from tests.kits import KITS, each_kit, each_of_few

import azulejos as az
from azulejos.envs import gymnasium as our_gymnasium
from azulejos.envs import openspiel as our_openspiel
from azulejos.envs import pettingzoo as our_pettingzoo
from azulejos.errors import needing
from azulejos.game import Game, Limits


def wishes_of(game):
    """A game as the faces are asked for it."""
    described = game.describe()
    return {"name": described.pop("game"), **described}


def spiel(game, **more):
    """The same game of OpenSpiel."""
    wishes = wishes_of(game) | more
    return pyspiel.load_game(f"azulejos_{wishes.pop('name')}", wishes)


# ------------------------------------------------------------------------------------------------
# PettingZoo


@pytest.mark.filterwarnings("ignore:Observation")  # with a mask in it, it is no array
@pytest.mark.parametrize("mask", our_pettingzoo.MASKS)
@each_kit
def test_pettingzoo_kit(kit, mask, capsys):
    for game in {kit.few[0], kit.fullest}:
        api_test(our_pettingzoo.env(**wishes_of(game), mask=mask), num_cycles=40)


@each_kit
def test_pettingzoo_seeds_and_pictures(kit, capsys):
    wishes = wishes_of(kit.few[0])
    seed_test(lambda: our_pettingzoo.env(**wishes), num_cycles=20)
    render_test(lambda render_mode: our_pettingzoo.env(**wishes, mask="observation", render_mode=render_mode))


@each_of_few
def test_pettingzoo_plays_the_game(game):
    """Is an environment the position of its seed? Rewards come at the end and make 0 together."""
    env, position = our_pettingzoo.env(**wishes_of(game), observation="one-hot"), game.start(seed=4)
    env.reset(seed=4)
    dice, total = random.Random(4), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        total[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        assert agent == f"seat_{position.turn}"
        assert np.array_equal(info["action_mask"], position.mask())
        assert np.array_equal(seen, position.observe(position.turn, "one-hot"))
        choice = dice.choice(position.legal)
        position.play(choice)
        env.step(choice)
    assert position.over
    assert list(total.values()) == pytest.approx(position.returns().tolist())


def test_pettingzoo_refuses_and_cuts_off(monkeypatch):
    env = our_pettingzoo.env("duel")
    env.reset(seed=1)
    wrong = int(np.flatnonzero(env.last()[4]["action_mask"] == 0)[0])
    with pytest.raises(az.IllegalChoice):
        env.step(wrong)
    monkeypatch.setattr(Game, "limits", Limits(60, 60))
    dice = random.Random(1)
    while not (env.last()[2] or env.last()[3]):
        env.step(dice.choice(np.flatnonzero(env.last()[4]["action_mask"]).tolist()))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


# ------------------------------------------------------------------------------------------------
# Gymnasium


@each_kit
def test_gymnasium_kit(kit):
    wishes = wishes_of(kit.few[0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # that it was not made by `gymnasium.make`
        check_env(our_gymnasium.SelfPlay(**wishes, observation="one-hot"))
        check_env(our_gymnasium.Seat(**wishes, opponents=["random"]))


@each_kit
def test_gymnasium_makes_them(kit):
    """By name: one seat, all seats, and many tables."""
    env = gymnasium.make(f"azulejos/{kit.name}-v1", opponents=["random"], seat=1, render_mode="ansi")
    _, info = env.reset(seed=3)
    assert info["seat"] == 1
    assert info["action_mask"].any()
    assert len(env.render()) > 100
    against_bots = gymnasium.make_vec(f"azulejos/{kit.name}-v1", num_envs=2, vectorization_mode="sync")
    assert [type(env.unwrapped) for env in against_bots.envs] == [our_gymnasium.Seat] * 2
    tables = gymnasium.make_vec(f"azulejos/{kit.name}-self-play-v1", num_envs=3)
    seen, info = tables.reset(seed=1)
    assert tables.observation_space.contains(seen)
    assert info["action_mask"].shape == (3, kit.games[0].choices_n)


@each_of_few
def test_a_seat_against_bots(game):
    """Whole games: is each choice asked of the same seat, and does the last reward say how it ended?"""
    env = our_gymnasium.Seat(**wishes_of(game), opponents=["random"])
    dice, seats = random.Random(1), set()
    for seed in range(3):
        _, info = env.reset(seed=seed)
        seats.add(info["seat"])
        is_over = False
        while not is_over:
            assert env.position.turn == info["seat"]
            choice = dice.choice(np.flatnonzero(info["action_mask"]).tolist())
            _, reward, is_over, is_cut, info = env.step(choice)
            assert is_over or (reward == 0 and not is_cut)
        assert reward == env.position.returns()[info["seat"]]
    assert len(seats) > 1


def test_an_illegal_action_loses():
    env = our_gymnasium.Seat("chocolatier", opponents=["greedy-1"])
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, is_over, _, info = env.step(wrong)
    assert (reward, is_over) == (-1, True)
    assert "illegal" in info


@each_kit
def test_tables_in_lockstep(kit):
    """Does an illegal action lose at its table alone, and does each reward go to who has chosen?"""
    env = our_gymnasium.Tables(**wishes_of(kit.few[0]), num_envs=6)
    _, info = env.reset(seed=2)
    ended = 0
    wrong = {5: lambda mask: np.flatnonzero(mask == 0)[0], 6: len, 7: lambda _: -1}
    for count in range(500):
        actions = env.batch.random_choices()
        choosers = info["seat"]
        if count in wrong:
            actions[2] = wrong[count](info["action_mask"][2])
        seen, rewards, terminated, truncated, info = env.step(actions)
        assert env.observation_space.contains(seen)
        if count in wrong:
            assert rewards.tolist() == [0, 0, -1, 0, 0, 0]
            assert terminated.tolist() == [False, False, True, False, False, False]
            assert env.batch.position(2).round == 1
        else:
            assert rewards == pytest.approx(info["returns"][np.arange(6), choosers])
        ended += terminated.sum()
        assert not truncated.any()
    assert ended > 6


@pytest.mark.parametrize("actions", [[0], 0, [[0, 0]], [0.0, 0.0], ["a", "b"]])
def test_actions_that_are_no_numbers_for_tables(actions):
    env = our_gymnasium.Tables("duel", num_envs=2)
    env.reset(seed=1)
    with pytest.raises(az.OptionError, match="choices are 2 whole numbers"):
        env.step(actions)


@pytest.mark.parametrize(
    "begun", ["x", az.Game("duel").start(seed=1), az.Game("chocolatier", 3).start(seed=1)]
)
def test_pettingzoo_begins_with_a_position_of_its_game_alone(begun):
    env = our_pettingzoo.env("chocolatier")
    with pytest.raises(az.OptionError, match="a game can't begin with"):
        env.reset(seed=1, options={"position": begun})


@pytest.mark.parametrize(
    "wishes", [{"opponents": []}, {"opponents": ["x"]}, {"seat": 2}, {"observation": "sparse"}]
)
def test_gymnasium_refuses(wishes):
    with pytest.raises(az.OptionError):
        our_gymnasium.Seat("duel", **wishes).reset(seed=1)


def test_a_seat_has_as_many_opponents_as_there_are_others():
    with pytest.raises(az.OptionError, match="a seat has one opponent here, not 2"):
        our_gymnasium.Seat("duel", opponents=["random"] * 2)
    with pytest.raises(az.OptionError, match="a seat has 1 to 2 opponents here, not 0"):
        our_gymnasium.Seat("garden", players=3, opponents=[])


# ------------------------------------------------------------------------------------------------
# OpenSpiel


@each_kit
def test_openspiel_kit(kit):
    for game in {kit.few[0], kit.fullest}:
        pyspiel.random_sim_test(spiel(game), num_sims=1, serialize=False, verbose=False)


@each_kit
def test_openspiel_saves_and_loads(kit):
    """Is a state the same after it was written as text?"""
    state, dice = spiel(kit.few[0]).new_initial_state(), random.Random(1)
    for _ in range(80):
        _, again = pyspiel.deserialize_game_and_state(
            pyspiel.serialize_game_and_state(state.get_game(), state)
        )
        assert str(again) == str(state)
        state.apply_action(dice.choice(state.legal_actions()))


@each_of_few
def test_openspiel_plays_the_game(game):
    """Chance nodes with their weights, seats, legal choices and returns as the position has them?"""
    state, position = spiel(game).new_initial_state(), game.start(deal="by hand")
    dice = random.Random(7)
    while not position.over:
        if position.turn == az.CHANCE:
            assert state.is_chance_node()
            outcomes, weights = state.chance_outcomes(), list(position.weights().values())
            assert [chance for _, chance in outcomes] == pytest.approx([w / sum(weights) for w in weights])
            assert [number + game.choices_n for number, _ in outcomes] == position.legal
            action = dice.choice(outcomes)[0]
            position.play(action + game.choices_n)
        else:
            assert state.current_player() == position.turn
            assert state.legal_actions() == position.legal
            action = dice.choice(position.legal)
            position.play(action)
        state.apply_action(action)
        assert state.action_to_string(0, 0) == game.rules.choices[0]
    assert state.is_terminal()
    assert state.returns() == pytest.approx(position.returns().tolist())
    assert str(state) == ", ".join(position.history)


@each_kit
def test_openspiel_keeps_secrets(kit):
    """Does what a seat observes and remembers depend on what it may know alone?"""
    game = kit.few[0]
    state, dice = spiel(game).new_initial_state(), random.Random(3)
    while not state.is_terminal() and state.position.length < 250:
        state.apply_action(dice.choice(state.legal_actions()))
        for seat in range(game.players):
            known = ["?" if choice is None else choice for choice in state.position.history_known_by(seat)]
            if state.position.length % 25 == 0:
                said = "".join(f"{choice}, " for choice in known)
                assert state.information_state_string(seat) == f"seat {seat}: {said}"
                seen = state.position.known_by(seat).observe(seat, "one-hot")
                assert np.array_equal(np.float32(state.observation_tensor(seat)), seen)


def near_the_end(kit, most=300):
    """A position of two players after which few sequences of choices are left."""
    for seed in range(200):
        position, dice = kit.few[0].start(seed=seed), random.Random(seed)
        tables = []
        while not position.over:
            tables.append(position.copy(seed=seed))
            position.play(dice.choice(position.legal))
        for earlier in tables[-4:]:
            if size_of(earlier.known_by(earlier.turn), most) <= most:
                return earlier
    raise AssertionError("no game ends slowly enough")


def size_of(position, most):
    """How many positions follow, as far as it matters."""
    count, left = 0, [position]
    while left and count <= most:
        one = left.pop()
        count += 1
        for number in one.legal:
            after = one.copy(seed=1)
            after.play(number)
            left.append(after)
    return count


def test_openspiel_searches_and_learns():
    """Its tree search and a variant of CFR, from a position near the end."""
    position = near_the_end(KITS["chocolatier"])
    game = spiel(position.game, position=position.to_bytes().hex())
    state = game.new_initial_state()
    bot = mcts.MCTSBot(game, 2.0, 20, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)))
    assert bot.step(state) in state.legal_actions()
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(5):
        solver.iteration()
    policy = solver.average_policy().action_probabilities(state)
    assert sum(policy.values()) == pytest.approx(1)
    assert set(policy) <= set(state.legal_actions())


@pytest.mark.parametrize("name", ["chocolatier", "duel"])
@pytest.mark.parametrize("action", [5000, 10**6])
def test_openspiel_refuses_actions(name, action):
    """CHANCE's too; the state is as it was."""
    state = pyspiel.load_game(f"azulejos_{name}").new_initial_state()
    for _ in range(2):
        with pytest.raises(az.IllegalChoice, match="isn't legal now"):
            state.apply_action(action)
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
    assert state.position.length == len(state.known_by(0))


@pytest.mark.parametrize("wrong", ["zz", "00", "00" * 700])
def test_openspiel_refuses_positions(wrong):
    with pytest.raises(az.PositionError):
        our_openspiel.SpielGame._position(type("Asked", (), {"game": az.Game("duel")})(), wrong)


def test_the_framework_that_was_asked_for_is_named(monkeypatch):
    """Where neither PettingZoo nor Gymnasium is there."""
    for name in ("gymnasium", "pettingzoo"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, "azulejos.envs.pettingzoo")
    with pytest.raises(az.OptionError, match=r"pettingzoo is missing: pip install 'azulejos\[pettingzoo\]'"):
        importlib.import_module("azulejos.envs.pettingzoo")


def test_missing_frameworks_are_told():
    with pytest.raises(az.OptionError, match=r"pip install 'azulejos\[jax\]'"), needing("jax"):
        import azulejos_has_no_such_module  # noqa: F401
