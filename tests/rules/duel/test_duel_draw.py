"""Does it look right? What only this game's drawings have; the laws for all: tests/face/test_draw.py."""

import math
import random
import re
import xml.etree.ElementTree as ET
from collections import Counter
from functools import cache

import pytest
from tests.plainly import plainly

import azulejos as az
from azulejos import draw
from azulejos.draw import common
from azulejos.draw.duel import board as drawn_board
from azulejos.draw.duel.pieces import ASKS, GOAL_WORTH
from azulejos.games.duel import state as table
from azulejos.games.duel.board import ASKED, COLOURS, DOME_TILES, EMPTY, GOALS, SPACES_N
from azulejos.games.duel.scoring import tile_points

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("Ala", "Dominika-Aleksandra z Krakowa")
GAMES = ("first-game", "random-4", "colourful-rows,rim,corners,empty-specials", "wild-spaces,rows,rim")
OF_CHANCE = ("beginning", "goals", "back", "facing", "looking", "filling", "chips")
BOARD_PHASES = ("placing", "turning", "lining", "completing", "paying", "columns")
MINUS = "\N{MINUS SIGN}"


def prefer(choices, dice):
    """Draw now and then, break nothing without need: so that every phase is met and domes fill up."""
    if "draw" in choices and dice.random() < 0.3:
        return "draw"
    return dice.choice([name for name in choices if name not in ("break", "leave")] or choices)


@cache
def positions(goals):
    """Some positions of a random game with the story that led to each: every phase, early and late."""
    dice = random.Random(goals)
    position = az.Game("duel", goals=goals).start(seed=5)
    found, phases = [(position.copy(), None)], Counter()
    while not position.over:
        rows = position.play(prefer(position.choices(), dice)).rows
        phases[position.phase] += 1
        if phases[position.phase] in (1, 4, 12, 40) or position.over:
            found.append((position.copy(), rows))
    return found


def view_of(position, last=None, **facts):
    """What the seat to move sees."""
    is_seat = position.turn is not None and position.turn >= 0
    legal = {name: f"label of {name}" for name in position.choices()} if is_seat else {}
    usual = {"names": NAMES, "seat": position.turn if is_seat else 0}
    return draw.View(**(usual | {"legal": legal, "last": last} | facts))


def drawn(position, last=None, **facts):
    return draw.svg("duel", position.state, view_of(position, last, **facts))


@cache
def pictures():
    """Every position with its view, drawn once for all laws: text and tree."""
    drawings = []
    for goals in GAMES:
        for position, last in positions(goals):
            svg = drawn(position, last)
            drawings.append((position, last, svg, ET.fromstring(svg)))
    return drawings


def values(root, attribute):
    return [node.get(attribute) for node in root.iter() if node.get(attribute) is not None]


def place_of(root, name, seat=None):
    seat = None if seat is None else str(seat)
    return next(n for n in root.iter() if n.get("data-place") == name and n.get("data-seat") == seat)


def texts(root):
    return [node.text for node in root.iter(SVG + "text")]


def titles(root):
    return [node.text for node in root.iter(SVG + "title")]


# ------------------------------------------------------------------------------------------------
# What lies where, by the document alone


def lying(document):
    """(place, seat or None) -> the pieces that can be seen there."""
    found = {}

    def add(place, seat, piece, count=1):
        found.setdefault((place, seat), Counter())[piece] += count

    for number, factory in enumerate(document["factories"], 1):
        for colour, count in factory["sun"].items():
            add(f"sun-{number}", None, colour, count)
        for colour in factory["moon"]:
            add(f"moon-{number}", None, colour)
        if factory["chip"]:
            add(f"chip-{number}", None, "chip" if factory["chip"] == "down" else f"chip {factory['chip']}")
    for side, place in (("sun", "sun-large"), ("moon", "moon-large")):
        for colour, count in document["large"][side].items():
            add(place, None, colour, count)
    for slot, tile in enumerate(document["display"], 1):
        if tile:
            add(f"display-{slot}", None, f"dome {tile}")
    start = document["starting_tile"]
    if start == "large":
        add("moon-large", None, "start")
    else:
        add("start", int(start[-1]) - 1, "start")
    add_hand(document, add)
    for seat, board in enumerate(document["seats"]):
        add_board(seat, board, add)
    return found


def add_hand(document, add):
    who = document["to_move"] if document["to_move"].startswith("seat") else document["mover"]
    if not who:
        return
    seat = int(who[-1]) - 1
    for colour, count in document["hand"].items():
        add("hand", seat, colour, count)
    for entry in document["drawn"]:
        add("drawn", seat, f"dome {entry['tile']}" if entry["tile"] else f"back {entry['back']}")
    if document["tile"]:
        add("drawn", seat, f"dome {document['tile']}")


def add_board(seat, board, add):
    add("tokens", seat, "token", board["tokens"])
    for kind, count in board["chips"].items():
        add("chips", seat, f"chip {kind}", count)
    for colour, count in board["broken"].items():
        add("broken", seat, colour, count)
    for row, tiles in enumerate(board["lines"], 1):
        for colour in tiles:
            add(f"line-{row}", seat, colour)
    for place, tile in enumerate(board["dome"], 1):
        if tile:
            add(f"place-{place}", seat, f"dome {tile['tile']}")
    for row, pieces in enumerate(board["spaces"], 1):
        for column, piece in enumerate(pieces, 1):
            if piece:
                add(f"space-{row}-{column}", seat, piece)


def keys_of_places():
    shared = [(name, None) for name in table.PLACES[: table.AT_HAND]]
    return Counter(shared + [(name, seat) for name in table.PLACES[table.AT_HAND :] for seat in (0, 1)])


# ------------------------------------------------------------------------------------------------
# Laws


def test_every_phase_is_among_the_pictures():
    assert {position.phase for position, *_ in pictures()} >= set(table.PHASES) - set(OF_CHANCE)


def test_every_legal_choice_is_one_place():
    for position, last, _, root in pictures():
        assert sorted(values(root, "data-choice")) == sorted(view_of(position, last).legal)


def test_other_spots_stand_for_legal_choices():
    for position, last, _, root in pictures():
        assert set(values(root, "data-also")) <= set(view_of(position, last).legal)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_pieces_lie_in_their_places(seat):
    """Whoever looks, the drawing and the document agree on what lies where."""
    for position, last, _, _ in pictures():
        root = ET.fromstring(drawn(position, last, seat=seat, legal={}))
        wanted = lying(position.to_dict())
        found = Counter()
        for node in root.iter():
            if node.get("data-place"):
                owner = node.get("data-seat")
                key = (node.get("data-place"), owner and int(owner))
                found[key] += 1
                assert Counter(values(node, "data-piece")) == +wanted.get(key, Counter()), key
        assert found == keys_of_places()
        assert Counter(values(root, "data-piece")) == sum(map(Counter, wanted.values()), Counter())


def test_places_have_something_to_measure():
    for *_, root in pictures():
        assert all(len(node) for node in root.iter() if node.get("data-place"))


def test_nothing_jumps():
    """A part is equally large whatever is asked."""
    for goals in GAMES:
        sizes = set()
        for position, last in positions(goals):
            parts = draw.parts("duel", position.state, view_of(position, last, seat=0, legal={}))
            sizes.add(tuple((name, part.width, part.height) for name, part in parts.items()))
        assert len(sizes) == 1


def test_tables_are_drawn_while_chance_is_asked():
    position = plainly(az.Game("duel", goals="random").start, deal="by hand")
    phases, dice = set(), random.Random(1)
    while position.phase in OF_CHANCE:
        phases.add(position.phase)
        ET.fromstring(drawn(position))
        position.play(dice.choice(position.choices()))
    assert phases >= {"beginning", "goals", "back", "facing", "filling"}


def test_drawings_are_small_and_plain():
    for _, _, svg, _ in pictures():
        assert len(svg.encode()) < 120_000
        assert not re.search(r'="[^"]*\d\.\d{3}', svg), "more than two decimals"


def test_high_contrast_has_no_textures():
    for position, last, _, _ in pictures()[::5]:
        svg = drawn(position, last, theme="contrast")
        assert "Gradient" not in svg
        assert "opacity" not in re.sub(r'fill="#fff" fill-opacity="0"', "", svg)


def test_ids_are_prefixed_and_used():
    for _, _, svg, root in pictures():
        ids = values(root, "id")
        assert len(ids) == len(set(ids))
        used = {name[1:] for name in values(root, "href")} | set(re.findall(r"url\(#([^)]+)\)", svg))
        assert used <= set(ids)


def test_every_piece_of_a_story_can_fly():
    """A piece that isn't drawn where it goes is found by its name."""
    root = ET.fromstring(pictures()[0][2])
    ids = set(values(root, "id"))
    assert {f"az-tile-{piece.replace(' ', '-')}" for piece in table.PIECES} <= ids


def test_words_go_through_the_translator():
    said = set()

    def shout(text, **facts):
        said.add(text)
        return text.format(**facts).upper()

    for position, last, _, _ in pictures():
        assert ">BAG<" in drawn(position, last, t=shout)
    assert {"bag", "tower", "Duel", "Round {n} of {most}", "Stop", "Complete", "Leave it", "Enough"} <= said
    assert {"known to {name}", "break", "tokens", "special space", "wild space", *COLOURS} <= said


# ------------------------------------------------------------------------------------------------
# What can be clicked is large enough for a finger, on a phone 360 pixels wide


def numbers(node, *names):
    return [float(node.get(name, 0)) for name in names]


def extent(node, x=0.0, y=0.0):
    """The corners of all shapes with a known size below a node."""
    shift = re.match(r"translate\((\S+) (\S+)\)$", node.get("transform", ""))
    if shift:
        x, y = x + float(shift[1]), y + float(shift[2])
    tag = node.tag.removeprefix(SVG)
    if tag in ("rect", "use"):
        left, top, width, height = numbers(node, "x", "y", "width", "height")
        return [(x + left, y + top), (x + left + width, y + top + height)]
    if tag == "circle":
        middle_x, middle_y, r = numbers(node, "cx", "cy", "r")
        return [(x + middle_x - r, y + middle_y - r), (x + middle_x + r, y + middle_y + r)]
    slice_ = re.match(r"M0 0L(\S+) (\S+)A(\S+) \S+ 0 [01] 1 (\S+) (\S+)Z$", node.get("d", ""))
    if slice_:
        return [(x + u, y + v) for u, v in along_slice(*map(float, slice_.groups()))]
    return [corner for child in node for corner in extent(child, x, y)]


def along_slice(u, v, r, end_u, end_v):
    """The tip of a slice, and points along its arc, clockwise."""
    start, end = math.degrees(math.atan2(v, u)), math.degrees(math.atan2(end_v, end_u))
    span = (end - start) % 360
    angles = [math.radians(start + span * i / 8) for i in range(9)]
    return [(0, 0), *((r * math.cos(angle), r * math.sin(angle)) for angle in angles)]


def test_what_can_be_clicked_is_large_enough_for_a_finger():
    for position, last, _, _ in pictures():
        parts = draw.parts("duel", position.state, view_of(position, last))
        for part in (part for part in parts.values() if "data-choice" in part.svg):
            pixels = 344 / part.width
            for node in ET.fromstring(part.svg).iter():
                if node.get("data-choice"):
                    across, down = zip(*extent(node), strict=True)
                    assert (max(across) - min(across)) * pixels > 43.5, node.get("data-choice")
                    assert (max(down) - min(down)) * pixels > 43.5, node.get("data-choice")


def test_one_question_is_asked_in_one_part():
    """On a phone one part is in sight: nobody has to look for choices elsewhere."""
    for position, last, _, _ in pictures():
        parts = draw.parts("duel", position.state, view_of(position, last))
        assert sum("data-choice" in part.svg for part in parts.values()) <= 1


# ------------------------------------------------------------------------------------------------
# The table as people know it


def test_empty_spaces_show_what_their_dome_tile_asks_for():
    """A dome tile shows the four spaces of its face, turned, less those that are covered."""
    for position, _, _, root in pictures():
        for seat, player in enumerate(position.state.players):
            for place in range(9):
                tile = int(player.dome_tile[place])
                node = place_of(root, f"place-{place + 1}", seat)
                shown = [href for href in values(node, "href") if "space-" in href]
                if tile == EMPTY:
                    assert shown == []
                    continue
                spaces = [int(table.space_at(place, q)) for q in range(4)]
                asked = ASKED[tile, int(player.dome_turned[place])]
                wanted = [ASKS[asked[q]] for q in range(4) if player.spaces[spaces[q]] == EMPTY]
                assert shown == [f"#az-space-{name}" for name in wanted]


def test_faces_of_dome_tiles_are_right():
    defs = ET.fromstring(draw.parts("duel", pictures()[0][0].state, draw.View(NAMES))["defs"].svg)
    for tile, name in enumerate(DOME_TILES):
        face = next(node for node in defs.iter() if node.get("id") == f"az-tile-dome-{name}")
        assert values(face, "href")[1:] == [f"#az-space-{ASKS[asked]}" for asked in ASKED[tile, 0]]


def test_lines_fill_from_the_right():
    for position, _, _, root in pictures():
        for seat, player in enumerate(position.state.players):
            for row in range(6):
                uses = list(place_of(root, f"line-{row + 1}", seat).iter(SVG + "use"))
                ordered = sorted(uses, key=lambda node: -float(node.get("x")) - float(node.get("width")) / 2)
                are_tiles = [bool(node.get("data-piece")) for node in ordered]
                assert are_tiles == [i < player.line_count[row] for i in range(row + 1)]


def test_stacks_are_seen_from_the_bottom_up():
    for position, _, _, root in pictures():
        for factory in range(4):
            count = int(position.state.moon_count[factory])
            node = place_of(root, f"moon-{factory + 1}")
            uses = [use for use in node.iter(SVG + "use") if use.get("data-piece")]
            heights = [float(use.get("y")) for use in uses]
            assert heights == sorted(heights, reverse=True)
            colours = [COLOURS[c] for c in position.state.moon[factory][:count]]
            assert [use.get("data-piece") for use in uses] == colours


def test_all_tops_of_a_moon_colour_can_be_pointed_at():
    seen = 0
    for position, _, _, root in pictures():
        if position.phase != "acting":
            continue
        for colour in range(5):
            tops = sum(
                int(position.state.moon[f, position.state.moon_count[f] - 1]) == colour
                for f in range(4)
                if position.state.moon_count[f]
            )
            assert values(root, "data-also").count(f"moon {COLOURS[colour]}") == tops
            seen += tops
    assert seen


def test_the_dome_is_within_the_board():
    for space in range(SPACES_N):
        x, y = drawn_board._space_middle(space)
        assert drawn_board.DOME_LEFT < x < common.WIDTH - 20
        assert drawn_board.TOP < y < drawn_board.BROKEN
    assert drawn_board.LINE_END - 6 * drawn_board.STEP > 4


def test_goals_tell_the_points_of_both():
    for position, _, _, _ in pictures():
        offer = ET.fromstring(draw.parts("duel", position.state, view_of(position))["offer"].svg)
        hrefs = [href for href in values(offer, "href") if "goal-" in href]
        assert hrefs == [f"#az-goal-{goal}" for goal in position.to_dict()["goals"]]


@pytest.mark.parametrize("goal", GOALS)
def test_every_goal_has_a_name_and_a_worth(goal):
    tile = GOALS.index(goal) // 2
    wanted = [goal, *(GOALS[2 * other] for other in range(4) if other != tile)]
    position = plainly(az.Game("duel", goals=",".join(wanted)).start, seed=1)
    offer = ET.fromstring(draw.parts("duel", position.state, view_of(position))["offer"].svg)
    assert GOAL_WORTH[goal] in texts(offer)
    name = goal.replace("specials", "special-spaces").replace("-", " ")
    assert f"{name}: {GOAL_WORTH[goal]}" in titles(offer)


# ------------------------------------------------------------------------------------------------
# What isn't known shows its back


@cache
def after_draws():
    """Somebody drew three times, kept one, and put two under the stack; positions by phase."""
    dice = random.Random(2)
    position = plainly(az.Game("duel").start, seed=2)
    found = {}
    while len(found) < 5 and not position.over:
        choices = position.choices()
        if position.phase == "acting" and "draw" in choices:
            choices = ["draw"]
        if position.phase == "drawing" and position.state.drawn_count < 3 and "draw" in choices:
            choices = ["draw"]
        position.play(dice.choice(choices))
        if position.state.under_count:
            found.setdefault("under", position.copy())
        if position.phase in ("drawing", "keeping", "ordering"):
            found.setdefault(position.phase, position.copy())
            if position.state.drawn_count == 3:
                found.setdefault("three", position.copy())
    return found


def test_drawn_tiles_show_their_backs_until_they_are_looked_at():
    position = after_draws()["drawing"]
    seat = position.turn
    for viewer in (seat, 1 - seat):
        node = place_of(ET.fromstring(drawn(position, seat=viewer)), "drawn", seat)
        kinds = [table.KINDS[kind] for kind in position.state.drawn_kind[: position.state.drawn_count]]
        assert values(node, "data-piece") == [f"back {kind}" for kind in kinds]


@pytest.mark.parametrize("phase", ["keeping", "ordering"])
def test_tiles_that_are_not_decided_show_their_backs(phase):
    """To the other player, who has not seen their faces."""
    position = after_draws()[phase].copy()
    seat, state = position.turn, position.state
    position.rules.forget(state, 1 - seat)
    parts = draw.parts("duel", state, draw.View(NAMES, seat=1 - seat))
    node = place_of(ET.fromstring(parts[f"board-{seat}"].svg), "drawn", seat)
    assert state.drawn_count > 1
    kept = ["dome"] if state.dome_hand != EMPTY else []
    shown = [piece.partition(" ")[0] for piece in values(node, "data-piece")]
    assert shown == kept + ["back"] * state.drawn_count


def test_drawings_depend_on_nothing_that_was_forgotten():
    """However the tiles that a seat can't know are exchanged, it sees the same picture."""
    position = after_draws()["under"]
    viewer = 1 - int(position.state.under_knower[0])
    seen = []
    for shift in (0, 1):
        other = position.copy()
        kind = int(other.state.under_kind[0])
        hidden = [t for t in range(18) if int(other.state.undecided) >> t & 1 and table.kind_of(t) == kind]
        if shift:
            other.state.under[0] = hidden[0]
        other.rules.forget(other.state, viewer)
        seen.append(draw.svg("duel", other.state, draw.View(NAMES, seat=viewer)))
    assert seen[0] == seen[1]


def test_known_tiles_under_the_stack_are_marked():
    position = after_draws()["under"].copy()
    state = position.state
    offer = ET.fromstring(draw.parts("duel", state, view_of(position))["offer"].svg)
    knower = NAMES[int(state.under_knower[0])]
    assert titles(offer).count(f"known to {knower}") == state.under_count
    state.under[: state.under_count] = EMPTY
    forgotten = ET.fromstring(draw.parts("duel", state, view_of(position))["offer"].svg)
    assert f"known to {knower}" not in titles(forgotten)
    assert sum("tile-back-" in href for href in values(forgotten, "href")) >= state.under_count


def test_the_stack_tells_its_back_and_how_many_it_has():
    for position, _, _, root in pictures():
        node, state = place_of(root, "stack"), position.state
        count = int(state.unseen_count + state.under_count)
        said = titles(node)[0]
        assert said.startswith(f"stack: {count}")
        if state.unseen_count and state.top_kind != EMPTY:
            assert f"#az-tile-back-{table.KINDS[int(state.top_kind)]}" in values(node, "href")
            assert said.endswith(f"{table.KINDS[int(state.top_kind)]} back")


# ------------------------------------------------------------------------------------------------
# Questions on a board


def found(phase):
    return next(p for p, *_ in pictures() if p.phase == phase)


def own_board(position, **facts):
    parts = draw.parts("duel", position.state, view_of(position, **facts))
    return ET.fromstring(parts[f"board-{position.turn}"].svg)


def choice_of(root, name):
    return next(node for node in root.iter() if node.get("data-choice") == name)


@pytest.mark.parametrize("phase", BOARD_PHASES)
def test_a_board_asks_what_belongs_to_it(phase):
    position = found(phase)
    assert sorted(values(own_board(position), "data-choice")) == sorted(position.choices())


def test_four_previews_show_how_a_dome_tile_is_turned():
    position = found("turning")
    root, tile = own_board(position), int(position.state.dome_hand)
    for turned in range(4):
        shown = [h for h in values(choice_of(root, f"turned-{turned}"), "href") if "space-" in h]
        assert shown == [f"#az-space-{ASKS[asked]}" for asked in ASKED[tile, turned]]


def test_a_line_tells_how_full_it_gets_and_what_breaks():
    position = found("lining")
    root, state = own_board(position), position.state
    count, player = int(state.hand_count), state.players[position.turn]
    for name in position.choices():
        said = texts(choice_of(root, name))
        if name != "break":
            row = int(name[-1]) - 1
            filled = min(row + 1, int(player.line_count[row]) + count)
            assert f"{filled}/{row + 1}" in said
    assert any(word.startswith(MINUS) for word in texts(choice_of(root, "break"))) == (
        player.broken_count < 4
    )


def test_a_column_tells_what_it_scores():
    position = found("columns")
    root, player = own_board(position), position.state.players[position.turn]
    row = int(position.state.row_asked)
    for name in position.choices():
        points = tile_points(player, row, int(name[-1]) - 1)
        assert f"+{points}" in texts(choice_of(root, name))
    assert sorted(values(root, "data-also")) == sorted(position.choices())


def test_tokens_and_chips_of_the_round_are_counted():
    for position, _, _, root in pictures():
        for seat, player in enumerate(position.state.players):
            assert titles(place_of(root, "tokens", seat)) == [f"player tokens left: {player.tokens}"]


def test_row_points_stand_beside_the_dome():
    root = own_board(found("lining"))
    wanted = [f"special tile in row {row}: {row} points" for row in range(1, 7)]
    assert [words for words in titles(root) if words.startswith("special tile in row")] == wanted
