"""Do the strong bots think as they say: legally, in time, the same every time, and well?"""

import gc
import random
import time
from dataclasses import replace

import numpy as np
import pytest
from tests.kits import KITS, each_kit, each_of_few

import azulejos as az
from azulejos import games
from azulejos.bots import bot, lore, net, persons, search, thinking, values
from azulejos.bots.levels import LEVELS, YARDSTICK, Level, Searcher, sensible
from azulejos.bots.thinking import Mind, Option, Thinker, Thought
from azulejos.core.contract import CHANCE

BUDGET = 0.003  # seconds
ONE_SIMULATION = 0.006  # seconds that a single one may take, in the garden's longest payments
LONG_BUDGET = 0.05
OVER_BUDGET = 1.1


def questions(kit, count, seed=1):
    """Positions of random games, of all numbers of players and options, where a seat is asked."""
    dice, found = random.Random(seed), 0
    while True:
        position = dice.choice(kit.games).start(seed=dice.randrange(10**6))
        while not position.over:
            if len(position.choices()) > 1:
                yield position
                found += 1
                if found == count:
                    return
            position.play(kit.choose(position, dice))


@pytest.fixture
def tidy():
    """Python tidies up its memory now and then, which takes longer the more there is: here never."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@each_kit
@pytest.mark.usefixtures("tidy")
@pytest.mark.parametrize("count", [500, pytest.param(10_000, marks=pytest.mark.long)])
def test_every_answer_is_legal_and_in_time(kit, count):
    """The time that is asked for is kept. What other programs take away meanwhile isn't counted."""
    thinker = Thinker(kit.name, seed=1)
    thinker.think(kit.fullest.start(seed=1), 0, simulations=1)
    for position in questions(kit, count):
        before, used = position.key(), time.thread_time()
        thought = thinker.think(position, position.turn, BUDGET)
        assert time.thread_time() - used <= OVER_BUDGET * BUDGET + ONE_SIMULATION
        assert sorted(option.choice for option in thought.options) == sorted(position.choices())
        assert all(0 <= option.worth <= 1 for option in thought.options)
        assert sum(option.visits for option in thought.options) >= thought.simulations
        assert thought.simulations > 0 or thought.certain
        assert position.key() == before


@each_kit
@pytest.mark.usefixtures("tidy")
def test_a_time_that_people_give_is_kept(kit):
    """Never more than a tenth over it."""
    thinker = Thinker(kit.name, seed=1)
    thinker.think(kit.fullest.start(seed=1), 0, simulations=1)
    for i, position in enumerate(questions(kit, 600, seed=2)):
        if i % 30 == 0:
            used = time.thread_time()
            thinker.think(position, position.turn, LONG_BUDGET)
            assert time.thread_time() - used <= OVER_BUDGET * LONG_BUDGET


@each_of_few
def test_the_same_thoughts_every_time(game):
    position = after_some(game, 9)
    thoughts = [Thinker(game.name, seed=5).think(position, position.turn, simulations=300) for _ in range(2)]
    assert thoughts[0].options == thoughts[1].options
    assert thoughts[0].simulations == 300
    other = Thinker(game.name, seed=6).think(position, position.turn, simulations=300)
    assert {option.choice for option in other.options} == {option.choice for option in thoughts[0].options}


@each_of_few
def test_thoughts_do_not_depend_on_the_dealer(game):
    """A bot that holds a position can't see what CHANCE will answer."""
    position = after_some(game, 12)
    thoughts = [
        Thinker(game.name, seed=5).think(position.copy(seed=seed), position.turn, simulations=200)
        for seed in (1, 2)
    ]
    assert thoughts[0].options == thoughts[1].options


@each_of_few
def test_plain_and_compiled_think_alike(game, monkeypatch):
    position = after_some(game, 15)
    compiled = Thinker(game.name, seed=5).think(position, position.turn, simulations=12)
    monkeypatch.setenv("AZULEJOS_PLAIN", "1")
    plain = Thinker(game.name, seed=5, memory=2**18).think(position, position.turn, simulations=12)
    facts = [[(option.choice, option.visits) for option in thought.options] for thought in (compiled, plain)]
    assert facts[0] == facts[1]
    worths = [[option.worth for option in thought.options] for thought in (compiled, plain)]
    assert np.allclose(worths[0], worths[1], atol=1e-5)


def after_some(game, choices):
    """A position some choices into a random game, with a question that has several answers."""
    kit, dice = KITS[game.name], random.Random(3)
    position = game.start(seed=2)
    while choices > 0 or len(position.choices()) < 2:
        position.play(kit.choose(position, dice, is_careful=True))
        choices -= 1
        assert not position.over
    return position


@each_kit
def test_memory_is_bounded_and_thinking_goes_on(kit):
    """When the room is full nothing new is remembered, and answers still come."""
    position = az.Game(kit.name).start(seed=4)
    thinker = Thinker(kit.name, seed=1, memory=2**17)
    (mind,) = thinker._minds
    assert sum(part.nbytes for part in mind._room) < 3 * 2**17
    thought = thinker.think(position, position.turn, simulations=5000)
    assert thought.best.choice in position.choices()
    assert mind._mind["nodes_n"][0] <= len(mind._nodes)
    assert mind._mind["edges_n"][0] <= len(mind._edges)
    while not position.over:
        position.play(thinker.think(position, position.turn, simulations=20).best.choice)


def test_what_was_thought_about_a_turn_is_kept():
    position = az.Game("chocolatier").start(seed=4)
    (mind,) = (thinker := Thinker("chocolatier", seed=1))._minds
    best = thinker.think(position, position.turn, simulations=2000).best
    position.play(best.choice)
    mind.look_at(position.table_known_by(position.turn))
    assert mind._nodes[mind._mind["root"][0]]["visits"] >= best.visits > 100


def test_threads_think_beside_each_other():
    position = az.Game("chocolatier").start(seed=4)
    thought = Thinker("chocolatier", seed=1, threads=2).think(position, position.turn, simulations=500)
    assert thought.simulations == 1000
    assert sum(option.visits for option in thought.options) >= 1000
    assert len({option.choice for option in thought.options}) == len(position.choices())


# ------------------------------------------------------------------------------------------------
# Does it find what is best?


@pytest.mark.parametrize("players", [2, 3])
def test_the_end_of_a_round_is_seen_through(players):
    """The last turns of a round against a plain recursion: every seat wants most for itself."""
    tried = 0
    for seed in range(12):
        position = last_turns(az.Game("chocolatier", players), seed)
        seat = position.turn
        if seat is None or seat == CHANCE or len(position.choices()) < 2:
            continue
        tried += 1
        exact = exact_worths(position, by_hand)
        thinker = Thinker("chocolatier", seed=1, known=lore.BY_HAND)
        thought = thinker.think(position, seat, simulations=20_000)
        best = max(worths[seat] for worths in exact.values())
        assert exact[thought.best.choice][seat] >= best - 0.005
        assert thought.best.worth == pytest.approx(best, abs=0.03)
    assert tried > 3


@pytest.mark.parametrize("players", [2, 3])
def test_those_who_have_learned_solve_the_end_of_a_round(players):
    """What is certain is exactly what a plain recursion finds, and then nobody thinks any longer."""
    solved = 0
    for seed in range(12):
        position = last_turns(az.Game("chocolatier", players), seed)
        seat = position.turn
        if seat is None or seat == CHANCE or len(position.choices()) < 2:
            continue
        exact = exact_worths(position, by_net)
        thought = Thinker("chocolatier", seed=1).think(position, seat, simulations=20_000)
        assert thought.certain
        assert thought.simulations < 20_000
        for option in thought.options:
            assert option.worth == pytest.approx(exact[option.choice][seat], abs=1e-4)
        assert thought.best.worth == max(option.worth for option in thought.options)
        solved += 1
    assert solved > 3


def test_what_ended_a_round_is_open_in_the_next():
    """A position that ended the walks of one round is thought about anew when it is reached."""
    game, mind = az.Game("pavilion"), Thinker("pavilion", seed=1)
    position, dice = game.start(seed=4), random.Random(4)
    while position.round < 3:
        thought = mind.think(position, position.turn, simulations=400)
        assert sum(option.visits for option in thought.options) > 0
        assert thought.options
        position.play(dice.choice(position.choices()))


def last_turns(game, seed):
    """Where so few ways are left to end the first round that all of them can be counted."""
    kit, dice = KITS[game.name], random.Random(seed)
    position = game.start(seed=seed)
    while position.round == 1 and tiles_left(position) > 2:
        position.play(kit.choose(position, dice, is_careful=True))
    return position.known_by(position.turn) if position.round == 1 else game.start(seed=0, deal="by hand")


def tiles_left(position):
    """How many ways there are to take tiles: at most so many turns are left."""
    return sum(1 for choice in position.choices() if " " in choice) or 9


def played(position, choice):
    other = position.copy()
    other.play(choice)
    return other


def exact_worths(position, judged):
    """For each choice, what it brings every seat if all want most for themselves until the round ends."""
    return {
        choice: best_worths(played(position, choice), position.round, judged) for choice in position.choices()
    }


def best_worths(position, round_number, judged):
    if position.over or position.turn == CHANCE or position.round != round_number:
        return judged(position)
    ways = [best_worths(played(position, choice), round_number, judged) for choice in position.choices()]
    return max(ways, key=lambda worths: worths[position.turn])


def by_hand(position):
    own = thinking.values.of(position.game.name)
    points = [own.expected(position.state, each) for each in range(position.game.players)]
    ahead = [points[seat] - max(points[:seat] + points[seat + 1 :]) for seat in range(len(points))]
    return [1 / (1 + np.exp(-each / own.SCALE)) for each in ahead]


def by_net(position):
    """As the shipped net says it, its two heads mixed: nine parts winning, one part being ahead."""
    players, viewer = position.game.players, max(position.turn, 0)
    facts, ahead = Mind(position.game.name, 1, 2**18).see(position.table_known_by(viewer), viewer)
    room = np.zeros(1, np.dtype((np.record, net.room())))[0:1]
    net.look(lore.shipped(position.game.name)[players], facts, len(facts), ahead, players, room[0])
    out = room["out"][0]
    worths = [0.9 * out[at] + 0.1 / (1 + np.exp(-out[net.SEATS_MAX + at])) for at in range(players)]
    return [worths[(seat - viewer) % players] for seat in range(players)]


# ------------------------------------------------------------------------------------------------
# Levels


def winner_shares(game, first, second, count):
    """How many games the first wins, seats changed every time; a shared win is half a win."""
    won = 0.0
    for seed in range(count):
        bots = [bot(first, seed=seed), bot(second, seed=seed + 1)]
        position, swapped = game.start(seed=seed // 2), seed % 2
        while not position.over:
            position.play(bots[position.turn ^ swapped].choose(position, position.turn))
        won += (position.ranking[swapped] == 0) / len(position.winners)
    return won


@pytest.mark.wide
@each_kit
def test_levels_are_graded(kit):
    """A few games of the two that need no clock; `make strength` plays enough of them to be sure."""
    game = az.Game(kit.name)
    assert winner_shares(game, "easy", "random", 6) >= 5
    assert winner_shares(game, "medium", "easy", 6) >= 4


@pytest.mark.parametrize("box", ["coloured", "grey"])
def test_easy_drops_no_tiles_that_a_line_takes(box):
    """It looks clumsy, not stupid (MC-11 lets anybody drop tiles)."""
    game = az.Game("chocolatier", box=box)
    for seed in range(5):
        player, position = bot("easy", seed=seed), game.start(seed=seed)
        while not position.over:
            choice = player.choose(position, position.turn)
            lines = [name for name in position.choices() if name.startswith("line-")]
            assert choice != "floor" or not lines
            position.play(choice)


@pytest.mark.usefixtures("tidy")
def test_a_turn_takes_its_budget_in_all():
    """The questions of a turn share the time; a level's own budget is the default."""
    player = Searcher(Level("test", seconds=0.04), seed=1)
    position, times = az.Game("pavilion").start(seed=3), {}
    player.choose(position, position.turn)  # compiled, or read from the cache
    for _ in range(60):
        seat, number = position.turn, position.turn_number
        used = time.thread_time()
        choice = player.choose(position, seat)
        times[number] = times.get(number, 0) + time.thread_time() - used
        position.play(choice)
    assert max(times.values()) <= OVER_BUDGET * 0.04
    assert max(times.values()) > 0.01


def thought_of(**worths):
    """What was thought about some choices, the most visited first."""
    return Thought(tuple(Option(name, worth, 10, worth) for name, worth in worths.items()), 30, 0.0)


@pytest.mark.parametrize("game", games.GAMES)
def test_what_looks_stupid_must_be_clearly_better(game):
    (stupid, *_), close = values.of(game).AVOIDED, values.of(game).CLOSE
    others = {"one": 0.5, "two": 0.9}  # few visits say little: `two` is not compared
    assert sensible(game, thought_of(**{stupid: 0.5 + close + 0.001}, **others)).choice == stupid
    assert sensible(game, thought_of(**{stupid: 0.5 + close - 0.001}, **others)).choice == "one"
    assert sensible(game, thought_of(one=0.5, **{stupid: 0.9})).choice == "one"
    assert sensible(game, thought_of(**{stupid: 0.5})).choice == stupid


def test_levels_are_bots():
    assert [level.name for level in LEVELS] == list(persons.WHO) == ["easy", "medium", "hard", "master"]
    for level in (*LEVELS, YARDSTICK):
        assert bot(level.name).name == level.name


FROZEN = {
    az.Game("chocolatier"): "factory-4 red; line-3; factory-3 cream; line-1; factory-2 brown; line-2; "
    "factory-1 cream; line-2; factory-5 brown; line-1; centre blue; line-3",
    az.Game("chocolatier", 3): "factory-7 brown; floor; factory-4 red; line-3; factory-5 brown; line-1; "
    "factory-2 cream; line-1; centre blue; line-2; centre brown; line-2",
    az.Game("pavilion"): "factory-1 red; factory-3 blue; factory-5 orange; factory-4 red; factory-2 yellow; "
    "centre orange; centre red; lay l-n; lay c-n; colour orange; lay c-n; colour purple",
    az.Game("duel"): "dome i-special; place-9; turned-3; dome d-special; place-9; turned-3; "
    "factory-2 black; line-5; dome a-wild; place-1; turned-0; factory-3 yellow",
    az.Game("garden"): "take butterfly; take blue; take flower; take dark-purple; take tree; "
    "take dark-green; take butterfly; place plant-blue; at fountain-e; pay plant-dark-purple; "
    "pay plant-dark-green; place flower-blue",
}


@pytest.mark.parametrize("game", FROZEN, ids=str)
def test_the_yardstick_thinks_as_it_always_did(game):
    """What `master-1` played before anything was learned, with 60 simulations for a question."""
    player = Searcher(replace(YARDSTICK, seconds=None, simulations=60), seed=1, memory=2**20)
    position, played = game.start(seed=7), []
    while len(played) < 12:
        choice = player.choose(position, position.turn)
        if len(position.choices()) > 1:
            played.append(choice)
        position.play(choice)
    assert "; ".join(played) == FROZEN[game]


def test_levels_know_what_was_learned_and_the_yardstick_does_not(monkeypatch):
    """Also where the level is given another time."""
    given = []

    class Watched(Thinker):
        def __init__(self, *arguments):
            given.append(arguments[4])
            super().__init__(*arguments)

    monkeypatch.setattr("azulejos.bots.levels.Thinker", Watched)
    position = az.Game("chocolatier").start(seed=1)
    for name in ("master", "hard", "medium", "master-1"):
        bot(name, seed=1).choose(position, position.turn, budget=0.001)
    assert given == [None, None, None, lore.BY_HAND]


@each_kit
def test_priors_are_as_sharp_as_was_found_best(kit):
    """Those who have learned may trust a first sight more than `master-1` does, which stays as it was."""
    position = kit.games[0].start(seed=1)
    learned, by_hand = (first_priors(position, known) for known in (None, lore.BY_HAND))
    sharper = values.of(kit.name).SHARPER / search.SHARPNESS
    assert np.log(learned / learned.max()) == pytest.approx(
        sharper * np.log(by_hand / by_hand.max()), abs=1e-3
    )


def first_priors(position, known):
    """The priors of the first question's choices."""
    thinker = Thinker(position.game.name, seed=1, memory=2**20, known=known)
    thinker.think(position, position.turn, simulations=1)
    (mind,) = thinker._minds
    root = mind._nodes[mind._mind["root"][0]]
    return mind._edges["prior"][root["first"] : root["first"] + root["edges_n"]].astype(np.float64)


def test_equal_positions_are_one_node():
    """Two ways to the same table: a payment in another order."""
    position = after_payment_question()
    thinker = Thinker("garden", seed=1)
    thinker.think(position, position.turn, simulations=3000)
    (mind,) = thinker._minds
    count = int(mind._mind["nodes_n"][0])
    keys = mind._nodes["key"][:count]
    assert len(set(keys.tolist())) == count
    children = mind._edges["child"][: int(mind._mind["edges_n"][0])]
    children = children[children != search.NOWHERE]
    assert len(children) > len(set(children.tolist()))


def after_payment_question():
    dice, kit = random.Random(2), KITS["garden"]
    for seed in range(50):
        position = az.Game("garden").start(seed=seed)
        while not position.over:
            if position.phase == "paying" and len(position.choices()) > 2:
                return position
            position.play(kit.choose(position, dice, is_careful=True))
    raise AssertionError("no payment in fifty games")
