"""Nothing impossible gets in: whatever a reader accepts can be played to its end.

The law, for every document: it is refused with reasons, or every sequence of legal choices from it stays
within bounds, never meets a question without an answer, ends, and every position on the way is read again.
"""

import itertools
import json
import random
from collections import Counter

import pytest
from tests.kits import KITS
from tests.rules.documents import Pool

import azulejos as az

DOCUMENTS, DOCUMENTS_LONG = 2000, 200_000
PARTS, PARTS_LONG = 4, 20  # tests that share them
POOLED = 500  # documents from one pool
BEGUN = 25  # choices of every accepted one that are played by the plain rules too; those take long
WHOLE = 40  # every so many accepted ones are played to the end by them
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


def walk(position, choose, dice, most=CHOICES_MAX):
    """Play to the end, or so many choices; return them. A few positions on the way are read again."""
    looks = Counter(int(dice.expovariate(1 / 40)) for _ in range(LOOKS))
    made = []
    for count in itertools.count():
        if looks[count] or position.over:
            assert_read_again(position)
        if position.over or count == most < CHOICES_MAX:
            return made
        choices = position.choices()
        assert choices, f"nothing to choose in phase {position.phase}"
        assert count < CHOICES_MAX, "it does not end"
        # CHANCE has no manners: five alike on Duel's large factory would come again for ever.
        made.append(dice.choice(choices) if position.turn == az.CHANCE else choose(choices))
        position.play(made[-1])


def assert_read_again(position):
    again = position.game.position(position.to_dict(), deal="by hand")
    assert again.table().tobytes() == position.table().tobytes()


def check(game, document, dice, plainly):
    """Is a document refused, or can it be played, so many choices by the plain rules too?

    Returns whether it was accepted.
    """
    try:
        position = game.position(document, deal="by hand")
    except az.PositionError:
        return False
    state = dice.getstate()
    try:
        made = walk(position, manner(dice), dice)
        dice.setstate(state)
        plain = game.position(document, deal="by hand", compiled=False)
        assert walk(plain, manner(dice), dice, plainly) == made[:plainly]
        assert plain == position or len(made) > plainly
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
        accepted += check(*pool.any(dice), dice, plainly=BEGUN if accepted % WHOLE else CHOICES_MAX)
    assert accepted > count // 20  # or this would show nothing


@pytest.mark.parametrize("compiled", [True, False])
def test_what_gets_through_all_the_same_is_stopped(compiled):
    """No reader lets this through. If one did, memory would stay whole, and nothing would have changed."""
    game = az.Game("duel", first=0)
    position = game.position(game.start(seed=1).to_dict(), compiled=compiled)
    position.play(position.choices()[0])
    assert position.phase == "placing"
    position.state.phase_id = position.rules.phases.index("turning")
    position.state.place_chosen = 640
    position._look()
    before, history = position.table().tobytes(), position.history
    with pytest.raises(az.Unplayable, match="no game leads to this position"):
        position.play("turned-1")
    assert (position.table().tobytes(), position.history) == (before, history)


@pytest.mark.parametrize("compiled", [True, False])
def test_a_question_without_an_answer_is_stopped(compiled):
    game = az.Game("duel", first=0)
    position = game.position(game.start(seed=1).to_dict(), compiled=compiled)
    position.state.phase_id = position.rules.phases.index("over")
    with pytest.raises(az.Unplayable):
        position._look()
