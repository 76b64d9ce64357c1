"""Nothing impossible gets in: whatever a reader accepts can be played to its end.

The law, for every document: it is refused with reasons, or every sequence of legal choices from it stays
within bounds, never meets a question without an answer, ends, and every position on the way is read again.
"""

import itertools
import json
import random
from collections import Counter

import numpy as np
import pytest
from tests.kits import KITS
from tests.plainly import plainly
from tests.rules.documents import Pool

import azulejos as az
from azulejos.core import ready
from azulejos.core.contract import OVER
from azulejos.core.plain import Plain
from azulejos.games.duel import text

DOCUMENTS, DOCUMENTS_LONG = 2000, 200_000
PARTS, PARTS_LONG = 4, 20  # tests that share them
POOLED = 500  # documents from one pool
WHOLE = 40  # every so many accepted ones are played at a table of the plain rules, as before all is compiled
LOOKS = 4  # positions on the way that are written down and read again
CHOICES_MAX = 3000  # a game of four takes five hundred

kits = pytest.mark.parametrize("kit", KITS.values(), ids=str)


def manner(dice):
    """A way to choose: at random, always the first or the last, or the same kind of thing again and again."""
    kind = dice.randrange(4)
    if kind == 0:
        return lambda choices: choices[0]
    if kind == 1:
        return lambda choices: choices[-1]
    favourite = dice.random()
    if kind == 2:
        return lambda choices: choices[int(favourite * len(choices))]
    return dice.choice


def walk(position, choose, dice):
    """Play to the end; return for each question what was legal, and what was chosen.

    A few positions on the way are read again.
    """
    looks = Counter(int(dice.expovariate(1 / 40)) for _ in range(LOOKS))
    steps = []
    for count in itertools.count():
        if looks[count] or position.over:
            assert_read_again(position)
        if position.over:
            return steps
        legal = position.legal
        assert legal, f"nothing to choose in phase {position.phase}"
        assert count < CHOICES_MAX, "it does not end"
        # CHANCE has no manners: five alike on Duel's large factory would come again for ever.
        steps.append((legal, dice.choice(legal) if position.turn == az.CHANCE else choose(legal)))
        position.play(steps[-1][1])


def assert_read_again(position):
    again = position.game.position(position.to_dict(), deal="by hand")
    assert again.table().tobytes() == position.table().tobytes()


def interpreted(rules, state, steps):
    """The same choices by the plain rules: the same lists on the way. Returns the table at the end.

    It lies on a plain object, whose arrays look at every index too: twenty times as fast as a record.
    """
    buffer = np.zeros(rules.legal_max, np.int16)
    for legal, choice in steps:
        assert buffer[: rules.legal(state, buffer)].tolist() == legal
        rules.play(state, choice, None)
    assert rules.turn(state) == OVER
    return state


def check(game, document, dice, is_seated):
    """Is a document refused, or can it be played to its end, compiled and interpreted?

    `is_seated`: at a table of the plain rules too. Returns whether it was accepted.
    """
    try:
        position = game.position(document, deal="by hand")
    except az.PositionError:
        return False
    state, begin = dice.getstate(), Plain(position.state)
    try:
        steps = walk(position, manner(dice), dice)
        assert interpreted(game.rules, begin, steps).key() == Plain(position.state).key()
        if is_seated:
            dice.setstate(state)
            plain = plainly(game.position, document, deal="by hand")
            assert walk(plain, manner(dice), dice) == steps
            assert plain == position
    except Exception as error:
        raise AssertionError(told(game, document, position, error)) from error
    return True


def told(game, document, position, error):
    """What is needed to see it again."""
    return "\n".join([repr(game), json.dumps(document), ", ".join(position.history), repr(error)])


@kits
@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_is_accepted_can_be_played(kit, part):
    play_what_is_accepted(kit, part, DOCUMENTS // PARTS)


@pytest.mark.long
@kits
@pytest.mark.parametrize("part", range(PARTS, PARTS + PARTS_LONG))
def test_whatever_is_accepted_can_be_played_long(kit, part):
    play_what_is_accepted(kit, part, DOCUMENTS_LONG // PARTS_LONG)


def play_what_is_accepted(kit, part, count):
    dice = random.Random(f"{kit.name} {part}")
    accepted = 0
    for number in range(count):
        if number % POOLED == 0:
            pool = Pool.filled(kit, dice, per_game=1 + POOLED // 100 // len(kit.games))
        accepted += check(*pool.any(dice), dice, is_seated=accepted % WHOLE == 0)
    assert accepted > count // 20  # or this would show nothing


def test_documents_find_what_a_reader_forgets(monkeypatch):
    """A reader that doesn't compare tokens and places for dome tiles would be found out, and soon."""
    monkeypatch.setattr(text, "_dome_problem", lambda state: None)
    with pytest.raises(AssertionError, match=r"Unplayable|PositionError"):
        play_what_is_accepted(KITS["duel"], "b", DOCUMENTS)  # others need up to some thousand documents


@pytest.mark.parametrize("way", [ready.wait, ready.plain])
def test_what_gets_through_all_the_same_is_stopped(way):
    """No reader lets this through. If one did, memory would stay whole, and nothing would have changed."""
    game = az.Game("duel", first=0)
    with way():
        position = game.position(game.start(seed=1).to_dict())
    position.play(position.choices()[0])
    assert position.phase == "placing"
    position.state.phase_id = position.rules.phases.index("turning")
    position.state.place_chosen = 640
    position._look()
    before, history = position.table().tobytes(), position.history
    with pytest.raises(az.Unplayable, match="no game leads to this position"):
        position.play("turned-1")
    assert (position.table().tobytes(), position.history) == (before, history)


@pytest.mark.parametrize("way", [ready.wait, ready.plain])
def test_a_question_without_an_answer_is_stopped(way):
    game = az.Game("duel", first=0)
    with way():
        position = game.position(game.start(seed=1).to_dict())
    position.state.phase_id = position.rules.phases.index("over")
    with pytest.raises(az.Unplayable):
        position._look()
