"""A real server and a real browser, for tests of pages, and hands to use them."""

import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

from azulejos import games

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
if CHROMIUM is None:
    MISSING = "no Chromium: apt-get install chromium"
    if os.environ.get("CI") == "true":
        raise RuntimeError(MISSING)
    pytest.skip(MISSING, allow_module_level=True)

ELSEWHERE = "azul.example"  # a name of this machine that isn't only its own
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1",
]
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
TALL_PHONE = {"width": 390, "height": 844}
TOUCH = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
TARGET = 44  # pixels that a finger needs
PATIENCE = 15_000  # milliseconds: the machine may be busy
PERSON = "person"
COOKIE = "azulejos_seats"
COOKIES_MAX = 100  # that a browser keeps for one site
SERVE = [sys.executable, "-m", "azulejos", "serve", "--allowed-host", ELSEWHERE]
GREEDY = "greedy-1"
GAMES = list(games.GAMES)

each_name = pytest.mark.parametrize("game", GAMES)


def glance_at(name):
    """Every game, of which every run has one, and CI all."""
    marks = {name: pytest.mark.glance}
    return pytest.mark.parametrize("game", [pytest.param(each, marks=marks.get(each, ())) for each in GAMES])


def spread(name, variants):
    """Every game with every variant. What is not `long` has each game once, each with another variant."""
    pairs = [
        pytest.param(game, each, marks=() if each == variants[i % len(variants)] else pytest.mark.long)
        for i, game in enumerate(GAMES)
        for each in variants
    ]
    return pytest.mark.parametrize(("game", name), pairs)


expect.set_options(timeout=PATIENCE)


# ------------------------------------------------------------------------------------------------
# The server and the browser


class Server:
    """A real server on a file of its own, which can go away and come back."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address = ""
        self.process: subprocess.Popen | None = None
        self.cookies: dict[str, str] = {}  # what opens the seats of a table, by the path of its API
        self.sharing: list = []  # browsers that get them too

    def share_with(self, context) -> None:
        """From now on this browser holds whatever seats are held here."""
        self.sharing.append(context)
        for path in list(self.cookies)[-COOKIES_MAX:]:
            context.add_cookies([self._cookie(path)])

    def _cookie(self, path):
        facts = {"name": COOKIE, "value": self.cookies[path], "domain": "127.0.0.1", "path": path}
        return {**facts, "httpOnly": True, "sameSite": "Strict"}

    def start(self) -> None:
        port = self.address.rpartition(":")[2] or "0"
        database = f"sqlite:///{self.folder / 'tables.db'}"
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [*SERVE, "--port", port, "--database", database, "--rate", "0"],
                stdout=subprocess.PIPE,
                stderr=log,
                env={**os.environ, "XDG_DATA_HOME": str(self.folder)},
                text=True,
            )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"http://\S+?:\d+", said)
        assert found, f"{said!r}; {(self.folder / 'log').read_text()[-2000:]}"
        self.address = found[0]
        self._wait_for_health()

    def _wait_for_health(self) -> None:
        until = time.monotonic() + 30
        while time.monotonic() < until:
            try:
                if self.ask("/health")["ok"]:
                    return
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.05)
        raise AssertionError("the server isn't there")

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        if self.process and self.process.stdout:
            self.process.stdout.close()

    def ask(self, path, body=None):
        data = body.encode() if isinstance(body, str) else json.dumps(body).encode() if body else None
        kind = "text/plain" if isinstance(body, str) else "application/json"
        with self._open(path, data, kind) as answer:
            return json.load(answer)

    def read(self, path):
        with self._open(path) as answer:
            return answer.read().decode()

    def _open(self, path, data=None, kind="text/plain"):
        """A request as of a browser that holds the seats it has opened."""
        table = re.match("/api/tables/[^/?]+", path)
        held = self.cookies.get(table[0], "") if table else ""
        headers = {"Content-Type": kind} | ({"Cookie": f"{COOKIE}={held}"} if held else {})
        request = urllib.request.Request(self.address + path, data, headers)
        answer = urllib.request.urlopen(request, timeout=30)
        given = re.search(rf"{COOKIE}=([^;]*);.*Path=([^;]*)", answer.headers.get("Set-Cookie", ""))
        if given:
            self.cookies[given[2]] = given[1]
            for context in self.sharing:
                context.add_cookies([self._cookie(given[2])])
        return answer

    def open_table(self, *players, game=GAMES[0], **options):
        """A table; people and bots by name. Seat 1 begins."""
        seats = [
            {"name": f"{'Bot' if player != PERSON else 'Ada'} {seat}", "player": player}
            for seat, player in enumerate(players, start=1)
        ]
        wanted = {"game": game, "first": "seat-1", "seats": seats, "options": options}
        return self.ask("/api/tables", wanted)["table"]

    def play(self, table, turns):
        """Turns of people as the hint says, not through the page."""
        for _ in range(turns):
            state = self.settled(table)
            if state["over"]:
                break
            self.play_turn(table, state)
        return self.settled(table)

    def play_turn(self, table, state):
        seat, number = state["turn"], state["turn_number"]
        while (state["turn"], state["turn_number"]) == (seat, number) and not state["over"]:
            choice = self.ask(f"/api/tables/{table}/hint?open={number}&simulations=1")["choice"]
            body = {"after": state["last"], "key": secrets.token_hex(8), "choices": [choice]}
            state = self.ask(f"/api/tables/{table}/turns?open={number}", body)

    def state(self, table):
        return self.ask(f"/api/tables/{table}?after=1000000")

    def settled(self, table):
        """The table when no bot is thinking."""
        until = time.monotonic() + 30
        while time.monotonic() < until:
            state = self.state(table)
            if state["over"] or state["is_person"]:
                return state
            time.sleep(0.03)
        raise AssertionError("a bot thinks too long")


@contextmanager
def serving(folder: Path):
    server = Server(folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def away(server):
    """The server is stopped meanwhile."""
    server.stop()
    try:
        yield
    finally:
        server.start()


@contextmanager
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


NO_WORKER = "Service Worker registration blocked by Playwright"
WATCH_POLICY = """
addEventListener("securitypolicyviolation", (event) => {
  console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`);
});
"""


PUT_CARDS_AWAY = """
addEventListener("DOMContentLoaded", () => {
  const card = document.getElementById("card");
  const putAway = () => card.hidden || document.getElementById("go-on").click();
  if (card) new MutationObserver(putAway).observe(card, { attributeFilter: ["hidden"] });
});
"""


@contextmanager
def visiting(chromium, server):
    """Opens pages; whatever they complain about is an error. Tables that `server` has opened are theirs."""
    complaints, contexts = [], []

    def complain(message):
        if message.type in ("error", "warning") and message.text not in visit.forgiven:
            complaints.append(message.text)

    def visit(path="/", context=None, is_stranger=False, speed="off", reads_cards=False, **wishes):
        """A page of a new browser, or of one that is there. Nothing is waited for, unless `speed` says so.

        Where nothing moves, cards of rounds are put away at once, unless somebody reads them.
        """
        if context is None:
            wishes = {"viewport": DESK, "reduced_motion": "reduce", "locale": "en-GB", **wishes}
            wishes = {"service_workers": "block", **wishes}  # files come from the server, which is watched
            context = chromium.new_context(**wishes)
            context.add_init_script(f"try {{ localStorage['azulejos-speed'] ??= '{speed}' }} catch {{}}")
            if speed == "off" and not reads_cards:
                context.add_init_script(PUT_CARDS_AWAY)
            context.set_default_timeout(PATIENCE)
            contexts.append(context)
            if not is_stranger:
                server.share_with(context)
        page = context.new_page()
        page.add_init_script(WATCH_POLICY)
        page.on("console", complain)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(server.address + path)
        return page

    visit.forgiven = {NO_WORKER}
    yield visit
    server.sharing.clear()
    for context in contexts:
        context.close()
    assert complaints == [], complaints


# ------------------------------------------------------------------------------------------------
# Hands


def choices(page):
    return page.locator("#table [data-choice]")


def wait_for_turn(page):
    """Until a person can choose, or all is over; the card of a round is not read. Is it not over?"""
    page.wait_for_function(
        "() => document.querySelector('#card:not([hidden]) #go-on')?.click()"
        " || !document.getElementById('end').hidden"
        " || (document.querySelector('#table:not(.held) [data-choice]') && !document.querySelector('.coming')"
        " && document.getElementById('confirm').hidden)"
    )
    return not page.locator("#end").is_visible()


# A place can have any shape: the middle of its box may belong to another one, and an edge to nobody.
POINT_INSIDE = """(place) => {
  place.scrollIntoView({ block: "nearest" });
  const box = place.getBoundingClientRect();
  const isInside = (x, y) => place.contains(document.elementFromPoint(x, y));
  const around = [[0, 0], [3, 0], [-3, 0], [0, 3], [0, -3]];
  const parts = [8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]; // from the middle outwards
  for (const i of parts) for (const j of parts) {
    const [x, y] = [Math.round(box.x + (box.width * i) / 16), Math.round(box.y + (box.height * j) / 16)];
    if (around.every(([u, v]) => isInside(x + u, y + v))) return [x, y];
  }
  return null;
}"""
# The drawings that are there, and whether there is something to play. A drawing that is the same stays.
REMEMBER = """() => {
  const { hidden } = document.getElementById("confirm");
  window.remembered = { drawings: [...document.querySelectorAll("#table [data-part]")], hidden };
}"""
# One of the places, from the first (0) to the last (almost 1); what is there is remembered.
POINT_OF = f"""(part) => {{
  const places = document.querySelectorAll("#table [data-choice]:not(.coming *)");
  ({REMEMBER})();
  return ({POINT_INSIDE})(places[Math.floor(part * places.length)]);
}}"""
CHANGED = """() => {
  const { drawings, hidden } = window.remembered;
  return drawings.some((svg) => !svg.isConnected) || document.getElementById("confirm").hidden !== hidden;
}"""


def wait_for_change(page):
    """Until a drawing is another one, or a turn is played."""
    page.wait_for_function(CHANGED)


def click_first(page, is_touch=False, part=0.0):
    """Press a legal place, the first one or another, where its shape is."""
    x, y = page.evaluate(POINT_OF, part)
    if is_touch:
        page.touchscreen.tap(x, y)
        page.wait_for_function(f"() => document.querySelector('#table .aimed') || ({CHANGED})()")
        if page.locator(
            "#table .aimed"
        ).count():  # the first touch has shown what it would do, perhaps nearer
            page.touchscreen.tap(*page.evaluate(POINT_OF, part))
    else:
        page.mouse.click(x, y)
    wait_for_change(page)


def click_turn(page, dice=None):
    """A whole turn by mouse: the first legal place each time, or any of them, then play it."""
    while not page.locator("#confirm").is_visible():
        click_first(page, part=dice.random() if dice else 0.0)
    page.evaluate(REMEMBER)
    page.locator("#confirm").click()
    wait_for_change(page)


def open_page(visit, server, *players, game=GAMES[0], turns=0, **wishes):
    table = server.open_table(*players, game=game)
    if turns:
        server.play(table, turns)
    page = visit(f"/tables/{table}", **wishes)
    wait_for_turn(page)
    return page, table


def play(server, table, choices):
    """A whole turn, not through the page."""
    state = server.state(table)
    body = {"after": state["last"], "key": secrets.token_hex(8), "choices": choices}
    return server.ask(f"/api/tables/{table}/turns?open={state['turn_number']}", body)


def setting(page, game=GAMES[0]):
    """The form of a game on the start page, with the fold open."""
    page.locator(f"[data-more={game}]").click()
    return page.locator(f"form[data-game={game}]")


HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def serious(page):
    found = Axe().run(page).response["violations"]
    return [
        (violation["id"], violation["impact"], [node["target"] for node in violation["nodes"]][:5])
        for violation in found
        if violation["impact"] in ("serious", "critical")
    ]


# ------------------------------------------------------------------------------------------------
# Friends

NAMES = ["Ada", "Bo", "Cy", "Di"]


def apart(visit):
    """The same, each page in a browser of its own, which holds no seat but those that its links open."""

    def alone(path, **wishes):
        return visit(path, is_stranger=True, **wishes)

    alone.forgiven = visit.forgiven
    return alone


def open_table(server, game=GAMES[0], count=2, **wishes):
    """A table for friends, and their links. Seat 1 begins; the search may be asked for turns to play."""
    seats = [{"name": name, "here": False} for name in NAMES[:count]]
    wanted = {"game": game, "first": "seat-1", "seats": seats, "advice": True, **wishes}
    opened = server.ask("/api/tables", wanted)
    table = opened["table"]
    return table, [f"/tables/{table}#{seat}.{secret}" for seat, secret in opened["secrets"].items()]


def sit_down(visit, links, **wishes):
    pages = [visit(link, **wishes) for link in links]
    for page in pages:
        page.wait_for_selector("#own svg:not(.coming)")
    return pages
