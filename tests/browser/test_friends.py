"""Friends at several screens: links, whose turn it is, lost connections, bots, consent, the lobby."""

import json
import random
import re
import secrets
import time

import pytest
from playwright.sync_api import expect
from tests.browser import driver
from tests.browser.driver import (
    HIDE,
    NAMES,
    TALL_PHONE,
    TARGET,
    TOUCH,
    apart,
    away,
    click_turn,
    each_name,
    open_table,
    serious,
    setting,
    sit_down,
    wait_for_turn,
)

PATIENCE = 20  # seconds
LOST = {
    f"Failed to load resource: net::ERR_{what}"
    for what in (
        "CONNECTION_REFUSED",
        "CONNECTION_RESET",
        "EMPTY_RESPONSE",
        "INCOMPLETE_CHUNKED_ENCODING",
        "INTERNET_DISCONNECTED",
        "NETWORK_CHANGED",
    )
}
FORBIDDEN = "Failed to load resource: the server responded with a status of 403 (Forbidden)"
UNPROCESSABLE = "Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)"


@pytest.fixture
def visit(visit):
    """Opens pages; each is in a browser of its own, which holds no seat but those that its links open."""
    return apart(visit)


def ask(page, path="", body=None, **params):
    """What the page's browser is answered, with its cookies, without going through the page."""
    address, _, seat = page.url.partition("?")
    url = address.replace("/tables/", "/api/tables/") + path
    params = {"draw": "false", **params} | ({"seat": seat[-1]} if seat else {})
    request, wishes = page.context.request, {"params": params, "timeout": 3000 * PATIENCE}
    answer = request.get(url, **wishes) if body is None else request.post(url, data=body, **wishes)
    assert answer.ok, answer.text()
    return answer.json()


def play(page, state):
    """A turn of whoever sits at this page, as the search has it."""
    turn = ask(page, "/hint", simulations=1)["turn"]
    body = {"after": state["last"], "key": secrets.token_hex(8), "choices": turn}
    return ask(page, "/turns", body)


def shown(page):
    """What is the same for all at a table."""
    scores = page.locator("#scores b").all_inner_texts() or page.locator("#sheet tfoot td").all_inner_texts()
    return tuple(scores), page.locator("#history li").last.inner_text()


def check_in_step(pages):
    """Do all pages come to show the same?"""
    until = time.monotonic() + PATIENCE
    while len(found := {shown(page) for page in pages}) > 1:
        assert time.monotonic() < until, found
        pages[0].wait_for_timeout(50)


# ------------------------------------------------------------------------------------------------
# Playing


LEFT, BACK = 6, 100  # turns: in between nobody looks at a page, and all that is played reaches them later


@each_name
def test_a_whole_game(visit, server, game):
    """Two friends and somebody who watches; a reload, a lost connection and a restart on the way."""
    visit.forgiven.update(LOST)
    table, links = open_table(server, game)
    players = sit_down(visit, links)
    watcher = visit(f"/tables/{table}")
    pages = [*players, watcher]
    happens = {1: by_hand, 2: by_hand, 3: after_a_reload, 4: without_a_connection, 5: over_a_restart}
    state, turns = ask(watcher), 0
    while not state["over"]:
        page, other = players[state["turn"]], players[1 - state["turn"]]
        if turns in happens:
            happens[turns](server, page, other, state)
            check_in_step(pages)
            state = ask(watcher)
        else:
            state = play(page, state)
        turns += 1
        if turns in (LEFT, BACK):
            look(pages, turns == BACK)
    assert turns > max(happens)
    look(pages, True)
    for page in pages:
        expect(page.locator("#winner")).to_contain_text(NAMES[state["winners"][0]])
    check_in_step(pages)
    expect(watcher.locator("#share input")).to_have_value(f"{server.address}/games/{table}")
    play_again(players, table)


def play_again(players, table):
    """Whoever wants to opens a table, and the other one finds the way there."""
    ada, bo = players
    expect(bo.locator("#next")).to_be_hidden()
    ada.locator("#rematch").click()
    ada.wait_for_url(lambda url: table not in url)
    expect(ada.locator("#scores li").nth(1)).to_contain_text("not here yet")
    expect(bo.locator("#next")).to_be_visible()
    expect(bo).to_have_title(re.compile("^● "))
    bo.locator("#rematch").click()
    bo.wait_for_url(lambda url: table not in url)
    bo.wait_for_selector("#own svg:not(.coming)")
    expect(bo.locator("#scores li").nth(1)).to_contain_text("you")
    expect(ada.locator("#scores li").nth(1)).to_contain_text("here")
    check_in_step(players)


@pytest.mark.long
@each_name
def test_a_whole_game_by_hand(visit, server, game):
    """Every turn is clicked, in one of two browsers, and seen in both and in a third one that watches."""
    table, links = open_table(server, game)
    players = sit_down(visit, links)
    pages = [*players, visit(f"/tables/{table}")]
    dice, turns = random.Random(game), 0
    while not (state := ask(pages[-1]))["over"]:
        page = players[state["turn"]]
        assert wait_for_turn(page)
        click_turn(page, dice)
        check_in_step(pages)
        turns += 1
    assert turns > LEFT
    for page in pages:
        expect(page.locator("#winner")).to_contain_text(NAMES[state["winners"][0]])


def look(pages, is_seen):
    for page in pages:
        page.evaluate(HIDE, not is_seen)


def by_hand(server, page, other, state):
    assert wait_for_turn(page)
    click_turn(page)


def after_a_reload(server, page, other, state):
    page.reload()
    by_hand(server, page, other, state)


def without_a_connection(server, page, other, state):
    """Whoever is away meanwhile finds out alone what has happened."""
    other.context.set_offline(True)
    expect(other.locator("#note")).to_contain_text("doesn't answer")
    play(page, state)
    other.context.set_offline(False)


def over_a_restart(server, page, other, state):
    with away(server):
        expect(other.locator("#note")).to_contain_text("doesn't answer")
    expect(other.locator("#note")).not_to_contain_text("doesn't answer")
    play(page, ask(page))


def test_a_page_asks_again_when_tables_can_not_be_read(visit, server):
    """As when the database is away: whoever was told of something new asks until it is there."""
    visit.forgiven.add(
        "Failed to load resource: the server responded with a status of 503 (Service Unavailable)"
    )
    _, links = open_table(server)
    ada, bo = sit_down(visit, links)
    refused = []

    def answer(route):
        if len(refused) == 2:
            route.continue_()
            return
        refused.append(route.request.url)
        route.fulfill(status=503, json={"error": "not now"})

    bo.route(re.compile(r"/api/tables/[^/?]+\?after="), answer)
    play(ada, ask(ada))
    expect(bo.locator("#note")).to_contain_text("not now")
    assert wait_for_turn(bo)
    check_in_step([ada, bo])
    assert len(refused) == 2


def icon(page):
    return page.locator("#icon").get_attribute("href").rpartition("/")[2]


def test_whose_turn_it_is(visit, server):
    """In words, title and icon, also in a tab that isn't seen; a spectator can do nothing."""
    table, links = open_table(server)
    ada = visit(links[0])
    watcher = visit(f"/tables/{table}")
    wait_for_turn(ada)
    expect(ada).to_have_title(re.compile("^● "))
    assert icon(ada) == "icon-turn.svg"
    click_turn(ada)
    expect(ada.locator("#status")).to_have_text("Bo's turn. Bo isn't here yet.")
    expect(ada).to_have_title(re.compile("^[^●]"))
    assert icon(ada) == "icon.svg"
    expect(watcher.locator("#status")).to_have_text("You are watching. Bo's turn. Bo isn't here yet.")
    assert watcher.locator("[data-choice]").count() == 0
    for name in ("#undo", "#hint", "#confirm", "#look-back"):
        expect(watcher.locator(name)).to_be_hidden()
    bo = visit(links[1])
    expect(ada.locator("#status")).to_have_text("Bo's turn.")
    expect(ada.locator("#scores li").nth(1)).to_contain_text("● here")
    expect(ada.locator("#scores li").nth(0)).to_contain_text("● you")
    expect(bo.locator("#watching")).to_have_text("1 watching")
    bo.close()
    expect(ada.locator("#status")).to_have_text("Bo's turn. Bo is away.")
    expect(ada.locator("#scores li").nth(1)).to_contain_text("○ away")
    watcher.close()
    expect(ada.locator("#watching")).to_be_hidden()


def test_a_hidden_tab_says_whose_turn_it_is(visit, server):
    _, links = open_table(server)
    ada, bo = sit_down(visit, links)
    bo.clock.install()
    bo.reload()
    bo.wait_for_selector("#own svg:not(.coming)")
    bo.evaluate(HIDE, True)
    expect(ada.locator("#scores li").nth(1)).to_contain_text("○ away")
    play(ada, ask(ada))
    expect(bo).to_have_title(re.compile("^[^●]"))
    bo.clock.fast_forward(26_000)
    expect(bo).to_have_title(re.compile("^● "))
    assert icon(bo) == "icon-turn.svg"


# ------------------------------------------------------------------------------------------------
# Seats


@pytest.mark.glance
def test_a_link_is_exchanged_once(visit, server):
    """The secret is in no address that is asked for, nor in the page's; a renewed link opens nothing."""
    visit.forgiven.add(FORBIDDEN)
    _, links = open_table(server)
    secret = links[1].rpartition(".")[2]
    bo = visit("/")
    asked = []
    bo.on("request", lambda request: asked.append(request.url))
    bo.goto(server.address + links[1])
    bo.wait_for_url("**?seat=1")
    bo.wait_for_selector("#own svg:not(.coming)")
    assert not any(secret in url for url in [*asked[1:], bo.url])
    at_work = visit(links[1])
    at_work.wait_for_selector("#own svg:not(.coming)")
    bo.locator("#seating summary").click()
    bo.locator("[value=renew]").click()
    made = bo.locator(".made input")
    expect(made).to_be_focused()
    link = made.input_value()
    expect(at_work.locator("#note")).to_contain_text("this seat is not yours")
    expect(at_work.locator("#status")).to_contain_text("You are watching.")
    assert "seat" not in at_work.url
    at_work.goto("about:blank")
    at_work.goto(server.address + links[1])
    expect(at_work.locator("#note")).to_contain_text("This link opens no seat any more")
    expect(at_work.locator("#status")).to_contain_text("You are watching.")
    at_work.goto(link)
    expect(at_work.locator("#scores li").nth(1)).to_contain_text("you")
    expect(bo.locator("#scores li").nth(1)).to_contain_text("you")
    bo.locator("[value=token]").click()
    expect(made).not_to_have_value(link)


def test_a_link_that_was_cut_off_says_so(visit, server):
    """Wherever it was cut; and what leads within the page leaves it as it is."""
    visit.forgiven.add(UNPROCESSABLE)
    visit.forgiven.add(FORBIDDEN)
    table, links = open_table(server)
    for kept in (links[1][:-5], f"/tables/{table}#1.", f"/tables/{table}#1"):
        page = visit(kept)
        expect(page.locator("#note")).to_contain_text("or it is not complete")
        expect(page.locator("#status")).to_contain_text("You are watching.")
    page.evaluate("() => (window.isSame = true)")
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    page.wait_for_timeout(300)
    assert page.evaluate("() => window.isSame")


def test_a_seat_is_lent_to_a_bot(visit, server):
    """It plays until the seat is taken back; names can be changed, and the story tells them."""
    _, links = open_table(server)
    ada, bo = sit_down(visit, links)
    bo.locator("#seating summary").click()
    bo.locator("[name=bot]").select_option("easy")
    bo.locator("[value=hand]").click()
    expect(ada.locator("#scores li").nth(1)).to_contain_text("bot Pipo for now")
    expect(bo.locator("#lent")).to_contain_text("A bot plays for Bo.")
    for _ in range(2):
        wait_for_turn(ada)
        click_turn(ada)
    wait_for_turn(ada)
    bo.locator("#lent button").click()
    expect(bo.locator("#lent")).to_be_hidden()
    expect(ada.locator("#scores li").nth(1)).to_contain_text("here")
    ada.locator("#seating summary").click()
    ada.locator("[name=name]").fill("Adela")
    ada.locator("[name=name]").press("Enter")
    expect(bo.locator("#scores")).to_contain_text("Adela")
    expect(bo.locator("#history")).to_contain_text("Adela takes")
    expect(bo.locator("#history")).not_to_contain_text("Ada takes")
    click_turn(ada)
    wait_for_turn(bo)
    click_turn(bo)


def test_a_draft_outlives_what_is_no_move(visit, server):
    """Somebody comes, somebody has a new name: a turn that was begun stays as it is."""
    _, links = open_table(server)
    ada = visit(links[0])
    wait_for_turn(ada)
    driver.click_first(ada)
    status = ada.locator("#status").inner_text()
    (bo,) = sit_down(visit, links[1:])
    ask(bo, "/seats/1/name", {"name": "Bohdan"})
    expect(ada.locator("#scores")).to_contain_text("Bohdan")
    expect(ada.locator("#cancel")).to_be_visible()
    expect(ada.locator("#status")).to_have_text(status)
    click_turn(ada)
    wait_for_turn(bo)


def test_taking_back_by_consent(visit, server):
    """Whoever has played since is asked, beside the board, by mouse or keyboard, and may refuse."""
    _, links = open_table(server)
    ada, bo = sit_down(visit, links)
    told = ada.locator("#history li").count()
    state = play(ada, ask(ada))
    play(bo, state)
    wait_for_turn(ada)
    focus = "() => document.activeElement.id"
    focused = bo.evaluate(focus)
    ada.locator("#undo").click()
    expect(ada.locator("#wish-says")).to_contain_text("Still to agree: Bo")
    expect(ada.locator("#agree")).to_be_hidden()
    expect(bo.locator("#wish-says")).to_contain_text("Ada would like to take a turn back")
    assert bo.evaluate(focus) == focused
    bo.locator("#refuse").click()
    expect(ada.locator("#wish")).to_be_hidden()
    expect(ada.locator("#undo")).to_be_visible()
    ada.locator("#undo").click()
    expect(bo.locator("#agree")).to_be_visible()
    bo.locator("#agree").press("Enter")
    expect(ada.locator("#history li")).to_have_count(told)
    expect(bo.locator("#history li")).to_have_count(told)
    expect(bo.locator("#wish")).to_be_hidden()
    expect(bo.locator("#note")).to_have_text("Ada took the turn back.")
    expect(ada.locator("#note")).to_have_text("")
    check_in_step([ada, bo])
    wait_for_turn(ada)
    click_turn(ada)


def test_a_clock(visit, server):
    """It counts down here and there, and where it ends a bot plays on."""
    clock = {"kind": "live", "seconds": 10, "bot": "easy"}
    _, links = open_table(server, clock=clock)
    ada, bo = sit_down(visit, links)
    ada.reload()  # who came is said last before
    expect(ada.locator("#note")).to_have_text(re.compile(r"0:\d\d left!"))
    timer = bo.locator("#scores [role=timer]").first
    expect(timer).to_have_class(re.compile("runs"))
    expect(bo.locator("#scores [role=timer]").last).to_have_text("0:10")
    expect(timer).to_have_text(re.compile("0:0[0-7]"))
    expect(bo.locator("#time")).to_have_text(re.compile(r"0:0\d"))
    expect(ada.locator("#lent")).to_contain_text("Time ran out: a bot plays for Ada.")
    expect(bo.locator("#scores li").first).to_contain_text("bot Pipo: time ran out")
    expect(bo.locator("#notes")).to_contain_text("Ada ran out of time; bot Pipo plays on.")
    assert wait_for_turn(bo)
    ada.locator("#lent button").click()
    expect(bo.locator("#scores li").first).to_contain_text("here")


# ------------------------------------------------------------------------------------------------
# Opening and finding


def test_from_the_start_page_to_a_friend(visit, server):
    """Links are there to copy until they are used; the lobby lists the table; my tables are mine alone."""
    ada = visit("/", permissions=["clipboard-read", "clipboard-write"])
    card = setting(ada)
    card.locator("[name=name-1]").fill("Ada")
    for seat, name in ((2, "Bo"), (3, "Cy")):
        card.locator(f"[name=player-{seat}]").select_option("friend")
        card.locator(f"[name=name-{seat}]").fill(name)
    card.locator("[name=clock]").select_option("days")
    card.locator("[name=days]").fill("3")
    card.locator("[name=public]").check()
    card.locator("[type=submit]").click()
    invited = ada.locator("#invite .pass-on")
    expect(invited).to_have_count(2)
    expect(invited.first).to_contain_text("Link for Bo")
    expect(ada.locator("#scores [role=timer]").first).to_have_text("3 days 0 hr")
    invited.first.locator("button").first.click()
    link = ada.evaluate("() => navigator.clipboard.readText()")
    table = re.fullmatch(rf"{server.address}/tables/([\w-]+)#1\.[\w-]{{32}}", link)[1]
    ada.reload()
    expect(invited).to_have_count(2)
    bo = visit(link.removeprefix(server.address))
    expect(bo).to_have_url(f"{server.address}/tables/{table}?seat=1")
    expect(invited).to_have_count(1)
    cy = visit("/lobby")
    cy.locator("#name").fill("Cyryl")
    cy.get_by_role("button", name=re.compile("with Ada, Bo; free seats: 1")).click()
    cy.wait_for_url(f"**/tables/{table}?seat=2")
    expect(ada.locator("#invite")).to_be_hidden()
    expect(ada.locator("#scores")).to_contain_text("Cyryl")
    assert ada.evaluate("() => Object.keys(localStorage).filter((key) => key.startsWith('links'))") == []
    di = visit("/lobby")
    expect(di.locator("#lobby li")).to_have_count(1)
    expect(di.locator("#lobby button")).to_have_count(0)
    di.get_by_role("link", name=re.compile("^Watch")).click()
    expect(di.locator("#status")).to_contain_text("You are watching.")
    expect(di.locator("#free")).to_be_hidden()
    for page in (ada, bo, visit("/")):
        page.goto(server.address)
    expect(ada.locator("#tables li")).to_have_count(1)
    expect(page.locator("#tables li")).to_have_count(0)
    bo.locator("#tables .what a").click()
    expect(bo.locator("#scores li").nth(1)).to_contain_text("you")


def test_a_spectator_takes_a_free_seat(visit, server):
    table, links = open_table(server, public=True)
    (ada,) = sit_down(visit, links[:1])
    page = visit(f"/tables/{table}")
    page.locator("#free-name").fill("Zoe")
    page.get_by_role("button", name="Take seat 2").click()
    page.wait_for_url("**?seat=1")
    expect(ada.locator("#scores")).to_contain_text("Zoe")
    expect(page.locator("#free")).to_be_hidden()


def test_nothing_is_listed(visit, server):
    page = visit("/lobby")
    page.route("**/api/lobby*", lambda route: route.fulfill(json=[]))
    page.reload()
    expect(page.locator("#empty")).to_be_visible()


@pytest.mark.parametrize(("theme", "language"), [("light", "en-GB"), ("dark", "pl-PL")])
def test_everybody_can_use_it(visit, server, theme, language):
    """Nothing serious for axe; on a phone nothing scrolls sideways, and all is large enough for a finger."""
    looks = {"color_scheme": theme, "locale": language, "bypass_csp": True}
    looks |= {"viewport": TALL_PHONE, **TOUCH}
    clock = {"kind": "live", "seconds": 3600, "increment": 10}
    table, links = open_table(server, count=4, public=True, clock=clock)
    kept = {number: link.rpartition(".")[2] for number, link in enumerate(links[1:], start=1)}
    ada = visit("/", **looks)
    ada.evaluate("([name, links]) => localStorage.setItem(name, links)", [f"links-{table}", json.dumps(kept)])
    ada.goto(server.address + links[0])
    expect(ada.locator("#invite .pass-on")).to_have_count(3)
    ada.locator("#seating summary").click()
    (bo,) = sit_down(visit, links[1:2], **looks)
    play(bo, play(ada, ask(ada)))
    ask(ada, "/undo", {"after": ask(ada)["last"], "key": secrets.token_hex(8)})
    expect(bo.locator("#agree")).to_be_visible()
    watcher, lobby = visit(f"/tables/{table}", **looks), visit("/lobby", **looks)
    expect(watcher.locator("#free button")).to_have_count(2)
    expect(lobby.locator("#lobby li").first).to_be_visible()
    for page in (ada, bo, watcher, lobby):
        assert serious(page) == []
        assert page.evaluate("() => document.documentElement.scrollWidth") == TALL_PHONE["width"]
        for place in page.locator(":is(.strip, #own-seats, #watch, #lobby) :is(button, input, select)").all():
            assert not place.is_visible() or place.bounding_box()["height"] >= TARGET - 0.5
