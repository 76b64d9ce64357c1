"""Puzzles in a browser: answered on the board, by mouse, finger and keys; told why; counted there alone."""

import datetime
import re

from playwright.sync_api import expect
from tests.browser.driver import TALL_PHONE, TOUCH, serious

from azulejos import puzzles

RIGHT = "Right! It wins 86 % of the time, the next best turn 23 %."
WRONG = "Nie najlepsza: wygrywa w 23 % przypadków, najlepsza tura w 86 %."
PUZZLE = puzzles.get("chocolatier-0-185")
SETTLED = "() => document.getElementById('table').getAttribute('aria-busy') === 'false'"
KEPT = "() => JSON.parse(localStorage['azulejos-puzzles'] ?? '{}')"
PRESS = """(choice) => document.querySelector(`#table [data-choice="${choice}"]`)
  .dispatchEvent(new MouseEvent("click", { bubbles: true }))"""
FOCUS = '(choice) => document.querySelector(`#table [data-choice="${choice}"]`).focus()'


def opened(visit, **wishes):
    page = visit(f"/puzzles#{PUZZLE.id}", **wishes)
    page.wait_for_function(SETTLED)
    expect(page.locator("#status")).to_contain_text(re.compile("Player 2|Gracz 2"))
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
    expect(page.locator("#best li").first).to_contain_text("86 % of the time · your turn")
    expect(page.locator("#thought")).to_have_text("16,000 simulations, give or take 2 %")
    kept = page.evaluate(KEPT)
    assert kept["answered"] == {PUZZLE.id: True}
    assert (kept["rating"], kept["streak"]) == (1229, 1)  # 32 * (1 - 1 / (1 + 10 ** 1)) more
    page.locator("#best button").nth(1).click()
    expect(page.locator("#status")).to_contain_text("Right!")
    page.locator("#next").click()
    expect(page.locator("#solution")).to_be_hidden()
    assert not page.url.endswith(PUZZLE.id)
    page.goto(page.url.partition("#")[0])
    expect(page.locator("#figures")).to_contain_text("1229")


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
    assert (kept["rating"], kept["streak"]) == (1197, 0)
    page.reload()
    page.wait_for_function(SETTLED)
    play(page, PUZZLE.best.turn)
    page.locator("#answer").click()
    expect(page.locator("#rated")).to_contain_text("nic nie liczy się dwa razy")
    assert page.evaluate(KEPT) == kept


def test_the_page_and_the_puzzle_of_the_day(visit):
    page = visit("/puzzles", bypass_csp=True)
    expect(page.locator("#figures")).to_contain_text("1200")
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
