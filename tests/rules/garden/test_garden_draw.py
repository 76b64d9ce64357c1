"""Does it look right? What only this game's drawings have; the laws for all: tests/face/test_draw.py."""

import itertools
import math
import random
import re
import xml.etree.ElementTree as ET
from collections import Counter
from functools import cache

from tests.kits.kit import at_plain as at
from tests.plainly import plainly

import azulejos as az
from azulejos import draw
from azulejos.draw import hexagons
from azulejos.draw.common import WIDTH
from azulejos.draw.garden.board import STORAGE_TOP
from azulejos.draw.garden.pieces import (
    BORDERS,
    LETTERS,
    RADIUS,
    STEP_X,
    criterion_names,
    members,
    spot,
)
from azulejos.draw.theme import THEMES
from azulejos.games.garden import state as table
from azulejos.games.garden.board import (
    COLOURS,
    COORDINATES,
    CRITERIA,
    FEATURE_COORDINATES,
    FEATURE_SPACES,
    FEATURES_N,
    HEXAGONS,
    PATTERNS,
    SPACES_N,
    STACK,
)

SVG = "{http://www.w3.org/2000/svg}"
COMBINATIONS = list(itertools.product((2, 3, 4), "AB"))
NAMES = ("Ala", '<b>&"', "Cy's", "Dominika-Aleksandra z Krakowa")
LARGEST = 120_000  # bytes of a whole table
GARDENERS = ("place", "expand", "at", "on", "turned")


@cache
def positions(players, side):
    """Some positions of a random game with the story that led to each: every phase, early and late."""
    rng = random.Random(f"{players} {side}")
    position = az.Game("garden", players=players, side=side).start(seed=players)
    found, phases = [(position.copy(), None)], set()
    while not position.over:
        choices = position.choices()
        building = [name for name in choices if name.split()[0] in GARDENERS]
        others = [name for name in choices if name not in ("pass", "buy")]
        wanted = (building if rng.random() < 0.8 else others) or others or choices
        rows = position.play(rng.choice(wanted)).rows
        key = (position.phase, position.round)
        if key not in phases or position.over or rng.random() < 0.01:
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
    return draw.svg("garden", position.state, view_of(position, last, **facts))


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


def place_of(root, name, seat=None):
    return next(
        node
        for node in root.iter()
        if node.get("data-place") == name and (seat is None or node.get("data-seat") == str(seat))
    )


def texts(root):
    return [node.text for node in root.iter(SVG + "text")]


def titles(root):
    return [node.text for node in root.iter(SVG + "title")]


def pieces_on_table(state):
    """What can be seen of the pieces: all but bag and tower. Face-down expansions have no name."""
    count = Counter({"start": 1})
    for face in state.face:
        if face != table.TAKEN:
            count["expansion" if face == table.FACE_DOWN else f"expansion {HEXAGONS[face]}"] += 1
    count.update(HEXAGONS[tile] for tile in state.on_slot.flat if tile >= 0)
    count["expansion"] += int(state.supply) + int(state.paid_expansions).bit_count()
    for player in state.players[: state.players_n]:
        count["joker"] += int(player.jokers)
        count.update({HEXAGONS[h]: int(n) for h, n in enumerate(player.tiles)})
        count.update(f"expansion {HEXAGONS[h]}" for h in members(int(player.expansions)))
        count.update(HEXAGONS[h] for h in player.garden if h >= 0)
        for lying in player.places:
            if lying >= 0:
                count[f"expansion {HEXAGONS[lying]}"] += 1
                count[HEXAGONS[lying]] -= 1  # printed, not a tile
            elif lying == table.PLACED_DOWN:
                count["expansion"] += 1
    return +count


# ------------------------------------------------------------------------------------------------
# Laws


def test_every_phase_is_seen():
    seen = {position.phase for position, *_ in pictures()}
    assert seen == set(table.PHASES[table.ACTING :])


def test_every_legal_choice_is_one_place():
    for position, last, _, root in pictures():
        assert sorted(values(root, "data-choice")) == sorted(view_of(position, last).legal)


def test_every_place_is_found_once():
    for position, _, _, root in pictures():
        found = Counter(
            (node.get("data-place"), node.get("data-seat")) for node in root.iter() if node.get("data-place")
        )
        seats = [str(seat) for seat in range(position.game.players)]
        display = table.PLACES[: STACK[position.game.players]]  # smaller with fewer players
        shared = [(place, None) for place in (*display, *table.PLACES[table.AT_BAG : table.AT_STORAGE])]
        own = itertools.product(table.PLACES[table.AT_STORAGE :], seats)
        assert found == Counter([*shared, *own])


def test_every_piece_is_drawn():
    for position, _, _, root in pictures():
        assert Counter(values(root, "data-piece")) == pieces_on_table(position.state)


def test_places_have_something_to_measure():
    for *_, root in pictures():
        assert all(len(node) for node in root.iter() if node.get("data-place"))


def test_tables_are_small_and_sound():
    for _, _, svg, root in pictures():
        assert len(svg.encode()) < LARGEST
        ids = values(root, "id")
        assert len(ids) == len(set(ids))
        used = {name[1:] for name in values(root, "href")} | set(re.findall(r"url\(#([^)]+)\)", svg))
        assert used <= set(ids)
        assert not re.search(r'="[^"]*\d\.\d{3}', svg), "more than two decimals"


def test_the_last_turn_is_seen():
    unmarked = {table.DRAWN, table.BEGINS}
    for position, last, svg, _ in pictures():
        if last is None:
            assert 'class="last"' not in svg
        elif not unmarked & set(last["what"].tolist()):
            assert 'class="last"' in svg, position.phase


def test_nothing_jumps():
    """A part is equally large whatever is asked."""
    for combination in COMBINATIONS:
        sizes = set()
        for position, last in positions(*combination):
            parts = draw.parts("garden", position.state, view_of(position, last, seat=0, legal={}))
            sizes.add(tuple((name, part.width, part.height) for name, part in parts.items()))
        assert len(sizes) == 1


def test_words_go_through_the_translator():
    said = set()

    def shout(text, **facts):
        said.add(text)
        return text.format(**facts).upper()

    for position, last in positions(4, "A"):
        assert ">BAG<" in drawn(position, last, t=shout)
    assert {"bag", "tower", "expansions", "jokers", "Pass", "Done", "passed", "Round", *PATTERNS} <= said
    assert {"Cost {cost}, still to pay: {left}", "groups {points}", "This round +{points}"} <= said


def test_tables_are_drawn_while_chance_is_asked():
    position = plainly(az.Game("garden", players=2).start, deal="by hand")
    phases = set()
    while position.turn is not None and position.turn < 0:
        phases.add(position.phase)
        root = ET.fromstring(drawn(position))
        assert Counter(values(root, "data-piece")) == pieces_on_table(position.state)
        assert values(place_of(root, "supply"), "data-piece").count("start") == 1
        position.play(position.choices()[-1])
    assert phases == {"beginning", "filling"}


def test_letters_tell_colour_and_value():
    position, last = positions(2, "A")[-1]
    assert not set(LETTERS) & set(texts(ET.fromstring(drawn(position, last))))
    assert set(LETTERS) <= set(texts(ET.fromstring(drawn(position, last, letters=True))))


# ------------------------------------------------------------------------------------------------
# The garden as people know it


def test_hexagons_of_the_garden_touch_and_stay_on_the_board():
    middles = [spot(at) for at in (*COORDINATES, *FEATURE_COORDINATES[:7])]
    least = min(math.dist(a, b) for a, b in itertools.combinations(middles, 2))
    assert abs(least - math.sqrt(3) * RADIUS) < 0.1
    for x, y in middles:
        assert 3.5 < x - STEP_X < x + STEP_X < WIDTH - 3.5
        assert 36 < y - RADIUS < y + RADIUS < STORAGE_TOP


def test_a_finger_hits_a_space():
    """On a phone of 390 pixels the board is as wide as the screen: 44 pixels, or a hair less."""
    position = at("garden 2 1.5.1 siting:1 display=b12y6 stack=5 supply=16 action=place:b1 15:b1:0 15")
    defs = ET.fromstring(draw.parts("garden", position.state, view_of(position))["defs"].svg)
    may = next(node for node in defs.iter() if node.get("id") == "az-may")
    radius = max(float(node.get("r")) for node in may.iter(SVG + "circle"))
    assert 2 * radius * RADIUS / hexagons.RADIUS * 390 / WIDTH > 43.9


def test_features_stand_amid_their_spaces():
    for feature in range(FEATURES_N):
        here = spot(FEATURE_COORDINATES[feature])
        near = {s for s in range(SPACES_N) if 0 < math.dist(here, spot(COORDINATES[s])) < 40}
        assert near == set(members(int(FEATURE_SPACES[feature])))


def test_colours_differ_without_hue():
    """Every colour has a border of its own, and light and dark of a hue are far apart in greyscale."""

    def light(colour):
        return sum(w * int(colour[i : i + 2], 16) for w, i in ((0.21, 1), (0.72, 3), (0.07, 5)))

    assert len({border("#000") for border in BORDERS.values()}) == len(COLOURS)
    for theme in THEMES.values():
        for hue in ("green", "purple"):
            pair = [light(theme.glazes[f"{tone}-{hue}"].base) for tone in ("light", "dark")]
            assert pair[0] - pair[1] > 70


# ------------------------------------------------------------------------------------------------
# Chosen positions


def own_board(position, **facts):
    return ET.fromstring(draw.parts("garden", position.state, view_of(position, **facts))["board-0"].svg)


def offer_of(position, **facts):
    return ET.fromstring(draw.parts("garden", position.state, view_of(position, **facts))["offer"].svg)


def test_a_feature_tells_what_is_missing():
    position = at("garden 2 1.5 acting:1 display=b12y6 stack=5 supply=16 15::0::b12 15")
    told = titles(own_board(position))
    assert "fountain: 1 jokers, 4 missing" in told
    root = own_board(at("garden 2 1.5 acting:1 display=b12y6 stack=5 supply=16 15::0::b123456 15"))
    assert "fountain, surrounded" in titles(root)
    assert "#az-fountain-full" in values(root, "href")


def test_what_can_be_taken_is_counted():
    said = at("garden 2 1.5 acting:1 display=b12y6 stack=5 supply=16 15::0 15").labels()
    labels = {name: label for name, label in said.items() if name.startswith("take ")}
    assert {name: re.search(r"\((\d+)", label)[1] for name, label in labels.items()} == {
        "take blue": "2",
        "take yellow": "1",
        "take tree": "1",
        "take bird": "1",
        "take lily": "1",
    }


def test_placing_tells_cost_and_gain():
    """A blue butterfly beside a blue tree and a blue bird: a group of 1 + 2 + 3."""
    position = at("garden 2 1.5.1 siting:1 display=b12y6 stack=5 supply=16 action=place:b3 15:b3:2::b12 15")
    siting = own_board(position)
    assert "Cost 3" in texts(siting)
    assert "This round +3" in texts(siting)
    spots = {n.get("data-choice"): texts(n) for n in siting.iter() if n.get("data-choice")}
    assert spots["at fountain-nw"] == ["+6"]
    assert spots["at fountain-sw"] == []


def test_paying_tells_what_is_left_and_shows_what_was_paid():
    doing = "place:b3::fountain-e:::b2"
    line = f"garden 2 1.5.3 paying:1 display=b12y6 stack=5 supply=16 action={doing} 15:b13:1 15"
    root = own_board(at(line))
    assert "Cost 3, still to pay: 1" in texts(root)
    assert "This round +3, groups +0" in texts(root)
    assert "#az-tile-bird-blue" in values(root, "href")
    assert "bird-blue" not in values(root, "data-piece")
    assert sorted(values(root, "data-choice")) == ["pay tree-blue", "pay-joker"]


def test_printed_hexagons_are_no_tiles():
    root = own_board(at("garden 2 1.5 acting:1 display=b12y6 stack=5 supply=14 15::0::,.b1:b1-e,,,* 15"))
    assert values(place_of(root, "space-e-e"), "data-piece") == []
    assert "#az-print-blue" in values(place_of(root, "space-e-e"), "href")
    assert values(place_of(root, "place-e"), "data-piece") == ["expansion tree-blue"]
    assert values(place_of(root, "place-w"), "data-piece") == ["expansion"]


def test_the_wheel_shows_all_rounds():
    told = titles(offer_of(at("garden 2 1.5 acting:1 display=b12y6 stack=5 supply=16 15::0 15")))
    assert "Round 1: dark green +1\N{EN DASH}6, blue +1\N{EN DASH}6, tree +1" in told
    assert sum(words.startswith("Round ") for words in told) == 4


def test_the_stack_says_how_many_lie_there():
    for position, _, _, root in pictures():
        state = position.state
        left = int(STACK[state.players_n] - state.stack_top)
        assert (f"stack: {left}" in titles(root)) == (left > 0)


def test_criteria_have_names():
    assert len(set(criterion_names(draw.View(()).t))) == len(CRITERIA)
