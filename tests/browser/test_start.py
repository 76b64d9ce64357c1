"""Arriving in a browser: the shop window, a friend in two clicks, my tables, figures, the app."""

import json
import os
import re
import secrets
from pathlib import Path

import pytest
from tests.browser.driver import (
    DESK,
    ELSEWHERE,
    GAMES,
    PERSON,
    TALL_PHONE,
    TARGET,
    TOUCH,
    expect,
    serious,
    wait_for_turn,
)

import azulejos as az

START_SIZE = 150_000  # bytes on the wire, with all that it loads
READY_MOST = 1.0  # seconds
FACTS = ("players", "scores", "winners")
GONE = "Failed to load resource: the server responded with a status of 404 (Not Found)"


@pytest.fixture(scope="module")
def finished(server):
    """A table of one person and one bot whose game is over."""
    position = az.Game("chocolatier", first="seat-1").start(seed=3, names=["Ada", "medium"])
    while not position.over:
        position.play(position.choices()[0])
    return server.ask("/api/records", position.record().to_text())["table"]


def remember(page, *tables):
    """As if this browser had shown them."""
    kept = [{"id": table, "search": "", "game": GAMES[0], "names": ["Ada"], "when": 0} for table in tables]
    page.evaluate("kept => localStorage.setItem('tables', kept)", json.dumps(kept))


def test_the_start_page_is_light(visit, server):
    visit.forgiven.add(GONE)  # what is no page has no icon
    page = visit("/health")  # from which nothing is kept
    sizes = {}

    def weigh(request):
        sizes[request.url] = sum(
            request.sizes()[kind] for kind in ("responseBodySize", "responseHeadersSize")
        )

    page.on("requestfinished", weigh)
    page.goto(server.address)
    for picture in page.locator(".light img:visible").all():
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("complete", True)
        assert picture.evaluate("picture => picture.naturalWidth") > 0
    page.wait_for_load_state("networkidle")
    assert sum("/windows/" in url for url in sizes) == len(GAMES)  # of one theme, not of all
    assert any(url.endswith("/style.css") for url in sizes), sizes
    assert sum(sizes.values()) < START_SIZE, sizes


def test_the_start_page_is_soon_ready(visit, server):
    """All scripts have run, so every button answers: for a browser that has never been here.

    What its page and the server work until then, on loopback, in seconds of a processor: whatever else the
    machine has to do doesn't count.
    """
    visit.forgiven.add(GONE)  # what is no page has no icon
    page = visit("/health")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = worked(server)
    page.goto(server.address, wait_until="load")
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    assert 0 < metrics["TaskDuration"] + worked(server) - before < READY_MOST
    assert page.locator("[data-face]:visible").count() == len(GAMES)  # what the last of them does


def worked(server):
    """Seconds of a processor that the server's process has used."""
    text = Path(f"/proc/{server.process.pid}/stat").read_text()
    return sum(map(int, text.rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize(
    ("theme", "language", "size"),
    [("light", "en-GB", DESK), ("dark", "pl-PL", TALL_PHONE)],
    ids=["desk", "phone"],
)
def test_everybody_can_arrive(visit, server, finished, theme, language, size):
    touch = TOUCH if size == TALL_PHONE else {}
    page = visit("/", color_scheme=theme, locale=language, viewport=size, bypass_csp=True, **touch)
    remember(page, finished)
    visit.forgiven.add(GONE)
    shop = ("/", "/bots", "/learn/duel", "/rules/duel/rulings", "/lobby", "/offline", "/tables/gone")
    for path in (*shop, f"/games/{finished}"):
        page.goto(server.address + path)
        for summary in page.locator("summary:visible").all():
            summary.click()
        assert serious(page) == [], path
        assert page.evaluate("() => document.documentElement.scrollWidth") == size["width"], path


@pytest.mark.glance
def test_two_clicks_to_a_link_and_a_code(visit, server):
    page = visit("/")
    page.locator(f"[data-friend={GAMES[0]}]").click()
    link = page.locator("#invite input")
    expect(link).to_have_value(re.compile(rf"{server.address}/tables/[\w-]+#1\.[\w-]{{32}}"))
    code = page.get_by_role("button", name="QR code: Link for A friend")
    code.click()
    picture = page.get_by_role("img", name="Link for A friend, as a QR code")
    expect(picture).to_be_visible()
    assert picture.evaluate("picture => picture.decode().then(() => picture.naturalWidth)") > 0
    code.click()
    expect(picture).to_be_hidden()


def test_at_this_screen_and_against_the_bot_of_ones_choice(visit, server):
    page = visit("/")
    page.locator(f"[data-here={GAMES[0]}]").click()
    page.wait_for_url("**/tables/*")
    wait_for_turn(page)
    state = server.ask(f"/api/tables/{page.url.rpartition('/')[2]}?draw=false")
    assert [seat["player"] for seat in state["seats"]] == [PERSON, PERSON]
    page.goto(server.address)
    window = page.locator(f".window.{GAMES[1]}")
    window.locator("[data-against]").select_option("easy")
    expect(page.locator(f".window.{GAMES[0]} .strength")).to_have_text("Just right for a first game.")
    page.reload()
    expect(window.locator("[data-face=easy]")).to_be_visible()
    window.locator("[data-quick]").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("#scores")).to_contain_text("Pipo")


def test_my_tables(visit, server, finished):
    """Whose turn, the score, how it ended; how many wait for me stands in the title."""
    visit.forgiven.add(GONE)
    mine, gone = server.open_table(PERSON, "greedy-1"), secrets.token_urlsafe(12)
    page = visit("/")
    expect(page.locator("#no-tables")).to_be_visible()
    remember(page, mine, finished, gone)
    page.reload()
    lines = page.locator("#tables li")
    expect(lines.nth(0)).to_contain_text("Ada 1: 0, Bot 2: 0 · It is your turn.")
    expect(lines.nth(0)).to_have_class("waits")
    expect(lines.nth(1)).to_contain_text("Winner:")
    expect(lines.nth(1)).to_contain_text("Rosa")
    expect(lines.nth(2)).to_contain_text("This table is gone")
    expect(page).to_have_title("(1) Azulejos")
    expect(page.locator("#waiting")).to_contain_text("Go on:")
    assert page.locator("#waiting a").evaluate_all("(links) => links.map((link) => link.pathname)") == [
        f"/tables/{mine}"
    ]
    lines.nth(2).get_by_role("button", name=re.compile("^Remove from the list")).click()
    expect(lines).to_have_count(2)
    lines.nth(0).locator(".remove").click()
    expect(page).to_have_title("Azulejos")
    page.reload()
    expect(lines).to_have_count(1)
    lines.get_by_role("link", name=re.compile("^show it")).click()
    expect(page.locator(".poster")).to_be_visible()


def test_figures_of_my_games(visit, server, finished):
    """They are counted once, can be saved and deleted, and nothing of them is sent."""
    page = visit("/")
    sent = []
    page.on("request", lambda request: sent.append(request.post_data))
    for _ in range(2):
        page.goto(f"{server.address}/tables/{finished}")
        expect(page.locator("#end")).to_be_visible()
        page.goto(server.address)
    page.locator("#statistics summary").click()
    expect(page.locator("#figures tbody tr")).to_have_count(1)
    expect(page.locator("#figures tbody tr")).to_contain_text(re.compile(r"Master Chocolatier\s*Rosa\s*1"))
    with page.expect_download() as download:
        page.locator("#export-figures").click()
    (game,) = json.loads(download.value.path().read_text())
    assert (game["table"], game["seat"], game["players"]) == (finished, 0, [PERSON, "medium"])
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("#delete-figures").click()
    expect(page.locator("#statistics")).to_be_hidden()
    assert page.evaluate("() => localStorage.getItem('played')") is None
    assert set(sent) == {None}


def test_a_game_against_several_counts_for_each_of_them(visit, server):
    page = visit("/")
    games = [(["person", "easy", "medium"], [40, 30, 50], [2]), (["person", "easy"], [20, 10], [0])]
    kept = [
        {"table": f"t{n}", "seat": 0, "game": GAMES[0], "when": n} | dict(zip(FACTS, facts, strict=True))
        for n, facts in enumerate(games)
    ]
    page.evaluate("kept => localStorage.setItem('played', kept)", json.dumps(kept))
    page.reload()
    page.locator("#statistics summary").click()
    rows = [row.split("\t")[1:] for row in page.locator("#figures tbody tr").all_inner_texts()]
    assert rows == [["Pipo", "2", "1", "30", "10"], ["Rosa", "1", "0", "40", "-10"]]


def test_a_link_that_leads_nowhere_else_says_so(visit, server):
    """With what to do; where others can open it nothing is said."""
    for language, says in (("en-GB", "on this computer only"), ("pl-PL", "tylko na tym komputerze")):
        page = visit("/", locale=language)
        page.locator("[data-friend=duel]").click()
        expect(page.locator("#invite input")).to_be_visible()
        expect(page.locator("#invite + .only-here")).to_contain_text(says)
        expect(page.locator("#invite + .only-here")).to_contain_text("azulejos serve --host 0.0.0.0")
    page = page.context.new_page()  # where nobody minds that it has no TLS
    page.goto(server.address.replace("127.0.0.1", ELSEWHERE))
    page.locator("[data-friend=duel]").click()
    expect(page.locator("#invite input")).to_have_value(re.compile(f"^http://{ELSEWHERE}:"))
    expect(page.locator("#invite + .only-here")).to_be_hidden()


def test_the_theme_is_the_system_s_until_one_is_chosen(visit):
    page = visit("/", color_scheme="light")
    html = page.locator("html")
    expect(page.locator("#theme")).to_have_value("system")
    expect(html).to_have_attribute("data-theme", "light")
    page.emulate_media(color_scheme="dark")
    expect(html).to_have_attribute("data-theme", "dark")
    page.locator("#theme").select_option("light")
    expect(html).to_have_attribute("data-theme", "light")
    page.reload()
    expect(page.locator("#theme")).to_have_value("light")
    page.locator("#theme").select_option("system")
    expect(html).to_have_attribute("data-theme", "dark")


def test_it_says_when_there_is_no_network(visit, server):
    """The page's own files are kept; of tables and answers nothing is."""
    visit.forgiven.add("Failed to load resource: net::ERR_INTERNET_DISCONNECTED")
    table = server.open_table(PERSON, PERSON)
    page = visit("/", service_workers="allow")
    page.evaluate("() => navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.goto(f"{server.address}/tables/{table}")
    wait_for_turn(page)
    kept = page.evaluate(
        "async () => (await Promise.all((await caches.keys()).map(async (name) =>"
        " (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat()"
    )
    assert "/offline" in kept
    assert all(path == "/offline" or path.startswith("/static/") for path in kept)
    page.goto(server.address)
    page.context.set_offline(True)
    expect(page.locator("#offline")).to_be_visible()
    page.goto(f"{server.address}/lobby")
    expect(page.locator("main")).to_contain_text("You are offline.")
    page.context.set_offline(False)
    page.locator("main a").first.click()
    expect(page.locator(".window")).to_have_count(len(GAMES))


# How far the row of pages is pushed aside, and how far it can be.
PUSHED = """() => {
  const { scrollLeft, scrollWidth, clientWidth } = document.querySelector(".top nav");
  return [scrollLeft, scrollWidth - clientWidth];
}"""
# Is all of what has the focus seen, beside the button and what fades out?
SEEN = """() => {
  const box = document.activeElement.getBoundingClientRect();
  const row = document.querySelector(".top nav").getBoundingClientRect();
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return at === document.activeElement && box.left >= row.left && box.right <= row.right + 1;
}"""


@pytest.mark.parametrize(
    "path", ["/", "/lobby", "/bots", "/rules/duel", "/learn/duel", "/analyse", "/real", "/puzzles"]
)
def test_all_pages_lead_to_the_others(visit, path):
    page = visit(path)
    pages = ["Lobby", "The bots", "Analysis", "The real table", "Puzzles"]
    expect(page.locator(".top .menu")).to_have_text(pages)
    for name in page.locator(".top .menu").all():
        expect(name).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= DESK["width"]


def test_a_row_of_pages_shows_that_there_are_more(visit):
    """On a phone: a button says on which side and leads there; keys bring each page into sight."""
    page = visit("/", locale="pl-PL", viewport=TALL_PHONE, **TOUCH)
    more, pages = page.locator(".more"), page.locator(".top nav a")
    expect(more).to_have_text("›")
    expect(pages.last).not_to_be_in_viewport()
    assert min(more.bounding_box()[side] for side in ("width", "height")) >= TARGET
    while (at := page.evaluate(PUSHED)) < [at[1] - 1]:
        more.tap()
        page.wait_for_function(f"(at) => ({PUSHED})()[0] > at", arg=at[0])
    expect(pages.last).to_be_in_viewport(ratio=0.9)  # sizes are not always whole
    expect(more).to_have_text("‹")
    more.tap()
    expect(more).to_have_text("›")
    assert page.evaluate(PUSHED)[0] == 0
    page.locator(".brand").focus()
    for _ in pages.all():
        page.keyboard.press("Tab")
        assert page.evaluate(SEEN)
    expect(more).to_have_text("‹")
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.closest('main') !== null")  # no stop at the button
    page.set_viewport_size(DESK)
    expect(more).to_be_hidden()
