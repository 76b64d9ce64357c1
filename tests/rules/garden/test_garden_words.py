"""Queen's Garden in words and in characters: labels that say what a choice does."""

import io
import random
import re

import numpy as np
import pytest
from rich.console import Console
from tests.kits.kit import at_plain as at
from tests.plainly import plainly

import azulejos as az
from azulejos import tell
from azulejos.core.contract import NO_PIECE, STORY_ROW
from azulejos.draw import terminal
from azulejos.games.garden import state as table
from azulejos.games.garden.board import CRITERIA, FEATURES_N, HEXAGONS, PLACES_N, SPACES, SPACES_N
from azulejos.games.garden.scoring import groups_points, hexagon_points, round_points
from azulejos.tell.garden.pieces import (
    ALL_OF,
    criterion_name,
    feature_name,
    hexagon_name,
    place_name,
    space_name,
)

NAMES = ["Ada", "Bo", "Cy", "Di"]
EN, PL = tell.words("en"), tell.words("pl")
BUTTERFLY, LILY = HEXAGONS.index("butterfly-blue"), HEXAGONS.index("lily-yellow")
FRESH = "garden 2 1.1 acting:1 stack=0 supply=21 15 15"
HOLDING = "garden 2 1.1 acting:1 stack=0 supply=19 15:b13y36:5:b2G5 15"
SHOWN = "garden 2 1.1 acting:1 display=b2,/b6,b126y2 stack=3 supply=16 15 15"
OWN_WHEEL = (
    "tree 6, blue value, bird 0; yellow 2, plant 20, lily 1; "
    "flower 3, light-green value, dark-green value; butterfly 1, light-purple 2, dark-purple value"
)


def labels(position, language="en"):
    return {choice: position.tell(choice, language) for choice in position.choices()}


def question(position, language="en"):
    return tell.question("garden", position.state, "Ada", language)


def row(what, **facts):
    """A row of a story, made by hand."""
    made = np.zeros((), STORY_ROW)
    made["what"] = what
    for key, fact in facts.items():
        made[key] = fact
    return made


def told(rows, language="en"):
    return tell.story("garden", np.array(rows, STORY_ROW), NAMES, language)


def texts(rows, language="en"):
    return [sentence.text for sentence in told(rows, language)]


# ------------------------------------------------------------------------------------------------
# Hexagons, places, options


@pytest.mark.parametrize("t", [EN, PL], ids=["en", "pl"])
def test_names_tell_things_apart(t):
    for name, count in (
        (hexagon_name, len(HEXAGONS)),
        (criterion_name, len(CRITERIA)),
        (place_name, PLACES_N),
        (space_name, SPACES_N),
        (feature_name, FEATURES_N),
        (lambda t, criterion: t(ALL_OF[criterion]), len(CRITERIA)),
    ):
        assert len({name(t, number) for number in range(count)}) == count


@pytest.mark.parametrize(
    ("hexagon", "en", "pl"),
    [
        ("tree-blue", "blue tree", "niebieskie drzewo"),
        ("bird-yellow", "yellow bird", "żółty ptak"),
        ("butterfly-light-green", "light green butterfly", "jasnozielony motyl"),
        ("flower-dark-green", "dark green flower", "ciemnozielony kwiat"),
        ("plant-light-purple", "light purple plant", "jasnofioletowa roślina"),
        ("lily-dark-purple", "dark purple lily", "ciemnofioletowa lilia"),
    ],
)
def test_hexagons(hexagon, en, pl):
    number = HEXAGONS.index(hexagon)
    assert [hexagon_name(t, number) for t in (EN, PL)] == [en, pl]


def test_spaces():
    assert space_name(EN, SPACES.index("fountain-e")) == "fountain, right space"
    assert space_name(EN, SPACES.index("nw-centre")) == "upper left place, centre space"
    assert space_name(PL, SPACES.index("sw-se")) == "lewe dolne miejsce, prawe dolne pole"


@pytest.mark.parametrize(
    ("name", "value", "en", "pl"),
    [
        ("side", None, "Side of the scoring board", "Strona planszy punktacji"),
        ("wheel", None, "Wheel", "Koło obrotowe"),
        ("wheel", "standard", "as it comes with the side", "takie jak po tej stronie planszy"),
        (
            "wheel",
            OWN_WHEEL,
            "round 1: tree (6 each), blue (value), bird (0 each); "
            "round 2: yellow (2 each), plant (20 each), lily (1 each); "
            "round 3: flower (3 each), light green (value), dark green (value); "
            "round 4: butterfly (1 each), light purple (2 each), dark purple (value)",
            "runda 1: drzewo (po 6), niebieski (wartość), ptak (po 0); "
            "runda 2: żółty (po 2), roślina (po 20), lilia (po 1); "
            "runda 3: kwiat (po 3), jasnozielony (wartość), ciemnozielony (wartość); "
            "runda 4: motyl (po 1), jasnofioletowy (po 2), ciemnofioletowy (wartość)",
        ),
    ],
)
def test_options(name, value, en, pl):
    assert [tell.option("garden", name, value, language) for language in ("en", "pl")] == [en, pl]


def test_sides_have_words():
    said = {tell.option("garden", "side", side, language) for side in "AB" for language in ("en", "pl")}
    assert len(said) == 4


# ------------------------------------------------------------------------------------------------
# Choices and questions


def test_taking():
    """What is taken, as a tile or as an expansion, and new tiles (QG-05, QG-06, QG-08)."""
    said = labels(at(SHOWN))
    assert said["take blue"] == (
        "Take all blue: tree, bird and lily (tile or expansion) (3, new tiles follow)"
    )
    assert said["take bird"] == "Take all birds: blue and yellow (2, new tiles follow)"
    assert said["take lily"] == "Take all lilies: blue (tile or expansion) (1)"
    polish = labels(at(SHOWN), "pl")
    assert polish["take bird"] == (
        "Dobierz wszystkie ptaki w kolorach: niebieski i żółty (2, dojdą nowe płytki)"
    )
    assert polish["take tree"] == "Dobierz wszystkie drzewa w kolorach: niebieski (1, dojdą nowe płytki)"


def test_copies():
    """QG-06."""
    asked = at(SHOWN)
    asked.play("take blue")
    assert question(asked) == "Ada: there are several copies, choose one: blue bird."
    assert question(asked, "pl") == "Ada: niebieski ptak leży w kilku miejscach, wybierz jedno."
    assert labels(asked) == {
        "copy 1": "Take the one on expansion 1 (the last tile on it)",
        "copy 3": "Take the one on the stack (new tiles follow)",
    }
    asked.play("copy 1")
    assert labels(asked)["copy 2"] == "Take expansion 2 itself"


def test_acting():
    """Costs, jokers, points of the round, buying, passing (QG-11 to QG-24)."""
    said = labels(at(HOLDING))
    assert said["place tree-blue"] == "Place the blue tree (costs nothing more, +2 at the end of the round)"
    assert said["place butterfly-blue"] == (
        "Place the blue butterfly (costs 2 more, +3 at the end of the round)"
    )
    assert said["place lily-yellow"] == "Place the yellow lily (costs 5 more, at least 4 jokers)"
    assert said["expand plant-dark-green"] == (
        "Place the expansion with the dark green plant "
        "(costs 4 more, at least 4 jokers, +6 at the end of the round)"
    )
    assert said["buy"] == "Buy a face-down expansion for 6 points"
    assert said["pass"] == "Pass: takes the starting-player tile, −1"
    polish = labels(at(HOLDING), "pl")
    assert polish["place lily-yellow"] == (
        "Dołóż płytkę: żółta lilia (dopłata: 5, w tym co najmniej 4 jokery)"
    )


def test_the_last_to_pass():
    """QG-23 to QG-26."""
    last = at("garden 2 1.1 acting:1 starting-tile=2 stack=0 supply=21 15 15::::::passed")
    assert labels(last)["pass"] == "Pass: the round ends"
    assert question(last).startswith("Ada, all others have passed: ")
    poor = at("garden 2 1.1 acting:1 stack=0 supply=21 0 15")
    assert labels(poor)["pass"] == "Pass: takes the starting-player tile, 0"


def test_a_space_says_what_a_tile_does_there():
    """Points of the round, groups, features with their jokers (QG-16 to QG-18, QG-27, QG-32)."""
    siting = at("garden 2 1.1 acting:1 stack=0 supply=18 15:b13y36:5:b2G5:b124y41:,,* 15")
    siting.play("place butterfly-blue")
    assert labels(siting)["at nw-centre"] == ("Upper left place, centre space: +3 at the end of the round")
    assert labels(siting)["at fountain-se"] == (
        "Fountain, lower right space: +3 at the end of the round, joins a group of 4 (blue), "
        "+3 at the end of the game, surrounds the fountain (+1 joker)"
    )
    assert labels(siting, "pl")["at fountain-se"] == (
        "Fontanna, prawe dolne pole: +3 na koniec rundy, wielkość grupy: 4 (niebieski), "
        "+3 na koniec gry, otacza fontannę (+1 joker)"
    )


def test_expanding():
    """QG-20."""
    placing = at("garden 2 1.1 acting:1 stack=0 supply=19 15:b13y36:5:b2G5:b124y41 15")
    placing.play("expand bird-blue")
    assert question(placing) == "Ada: choose a place for the expansion with the blue bird."
    assert labels(placing)["on nw"] == "Upper left place"
    placing.play("on nw")
    assert question(placing).startswith("Ada: where on the expansion")
    assert labels(placing)["turned ne"] == "Printed hexagon: upper right space"


def test_buying():
    """QG-21."""
    buying = at(FRESH)
    buying.play("buy")
    assert question(buying) == "Ada: choose a place for the face-down expansion."
    assert question(buying, "pl") == "Ada: wybierz miejsce na zakryty kafel ogrodu."


def test_paying():
    """QG-11 to QG-14."""
    paying = at(HOLDING)
    paying.play("place butterfly-blue")
    assert question(paying) == "Ada: choose a space for the blue butterfly."
    paying.play("at fountain-e")
    assert question(paying) == "Ada: pay 2 more for the blue butterfly, in its colour or pattern."
    assert labels(paying) == {
        "pay tree-blue": "Pay with the blue tree",
        "pay butterfly-yellow": "Pay with the yellow butterfly",
        "pay-expansion bird-blue": "Pay with the expansion: blue bird",
        "pay-joker": "Pay with a joker (4 left then)",
    }
    paying.play("pay-expansion bird-blue")
    assert question(paying).startswith("Ada: pay 1 more for the blue butterfly")
    assert "To be placed: blue butterfly." in tell.describe("garden", paying.state, NAMES, "en")
    assert "Chosen: fountain, right space." in tell.describe("garden", paying.state, NAMES, "en")


def test_discarding():
    """QG-23, QG-26: no score falls below 0."""
    discarding = at("garden 2 1.1 acting:1 stack=0 supply=19 4:b13y36:5:b2G5 15")
    discarding.play("pass")
    said = labels(discarding)
    assert said["discard tree-blue"] == "Discard the blue tree: −1"
    assert said["discard lily-yellow"] == "Discard the yellow lily: −3"
    assert said["discard-expansion bird-blue"] == "Discard the expansion with the blue bird: −2"
    assert said["done"] == "Done: 6 hexagons stay in the storage"
    last = at("garden 2 4.1 acting:1 stack=0 supply=34 15:b13y36:5:b2G5 15")
    last.play("pass")
    assert labels(last)["done"] == "Done: what is left costs 20 at the end"


# ------------------------------------------------------------------------------------------------
# Points that labels speak of


def test_points_of_labels_are_those_of_the_rules():
    """The prospects of a garden are what rounds and groups really bring (QG-27, QG-28, QG-32, QG-36)."""
    game = plainly(az.Game("garden", 2, side="B").start, seed=6)
    dice, rounds, groups = random.Random(6), 0, [0, 0]
    while not game.over:
        before, points = game.state.copy(), [0, 0]
        for line in tell.story("garden", game.play(dice.choice(game.choices())).rows, NAMES, "en"):
            if line.clause in ("QG-27", "QG-28"):
                points[line.seat] += line.points
            elif line.clause in ("QG-32", "QG-36"):
                groups[line.seat] += line.points
        if any(points):
            rounds += 1
            assert points == [int(round_points(before, before.players[seat])) for seat in (0, 1)]
    assert rounds > 1
    assert groups == [int(groups_points(game.state.players[seat], game.state.side)) for seat in (0, 1)]


def test_a_hexagon_scores_for_colour_and_pattern():
    """QG-27: a blue tree scores twice in round 1; side B: 6 for a tree (QG-35)."""
    tree = HEXAGONS.index("tree-blue")
    assert hexagon_points(at(FRESH).state, tree) == 2
    assert hexagon_points(at("garden 2 side=B 1.1 acting:1 stack=0 supply=21 15 15").state, tree) == 7
    assert hexagon_points(at(FRESH).state, LILY) == 0


# ------------------------------------------------------------------------------------------------
# Stories

AT_E = table.AT_SPACE + SPACES.index("fountain-e")
EXPANSION = table.EXPANSION_PIECE + LILY


@pytest.mark.parametrize(
    ("rows", "en", "pl"),
    [
        (
            [row(table.TILE_TAKEN, piece=BUTTERFLY), row(table.EXPANSION_TAKEN, piece=EXPANSION)],
            "Ada takes: blue butterfly, yellow lily (expansion).",
            "Ada dobiera: niebieski motyl, żółta lilia (kafel).",
        ),
        (
            [
                row(table.PAID, piece=BUTTERFLY),
                row(table.JOKER_PAID, piece=table.JOKER, count=1),
                row(table.JOKER_PAID, piece=table.JOKER, count=1),
            ],
            "Ada pays: blue butterfly, 2 jokers.",
            "Ada płaci: niebieski motyl, 2 jokery.",
        ),
        (
            [
                row(table.PLACED, piece=BUTTERFLY, target=AT_E),
                row(table.SURROUNDED, count=1, source=AT_E),
                row(table.SURROUNDED, count=2, source=AT_E),
                row(table.JOKERS_RECEIVED, count=2, piece=table.JOKER),
                row(table.JOKERS_LOST, count=1),
            ],
            "Ada places a tile: blue butterfly (fountain, right space). "
            "Surrounded: the fountain and a statue or bench, for 3 jokers. "
            "The storage is full: 1 joker is lost.",
            "Ada dokłada płytkę: niebieski motyl (fontanna, prawe pole). "
            "Otoczone: fontanna i posąg lub ławka, za to 3 jokery. Magazyn jest pełny: 1 joker przepada.",
        ),
        (
            [
                row(table.EXPANSION_BOUGHT, piece=table.HIDDEN_EXPANSION, target=table.AT_PLACE + 3),
                row(table.PRICE_PAID, points=-6),
            ],
            "Ada buys a face-down expansion (left place): −6.",
            "Ada kupuje zakryty kafel ogrodu (lewe miejsce): −6.",
        ),
        (
            [row(table.EXPANSION_PLACED, piece=EXPANSION, target=table.AT_PLACE + 1)],
            "Ada places an expansion: yellow lily (upper right place).",
            "Ada dokłada kafel ogrodu: żółta lilia (prawe górne miejsce).",
        ),
        (
            [
                row(table.PASSED),
                row(table.FIRST_PASSED, piece=table.START),
                row(table.FIRST_PASSED, count=1, points=-1),
            ],
            "Ada passes and takes the starting-player tile: −1.",
            "Ada pasuje i bierze płytkę gracza rozpoczynającego: −1.",
        ),
        (
            [
                row(table.PASSED),
                row(table.FIRST_PASSED, piece=table.START),
                row(table.FIRST_PASSED, count=1),
            ],
            "Ada passes and takes the starting-player tile, but has no points to lose.",
            "Ada pasuje i bierze płytkę gracza rozpoczynającego, ale nie ma punktów do stracenia.",
        ),
        (
            [row(table.DISCARDED, piece=LILY), row(table.DISCARD_COST, count=6, points=-2)],
            "Ada discards a tile (yellow lily): −2. A score never falls below 0.",
            "Ada odrzuca płytkę (żółta lilia): −2. Wynik nigdy nie spada poniżej 0.",
        ),
        (
            [row(table.CRITERION, count=CRITERIA.index("tree"), points=4)],
            "Ada, all trees on the wheel: +4.",
            "Ada, wszystkie drzewa z koła: +4.",
        ),
        (
            [row(table.PAVILIONS, count=2, points=2)],
            "Ada, 2 visible pavilions: +2.",
            "Ada, 2 widoczne pawilony: +2.",
        ),
        (
            [row(table.GROUP, count=0, points=21), row(table.GROUP_BONUS, count=6, points=6)],
            "Ada, group (blue): +21, and +6 for its 6 hexagons.",
            "Ada, grupa (niebieski): +21 i +6 za wielkość 6.",
        ),
        (
            [row(table.JOKERS_LEFT, count=2, points=2)],
            "Ada has 2 jokers left: +2.",
            "Ada ma jeszcze 2 jokery: +2.",
        ),
        (
            [row(table.DRAWN, seat=-1, piece=BUTTERFLY), row(table.DRAWN, seat=-1, piece=LILY)],
            "New on the stack: blue butterfly, yellow lily.",
            "Nowe na stosie: niebieski motyl, żółta lilia.",
        ),
        (
            [row(table.TURNED_UP, seat=-1, piece=EXPANSION, source=2)],
            "Expansion 3 is turned up: yellow lily.",
            "Kafel 3 zostaje odkryty: żółta lilia.",
        ),
    ],
)
def test_sentences(rows, en, pl):
    assert (texts(rows), texts(rows, "pl")) == ([en], [pl])


@pytest.mark.parametrize("language", tell.LANGUAGES)
def test_every_event_can_be_told_by_itself_and_without_its_piece(language):
    for what in range(len(table.EVENTS)):
        facts = {"count": 1, "piece": NO_PIECE, "source": AT_E, "target": NO_PIECE}
        (text,) = texts([row(what, **facts)], language)
        assert re.fullmatch(r"[^{}]+\.", text)


@pytest.mark.parametrize(("players", "side"), [(2, "A"), (3, "B")])
def test_the_story_accounts_for_all_points(players, side):
    """Do the points of the sentences add up to the scores?"""
    game = plainly(az.Game("garden", players, side=side).start, seed=8)
    dice, points = random.Random(side), [15] * players
    while not game.over:
        for said in tell.story("garden", game.play(dice.choice(game.choices())).rows, NAMES, "en"):
            if said.seat is not None:
                points[said.seat] += said.points
            assert said.is_scoring or not said.points
    assert points == game.scores


# ------------------------------------------------------------------------------------------------
# The table


def drawn(state, language, look, width, draw=terminal.table):
    console = Console(width=width, file=io.StringIO(), color_system="truecolor" if look.has_colours else None)
    console.print(draw("garden", state, NAMES[: state.players_n], tell.words(language), look))
    return console.file.getvalue()


def example():
    return at(
        "garden 2 side=B 1.1 acting:1 starting-tile=2 display=b2,/b6,b126y2 stack=3 supply=12 "
        "15:b13y36:5:b2G5:.y2,.4y5,,,G1:y5-w,,,* 15::::::passed"
    )


def test_the_table_as_text():
    said = tell.describe("garden", example().state, NAMES, "en")
    assert said[:4] == [
        "Round 1 of 4.",
        "Scoring board: side B.",
        "Scored in this round: dark green (value), blue (value), tree (6 each).",
        "Scored in round 2: yellow (value), bird (5 each), butterfly (4 each).",
    ]
    assert "Expansion 1, with tiles: blue bird." in said
    assert "Expansion 2, face up: blue lily." in said
    assert "Expansions in the stack: 3. On top: blue tree, blue bird, blue lily, yellow bird." in said
    assert (
        "Storage, 9 of 12 spaces used: 5 jokers; "
        "tiles: blue: tree, butterfly; yellow: butterfly, lily." in said
    )
    assert "Expansions in the storage, at most 2: blue bird, dark green plant." in said
    assert (
        "Right place, with a pavilion: yellow plant (left space). Free: right space, "
        "upper right space, upper left space, lower left space, lower right space." in said
    )
    assert any(line.startswith("Left place, face-down expansion: dark green tree (centre") for line in said)
    assert "As things stand: +8 at the end of the round, 0 for groups in the end." in said
    assert "Bo has the starting-player tile." in said
    assert "Bo has passed and does no more in this round." in said


@pytest.mark.parametrize(
    "look", [(True, False), (False, False), (False, True)], ids=["colours", "plain", "ascii"]
)
@pytest.mark.parametrize("language", tell.LANGUAGES)
def test_the_table_in_characters(look, language):
    """Two gardens side by side in 100 columns; ASCII if need be."""
    text = drawn(example().state, language, terminal.Terminal(*look), 100)
    assert sum("Ada  15" in line and "Bo  15" in line for line in text.splitlines()) == 1
    if not look[0]:
        assert max(len(line) for line in text.splitlines()) <= 100
    if look == (False, True) and language == "en":
        letters = set(text) - set("╭─╮│╰╯")  # rich draws frames as the terminal allows
        assert all(letter.isascii() for letter in letters)
        assert "3 [B1][B2][B6][Y2] > stack x3" in text
        assert "2 <B6>" in text
        assert "> 1 dark green, blue, tree x6" in text
        assert " .. [G1] ..  ..  f5  .. [Y5] p5  .. " in text
        assert "storage [B1][B3][Y3][Y6] J   J " in text
        assert "round +8  groups +0" in text
        assert "passed  * -1" in text


def test_choices_are_numbered_where_they_lie():
    """The numbers are those of the list of choices."""
    ascii_look = terminal.Terminal(False, True)
    asked = example()
    assert terminal.closeup("garden", asked.state, NAMES, EN, ascii_look) is None
    asked.play("buy")
    assert asked.choices() == ["on ne", "on nw", "on sw", "on se"]
    text = drawn(asked.state, "en", ascii_look, 100, terminal.closeup)
    rows = [line.split() for line in text.splitlines()]
    assert ["|", "2", "1", "|"] in [["|", *row[1:-1], "|"] for row in rows]
    assert ["|", "3", "4", "|"] in [["|", *row[1:-1], "|"] for row in rows]


def test_other_games_have_no_closeup():
    state = plainly(az.Game("duel", 2).start, seed=1).state
    assert terminal.closeup("duel", state, NAMES, EN, terminal.Terminal(False, True)) is None
