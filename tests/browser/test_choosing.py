"""Choosing: what a place would do is shown before it is done, a choice is changed by a click, a turn is
played where it ends. By mouse, by keys, by touch, upright and on its side."""

import itertools
import math
import re

import numpy as np
import pytest
from playwright.sync_api import expect
from tests.browser.driver import (
    GREEDY,
    PERSON,
    POINT_INSIDE,
    POINT_OF,
    REMEMBER,
    TALL_PHONE,
    TARGET,
    TOUCH,
    choices,
    click_first,
    each_name,
    glance_at,
    open_page,
    serious,
    spread,
    wait_for_change,
    wait_for_turn,
)

from azulejos import games

SIDEWAYS = {"width": 844, "height": 390}
each_phone = pytest.mark.parametrize("viewport", [TALL_PHONE, SIDEWAYS], ids=["upright", "sideways"])
FAST = 50  # milliseconds in which what is pointed at must have answered
LINES = "chocolatier"
SOUNDS = ["take", "lay", "score", "floor", "turn", "end"]


def at(page, choice):
    return page.locator(f'#table [data-choice="{choice}"]')


def point_at(page, choice):
    x, y = at(page, choice).evaluate(POINT_INSIDE)
    page.mouse.move(x, y)
    return x, y


def first_choice(page, prefix=""):
    return next(name for name in legal(page) if name.startswith(prefix))


def legal(page):
    return [place.get_attribute("data-choice") for place in choices(page).all()]


def click(page, choice):
    page.evaluate(REMEMBER)
    page.mouse.click(*at(page, choice).evaluate(POINT_INSIDE))
    wait_for_change(page)


def shown(server, table, draft=()):
    return server.ask(f"/api/tables/{table}/preview", {"choices": list(draft)})


# ------------------------------------------------------------------------------------------------
# While choosing


# How long it takes from an event to a change that can be seen, without the server.
ANSWERS_IN = """([choice, kind]) => new Promise((done) => {
  const place = document.querySelector(`#table [data-choice="${choice}"]`);
  const begun = performance.now();
  const event = { bubbles: true, pointerType: "mouse", clientX: 50, clientY: 50 };
  place.dispatchEvent(new PointerEvent(kind, event));
  document.body.getBoundingClientRect(); // styles and places are worked out now, not in the next frame
  done([performance.now() - begun, document.querySelectorAll(".aimed").length]);
})"""


@each_name
def test_pointing_at_a_tile_lights_what_comes_along_and_marks_where_it_can_go(visit, server, game):
    """All of it is there at once, and nobody is asked."""
    page, table = open_page(visit, server, PERSON, GREEDY, game=game)
    told = server.state(table)["reach"]
    taking = next(name for name in legal(page) if any(move["to"] for move in told[name]["moves"]))
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    took, aimed = page.evaluate(ANSWERS_IN, [taking, "pointerover"])
    assert aimed == 1
    assert took < FAST
    seat = server.state(table)["turn"]
    own = [move for move in told[taking]["moves"] if on_own_board(page, move, seat)]
    for move in own:
        piece = f'[data-place="{move["from"]}"] [data-piece="{move["piece"]}"].lit'
        assert page.locator(piece).count() >= 1
    marked = {spot.get_attribute("data-spot") for spot in page.locator(".goes").all()}
    assert marked <= set(told[taking]["goes"])
    own_spots = {spot.get_attribute("data-spot") for spot in page.locator("#own [data-spot]").all()}
    assert marked == set(told[taking]["goes"]) & own_spots
    expect(page.locator("#beside")).to_be_visible()
    label = at(page, taking).get_attribute("aria-label")
    expect(page.locator("#beside")).to_contain_text(label)
    assert [url for url in asked if "/api/" in url and "/events" not in url] == []
    point_at(page, taking)
    page.mouse.move(2, 2)
    for gone in (".lit", ".goes", ".ghost", ".aimed"):
        expect(page.locator(gone)).to_have_count(0)
    expect(page.locator("#beside")).to_be_hidden()


def on_own_board(page, move, seat):
    return page.locator(f'#own [data-place="{move["to"]}"][data-seat="{seat}"]').count() > 0


def test_pointing_at_a_line_shows_ghosts_and_what_falls(visit, server):
    """As many ghosts as tiles, the surplus on the floor, the points beside the pointer, in both languages."""
    page, table = open_page(visit, server, PERSON, GREEDY, game=LINES)
    told = server.state(table)["reach"]
    taking = max(told, key=lambda name: told[name]["moves"][0]["count"])
    count = told[taking]["moves"][0]["count"]
    assert count >= 2
    click(page, taking)
    point_at(page, "line-1")
    expect(page.locator('#own [data-place="line-1"] .ghost')).to_have_count(1)
    expect(page.locator('#own [data-place^="floor-"] .ghost')).to_have_count(count - 1)
    reach = shown(server, table, [taking])["reach"]["line-1"]
    points = re.sub("-", "−", f"{reach['later']:+d}" if reach["later"] else "0")
    expect(page.locator("#beside b")).to_have_text(f"at the end of the round {points}")
    page.goto(page.url.replace(server.address, server.address + "/language/pl?back="))
    wait_for_turn(page)
    point_at(page, "line-1")
    expect(page.locator("#beside b")).to_have_text(f"na koniec rundy {points}")


# Of the own board: ghosts in slots and pieces, by their places, each with its middle.
LYING = """() => {
  const facts = (element, piece) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const { place } = element.closest("[data-place]").dataset;
    return { place, piece, x: x + width / 2, y: y + height / 2 };
  };
  const all = (wanted) => [...document.querySelectorAll(`#own ${wanted}`)];
  const ghosts = all("[data-slot] > .ghost").map((each) => facts(each, each.getAttribute("href").slice(9)));
  const pieces = all("[data-place] [data-piece]");
  return [ghosts, pieces.map((each) => facts(each, each.dataset.piece.replaceAll(" ", "-")))];
}"""
SORTED = {"hand", "storage"}  # what comes is put in order there, and lies on heaps: one ghost stands for each


@each_name
def test_ghosts_lie_where_the_pieces_then_lie(visit, server, game):
    """Through whole turns, until some piece has come: what is pointed at is then chosen."""
    page, table = open_page(visit, server, PERSON, GREEDY, game=game, turns=2)
    while not compare_ghosts(page, server, table):
        page.locator("#confirm").click()
        expect(page.locator("#confirm")).to_be_hidden()
        assert wait_for_turn(page)


def compare_ghosts(page, server, table):
    """As many ghosts as pieces that come, and where they come? Returns how many there were in the turn."""
    seat, draft, compared = server.state(table)["turn"], [], 0
    while not page.locator("#confirm").is_visible():
        told = shown(server, table, draft)["reach"]
        choice = max(legal(page), key=lambda name: brought(page, told[name], seat))
        page.mouse.move(2, 2)
        point_at(page, choice)
        ghosts, before = page.evaluate(LYING)
        if any(name.startswith("copy ") for name in told[choice]["goes"]):
            ghosts = []  # nothing comes before it is known which of several copies
        page.mouse.move(2, 2)
        click(page, choice)
        draft.append(choice)
        _, after = page.evaluate(LYING)
        for ghost in ghosts:
            assert is_there(ghost, after), (draft, ghost)
        for place in {ghost["place"] for ghost in ghosts}:
            seen, had, has = (sum(one["place"] == place for one in some) for some in (ghosts, before, after))
            assert seen == has - had or (place in SORTED and seen < has - had), (draft, place)
        compared += len(ghosts)
    return compared


def is_there(ghost, pieces):
    """Is one of these pieces where its ghost was, or in its place, if what lies there is put in order?"""
    return any(
        one["place"] == ghost["place"]
        and ghost["piece"].startswith(one["piece"])  # as it is turned there
        and (one["place"] in SORTED or math.dist((one["x"], one["y"]), (ghost["x"], ghost["y"])) < 3)
        for one in pieces
    )


def brought(page, reach, seat):
    """How many pieces a choice is sure to bring to the own board."""
    return sum(move["count"] for move in reach["moves"] if on_own_board(page, move, seat))


@pytest.mark.parametrize("game", ["pavilion", "garden"])
def test_ghosts_show_what_later_answers_decide(visit, server, game):
    """One colour or another on a space, a hexagon from here or there: where it comes is certain."""
    table = server.open_table(PERSON, PERSON, game=game)
    choice, forms = undecided(server, table)
    page = visit(f"/tables/{table}")
    wait_for_turn(page)
    point_at(page, choice)
    ghosts = page.locator(f'#own [data-place="{forms[0]["to"]}"] .ghost')
    expect(ghosts.first).to_be_attached()
    pieces = {form["piece"] for form in forms}
    seen = {ghost.get_attribute("href") for ghost in ghosts.all()}
    assert all(any(piece in href for href in seen) for piece in pieces)
    for form in forms:
        lit = f'[data-place="{form["from"]}"] [data-piece="{form["piece"]}"].lit'
        assert page.locator(lit).count() >= 1


def undecided(server, table):
    """Play until a choice can be made that decides where pieces come, but not all about them."""
    while True:
        state = server.settled(table)
        for choice, found in state["reach"].items():
            for forms in found["either"]:
                if forms[0]["to"].startswith(("storage", "space")) and forms[0]["seat"] == state["turn"]:
                    return choice, forms
        assert not state["over"]
        server.play_turn(table, state)


def test_keys_change_a_choice_as_clicks_do(visit, server):
    """Arrows find what could be chosen instead, and say so."""
    page, _ = open_page(visit, server, PERSON, GREEDY, game=LINES)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.dataset.choice?.startsWith('line')")
    first = drafted(page)
    page.keyboard.press("Enter")
    expect(page.locator("#confirm")).to_be_focused()
    line = drafted(page)[1]
    page.locator('#own .instead[tabindex="0"]').last.focus()
    other = page.evaluate("() => document.activeElement.dataset.spot")
    expect(page.locator("#own .instead:focus")).to_have_attribute("aria-label", re.compile("^Instead: "))
    assert serious(page) == []
    page.keyboard.press("Enter")
    page.wait_for_function("(other) => document.querySelector('.latest')?.dataset.spot === other", arg=other)
    assert drafted(page) == [*first, other] != [*first, line]
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("() => document.activeElement.matches('.instead')")
    page.locator('#offer .instead[tabindex="0"]').first.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.dataset.choice?.startsWith('line')")
    assert len(drafted(page)) == 1 != first


def test_ghosts_and_lights_follow_the_keyboard(visit, server):
    page, _ = open_page(visit, server, PERSON, GREEDY, game=LINES)
    page.keyboard.press("ArrowDown")
    expect(page.locator(".aimed")).to_have_count(1)
    assert page.locator(".lit").count()
    assert page.locator(".goes").count()
    expect(page.locator("#beside")).to_be_visible()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.dataset.choice?.startsWith('line')")
    assert page.locator(".ghost").count()
    assert page.evaluate("() => document.activeElement.getAttribute('aria-description')")
    assert serious(page) == []


# How many of the places that can be chosen, or could be next, the words about what is touched lie over.
COVERED = """() => {
  const label = document.getElementById("beside").getBoundingClientRect();
  const isCovered = (place) => {
    const { left, top, right, bottom } = place.getBoundingClientRect();
    return left < label.right && label.left < right && top < label.bottom && label.top < bottom;
  };
  return [...document.querySelectorAll("#table :is([data-choice], .goes, .ghost)")].filter(isCovered).length;
}"""


@spread("viewport", [TALL_PHONE, SIDEWAYS])
def test_the_first_touch_shows_and_the_second_chooses(visit, server, game, viewport):
    page, table = open_page(visit, server, PERSON, GREEDY, game=game, viewport=viewport, **TOUCH)
    told = server.state(table)["reach"]
    choice = next(name for name in legal(page) if told[name]["moves"])
    page.touchscreen.tap(*at(page, choice).evaluate(POINT_INSIDE))
    expect(page.locator(".aimed")).to_have_count(1)
    expect(page.locator("#beside")).to_be_visible()
    assert page.locator(".lit").count()
    if not page.locator(".near").count():  # what has come nearer is cut off where the drawing ends
        assert page.evaluate(COVERED) == 0
    expect(page.locator("#cancel")).to_be_hidden()
    assert serious(page) == []
    page.touchscreen.tap(*at(page, choice).evaluate(POINT_INSIDE))  # it may have come nearer
    expect(page.locator("#cancel")).to_be_visible()


@each_phone
def test_a_touch_on_a_marked_place_takes_the_tile_along(visit, server, viewport):
    page, _ = open_page(visit, server, PERSON, GREEDY, game=LINES, viewport=viewport, **TOUCH)
    page.touchscreen.tap(*at(page, first_choice(page)).evaluate(POINT_INSIDE))
    expect(page.locator(".aimed")).to_have_count(1)
    page.touchscreen.tap(*page.locator('#own [data-spot="line-5"].goes').evaluate(POINT_INSIDE))
    expect(at(page, "line-5")).to_have_class(re.compile("aimed"))
    assert page.locator('[data-place="line-5"] .ghost').count()
    page.touchscreen.tap(*at(page, "line-5").evaluate(POINT_INSIDE))
    expect(page.locator("#confirm")).to_be_visible()
    page.locator("#confirm").tap()
    expect(page.locator("#confirm")).to_be_hidden()


# ------------------------------------------------------------------------------------------------
# Fewer clicks


MARKED_IN = """(choice) => {
  const place = document.querySelector(`#table [data-choice="${choice}"]`);
  const begun = performance.now();
  place.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  document.body.getBoundingClientRect();
  return [performance.now() - begun, place.classList.contains("picked")];
}"""


@each_name
def test_a_click_is_answered_before_the_server(visit, server, game):
    page, _ = open_page(visit, server, PERSON, GREEDY, game=game)
    page.route("**/preview*", lambda route: None)  # it never answers
    took, is_marked = page.evaluate(MARKED_IN, first_choice(page))
    assert is_marked
    assert took < FAST


def drafted(page):
    return page.evaluate(
        "() => Object.values(sessionStorage).map((kept) => JSON.parse(kept).draft).find(Boolean)"
    )


def test_clicking_another_line_or_tile_changes_the_choice(visit, server):
    page, _ = open_page(visit, server, PERSON, GREEDY, game=LINES)
    first, second = legal(page)[0], legal(page)[-1]
    click(page, first)
    click(page, "line-4")
    assert drafted(page) == [first, "line-4"]
    page.mouse.click(*page.locator('#own [data-spot="line-5"]').evaluate(POINT_INSIDE))
    page.wait_for_function("() => document.querySelector('#own [data-spot=\"line-5\"].latest')")
    assert drafted(page) == [first, "line-5"]
    page.mouse.click(*page.locator(f'#offer [data-spot="{second}"].instead').evaluate(POINT_INSIDE))
    expect(at(page, "line-5")).to_be_visible()
    assert drafted(page) == [second]
    expect(page.locator("#confirm")).to_be_hidden()


@each_name
def test_the_first_choice_can_be_another_one_by_a_click(visit, server, game):
    """In every game: the server says what else there was, and that is clicked where it is drawn."""
    page, table = open_page(visit, server, PERSON, GREEDY, game=game, turns=2)
    first = first_choice(page)
    page.mouse.click(*at(page, first).evaluate(POINT_INSIDE))
    page.wait_for_function("() => !document.getElementById('cancel').hidden")
    others = shown(server, table, [first])["instead"]
    spots = page.locator(":is(#offer, #own) .instead")
    assert {spot.get_attribute("data-spot") for spot in spots.all()} <= set(others)
    other = next(spot.get_attribute("data-spot") for spot in spots.all() if spot.evaluate(POINT_INSIDE))
    page.mouse.click(*page.locator(f'.instead[data-spot="{other}"]').first.evaluate(POINT_INSIDE))
    page.wait_for_function(
        "other => JSON.parse(Object.values(sessionStorage).find((kept) => 'draft' in JSON.parse(kept)))"
        ".draft[0] === other",
        arg=other,
    )
    assert drafted(page) == [other]


@glance_at("duel")
def test_the_turn_is_played_beside_the_last_place_or_by_a_click_on_it(visit, server, game):
    """The button is near and covers nothing that can be chosen; frame, star and list still say: me. At the
    beginning, and in mid-game, with all seats taken."""
    most = games.GAMES[game].players[1]
    page, table = open_page(visit, server, PERSON, *[GREEDY] * (most - 1), game=game)
    for way in ("button", "place"):
        if way == "place":
            server.play(table, 4)
        before, begun = server.settled(table), len(server.settled(table)["told"])
        wait_for_turn(page)
        while not page.locator("#confirm").is_visible():
            click_first(page, part=0.4)
        page.mouse.move(2, 2)
        seat = before["turn"]
        expect(page.locator(f"#scores li:nth-child({seat + 1})")).to_have_class(re.compile("to-move"))
        expect(page.locator("#own .turn")).to_have_count(1)
        expect(page.locator("#others .turn")).to_have_count(0)
        check_button(page)
        if way == "button":
            page.locator("#confirm").click()
        else:
            page.mouse.click(*page.locator("#own .latest, #offer .latest").first.evaluate(POINT_INSIDE))
        expect(page.locator("#confirm")).to_be_hidden()
        after = server.settled(table)
        assert after["last"] > before["last"], begun


COVERS = """() => {
  const button = document.getElementById("confirm").getBoundingClientRect();
  const isCovered = (place) => {
    const box = place.getBoundingClientRect();
    const isBeside = box.left >= button.right || button.left >= box.right;
    return !isBeside && box.top < button.bottom && button.top < box.bottom;
  };
  return [...document.querySelectorAll("#table :is([data-choice], .instead)")].filter(isCovered).length;
}"""
DISTANCE = """() => {
  const button = document.getElementById("confirm").getBoundingClientRect();
  const place = document.querySelector(".latest").getBoundingClientRect();
  const gap = (a, b, c, d) => Math.max(0, a - d, c - b);
  const [x, y] = [gap(button.left, button.right, place.left, place.right),
    gap(button.top, button.bottom, place.top, place.bottom)];
  return Math.hypot(x, y);
}"""


def check_button(page):
    assert page.evaluate(COVERS) == 0
    assert page.evaluate(DISTANCE) <= 200


def test_what_was_taken_is_framed_by_itself(visit, server):
    """Along the edges of the hexagon, not around all that is stored."""
    page, _ = open_page(visit, server, PERSON, GREEDY, game="garden")
    while not page.locator("#confirm").is_visible():
        click_first(page)
    latest = page.locator("#own .latest")
    assert latest.bounding_box()["width"] < page.locator("#own").bounding_box()["width"] / 4
    assert latest.evaluate("(found) => getComputedStyle(found).outlineStyle") == "none"
    assert "drop-shadow" in latest.evaluate("(found) => getComputedStyle(found).filter")


@each_phone
def test_on_a_phone_the_button_stays_at_the_bottom(visit, server, viewport):
    page, _ = open_page(visit, server, PERSON, GREEDY, game=LINES, viewport=viewport, **TOUCH)
    while not page.locator("#confirm").is_visible():
        click_first(page, is_touch=True)
    assert "beside" not in (page.locator("#confirm").get_attribute("class") or "")
    expect(page.locator("#confirm")).to_be_in_viewport()


@each_name
def test_whole_turns_can_be_played_without_asking(visit, server, game):
    page, table = open_page(visit, server, PERSON, GREEDY, game=game)
    page.locator("#settings summary").click()
    page.locator("#atonce").check()
    before = server.state(table)["last"]
    for _ in range(8):
        if server.state(table)["last"] > before:
            break
        click_first(page, part=0.4)
        wait_for_turn(page)  # a whole turn is sent after its preview
    assert server.state(table)["last"] > before
    expect(page.locator("#confirm")).to_be_hidden()


# ------------------------------------------------------------------------------------------------
# Finish


def test_finish_says_what_it_would_do_while_it_is_pointed_at(visit, server):
    page, _ = open_page(visit, server, PERSON, GREEDY, game=LINES)
    click(page, first_choice(page))
    page.locator("#finish").hover()
    expect(page.locator("#beside")).to_contain_text("Finish: ")
    assert page.locator(".ghost").count()
    told = page.locator("#beside").inner_text()
    expect(page.locator("#confirm")).to_be_hidden()
    page.locator("#finish").click()
    expect(page.locator("#confirm")).to_be_visible()
    line = re.search(r"line (\d)", told)
    assert line
    assert drafted(page)[-1] == f"line-{line[1]}"


@each_phone
def test_the_first_touch_on_finish_tells_and_the_second_does_it(visit, server, viewport):
    page, _ = open_page(visit, server, PERSON, GREEDY, game=LINES, viewport=viewport, locale="pl-PL", **TOUCH)
    click_first(page, is_touch=True)
    page.locator("#finish").tap()
    expect(page.locator("#note")).to_contain_text("Dokończ: ")
    expect(page.locator("#confirm")).to_be_hidden()
    page.locator("#finish").tap()
    expect(page.locator("#confirm")).to_be_visible()


# ------------------------------------------------------------------------------------------------
# Sound, vibration, settings


HEARD = """
window.heard = [];
addEventListener("sound", ({ detail }) => heard.push(detail));
window.shaken = 0;
Object.defineProperty(navigator, "vibrate", { value: () => { window.shaken += 1; return true; } });
"""


def listening(visit, server, **wishes):
    table = server.open_table(PERSON, GREEDY, game=LINES)
    page = visit("/", **wishes)
    page.add_init_script(HEARD)
    page.goto(f"{server.address}/tables/{table}")
    wait_for_turn(page)
    return page, table


def test_sound_is_off_until_it_is_switched_on_and_that_is_remembered(visit, server):
    page, _ = listening(visit, server)
    button = page.get_by_role("button", name="Sound")
    expect(button).to_have_attribute("aria-pressed", "false")
    click_first(page)
    assert page.evaluate("heard") == []
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("heard") == ["lay"]
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("s")
    expect(button).to_have_attribute("aria-pressed", "false")


# Whatever a test evaluates counts as done by somebody: this is tried while the page is being loaded.
TOO_EARLY = """
addEventListener("DOMContentLoaded", async () => {
  const { href } = document.querySelector('link[href*="/sound."]') ?? {};
  if (!href) return;
  const { play } = await import(href);
  play("take");
  document.documentElement.dataset.early = `heard: ${window.heard.join()}`;
});
"""


def test_nothing_is_heard_before_somebody_has_done_something(visit, server):
    """And then what happens: tiles are taken, and fall to the floor, which sounds otherwise than a line."""
    page, _ = listening(visit, server)
    page.evaluate("() => localStorage.setItem('azulejos-sound', 'on')")
    page.add_init_script(TOO_EARLY)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-early", "heard: ")
    page.locator("h1").click(force=True)
    href = "document.querySelector('link[href*=\"/sound.\"]').href"
    page.evaluate(f"async () => (await import({href})).play('take')")
    assert page.evaluate("heard") == ["take"]
    page.evaluate("() => { localStorage.setItem('azulejos-speed', 'fast'); heard.length = 0; }")
    click(page, first_choice(page, "factory"))
    assert set(page.evaluate("heard.splice(0)")) == {"take", "lay"}  # the others lie in the centre then
    click(page, "floor")
    assert set(page.evaluate("heard.splice(0)")) == {"take", "floor"}
    page.locator("#confirm").click()
    page.wait_for_function("() => heard.includes('lay')")  # the bot's


RATE = 44_100  # samples in a second
# A sound as it comes out of the page.
RENDERED = """async ([kind, rate]) => {
  const heard = new OfflineAudioContext(1, 3 * rate, rate);
  heard.resume = async () => {};
  window.AudioContext = function () { return heard; };
  const { play } = await import(`${document.querySelector('link[href*="/sound."]').href}?${kind}`);
  play(kind);
  return [...(await heard.startRendering()).getChannelData(0)];
}"""


def to_the_ear(samples):
    """How loud it is at its loudest (dB, weighted as the ear hears: A, fast), how high (Hz), how long (s)."""
    tones, f = np.fft.rfft(samples), np.fft.rfftfreq(len(samples), 1 / RATE)
    low = (f**2 + 20.6**2) * np.sqrt((f**2 + 107.7**2) * (f**2 + 737.9**2))
    heard = np.fft.irfft(tones * 1.26 * 12194**2 * f**4 / (low * (f**2 + 12194**2)))
    fast = RATE // 8
    power = np.convolve(heard**2, np.ones(fast) / fast).max()
    height = (f * abs(tones) ** 2).sum() / (abs(tones) ** 2).sum()
    there = np.flatnonzero(abs(samples) > abs(samples).max() / 100)
    return 10 * np.log10(power), height, (there[-1] - there[0]) / RATE


def test_sounds_are_soft_and_fade(visit, server):
    """Rendered, not listened to: none is loud or much louder than the others, none clicks where it begins or
    ends, all but the end are short, a tile is struck at once, and each is another one."""
    page, _ = listening(visit, server)
    page.evaluate("() => localStorage.setItem('azulejos-sound', 'on')")
    found = {kind: np.array(page.evaluate(RENDERED, [kind, RATE])) for kind in SOUNDS}
    for kind, samples in found.items():
        levels = abs(samples)
        there = np.flatnonzero(levels)
        assert 0.05 < levels.max() < 0.25, kind
        assert levels[there[0]] < 0.001, kind
        assert levels[there[-1]] < 0.00001, kind
        assert there[-1] / RATE < (2.2 if kind == "end" else 0.7), kind
        assert kind not in ("take", "lay") or levels.argmax() / RATE < 0.02, kind
    loud, height, length = zip(*map(to_the_ear, found.values()), strict=True)
    assert max(loud) - min(loud) < 5
    for one, other in itertools.combinations(range(len(found)), 2):
        ratios = [height[one] / height[other], length[one] / length[other]]
        assert max(max(ratio, 1 / ratio) for ratio in ratios) > 1.25, (one, other)


def test_my_turn_is_heard_and_felt(visit, server):
    """On a phone; the switch is in sight there, large enough for a finger, and covers nothing."""
    page, _ = listening(visit, server, viewport=TALL_PHONE, **TOUCH)
    for viewport in (SIDEWAYS, TALL_PHONE):
        page.set_viewport_size(viewport)
        box = page.locator("#sound").bounding_box()
        assert min(box["width"], box["height"]) >= TARGET
        assert box["y"] + box["height"] <= page.locator("#band").bounding_box()["height"] + 1
        expect(page.locator("#sound")).to_be_in_viewport()
    page.locator("#sound").tap()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")
    while not page.locator("#confirm").is_visible():
        click_first(page, is_touch=True)
    page.locator("#confirm").tap()
    page.wait_for_function("() => heard.includes('turn')")
    assert page.evaluate("shaken") == 1


def test_the_pace_is_none_fast_normal_or_slow(visit, server):
    page, _ = open_page(visit, server, PERSON, GREEDY, game=LINES)
    page.keyboard.press("?")
    assert page.locator("#speed option").all_inner_texts() == ["none", "fast", "normal", "slow"]
    for name in ("#atonce", "#buzz"):
        expect(page.locator(name)).to_be_visible()
    expect(page.locator(".keys")).to_contain_text("S: sound")
    assert serious(page) == []


@each_name
def test_nothing_serious_is_found_while_choosing(visit, server, game):
    """What is aimed at, a draft with what could be chosen instead, and a whole turn."""
    page, _ = open_page(visit, server, PERSON, GREEDY, game=game, locale="pl-PL")
    page.mouse.move(*page.evaluate(POINT_OF, 0.2))
    expect(page.locator(".aimed")).to_have_count(1)
    assert serious(page) == []
    while not page.locator("#confirm").is_visible():
        click_first(page)
    assert serious(page) == []
