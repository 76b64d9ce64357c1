"""What a user types: does it answer, and does every mistake come back saying what would be right?"""

import copy
import json
import pickle
import random
import re
import subprocess
import sys
import types

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.plainly import plainly

import azulejos as az
from azulejos.core.message import Message

GAME = az.Game("chocolatier")
RULES = GAME.rules
TOKENS = ("plain", "+1", "blue", "red", "stay", "sideways", "zero", "gone")
SPECIAL = az.Game("chocolatier", factories="special")
GREY = az.Game("chocolatier", box="grey")
OFFER = {"centre": {"blue": 1}}  # a position in one entry
FUZZ = settings(derandomize=True, max_examples=300, deadline=None, database=None)


def test_public_names():
    """Is the public face what the design promises, and nothing else?"""
    names = ["CHANCE", "AzulejosError", "Game", "IllegalChoice", "OptionError"]
    names += ["Position", "PositionError", "Record", "RecordError", "Tree", "Unplayable", "__version__"]
    names += ["analysis", "bot", "evaluate", "read", "ready"]
    assert az.__all__ == names
    public = {name for name in dir(az) if not isinstance(getattr(az, name), types.ModuleType)}
    assert {name for name in public if not name.startswith("_")} == set(names) - {
        "__version__",
        "analysis",
        "ready",
    }
    assert not hasattr(az, "Chess")


def test_public_names_are_loaded_when_they_are_asked_for():
    """Commands answer to Ctrl-C before NumPy is there."""
    code = "import sys, azulejos; print('numpy' in sys.modules, azulejos.Game, 'numpy' in sys.modules)"
    assert told_by_python(code) == "False <class 'azulejos.game.Game'> True\n"


def test_bots_and_reviews_are_named_without_numba():
    """It takes a second to load, and nobody has asked for anything compiled."""
    code = "import sys, azulejos as az; az.bot('hard'), az.analysis.review; print('numba' in sys.modules)"
    assert told_by_python(code) == "False\n"


def told_by_python(code):
    """What a new process says."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


# ------------------------------------------------------------------------------------------------
# Games and starts


@pytest.mark.parametrize(
    ("arguments", "options", "reason"),
    [
        (("chess",), {}, "there is no game 'chess'; there is chocolatier"),
        (("",), {}, "there is no game ''; there is chocolatier"),
        ((None,), {}, "there is no game None; there is chocolatier"),
        (("chocolatier", 1), {}, "chocolatier is for 2 to 4 players, not 1"),
        (("chocolatier", 5), {}, "chocolatier is for 2 to 4 players, not 5"),
        (("chocolatier", "3"), {}, "chocolatier is for 2 to 4 players, not '3'"),
        (("chocolatier", 2.0), {}, "chocolatier is for 2 to 4 players, not 2.0"),
        (("chocolatier", True), {}, "chocolatier is for 2 to 4 players, not True"),
        (
            ("chocolatier",),
            {"first": 2},
            "first can't be 2: it is random, seat-1, seat-2, or a seat from 0 to 1",
        ),
        (("chocolatier",), {"first": -1}, "first can't be -1"),
        (("chocolatier",), {"first": "seat-3"}, "first can't be 'seat-3'"),
        (("chocolatier",), {"first": None}, "first can't be None"),
        (("chocolatier",), {"first": True}, "first can't be True"),
        (("chocolatier",), {"box": "red"}, "option box can't be 'red': it is one of coloured, grey"),
        (("chocolatier",), {"box": None}, "option box can't be None: it is one of coloured, grey"),
        (("chocolatier",), {"box": ["grey"]}, "option box can't be ['grey']"),
        (("chocolatier",), {"box": "x" * 1001}, "option box has at most 1000 characters"),
        (("garden",), {"wheel": "tree 6, " * 200}, "option wheel has at most 1000 characters"),
        (("chocolatier",), {"factories": 1}, "option factories can't be 1: it is one of plain, special"),
        (
            ("chocolatier",),
            {"bix": "grey"},
            "chocolatier has no option 'bix'; it has players, first, box, factories",
        ),
    ],
)
def test_options_that_do_not_exist(arguments, options, reason):
    """Does the error name what was given and what there is?"""
    with pytest.raises(az.OptionError) as error:
        az.Game(*arguments, **options)
    assert reason in str(error.value)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"seed": -1}, "a seed is a whole number from 0 to 18446744073709551615, not -1"),
        ({"seed": 1.5}, "a seed is a whole number from 0 to 18446744073709551615, not 1.5"),
        ({"seed": "7"}, "a seed is a whole number from 0 to 18446744073709551615, not '7'"),
        ({"seed": True}, "a seed is a whole number from 0 to 18446744073709551615, not True"),
        ({"names": ["Ala"]}, "names: 2 expected, ['Ala'] given"),
        ({"names": "AB"}, "names: 2 expected, 'AB' given"),
        ({"names": ["Ala", ""]}, "'' is no name: a name is one line of 1 to 40 characters"),
        ({"names": ["Ala", "B\no"]}, "'B\\no' is no name"),
        ({"names": ["Ala", " Bo"]}, "' Bo' is no name"),
        ({"names": ["Ala", "B" * 41]}, "is no name"),
        ({"names": ["Ala", 7]}, "7 is no name"),
        ({"deal": "later"}, "deal can't be 'later': it is 'at once' or 'by hand'"),
        ({"deal": None}, "deal can't be None"),
    ],
)
def test_starts_that_do_not_exist(options, reason):
    """The same for what `start` and `position` are given."""
    for begin in (GAME.start, lambda **options: GAME.position(OFFER, **options)):
        with pytest.raises(az.OptionError) as error:
            begin(**options)
        assert reason in str(error.value)


@pytest.mark.parametrize(
    "make", [lambda: az.Game(["chocolatier"]), lambda: GAME.start(names=2)], ids=["game", "names"]
)
def test_types_that_do_not_fit(make):
    """A list for a name, a number for a list."""
    with pytest.raises(az.OptionError):
        make()


def test_games_are_values():
    """Can games be compared, kept in sets, pickled and typed in again?"""
    same = [
        az.Game("chocolatier"),
        az.Game("chocolatier", 2, first="random", box="coloured", factories="plain"),
        pickle.loads(pickle.dumps(GAME)),
        copy.deepcopy(GAME),
        eval(repr(GAME), {"Game": az.Game}),
    ]
    others = [
        az.Game("chocolatier", players=3),
        az.Game("chocolatier", first=0),
        az.Game("chocolatier", first="seat-2"),
        GREY,
        SPECIAL,
    ]
    assert {GAME, *same} == {GAME}
    assert len({GAME, *others}) == 1 + len(others)
    assert az.Game("chocolatier", first="seat-2") == az.Game("chocolatier", first=1)
    assert GAME != "chocolatier"
    assert repr(GREY) == "Game('chocolatier', players=2, first='random', box='grey', factories='plain')"
    assert all(eval(repr(game), {"Game": az.Game}) == game for game in others)


# ------------------------------------------------------------------------------------------------
# Positions


def test_positions_are_compared_by_facts():
    """Names, dealer and history don't count; tables and options do."""
    one, two = GAME.start(seed=1, names=["Ala", "Bo"]), plainly(GAME.start, seed=1)
    assert one == two
    assert one.key() == two.key()
    assert isinstance(one.key(), bytes)
    one.play("factory-1 red")
    assert one != two
    again = GAME.position(one.to_dict(), seed=9)
    assert again == one
    assert again.history != one.history
    assert one != one.key()
    documents = [game.start(deal="by hand").key() for game in (GAME, GREY, SPECIAL)]
    assert len(set(documents)) == 3
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


def test_the_example_of_the_design():
    """The lines of the public face that every user meets first."""
    pos = az.Game("chocolatier", players=3).start(seed=7, names=["Ala", "Bo", "Cy"])
    assert pos.turn in range(3)
    assert (pos.turn_number, pos.step, pos.round, pos.phase) == (1, 0, 1, "offer")
    assert pos.this_turn == (pos.turn, 1)
    assert (pos.scores, pos.ranking, pos.winners, pos.over) == ([0] * 3, [0] * 3, [], False)
    assert (pos.names, pos.name_of(2)) == (("Ala", "Bo", "Cy"), "Cy")
    assert repr(pos) == "<Position of chocolatier: round 1, turn 1, offer, scores [0, 0, 0]>"
    first, *_ = pos.choices()
    story = pos.play(first)
    assert pos.history[-1] == first
    assert len(list(story)) == len(story) == len(story.rows) > 0
    assert next(iter(story))["what"] == "taken"
    assert pos.weights() == {}
    hand = az.Game("chocolatier").start(deal="by hand")
    assert hand.turn == az.CHANCE == -1
    assert hand.weights() == {"seat-1 begins": 1, "seat-2 begins": 1}
    hand.play("seat-2 begins")
    assert hand.weights() == {f"draw {c}": 20 for c in ("blue", "brown", "cream", "black", "red")}
    assert hand.name_of(0) is None


def test_stories_outlive_their_position():
    """Is a story still true after the next choice?"""
    position = GAME.start(seed=1)
    story = position.play(position.choices()[0])
    before = list(story)
    position.play(position.choices()[0])
    assert list(story) == before


def test_refusals_name_what_is_legal():
    """A choice that may not be made: does the error list what may, but no more than fits?"""
    position = GAME.start(seed=1)
    with pytest.raises(
        az.IllegalChoice, match="there is no choice 'factory-1'; now there is factory-1 "
    ) as error:
        position.play("factory-1")
    assert str(error.value).endswith(", ...")
    with pytest.raises(az.IllegalChoice, match="'floor' isn't legal now; legal is factory-1 "):
        position.play("floor")
    with pytest.raises(az.IllegalChoice, match="'floor' isn't legal now"):
        position.play(position.rules.choices.index("floor"))


@pytest.mark.parametrize(
    "error",
    [
        az.OptionError(Message("no {what}", what="way")),
        az.IllegalChoice(Message("no {what}", what="way")),
        az.RecordError(Message("line {line}: {reason}", line=3, reason=Message("no way"))),
        az.PositionError([Message("no way")]),
        az.PositionError([Message("no {what}", what="way"), Message("nor that")]),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_travel(error):
    """Can an error be sent to another process, and caught as any of its kinds?"""
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert again.message == error.message
    assert getattr(again, "problems", None) == getattr(error, "problems", None)
    assert isinstance(error, az.AzulejosError)
    assert isinstance(error, ValueError)


# ------------------------------------------------------------------------------------------------
# Documents

START = {"starting_tile": "seat-1"}


def seats(*boards):
    return {"seats": [*boards, {}][:2]}


@pytest.mark.parametrize(
    ("game", "document", "problem"),
    [
        (GAME, {"bag": {"blue": 20}}, "21 blue tiles in all; there must be 20"),
        (GAME, {"bag": {}}, "0 brown tiles in all; there must be 20"),
        (GAME, {"lid": {"blue": 20}}, "21 blue tiles in all"),
        (GAME, {"centre": {"blue": 21}}, "21 blue tiles in all; there must be 20"),
        (
            GAME,
            {"centre": {"pink": 1}},
            "centre: unknown entry 'pink'; known are blue, brown, cream, black, red",
        ),
        (GAME, {"lid": [1]}, "lid: expected a mapping, got [1]"),
        (GAME, {"table": 1}, "position: unknown entry 'table'; known are round, "),
        (GAME, {"round": 0}, "round: expected a whole number from 1 to 20, got 0"),
        (GAME, {"round": True}, "round: expected a whole number from 1 to 20, got True"),
        (GAME, {"round": 1.0}, "round: expected a whole number from 1 to 20, got 1.0"),
        (GAME, {"turn": 0}, "turn and step don't fit phase offer"),
        (GAME, {"step": 1}, "turn and step don't fit phase offer"),
        (GAME, {"phase": "tea"}, "phase: expected one of beginning, "),
        (GAME, {"phase": "over"}, "in phase over it can't be the turn of seat-1"),
        (GAME, {"to_move": "seat-3"}, "to_move: expected one of seat-1, seat-2, chance, over, got 'seat-3'"),
        (GAME, {"to_move": "chance"}, "in phase offer it can't be the turn of chance"),
        (
            GAME,
            {"to_move": "over", "phase": "over"},
            "no tiles lie on factories or in the centre in phase over",
        ),
        (GAME, {"starter": "me"}, "starter: expected one of seat-1, seat-2, got 'me'"),
        (GAME, {"centre": {}}, "in phase offer there is nothing to choose from"),
        (GAME, {"phase": "laying", "centre": {}}, "in phase laying there is nothing to choose from"),
        (GAME, {"hand": {"red": 1}}, "tiles are in hand in the phases sides and placing, and only then"),
        (GAME, {"phase": "placing"}, "tiles are in hand"),
        (GAME, {"phase": "placing", "hand": {"red": 1, "blue": 1}}, "hand: tiles of one colour only"),
        (GAME, {"phase": "sides", "hand": {"red": 1}}, "in phase sides there is nothing to choose from"),
        (
            GAME,
            {"phase": "filling", "to_move": "chance", **START},
            "the centre is empty while factories are filled",
        ),
        (
            GAME,
            {
                "phase": "filling",
                "to_move": "chance",
                **START,
                "centre": {},
                "factories": [{}, {"red": 4}, {}, {}, {}],
            },
            "factories are filled one after the other, up to 4 tiles",
        ),
        (GAME, {"factories": [{"red": 5}, {}, {}, {}, {}]}, "a plain factory holds at most 4 tiles"),
        (GAME, {"factories": [{}] * 6}, "factories: 6 entries where 5 is the most"),
        (GAME, {"factories": [{}] * 4}, "factories: expected 5 entries, got 4"),
        (GAME, {"factories": {}}, "factories: expected a list, got {}"),
        (GAME, {"starting_tile": "seat-1"}, "seat-1 has the starting-player tile, so it lies on the floor"),
        (
            GAME,
            {**START, **seats({"floor": ["start", "start"]})},
            "2 starting-player tiles; there is only one",
        ),
        (GAME, {**START, **seats({"floor": ["start"]}, {"floor": ["start"]})}, "2 starting-player tiles"),
        (GAME, seats({"floor": ["start"]}), "lies on the floor of seat-1, but starting_tile says centre"),
        (GAME, seats({"floor": ["red"] * 8}), "seat-1, floor: 8 entries where 7 is the most"),
        (GAME, seats({"floor": [None]}), "seat-1, floor: expected one of blue, "),
        (GAME, seats({"score": -1}), "seat-1, score: expected a whole number from 0 to 999, got -1"),
        (GAME, seats({"score": "7"}), "seat-1, score: expected a whole number from 0 to 999, got '7'"),
        (
            GAME,
            seats({"lines": [[], ["red"] * 3, [], [], []]}),
            "seat-1, line-2: 3 entries where 2 is the most",
        ),
        (
            GAME,
            seats({"lines": [[], ["red", "blue"], [], [], []]}),
            "seat-1, line-2: a line holds one colour only",
        ),
        (GAME, seats({"lines": [["start"], [], [], [], []]}), "seat-1, line-1: expected one of blue, "),
        (GAME, seats({"lines": [[]]}), "seat-1, lines: expected 5 entries, got 1"),
        (
            GAME,
            seats({"box": [["blue", "blue", None, None, None], [], [], [], []]}),
            "seat-1: blue stands twice in row 1 of the box",
        ),
        (
            GAME,
            seats({"box": [[None, "blue", None, None, None], [], [], [], []]}),
            "in row 1 of the coloured box, blue belongs in column 1",
        ),
        (
            GAME,
            seats(
                {
                    "box": [["blue", None, None, None, None], [], [], [], []],
                    "lines": [["blue"], [], [], [], []],
                }
            ),
            "seat-1: line-1 holds blue, which row 1 of the box already shows",
        ),
        (
            GAME,
            seats({"box": [["blue", "brown", "cream", "black", "red"], [], [], [], []]}),
            "seat-1: a full row has ended the game",
        ),
        (
            GREY,
            seats({"box": [["red", None, None, None, None], ["red", None, None, None, None], [], [], []]}),
            "seat-1: a colour stands twice in column 1 of the box",
        ),
        (
            GREY,
            seats({"box": [["red", "red", None, None, None], [], [], [], []]}),
            "red stands twice in row 1",
        ),
        (GAME, {"seats": [{}, {}, {}]}, "seats: 3 entries where 2 is the most"),
        (GAME, {"seats": [7, {}]}, "seat-1: expected a mapping, got 7"),
        (GAME, seats({"hat": 1}), "seat-1: unknown entry 'hat'; known are score, lines, box, floor, zero"),
        (GAME, {"tokens": ["zero", *["plain"] * 4]}, "golden tokens belong to special factories only"),
        (GAME, seats({"zero": []}), "golden tokens belong to special factories only"),
        (SPECIAL, {}, "0 golden tokens; with 2 players there must be 2"),
        (SPECIAL, {"tokens": ["red", "red", *["plain"] * 3]}, "each golden token exists once"),
        (SPECIAL, {"tokens": ["zero", "gone", *["plain"] * 3]}, "each golden token exists once"),
        (
            SPECIAL,
            {"tokens": ["gone", "red", *["plain"] * 3]},
            "a zero token that is 'gone' lies beside a floor",
        ),
        (
            SPECIAL,
            {"tokens": ["zero", "red", *["plain"] * 3], **seats({"zero": []})},
            "its entry in tokens is 'gone'",
        ),
        (
            SPECIAL,
            {
                "tokens": ["gone", "red", *["plain"] * 3],
                "factories": [{"red": 1}, {}, {}, {}, {}],
                **seats({"zero": []}),
            },
            "factory-1 is 'gone' and can't hold tiles",
        ),
        (GAME, {"format": "azulejos position 2"}, "format is 'azulejos position 2' in the document, but "),
        (GAME, {"game": "duel"}, "game is 'duel' in the document, but 'chocolatier' here"),
        (GAME, {"players": 3}, "players is 3 in the document, but 2 here"),
        (GAME, {"options": {}}, "options is {} in the document, but {'first': 'random', "),
    ],
)
def test_impossible_tables(game, document, problem):
    """Is a table that can't be refused in words, one by one?"""
    with pytest.raises(az.PositionError) as error:
        game.position(OFFER | document)
    assert problem in str(error.value)
    assert any(problem in str(one) for one in error.value.problems)


@pytest.mark.parametrize("document", [None, 7, [], [OFFER]])
def test_documents_that_are_none(document):
    """Is anything but a mapping refused? Texts are lines, see test_lines.py."""
    with pytest.raises(az.PositionError, match="a position is a mapping, not "):
        GAME.position(document)


@pytest.mark.parametrize("board", [0, "", [], False])
def test_boards_that_are_none(board):
    """Is every board a mapping, or left out?"""
    with pytest.raises(az.PositionError, match="seat-1: expected a mapping, got "):
        GAME.position({**OFFER, "seats": [board, {}]})


def test_all_problems_are_named():
    """Somebody types a table in: do they hear of everything at once?"""
    with pytest.raises(az.PositionError) as error:
        GAME.position(
            {"round": 0, "phase": "tea", "lid": {"pink": 1}, "seats": [{"score": -1}, {"floor": 7}]}
        )
    assert len(error.value.problems) == 5
    assert str(error.value).count(";") >= 4
    assert str(error.value.message).endswith("(and 4 more)")


def test_entries_left_out():
    """Is the smallest document a table: what isn't there is nothing, and the bag holds the rest?"""
    position = GAME.position(OFFER, seed=1)
    assert position.choices() == ["centre blue"]
    assert position.to_dict()["bag"] == {"blue": 19, "brown": 20, "cream": 20, "black": 20, "red": 20}
    assert GAME.position(position.to_dict()) == position


def test_reading_changes_no_document():
    """Does the caller's document stay as it was, and can it be read twice?"""
    document = GAME.start(seed=1).to_dict()
    before = copy.deepcopy(document)
    assert GAME.position(document) == GAME.position(document)
    assert document == before
    document["seats"][0]["score"] = 7
    document["bag"]["blue"] = 99
    assert GAME.start(seed=1).to_dict() == before


@pytest.mark.parametrize("depth", [None, 100_000])
def test_values_that_can_not_be_shown(depth):
    """A number of 5000 digits, a list nested without end: Python itself won't print them."""
    value = 10**5000
    if depth:
        value = []
        for _ in range(depth):
            value = [value]
    with pytest.raises(az.PositionError):
        GAME.position({"round": value})


# ------------------------------------------------------------------------------------------------
# Any document at all

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 25),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from((*RULES.pieces[:6], *TOKENS, *RULES.phases)),
    st.sampled_from(("seat-1", "seat-2", "seat-4", "chance", "over", "centre")),
    st.lists(st.sampled_from(("blue", "red", "start", None, 1)), max_size=8),
    st.dictionaries(st.sampled_from(("blue", "red", "score", "x")), st.integers(-1, 21), max_size=3),
)


def places(value, path=()):
    """The paths of all values in a document."""
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*path, key))
    elif isinstance(value, list):
        for index, entry in enumerate(value):
            yield from places(entry, (*path, index))


def put(document, path, value):
    *above, last = path
    for step in above:
        document = document[step]
    document[last] = value


@st.composite
def mutated(draw):
    """A document from a random game, with one or a few values replaced or moved about."""
    players = draw(st.sampled_from((2, 3, 4)))
    box, factories = draw(st.sampled_from(("coloured", "grey"))), draw(st.sampled_from(("plain", "special")))
    game = az.Game("chocolatier", players, box=box, factories=factories)
    seed = draw(st.integers(0, 50))
    position = game.start(seed=seed, deal=draw(st.sampled_from(("by hand", "at once"))))
    dice = random.Random(seed)
    for _ in range(draw(st.integers(0, 200))):
        if not position.over:
            position.play(dice.choice(position.choices()))
    document = position.to_dict()
    if draw(st.booleans()):
        del document["bag"]  # then tiles may come and go
    for _ in range(draw(st.integers(1, 3))):
        paths = [path for path in places(document) if path]
        value = draw(VALUES)
        if draw(st.booleans()):
            value = document
            for step in draw(st.sampled_from(paths)):
                value = value[step]
        put(document, draw(st.sampled_from(paths)), copy.deepcopy(value))
    return game, document


@FUZZ
@given(mutated())
def test_any_document_is_read_or_refused(given_):
    """Is it a position, sound and playable to its end, or else a PositionError, and never anything else?"""
    game, document = given_
    try:
        position = game.position(document, seed=1, deal="by hand")
    except az.PositionError as error:
        assert error.problems  # noqa: PT017
        return
    written = json.loads(json.dumps(position.to_dict()))
    assert game.position(written, deal="by hand") == position
    dice = random.Random(1)
    while not position.over:
        position.play(dice.choice(position.choices()))
    assert game.position(position.to_dict()) == position
    assert all(np.array(position.scores) >= 0)


def test_a_position_draws_itself():
    """A picture for files, and one for notebooks whose ids never clash with another's."""
    position = plainly(GAME.start, seed=1, names=["Ala", "Bo & <Cy>"])
    assert position.svg(seat=1, theme="dark", language="pl").startswith("<svg ")
    assert "Bo &amp; &lt;Cy&gt;" in position.svg()
    first, second = position._repr_svg_(), position._repr_svg_()
    assert set(re.findall(r' id="([^"]+)"', first)).isdisjoint(re.findall(r' id="([^"]+)"', second))
