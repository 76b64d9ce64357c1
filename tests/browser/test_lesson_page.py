"""Learning by doing: each lesson from its page to the game that follows, by mouse, keys and finger."""

import pytest
from playwright.sync_api import expect
from tests.browser.driver import (
    CHANGED,
    GAMES,
    POINT_INSIDE,
    REMEMBER,
    TALL_PHONE,
    TOUCH,
    click_turn,
    serious,
    wait_for_change,
    wait_for_turn,
)

from azulejos import tell
from azulejos.tables.sight import FIRST_THE_LESSON
from azulejos.tell import teaching

# Where a choice is; what is there is remembered. The ring must be around it, or around the button to play.
PLACE_OF = f"""(choice) => {{
  ({REMEMBER})();
  const places = [...document.querySelectorAll("[data-choice]")];
  const place = places.find(({{ dataset }}) => dataset.choice === choice);
  const point = ({POINT_INSIDE})(place);
  window.dispatchEvent(new Event("resize")); // it may have been scrolled to
  const [box, ring] = [place, document.getElementById("ring")].map((each) => each.getBoundingClientRect());
  const isRinged = ring.left < box.left && ring.top < box.top && ring.right > box.right;
  if (!isRinged || ring.bottom < box.bottom) throw Error(`${{choice}} is not ringed`);
  return point;
}}"""


def begin(visit, game, **wishes):
    page = visit(f"/learn/{game}", **wishes)
    page.locator("#begin").click()
    page.wait_for_url("**/tables/**")
    wait_for_turn(page)
    return page


def by_mouse(page, choice):
    page.mouse.click(*page.evaluate(PLACE_OF, choice))
    wait_for_change(page)


def by_finger(page, choice):
    """The first touch may only show what it would do, perhaps nearer."""
    place = page.locator(f'#table [data-choice="{choice}"]')
    page.evaluate(REMEMBER)
    page.touchscreen.tap(*place.evaluate(POINT_INSIDE))
    page.wait_for_function(f"() => document.querySelector('#table .aimed') || ({CHANGED})()")
    if page.locator("#table .aimed").count():
        page.touchscreen.tap(*place.evaluate(POINT_INSIDE))
    wait_for_change(page)


def by_keys(page, choice):
    """Nobody looks for a place: the focus is led there."""
    focused = page.locator(f'[data-choice="{choice}"]:focus')
    expect(focused).to_have_count(1)
    page.evaluate(REMEMBER)
    page.keyboard.press("Enter")
    wait_for_change(page)


def play(page, is_by_keys):
    page.evaluate(REMEMBER)
    if is_by_keys:
        page.keyboard.press("p")
    else:
        page.locator("#confirm").click()
    wait_for_change(page)


def walk(page, steps, press=by_mouse):
    """Through steps of a lesson, each with its own words."""
    for number, step in steps:
        expect(page.locator("#lesson-title")).to_have_text(step.title)
        expect(page.locator("#lesson-text")).to_have_text(step.text)
        expect(page.locator("#lesson-step")).to_contain_text(str(number))
        if not step.choices:
            if press is by_keys:
                expect(page.locator("#lesson-next")).to_be_focused()
                page.keyboard.press("Enter")
            else:
                page.locator("#lesson-next").click()
        for choice in step.choices:
            press(page, choice)
            if page.locator("#confirm").is_visible():
                play(page, press is by_keys)


def steps_of(game, language="en"):
    return list(enumerate(teaching.lesson(game, language).steps, start=1))


def goes_on_as_a_game(page):
    expect(page.locator("#lesson")).to_be_hidden()
    expect(page.locator("#hint")).to_be_visible()
    assert page.locator("#table [data-choice]").count() > 3


def plays_a_turn(page):
    """Any turn, which the bot answers with one of its own."""
    answers = page.locator("#history li[data-seat='1']")
    before = answers.count()
    click_turn(page)
    expect(answers.nth(before)).to_be_attached()
    expect(page.locator("#scores")).to_contain_text("Pipo")


def test_a_lesson_by_mouse_with_detours(visit, server):
    """Something else is refused kindly; it can be left, gone on with after a reload, and begun again."""
    visit.forgiven.add(
        "Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)"
    )
    game, steps = GAMES[0], steps_of(GAMES[0])
    page = begin(visit, game, bypass_csp=True)
    assert serious(page) == []
    walk(page, steps[:1])
    page.mouse.click(*page.locator('[data-choice="factory-1 red"]').evaluate(POINT_INSIDE))
    expect(page.locator("#note")).to_have_text(tell.words("en").say(FIRST_THE_LESSON))
    expect(page.locator("#ring")).to_be_visible()
    expect(page.locator("#hint")).to_be_hidden()
    walk(page, steps[1:4])
    page.get_by_role("link", name="Leave the lesson").click()
    page.get_by_role("link", name="Go on with step").click()
    expect(page.locator("#lesson-title")).to_have_text(steps[4][1].title)
    walk(page, steps[4:])
    goes_on_as_a_game(page)
    page.reload()
    wait_for_turn(page)
    goes_on_as_a_game(page)
    plays_a_turn(page)
    page.goto(f"{server.address}/learn/{game}")
    expect(page.locator("#go-on")).to_be_hidden()
    page.locator("#begin").click()
    expect(page.locator("#lesson-title")).to_have_text(steps[0][1].title)


@pytest.mark.glance
def test_a_lesson_by_keys(visit):
    page = begin(visit, "pavilion")
    page.keyboard.press("Tab")
    page.locator("#lesson-next").focus()
    walk(page, steps_of("pavilion"), by_keys)
    goes_on_as_a_game(page)
    plays_a_turn(page)


# What is said while the card of a round is open, and whether its button is ringed; then that is pressed.
WATCH_CARDS = """() => {
  window.cards = [];
  addEventListener("card", () => {
    if (document.getElementById("card").hidden) return;
    const [box, ring] = ["go-on", "ring"].map((id) => document.getElementById(id).getBoundingClientRect());
    const isRinged = ring.left < box.left && ring.top < box.top && ring.bottom > box.bottom;
    window.cards.push([document.getElementById("lesson-task").textContent, isRinged]);
    setTimeout(() => document.getElementById("go-on").click());
  });
}"""


def test_a_card_in_a_lesson_says_what_to_press(visit):
    page = begin(visit, GAMES[0], reads_cards=True)
    page.evaluate(WATCH_CARDS)
    walk(page, steps_of(GAMES[0]))
    goes_on_as_a_game(page)
    assert page.evaluate("() => window.cards") == [["Press Go on.", True]]


def test_a_lesson_on_a_phone_in_polish(visit):
    page = begin(visit, "duel", viewport=TALL_PHONE, locale="pl-PL", bypass_csp=True, **TOUCH)
    assert serious(page) == []
    walk(page, steps_of("duel", "pl"), by_finger)
    goes_on_as_a_game(page)


def test_a_lesson_in_the_dark(visit):
    page = begin(visit, "garden", color_scheme="dark", bypass_csp=True)
    assert serious(page) == []
    walk(page, steps_of("garden"))
    goes_on_as_a_game(page)
    plays_a_turn(page)


def test_old_addresses_lead_to_the_lesson(visit, server):
    page = visit()
    for game in GAMES:
        page.goto(f"{server.address}/learn/{game}?step=3&theme=dark")
        expect(page.locator("#begin")).to_be_visible()
