"""Is the garden as it is printed? Its geometry from axial coordinates alone, its numbers from the rules."""

import itertools

import pytest
from tests.rules.garden.tables import (
    CODES,
    DIRECTIONS,
    HEXAGONS,
    SPACES,
    STEPS,
    WHERE,
    add,
    around,
    near,
)

from azulejos.games.garden import board

STATUES = [(2, -1), (-1, -1), (-1, 2)]
BENCHES = [(1, -2), (-2, 1), (1, 1)]
CENTRES = [(3, 0), (3, -3), (0, -3), (-3, 0), (-3, 3), (0, 3)]


def distance(one, other=(0, 0)):
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def board_of(space):
    """The board on which a space lies: the fountain's, or a place."""
    return space.split("-")[0]


def names(mask):
    """The spaces of a set of bits."""
    return {space for number, space in enumerate(board.SPACES) if int(mask) >> number & 1}


def test_hexagons_are_36_in_their_order():
    """QG-03: by colour, then by value; values are 1 to 6; three tiles of each, 108."""
    assert list(board.HEXAGONS) == HEXAGONS
    assert HEXAGONS[:7] == [
        "tree-blue",
        "bird-blue",
        "butterfly-blue",
        "flower-blue",
        "plant-blue",
        "lily-blue",
        "tree-yellow",
    ]
    assert (len(HEXAGONS), len(set(HEXAGONS)), board.TILES_PER_HEXAGON) == (36, 36, 3)
    assert CODES[-1] == "P6"
    assert HEXAGONS[-1] == "lily-dark-purple"


def test_directions_turn_counter_clockwise():
    """Each step is the sum of its two neighbours, and the opposite one undoes it."""
    assert board.DIRECTIONS == DIRECTIONS
    steps = list(STEPS.values())
    assert list(board.STEPS) == steps
    for i in range(6):
        assert add(steps[i - 1], steps[(i + 1) % 6]) == steps[i]
        assert add(steps[i], steps[(i + 3) % 6]) == (0, 0)


def test_42_spaces_and_6_centres():
    """QG-01, QG-15: six around the fountain, six on each rim; 48 with the centres; no two at one point."""
    assert list(board.SPACES) == SPACES
    assert list(board.COORDINATES) == [WHERE[space] for space in SPACES]
    assert len(set(WHERE.values())) == len(SPACES) == 48
    assert len([space for space in SPACES if not space.endswith("centre")]) == 42
    assert [WHERE[f"{place}-centre"] for place in DIRECTIONS] == CENTRES
    assert list(board.CENTRES) == CENTRES
    assert {at for space, at in WHERE.items() if board_of(space) == "fountain"} == {
        (q, r) for q, r in itertools.product(range(-1, 2), repeat=2) if distance((q, r)) == 1
    }
    for place, centre in zip(DIRECTIONS, CENTRES, strict=True):
        own = [at for space, at in WHERE.items() if board_of(space) == place]
        assert [distance(at, centre) for at in own] == [0, 1, 1, 1, 1, 1, 1]
        assert distance(centre) == 3


def test_boards_touch_along_12_edges():
    """QG-18: the fountain's board touches each expansion once, and each expansion its two neighbours."""
    edges = [
        (one, other)
        for one, other in itertools.combinations(SPACES, 2)
        if distance(WHERE[one], WHERE[other]) == 1 and board_of(one) != board_of(other)
    ]
    assert len(edges) == 12
    pairs = {frozenset((board_of(one), board_of(other))) for one, other in edges}
    ring = zip(DIRECTIONS, [*DIRECTIONS[1:], DIRECTIONS[0]], strict=True)
    assert pairs == {frozenset(("fountain", place)) for place in DIRECTIONS} | set(map(frozenset, ring))
    assert ("fountain-e", "e-w") in edges
    assert ("e-nw", "ne-se") in edges


@pytest.mark.parametrize("space", SPACES)
def test_neighbours_are_the_spaces_at_distance_1(space):
    """QG-16, QG-18: across boards too."""
    number = SPACES.index(space)
    expected = {other for other in SPACES if distance(WHERE[space], WHERE[other]) == 1}
    assert names(board.NEIGHBOURS[number]) == expected == set(near(space))


def test_every_tip_has_six_neighbouring_spaces():
    """QG-18: two of the fountain board, and two of each adjoining expansion."""
    for tip in STATUES + BENCHES:
        boards = [board_of(space) for space in around(tip)]
        assert len(boards) == 6
        assert sorted(boards.count(name) for name in set(boards)) == [2, 2, 2]
        assert boards.count("fountain") == 2
        assert tip not in WHERE.values()
        assert distance(tip) == 2


def test_features_lie_where_the_rules_say():
    """QG-18: the fountain brings 1 joker, statues and benches 2, pavilions 3."""
    points = dict(zip(board.FEATURES, board.FEATURE_COORDINATES, strict=True))
    assert len(points) == 13
    assert points["fountain"] == (0, 0)
    assert {points[f"statue-{n}"] for n in (1, 2, 3)} == set(STATUES)
    assert {points[f"bench-{n}"] for n in (1, 2, 3)} == set(BENCHES)
    assert [points[f"pavilion-{place}"] for place in DIRECTIONS] == CENTRES
    jokers = {"fountain": 1, "statue": 2, "bench": 2, "pavilion": 3}
    for feature, spaces, brings in zip(
        board.FEATURES, board.FEATURE_SPACES, board.FEATURE_JOKERS, strict=True
    ):
        at = points[feature]
        expected = {space for space in SPACES if distance(WHERE[space], at) == 1}
        assert (names(spaces), len(expected)) == (expected, 6)
        assert brings == jokers[feature.split("-")[0]]


def test_one_tile_brings_7_jokers_at_most():
    """QG-18: a pavilion and two tips; beside the fountain there are two tips, too: 5."""
    brings = {
        space: sum(
            int(jokers)
            for spaces, jokers in zip(board.FEATURE_SPACES, board.FEATURE_JOKERS, strict=True)
            if space in names(spaces)
        )
        for space in SPACES
    }
    assert max(brings.values()) == 7
    facing = ("w", "sw", "se", "e", "ne", "nw")  # the side that looks at the fountain
    assert [space for space in SPACES if brings[space] == 7] == [
        f"{place}-{side}" for place, side in zip(DIRECTIONS, facing, strict=True)
    ]
    assert {brings[f"fountain-{name}"] for name in DIRECTIONS} == {5}


def test_the_wheel_scores_each_criterion_once():
    """QG-27, QG-35: as the rules print it; side B brings 7 - value for patterns."""
    assert board.WHEEL == (
        ("dark-green", "blue", "tree"),
        ("yellow", "bird", "butterfly"),
        ("light-green", "light-purple", "flower"),
        ("dark-purple", "plant", "lily"),
    )
    assert sorted(name for step in board.WHEEL for name in step) == sorted(board.CRITERIA)
    assert board.WHEEL_POINTS.tolist() == [
        [[-1, -1, -1]] * 4,
        [[-1, -1, 6], [-1, 5, 4], [-1, -1, 3], [-1, 2, 1]],
    ]
