"""Setting up positions by hand: all pieces come off and go back; the reader is the judge."""

import importlib
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kits import each_kit
from tests.plainly import plainly

import azulejos as az
from azulejos import editing, tell
from azulejos.core.plain import Plain
from azulejos.draw.view import View, parts
from azulejos.editing import PUT, TAKE, TURN, Edit
from azulejos.editing.fields import said
from azulejos.editing.places import Unfit

NAMES = ("Ala", "Bo", "Cy", "Di")
COMPUTED = {"bag", "pool", "stack", "stacks"}  # where whatever lies nowhere else is
HIDDEN = ("stack", "drawn")  # who knows what lies there is not told by the piece
TURNS = 6  # of the piece that can be turned in most ways


def positions(kit, seed, count):
    """Some moments of a random game, with options by lot; nobody answers for CHANCE."""
    dice = random.Random(seed)
    game = dice.choice(kit.games)
    position = plainly(game.start, seed=seed, deal="by hand")
    chosen = {dice.randrange(150) for _ in range(count)}
    while not position.over and len(position.history) <= max(chosen):
        if len(position.history) in chosen:
            yield position
        position.play(kit.choose(position, dice, is_careful=True))


def seat_of(seat):
    return None if seat is None else f"seat-{seat + 1}"


def judged(game, document):
    return editing.judged(document, game.lay_out)


def edit(document, does, lying):
    place, seat, piece = lying
    return editing.edited(document, [Edit(does, place, seat, piece)], {})


def turned_back(document, wanted, lying):
    """Pieces that were put back are turned as they were."""
    for _ in range(TURNS):
        if document["seats"] == wanted["seats"]:
            break
        for each in lying:
            there = editing.editor(document["game"]).places(document)[each[:2]]
            if is_turned(there[0], document, wanted):
                document = edit(document, TURN, each)
    return document


def is_turned(place, document, wanted):
    return hasattr(place, "turn") and place.value(document) != place.value(wanted)


@each_kit
def test_all_pieces_come_off_and_go_back(kit):
    """The table is the same afterwards; in between all tiles are in the bag."""
    for position in positions(kit, seed=5, count=3):
        document = position.to_dict()
        there = [each for each in editing.lying(document) if each[0] not in HIDDEN]
        bare = document
        for each in reversed(there):
            bare = edit(bare, TAKE, each)
        assert {piece for _, _, piece in editing.lying(bare)} & editing.editor(kit.name).stock.keys() == set()
        again = bare
        for each in there:
            again = edit(again, PUT, each)
        assert turned_back(again, document, there) == document


@each_kit
def test_an_edit_changes_one_piece(kit):
    """What lies where, as the tests count it, differs by that piece and by nothing else."""
    dice = random.Random(7)
    for position in positions(kit, seed=7, count=4):
        document = position.to_dict()
        before = lying_elsewhere(kit, document)
        told = Counter((place, seat_of(seat), piece) for place, seat, piece in editing.lying(document))
        assert {each: told[each] for each in before} == dict(before)
        for place, seat, piece in dice.sample(editing.lying(document), 8):
            is_counted = (place, seat_of(seat), piece) in before
            if not is_counted or piece in ("start", "expansion") or place.startswith("floor"):
                continue  # one on a floor leaves no gap, and the starting-player tile is always somewhere
            after = lying_elsewhere(kit, edit(document, TAKE, (place, seat, piece)))
            assert before - after == Counter({(place, seat_of(seat), piece): 1})
            assert after - before == Counter()


def lying_elsewhere(kit, document):
    """Without what is computed, the expansions under the supply and in the stack among that."""
    is_garden = kit.name == "garden"
    top = len(document["display"]) - document["stack"] if is_garden else 0
    computed = (
        {f"display-{slot + 1}" for slot in range(top, len(document["display"]))} if is_garden else set()
    )
    return Counter(
        {
            (place, seat, piece): count
            for (place, seat, piece), count in (+kit.lying(document)).items()
            if place not in COMPUTED and not (place in {"supply", *computed} and piece == "expansion")
        }
    )


@each_kit
@given(seed=st.integers(0, 10_000))
@settings(max_examples=4, deadline=None)
def test_whatever_is_done_is_judged_and_drawn(kit, seed):
    """Any edits in any order: refused, or told as the reader tells it; the impossible can be drawn too."""
    dice = random.Random(seed)
    for position in positions(kit, seed, count=1):
        game, document = position.game, position.to_dict()
        for _ in range(12):
            try:
                table = judged(game, any_change(document, dice))
            except Unfit:
                continue
            document = table.document
            assert table.problems == problems_of(game, document)
            state, names = Plain(table.state), NAMES[: game.players]
            assert parts(game.name, state, View(names, dice.randrange(game.players)))
            assert tell.describe(game.name, state, list(names), "pl")


def any_change(document, dice):
    its = editing.editor(document["game"])
    if dice.random() < 0.3:
        field = dice.choice(its.fields(document))
        values = [value for value, _ in field.options] or [
            field.least,
            field.most,
            dice.randint(field.least, field.most),
        ]
        return editing.edited(document, [], {field.name: dice.choice(values)})
    if dice.random() < 0.4:
        place, seat, piece = dice.choice(editing.lying(document))
        return editing.edited(document, [Edit(dice.choice([TAKE, TURN]), place, seat, piece)], {})
    (place, seat), there = dice.choice([*its.places(document).items()])
    return editing.edited(document, [Edit(PUT, place, seat, dice.choice([*there[0].pieces]))], {})


def problems_of(game, document):
    try:
        plainly(game.position, document, deal="by hand")
    except az.PositionError as refused:
        return list(refused.problems)
    return []


@each_kit
def test_an_empty_table(kit):
    """Nothing lies there; what is missing is told."""
    for game in kit.few:
        table = judged(game, game.envelope() | game.completed({}))
        assert table.document["bag"] == editing.editor(kit.name).stock
        assert table.problems == problems_of(game, table.document) != []


@each_kit
@pytest.mark.parametrize(
    "wrong",
    [{"round": True}, {"round": "2"}, {"turn": 10**9}, {"seats": [{"score": []}]}, {"phase": ["offer"]}],
)
def test_what_no_table_can_show_is_refused(kit, wrong):
    """Values for which a reader puts another one don't slip in."""
    game = kit.few[0]
    with pytest.raises(Unfit):
        judged(game, game.envelope() | game.completed({}) | wrong)


@each_kit
def test_what_isnt_there_is_refused(kit):
    game = kit.few[0]
    document = game.envelope() | game.completed({})
    tile = next(iter(editing.editor(kit.name).stock))
    for does, place in ((PUT, "nowhere"), (PUT, "bag"), (TAKE, "tower"), (TAKE, "lid"), (TURN, "centre")):
        with pytest.raises(Unfit):
            editing.edited(document, [Edit(does, place, None, tile)], {})
    for values in ({"round": 1000}, {"round": True}, {"phase": "never"}, {"nothing": 1}, {"to_move": None}):
        with pytest.raises(Unfit):
            editing.edited(document, [], values)


# ------------------------------------------------------------------------------------------------
# Questions in the middle of a turn

ELSEWHERE = {"chocolatier": "offer", "pavilion": "offer", "duel": "acting", "garden": "acting"}
SOUND_AT_ONCE = {  # what can be asked while nothing lies anywhere
    "chocolatier": ["beginning"],
    "pavilion": ["beginning", "refilling", "filling", "keeping"],
    "duel": [],
    "garden": ["beginning", "filling"],
}
OF_TIME = {"turn": 0, "step": 0}  # how much was played before isn't set up


def each_question(kit):
    """A moment of every question that there is, in games by lot."""
    wanted, dice = set(questions(kit)) - {"over"}, random.Random(11)
    while wanted:
        position = dice.choice(kit.games).start(seed=dice.randrange(1000), deal="by hand")
        while wanted and not position.over:
            if position.phase in wanted:
                wanted.remove(position.phase)
                yield position
            position.play(kit.choose(position, dice, is_careful=True))


def questions(kit):
    return [value for value, _ in phase_field(kit.few[0]).options]


def phase_field(game):
    document = game.envelope() | game.completed({})
    return next(field for field in editing.editor(game.name).fields(document) if field.name == "phase")


@each_kit
def test_all_questions_are_offered(kit):
    state = importlib.import_module(f"azulejos.games.{kit.name}.state")
    assert sorted(questions(kit)) == sorted(state.PHASES)


@each_kit
def test_every_question_can_be_set_up(kit):
    """From the beginning of a turn, with the entries of the form alone, and it is said what each is."""
    its = editing.editor(kit.name)
    for position in each_question(kit):
        wanted = position.to_dict()
        told = {field.name: field.value(wanted) for field in its.fields(wanted)}
        table = editing.edited(wanted, [], {"phase": ELSEWHERE[kit.name]})
        table = editing.edited(table, [], {"phase": told.pop("phase")})
        for name, value in told.items():
            if name in {field.name for field in its.fields(table)}:
                table = editing.edited(table, [], {name: value})
        assert table | OF_TIME == wanted | OF_TIME, position.phase
        assert judged(position.game, table).problems == []


@each_kit
def test_a_question_that_cant_be_asked_is_told(kit):
    """Set up at an empty table, in words of both languages."""
    game = kit.few[0]
    empty = game.envelope() | game.completed({})
    for phase in questions(kit):
        table = judged(game, editing.edited(empty, [], {"phase": phase}))
        assert table.document["phase"] == phase
        assert table.problems == problems_of(game, table.document)
        assert (phase in SOUND_AT_ONCE[kit.name]) == (table.problems == []), (phase, table.problems)
        for field in editing.editor(kit.name).fields(table.document):
            for language in tell.LANGUAGES:
                t = tell.words(language)
                words = [label for _, label in field.options if label is not None]
                assert all(said(t, label) for label in [field.label, *words])
