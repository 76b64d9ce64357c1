"""A table is shown in time: the old one, what moves, then the new one."""

import itertools
import json
import re
import secrets
from collections import Counter
from urllib.parse import quote

import pytest
from playwright.sync_api import expect
from tests.browser.driver import (
    CHANGED,
    GREEDY,
    HIDE,
    PERSON,
    POINT_INSIDE,
    REMEMBER,
    click_first,
    click_turn,
    each_name,
    open_page,
    wait_for_turn,
)

from azulejos import games

MOVING = {"reduced_motion": "no-preference", "speed": "fast"}


# ------------------------------------------------------------------------------------------------
# Frames

# In every frame: which pieces can be seen, in the drawings and apart from them. At the end of an act: is
# every piece of the new drawing where it has arrived? Turned pieces are counted by the first word of their
# names.
WATCH = """() => {
  const kind = (name) => name.replace(/^back\\b/, "dome").split(" ")[0];
  const facts = (element, name) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { kind: kind(name), x: x + width / 2, y: y + height / 2, size: Math.hypot(width, height) };
  };
  const found = () => {
    const drawn = [...document.querySelectorAll("#table [data-piece]")]
      .filter((piece) => piece.checkVisibility({ visibilityProperty: true }))
      .map((piece) => facts(piece, piece.dataset.piece));
    const apart = [...document.querySelectorAll(".sprite")]
      .filter((sprite) => getComputedStyle(sprite).opacity > 0.5)
      .map((sprite) => facts(sprite.firstElementChild, sprite.dataset.sprite));
    return [drawn, apart];
  };
  const isSame = (one, other) =>
    one.kind === other.kind && Math.hypot(one.x - other.x, one.y - other.y) < 1.5;
  window.frames_ = [];
  window.acts = [];
  window.moves = [];
  addEventListener("act", ({ detail }) => window.acts.push(detail));
  addEventListener("moved", async ({ detail }) => {
    const landed = found().flat();
    const frame = window.frames_.length;
    for (let i = 0; i < 99 && document.querySelector(".sprite"); i++) await null; // the new drawing comes
    const [drawn, apart] = found();
    const isThere = (piece) =>
      landed.some((one) => isSame(one, piece) && Math.abs(one.size - piece.size) < 2);
    const off = drawn.filter((piece) => !isThere(piece));
    window.moves.push({ ...detail, frame, off, apart: apart.length });
  });
  const look = () => {
    const [drawn, apart] = found();
    const seen = {};
    for (const piece of [...drawn, ...apart]) seen[piece.kind] = (seen[piece.kind] ?? 0) + 1;
    window.frames_.push({ seen, apart: apart.length });
    requestAnimationFrame(look);
  };
  look();
}"""
RESERVOIRS = {"bag", "lid", "tower", "pool", "stack", "supply", "reserve"}


def kind(piece):
    return piece.replace("back ", "dome ").split(" ")[0]


def check_frames(frames, performed):
    """While pieces move every one of them is seen once; more and fewer only out of a bag and into one."""
    begin = 0
    for act in performed:
        window = frames[begin : act["frame"]]
        if not window:
            continue
        before = Counter(window[0]["seen"])
        gone, come = Counter(), Counter()
        for move in act["moves"]:
            if not move["piece"] or (move["from"] and not move["to"]):  # it turns
                continue
            gone[kind(move["piece"])] += move["count"] * (move["to"] in RESERVOIRS)
            come[kind(move["piece"])] += move["count"] * (move["from"] in {None, *RESERVOIRS})
        for frame in window:
            seen = Counter(frame["seen"])
            for piece in seen | before:
                least, most = before[piece] - gone[piece], before[piece] + come[piece]
                assert least <= seen[piece] <= most, (piece, before[piece], seen[piece], act["moves"])
        begin = act["frame"]


def watched(page):
    """All that has moved so far went as it should."""
    frames, performed = page.evaluate("() => [window.frames_, window.moves]")
    assert sum(frame["apart"] > 0 for frame in frames) > len(performed)  # something has moved
    for act in performed:
        if not act["isHeld"]:
            assert (act["unexplained"], act["off"], act["apart"]) == (0, [], 0), act["moves"]
    check_frames(frames, performed)
    return performed


# The card of a round is not read here.
SHOWN = """(number) => {
  document.querySelector("#card:not([hidden]) #go-on")?.click();
  return window.acts.at(-1)?.count >= number && !document.querySelector(".sprite");
}"""
ROUND = 120_000  # milliseconds: four boards are scored one after the other


def wait_for_step(page, number):
    """Until this one has been shown, and nothing moves any more."""
    page.wait_for_function(SHOWN, arg=number, timeout=ROUND)


def watch_game(visit, server, game, players, turns):
    """A page that watches others play, one turn after the other."""
    table = server.open_table(*[PERSON] * players, game=game)
    page = visit(f"/tables/{table}", is_stranger=True, **MOVING)
    expect(page.locator("#offer svg")).to_be_visible()
    page.evaluate(WATCH)
    for _ in range(turns):
        state = server.state(table)
        if state["over"]:
            break
        server.play_turn(table, state)
        wait_for_step(page, server.state(table)["steps"])
    return watched(page)


@each_name
def test_every_piece_is_seen_once_in_every_frame(visit, server, game):
    assert len(watch_game(visit, server, game, 2, 12)) >= 12


@pytest.mark.long
@each_name
def test_every_piece_is_seen_once_in_whole_games(visit, server, game):
    watch_game(visit, server, game, games.GAMES[game].players[-1], 10_000)


@each_name
def test_pieces_of_a_draft_move_too(visit, server, game):
    page, _ = open_page(visit, server, PERSON, GREEDY, game=game, **MOVING)
    page.evaluate(WATCH)
    for _ in range(3):
        click_turn(page)
        wait_for_turn(page)
    watched(page)


# Marks the times in which pieces fly, for a trace.
FLIGHTS = """() => {
  let isFlying = false;
  const look = () => {
    const is = document.querySelector(".sprite") !== null;
    if (is !== isFlying) performance.mark(is ? "fly" : "land");
    isFlying = is;
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""
TRACED = ["toplevel", "blink.user_timing"]
LONG, THROTTLED = 50, 4  # milliseconds; times as slow as here


def while_flying(trace):
    """How long the main thread was at work in each task while pieces flew: its own time, in milliseconds,
    however busy the machine is."""
    events = json.loads(trace)["traceEvents"]
    marks = sorted((e for e in events if e["name"] in ("fly", "land")), key=lambda e: e["ts"])
    spans = [(one["ts"], other["ts"]) for one, other in itertools.pairwise(marks) if one["name"] == "fly"]
    thread = (marks[0]["pid"], marks[0]["tid"])
    tasks = [e for e in events if (e["pid"], e["tid"]) == thread and "tdur" in e and "RunTask" in e["name"]]
    return sorted(
        task["tdur"] / 1000
        for task in tasks
        if any(begin < task["ts"] and task["ts"] + task["dur"] < end for begin, end in spans)
    )


@each_name
def test_nothing_takes_long_while_pieces_fly(visit, server, chromium, game):
    """A turn of somebody else, on a machine four times as slow. One task in a hundred may be unlucky."""
    table = server.open_table(*[PERSON] * games.GAMES[game].players[-1], game=game)
    page = visit(f"/tables/{table}", is_stranger=True, **MOVING)
    expect(page.locator("#offer svg")).to_be_visible()
    page.evaluate(WATCHED_ACTS)
    page.evaluate(FLIGHTS)
    chromium.start_tracing(page=page, categories=TRACED)
    for _ in range(2):
        server.play_turn(table, server.state(table))
        wait_for_step(page, server.state(table)["steps"])
    tasks = while_flying(chromium.stop_tracing())
    assert len(tasks) > 50
    assert tasks[-len(tasks) // 100] * THROTTLED < LONG


WATCHED_ACTS = """() => {
  window.acts = [];
  addEventListener("act", ({ detail }) => window.acts.push(detail));
}"""


def test_less_motion_shows_the_same_steps_without_flight(visit, server):
    """No piece is ever between two places."""
    table = server.open_table(PERSON, PERSON)
    page = visit(f"/tables/{table}", is_stranger=True, reduced_motion="reduce", speed="slow")
    expect(page.locator("#offer svg")).to_be_visible()
    page.evaluate(WATCH)
    page.evaluate(FLYING)
    wait_for_step(page, server.play(table, 2)["steps"])
    watched(page)
    assert page.evaluate("() => window.spots") <= 3 * page.evaluate("() => window.moved")


# How many spots the pieces were seen at that stand apart, and how many these are.
FLYING = """() => {
  const seen = new Set(), pieces = new Set();
  const look = () => {
    for (const sprite of document.querySelectorAll(".sprite")) {
      pieces.add(sprite);
      const { x, y } = sprite.getBoundingClientRect();
      seen.add(`${[...pieces].indexOf(sprite)} ${Math.round(x)} ${Math.round(y)}`);
    }
    [window.spots, window.moved] = [seen.size, pieces.size];
    requestAnimationFrame(look);
  };
  look();
}"""


def test_a_turn_of_others_takes_its_time_and_is_told(visit, server):
    """Three bots' turns are three turns, each with a sentence of its own."""
    page, _ = open_page(
        visit, server, PERSON, GREEDY, GREEDY, GREEDY, reduced_motion="no-preference", speed="normal"
    )
    page.evaluate(NOTES)
    click_turn(page)
    page.wait_for_function("() => window.turns.length === 4")
    _, *others = page.evaluate("() => window.turns")
    assert [re.search(r"Bot \d", note)[0] for note, _ in others] == ["Bot 2", "Bot 3", "Bot 4"]
    assert all(pictures for _, pictures in others)


# What is said during each act, and with how many pictures of pieces.
NOTES = """() => {
  window.turns = [];
  const note = document.getElementById("note");
  addEventListener("act", () => window.turns.push([note.textContent, note.querySelectorAll("svg").length]));
}"""


@pytest.mark.parametrize("way", ["click", "space"])
def test_a_click_or_space_skips_to_the_end(visit, server, way):
    page, _ = open_page(visit, server, PERSON, GREEDY, reduced_motion="no-preference", speed="slow")
    click_first(page)
    page.evaluate("() => { window.ended = 0; addEventListener('act', () => (window.ended += 1)); }")
    click_turn(page)
    page.wait_for_function("() => document.querySelector('.sprite')")
    if way == "click":
        page.locator("#others").click()
    else:
        page.keyboard.press("Space")
    page.wait_for_function("() => !document.querySelector('.sprite')")
    expect(page.locator(".large")).to_have_count(0)  # the click was for what moved
    assert wait_for_turn(page)


def test_whoever_was_away_sees_the_last_turns_only(visit, server):
    """Hidden tabs animate nothing; what comes then is at most a turn of each."""
    table = server.open_table(PERSON, PERSON)
    page = visit(f"/tables/{table}", is_stranger=True, **MOVING)
    expect(page.locator("#offer svg")).to_be_visible()
    page.evaluate(WATCH)
    page.evaluate(HIDE, True)
    last = server.play(table, 7)["steps"]
    assert page.evaluate("() => window.acts") == []
    page.evaluate(HIDE, False)
    wait_for_step(page, last)
    turns = [act for act in page.evaluate("() => window.acts") if act["seat"] is not None]
    assert len(turns) == 2


def test_how_many_are_left_counts_along(visit, server):
    """A pile of the centre that is taken has none left, though its drawing is still the old one."""
    table = server.open_table(PERSON, PERSON)
    page = visit(f"/tables/{table}", is_stranger=True, reduced_motion="no-preference", speed="slow")
    expect(page.locator("#offer svg")).to_be_visible()
    page.evaluate(WATCHED_ACTS)
    while True:
        state = server.settled(table)
        taking = [name for name in state["reach"] if name.startswith("centre ")]
        found = [name for name in taking if state["reach"][name]["moves"][0]["count"] > 1]
        if found:
            break
        server.play_turn(table, state)
    wait_for_step(page, server.state(table)["steps"])
    label = page.locator(f'#offer [data-of="{found[0].split(" ")[1]}"]')
    assert int(label.text_content()) > 1
    line = server.ask(f"/api/tables/{table}/preview", {"choices": [found[0]]})["legal"][0]["choice"]
    body = {"after": state["last"], "key": secrets.token_hex(8), "choices": [found[0], line]}
    server.ask(f"/api/tables/{table}/turns?open={state['turn_number']}", body)
    expect(label).to_have_text("0")
    expect(page.locator("#status")).to_have_text(f"{state['names'][state['turn']]} plays.")


# ------------------------------------------------------------------------------------------------
# The end of a round


def own_points(preview):
    """What the turn itself brings each seat, without the end of the round."""
    won = [0] * len(preview["scores"])
    for step in preview["told"]:
        for move in step["moves"][: step["ends_at"]]:
            won[move["seat"] or 0] += move["points"]
    return won


def before_the_end(server, table):
    """Play as the hint says until the next turn ends the round; that turn, and the scores after it."""
    while True:
        state = server.settled(table)
        turn, at, preview = [], f"open={state['turn_number']}", {"is_whole": False}
        while not preview["is_whole"]:
            drafted = "".join(f"&choices={quote(choice)}" for choice in turn)
            hint = server.ask(f"/api/tables/{table}/hint?{at}&simulations=1{drafted}")
            turn.append(hint["choice"])
            preview = server.ask(f"/api/tables/{table}/preview?{at}", {"choices": turn})
        if preview["told"][-1]["ends_at"] is not None:
            return turn, [
                score + won for score, won in zip(state["scores"], own_points(preview), strict=True)
            ]
        body = {"after": state["last"], "key": secrets.token_hex(8), "choices": turn}
        server.ask(f"/api/tables/{table}/turns?{at}", body)


@each_name
def test_the_old_table_stands_until_the_turn_is_played(visit, server, game):
    """A draft that ends a round shows the turn, not the end: scores and the offer stay as they are."""
    table = server.open_table(PERSON, PERSON, game=game)
    turn, scores = before_the_end(server, table)
    page = visit(f"/tables/{table}", **MOVING)
    wait_for_turn(page)
    page.evaluate(WATCH)
    for choice in turn:
        if page.locator("#reveal").is_visible():
            page.locator("#reveal").click()
        place = page.locator(f'#table [data-choice="{choice}"]')
        x, y = place.first.evaluate(POINT_INSIDE)
        page.evaluate(REMEMBER)
        page.mouse.click(x, y)
        page.wait_for_function(f"() => ({CHANGED})() || document.querySelector('.held')")
    expect(page.locator("#confirm")).to_be_visible()
    assert page.locator("#scores b").all_text_contents() == [str(score) for score in scores]
    page.locator("#confirm").click()
    page.wait_for_function("() => document.getElementById('confirm').hidden && !window.acts.length")
    page.wait_for_function("() => window.acts.length")
    watched(page)
