"""The end of a round and of the game in a real browser: the card, the score sheet, and what happened."""

import itertools
import random
import re

import pytest
from playwright.sync_api import expect
from tests.browser import driver
from tests.browser.driver import (
    DESK,
    GREEDY,
    HIDE,
    PERSON,
    PHONE,
    TARGET,
    TOUCH,
    each_name,
    glance_at,
    play,
    serious,
    spread,
    wait_for_turn,
)
from tests.house import tied
from tests.kits import KITS
from tests.plainly import plainly

import azulejos as az

LYING = {"width": 740, "height": 360}  # a phone on its side
SIZES = {"desk": DESK, "phone": PHONE, "lying": LYING}


@pytest.fixture(scope="module")
def finished(server):
    """Finished games: a table each, with a record that was played by chance."""
    tables = {}

    def of(name, players=2):
        if (name, players) not in tables:
            tables[name, players] = server.ask("/api/records", whole_game(name, players))["table"]
        return tables[name, players]

    return of


def whole_game(name, players):
    """A record of a whole game, in which things develop."""
    dice, careful = random.Random(name), KITS[name].careful
    game = az.Game(name, players, first=0)
    position = plainly(game.start, deal="by hand", names=[f"Ada {seat}" for seat in range(players)])
    while not position.over:
        position.play(dice.choice(careful(position.choices())))
    return position.record().to_text()


def told(server, table):
    return server.ask(f"/api/tables/{table}?after=0&draw=false")["told"]


def before_the_end_of_a_round(server, table, which=0):
    """A new table just before the turn that ends the first round, or another; the choices of that turn."""
    steps = told(server, table)
    last = [i for i, step in enumerate(steps) if step["card"]][which]
    turn, first = (steps[last]["seat"], steps[last]["turn_number"]), last
    while (steps[first - 1]["seat"], steps[first - 1]["turn_number"]) == turn:
        first -= 1
    branched = server.ask(f"/api/tables/{table}/branch?count={first}", {"_": 0})["table"]
    return branched, [step["choice"] for step in steps[first : last + 1]], steps[last]["card"]


def sizes(size):
    return {"viewport": SIZES[size], **({} if size == "desk" else TOUCH)}


# ------------------------------------------------------------------------------------------------
# The card

# The card of an answer is shown by the page's own module; whether it was closed is kept.
SHOW = """async (card) => {
  const { showCard } = await import(document.querySelector('link[href*="card.js"]').href);
  window.isClosed = false;
  showCard(card).then(() => (window.isClosed = true));
}"""
BOX = """(id) => { const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
  return { x, y, width, height }; }"""


def with_card(visit, server, finished, game, players=2, which=-1, **wishes):
    """A page on which the card of a round is shown, until somebody goes on, however long that takes."""
    table = finished(game, players)
    card = [step["card"] for step in told(server, table) if step["card"]][which]
    page = visit(f"/tables/{table}", reads_cards=True, **wishes)
    wait_for_turn(page)
    page.evaluate(SHOW, card)
    if not wishes.get("is_stranger"):
        assert page.locator("#card-clock").is_hidden()
        expect(page.locator("#card")).to_be_visible()
    return page, card


def overlap(one, other):
    wide = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    high = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return max(0, wide) * max(0, high)


def number(text):
    return int(text.replace("−", "-").replace("+", "").split()[0])


@spread("look", [("desk", "light"), ("phone", "dark"), ("lying", "contrast")])
def test_a_card_covers_no_board_and_nothing_jumps(visit, server, finished, game, look):
    """Nor is anything serious about it."""
    size, theme = look
    page, _ = with_card(
        visit, server, finished, game, locale="pl-PL" if theme == "dark" else "en-GB", **sizes(size)
    )
    page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
    assert serious(page) == []
    card = page.evaluate(BOX, "card")
    assert overlap(card, page.evaluate(BOX, "own")) == 0
    assert overlap(card, page.evaluate(BOX, "others")) == 0
    boards = [page.evaluate(BOX, name) for name in ("own", "others", "offer")]
    go_on = page.evaluate(BOX, "go-on")
    assert min(go_on["width"], go_on["height"]) >= TARGET
    assert overlap(card, go_on) == pytest.approx(go_on["width"] * go_on["height"])
    page.locator("#go-on").click()
    expect(page.locator("#card")).to_be_hidden()
    assert [page.evaluate(BOX, name) for name in ("own", "others", "offer")] == boards


@glance_at("chocolatier")
def test_a_card_says_who_got_what_for_what(visit, server, finished, game):
    page, card = with_card(visit, server, finished, game, 3 if game != "duel" else 2, which=-1)
    table = page.locator("#card-table")
    assert (
        table.get_by_role("columnheader").all_inner_texts()[1:]
        == server.state(finished(game, 3 if game != "duel" else 2))["names"]
    )
    rows = table.locator("tbody tr:has(td)")
    assert rows.count() == len(card["lines"]) > 0
    for row, line in zip(rows.all(), card["lines"], strict=True):
        assert row.locator("th[scope=row]").inner_text().startswith(line["reason"])
        shown = [number(text) if text else None for text in row.locator("td").all_inner_texts()]
        assert shown == line["points"]
    gained, score = table.locator("tfoot tr").all()
    assert [number(text) for text in gained.locator("td").all_inner_texts()] == card["gained"]
    assert [number(text) for text in score.locator("td").all_inner_texts()] == card["after"]
    expect(table.locator("caption")).to_have_text("End of the game")
    if any(line["is_bonus"] for line in card["lines"]):
        expect(table.locator("[scope=rowgroup]")).to_have_text("At the end of the game")
    assert "End of the game" in page.locator("#card-says").inner_text()


# Is a card wider than its frame, are numbers of it broken or cut, and are the sums in sight?
CUT = """() => {
  const frame = document.querySelector("#card .scroller");
  const isCut = (number) =>
    number.getClientRects().length > 1 || number.offsetWidth > number.closest("td").clientWidth + 4;
  const cut = [...document.querySelectorAll(".card-table td b")].filter(isCut);
  const low = (element) => element.getBoundingClientRect().bottom;
  const isInSight = low(document.querySelector(".card-table tfoot")) <= low(frame) + 1;
  return [frame.scrollWidth > frame.clientWidth, cut.length, isInSight];
}"""


@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize(("game", "players", "which"), [("garden", 4, 0), ("garden", 3, -1), ("duel", 2, -1)])
def test_a_card_shows_all_columns_and_the_sums(visit, server, finished, game, players, which, size):
    wishes = {"locale": "pl-PL", **sizes(size)}
    page, _ = with_card(visit, server, finished, game, players, which=which, **wishes)
    assert page.evaluate(CUT) == [False, 0, True]


@pytest.mark.parametrize("way", ["click", "Enter", " ", "Escape"])
def test_ways_to_go_on(visit, server, finished, way):
    page, _ = with_card(visit, server, finished, "chocolatier", which=0)
    assert page.evaluate("() => window.isClosed") is False
    if way == "click":
        page.get_by_role("button", name="Go on").click()
    else:
        page.keyboard.press(way)
    page.wait_for_function("() => window.isClosed")
    expect(page.locator("#card")).to_be_hidden()


def test_whoever_plays_by_keys_has_the_focus_on_go_on(visit, server, finished):
    table = finished("chocolatier")
    card = next(step["card"] for step in told(server, table) if step["card"])
    page = visit(f"/tables/{table}", reads_cards=True)
    wait_for_turn(page)
    page.keyboard.press("ArrowDown")
    page.evaluate(SHOW, card)
    expect(page.locator("#go-on")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_function("() => window.isClosed")


def test_a_card_goes_by_itself_if_it_is_set_so(visit, server, finished):
    page = visit(f"/tables/{finished('chocolatier')}", reads_cards=True)
    wait_for_turn(page)
    page.locator("#settings > summary").click()
    box = page.get_by_label("Go on by itself after a round")
    expect(box).not_to_be_checked()
    box.check()
    page.reload()
    wait_for_turn(page)
    page.clock.install()
    page.evaluate(SHOW, next(step["card"] for step in told(server, finished("chocolatier")) if step["card"]))
    expect(page.locator("#card-clock")).to_be_visible()
    page.clock.run_for(3000)
    assert page.evaluate("() => window.isClosed") is False
    page.clock.run_for(30000)
    page.wait_for_function("() => window.isClosed")


def test_a_card_waits_for_a_player_but_not_for_a_spectator(visit, server, finished):
    page, _ = with_card(visit, server, finished, "chocolatier", which=0)
    expect(page.locator("#card-clock")).to_be_hidden()
    other, _ = with_card(visit, server, finished, "chocolatier", which=0, is_stranger=True)
    assert other.evaluate("() => document.getElementById('card-clock').hidden") is False


# Points that rise: how many, why, what lights up for them, and all scores then. And all that is heard.
TOLD = """() => {
  window.risen = [];
  window.heard = [];
  addEventListener("sound", ({ detail }) => window.heard.push(detail));
  const { animate } = Element.prototype;
  const number = ({ textContent }) => Number(textContent.replace("−", "-"));
  const scores = () => [...document.querySelectorAll("#scores b")].map(number);
  Element.prototype.animate = function (frames, ...wish) {
    if (this.classList.contains("points")) {
      const [points, reason] = [this.firstChild.textContent, this.querySelector("small")?.textContent ?? ""];
      const spots = new Set(frames.map(({ transform }) => transform)).size;
      window.risen.push({ points, reason, lit: [], scores: scores(), spots });
    } else if (frames[0]?.filter && this.dataset.place) window.risen.at(-1).lit.push(this.dataset.place);
    return animate.call(this, frames, ...wish);
  };
}"""
PLACES = """(seat) => [...document.querySelectorAll(`#table [data-place][data-seat="${seat}"]`)]
  .map(({ dataset }) => dataset.place)"""


def check_risen(page, steps, scores, is_calm):
    """All points of the story have risen, with their reasons and what they count; the scores count along.
    Whoever wants less motion sees them where they stay."""
    risen = page.evaluate("() => window.risen")
    scored = [move for step in steps for move in step["moves"] if move["points"]]
    drawn = {seat: set(page.evaluate(PLACES, seat)) for seat in range(len(scores))}
    assert len(risen) == len(scored)
    for label, move in zip(risen, scored, strict=True):
        scores[move["seat"]] += move["points"]
        assert (number(label["points"]), label["reason"]) == (move["points"], move["reason"])
        assert set(label["lit"]) == set(move["lit"]) & drawn[move["seat"]]
        assert label["scores"] == scores
        assert (label["spots"] == 1) is is_calm
    return scored


# Of the moves of somebody, what they are heard as.
def sounds(steps):
    moves = [move for step in steps for move in step["moves"] if move["seat"] is not None]
    carried = [move for move in moves if move["piece"] and move["from"] and move["to"]]
    scored = [move["points"] for move in moves if move["points"]]
    laid = {"floor" if move["is_lost"] else "lay" for move in carried}
    return {"take" for _ in carried} | laid | {"score" if points > 0 else "floor" for points in scored}


@pytest.mark.parametrize(
    ("game", "speed"), [*((name, "fast") for name in driver.GAMES), ("chocolatier", "off")]
)
def test_a_round_ends_with_its_card_before_the_new_deal(visit, server, finished, game, speed):
    """Somebody else plays the last turn of a round: its points are told one after the other, the card comes,
    then, after Go on, the new round is dealt. The card also comes where nothing moves. Two of the games are
    seen by somebody who wants less motion."""
    table, choices, card = before_the_end_of_a_round(server, finished(game))
    scores, count = server.state(table)["scores"], server.state(table)["steps"] + len(choices)
    is_calm = game in driver.GAMES[::2]
    motion = "reduce" if is_calm else "no-preference"
    page = visit(f"/tables/{table}", speed=speed, reads_cards=True, reduced_motion=motion)
    wait_for_turn(page)
    page.locator("h1").click(force=True)  # nobody hears anything before
    page.evaluate("() => localStorage.setItem('azulejos-sound', 'on')")
    page.evaluate(TOLD)
    play(server, table, choices)
    expect(page.locator("#card")).to_be_visible(timeout=60_000)
    expect(page.locator("#card caption")).to_have_text("Round 1 is over")
    steps = told(server, table)
    (ending,) = (step for step in steps if step["card"])
    if speed != "off":
        assert check_risen(page, steps[count - len(choices) : count], scores, is_calm)
        assert "score" in page.evaluate("() => window.heard")
        assert set(page.evaluate("() => window.heard")) <= sounds(steps[count - len(choices) : count])
    for sentence in ending["sentences"][ending["end_told"] :]:  # the band tells the turn, the card the round
        expect(page.locator("#note")).not_to_contain_text(sentence["text"])
    assert [int(text) for text in page.locator("#scores b").all_inner_texts()] == card["after"]
    expect(page.locator("#history h3")).to_have_text(["Round 1"])
    offer = page.locator("#offer svg:not(.coming)")
    assert (
        offer.get_attribute("data-hash") == server.ask(f"/api/tables/{table}/at/{count}")["versions"]["offer"]
    )
    emptied = page.locator("#offer [data-piece]").count()
    page.locator("#go-on").click()
    expect(page.locator("#history h3")).to_have_text(["Round 1", "Round 2"])
    expect(page.locator("#card")).to_be_hidden()
    assert page.locator("#offer [data-piece]").count() > emptied


# Whatever is put into the note, also if it is what stood there: whoever listens hears it.
SAID = """() => {
  window.said = [];
  const note = document.getElementById("note");
  new MutationObserver(() => window.said.push(note.textContent)).observe(note, { childList: true });
}"""


def test_the_last_turn_of_a_game_is_said_once(visit, server, finished):
    """Before its card; nothing of it is said again when the table stands still."""
    table, choices, _ = before_the_end_of_a_round(server, finished("pavilion"), which=-1)
    page = visit(f"/tables/{table}", speed="fast", reads_cards=True)
    wait_for_turn(page)
    page.evaluate(SAID)
    play(server, table, choices)
    page.locator("#go-on").click(timeout=60_000)
    expect(page.locator("#end")).to_be_visible()
    expect(page.locator("#card")).to_be_hidden()
    page.wait_for_timeout(300)
    (said,) = filter(None, page.evaluate("() => window.said"))
    assert said.count("passes") == 1


def test_a_card_waits_for_whoever_was_away(visit, server, finished):
    """The round ends while nobody looks at the page: its last turn and its card come when somebody does."""
    table, choices, _ = before_the_end_of_a_round(server, finished("chocolatier"))
    page = visit(f"/tables/{table}", reads_cards=True)
    page.clock.install()
    page.reload()
    wait_for_turn(page)
    page.evaluate(HIDE, True)
    play(server, table, choices)
    with page.expect_response(re.compile("draw=false")):
        page.clock.fast_forward(26_000)
    expect(page.locator("#card")).to_be_hidden()
    page.evaluate(HIDE, False)
    expect(page.locator("#card")).to_be_visible()
    page.locator("#go-on").click()
    expect(page.locator("#history h3")).to_have_text(["Round 1", "Round 2"])


# Have points of two boards ever been seen at the same time?
TOGETHER = """() => {
  window.isTogether = false;
  const isOn = (id, { x, y, width, height }) => {
    const board = document.getElementById(id).getBoundingClientRect();
    const [middle, centre] = [x + width / 2, y + height / 2];
    return board.left <= middle && middle <= board.right && board.top <= centre && centre <= board.bottom;
  };
  const look = () => {
    const labels = [...document.querySelectorAll(".flying")].map((label) => label.getBoundingClientRect());
    window.isTogether ||= ["own", "others"].every((id) => labels.some((box) => isOn(id, box)));
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.mark.parametrize("is_together", [False, True])
def test_boards_are_scored_one_after_the_other_or_all_at_once(visit, server, finished, is_together):
    table, choices, _ = before_the_end_of_a_round(server, finished("chocolatier"))
    page = visit(f"/tables/{table}", speed="fast")
    wait_for_turn(page)
    page.locator("#settings > summary").click()
    box = page.get_by_label("Score all boards at once")
    expect(box).not_to_be_checked()
    box.set_checked(is_together)
    page.evaluate(TOGETHER)
    play(server, table, choices)
    expect(page.locator("#card")).to_be_visible()
    assert page.evaluate("window.isTogether") is is_together


# ------------------------------------------------------------------------------------------------
# The end


def test_the_end_of_the_game_is_heard_once(visit, server, finished):
    """By those who have switched the sound on; who opens a finished table hears nothing."""
    table, choices, _ = before_the_end_of_a_round(server, finished("chocolatier"), which=-1)
    page = visit(f"/tables/{table}")
    wait_for_turn(page)
    page.locator("h1").click(force=True)
    page.evaluate("() => localStorage.setItem('azulejos-sound', 'on')")
    page.evaluate(TOLD)
    play(server, table, choices)
    expect(page.locator("#end")).to_be_visible()
    page.keyboard.press("s")  # what is asked for afterwards comes afterwards
    page.keyboard.press("s")
    page.wait_for_function("() => window.heard.includes('lay')")
    assert page.evaluate("() => window.heard") == ["end", "lay"]
    page.reload()
    page.evaluate(TOLD)
    expect(page.locator("#end")).to_be_visible()
    page.locator("h1").click(force=True)
    assert page.evaluate("() => window.heard") == []


@each_name
def test_the_sheet_has_a_row_for_each_bonus(visit, server, finished, game):
    table = finished(game)
    card = next(step["card"] for step in reversed(told(server, table)) if step["card"])
    page = visit(f"/tables/{table}")
    wait_for_turn(page)
    rows = page.locator("#sheet tbody .bonus")
    bonuses = [line for line in card["lines"] if line["is_bonus"]]
    assert rows.locator("th[scope=row]").all_inner_texts() == [line["reason"] for line in bonuses]
    shown = [[number(text) if text else 0 for text in row] for row in sheet_rows(page)]
    assert [sum(column) for column in zip(*shown, strict=True)] == card["after"]
    expect(page.locator("#winner")).to_contain_text("Winner:")
    expect(page.locator("#chart svg")).to_be_visible()
    expect(page.locator("#rematch")).to_be_in_viewport()  # without scrolling the column


@pytest.mark.parametrize("width", [1024, 1280, 1440])
@pytest.mark.parametrize("players", [3, 4])
def test_the_sheet_has_room_for_everybody_on_a_desk(visit, server, finished, players, width):
    page = visit(
        f"/tables/{finished('pavilion', players)}", viewport={"width": width, "height": width * 5 // 8}
    )
    wait_for_turn(page)
    sizes = page.locator("#end .scroller").first.evaluate("(it) => [it.scrollWidth, it.clientWidth]")
    assert sizes[0] <= sizes[1]
    cut = "(all) => all.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.textContent)"
    assert page.locator("#sheet td").evaluate_all(cut) == []


def test_the_end_says_why_somebody_wins_among_equals(visit, server):
    """In the band, which is read aloud, and with the sheet; where points decide there is nothing to say."""
    table = server.ask("/api/records", tied().to_text())["table"]
    page = visit(f"/tables/{table}")
    wait_for_turn(page)
    why = "have 16 points each; Ala wins by full rows, 2 to 1."
    for name in ("#status", "#tie"):
        expect(page.locator(name)).to_contain_text(why)
    expect(page.locator("#tie")).to_be_in_viewport()
    assert serious(page) == []


def sheet_rows(page):
    return [row.locator("td").all_inner_texts() for row in page.locator("#sheet tbody tr").all()]


# ------------------------------------------------------------------------------------------------
# What happened


@each_name
def test_turns_stand_under_their_rounds(visit, server, finished, game):
    table = finished(game)
    steps = told(server, table)
    page = visit(f"/tables/{table}")
    wait_for_turn(page)
    rounds = sorted({step["round"] for step in steps})
    assert page.locator("#history h3").all_inner_texts() == [f"Round {n}" for n in rounds]
    for n in rounds:
        of_round = [step for step in steps if step["round"] == n]
        turns = [
            list(turn)
            for _, turn in itertools.groupby(
                of_round, key=lambda step: step["seat"] is not None and (step["seat"], step["turn_number"])
            )
        ]
        entries = page.locator(f"#history [data-round='{n}'] li:visible .turn")
        said = [[part["text"] for step in turn for part in step["sentences"]] for turn in turns]
        found = [entry.locator("> span").all_inner_texts() for entry in entries.all()]
        assert [len(texts) for texts in found] == [len(texts) for texts in said if texts]
    first = page.locator("#history li .turn").first.inner_text()
    assert first.count("\n") < 8  # a deal is no list of tiles
    assert page.locator("#history .pictures svg use").count() > 20
    hrefs = page.locator("#history .pictures use").evaluate_all(
        "(all) => [...new Set(all.map((use) => use.getAttribute('href').slice(1)))]"
    )
    assert page.evaluate("(ids) => ids.filter((id) => !document.getElementById(id))", hrefs) == []


@spread("size", list(SIZES))
def test_an_entry_shows_the_table_at_that_moment(visit, server, game, size):
    table = server.open_table(PERSON, GREEDY, game=game)
    server.play(table, 3)
    page = visit(f"/tables/{table}", **sizes(size))
    wait_for_turn(page)
    now = drawings(page)
    entry = page.locator("#history li:visible .turn").first
    entry.scroll_into_view_if_needed()
    entry.click()
    expect(page.locator("#past")).to_be_visible()
    assert drawings(page) != now
    assert page.locator("#table [data-choice]").count() == 0
    expect(entry).to_have_attribute("aria-current", "true")
    assert serious(page) == []
    at = re.search(r"\d+", entry.locator("..").get_attribute("data-at"))[0]
    then = server.ask(f"/api/tables/{table}/at/{at}?large=0")
    assert page.locator("#scores b").all_inner_texts() == [str(score) for score in then["scores"]]
    page.keyboard.press("p")
    page.keyboard.press("Escape")
    expect(page.locator("#past")).to_be_hidden()
    assert drawings(page) == now
    entry.click()
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator("#past")).to_be_hidden()
    assert drawings(page) == now


def drawings(page):
    return page.locator("#table .stage [data-hash]").evaluate_all(
        "(all) => all.map(({ dataset }) => dataset.hash)"
    )


def test_anything_new_leads_back_to_now(visit, server):
    table = server.open_table(PERSON, PERSON)
    server.play(table, 2)
    page = visit(f"/tables/{table}")
    wait_for_turn(page)
    page.locator("#history .turn").first.press("Enter")
    expect(page.locator("#past")).to_be_visible()
    server.play(table, 1)
    expect(page.locator("#past")).to_be_hidden()
    assert page.locator("#table [data-choice]").count() > 0


def test_a_draft_outlasts_a_look_back(visit, server):
    table = server.open_table(PERSON, PERSON)
    server.play(table, 2)
    page = visit(f"/tables/{table}")
    wait_for_turn(page)
    driver.click_first(page)
    question = page.locator("#status").inner_text()
    now = drawings(page)
    page.locator("#history .turn").first.click()
    expect(page.locator("#past")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#past")).to_be_hidden()
    assert (page.locator("#status").inner_text(), drawings(page)) == (question, now)
