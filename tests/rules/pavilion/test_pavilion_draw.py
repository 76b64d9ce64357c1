"""Does it look right? What only this game's drawings have; the laws for all: tests/face/test_draw.py."""

import itertools
import math
import random
import re
import xml.etree.ElementTree as ET
from collections import Counter
from functools import cache

import pytest
from tests.kits.kit import at_plain as at
from tests.plainly import plainly

import azulejos as az
from azulejos import draw
from azulejos.draw import pavilion as drawing
from azulejos.draw.pavilion import board as boards
from azulejos.draw.pavilion import pieces
from azulejos.games.pavilion import state as table
from azulejos.games.pavilion.board import (
    COLOURS,
    COST,
    ELEMENT_SPACES,
    ELEMENTS_N,
    EMPTY,
    SPACES_N,
)

SVG = "{http://www.w3.org/2000/svg}"
COMBINATIONS = list(itertools.product((2, 3, 4), table.BOARDS))
NAMES = ("Ala", '<b>&"', "Cy's", "Dominika-Aleksandra z Krakowa")
OF_CHANCE = ("beginning", "refilling", "filling")


@cache
def positions(players, board):
    """Some positions of a random game with the story that led to each: every phase, early and late."""
    rng = random.Random(f"{players} {board}")
    game = az.Game("pavilion", players=players, board=board)
    position = game.start(seed=players)
    found, phases = [(position.copy(), None)], set()
    while not position.over:
        choices = position.choices()
        lays = [name for name in choices if name.startswith("lay ")]
        rows = position.play(rng.choice(lays or choices)).rows
        key = (position.phase, position.round % 3)
        if key not in phases or position.over or rng.random() < 0.02:
            found.append((position.copy(), rows))
        phases.add(key)
    return found


def view_of(position, last=None, **facts):
    """What the seat to move sees."""
    is_seat = position.turn is not None and position.turn >= 0
    legal = {name: f"label of {name}" for name in position.choices()} if is_seat else {}
    usual = {"names": NAMES[: position.game.players], "seat": position.turn if is_seat else 0}
    return draw.View(**(usual | {"legal": legal, "last": last} | facts))


def drawn(position, last=None, **facts):
    return draw.svg("pavilion", position.state, view_of(position, last, **facts))


@cache
def pictures():
    """Every position with its view, drawn once for all laws: text and tree."""
    drawings = []
    for combination in COMBINATIONS:
        for position, last in positions(*combination):
            svg = drawn(position, last)
            drawings.append((position, last, svg, ET.fromstring(svg)))
    return drawings


def values(root, attribute):
    return [node.get(attribute) for node in root.iter() if node.get(attribute) is not None]


def place_of(root, name):
    return next(node for node in root.iter() if node.get("data-place") == name)


def texts(root):
    return [node.text for node in root.iter(SVG + "text")]


def pieces_on_table(state):
    """What can be seen of the tiles: all but bag and tower."""
    count = Counter()
    held = [state.supply, *state.offer]
    for player in state.players[: state.players_n]:
        held += [player.hand, player.corners]
        count.update(COLOURS[colour] for colour in player.spaces if colour != EMPTY)
    for counts in held:
        count.update({COLOURS[colour]: int(n) for colour, n in enumerate(counts)})
    return +count


# ------------------------------------------------------------------------------------------------
# Laws


def test_tables_are_drawn_while_chance_is_asked():
    position = plainly(az.Game("pavilion", players=2).start, deal="by hand")
    phases = set()
    while position.phase in OF_CHANCE:
        phases.add(position.phase)
        root = ET.fromstring(drawn(position))
        found = Counter(values(root, "data-piece"))
        assert found.pop("start", 0) == (position.phase != "beginning")
        assert found == pieces_on_table(position.state)
        position.play(position.choices()[-1])
    assert phases == set(OF_CHANCE)


def test_tiles_point_into_the_direction_of_their_space():
    for _, _, _, root in pictures():
        for node in root.iter():
            name = node.get("data-place", "")
            for piece in node.iter() if name.startswith("space-") else ():
                if piece.get("data-piece"):
                    direction = name.rpartition("-")[2]
                    turned = "" if direction == "n" else f"-{direction}"
                    assert piece.get("href") == f"#az-tile-{piece.get('data-piece')}{turned}"


def test_places_have_something_to_measure():
    for *_, root in pictures():
        assert all(len(node) for node in root.iter() if node.get("data-place"))


def test_nothing_jumps():
    """A part is equally large whatever is asked."""
    for combination in COMBINATIONS:
        sizes = set()
        for position, last in positions(*combination):
            parts = draw.parts("pavilion", position.state, view_of(position, last, seat=0, legal={}))
            sizes.add(tuple((name, part.width, part.height) for name, part in parts.items()))
        assert len(sizes) == 1


def test_words_go_through_the_translator():
    said = set()

    def shout(text, **facts):
        said.add(text)
        return text.format(**facts).upper()

    for position, last in positions(4, "plain"):
        svg = drawn(position, last, t=shout)
        assert ">BAG<" in svg
    assert {"bag", "tower", "supply", "Pass", "Done", "passed", "Wild: {colour}", "window"} <= said
    assert {"star of many colours", "Cost {cost}, points +{points}", *COLOURS} <= said


# ------------------------------------------------------------------------------------------------
# The board as people know it


def rhombus(space):
    """The corners of a space as it is drawn: foot, left, tip, right."""
    x, y = pieces.star_middle(space // 6)
    angle, edge = math.radians(60 * (space % 6)), pieces.EDGE
    ends = ((0, 0), (-30, edge), (0, pieces.SIZE), (30, edge))
    return [
        (
            round(x + r * math.sin(angle + math.radians(a)), 3),
            round(y - r * math.cos(angle + math.radians(a)), 3),
        )
        for a, r in ends
    ]


def test_tips_of_neighbouring_stars_meet():
    """Around the centre star three tips meet in a point, further out two, and outside they are alone."""
    tips = Counter(rhombus(space)[2] for space in range(SPACES_N))
    assert Counter(tips.values()) == {3: 6, 2: 6, 1: 12}


def test_elements_stand_beside_their_spaces():
    """No other space is as near to an element as those around it."""
    for element in range(ELEMENTS_N):
        here = pieces.element_middle(element)
        nearest = sorted(range(SPACES_N), key=lambda space: math.dist(here, pieces.space_middle(space)))
        own = {space for space in range(SPACES_N) if int(ELEMENT_SPACES[element]) >> space & 1}
        assert set(nearest[: len(own)]) == own


@pytest.mark.parametrize("board", table.BOARDS)
def test_numbers_are_printed_on_all_spaces(board):
    position, _ = positions(2, board)[0]
    root = ET.fromstring(drawn(position))
    printed = next(node for node in root.iter() if node.get("id") == "az-printed")
    costs = [str(cost) for cost in COST[table.BOARDS.index(board)]]
    assert texts(printed) == costs
    shown = {name for name in values(printed, "href") if name.startswith("#az-space-")}
    coloured = {f"#az-space-{colour}" for colour in COLOURS}
    assert shown == {"#az-space-any"} | (coloured if board == "coloured" else set())


def test_what_is_drawn_is_within_the_board():
    for space in range(SPACES_N):
        for x, y in rhombus(space):
            assert 4 < x < drawing.WIDTH - 4
            assert pieces.TOP - 1 < y < boards.HAND


# ------------------------------------------------------------------------------------------------
# Chosen positions


def own_board(position, **facts):
    return ET.fromstring(draw.parts("pavilion", position.state, view_of(position, **facts))["board-0"].svg)


def test_a_chosen_space_tells_cost_points_and_bonus():
    """Orange 6 beside orange 1, and it completes the window together with orange 5."""
    position = at("pavilion 2 1.20.2 paying:1 starting-tile=2 space=ul-n colour=o 5:p4o4:.o.3o 5:r")
    words = texts(own_board(position))
    assert "Cost 6, points +3" in words
    assert "window +3" in words
    choices = values(own_board(position), "data-choice")
    assert choices == ["use 2", "use 3", "use 4"]


def test_ways_to_pay_show_own_and_wild_tiles():
    position = at("pavilion 2 1.20.2 paying:1 starting-tile=2 space=ul-se colour=o 5:po2 5:r")
    ways = {n.get("data-choice"): n for n in own_board(position).iter() if n.get("data-choice")}
    hrefs = {name: [h for h in values(node, "href") if "tile-" in h] for name, node in ways.items()}
    assert hrefs == {
        "use 1": ["#az-tile-orange", "#az-tile-purple"],
        "use 2": ["#az-tile-orange"],
    }
    assert Counter(texts(ways["use 1"])) == {"1": 2, "+": 1}
    assert texts(ways["use 2"]) == ["2"]


def test_surrounded_elements_are_marked():
    hrefs = Counter(values(own_board(at("pavilion 2 1.20 laying:1 starting-tile=2 5:r3:o.4o 5:r")), "href"))
    assert hrefs["#az-window-full"] == 1
    assert not hrefs["#az-statue-full"] + hrefs["#az-pillar-full"]


def test_the_kind_of_a_star_is_seen():
    root = own_board(at("pavilion 2 board=plain 1.20 laying:1 starting-tile=2 5:r3:r2,rb,r 5:r"))
    titles = Counter(node.text for node in root.iter(SVG + "title"))
    assert titles["star of one colour: red"] == 1
    assert titles["star of many colours"] == 1
    assert titles["star not yet decided"] == 5
    coloured = own_board(at("pavilion 2 1.20 laying:1 starting-tile=2 5:r3 5:r"))
    assert [node.text for node in coloured.iter(SVG + "title")].count("star of many colours") == 1


def test_the_wild_colour_is_told_in_a_word_and_a_sign():
    position = at("pavilion 2 1.20 laying:1 starting-tile=2 5:p2r3 5:r")
    offer = draw.parts("pavilion", position.state, view_of(position))["offer"]
    root = ET.fromstring(offer.svg)
    assert "Wild: purple" in texts(root)
    assert "Wild: purple" in offer.title
    assert "#az-wild" in values(root, "href")
    hand = place_of(own_board(position), "hand")
    assert values(hand, "href").count("#az-wild") == 1


def test_wild_tiles_on_factories_bear_the_sign():
    for position, _, _, root in pictures():
        wild = int(table.wild_colour(position.state))
        for factory in range(table.count_factories(position.state)):
            node = place_of(root, f"factory-{factory + 1}")
            assert values(node, "href").count("#az-wild") == position.state.offer[factory, wild]


def test_what_can_be_clicked_is_large_enough_for_a_finger():
    """The reach of a space, on a phone 360 pixels wide, where a board has 344."""
    points = [tuple(map(float, pair)) for pair in re.findall(r"(-?[\d.]+) (-?[\d.]+)", pieces._reach())]
    pixels = pieces.SIZE / 40 * 344 / drawing.WIDTH
    for angle in (0, 60, 120):
        sine, cosine = math.sin(math.radians(angle)), math.cos(math.radians(angle))
        turned = [(x * cosine - y * sine, x * sine + y * cosine) for x, y in points]
        for side in zip(*turned, strict=True):
            assert (max(side) - min(side)) * pixels > 44


def test_the_centre_shows_the_token_and_its_price():
    for position, _, _, root in pictures():
        node = place_of(root, "centre")
        state = position.state
        is_there = state.start_holder == table.NOBODY and state.phase_id != table.BEGINNING
        assert ("start" in values(node, "data-piece")) == is_there
        assert ("\N{MINUS SIGN}1 per tile" in texts(node)) == is_there
