"""Puzzles in a browser: answered on the board, by mouse, finger and keys; told why; counted there alone."""

import datetime
import json
import math
import re

import pytest
from playwright.sync_api import expect
from tests.browser.driver import TALL_PHONE, TOUCH, serious

from azulejos import puzzles
from azulejos.web.puzzling import RATINGS

# A tile, and where it goes.
PUZZLE = next(puzzle for puzzle in puzzles.shipped("chocolatier") if len(puzzle.best.turn) == 2)
BEST, NEXT, ERROR = (
    math.floor(100 * share + 0.5)
    for share in (PUZZLE.best.worth, PUZZLE.others[0].worth, max(PUZZLE.error, 0.005))
)
RIGHT = f"Right! It wins {BEST} % of the time, the next best turn {NEXT} %."
WRONG = f"Nie najlepsza: wygrywa w {NEXT} % przypadków, najlepsza tura w {BEST} %."
FIRST, MOST = 1200, 32  # of a rating, and of what one answer changes
EXPECTED = 1 / (1 + 10 ** ((RATINGS[PUZZLE.level] - FIRST) / 400))
SETTLED = "() => document.getElementById('table').getAttribute('aria-busy') === 'false'"
KEPT = "() => JSON.parse(localStorage['azulejos-puzzles'] ?? '{}')"
PRESS = """(choice) => document.querySelector(`#table [data-choice="${choice}"]`)
  .dispatchEvent(new MouseEvent("click", { bubbles: true }))"""
FOCUS = '(choice) => document.querySelector(`#table [data-choice="${choice}"]`).focus()'


def opened(visit, **wishes):
    page = visit(f"/puzzles#{PUZZLE.id}", **wishes)
    page.wait_for_function(SETTLED)
    expect(page.locator("#status")).to_contain_text(re.compile(f"(Player|Gracz) {PUZZLE.seat + 1}"))
    return page


def play(page, turn):
    for choice in turn:
        page.wait_for_selector(f'#table [data-choice="{choice}"]', state="attached")
        page.evaluate(PRESS, choice)
    expect(page.locator("#answer")).to_be_visible()


def test_a_right_answer(visit):
    """Asked, played on the board, taken back, played again; then the search's numbers, and the next one."""
    page = opened(visit)
    expect(page.locator("#solution")).to_be_hidden()
    play(page, PUZZLE.best.turn)
    assert page.locator("#table [data-choice]").count() == 0  # it is one turn, and whole
    page.locator("#undo").click()
    expect(page.locator("#answer")).to_be_hidden()
    play(page, PUZZLE.best.turn[1:])
    page.locator("#answer").click()
    expect(page.locator("#verdict")).to_have_text(RIGHT)
    expect(page.locator("#best li")).to_have_count(1 + len(PUZZLE.others))
    expect(page.locator("#best li").first).to_contain_text(f"{BEST} % of the time · your turn")
    expect(page.locator("#thought")).to_have_text(
        f"{PUZZLE.simulations:,} simulations, give or take {ERROR} %"
    )
    kept = page.evaluate(KEPT)
    assert kept["answered"] == {PUZZLE.id: True}
    rated = FIRST + round(MOST * (1 - EXPECTED))
    assert (kept["rating"], kept["streak"]) == (rated, 1)
    page.locator("#best button").nth(1).click()
    expect(page.locator("#status")).to_contain_text("Right!")
    page.locator("#next").click()
    expect(page.locator("#solution")).to_be_hidden()
    assert not page.url.endswith(PUZZLE.id)
    page.goto(page.url.partition("#")[0])
    expect(page.locator("#figures")).to_contain_text(f"{rated}")


@pytest.mark.glance
def test_a_wrong_answer_by_keys(visit):
    """On a phone, in the dark, in Polish: better turns are shown; a second answer doesn't count."""
    page = opened(
        visit,
        locale="pl-PL",
        color_scheme="dark",
        bypass_csp=True,
        viewport=TALL_PHONE,
        **TOUCH,
    )
    for choice in PUZZLE.others[0].turn:
        page.wait_for_selector(f'#table [data-choice="{choice}"]', state="attached")
        page.evaluate(FOCUS, choice)
        page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_have_text(WRONG)
    expect(page.locator("#best li").nth(1)).to_contain_text("twoja tura")
    expect(page.locator("#next")).to_be_focused()
    assert serious(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= TALL_PHONE["width"]
    kept = page.evaluate(KEPT)
    assert (kept["rating"], kept["streak"]) == (FIRST - round(MOST * EXPECTED), 0)
    page.reload()
    page.wait_for_function(SETTLED)
    play(page, PUZZLE.best.turn)
    page.locator("#answer").click()
    expect(page.locator("#rated")).to_contain_text("nic nie liczy się dwa razy")
    assert page.evaluate(KEPT) == kept


def test_the_page_and_the_puzzle_of_the_day(visit):
    page = visit("/puzzles", bypass_csp=True)
    expect(page.locator("#figures")).to_contain_text(f"{FIRST}")
    assert serious(page) == []
    page.locator("[name=game]").select_option("duel")
    page.locator("#wish button").click()
    page.wait_for_url(re.compile("#duel-"))
    page.goto(page.url.partition("#")[0])
    page.locator("#today").click()
    page.wait_for_function(SETTLED)
    puzzle = puzzles.get(page.url.partition("#")[2])
    play(page, puzzle.best.turn)
    page.locator("#answer").click()
    expect(page.locator("#rated")).to_contain_text("Rating")
    kept = page.evaluate(KEPT)
    assert (kept["days"], puzzles.of_day(datetime.date.fromisoformat(kept["day"]))) == (1, puzzle)
    page.evaluate(
        "(kept) => (localStorage['azulejos-puzzles'] = kept)",
        json.dumps(kept | {"day": "", "days": 0, "tried": ""}),
    )
    page.reload()  # solved before, on another day
    page.wait_for_function(SETTLED)
    play(page, puzzle.best.turn)
    page.locator("#answer").click()
    expect(page.locator("#rated")).to_contain_text("nothing counts twice")
    assert page.evaluate(KEPT) == kept
