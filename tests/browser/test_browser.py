"""The table in a real browser: by mouse, by keyboard, by touch, in two languages, in many tabs."""

import random
import re
import secrets

import pytest
from playwright.sync_api import expect
from tests.browser import driver
from tests.browser.driver import (
    DESK,
    GAMES,
    GREEDY,
    HIDE,
    PERSON,
    PHONE,
    POINT_INSIDE,
    REMEMBER,
    TALL_PHONE,
    TARGET,
    TOUCH,
    away,
    choices,
    click_first,
    click_turn,
    each_name,
    open_page,
    serious,
    setting,
    wait_for_change,
    wait_for_turn,
)
from tests.kits import KITS, each_kit

import azulejos as az
from azulejos import games

PAGE_SIZE = 100_000  # bytes on the wire


# ------------------------------------------------------------------------------------------------
# Playing


@pytest.mark.long
@each_name
def test_a_whole_game(visit, server, game):
    """From the start page to the end screen, against a bot, with whatever can happen on the way."""
    page = visit("/")
    page.locator(f"[data-quick={game}]").click()
    page.wait_for_url("**/tables/*")
    table = page.url.rpartition("/")[2]
    ways = {2: reload_in_a_turn} | dict.fromkeys((3, 8, 13, 18, 23), press_turn)
    dice, turns, is_undone = random.Random(game), 0, False
    while wait_for_turn(page):
        if turns in ways:
            ways[turns](page)
        elif is_undone:
            click_turn(page, dice)
        else:
            is_undone = undo_turn(page, server, table)
        turns += 1
    assert turns > max(ways) - 5
    assert is_undone
    state = server.state(table)
    winners = [state["names"][seat] for seat in state["winners"]]
    expect(page.locator("#winner")).to_contain_text(", ".join(winners))
    check_sheet(page, state)
    expect(page.locator("#chart .line")).to_have_count(2)
    expect(page.locator("#hint")).to_be_hidden()
    with page.expect_download() as download:
        page.locator("[download]").click()
    position = az.Record.load(download.value.path()).replay(deal="by hand")
    assert (position.over, position.scores, position.winners) == (True, state["scores"], state["winners"])
    page.locator("#rematch").click()
    page.wait_for_function("old => location.pathname !== old", arg=f"/tables/{table}")
    wait_for_turn(page)
    assert server.settled(page.url.rpartition("/")[2])["names"] == state["names"]


def undo_turn(page, server, table):
    """A turn taken back, with what the bot replied, and then played. False if tiles were drawn since."""
    legal, history = places_of(page), page.locator("#history li").all_inner_texts()
    click_turn(page)
    if not wait_for_turn(page):
        return False
    record = az.Record.from_text(server.read(f"/api/tables/{table}/record"))
    if record.hidden or record.undo_point([0]) is None:
        return False
    page.locator("#undo").click()
    page.wait_for_function(
        "count => document.querySelectorAll('#history li').length === count", arg=len(history)
    )
    assert (places_of(page), page.locator("#history li").all_inner_texts()) == (legal, history)
    click_turn(page)
    return True


def reload_in_a_turn(page):
    """After a choice the page is loaded again."""
    click_first(page)
    page.reload()
    page.wait_for_function("() => !document.getElementById('cancel').hidden")
    click_turn(page)


def places_of(page):
    return [place.get_attribute("data-choice") for place in choices(page).all()]


def check_sheet(page, state):
    """A row for each round, perhaps one for the points before and some for bonuses; they make the score."""
    rounds = [int(name) for name in page.locator("#sheet tbody tr:not(.bonus) th").all_inner_texts()]
    assert rounds in (list(range(state["round"] + 1)), list(range(1, state["round"] + 1)))
    rows = [row.locator("td").all_inner_texts() for row in page.locator("#sheet tbody tr").all()]
    columns = zip(*rows, strict=True)
    sums = [sum(int(points.replace("−", "-") or 0) for points in column) for column in columns]
    assert sums == state["scores"]
    assert page.locator("#sheet tfoot td").all_inner_texts() == [str(score) for score in state["scores"]]


def press_turn(page):
    """A whole turn by keyboard, wherever the focus was."""
    if not page.evaluate("() => document.activeElement.dataset.choice"):
        page.keyboard.press("ArrowDown")
    while not page.locator("#confirm").is_visible():
        page.wait_for_function("() => document.activeElement.dataset.choice")
        page.evaluate(REMEMBER)
        page.keyboard.press("Enter")
        wait_for_change(page)
    expect(page.locator("#confirm")).to_be_focused()
    page.evaluate(REMEMBER)
    page.keyboard.press("p")
    wait_for_change(page)


@each_name
def test_turns_by_keyboard(visit, server, game):
    """Two people at one screen, without a mouse; the focus goes along."""
    page, table = open_page(visit, server, PERSON, PERSON, game=game)
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.dataset.choice"):
            break
    first = page.evaluate("() => document.activeElement.dataset.choice")
    assert first
    others = {press_arrow(page, key) for key in ("ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft")}
    assert others - {None, first}
    for _ in range(3):
        before = server.state(table)["last"]
        press_turn(page)
        assert wait_for_turn(page)
        assert server.state(table)["last"] > before


def press_arrow(page, key):
    page.keyboard.press(key)
    return page.evaluate("() => document.activeElement.dataset.choice")


@pytest.mark.long
def test_a_whole_game_by_keyboard(visit, server):
    page, table = open_page(visit, server, PERSON, PERSON)
    turns = 0
    while wait_for_turn(page):
        press_turn(page)
        turns += 1
    assert turns >= 20
    assert server.state(table)["over"]
    expect(page.locator("#rematch")).to_be_focused()


# Games in which somebody looks at what nobody else may see: the choices that lead there, and what is
# asked then.
SECRETS = {"duel": (["draw", "draw", "stop"], "keep ")}


def playable(server, table, choice, tries=40):
    """Turns as the hint says, until somebody can choose this with points left."""
    for _ in range(tries):
        state = server.settled(table)
        legal = [legal["choice"] for legal in state["legal"]]
        if choice in legal and state["scores"][state["turn"]] > 2:
            return state
        server.play(table, 1)
    raise AssertionError(f"{choice} can't be chosen")


@pytest.mark.parametrize("game", SECRETS)
def test_the_others_look_away_once_for_each_draw(visit, server, game):
    """Two people at one screen: nothing is shown before, also after a reload; then the turn goes on."""
    choices_, word = SECRETS[game]
    table = server.open_table(PERSON, PERSON, game=game)
    asked = playable(server, table, choices_[0])
    page = visit(f"/tables/{table}")
    wait_for_turn(page)
    for choice in choices_:
        expect(page.locator("#reveal")).to_be_hidden()
        x, y = page.locator(f'#table [data-choice="{choice}"]').evaluate(POINT_INSIDE)
        page.mouse.click(x, y)
        page.locator("#confirm").click()
        expect(page.locator("#confirm")).to_be_hidden()
    reveal = page.locator("#reveal")
    expect(reveal).to_be_visible()
    expect(page.locator("#status")).to_contain_text(asked["names"][asked["turn"]])
    for _ in range(2):
        expect(choices(page)).to_have_count(0)
        expect(page.locator("#hint")).to_be_hidden()
        page.reload()
        expect(reveal).to_be_visible()
    reveal.click()
    expect(reveal).to_be_hidden()
    page.wait_for_function("() => document.querySelector('#table [data-choice]')")
    assert all(place.startswith(word) for place in places_of(page))
    while not page.locator("#confirm").is_visible():
        expect(reveal).to_be_hidden()
        click_first(page)
    page.evaluate(REMEMBER)
    page.locator("#confirm").click()
    wait_for_change(page)
    expect(reveal).to_be_hidden()
    state = server.state(table)
    assert (state["turn"], state["is_private"]) == (1 - asked["turn"], False)


@pytest.mark.parametrize("game", SECRETS)
def test_a_game_that_hides_choices_is_only_looked_at(visit, server, game):
    """Its record, uploaded: the table says so, and nothing can be pressed; the replay shows it."""
    choices_, _ = SECRETS[game]
    table = server.open_table(PERSON, PERSON, game=game)
    state = playable(server, table, choices_[0])
    for choice in choices_:
        body = {"after": state["last"], "key": secrets.token_hex(8), "choices": [choice]}
        state = server.ask(f"/api/tables/{table}/turns", body)
    text = server.read(f"/api/tables/{table}/record")
    assert "?" in text
    closed = server.ask("/api/records", text)["table"]
    page = visit(f"/tables/{closed}")
    expect(page.locator("#status")).to_contain_text("it can only be looked at")
    for name in ("#hint", "#undo", "#reveal", "#confirm", "#cancel"):
        expect(page.locator(name)).to_be_hidden()
    expect(choices(page)).to_have_count(0)
    page = visit(f"/tables/{closed}/replay")
    expect(page.locator("#offer svg:not(.coming)")).to_be_visible()


def test_keys_are_listed_by_a_question_mark(visit, server):
    page, _ = open_page(visit, server, PERSON, GREEDY)
    page.keyboard.press("?")
    expect(page.locator(".keys")).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator(".keys")).to_be_hidden()


@each_name
def test_a_phone(visit, server, game):
    """Two turns by touch: nothing to scroll sideways, all that can be chosen is in sight."""
    page, table = open_page(visit, server, PERSON, GREEDY, game=game, viewport=PHONE, **TOUCH)
    for _ in range(2):
        wait_for_turn(page)
        while not page.locator("#confirm").is_visible():
            assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]
            click_first(page, is_touch=True)
            expect(page.locator("#status")).to_be_in_viewport()
            assert all(map(in_sight, choices(page).all()))
        box = page.locator("#confirm").bounding_box()
        assert box["height"] >= TARGET
        page.locator("#confirm").tap()
        expect(page.locator("#confirm")).to_be_hidden()
    assert len(server.settled(table)["legal"]) > 0


def in_sight(place):
    box = place.bounding_box()
    return box["y"] > 0 and box["y"] + box["height"] < PHONE["height"] - TARGET


SIZES = """() => [...document.querySelectorAll('#table [data-choice]')].map((place) => {
  const { width, height } = place.getBoundingClientRect();
  return [place.dataset.choice, Math.min(width, height)];
})"""
NARROWEST = """(section) => {
  const places = [...document.querySelectorAll(`${section} [data-choice]`)];
  const side = (place) => Math.min(place.getBoundingClientRect().width, place.getBoundingClientRect().height);
  const least = Math.min(...places.map(side));
  return { count: places.length, least, at: places.findIndex((place) => side(place) === least) };
}"""


@each_kit
def test_fingers_hit_in_every_phase(visit, server, kit):
    """The position of each phase where most can be chosen: what is too small comes nearer when it is tapped.

    The band is equally high in all of them.
    """
    page, heights = visit("/", viewport=TALL_PHONE, **TOUCH), set()
    for phase, position in fullest_positions(kit).items():
        table = server.ask("/api/records", position.record().to_text())["table"]
        page.goto(f"{server.address}/tables/{table}")
        if position.asks_in_private(position.turn):
            page.locator("#reveal").click()
        wait_for_turn(page)
        sizes = page.evaluate(SIZES)
        assert sorted(choice for choice, _ in sizes) == sorted(position.choices()), phase
        for section in ("#offer", "#own"):
            come_nearer(page, section)
        assert page.evaluate("() => document.documentElement.scrollWidth") == TALL_PHONE["width"]
        heights.add(page.locator("#band").bounding_box()["height"])
    assert len(heights) == 1


def come_nearer(page, section):
    """Tap the narrowest place of a drawing: it is large enough then, and can be left again."""
    found = page.evaluate(NARROWEST, section)
    if not found["count"] or found["least"] >= TARGET - 0.5:
        return
    place = page.locator(f"{section} [data-choice]").nth(found["at"])
    page.touchscreen.tap(*place.evaluate(POINT_INSIDE))
    expect(page.locator(f"{section} .near")).to_be_visible()
    box = place.bounding_box()
    assert min(box["width"], box["height"]) >= TARGET - 0.5, place.get_attribute("data-choice")
    page.locator("#status").tap()
    expect(page.locator(".near")).to_have_count(0)
    assert page.evaluate(NARROWEST, section)["least"] == pytest.approx(found["least"], abs=0.1)


def fullest_positions(kit):
    """For each phase in which a seat is asked: where it has most to choose from, in a few games."""
    dice, found = random.Random(kit.name), {}
    for seed in range(2):
        position = kit.fullest.start(seed=seed)
        while not position.over:
            best = found.get(position.phase)
            if best is None or len(position.choices()) > len(best.choices()):
                found[position.phase] = position.copy()
            position.play(kit.choose(position, dice, is_careful=True))
    return found


@each_kit
def test_the_end_is_seen_on_a_phone(visit, server, kit):
    """Whoever plays the last turn finds the result, not an empty table."""
    dice, position = random.Random(kit.name), kit.fullest.start(seed=1)
    while not position.over:
        position.play(kit.choose(position, dice))
    record = position.record()
    count = record.undo_point(list(range(position.game.players)))
    table = server.ask(f"/api/records?count={count}", record.to_text())["table"]
    page = visit(f"/tables/{table}", viewport=TALL_PHONE, **TOUCH)
    wait_for_turn(page)
    click_turn(page)
    wait_for_turn(page)
    expect(page.locator("#winner")).to_be_in_viewport()
    assert page.locator("#winner").bounding_box()["y"] > page.locator("#band").bounding_box()["height"]
    check_sheet(page, server.state(table))
    expect(page.locator("#chart .line")).to_have_count(position.game.players)


def test_a_finished_game_is_reviewed(visit, server):
    """What each turn has lost, as a table and a plot; a turn leads to its place in the replay."""
    dice, kit = random.Random(1), KITS["chocolatier"]
    position = az.Game("chocolatier").start(seed=1)
    while position.round < 5:
        position.play(kit.choose(position, dice, is_careful=True))
    late = position.game.position(position.to_dict())
    while not late.over:
        late.play(kit.choose(late, dice))
    table = server.ask("/api/records", late.record().to_text())["table"]
    page = visit(f"/tables/{table}")
    page.locator("#review").click()
    expect(page.locator("#losses svg")).to_be_visible(timeout=60_000)
    rows = page.locator("#reviewed-turns tbody tr")
    assert rows.count() == len(re.findall(r"^\d+ seat", late.record().to_text(), re.M))
    expect(page.locator("#reviewing")).to_be_empty()
    rows.last.locator("a").click()
    page.wait_for_url("**/replay#*")


def test_invalid_clicks_explain_themselves(visit, server):
    page, _ = open_page(visit, server, PERSON, GREEDY)
    page.locator("#own [data-place=line-3]").click()
    expect(page.locator("#note")).to_have_text("Nothing can be chosen there now.")
    click_turn(page)
    wait_for_turn(page)
    empty = next(
        place
        for place in page.locator("#offer [data-place^=factory]").all()
        if not place.locator("[data-choice]").count()
    )
    empty.click()
    expect(page.locator("#note")).to_have_text("Nothing can be chosen there now.")


def test_after_a_whole_turn_only_that_can_be_played(visit, server):
    """With two people at one screen the next one's places must not be clickable before the turn is played."""
    page, table = open_page(visit, server, PERSON, PERSON)
    while not page.locator("#confirm").is_visible():
        click_first(page)
    assert choices(page).count() == 0
    expect(page.locator("#status")).to_have_text("Play it, or take it back.")
    expect(page.locator("#own svg:not(.coming)")).to_contain_text("Ada 1")
    page.locator("#offer [data-place=centre]").click()
    expect(page.locator("#note")).to_have_text("Play it, or take it back.")
    expect(page.locator("#confirm")).to_be_visible()
    page.locator("#confirm").click()
    expect(page.locator("#own svg:not(.coming)")).to_contain_text("Ada 2")
    assert server.state(table)["turn"] == 1


def test_a_hint(visit, server):
    page, table = open_page(visit, server, PERSON, GREEDY)
    hint = server.ask(f"/api/tables/{table}/hint")
    page.keyboard.press("h")
    chance = f"{100 * hint['worth']:.0f} % chance to win, {hint['simulations']:,} simulations"
    expect(page.locator("#note")).to_have_text(f"{hint['label']} · {chance}")
    assert page.locator(".hinted").get_attribute("data-choice") == hint["choice"]


@each_name
def test_a_hint_rings_the_tiles(visit, server, game):
    """Each tile that would be taken, and not the part of the display around it."""
    page, table = open_page(visit, server, PERSON, GREEDY, game=game)
    choice = server.ask(f"/api/tables/{table}/hint")["choice"]
    page.keyboard.press("h")
    expect(page.locator(".hinted")).to_have_attribute("data-choice", choice)
    meant = page.locator("#offer .meant[data-piece]")
    assert meant.count() >= 1
    assert page.locator(".hinted:not(.meant)").evaluate_all(
        "(places) => places.every((place) => getComputedStyle(place).outlineStyle === 'none')"
    )


def test_a_turn_is_finished_with_one_key_after_it_was_told(visit, server):
    """Whoever has begun a turn can leave the rest, such as a payment, to the page, and still take it back."""
    page, _ = open_page(visit, server, PERSON, GREEDY)
    expect(page.locator("#finish")).to_be_hidden()
    page.keyboard.press("h")
    page.mouse.click(*page.locator(".hinted").evaluate(POINT_INSIDE))
    expect(page.locator("#finish")).to_be_visible()
    page.keyboard.press("f")
    expect(page.locator("#note")).to_contain_text("Finish: ")
    expect(page.locator("#confirm")).to_be_hidden()
    page.keyboard.press("f")
    expect(page.locator("#confirm")).to_be_visible()
    expect(page.locator("#finish")).to_be_hidden()


def test_alternatives(visit, server):
    """After my turn: what else there was, in a table beside the board, by keyboard too."""
    page, table = open_page(visit, server, PERSON, GREEDY)
    expect(page.locator("#look-back")).to_be_hidden()
    click_turn(page)
    wait_for_turn(page)
    expect(page.locator("#look-back")).to_be_visible()
    page.keyboard.press("a")
    rows = page.locator("#turns tbody tr")
    expect(rows.first).to_contain_text("% ")
    assert 1 < rows.count() < 10
    at = server.state(table)["turn_at"]
    found = server.ask(f"/api/tables/{table}/alternatives?at={at}")["alternatives"]
    (played,) = [turn for turn in found if turn["is_played"]]
    expect(page.locator("#turns .played th")).to_have_text(f"Played: {played['words']}")
    expect(page.locator("#turns .played td")).to_contain_text(f"{100 * played['worth']:.0f} %")
    expect(page.locator("#turn-lost")).to_have_text(re.compile(r"^Given away: \d+ % ?\??\??$"))
    expect(page.locator("#alternatives-of")).to_be_focused()
    expect(page.locator("#alternatives-of")).to_have_text("Alternatives of Ada 1")
    page.locator("#alternatives-close").press("Enter")
    expect(page.locator("#alternatives")).to_be_hidden()
    expect(page.locator("#look-back")).to_be_focused()


def test_alternatives_while_replaying(visit, server):
    """Of the turn that is shown; of a bot only when the game is over. Nothing serious is found by axe."""
    table = server.open_table(PERSON, GREEDY)
    server.play(table, 3)
    page = visit(f"/tables/{table}/replay", viewport=TALL_PHONE, locale="pl-PL", bypass_csp=True)
    page.locator("#look-back").click()
    expect(page.locator("#alternatives-of")).to_be_in_viewport()
    expect(page.locator("#alternatives-of")).to_have_text("Inne możliwości: Ada 1")
    expect(page.locator("#turns .played")).to_have_count(1)
    assert serious(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= TALL_PHONE["width"]
    page.locator("#at").fill("0")
    expect(page.locator("#look-back")).to_be_disabled()
    expect(page.locator("#alternatives")).to_be_hidden()


WATCH_THINKING = """() => {
  window.thoughts = [];
  const [table, status] = ["table", "status"].map((id) => document.getElementById(id));
  new MutationObserver(() => {
    if (!table.classList.contains("thinking")) return;
    const mark = getComputedStyle(status, "::after");
    window.thoughts.push([status.textContent, status.getAttribute("aria-live"), mark.animationName]);
  }).observe(table, { attributes: true, attributeFilter: ["class"] });
}"""


@pytest.mark.parametrize(("wish", "motion"), [("reduce", "none"), ("no-preference", "breathe")])
def test_thinking_shows(visit, server, wish, motion):
    """Who is thinking, calmly; whoever listens hears of it only if it takes long."""
    page, _ = open_page(visit, server, PERSON, "master", reduced_motion=wish, speed="fast")
    page.evaluate(WATCH_THINKING)
    click_turn(page)
    wait_for_turn(page)
    assert page.evaluate("() => window.thoughts[0]") == ["Bot 2 is thinking…", "off", motion]
    expect(page.locator(".thinking")).to_have_count(0)
    assert page.locator("#status").get_attribute("aria-live") == "polite"


def test_strength_is_shown_with_the_bot_that_is_picked(visit):
    page = visit("/")
    seat = setting(page).locator("[data-seat='2']")
    select, told = seat.locator("select"), seat.locator(".strength")
    expect(select).to_have_value("medium")
    select.select_option("master")
    expect(told).to_have_text("Beats nearly everybody.")
    select.select_option("person")
    expect(told).to_have_text("")


def test_pointing_at_a_place_says_what_it_does(visit, server):
    page, _ = open_page(visit, server, PERSON, GREEDY)
    place = choices(page).first
    x, y = place.evaluate(POINT_INSIDE)
    page.mouse.move(x, y)
    expect(page.locator("#aim")).to_have_text(place.get_attribute("aria-label"))
    expect(page.locator("#aim")).to_be_visible()
    assert page.locator("#aim").bounding_box()["height"] > 15
    page.mouse.move(5, 5)
    page.keyboard.press("ArrowDown")
    label = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    expect(page.locator("#aim")).to_have_text(label)


def test_others_are_heard_of(visit, server):
    """What a bot did is said in the live region and in the history."""
    page, _ = open_page(visit, server, PERSON, GREEDY)
    click_turn(page)
    wait_for_turn(page)
    expect(page.locator("#note")).to_contain_text("Bot 2 takes")
    assert page.locator("#note").get_attribute("aria-live") == "polite"
    expect(page.locator("#history")).to_contain_text("Bot 2 takes")
    expect(page.locator("#history")).to_contain_text("Ada 1 takes")


# ------------------------------------------------------------------------------------------------
# Taking back


def test_undo_of_a_draft(visit, server):
    page, table = open_page(visit, server, PERSON, GREEDY)
    last = server.state(table)["last"]
    question = page.locator("#status").inner_text()
    legal = choices(page).count()
    for take_back in (lambda: page.keyboard.press("Escape"), lambda: page.locator("#cancel").click()):
        click_first(page)
        expect(page.locator("#status")).not_to_have_text(question)
        take_back()
        expect(page.locator("#status")).to_have_text(question)
        expect(choices(page)).to_have_count(legal)
        expect(page.locator("#cancel")).to_be_hidden()
    assert server.state(table)["last"] == last


def test_undo_of_a_turn(visit, server):
    page, table = open_page(visit, server, PERSON, PERSON)
    before = server.state(table)["legal"]
    expect(page.locator("#undo")).to_be_disabled()
    history = page.locator("#history li").all_inner_texts()
    click_turn(page)
    expect(page.locator("#own svg:not(.coming)")).to_contain_text("Ada 2")
    assert len(page.locator("#history li").all_inner_texts()) > len(history)
    page.locator("#undo").click()
    expect(page.locator("#own svg:not(.coming)")).to_contain_text("Ada 1")
    assert server.state(table)["legal"] == before
    assert page.locator("#history li").all_inner_texts() == history
    expect(page.locator("#undo")).to_be_disabled()
    page.keyboard.press("u")  # nothing is asked of the server


def test_a_reload_keeps_the_draft(visit, server):
    page, _ = open_page(visit, server, PERSON, GREEDY)
    click_first(page)
    status = page.locator("#status").inner_text()
    places = [place.get_attribute("data-choice") for place in choices(page).all()]
    page.reload()
    expect(page.locator("#status")).to_have_text(status)
    expect(page.locator("#cancel")).to_be_visible()
    assert [place.get_attribute("data-choice") for place in choices(page).all()] == places


# ------------------------------------------------------------------------------------------------
# Pages


def test_polish(visit, server):
    """By a link, on every page, and remembered."""
    page, table = open_page(visit, server, PERSON, GREEDY)
    page.get_by_role("link", name="polski").click()
    page.wait_for_url(f"**/tables/{table}")
    for _ in range(2):
        wait_for_turn(page)
        assert page.locator("html").get_attribute("lang") == "pl"
        question = server.ask(f"/api/tables/{table}?after=1000000&language=pl")["question"]
        expect(page.locator("#status")).to_have_text(question)
        expect(page.locator("#undo")).not_to_have_text("Undo")
        assert "take" not in choices(page).first.get_attribute("aria-label").lower()
        page.reload()
    page.goto(server.address)
    expect(page.locator("h1")).to_contain_text("Cztery gry")
    page.get_by_role("link", name="English").click()
    expect(page.locator("h1")).to_contain_text("Four games")


def test_polish_from_the_browser(visit):
    page = visit("/", locale="pl-PL")
    assert page.locator("html").get_attribute("lang") == "pl"


@each_name
def test_opening_a_full_table(visit, server, game):
    """The form of the start page: several people and bots, names, variants."""
    facts = games.GAMES[game]
    most = facts.players[1]
    page = visit("/")
    expect(page.locator(f"#game-{game}")).to_have_text(facts.title)
    card = setting(page, game)
    card.locator("[name=first]").select_option("seat-1")
    for seat in range(3, most + 1):
        card.locator(f"[name=player-{seat}]").select_option(GREEDY if seat == 3 else PERSON)
    card.locator("[name=name-1]").fill("Zoë <b>")
    for option in facts.options:
        card.locator(f"[name=option-{option.name}]").select_option(option.values[-1])
    card.locator("[type=submit]").click()
    page.wait_for_url("**/tables/*")
    wait_for_turn(page)
    table = page.url.rpartition("/")[2]
    state = server.settled(table)
    assert state["names"][0] == "Zoë <b>"
    assert len(state["names"]) == most
    expect(page.locator("#scores")).to_contain_text("Zoë <b>")
    options = {option.name: option.values[-1] for option in facts.options}
    record = az.Record.from_text(server.read(f"/api/tables/{table}/record"))
    assert record.game == az.Game(game, most, first="seat-1", **options)


def test_the_start_page_on_a_phone(visit):
    """All games with all that can be chosen: nothing to scroll sideways, and large enough for a finger."""
    page = visit("/", viewport=PHONE, **TOUCH)
    expect(page.locator(".window")).to_have_count(len(GAMES))
    for game in GAMES:
        setting(page, game)
        assert page.evaluate("() => document.documentElement.scrollWidth") == PHONE["width"]
    for place in page.locator(
        "main :is(button, a, select, input:not([type=checkbox], [type=file]), .check, summary)"
    ).all():
        assert not place.is_visible() or place.bounding_box()["height"] >= TARGET


@each_name
def test_everything_at_one_glance(visit, server, game):
    """A full table at a desk: nothing to scroll, all boards complete."""
    most = games.GAMES[game].players[1]
    page, _ = open_page(visit, server, PERSON, *[GREEDY] * (most - 1), game=game, turns=6)
    width, height = page.evaluate(
        "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    assert width <= DESK["width"]
    assert height <= DESK["height"]
    boards = page.locator(":is(#own, #others, #offer) svg:not(.coming)").all()
    assert len(boards) == most + 1
    for board in boards:
        box = board.bounding_box()
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= DESK["width"]
        assert box["y"] + box["height"] <= DESK["height"]
        assert min(box["width"], box["height"]) > 180  # others are legible; a click enlarges them
    assert page.locator("#own svg:not(.coming)").last.bounding_box()["width"] > 320
    page.locator("#settings summary").click()
    assert page.evaluate("() => document.documentElement.scrollHeight") <= DESK["height"]


def test_nothing_jumps(visit, server):
    """Choosing, playing and the bot's turn leave offer and own board where they are."""
    page, _ = open_page(visit, server, PERSON, GREEDY)

    def spots():
        return [page.locator(where).bounding_box() for where in ("#offer", "#own", "#confirm", "#hint")]

    before = spots()
    click_first(page)
    assert spots() == before
    click_turn(page)
    wait_for_turn(page)
    assert spots() == before


@each_name
def test_a_table_page_is_small(visit, server, game):
    """Everything that a table page loads, in the middle of a game with all seats taken."""
    table = server.open_table(PERSON, *[GREEDY] * (games.GAMES[game].players[1] - 1), game=game)
    server.play(table, 12)
    page = visit()
    sizes = {}

    def weigh(request):
        if "/events" not in request.url:
            sizes[request.url] = request.sizes()["responseBodySize"]  # as it was sent, packed

    page.on("requestfinished", weigh)
    page.goto(f"{server.address}/tables/{table}")
    wait_for_turn(page)
    page.wait_for_timeout(200)
    assert any("style.css" in url for url in sizes)
    assert any("/api/tables/" in url for url in sizes)
    assert sum(sizes.values()) < PAGE_SIZE, sizes


@pytest.mark.glance
def test_no_page_complains(visit, server):
    """Nothing in the console, nothing that the content security policy forbids, on any page and setting."""
    table = server.open_table(PERSON, GREEDY)
    page = visit("/")
    about = [path for game in GAMES for path in (f"/rules/{game}", f"/learn/{game}?step=3&theme=dark")]
    looked_at = ("/", *about[:2], "/api", f"/tables/{table}/replay", f"/tables/{table}")
    for path in ("/", *about, "/api", f"/tables/{table}/replay", f"/tables/{table}"):
        page.goto(server.address + path)
        for theme in ("dark", "contrast", "light") if path in looked_at else ():
            page.locator("#theme").select_option(theme)
            assert page.locator("html").get_attribute("data-theme") == theme
    wait_for_turn(page)
    page.locator("#settings summary").click()
    page.locator("#letters").check()
    page.locator("#speed").select_option("fast")
    page.reload()
    wait_for_turn(page)
    page.locator("#settings summary").click()
    expect(page.locator("#letters")).to_be_checked()
    expect(page.locator("#speed")).to_have_value("fast")


def test_the_policy_is_watched(chromium, server):
    """Would the tests notice a style that the policy forbids?"""
    page = chromium.new_page()
    seen = []
    page.on("console", lambda message: seen.append(message.text))
    page.goto(server.address)
    page.evaluate("() => document.body.setAttribute('style', 'color: red')")
    page.close()
    assert any("Content Security Policy" in text for text in seen)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(visit, server, theme):
    page = visit("/", color_scheme=theme, bypass_csp=True)
    paths = ["/", "/api", f"/rules/{GAMES[0]}", f"/learn/{GAMES[-1]}"]
    for game in GAMES if theme == "light" else GAMES[:1]:
        table = server.open_table(PERSON, *[GREEDY] * (games.GAMES[game].players[1] - 1), game=game)
        server.play(table, 3)
        paths.append(f"/tables/{table}")
    over = server.open_table(PERSON, PERSON)
    server.play(over, 1000)
    for path in (*paths, f"/tables/{over}", f"/tables/{over}/replay", "/rules/none"):
        if path == "/rules/none":
            visit.forgiven.add(
                "Failed to load resource: the server responded with a status of 404 (Not Found)"
            )
        page.goto(server.address + path)
        assert page.locator("html").get_attribute("data-theme") == theme
        for summary in page.locator("summary:visible").all():
            summary.click()
        if path.startswith("/tables"):
            expect(page.locator("#own svg:not(.coming)")).to_be_visible()
        assert serious(page) == [], path
    phone = visit(f"/tables/{table}", color_scheme=theme, bypass_csp=True, viewport=PHONE, has_touch=True)
    wait_for_turn(phone)
    assert serious(phone) == []


def test_only_what_has_changed_is_sent_and_drawn(visit, server):
    """The page names the drawings that it holds; what is the same stays where it is, through a whole turn."""
    page, _ = open_page(visit, server, PERSON, PERSON)
    answers = []
    page.on(
        "response",
        lambda response: "/api/" in response.url and answers.append((response.url, response.json())),
    )
    page.evaluate(MARK_DRAWINGS)
    click_turn(page)
    expect(page.locator("#own svg:not(.coming)")).to_contain_text("Ada 2")
    previews = [answer for url, answer in answers if "/preview" in url]
    assert previews
    for url, answer in answers:
        assert "have=" in url
        assert "defs" in answer["versions"]
        assert "defs" not in answer["parts"]
    assert all(len(answer["parts"]) < len(answer["versions"]) for answer in previews)
    assert page.evaluate("() => document.querySelector('#defs svg').isMarked")
    answers.clear()
    click_first(page)
    page.locator("#cancel").click()
    expect(page.locator("#cancel")).to_be_hidden()
    assert len(answers) == 1  # what was there before is drawn without asking


MARK_DRAWINGS = "() => document.querySelectorAll('svg').forEach((svg) => { svg.isMarked = true; })"


@each_name
def test_drawings_put_together_are_whole(visit, server, game):
    """After turns of all kinds the page shows the same as one that is loaded anew."""
    page, _ = open_page(visit, server, PERSON, PERSON, game=game)
    for _ in range(3):
        click_turn(page)
        wait_for_turn(page)
    kept = [page.locator(f"#{part}").inner_html() for part in ("defs", "offer", "own", "others")]
    page.reload()
    wait_for_turn(page)
    assert [page.locator(f"#{part}").inner_html() for part in ("defs", "offer", "own", "others")] == kept


# ------------------------------------------------------------------------------------------------
# Following


def shown_last(page):
    """What a page shows of the last turn, and the scores."""
    return page.locator("#history li").last.inner_text(), page.locator("#scores").inner_text()


def test_eight_tabs(visit, server):
    """All show the same after a turn, and none keeps the others from asking."""
    table = server.open_table(PERSON, PERSON)
    first = visit(f"/tables/{table}")
    tabs = [first, *(visit(f"/tables/{table}", first.context) for _ in range(7))]
    for tab in tabs:
        wait_for_turn(tab)
    click_turn(tabs[3])
    expect(tabs[3].locator("#own svg:not(.coming)")).to_contain_text("Ada 2")
    for tab in tabs:
        expect(tab.locator("#own svg:not(.coming)")).to_contain_text("Ada 2")
    assert len(set(map(shown_last, tabs))) == 1
    first.close()  # it held the stream: another one takes over
    click_turn(tabs[5])
    for tab in tabs[1:]:
        expect(tab.locator("#own svg:not(.coming)")).to_contain_text("Ada 1")
    assert visit("/", tabs[1].context).locator("h1").is_visible()


COUNT_STREAMS = """
window.streams = new Set();
window.EventSource = class extends EventSource {
  constructor(url) { super(url); window.streams.add(this); }
  close() { super.close(); window.streams.delete(this); }
};
"""


def test_hidden_tabs_let_go(visit, server, chromium):
    """A hidden tab holds no stream, and catches up when it is seen again."""
    table = server.open_table(PERSON, PERSON)
    page = visit()
    page.add_init_script(COUNT_STREAMS)
    page.goto(f"{server.address}/tables/{table}")
    wait_for_turn(page)
    page.wait_for_function("() => window.streams.size === 1")
    page.evaluate(HIDE, True)
    page.wait_for_function("() => window.streams.size === 0")
    server.play(table, 1)
    page.wait_for_timeout(300)
    expect(page.locator("#own svg:not(.coming)")).to_contain_text("Ada 1")
    page.evaluate(HIDE, False)
    page.wait_for_function("() => window.streams.size === 1")
    expect(page.locator("#own svg:not(.coming)")).to_contain_text("Ada 2")


LEAVE, COME_BACK = (
    f"() => dispatchEvent(new PageTransitionEvent('{name}', {{ persisted: true }}))"
    for name in ("pagehide", "pageshow")
)


def test_a_page_that_was_kept_asks_before_it_shows(visit, server):
    """Back to a page that the browser has kept: it looks old until the server has answered."""
    table = server.open_table(PERSON, PERSON)
    page = visit(f"/tables/{table}")
    wait_for_turn(page)
    expect(page.locator("#table")).to_have_attribute("aria-busy", "false")
    page.evaluate(LEAVE)
    server.play(table, 1)
    held = []
    page.route(re.compile(r"/api/tables/[\w-]+\?"), lambda route: held.append(route))
    page.evaluate(COME_BACK)
    page.wait_for_function("() => document.querySelector('.stale')")
    expect(page.locator("#status")).to_have_text("…")
    expect(page.locator("#table")).to_have_attribute("aria-busy", "true")
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(page.locator("#own svg:not(.coming)")).to_contain_text("Ada 2")
    expect(page.locator(".stale")).to_have_count(0)
    expect(page.locator("#table")).to_have_attribute("aria-busy", "false")
    expect(page.locator("#status")).not_to_have_text("…")


NOTE_RETURN = """
addEventListener("pageshow", ({ persisted }) => {
  const [table, status] = ["table", "status"].map((id) => document.getElementById(id));
  if (persisted) window.returned = [table.getAttribute("aria-busy"), status.textContent];
});
"""


def test_a_page_that_chromium_keeps(chromium, server):
    """The same with the browser's own cache of pages, which is off in all other tests."""
    keeping = chromium.browser_type.launch(
        executable_path=driver.CHROMIUM,
        args=driver.ARGUMENTS,
        ignore_default_args=["--disable-back-forward-cache"],
    )
    context = keeping.new_context(viewport=DESK)
    server.share_with(context)
    table = server.open_table(PERSON, PERSON)
    page = context.new_page()
    page.add_init_script(NOTE_RETURN)
    page.goto(f"{server.address}/tables/{table}")
    wait_for_turn(page)
    page.goto(f"{server.address}/rules/{GAMES[0]}")
    server.play(table, 1)
    page.evaluate("() => { setTimeout(() => history.back(), 50); }")
    expect(page.locator("#own svg:not(.coming)")).to_contain_text("Ada 2")
    assert page.evaluate("() => window.returned") == ["true", "…"]
    server.sharing.clear()
    keeping.close()


def test_back_to_a_table(visit, server):
    """Somebody looks at another page meanwhile: the table is asked for anew, and so is a replay."""
    table = server.open_table(PERSON, PERSON)
    page = visit(f"/tables/{table}")
    wait_for_turn(page)
    page.goto(f"{server.address}/tables/{table}/replay")
    expect(page.locator("#own svg:not(.coming)")).to_contain_text("Ada 1")
    expect(page.locator("#count")).to_have_text("0 / 0")
    server.play(table, 1)
    page.go_back()
    expect(page.locator("#own svg:not(.coming)")).to_contain_text("Ada 2")
    page.go_forward()
    expect(page.locator("#count")).to_have_text(re.compile("/ 1$"))


def test_the_server_goes_and_comes_back(visit, server):
    """The page says so, catches up by itself, and what was wanted meanwhile can be played."""
    visit.forgiven.update(
        {
            "Failed to load resource: net::ERR_CONNECTION_REFUSED",
            "Failed to load resource: net::ERR_INCOMPLETE_CHUNKED_ENCODING",
            "Failed to load resource: net::ERR_EMPTY_RESPONSE",
            "Failed to load resource: net::ERR_CONNECTION_RESET",
        }
    )
    page, table = open_page(visit, server, PERSON, PERSON)
    while not page.locator("#confirm").is_visible():
        click_first(page)
    with away(server):
        expect(page.locator("#note")).to_contain_text("doesn't answer")
        page.locator("#confirm").click()
        expect(page.locator("#confirm")).to_be_visible()
    expect(page.locator("#note")).not_to_contain_text("doesn't answer")
    page.locator("#confirm").click()
    expect(page.locator("#own svg:not(.coming)")).to_contain_text("Ada 2")
    server.play(table, 1)
    expect(page.locator("#own svg:not(.coming)")).to_contain_text("Ada 1")
