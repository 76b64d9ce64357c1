"""A game to look at again: turn by turn, by itself, by its graph of chances."""

import math
import random
import re

import pytest
from playwright.sync_api import expect
from tests.browser.driver import DESK, GREEDY, PERSON, TALL_PHONE, choices, serious, wait_for_turn
from tests.kits import KITS

import azulejos as az
from azulejos import analysis

SETTLED = "() => document.getElementById('table').getAttribute('aria-busy') === 'false'"

WATCH_MOVES = """() => {
  window.moved = [];
  addEventListener("moved", ({ detail }) => window.moved.push(detail.unexplained));
}"""


def record_of(name, turns=None, seed=1):
    """A game that was played with some care, to its end or for so many turns."""
    dice, kit = random.Random(seed), KITS[name]
    position = az.Game(name).start(seed=seed, names=["Ada", "Bo"])
    while not position.over and (turns is None or position.turn_number <= turns):
        position.play(kit.choose(position, dice, is_careful=True))
    return position.record()


def open_replay(visit, server, record, **wishes):
    table = server.ask("/api/records", record.to_text())["table"]
    page = visit(f"/tables/{table}/replay", **wishes)
    page.wait_for_function(SETTLED)
    return page, table


@pytest.mark.glance
def test_one_step_is_one_turn(visit, server):
    """Buttons, slider and keys; the list of turns with rounds says where we are, and leads anywhere."""
    record = record_of("pavilion", turns=7)
    turns = analysis.count_turns(record)
    page, table = open_replay(visit, server, record)
    count, current = page.locator("#count"), page.locator("#history [aria-current]")
    expect(count).to_have_text(f"{turns} / {turns}")
    drawing = page.locator("#own").inner_html()
    expect(page.locator("#history h3").first).to_have_text("Round 1")
    expect(page.locator("#history li[data-seat]")).to_have_count(turns)
    page.locator("#back").click()
    expect(count).to_have_text(f"{turns - 1} / {turns}")
    page.keyboard.press("Home")
    expect(count).to_have_text(f"0 / {turns}")
    expect(current).to_have_count(0)
    expect(page.locator("#back")).to_be_disabled()
    page.locator("h1").click()
    for n in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        expect(count).to_have_text(f"{n} / {turns}")
    expect(current).to_have_count(1)
    expect(page.locator("#at")).to_have_attribute("aria-valuetext", "Turn 3: round 1, " + seat_of(record, 3))
    page.keyboard.press("ArrowLeft")
    expect(count).to_have_text(f"2 / {turns}")
    page.locator("#history li[data-seat] .turn").nth(4).click()
    expect(count).to_have_text(f"5 / {turns}")
    page.locator("#at").fill("1")
    expect(count).to_have_text(f"1 / {turns}")
    page.locator("h1").click()
    page.keyboard.press("End")
    page.wait_for_function("old => document.getElementById('own').innerHTML === old", arg=drawing)
    assert choices(page).count() == 0
    page.keyboard.press("ArrowLeft")
    page.locator("#branch").click()
    page.wait_for_function("old => !location.pathname.startsWith(old)", arg=f"/tables/{table}")
    wait_for_turn(page)
    assert choices(page).count() > 0


def test_boards_have_room_beside_the_review(visit, server):
    """Also those of four players: the board that is looked at is the largest."""
    position = az.Game("garden", players=4).start(seed=1)
    while not position.over:
        position.play(position.choices()[-1])
    page, table = open_replay(visit, server, position.record())
    for path in (f"/tables/{table}/replay", f"/tables/{table}"):
        page.goto(server.address + path)
        page.wait_for_function(SETTLED)
        if page.locator("#review").is_visible():
            page.locator("#review").click()
        expect(page.locator("#reviewed")).to_be_visible()
        own, *others = page.locator("#own svg:not(.coming), .other svg:not(.coming)").all()
        width = own.bounding_box()["width"]
        assert all(width > other.bounding_box()["width"] for other in others), path
        assert width > DESK["width"] / 5, path


def seat_of(record, turn):
    return record.names[analysis._turns(record, None)[turn - 1].seat]


def test_it_plays_by_itself_as_at_the_table(visit, server):
    """Pieces fly, nothing is where the story does not say, and it ends at the end; Space stops it."""
    record = record_of("chocolatier", turns=8)
    page, _ = open_replay(visit, server, record, speed="fast", reduced_motion="no-preference")
    page.evaluate(WATCH_MOVES)
    page.locator("h1").click()
    page.keyboard.press("Home")
    expect(page.locator("#count")).to_have_text("0 / 8")
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#count")).to_have_text(re.compile("[2-6] / 8"))
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    page.locator("#play").click()
    expect(page.locator("#count")).to_have_text("8 / 8")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    moved = page.evaluate("() => window.moved")
    assert len(moved) >= 8
    assert not any(moved)


def test_the_graph_of_chances(visit, server):
    """It comes by itself when the game is over; a click leads to the turn; marks stand in the list too."""
    record = record_of("duel")
    page, table = open_replay(visit, server, record, viewport=TALL_PHONE, locale="pl-PL", bypass_csp=True)
    expect(page.locator("#losses svg")).to_be_visible(timeout=90_000)
    columns = page.locator("#losses [data-at]")
    turns = analysis.count_turns(record)
    expect(columns).to_have_count(turns)
    columns.nth(6).click()
    expect(page.locator("#count")).to_have_text(f"7 / {turns}")
    expect(columns.nth(6)).to_have_class("column now")
    found = server.ask(f"/api/tables/{table}/review")["turns"]
    assert page.locator("#history .mark").count() == sum(bool(turn["mark"]) for turn in found)
    interrupted = next(i for i, turn in enumerate(analysis._turns(record, None)) if is_interrupted(turn))
    for turn in (max(found, key=lambda turn: turn["lost"]), found[interrupted]):
        columns.nth(found.index(turn)).click()
        expect(page.locator("#count")).to_have_text(f"{found.index(turn) + 1} / {turns}")
        page.locator("#look-back").click()
        lost = f"Strata: {math.floor(100 * turn['lost'] + 0.5)} % {turn['mark']}".rstrip()
        expect(page.locator("#turn-lost")).to_have_text(lost)
        same = server.ask(f"/api/tables/{table}/alternatives?at={turn['at']}")
        assert (same["lost"], same["mark"], same["error"]) == (turn["lost"], turn["mark"], turn["error"])
        expect(page.locator("#turns .then")).to_have_count(len(same["later"]))
        expect(page.locator("#turns .played")).to_have_count(1 + len(same["later"]))
    assert same["later"]
    assert page.evaluate("() => document.documentElement.scrollWidth") <= TALL_PHONE["width"]
    assert serious(page) == []


def is_interrupted(turn):
    """Was CHANCE asked within it?"""
    return turn.numbers[-1] - turn.numbers[0] >= len(turn.numbers)


def test_a_replay_of_a_game_that_goes_on(visit, server):
    """There is no review of it, and what comes later is found by going on."""
    table = server.open_table(PERSON, GREEDY)
    server.play(table, 2)
    page = visit(f"/tables/{table}/replay")
    expect(page.locator("#count")).to_have_text("4 / 4")
    expect(page.locator("#reviewed")).to_be_hidden()
    server.play(table, 1)
    page.locator("#back").click()
    expect(page.locator("#count")).to_have_text("3 / 6")
