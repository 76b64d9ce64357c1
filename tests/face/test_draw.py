"""Does it look right? Laws of the drawings over random games, and pictures of chosen positions.

After a change that is meant: `make drawings` and look at them; then AZULEJOS_UPDATE_GOLDEN=1 pytest
tests/face/test_draw.py.
"""

import os
import random
import re
import xml.etree.ElementTree as ET
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from tests.kits import KITS, drawings, each_kit, each_of_few
from tests.kits.drawings import positions

from azulejos import draw, games
from azulejos.draw import charts
from azulejos.draw.duel.pieces import shapes_in_common
from azulejos.draw.theme import THEMES, contrast
from azulejos.web import assets

GOLDEN = Path(__file__).parents[1] / "golden" / "drawings.txt"
SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("Ala", '<b>&"', "Cy's", "Dominika-Aleksandra z Krakowa")
LARGEST = 125_000  # bytes of a whole table
RESERVOIRS = ("bag", "lid", "tower", "pool", "stack", "supply")
ITS_NUMBER = -1
ROOM = {  # how many pieces lie in a place at most, where they lie in order
    "chocolatier": {"line-n": ITS_NUMBER},
    "pavilion": {"factory-n": 4, "corners": 4},
    "duel": {"line-n": ITS_NUMBER, "broken": 4, "tokens": 2, "moon-n": 3},
    "garden": {"expansions": 2},
}


def view_of(position, last=None, **facts):
    """With names that are hard to draw."""
    return drawings.view_of(position, last, **({"names": NAMES[: position.game.players]} | facts))


@cache
def pictures(name):
    """Every position of a game with its view, drawn once for all laws: text and tree."""
    found = []
    for game in KITS[name].games:
        for position, last in positions(game):
            svg = drawn(position, last)
            found.append((position, last, svg, ET.fromstring(svg)))
    return found


def drawn(position, last=None, **facts):
    return draw.svg(position.game.name, position.state, view_of(position, last, **facts))


def values(root, attribute):
    return [node.get(attribute) for node in root.iter() if node.get(attribute) is not None]


def places_in(root):
    """The nodes that are places, each with its key: (name, "seat-1" or None)."""
    for node in root.iter():
        if node.get("data-place"):
            seat = node.get("data-seat")
            yield (node.get("data-place"), seat and f"seat-{int(seat) + 1}"), node


def visible(kit, document):
    """Which pieces can be seen where: (place, seat) -> pieces."""
    table = {}
    for (place, seat, piece), count in kit.lying(document).items():
        if place not in kit.unseen:
            table.setdefault((place, seat), Counter())[piece] += count
    return table


def all_places(kit, game):
    """(place, seat) of all that must be found in a drawing of the table."""
    seats = [f"seat-{number}" for number in range(1, game.players + 1)]
    return {(place, kit.owner(place, seat)) for place in kit.places(game) for seat in seats}


# ------------------------------------------------------------------------------------------------
# Laws


@each_kit
def test_every_legal_choice_is_one_place(kit):
    for position, last, _, root in pictures(kit.name):
        view = view_of(position, last)
        nodes = [n for n in root.iter() if n.get("data-choice")]
        assert sorted(n.get("data-choice") for n in nodes) == sorted(view.legal)
        for node in nodes:
            assert node.tag == SVG + "g"
            assert node.get("class") == "choice"
            assert (node.get("role"), node.get("tabindex")) == ("button", "0")
            assert node.get("aria-label") == view.legal[node.get("data-choice")]


@each_of_few
def test_nothing_can_be_clicked_without_legal_choices(game):
    for position, last in positions(game):
        assert "data-choice" not in drawn(position, last, legal={})


@each_kit
def test_no_style_and_no_script(kit):
    for _, _, svg, root in pictures(kit.name):
        tags = {node.tag for node in root.iter()}
        assert not tags & {SVG + "style", SVG + "script", SVG + "foreignObject"}
        assert not re.search(r"\s(style|on\w+)=", svg)
        assert not re.search(r'="[^"]*\d\.\d{3}', svg), "more than two decimals"
        assert len(svg.encode()) < LARGEST


@each_kit
def test_every_place_is_found_once(kit):
    for position, _, _, root in pictures(kit.name):
        found = Counter(key for key, _ in places_in(root))
        assert found == Counter(all_places(kit, position.game))


@each_kit
def test_every_piece_on_the_table_is_drawn(kit):
    for position, _, _, root in pictures(kit.name):
        pieces = visible(kit, position.to_dict()).values()
        assert Counter(values(root, "data-piece")) == sum(pieces, Counter())


@each_kit
def test_pieces_lie_in_their_places(kit):
    """The drawing and the document agree on what lies where."""
    for position, _, _, root in pictures(kit.name):
        table = visible(kit, position.to_dict())
        for key, node in places_in(root):
            assert Counter(values(node, "data-piece")) == table.get(key, Counter()), key


def pieces_in(root):
    """What lies where: (place, seat or None) -> pieces."""
    return {key: Counter(values(node, "data-piece")) for key, node in places_in(root)}


def moved(pieces, story):
    """What lies where after a story, by its rows alone, and the places where something was turned."""
    after, turned = {key: Counter(lying) for key, lying in pieces.items()}, set()

    def at(place, row):
        key = (place, None) if row["seat"] is None else (place, f"seat-{row['seat'] + 1}")
        return key if key in after else (place, None)

    for row in story:
        count = row["count"] or 1
        if str(row["piece"]).startswith("token "):
            continue  # a golden token belongs to its factory and is drawn with it
        if row["piece"] and row["from"] and row["to"]:
            after[at(row["from"], row)][row["piece"]] -= count
            after[at(row["to"], row)][row["piece"]] += count
        elif row["piece"] and row["from"]:
            turned.add(at(row["from"], row))
        elif row["piece"]:  # laid out, in several places at once
            turned.update(key for key in after if key[0].startswith("display"))
    return after, turned


@pytest.mark.wide
@each_of_few
def test_a_story_moves_what_is_drawn(game):
    """Old drawing and rows give the new drawing: no piece comes from nowhere or is left behind.

    What lies in a reservoir can't be seen; a piece that is turned changes its name in its place.
    """
    rng, position = random.Random(17), game.start(seed=17)
    before = pieces_in(ET.fromstring(drawn(position)))
    while not position.over:
        story = position.play(rng.choice(position.choices()))
        after = pieces_in(ET.fromstring(drawn(position)))
        expected, turned = moved(before, story)
        for key in {*after} - {(name, None) for name in RESERVOIRS} - turned:
            assert after[key] == +expected[key], (key, list(story))
        before = after


@each_kit
def test_free_slots_have_an_order(kit):
    """The next piece in a place finds one slot, and where pieces lie in order there are as many as fit."""
    for _, _, _, root in pictures(kit.name):
        for (place, seat), node in places_in(root):
            slots = [(n.get("data-for"), int(n.get("data-slot"))) for n in node.iter() if n.get("data-slot")]
            assert len(slots) == len(set(slots)), (place, seat)
            pieces = len(values(node, "data-piece"))
            room = ROOM[kit.name].get(re.sub(r"[0-9]+$", "n", place))
            if room is not None:
                most = int(place.split("-")[1]) if room == ITS_NUMBER else room
                assert [order for _, order in slots] == list(range(pieces, most)), (place, seat)


@each_kit
def test_numbers_that_count_along(kit):
    """Scores and reservoirs say what the position says."""
    for position, _, _, root in pictures(kit.name):
        nodes = [node for node in root.iter() if node.get("data-count")]
        counted = {(node.get("data-count"), node.get("data-seat")): int(node.text) for node in nodes}
        assert len(nodes) == len(counted)
        for seat, score in enumerate(position.scores):
            assert counted[("score", str(seat))] == score
        lying = Counter()
        for (place, _, _), count in kit.lying(position.to_dict()).items():
            lying[place] += count
        for place in ("bag", "lid", "tower"):
            assert counted.get((place, None), 0) == lying[place], place


@each_kit
def test_ids_are_prefixed_and_used(kit):
    for _, _, svg, root in pictures(kit.name):
        ids = values(root, "id")
        assert len(ids) == len(set(ids))
        assert all(name.startswith("az-") for name in ids)
        used = {name[1:] for name in values(root, "href")} | set(re.findall(r"url\(#([^)]+)\)", svg))
        assert used | set(values(root, "aria-labelledby")) <= set(ids)


@each_kit
def test_drawings_with_different_prefixes_share_no_id(kit):
    position, last, _, root = pictures(kit.name)[-1]
    other = values(ET.fromstring(drawn(position, last, prefix="right")), "id")
    assert all(name.startswith("right-") for name in other)
    assert not set(other) & set(values(root, "id"))


@each_of_few
def test_same_input_same_bytes(game):
    for position, last in positions(game):
        assert drawn(position, last) == drawn(position.copy(), last)


@each_kit
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("letters", [False, True])
def test_themes_change_paint_only(kit, theme, letters):
    for position, last in positions(kit.fullest)[::2]:
        root = ET.fromstring(drawn(position, last, theme=theme, letters=letters))
        light = ET.fromstring(drawn(position, last))
        for attribute in ("data-choice", "data-place", "data-piece"):
            assert values(root, attribute) == values(light, attribute)
        texts = {node.text for node in root.iter(SVG + "text")}
        assert (set(kit.letters) <= texts) == letters


@each_of_few
def test_high_contrast_has_no_textures(game):
    for position, last in positions(game)[:6]:
        svg = drawn(position, last, theme="contrast")
        assert "Gradient" not in svg
        assert "opacity" not in re.sub(r'fill="#fff" fill-opacity="0"', "", svg)


def test_chips_that_partly_cover_each_other_are_told_apart_in_high_contrast():
    """A light line around each, as the ink of their rims is lost beside black."""
    theme = THEMES["contrast"]
    assert contrast(theme.panel, theme.glazes["black"].base) > 7
    symbols = re.findall(
        r"<symbol[^>]*tile-chip[^>]*>.*?</symbol>", shapes_in_common("contrast", False, "").svg
    )
    assert len(symbols) > 9
    for chip in symbols:
        lines = re.findall(r'd="M([\d.]+)[^"]*" fill="none" stroke="(#\w+)"', chip)
        assert max((float(x), ink) for x, ink in lines)[1] == theme.panel


@each_of_few
def test_names_and_labels_are_escaped(game):
    position, _ = positions(game)[0]
    names = ('<b>&"', "]]>\n'", "c", "d")[: game.players]
    legal = dict.fromkeys(position.choices(), '"><script>&')
    root = ET.fromstring(drawn(position, names=names, legal=legal))
    assert '<b>&"' in {node.text for node in root.iter(SVG + "text")}
    assert {n.get("aria-label") for n in root.iter() if n.get("data-choice")} == {'"><script>&'}


@each_kit
def test_parts_are_complete_pictures(kit):
    for position, last, _, _ in pictures(kit.name):
        view = view_of(position, last)
        parts = draw.parts(kit.name, position.state, view)
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


@each_kit
def test_labels_go_through_the_translator(kit):
    position, last = positions(kit.few[-1])[3]
    said = []

    def shout(text, **facts):
        said.append(text)
        return text.format(**facts).upper()

    svg = drawn(position, last, t=shout)
    assert {*kit.labels, games.GAMES[kit.name].title} <= set(said)
    assert f">{kit.labels[0].upper()}<" in svg


@each_kit
def test_the_last_turn_is_seen(kit):
    """Where pieces were taken and where they went is marked."""
    unmarked = {kit.rules.events.index(event) for event in kit.unmarked}
    for position, last, svg, _ in pictures(kit.name):
        is_marked = 'class="last"' in svg
        if last is None:
            assert not is_marked
        elif not unmarked & set(last["what"].tolist()):
            assert is_marked, position.phase


# ------------------------------------------------------------------------------------------------
# Chosen positions


@pytest.mark.parametrize("name", drawings.PICTURES)
def test_the_same_picture_as_ever(name):
    """Their digests are kept, and drawn anew they are the same to the byte."""
    lines = GOLDEN.read_text(encoding="utf8").splitlines() if GOLDEN.exists() else []
    known = dict(line.split() for line in lines)
    found = drawings.digest(drawings.golden(name))
    if os.environ.get("AZULEJOS_UPDATE_GOLDEN"):
        known = {kept: known[kept] for kept in drawings.PICTURES if kept in known} | {name: found}
        text = "".join(f"{kept} {known[kept]}\n" for kept in sorted(known))
        GOLDEN.write_text(text, encoding="utf8")
    assert found == known.get(name), f"{name} is drawn differently: make drawings shows before and after"


def test_no_digest_is_left_over():
    kept = [line.split()[0] for line in GOLDEN.read_text(encoding="utf8").splitlines()]
    assert kept == sorted(drawings.PICTURES)


# ------------------------------------------------------------------------------------------------
# Colours


@pytest.mark.parametrize(("name", "least"), [("light", 4.5), ("dark", 4.5), ("contrast", 7)])
def test_words_can_be_read_in_every_theme(name, least):
    """On pages and boards, as WCAG reckons; lines of charts need less."""
    theme = THEMES[name]
    for ground in (theme.page, theme.panel):
        for ink in (theme.ink, theme.quiet, theme.accent, theme.gilt_ink, theme.loss):
            assert contrast(ink, ground) >= least, (ink, ground)
        assert min(contrast(colour, ground) for colour in theme.seats) >= 3
    assert contrast(theme.on_accent, theme.accent) >= least


def test_lines_of_charts_differ_without_colour():
    lines = {charts.line(nth, [(0, 0), (9, 9)], "#000000") for nth in range(len(charts.DASHES))}
    marks = {charts.mark(nth, 0, 0, 4, "#000000") for nth in range(len(charts.MARKS))}
    assert len(lines) == len(marks) == len(set(charts.measured(THEMES["light"])))


def test_style_sheets_have_no_colours_of_their_own():
    """All come from `palette.css`, which is made from the themes; on paper the edge of a figure is grey."""
    for path in assets.FOLDER.glob("*.css"):
        own = re.findall(r"(?<![\w&])#[0-9a-fA-F]{3,8}\b(?=[;,) ])", path.read_text(encoding="utf8"))
        assert own in ([], ["#ccc"]), path.name
    sheet = assets.MADE["palette.css"].decode()
    for name, theme in THEMES.items():
        which = "" if name == "light" else f'[data-theme="{name}"]'
        assert f":root{which} {{ --plaster: {theme.page};" in sheet
