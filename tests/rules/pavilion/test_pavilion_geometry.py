"""Is the board as it is printed? Its geometry from edges and angles alone, its numbers from the rules.

A star is six rhombi with angles of 60 degrees that meet in its middle; edges have the length 1. Between
stars that stand 3 apart the rhombi leave gaps, and these gaps hold windows, statues and pillars.
"""

import itertools
import math
from collections import Counter, defaultdict

import pytest

from azulejos.games.pavilion import board, scoring

PLACES = {"ul": -30, "ur": 30, "r": 90, "lr": 150, "ll": 210, "l": 270}  # degrees clockwise from the top
TIPS = {"n": 0, "ne": 60, "se": 120, "s": 180, "sw": 240, "nw": 300}
APART = 3

NUMBERS = """
ul  orange  6 1 2 3 4 5  6 3 2 1 4 5
ur  red     5 6 1 2 3 4  5 6 3 2 1 4
r   blue    4 5 6 1 2 3  4 5 6 3 2 1
lr  yellow  3 4 5 6 1 2  1 4 5 6 3 2
ll  green   2 3 4 5 6 1  2 1 4 5 6 3
l   purple  1 2 3 4 5 6  3 2 1 4 5 6
c   centre  1 2 3 4 5 6  3 3 3 3 3 3
"""
"""As the rules print them: the coloured side, then the one-colour side, each from the north clockwise."""


# ------------------------------------------------------------------------------------------------
# Points and edges


def step(angle, length=1.0):
    """So far in a direction."""
    return length * math.sin(math.radians(angle)), length * math.cos(math.radians(angle))


def add(*points):
    """A point, in whole thousandths so that equal points are equal."""
    return tuple(round(1000 * sum(values)) / 1000 + 0.0 for values in zip(*points, strict=True))


def edges(corners):
    """The four edges of a rhombus, each a set of its two ends."""
    return {frozenset(pair) for pair in zip(corners, [*corners[1:], corners[0]], strict=True)}


def middles():
    """Where the stars are."""
    return {**{star: step(angle, APART) for star, angle in PLACES.items()}, "c": (0.0, 0.0)}


def rhombi():
    """The edges of every space of the board, by its name."""
    found = {}
    for star, middle in middles().items():
        for direction, angle in TIPS.items():
            one, other = step(angle - 30), step(angle + 30)
            corners = [add(middle), add(middle, one), add(middle, one, other), add(middle, other)]
            found[f"{star}-{direction}"] = edges(corners)
    return found


def gaps():
    """The rhombic gaps between the rhombi of the stars: middle, and the spaces around it."""
    spaces = rhombi()
    found = defaultdict(set)
    for middle in middles().values():
        for angle in range(30, 390, 60):  # between two tips
            inner = add(middle, step(angle))
            left, right = step(angle - 60), step(angle + 60)
            corners = [inner, add(inner, left), add(inner, left, right), add(inner, right)]
            around = {name for name, sides in spaces.items() if sides & edges(corners)}
            found[add(middle, step(angle, 1.5))] |= around
    return found


def elements():
    """Windows, statues and pillars: sets of spaces."""
    windows, statues, pillars = {}, {}, {}
    for middle, around in gaps().items():
        stars = {space.split("-")[0] for space in around}
        if "c" in stars:
            pillars[min(stars - {"c"})] = around
        elif len(stars) == 2:
            statues[frozenset(stars)] = around
        else:
            (star,) = stars
            if math.isclose(math.hypot(*middle), APART + 1.5, abs_tol=0.01):  # straight away from the centre
                windows[star] = around
    outer = list(PLACES)
    nexts = zip(outer, [*outer[1:], outer[0]], strict=True)
    return [
        *(windows[star] for star in outer),
        *(statues[frozenset(pair)] for pair in nexts),
        *(pillars[star] for star in outer),
    ]


def names(mask):
    """The spaces of a set of bits."""
    return {space for number, space in enumerate(board.SPACES) if int(mask) >> number & 1}


# ------------------------------------------------------------------------------------------------
# Tests


def test_the_board_has_42_spaces():
    """7 stars of 6 rhombi; no two of them are the same, and stars don't touch along an edge."""
    spaces = rhombi()
    assert tuple(spaces) == board.SPACES
    assert len({frozenset(sides) for sides in spaces.values()}) == 42
    shared = Counter(edge for sides in spaces.values() for edge in sides)
    assert max(shared.values()) == 2
    for (one, its), (other, others) in itertools.combinations(spaces.items(), 2):
        assert not its & others or one.split("-")[0] == other.split("-")[0]


def test_the_board_is_drawn_from_the_same_geometry():
    assert (*PLACES, "c") == board.STARS
    assert tuple(TIPS) == board.DIRECTIONS
    assert tuple(angle % 360 for angle in board.STAR_ANGLES) == tuple(a % 360 for a in PLACES.values())
    assert tuple(TIPS.values()) == board.DIRECTION_ANGLES
    assert board.STAR_DISTANCE == APART
    assert board.STARS[board.CENTRE_STAR] == "c"


def test_gaps_between_the_stars():
    """Six between the centre and a star, six between stars, and three outward notches of every outer star."""
    sizes = Counter(
        (len(around), "c" in {space.split("-")[0] for space in around}) for around in gaps().values()
    )
    assert sizes == {(4, True): 6, (4, False): 6, (2, False): 18}


def test_windows_statues_and_pillars():
    """SP-22: the spaces around each element are those that share an edge with its gap."""
    assert [names(mask) for mask in board.ELEMENT_SPACES] == elements()
    assert [len(around) for around in elements()] == [2] * 6 + [4] * 12


def test_elements_by_direction():
    """SP-22: the first of each kind, as the rules name their spaces."""
    found = elements()
    assert found[board.WINDOW] == {"ul-nw", "ul-n"}
    assert found[board.STATUE] == {"ul-ne", "ul-se", "ur-sw", "ur-nw"}
    assert found[board.PILLAR] == {"ul-se", "ul-s", "c-nw", "c-n"}


def test_elements_by_number():
    """SP-22: window s5, s6; statue s1, s2, t3, t4; pillar s2, s3 and in the centre two that follow."""
    found = elements()
    numbers = dict(zip(board.SPACES, map(int, board.COST[0]), strict=True))
    outer = list(PLACES)
    centre = ((6, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6))
    for number, star in enumerate(outer):
        after = outer[(number + 1) % 6]
        window, statue, pillar = found[number], found[6 + number], found[12 + number]
        assert {(space.split("-")[0], numbers[space]) for space in window} == {(star, 5), (star, 6)}
        assert {(space.split("-")[0], numbers[space]) for space in statue} == {
            (star, 1),
            (star, 2),
            (after, 3),
            (after, 4),
        }
        assert {(space.split("-")[0], numbers[space]) for space in pillar} == {
            (star, 2),
            (star, 3),
            *(("c", n) for n in centre[number]),
        }


def test_what_elements_bring():
    """SP-22: window 3, statue 2, pillar 1: 36 tiles for a whole board."""
    assert board.ELEMENT_TILES.tolist() == [3] * 6 + [2] * 6 + [1] * 6
    assert board.ELEMENT_TILES.sum() == 36
    assert (board.WINDOW, board.STATUE, board.PILLAR, board.ELEMENTS_N) == (0, 6, 12, 18)


@pytest.mark.parametrize("space", board.SPACES)
def test_the_elements_that_a_space_touches(space):
    """SP-22, SP-23: every space touches one or two of them; no window shares its space."""
    touched = [element for element in board.TOUCHED[board.SPACES.index(space)] if element != board.EMPTY]
    assert touched == [number for number, around in enumerate(elements()) if space in around]
    assert 1 <= len(touched) <= 2
    assert len(touched) == 1 or min(touched) >= board.STATUE


def test_the_printed_numbers():
    """SP-14, SP-36: the table of the rules, both sides."""
    lines = [line.split() for line in NUMBERS.strip().splitlines()]
    assert [line[0] for line in lines] == list(board.STARS)
    for side, first in ((0, 2), (1, 8)):
        numbers = [int(number) for line in lines for number in line[first : first + 6]]
        assert board.COST[side].tolist() == numbers
    assert board.COST.max() == board.COST_MAX


def test_the_colours_of_the_stars():
    """SP-15: clockwise from the upper left: orange, red, blue, yellow, green, purple."""
    lines = [line.split() for line in NUMBERS.strip().splitlines()]
    shown = [None if colour == board.EMPTY else board.COLOURS[colour] for colour in board.STAR_COLOUR]
    assert shown == [*(line[1] for line in lines[:-1]), None]


@pytest.mark.parametrize(("side", "sizes"), [(0, (7, 7, 7, 7)), (1, (6, 6, 12, 6))])
def test_the_number_sets(side, sizes):
    """SP-31, SP-36: 7 of each number on the coloured side; 6, 6, 12 and 6 on the other."""
    found = [names(scoring.NUMBER_SPACES[side, number]) for number in (1, 2, 3, 4)]
    assert tuple(map(len, found)) == sizes
    for number, spaces in enumerate(found, 1):
        assert spaces == {
            space for space, cost in zip(board.SPACES, board.COST[side], strict=True) if cost == number
        }
    assert board.NUMBERS_SCORED == (1, 2, 3, 4)


def test_colours_and_tiles():
    """SP-03, SP-05: six colours in the order of the rounds, 22 tiles of each."""
    assert board.COLOURS == ("purple", "green", "orange", "yellow", "blue", "red")
    assert board.TILES_PER_COLOUR * len(board.COLOURS) == 132
    assert board.ROUNDS == 6


def connected(covered, space, spaces):
    """The tiles connected with a space through shared edges."""
    found, waiting = {space}, [space]
    while waiting:
        sides = spaces[waiting.pop()]
        for other in covered - found:
            if spaces[other] & sides:
                found.add(other)
                waiting.append(other)
    return found


@pytest.mark.parametrize("place", range(6))
def test_runs_are_tiles_connected_along_edges(place):
    """SP-21: for each of the 64 ways to cover a star. A full ring counts each of its tiles once."""
    spaces = rhombi()
    star = [f"c-{direction}" for direction in TIPS]
    for mask in range(64):
        covered = {space for number, space in enumerate(star) if mask >> number & 1} | {star[place]}
        assert scoring.RING_RUN[mask, place] == len(connected(covered, star[place], spaces))


def test_a_star_scores_17_to_21_by_the_order_it_is_filled_in():
    """SP-21: so a full board scores at most 147 points for laid tiles."""
    totals = set()
    for order in itertools.permutations(range(6)):
        mask = total = 0
        for place in order:
            mask |= 1 << place
            total += int(scoring.RING_RUN[mask, place])
        totals.add(total)
    assert (min(totals), max(totals)) == (17, 21)
    assert 7 * max(totals) == 147
