"""The room for analysis in a browser, and the real table: played, branched, kept, saved, thought about."""

import random
import re

import pytest
from playwright.sync_api import expect
from tests.browser.driver import DESK, POINT_INSIDE, TALL_PHONE, TOUCH, each_name, serious
from tests.house import NAMES
from tests.kits import KITS
from tests.plainly import plainly

import azulejos as az
from azulejos.tree import Tree

SETTLED = "() => document.getElementById('table').getAttribute('aria-busy') === 'false'"
EXPOSE = """async () => {
  window.here = (await import(document.querySelector('link[href$="moment.js"]').href)).here;
}"""
POINT_OF_PLACE = f"""(part) => {{
  const places = document.querySelectorAll("#table [data-choice]");
  return ({POINT_INSIDE})(places[Math.floor(part * places.length)]);
}}"""
WATCH_MOVES = """() => {
  window.moved = [];
  addEventListener("moved", ({ detail }) => window.moved.push(detail.unexplained));
}"""
SHOWN = "() => [here.shown.steps, here.shown.scores]"
ENTERED = "(before) => here.shown.steps > before"
NEARER = "(before) => here.shown.steps > before || document.querySelector('#table .near')"
# Somebody enters a game: presses what was dealt, and what was played. Answers how often for each.
ENTER = """async (choices) => {
  const [taps, begun] = [{ chance: 0, seats: 0 }, here.shown.steps];
  for (const [i, choice] of choices.entries()) {
    const lot = document.querySelector(`#pad:not([hidden]) [data-lot="${choice}"]`);
    const place = lot ?? document.querySelector(`#table [data-choice="${choice}"]`);
    if (!place) throw new Error(`${choice} can't be entered`);
    taps[lot ? "chance" : "seats"] += 1;
    place.dispatchEvent(new PointerEvent("click", { bubbles: true, pointerType: "mouse" }));
    for (let waited = 0; here.shown.steps !== begun + i + 1; waited += 1) {
      document.querySelector("#card:not([hidden]) #go-on")?.click();
      if (waited > 20000) throw new Error(`${choice} was not entered`);
      await new Promise((done) => setTimeout(done, 5));
    }
  }
  return taps;
}"""


FULLEST = ("chocolatier", "duel")  # entered with all variants, and by several; the others as they usually are
BY_FINGER = 6  # choices of a game that are really tapped


def played(game, turns=None, seed=1):
    game = az.Game(game) if isinstance(game, str) else game
    dice, kit = random.Random(seed), KITS[game.name]
    position = plainly(game.start, seed=seed, names=NAMES[: game.players])
    while not position.over and (turns is None or position.turn_number <= turns):
        position.play(kit.choose(position, dice, is_careful=True))
    return position


def begin(page, game="chocolatier", names=(), players=2, **options):
    page.locator("#which").select_option(game)
    form = page.locator("form:not([hidden])[data-game]")
    form.locator("[name=players]").select_option(f"{players}")
    for option, value in options.items():
        form.locator(f"[name=option-{option}]").select_option(value)
    for seat, name in enumerate(names, start=1):
        form.locator(f"[name=name-{seat}]").fill(name)
    form.locator("button[type=submit]").click()
    settle(page)


def settle(page):
    page.wait_for_function(SETTLED)
    page.evaluate(EXPOSE)


def paste(page, text):
    page.locator("#pasted").fill(text)
    page.locator("#from-text button").click()
    settle(page)


def press(page, part=0.0):
    """Press a place where something can be chosen, and wait until it was."""
    before = page.evaluate(SHOWN)[0]
    page.mouse.click(*page.evaluate(POINT_OF_PLACE, part))
    page.wait_for_function("(before) => here.shown.steps > before", arg=before)


def tap(page, choice):
    """With a finger. How many taps it took: where a place is small, the first brings it nearer."""
    before = page.evaluate(SHOWN)[0]
    lot, place = page.locator(f'#pad [data-lot="{choice}"]'), page.locator(f'#table [data-choice="{choice}"]')
    for taps in (1, 2):
        if lot.is_visible():
            lot.tap()
        else:
            page.touchscreen.tap(*place.first.evaluate(POINT_INSIDE))
        page.wait_for_function(NEARER if taps == 1 else ENTERED, arg=before)
        if page.evaluate(SHOWN)[0] > before:
            return taps
    raise AssertionError(f"{choice} was not entered")


def saved(page):
    with page.expect_download() as download:
        page.locator("#save").click()
    return plainly(Tree.load, download.value.path())


def lines_of(page):
    return page.locator("#tree .variation").count()


@pytest.mark.glance
def test_a_tree_grows(visit):
    """Turns are played for every seat; going back and playing something else is a variation."""
    page = visit("/analyse")
    begin(page, names=["Ada", "Bo"])
    page.wait_for_selector("#table [data-choice]")
    for _ in range(4):  # a turn is a tile and a line
        press(page)
    expect(page.locator("#scores")).to_contain_text("Bo")
    page.locator("#back").click()
    page.wait_for_function("() => here.node.children.length === 1")
    press(page, part=0.6)
    expect(page.locator("#tree .variation")).to_have_count(1)
    tree = saved(page)
    assert len({node.parent for node in tree.nodes}) == len(tree) - 1
    page.locator("#promote").click()
    assert saved(page).main().choices != tree.main().choices
    page.locator("#comment").fill("  Rather\tthis. ")
    page.locator("#comment").press("Enter")
    expect(page.locator("#tree .comment")).to_have_text("Rather this.")
    kept = saved(page)
    page.reload()
    settle(page)
    expect(page.locator("#tree .comment")).to_have_text("Rather this.")
    assert saved(page) == kept
    page.locator("#delete").click()
    expect(page.locator("#tree .variation")).to_have_count(0)
    page.goto(page.url.partition("#")[0])
    page.locator("#kept a").click()
    settle(page)
    assert page.url.rpartition("#")[2]


def test_a_file_with_variations(visit, tmp_path):
    """It comes as it was saved: the main line is shown at its end, the rest below the turns it leaves."""
    record = played("pavilion", turns=6).record()
    tree = Tree.of(record)
    position = record.begin()
    for choice in record.choices[:40]:
        position.play(choice)
    page = visit("/analyse")
    paste(page, record.to_text())
    page.wait_for_function("(steps) => here.shown.steps === steps", arg=len(record))
    assert saved(page).to_text() == tree.to_text()
    page.locator("#tree .turn").first.click()
    page.wait_for_function("() => here.shown.steps === 0")
    expect(page.locator("#pad")).to_be_visible()
    other = next(choice for choice in record.begin().choices() if choice != record.choices[0])
    page.locator("#lot").uncheck()
    page.locator(f"[data-lot='{other}']").click()
    expect(page.locator("#tree .variation")).to_have_count(1)
    page.locator("#main-line").click()
    assert saved(page).main().choices == [other]


@each_name
def test_a_position_in_the_address(visit, game):
    """The link of a moment leads to the same position, and there to nothing else."""
    position = played(game, turns=4)
    page = visit("/analyse")
    paste(page, position.record().to_text())
    page.locator("#as-text summary").click()
    expect(page.locator("#as-text code")).to_have_text(position.line())
    page.locator("#line").click()
    page.wait_for_url(re.compile("/analyse#"))
    settle(page)
    assert page.evaluate("() => here.shown.line") == position.line()
    assert page.evaluate("() => here.shown.steps") == 0


def test_what_is_no_game(visit):
    page = visit("/analyse")
    visit.forgiven.add(
        "Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)"
    )
    page.locator("#pasted").fill("hello")
    page.locator("#from-text button").click()
    expect(page.locator("#error")).to_contain_text("no position in one line")
    expect(page.locator("#table")).to_be_hidden()


@each_name
def test_the_search_thinks_along(visit, game):
    """A bar for each seat, the best turns as sentences and as marks; one of them can be played."""
    position = played(game, turns=5)
    page = visit("/analyse", viewport=DESK)
    paste(page, position.record().to_text())
    expect(page.locator("#chances li")).to_have_count(2)
    first = page.locator("#best .turn").first
    expect(first).to_be_visible()
    expect(page.locator("#thought")).to_have_text(re.compile(r"^20,000 simulations, give or take \d+ %$"))
    assert page.locator("#table .best-1").count()
    assert page.evaluate("() => !document.querySelector('.best-1').closest('#others')")
    if game == "duel":
        assert serious(page) == []
    first.click()
    page.wait_for_function("() => here.shown.steps > 0")
    page.locator("#thinks").uncheck()
    expect(page.locator("#chances")).to_be_hidden()
    expect(page.locator("#best li")).to_have_count(0)


def test_pieces_fly_and_nothing_is_unexplained(visit):
    page = visit("/analyse", speed="fast", reduced_motion="no-preference")
    page.evaluate(WATCH_MOVES)
    begin(page)
    page.wait_for_selector("#table [data-choice]")
    for _ in range(6):
        press(page)
        page.wait_for_function("() => !document.querySelector('.sprite')")
    moved = page.evaluate("() => window.moved")
    assert len(moved) >= 6
    assert not any(moved)


@each_name
def test_a_real_game_is_entered(visit, game):
    """By taps alone: what was dealt and what was played. It ends with the record that it was taken from."""
    game = KITS[game].fullest if game in FULLEST else az.Game(game)
    position = played(game, seed=2)
    record = position.record()
    page = visit("/real", viewport=TALL_PHONE, **TOUCH)
    begin(page, game.name, NAMES[: game.players], game.players, **game.options)
    first = next(at for at, moment in enumerate(record.positions()) if moment.turn >= 0)
    by_finger = record.choices[first : first + BY_FINGER]
    taps = page.evaluate(ENTER, record.choices[:first])
    assert len(by_finger) <= sum(tap(page, choice) for choice in by_finger) <= 2 * len(by_finger)
    more = page.evaluate(ENTER, record.choices[first + BY_FINGER :])
    assert sum((*taps.values(), *more.values())) == len(record) - BY_FINGER  # and nothing else
    if game.players == 2:
        assert taps["chance"] + more["chance"] <= 3 * position.turn_number
    assert page.evaluate(SHOWN) == [len(record), position.scores]
    tree = saved(page)
    assert tree.main().choices == record.choices
    assert tree.start.game == game
    assert tree.start.names == NAMES[: game.players]
    expect(page.locator("#sheet tfoot")).to_contain_text(f"{position.scores[0]}")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= TALL_PHONE["width"]
    page.locator("#review").click()
    page.wait_for_url(re.compile("/tables/.*/replay"))


def test_a_real_table_takes_back_and_warns(visit):
    """Each tap can be taken back; what isn't legal is not entered; nothing is drawn, nothing is advised."""
    page = visit("/real", viewport=TALL_PHONE, locale="pl-PL", color_scheme="dark", bypass_csp=True, **TOUCH)
    begin(page)
    record = played("chocolatier", turns=2).record()
    page.evaluate(ENTER, record.choices)
    assert page.locator("#best").count() == 0
    steps = page.evaluate(SHOWN)[0]
    page.locator("#own [data-place]").first.dispatch_event("click")
    expect(page.locator("#note")).to_have_text(
        re.compile(r"^Tu nie można teraz nic wybrać\. Możliwe: \d+ w ofercie, \d+ na planszy\.$")
    )
    assert page.evaluate(SHOWN)[0] == steps
    for n in range(1, 4):
        page.locator("#undo").click()
        page.wait_for_function("(steps) => here.shown.steps === steps", arg=steps - n)
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("u")
    page.wait_for_function("(steps) => here.shown.steps === steps", arg=steps - 4)
    assert serious(page) == []


QUICKLY = """async (count) => {
  const pressed = [];
  for (let i = 0; i < count; i += 1) {
    const lots = document.querySelectorAll("#pad [data-lot]");
    const lot = lots[i % lots.length];
    pressed.push(lot.dataset.lot);
    lot.click();
    await new Promise((done) => setTimeout(done, 100));
  }
  return pressed;
}"""
TILES = 20  # on the displays of two


def test_quick_clicks_on_the_pad_all_count(visit):
    """Tiles are typed faster than they fly: each is entered, in order, and the rail can be used meanwhile."""
    page = visit("/real", reduced_motion="no-preference", speed="slow")
    begin(page)
    first = page.evaluate(SHOWN)[0]
    pressed = page.evaluate(QUICKLY, TILES // 2)
    page.locator("#settings summary").click()
    expect(page.locator("#settings")).to_have_attribute("open", "")
    pressed += page.evaluate(QUICKLY, TILES // 2)
    page.wait_for_function("(wanted) => here.shown.steps >= wanted", arg=first + TILES)
    assert saved(page).main().choices[first:] == pressed


@pytest.mark.parametrize("path", ["/analyse", "/real"])
def test_pages_for_everybody(visit, path):
    page = visit(path, locale="pl-PL", bypass_csp=True, viewport=TALL_PHONE, color_scheme="dark")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= TALL_PHONE["width"]
    assert serious(page) == []
