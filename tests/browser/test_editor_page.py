"""The editor of positions in a browser: by click, drag and keys; what is impossible; playing on."""

import pytest
from playwright.sync_api import expect
from tests.browser.driver import DESK, POINT_INSIDE, TALL_PHONE, TOUCH, each_name, serious

EXPOSE = """async () => {
  window.setup = (await import(document.querySelector('link[href$="setup.js"]').href)).setup;
}"""
POINT_OF_PLACE = f"""([place, seat]) => {{
  const of = seat === null ? ":not([data-seat])" : `[data-seat="${{seat}}"]`;
  return ({POINT_INSIDE})(document.querySelector(`:is(#offer, #own) [data-place="${{place}}"]${{of}}`));
}}"""
PROBLEMS = "() => setup.shown.problems"
CHANGES = "() => setup.past.length"
IN_BAG = "(piece) => setup.shown.bag[piece] ?? 0"
LIES = (
    "([place, seat]) => setup.shown.places.find((each) => each.place === place && each.seat === seat).lying"
)
# For each game: a tile, a place of the offer, one of the first board, and one where the tile can't lie yet.
WHERE = {
    "chocolatier": ("blue", "factory-1", ("line-2", 0), ("box-1-2", 0)),
    "pavilion": ("red", "factory-1", ("hand", 0), ("space-ul-n", 0)),
    "duel": ("blue", "sun-1", ("line-2", 0), ("space-1-1", 0)),
    "garden": ("tree-blue", "display-1", ("storage", 0), ("space-e-centre", 0)),
}


def begin(page, game):
    page.locator("#which").select_option(game)
    page.locator("form:not([hidden])[data-game] button[type=submit]").click()
    page.wait_for_selector("#own svg:not(.coming)")
    page.evaluate(EXPOSE)


def point_of(page, place, seat=None):
    return page.evaluate(POINT_OF_PLACE, [place, seat])


def wait_for(page, place, seat, pieces):
    page.wait_for_function(
        f"(wanted) => ({LIES})(wanted[0]).join() === wanted[1].join()", arg=[[place, seat], pieces]
    )


def drag(page, start, end):
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()


@each_name
def test_pieces_come_and_go(visit, game):
    """The bag counts; what is impossible is told, and no longer when it has gone."""
    tile, offer, (own, seat), (wrong, _) = WHERE[game]
    page = visit("/analyse/edit")
    begin(page, game)
    stock = page.evaluate(IN_BAG, tile)
    brush = page.locator(f"[data-brush='{tile}']")
    brush.click()
    page.mouse.click(*point_of(page, offer))
    wait_for(page, offer, None, [tile])
    page.mouse.click(*point_of(page, own, seat))  # the piece of the palette stays in hand
    wait_for(page, own, seat, [tile])
    assert page.evaluate(IN_BAG, tile) == stock - 2
    expect(brush.locator("b")).to_have_text(f"{stock - 2}")
    problems = page.evaluate(PROBLEMS)
    page.keyboard.press("Escape")
    drag(page, point_of(page, own, seat), point_of(page, wrong, seat))
    wait_for(page, wrong, seat, [tile])
    wait_for(page, own, seat, [])
    told = page.evaluate(PROBLEMS)
    assert set(told) - set(problems)
    expect(page.locator("#status")).to_contain_text(told[0])
    expect(page.locator("#problems li")).to_have_text(told)
    page.mouse.click(*point_of(page, wrong, seat))  # lifted
    page.keyboard.press("Delete")
    wait_for(page, wrong, seat, [])
    assert page.evaluate(PROBLEMS) == problems
    page.keyboard.press("Control+z")
    wait_for(page, wrong, seat, [tile])
    page.locator("#redo").click()
    wait_for(page, wrong, seat, [])
    assert serious(page) == []


@pytest.mark.glance
def test_play_on_from_there(visit):
    """With keys alone; a number of the form; names go along; Back leads to what was set up."""
    page = visit("/analyse/edit")
    page.locator("form:not([hidden])[data-game] [name=name-1]").fill("Ada")
    begin(page, "chocolatier")
    expect(page.locator("#play")).to_be_disabled()
    page.keyboard.press("1")
    page.locator("[data-place='factory-1']").focus()
    for count in range(1, 5):
        page.keyboard.press("Enter")
        wait_for(page, "factory-1", None, ["blue"] * count)
    page.keyboard.press("Delete")
    wait_for(page, "factory-1", None, ["blue"] * 3)
    page.locator("[name='seats.0.score']").fill("7")
    page.locator("[name='seats.0.score']").press("Enter")
    page.wait_for_function("() => setup.shown.scores[0] === 7 && setup.shown.line !== null")
    page.locator("#play").click()
    page.wait_for_url("**/analyse#*")
    expect(page.locator("[data-choice='factory-1 blue']")).to_be_visible()
    expect(page.locator("#scores")).to_contain_text("Ada")
    page.go_back()
    page.wait_for_selector("#own svg:not(.coming)")
    page.evaluate(EXPOSE)
    wait_for(page, "factory-1", None, ["blue"] * 3)


def swipe(page, start, end, steps=8):
    """A finger goes from one point to another: real touches, which the browser may take for its own."""
    screen = page.context.new_cdp_session(page)

    def touch(kind, *points):
        points = [{"x": x, "y": y} for x, y in points]
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", start)
    for step in range(1, steps + 1):
        touch("touchMove", [a + (b - a) * step / steps for a, b in zip(start, end, strict=True)])
    touch("touchEnd")


@each_name
def test_a_finger_drags_pieces(visit, game):
    """From the palette to the table, on the table, and off it; the page stays where it is."""
    tile, offer, (own, seat), (wrong, _) = WHERE[game]
    page = visit("/analyse/edit", viewport=TALL_PHONE, **TOUCH)
    begin(page, game)
    page.evaluate("() => scrollTo(0, 0)")
    brush = page.locator(f"[data-brush='{tile}']").bounding_box()
    swipe(page, [brush["x"] + 20, brush["y"] + 20], point_of(page, offer))
    wait_for(page, offer, None, [tile])
    swipe(page, point_of(page, offer), point_of(page, own, seat))
    wait_for(page, own, seat, [tile])
    wait_for(page, offer, None, [])
    swipe(page, point_of(page, own, seat), point_of(page, wrong, seat))
    wait_for(page, wrong, seat, [tile])
    swipe(page, point_of(page, wrong, seat), [20, brush["y"] - 2])
    wait_for(page, wrong, seat, [])
    assert page.evaluate("() => scrollY") == 0


def test_a_finger_moves_palette_and_page(visit):
    """Along the palette and where nothing lies it drags nothing."""
    page = visit("/analyse/edit", viewport=TALL_PHONE, **TOUCH)
    begin(page, "garden")
    page.evaluate("() => scrollTo(0, 0)")
    pieces = page.locator("#pieces").bounding_box()
    swipe(page, [300, pieces["y"] + 25], [60, pieces["y"] + 25])
    page.wait_for_function("() => document.getElementById('pieces').scrollLeft > 100")
    swipe(page, point_of(page, "space-e-centre", 0), [200, 60])
    page.wait_for_function("() => scrollY > 100")
    assert page.evaluate("() => setup.past.length") == 0


def test_a_moment_is_edited(visit):
    """From the room to the editor, and from there to a game with real tiles."""
    page = visit(
        "/analyse/duel_2_goals=rows,rim,corners_1.4_acting:1_factories=b2k2%2F%2F*_display=as,bw,ew_5:b,t2:aw0_5:,,y3:cs1"
    )
    page.locator("#edit").click()
    page.wait_for_url("**/analyse/edit#on")
    page.wait_for_selector("#own svg:not(.coming)")
    page.evaluate(EXPOSE)
    wait_for(page, "place-1", 0, ["dome a-wild"])
    before = page.evaluate("() => setup.shown.document.seats[0].dome[0].turned")
    for _ in range(2):  # it is lifted, then turned
        page.mouse.click(*point_of(page, "place-1", 0))
    page.wait_for_function(
        "(before) => setup.shown.document.seats[0].dome[0].turned === (before + 1) % 4", arg=before
    )
    page.locator("#books").click()
    page.wait_for_url("**/real#*")
    expect(page.locator("#table [data-choice]").first).to_be_visible()


# For each game: a turn that begins, a question in it, what the form then asks for, and what can be chosen.
WITHIN = {
    "chocolatier": (
        "chocolatier 2 1.5 offer:1 centre=b3n4r3 factories=,,,b2nr 0:,,k,,c 0:k,c2::c",
        "where the tiles in hand go",
        {"Whose turn it is": "Player 1"},
        "line-1",
    ),
    "pavilion": (
        "pavilion 2 1.9 laying:2 starting-tile=2 supply=p4goyb3 5:g3y3 1:p3o6r5",
        "how the tile for a space is paid",
        {"Which space": "orange 2", "Which colour": "orange"},
        "use 2",
    ),
    "duel": (
        "duel 2 3.68 completing:1 starting-tile=1 tower=b9y2r10k2 stack=2s,fw1,hw1 line=2 "
        "1:,y,t3,t3,t,k6:gs0,,gw0,,jw3,ds0,ew2,dw3,as0:.4k,y:br2k:b2TRkY:0:2 "
        "0:t,b,y3,k2,t5,y4:is0,bw3,,hs2,cw1,,aw2,fs1,es2:.kb,.2b,,,,.4r::ykKB2R:0:2",
        "which chips complete a line",
        {"Paid: chip: black": "1"},
        "pay yellow-black",
    ),
    "garden": (
        "garden 2 1.8 acting:1 starter=2 display=/g1,P5,y4p3,y5p2P23 stack=2 supply=16 "
        "15:y4g46G4p6P4 15:g1:0::.2G1.p4",
        "what pays for a tile or an expansion",
        {"Which tile": "light green flower", "Paid: dark purple flower": "yes", "Jokers paid": "1"},
        "pay-joker",
    ),
}


@each_name
def test_a_question_within_a_turn(visit, game):
    """The form asks for what was chosen before it; what can't be is told; then it can be answered."""
    line, question, said, choice = WITHIN[game]
    page = visit(f"/analyse/edit?position={line.replace(' ', '_')}")
    page.wait_for_selector("#own svg:not(.coming)")
    page.evaluate(EXPOSE)
    page.get_by_label("What is asked").select_option(label=question)
    if game == "chocolatier":
        expect(page.locator("#status")).to_contain_text("tiles are in hand")
        page.locator("[data-brush='red']").click()
        page.mouse.click(*point_of(page, "hand", 0))
        wait_for(page, "hand", 0, ["red"])
    for label, value in said.items():
        box, count = page.get_by_label(label), page.evaluate(CHANGES)
        if box.get_attribute("type") == "number":
            box.fill(value)
            box.press("Enter")
        else:
            box.select_option(label=value)
        page.wait_for_function(f"(count) => ({CHANGES})() > count", arg=count)
    expect(page.locator("#play")).to_be_enabled()
    assert serious(page) == []
    page.locator("#play").click()
    page.wait_for_url("**/analyse#*")
    expect(page.locator(f"[data-choice='{choice}']").first).to_be_visible()


def test_a_question_by_keys(visit):
    """Keys stay at the entry while the form changes around it."""
    page = visit(f"/analyse/edit?position={WITHIN['garden'][0].replace(' ', '_')}")
    page.wait_for_selector("#own svg:not(.coming)")
    page.evaluate(EXPOSE)
    asked = page.get_by_label("What is asked")
    asked.focus()
    for phase in ("copying", "siting"):
        page.keyboard.press("ArrowDown")
        page.wait_for_function("(phase) => setup.shown.document.phase === phase", arg=phase)
        expect(asked).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_label("Whose turn it is")).to_be_focused()
    expect(page.get_by_label("Which tile")).to_be_visible()


@pytest.mark.parametrize(
    "wishes", [{"viewport": TALL_PHONE, **TOUCH}, {"viewport": DESK}], ids=["phone", "desk"]
)
def test_the_palette_is_in_sight(visit, wishes):
    """Pieces, the offer and the board at one glance, and a finger sets a piece down."""
    page = visit("/analyse/edit", **wishes)
    begin(page, "garden")
    for wanted in ("#pieces", "#offer svg", "#own svg:not(.coming)"):
        expect(page.locator(wanted).first).to_be_in_viewport(ratio=0.75)
    if "has_touch" in wishes:
        page.locator("[data-brush='bird-blue']").tap()
        page.touchscreen.tap(*point_of(page, "space-fountain-ne", 0))
        wait_for(page, "space-fountain-ne", 0, ["bird-blue"])
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
