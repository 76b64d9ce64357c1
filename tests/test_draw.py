"""Does it look right? Laws of the drawings over random games, and pictures of chosen positions.

After a change that is meant: AZULEJOS_UPDATE_GOLDEN=1 pytest tests/test_draw.py, and look at the pictures.
"""

import itertools
import os
import random
import re
import xml.etree.ElementTree as ET
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import azulejos as az
from azulejos import draw
from azulejos.draw.theme import THEMES
from azulejos.games.chocolatier import state as table
from azulejos.games.chocolatier.board import CENTRE, COLOURS, EMPTY, START

GOLDEN = Path(__file__).parent / "golden"
SVG = "{http://www.w3.org/2000/svg}"
COMBINATIONS = list(itertools.product((2, 3, 4), ("coloured", "grey"), ("plain", "special")))
NAMES = ("Ala", '<b>&"', "Cy's", "Dominika-Aleksandra z Krakowa")
LARGEST = 120_000  # bytes of a whole table


@cache
def positions(players, box, factories):
    """Some positions of a random game with the story that led to each: the first, the last, others."""
    rng = random.Random(f"{players} {box} {factories}")
    game = az.Game("chocolatier", players=players, box=box, factories=factories)
    position = game.start(seed=players, compiled=False)
    found, phases = [(position.copy(), None)], set()
    while not position.over:
        rows = position.play(rng.choice(position.choices())).rows
        is_new = (position.phase, position.round % 3) not in phases
        phases.add((position.phase, position.round % 3))
        if is_new or position.over or rng.random() < 0.02:
            found.append((position.copy(), rows))
    return found


def view_of(position, last=None, **facts):
    """What the seat to move sees."""
    is_seat = position.turn is not None and position.turn >= 0
    legal = {name: position.tell(name) for name in position.choices()} if is_seat else {}
    usual = {"names": NAMES[: position.game.players], "seat": position.turn if is_seat else None}
    return draw.View(**(usual | {"legal": legal, "last": last} | facts))


@cache
def pictures():
    """Every position with its view, drawn once for all laws: text and tree."""
    drawings = []
    for combination in COMBINATIONS:
        for position, last in positions(*combination):
            svg = drawn(position, last)
            drawings.append((position, last, svg, ET.fromstring(svg)))
    return drawings


def drawn(position, last=None, **facts):
    return draw.svg("chocolatier", position.state, view_of(position, last, **facts))


def values(root, attribute):
    return [node.get(attribute) for node in root.iter() if node.get(attribute) is not None]


def pieces_on_table(state):
    """What can be seen of the tiles: all but bag and lid."""
    count = Counter()
    for source in range(CENTRE + 1):
        count.update({COLOURS[c]: int(n) for c, n in enumerate(state.offer[source])})
    if state.hand_count:
        count[COLOURS[state.hand_colour]] += int(state.hand_count)
    for player in state.players[: state.players_n]:
        for row, colour in enumerate(player.line_colour):
            if colour != EMPTY:
                count[COLOURS[colour]] += int(player.line_count[row])
        for piece in (*player.box.flat, *player.floor, player.zero_tile):
            if piece not in (EMPTY, START):
                count[COLOURS[piece]] += 1
    return +count


def visible_places(state):
    """(place, seat) of all that must be found in a drawing of the table."""
    shared = [*(f"factory-{f + 1}" for f in range(table.count_factories(state))), "centre", "bag", "lid"]
    of_seat = [name for name in table.PLACES[table.AT_HAND :] if name != "zero" or state.factory_kind]
    owned = [(name, str(seat)) for seat in range(state.players_n) for name in of_seat]
    return Counter([(name, None) for name in shared] + owned)


# ------------------------------------------------------------------------------------------------
# Laws


def test_every_legal_choice_is_one_place():
    for position, last, _, root in pictures():
        view = view_of(position, last)
        nodes = [n for n in root.iter() if n.get("data-choice")]
        assert sorted(n.get("data-choice") for n in nodes) == sorted(view.legal)
        for node in nodes:
            assert node.tag == SVG + "g"
            assert node.get("class") == "choice"
            assert (node.get("role"), node.get("tabindex")) == ("button", "0")
            assert node.get("aria-label") == view.legal[node.get("data-choice")]


def test_nothing_can_be_clicked_without_legal_choices():
    for position, last in positions(4, "grey", "special"):
        assert "data-choice" not in drawn(position, last, legal={})


def test_no_style_and_no_script():
    for _, _, svg, root in pictures():
        tags = {node.tag for node in root.iter()}
        assert not tags & {SVG + "style", SVG + "script", SVG + "foreignObject"}
        assert not re.search(r"\s(style|on\w+)=", svg)
        assert not re.search(r'="[^"]*\d\.\d{3}', svg), "more than two decimals"
        assert len(svg.encode()) < LARGEST


def test_every_place_is_found_once():
    for position, _, _, root in pictures():
        nodes = [n for n in root.iter() if n.get("data-place")]
        found = Counter((n.get("data-place"), n.get("data-seat")) for n in nodes)
        assert found == visible_places(position.state)


def test_every_tile_on_the_table_is_drawn():
    for position, _, _, root in pictures():
        found = Counter(values(root, "data-piece"))
        started = position.state.phase_id != table.BEGINNING
        assert found.pop("start", 0) == started
        assert found == pieces_on_table(position.state)


def test_tiles_lie_in_their_places():
    """The drawing and the record agree on what lies where, in the boxes and lines of every seat."""
    for position, _, _, root in pictures():
        for node in root.iter():
            if node.get("data-place", "").startswith(("box-", "line-")):
                player = position.state.players[int(node.get("data-seat"))]
                pieces = [n.get("data-piece") for n in node.iter() if n.get("data-piece")]
                name, *at = node.get("data-place").split("-")
                row, column = int(at[0]) - 1, int(at[-1]) - 1
                colour, count = player.line_colour[row], player.line_count[row]
                if name == "box":
                    colour, count = player.box[row, column], 1
                assert pieces == ([COLOURS[colour]] * int(count) if colour != EMPTY else [])


def test_ids_are_prefixed_and_used():
    for _, _, svg, root in pictures():
        ids = values(root, "id")
        assert len(ids) == len(set(ids))
        assert all(name.startswith("az-") for name in ids)
        used = {name[1:] for name in values(root, "href")} | set(re.findall(r"url\(#([^)]+)\)", svg))
        assert used | set(values(root, "aria-labelledby")) <= set(ids)


def test_drawings_with_different_prefixes_share_no_id():
    position, last, _, root = pictures()[-1]
    other = values(ET.fromstring(drawn(position, last, prefix="right")), "id")
    assert all(name.startswith("right-") for name in other)
    assert not set(other) & set(values(root, "id"))


def test_same_input_same_bytes():
    for position, last in positions(4, "coloured", "special"):
        assert drawn(position, last) == drawn(position.copy(), last)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("letters", [False, True])
def test_themes_change_paint_only(theme, letters):
    for position, last in positions(3, "grey", "special"):
        root = ET.fromstring(drawn(position, last, theme=theme, letters=letters))
        light = ET.fromstring(drawn(position, last))
        for attribute in ("data-choice", "data-place", "data-piece"):
            assert values(root, attribute) == values(light, attribute)
        texts = {node.text for node in root.iter(SVG + "text")}
        assert ({"B", "N", "C", "K", "R"} <= texts) == letters


def test_high_contrast_has_no_textures():
    position, last = positions(2, "coloured", "plain")[5]
    svg = drawn(position, last, theme="contrast")
    assert "Gradient" not in svg
    assert "opacity" not in re.sub(r'fill="#fff" fill-opacity="0"', "", svg)


def test_names_and_labels_are_escaped():
    position, _ = positions(2, "coloured", "plain")[0]
    names, legal = ('<b>&"', "]]>\n'"), dict.fromkeys(position.choices(), '"><script>&')
    root = ET.fromstring(drawn(position, names=names, legal=legal))
    assert '<b>&"' in {node.text for node in root.iter(SVG + "text")}
    assert {n.get("aria-label") for n in root.iter() if n.get("data-choice")} == {'"><script>&'}


def test_parts_are_complete_pictures():
    for position, last, _, _ in pictures():
        view = view_of(position, last)
        parts = draw.parts("chocolatier", position.state, view)
        boards = {f"board-{seat}" for seat in range(position.game.players)}
        assert set(parts) == {"defs", "offer", "legend"} | boards
        for name in set(parts) - {"defs"}:
            part = parts[name]
            root = ET.fromstring(part.svg)
            assert root.get("viewBox") == f"0 0 {part.width:g} {part.height:g}"
            assert root[0].tag == SVG + "title"
            assert root[0].text == part.title
            has_choices = "data-choice" in part.svg
            assert root.get("role") == ("group" if has_choices else "img")
            assert "<defs" not in part.svg


def test_labels_go_through_the_translator():
    position, last = positions(4, "coloured", "special")[3]
    said = []

    def shout(text, **facts):
        said.append(text)
        return text.format(**facts).upper()

    svg = drawn(position, last, t=shout)
    assert {"bag", "lid", "blue", "Master Chocolatier"} <= set(said)
    assert ">BAG<" in svg


def test_the_last_turn_is_seen():
    """Where tiles were taken and where they went is marked."""
    for position, last, svg, _ in pictures():
        is_marked = 'class="last"' in svg
        if last is None:
            assert not is_marked
        elif not (last["what"] == table.DRAWN).any():
            assert is_marked, position.phase


# ------------------------------------------------------------------------------------------------
# Chosen positions


def choose(combination, wanted):
    return next(found for found in positions(*combination) if wanted(found[0]))


PICTURES = {
    "chocolatier-offer": (4, "coloured", "special", "light", lambda p: p.round == 3 and p.phase == "offer"),
    "chocolatier-sides": (4, "grey", "special", "dark", lambda p: p.phase == "sides"),
    "chocolatier-laying": (3, "grey", "plain", "contrast", lambda p: p.phase == "laying"),
}


@pytest.mark.parametrize("name", PICTURES)
def test_the_same_picture_as_ever(name):
    *combination, theme, wanted = PICTURES[name]
    svg = drawn(*choose(combination, wanted), theme=theme, names=("Ala", "Bo", "Cy", "Di")[: combination[0]])
    path, text = GOLDEN / f"{name}.svg", svg.replace("><", ">\n<") + "\n"
    if os.environ.get("AZULEJOS_UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf8")
    assert text == path.read_text(encoding="utf8"), f"{path.name} differs: see the head of this file"
