"""A table is shown in time: the old one, what moves, then the new one."""

import re
from collections import Counter

import pytest
from playwright.sync_api import expect
from tests.browser.driver import (
    CHANGED,
    GREEDY,
    HIDE,
    PERSON,
    POINT_INSIDE,
    POINT_OF,
    REMEMBER,
    TALL_PHONE,
    TOUCH,
    click_first,
    click_turn,
    each_name,
    open_page,
    play,
    wait_for_turn,
)
from tests.browser.tracing import NOTE_ACTS, before_the_end, traced, wait_for_step

from azulejos import games

MOVING = {"reduced_motion": "no-preference", "speed": "fast"}


# ------------------------------------------------------------------------------------------------
# Frames

# In every frame: which pieces can be seen, in the drawings and apart from them, and what is seen without the
# piece that it lies under. At the end of an act: is every piece of the new drawing where it has arrived, and
# has every counter come to what stands in the new one? Turned pieces are counted by the first word of their
# names.
WATCH = """() => {
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true });
  const kind = (name) => name.replace(/^back\\b/, "dome").split(" ")[0];
  const facts = (element, name) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { kind: kind(name), x: x + width / 2, y: y + height / 2, size: Math.hypot(width, height) };
  };
  const found = () => {
    const drawn = [...document.querySelectorAll("#table [data-piece]")]
      .filter((piece) => isSeen(piece) && !piece.closest(".coming"))
      .map((piece) => facts(piece, piece.dataset.piece));
    const apart = [...document.querySelectorAll(".sprite")]
      .filter((sprite) => getComputedStyle(sprite).opacity > 0.5)
      .map((sprite) => facts(sprite.firstElementChild, sprite.dataset.sprite));
    return [drawn, apart];
  };
  const isSame = (one, other) =>
    one.kind === other.kind && Math.hypot(one.x - other.x, one.y - other.y) < 1.5;
  const isBare = (under) => isSeen(under) && !isSeen(under.nextElementSibling);
  const bare = () => [...document.querySelectorAll("#table svg .under")].filter(isBare).length;
  window.frames_ = [];
  window.acts = [];
  window.moves = [];
  const counters = () => {
    const all = (wanted) => [...document.querySelectorAll(wanted)];
    const named = ({ dataset }) => `${dataset.place} ${dataset.seat} ${dataset.count} ${dataset.of}`;
    const drawn = all("#table :is([data-count], [data-of])").map((each) => [
      `${named(each)} in ${named(each.closest("[data-place]") ?? each)}`,
      each.textContent,
    ]);
    return new Map([...drawn, ...all("#scores b").map((each, seat) => [`score ${seat}`, each.textContent])]);
  };
  let counted = new Map();
  let ended = null; // what has moved, until the new drawing has come
  addEventListener("moved", ({ detail }) => {
    counted = counters();
    ended = { ...detail, frame: window.frames_.length, landed: found().flat() };
  });
  const compare = () => {
    if (!ended) return;
    const { landed, ...detail } = ended;
    ended = null;
    const [drawn, apart] = found();
    const isThere = (piece) =>
      landed.some((one) => isSame(one, piece) && Math.abs(one.size - piece.size) < 2);
    const off = drawn.filter((piece) => !isThere(piece));
    const now = counters();
    const miscounted = [...counted].filter(([name, text]) => now.has(name) && now.get(name) !== text);
    const news = miscounted.map(([name, text]) => `${name}: ${text}, not ${now.get(name)}`);
    window.moves.push({ ...detail, off, apart: apart.length, miscounted: news, counters: now.size });
  };
  addEventListener("painted", compare);
  addEventListener("act", ({ detail }) => (compare(), window.acts.push(detail)));
  const look = () => {
    const [drawn, apart] = found();
    const seen = {};
    for (const piece of [...drawn, ...apart]) seen[piece.kind] = (seen[piece.kind] ?? 0) + 1;
    const near = document.querySelectorAll(".near").length;
    window.frames_.push({ seen, apart: apart.length, bare: bare(), near });
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
    assert not any(frame["bare"] for frame in frames)
    for act in performed:
        if not act["isHeld"]:
            assert (act["unexplained"], act["off"], act["apart"]) == (0, [], 0), act["moves"]
            assert act["miscounted"] == [], act["moves"]
            assert act["counters"] >= 4  # two scores, on the boards and in the list
    check_frames(frames, performed)
    return performed


def watch_game(visit, server, game, players, turns):
    """A page that watches others play, one turn after the other."""
    table = server.open_table(*[PERSON] * players, game=game)
    page = visit(f"/tables/{table}", is_stranger=True, **MOVING)
    expect(page.locator("#offer svg:not(.coming)")).to_be_visible()
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


def test_pieces_fly_over_the_whole_drawing(visit, server):
    """A part of the offer was brought nearer when somebody else plays: it goes back before anything moves."""
    page, table = open_page(
        visit, server, PERSON, PERSON, game="garden", viewport=TALL_PHONE, **TOUCH, **MOVING
    )
    page.evaluate(WATCH)
    page.touchscreen.tap(*page.evaluate(POINT_OF, 0))
    expect(page.locator("#offer .near")).to_be_visible()
    wait_for_step(page, server.play(table, 1)["steps"])
    assert len(watched(page)) >= 1
    assert not [frame for frame in page.evaluate("() => window.frames_") if frame["apart"] and frame["near"]]


BESIDES = 150  # elements of the page around a drawing
TABLES = [(game, count) for game in games.GAMES for count in sorted({2, games.GAMES[game].players[-1]})]


@pytest.mark.parametrize(
    ("game", "players"),
    [
        pytest.param(*each, marks=() if each[1] > 2 or each[0] == "duel" else pytest.mark.long)
        for each in TABLES
    ],
)
def test_nothing_is_laid_out_together_from_a_choice_to_its_end(visit, server, chromium, game, players):
    """Drawings are laid out one after the other, each in a task of its own, so that slow machines stay quick.
    How long that takes is measured by `bench/motion.py`; here it is counted."""
    found = traced(visit, server, chromium, game, players, **MOVING)
    assert len(found.tasks) > 50
    assert most_styled(found.tasks) < most_styled(found.alone) + BESIDES


def most_styled(tasks):
    return max(task.styled for task in tasks)


def test_less_motion_shows_the_same_steps_without_flight(visit, server):
    """No piece is ever between two places."""
    table = server.open_table(PERSON, PERSON)
    page = visit(f"/tables/{table}", is_stranger=True, reduced_motion="reduce", speed="slow")
    expect(page.locator("#offer svg:not(.coming)")).to_be_visible()
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
    """Three bots' turns are three turns of about 0.8 s, each with a sentence of its own. A busy machine is
    late: how long each lasts at least is measured, how long it should last is what timers are set to."""
    page, _ = open_page(
        visit, server, PERSON, GREEDY, GREEDY, GREEDY, reduced_motion="no-preference", speed="normal"
    )
    page.evaluate(NOTES)
    click_turn(page)
    page.wait_for_function("() => window.turns.length === 4")
    _, *others = page.evaluate("() => window.turns")
    assert [re.search(r"Bot \d", turn["note"])[0] for turn in others] == ["Bot 2", "Bot 3", "Bot 4"]
    for turn in others:
        assert turn["pictures"]
        assert turn["took"] > 790  # timers count whole milliseconds
        assert turn["wanted"] <= 1500


# Of each act: what is said in it, with how many pictures of pieces, how long it took by the page's clock,
# and the longest that was waited for in it on purpose, in milliseconds.
NOTES = """() => {
  window.turns = [];
  const note = document.getElementById("note");
  let [begun, wanted] = [performance.now(), 0];
  const { setTimeout } = window;
  window.setTimeout = (job, delay, ...rest) => {
    wanted = Math.max(wanted, delay ?? 0);
    return setTimeout(job, delay, ...rest);
  };
  addEventListener("act", () => {
    const [now, pictures] = [performance.now(), note.querySelectorAll("svg").length];
    window.turns.push({ note: note.textContent, pictures, took: now - begun, wanted });
    [begun, wanted] = [now, 0];
  });
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
    """Hidden tabs have a glance now and then, for their titles, and show nothing; nor does one without a
    network. What comes when somebody is back is a turn of each, and all of it stands then."""
    visit.forgiven.add("Failed to load resource: net::ERR_INTERNET_DISCONNECTED")
    table = server.open_table(PERSON, PERSON)
    page = visit(f"/tables/{table}", is_stranger=True, **MOVING)
    page.clock.install()
    page.reload()
    expect(page.locator("#offer svg:not(.coming)")).to_be_visible()
    page.evaluate(WATCH)
    page.evaluate(HIDE, True)
    shown = page.locator("#offer svg:not(.coming)").get_attribute("data-hash")
    last = server.play(table, 7)["steps"]
    with page.expect_response(re.compile("draw=false")):
        page.clock.fast_forward(26_000)
    assert page.evaluate("() => window.acts") == []
    assert page.locator("#offer svg:not(.coming)").get_attribute("data-hash") == shown
    page.evaluate(HIDE, False)
    wait_for_step(page, last)
    assert len(turns_shown(page)) == 2
    page.context.set_offline(True)
    last = server.play(table, 5)["steps"]
    page.context.set_offline(False)
    wait_for_step(page, last)
    assert len(turns_shown(page)) == 4
    expect(page.locator("#history li").last).to_have_attribute("data-at", str(last))


def turns_shown(page):
    return [act for act in page.evaluate("() => window.acts") if act["seat"] is not None]


def test_how_many_are_left_counts_along(visit, server):
    """A pile of the centre that is taken has none left, though its drawing is the old one; no 0 stays."""
    table = server.open_table(PERSON, PERSON)
    page = visit(f"/tables/{table}", is_stranger=True, reduced_motion="no-preference", speed="slow")
    expect(page.locator("#offer svg:not(.coming)")).to_be_visible()
    page.evaluate(NOTE_ACTS)
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
    play(server, table, [found[0], line])
    expect(label).to_have_text("0")
    assert not label.is_visible()
    expect(page.locator("#status")).to_have_text(f"{state['names'][state['turn']]} plays.")


# ------------------------------------------------------------------------------------------------
# The end of a round


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
