"""Company and fair play in two browsers and more: messages, names, who comes and goes, notifications."""

import json
import re
from contextlib import nullcontext

import pytest
from playwright.sync_api import expect
from tests.browser.driver import (
    HIDE,
    TALL_PHONE,
    TARGET,
    TOUCH,
    apart,
    click_first,
    click_turn,
    open_table,
    serious,
    setting,
    sit_down,
    wait_for_turn,
)

ADVICE = re.compile("/(hint|alternatives)\\?")
NASTY = "<img src=x onerror=\"document.title='gone'\"> &amp; שלום"


@pytest.fixture
def visit(visit):
    """Opens pages, each in a browser of its own."""
    return apart(visit)


STILL_AT, LEFT_AFTER = 10_000, 8500  # milliseconds; see AWAY in company.js, and SLEEP in follow.js


def notes(page):
    return page.locator("#notes li")


def test_friends_talk_and_so_do_those_who_watch(visit, server):
    """Escaped, each circle alone; a reaction in the language of whoever reads it; what is muted is hidden."""
    table, links = open_table(server)
    ada = visit(links[0])
    bo = visit(links[1], locale="pl-PL")
    watchers = [visit(f"/tables/{table}"), visit(f"/tables/{table}")]
    for page in (ada, bo, *watchers):
        page.wait_for_selector("#own svg:not(.coming)")
    ada.locator("#talk-text").fill(NASTY)
    ada.locator("#talk-text").press("Enter")
    expect(notes(bo).last).to_have_text(f"Ada {NASTY}")
    expect(bo.locator("#note")).to_have_text(f"Ada: {NASTY}")
    expect(ada.locator("#talk-text")).to_have_value("")
    assert bo.locator("#notes img").count() == 0
    ada.locator("#reactions button").first.click()
    expect(notes(bo).last).to_have_text("Ada Dobry ruch!")
    watchers[0].locator("#talk-name").fill("Cy")
    watchers[0].locator("#talk-text").fill("from the gallery")
    watchers[0].locator("#talk button").click()
    expect(notes(watchers[1]).last).to_have_text("Cy from the gallery")
    expect(watchers[1].locator("#notes .message")).to_have_count(1)
    expect(bo.locator("#notes .message")).to_have_count(1)
    bo.locator("#mute").check()
    expect(bo.locator("#notes .message")).to_be_hidden()
    bo.reload()
    expect(bo.locator("#mute")).to_be_checked()
    bo.locator("#mute").uncheck()
    expect(notes(bo).filter(has_text=NASTY)).to_have_count(1)
    wait_for_turn(ada)
    click_turn(ada)
    wait_for_turn(bo)


def test_what_is_too_much_is_refused_in_words(visit, server):
    visit.forgiven.add(
        "Failed to load resource: the server responded with a status of 429 (Too Many Requests)"
    )
    _, links = open_table(server)
    ada, _ = sit_down(visit, links)
    for _ in range(6):
        with ada.expect_response(re.compile("/reactions")):
            ada.locator("#reactions button").last.click()
    expect(ada.locator("#note")).to_contain_text("that was a lot at once")
    expect(ada.locator("#notes .reaction")).to_have_count(5)


def test_a_guest_is_asked_for_a_name_and_who_goes_is_said(visit, server):
    """Once; the others hear of it. Nothing of the board is covered. Who is back at once has not left.

    Ada's time stands still from a moment that a busy machine has not passed yet: it can't be set back. All in
    all it goes on for less than would look as if her machine had slept.
    """
    _, links = open_table(server)
    ada = visit(links[0])
    ada.locator("#greet button").click()
    expect(ada.locator("#greet")).to_be_hidden()
    bo = visit(links[1])
    expect(ada.locator("#notes")).to_contain_text("Bo has come.")
    bo.locator("#greet-name").fill("Basia")
    bo.locator("#greet-name").press("Enter")
    expect(bo.locator("#greet")).to_be_hidden()
    expect(ada.locator("#scores")).to_contain_text("Basia")
    ada.clock.install(time=0)
    ada.clock.pause_at(STILL_AT)
    bo.goto("about:blank")
    expect(ada.locator("#scores li").nth(1)).to_contain_text("away")
    bo.go_back()
    bo.wait_for_selector("#own svg:not(.coming)")
    expect(bo.locator("#greet")).to_be_hidden()
    expect(ada.locator("#scores li").nth(1)).to_contain_text("● here")
    ada.clock.fast_forward(LEFT_AFTER)
    assert ada.locator("#notes .presence").count() == 0  # timers have run when the clock has gone on
    bo.close()
    expect(ada.locator("#scores li").nth(1)).to_contain_text("away")
    ada.clock.fast_forward(LEFT_AFTER)
    expect(notes(ada).last).to_have_text("Basia has left.")
    expect(ada.locator("#note")).to_have_text("Basia has left.")


def test_whoever_invites_is_asked_for_a_name_too(visit, server):
    """Unless it is known already: it stands in the form of the next table."""
    ada = visit("/")
    ada.locator("[data-friend=duel]").click()
    bo = visit(re.sub("^.*(?=/tables)", "", ada.locator("#invite input").input_value()))
    ada.locator("#greet-name").fill("Ada")
    ada.locator("#greet-name").press("Enter")
    expect(ada.locator("#greet")).to_be_hidden()
    expect(bo.locator("#scores")).to_contain_text("Ada")
    ada.goto(server.address)
    ada.locator("[data-friend=garden]").click()
    expect(ada.locator("#scores")).to_contain_text("Ada")
    expect(ada.locator("#greet")).to_be_hidden()
    ada.goto(server.address)
    expect(setting(ada).locator("[name=name-1]")).to_have_value("Ada")


@pytest.mark.parametrize(("advice", "says"), [(False, "Without advice"), (True, "With advice")])
def test_all_see_whether_a_table_has_advice(visit, server, advice, says):
    """Without it buttons are not there, and their keys ask for nothing."""
    _, links = open_table(server, advice=advice)
    ada, bo = sit_down(visit, links)
    wait_for_turn(ada)
    asked = []
    ada.on("request", lambda request: asked.extend(ADVICE.findall(request.url)))

    def press(key, path):
        with ada.expect_request(re.compile(path)) if advice else nullcontext():
            ada.keyboard.press(key)

    for page in (ada, bo):
        expect(page.locator("#manners")).to_contain_text(says)
    expect(ada.locator("#hint")).to_be_visible(visible=advice)
    press("h", "hint")
    click_first(ada)
    expect(ada.locator("#cancel")).to_be_visible()
    expect(ada.locator("#finish")).to_be_visible(visible=advice)
    press("f", "hint")
    click_turn(ada)
    wait_for_turn(bo)
    expect(ada.locator("#look-back")).to_be_visible(visible=advice)
    press("a", "alternatives")
    ada.locator("#reactions button").first.click()  # whatever was asked before has come
    expect(notes(ada).last).to_have_class("reaction spoken")
    assert set(asked) == ({"hint", "alternatives"} if advice else set())


def test_a_table_without_messages(visit, server):
    """As it was wished for when it was opened."""
    ada = visit("/")
    card = setting(ada, "duel")
    card.locator("[name=player-2]").select_option("friend")
    card.get_by_label("Without messages").check()
    card.locator("[type=submit]").click()
    expect(ada.locator("#company")).to_be_visible()
    expect(ada.locator("#talk")).to_be_hidden()
    expect(ada.locator("#reactions")).to_be_hidden()
    table = re.search(r"/tables/([\w-]+)", ada.url)[1]
    assert server.state(table)["manners"]["messages"] is False


# On some phones a page that makes one itself is told that this is illegal; its worker can show one.
WATCH_NOTIFICATIONS = """([permission, isByWorker]) => {
  window.told = [];
  const tell = (title, { body }) => window.told.push([title, body]);
  window.Notification = class extends EventTarget {
    static permission = "default";
    static requestPermission() { return Promise.resolve((Notification.permission = permission)); }
    constructor(title, facts) {
      super();
      if (isByWorker) throw TypeError("Illegal constructor");
      tell(title, facts);
    }
  };
  const worker = { active: {}, showNotification: async (title, facts) => tell(title, facts) };
  if (isByWorker) navigator.serviceWorker.getRegistration = async () => worker;
}"""


@pytest.mark.parametrize(
    ("permission", "is_by_worker"), [("granted", False), ("granted", True), ("denied", False)]
)
def test_a_notification_when_it_is_my_turn(visit, server, permission, is_by_worker):
    """Asked for when somebody wants it, shown when the page isn't in sight; blocked, all else goes on."""
    _, links = open_table(server)
    ada = visit(links[0])
    bo = visit("/")
    bo.context.add_init_script(f"({WATCH_NOTIFICATIONS})({json.dumps([permission, is_by_worker])})")
    bo.goto(server.address + links[1])
    bo.wait_for_selector("#own svg:not(.coming)")
    assert bo.evaluate("() => Notification.permission") == "default"
    bo.locator("#notify").click()
    if permission == "denied":
        expect(bo.locator("#note")).to_contain_text("The browser blocks notifications")
    (
        expect(bo.locator("#notify")).to_be_checked
        if permission == "granted"
        else expect(bo.locator("#notify")).not_to_be_checked
    )()
    bo.clock.install()
    bo.evaluate(HIDE, True)
    wait_for_turn(ada)
    click_turn(ada)
    bo.clock.fast_forward(26_000)
    expect(bo).to_have_title(re.compile("^● "))
    told = [["Master Chocolatier", "It is your turn."]] if permission == "granted" else []
    bo.wait_for_function("count => window.told.length >= count", arg=len(told))
    assert bo.evaluate("() => window.told") == told


NO_CLIPBOARD = """() => {
  Object.defineProperty(navigator, "clipboard", { value: undefined });
  document.execCommand = () => false;
}"""


def test_where_nothing_can_be_copied_it_is_marked(visit, server):
    page = visit("/")
    page.locator("[data-friend=duel]").click()
    link = page.locator("#invite input")
    copy = page.get_by_role("button", name=re.compile("^Copy: Link for"))
    copy.click()
    expect(page.locator("#note")).to_have_text("Copied.")
    page.evaluate(NO_CLIPBOARD)
    copy.click()
    expect(page.locator("#note")).to_contain_text("copy it by hand")
    expect(link).to_be_focused()
    marked = link.evaluate("field => field.value.slice(field.selectionStart, field.selectionEnd)")
    assert marked == link.input_value()


def test_company_on_a_phone(visit, server):
    """Fingers find everything, nothing runs over the edge, and nothing serious is found by axe."""
    _, links = open_table(server)
    ada = visit(links[0])
    phone = visit(links[1], viewport=TALL_PHONE, bypass_csp=True, **TOUCH)
    for page in (ada, phone):
        page.wait_for_selector("#own svg:not(.coming)")
    ada.locator("#talk-text").fill("x" * 200)
    ada.locator("#talk-text").press("Enter")
    expect(phone.locator("#notes .message")).to_have_count(1)
    assert phone.evaluate("() => document.documentElement.scrollWidth") <= TALL_PHONE["width"]
    for found in phone.locator("#company button:visible, #greet button:visible").all():
        assert found.bounding_box()["height"] >= TARGET
    assert serious(phone) == []


def test_a_message_does_not_disturb_who_looks_back(visit, server):
    """What somebody says while the table is shown as it was leaves that as it is."""
    _, links = open_table(server)
    ada, bo = sit_down(visit, links)
    wait_for_turn(ada)
    click_turn(ada)
    wait_for_turn(bo)
    bo.locator("#history .turn").first.click()
    expect(bo.locator("#past")).to_be_visible()
    ada.locator("#reactions button").first.click()
    expect(bo.locator("#notes .reaction")).to_have_count(1)
    expect(bo.locator("#past")).to_be_visible()
