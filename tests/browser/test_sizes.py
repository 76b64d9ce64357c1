"""Is it large enough? Offers, boards and what a finger hits, on desks and phones, measured in a browser."""

import pytest
from tests.browser.driver import (
    GAMES,
    GREEDY,
    PERSON,
    POINT_OF,
    REMEMBER,
    TARGET,
    TOUCH,
    choices,
    each_name,
    open_page,
    serious,
    wait_for_change,
    wait_for_turn,
)

DESKS = [(1440, 900), (1366, 768)]
WIDE = (2560, 1440)
UPRIGHT = [(360, 740), (390, 844)]
ON_ITS_SIDE = [(740, 360), (844, 390)]
GAP = 80  # the widest column that may be empty


def at(size):
    return {"width": size[0], "height": size[1]}


# Of all pieces of the offer that somebody could take: which, its longer side, and whether whoever presses it
# presses a choice. What lies below others in a pile is pressed with them.
PIECES = """(moves) => moves.flatMap(({ from, piece }) =>
  [...document.querySelectorAll(`#offer [data-place="${from}"] [data-piece="${piece}"]`)].map((found) => {
    const box = found.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 3, box.y + box.height / 2);
    const isChoice = Boolean(top?.closest("[data-choice], [data-also]"));
    return [`${piece} in ${from}`, Math.max(box.width, box.height), isChoice];
  }))"""

# The widest column in which nothing is drawn from top to bottom.
EMPTY = """() => {
  const drawn = [...document.querySelectorAll(':is(.offer, .own, .other) svg')].map((svg) => {
    const { a, e } = svg.getScreenCTM();
    return [e, e + a * svg.viewBox.baseVal.width];
  });
  const rail = document.querySelector('.rail').getBoundingClientRect();
  const boxes = [...drawn, [rail.left, rail.right]].sort((one, other) => one[0] - other[0]);
  let [end, widest] = [0, 0];
  for (const [left, right] of boxes) {
    widest = Math.max(widest, left - end);
    end = Math.max(end, right);
  }
  return Math.max(widest, innerWidth - end);
}"""

BOXES = """() => {
  const names = ['#offer svg', '#own svg', '.other svg', '#band', '.buttons'];
  return Object.fromEntries(names.map((name) => {
  const { left, top, right, bottom } = document.querySelector(name).getBoundingClientRect();
  return [name, { left, top, right, bottom }];
  }));
}"""


# ------------------------------------------------------------------------------------------------
# Desks


def check_pieces(page, server, table, least=TARGET):
    """All that a choice names is large, and is itself what is clicked; what else comes along need not be."""
    moves = {
        (move["from"], move["piece"])
        for name, found in server.state(table)["reach"].items()
        for move in found["moves"]
        if move["from"] and name.split(" ", 1)[-1] in move["piece"]
    }
    assert len(moves) >= 3  # as few hexagons can lie on one display
    wanted = [{"from": place, "piece": piece} for place, piece in sorted(moves)]
    pieces = page.evaluate(PIECES, wanted)
    assert {f"{each['piece']} in {each['from']}" for each in wanted} == {name for name, *_ in pieces}
    assert [piece for piece in pieces if piece[1] < least or not piece[2]] == []


@each_name
def test_a_desk_is_used(visit, server, game):
    """No column is empty, nothing is scrolled, the round is seen, what can be taken is large. From afar
    offer and board have the width."""
    page, table = open_page(visit, server, PERSON, GREEDY, game=game, turns=1, viewport=at(DESKS[0]))
    words = " ".join(page.locator("#offer text").all_text_contents())
    assert "Round 1" in words or {"Round", "1"} <= set(words.split())
    for size in DESKS:
        page.set_viewport_size(at(size))
        check_pieces(page, server, table)
        assert page.evaluate(EMPTY) <= GAP
        assert page.evaluate("() => document.documentElement.scrollHeight") <= size[1]
    page.set_viewport_size(at(WIDE))
    assert page.evaluate(EMPTY) <= GAP
    boxes = page.evaluate(BOXES)
    for part in ("#offer svg", "#own svg"):
        assert boxes[part]["right"] - boxes[part]["left"] > WIDE[0] / 3


@pytest.mark.parametrize(("players", "size", "least"), [(3, (1440, 900), TARGET), (4, (1280, 800), 39)])
@pytest.mark.parametrize("game", [name for name in GAMES if name != "duel"])
def test_the_offer_has_most_room_with_more_players_too(visit, server, game, players, size, least):
    """Whole, without scrolling, and so are all boards; a rail for words is left."""
    page, table = open_page(visit, server, PERSON, *[GREEDY] * (players - 1), game=game, viewport=at(size))
    check_pieces(page, server, table, least)
    assert page.evaluate(EMPTY) <= GAP
    assert page.evaluate("() => [document.documentElement.scrollHeight, innerHeight]") == [size[1], size[1]]
    widths = page.locator(".other svg").evaluate_all("(all) => all.map((svg) => svg.getScreenCTM().a * 340)")
    assert len(widths) == players - 1
    assert min(widths) > 180
    assert page.locator(".rail").bounding_box()["width"] >= 200


def test_stars_say_what_they_bring(visit, server):
    page, _ = open_page(visit, server, PERSON, GREEDY, game="pavilion")
    words = page.locator("#own text").all_text_contents()
    assert {"14", "15", "16", "17", "18", "20", "12"} <= set(words)


def test_goals_are_told_once(visit, server):
    page, _ = open_page(visit, server, PERSON, GREEDY, game="duel")
    goal = page.locator("#offer title").filter(has_text="+").first.text_content().split(":")[0]
    words = page.locator(".stage text").all_text_contents()
    assert words.count(goal.split(" ")[0]) <= 1
    assert not [word for word in words if word == "Goals, as the dome is now"]


def test_hexagons_are_taken_at_their_halves(visit, server):
    """The left half takes its colour, the right half its pattern; keys find each choice once."""
    page, _ = open_page(visit, server, PERSON, GREEDY, game="garden", viewport=at(DESKS[1]))
    tile = page.locator("#offer [data-place='display-1'] [data-piece]:not([data-piece^='expansion'])").first
    pattern, colour = tile.get_attribute("data-piece").split("-", 1)
    box = tile.bounding_box()
    for part, wanted in ((0.3, colour), (0.7, pattern)):
        where = [box["x"] + box["width"] * part, box["y"] + box["height"] / 2]
        found = page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y).closest('[data-choice], [data-also]').dataset", where
        )
        assert found.get("choice", found.get("also")) == f"take {wanted}"
    names = [place.get_attribute("data-choice") for place in page.locator("#offer [data-choice]").all()]
    assert len(names) == len(set(names))
    page.mouse.click(box["x"] + box["width"] * 0.3, box["y"] + box["height"] / 2)
    page.locator("#cancel").wait_for(state="visible")


# ------------------------------------------------------------------------------------------------
# Phones


@each_name
def test_a_phone_shows_offer_and_board(visit, server, game):
    """Together and whole, between words and buttons, without scrolling; and the other board, small, and one
    tap away."""
    page, _ = open_page(visit, server, PERSON, GREEDY, game=game, viewport=at(UPRIGHT[0]), **TOUCH)
    for size in (*ON_ITS_SIDE, *UPRIGHT):
        page.set_viewport_size(at(size))
        check_phone(page, size)
    before = page.locator(".other svg").bounding_box()["width"]
    page.locator(".look").tap()
    assert page.locator(".other svg").bounding_box()["width"] > 2 * before
    assert page.locator("#status").is_visible()
    assert serious(page) == []
    page.locator(".look").tap()
    assert page.locator(".other svg").bounding_box()["width"] == pytest.approx(before)
    page.evaluate(REMEMBER)
    choices(page).first.dispatch_event("click")
    wait_for_change(page)
    assert page.evaluate("() => scrollY") == 0


def check_phone(page, size):
    boxes, is_upright = page.evaluate(BOXES), size[1] > size[0]
    bottom = boxes[".buttons"]["top"] if is_upright else size[1]
    for part in ("#offer svg", "#own svg", ".other svg"):
        box = boxes[part]
        assert box["left"] >= 0, part
        assert box["top"] >= boxes["#band"]["bottom"] - 1, part
        assert box["right"] <= size[0], part
        assert box["bottom"] <= bottom, part
    if is_upright:
        assert boxes["#offer svg"]["bottom"] <= boxes["#own svg"]["top"]
    else:
        assert boxes["#offer svg"]["right"] <= boxes["#own svg"]["left"]
    assert page.evaluate("() => [scrollY, document.documentElement.scrollWidth]") == [0, size[0]]


# ------------------------------------------------------------------------------------------------
# Boards that somebody wants to see large


def test_boards_are_enlarged_by_mouse_and_keys(visit, server):
    page, _ = open_page(visit, server, PERSON, GREEDY, GREEDY, viewport=at(DESKS[0]))
    before = page.locator(".other svg").first.bounding_box()["width"]
    page.locator(".look").first.click()
    assert page.locator(".other svg").first.bounding_box()["width"] > 1.5 * before
    assert page.locator(".look").first.get_attribute("aria-expanded") == "true"
    assert serious(page) == []
    page.keyboard.press("Escape")
    assert page.locator(".large").count() == 0
    page.locator(".look").nth(1).focus()
    page.keyboard.press("Enter")
    assert page.locator(".other.large").count() == 1
    page.locator(".look").nth(1).click()
    assert page.locator(".large").count() == 0
    seen = []
    for _ in range(4):
        page.keyboard.press("b")
        seen.append(
            page.evaluate("() => document.querySelector('.large')?.querySelector('svg').id ?? 'none'")
        )
    assert len(set(seen)) == 4  # the own board, two others, and then none
    page.locator("#own .head text").first.click()
    assert page.locator("#own.large").count() == 1
    page.keyboard.press("Escape")
    assert page.locator(".large").count() == 0


def test_what_is_near_passes_axe(visit, server):
    page, _ = open_page(visit, server, PERSON, GREEDY, game="garden", viewport=at(UPRIGHT[0]), **TOUCH)
    page.touchscreen.tap(*page.evaluate(POINT_OF, 0))
    page.locator(".near").wait_for()
    assert serious(page) == []
    page.locator("#status").tap()
    page.locator(".near").wait_for(state="detached")
    wait_for_turn(page)
