"""The band says all it has to say: no sentence is cut, on no screen and in no language."""

import random
from functools import cache

import pytest
from playwright.sync_api import expect
from tests.browser.driver import GREEDY, PERSON, each_name, open_page, wait_for_turn
from tests.kits import KITS

from azulejos import tell
from azulejos.tell import teaching

LOCALES = {"en": "en-GB", "pl": "pl-PL"}
NAME = "Aleksandra"  # longer than most
DESKS = [(1280, 800), (1366, 768), (1440, 900)]
PHONES = [(360, 740), (390, 844), (844, 390)]
each_language = pytest.mark.parametrize("language", LOCALES)
BUTTONS = ["cancel", "finish", "hint"]  # as many as there can be while something is asked
NOTE = "Bot 2: takes 3 red from the centre, with the starting-player tile, and lays them in line 4. "
# Of sentences those that the status does not show whole, beside a note and the buttons of a turn.
CUT = """([sentences, note, buttons]) => {
  for (const name of buttons) document.getElementById(name).hidden = false;
  document.getElementById("undo").hidden = true;
  document.getElementById("note").textContent = note;
  const [status, words] = [document.getElementById("status"), document.querySelector(".words")];
  const isCut = (text) => {
    status.textContent = text;
    const box = status.getBoundingClientRect();
    const below = words.getBoundingClientRect().bottom - box.bottom;
    return status.scrollHeight > status.clientHeight || status.scrollWidth > status.clientWidth || below < -1;
  };
  return sentences.filter(isCut);
}"""


@cache
def questions(game, language):
    """All that is asked in some random games, of somebody with a long name."""
    kit, found = KITS[game], set()
    for each in kit.games:
        position, dice = each.start(deal="by hand"), random.Random(repr(each))
        while not position.over:
            found.add(tell.question(game, position.state, NAME, language))
            position.play(kit.choose(position, dice))
    return sorted(found)


@each_language
@each_name
def test_questions_are_whole(visit, server, game, language):
    page, _ = open_page(visit, server, PERSON, GREEDY, game=game, locale=LOCALES[language])
    expect(page.locator("html")).to_have_attribute("lang", language)
    for width, height in DESKS + PHONES:
        page.set_viewport_size({"width": width, "height": height})
        for note in ("", NOTE, 3 * NOTE):
            assert page.evaluate(CUT, [questions(game, language), note, BUTTONS]) == [], (width, height)


# Of the steps of a lesson those that its band doesn't show whole.
CUT_STEPS = """(steps) => {
  const lesson = document.getElementById("lesson");
  const isCut = ({ hasNext, ...step }) => {
    document.getElementById("lesson-next").hidden = !hasNext;
    for (const [name, text] of Object.entries(step)) {
      document.getElementById(`lesson-${name}`).textContent = text;
    }
    return lesson.scrollHeight > lesson.clientHeight;
  };
  return steps.map((step) => step.title).filter((_, i) => isCut(steps[i]));
}"""


@each_language
@each_name
def test_lessons_are_whole(visit, game, language):
    """What a lesson tells, and what is asked beside it where there is room for that."""
    page = visit(f"/learn/{game}", locale=LOCALES[language])
    page.locator("#begin").click()
    page.wait_for_url("**/tables/**")
    assert wait_for_turn(page)
    steps = [
        {"title": step.title, "text": step.text, "task": step.task, "hasNext": not step.choices}
        for step in teaching.lesson(game, language).steps
    ]
    for width, height in DESKS + PHONES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT_STEPS, steps) == [], (width, height)
        assert page.evaluate(CUT, [questions(game, language), "", BUTTONS[:1]]) == [], (width, height)


LINES = """() => {
  const note = document.getElementById("note"), room = note.parentElement.getBoundingClientRect();
  const box = note.getBoundingClientRect();
  const isWithin = box.bottom <= room.bottom + 1.5; // no line is cut along its middle
  return { isWithin, isWhole: note.scrollHeight <= note.clientHeight + 1, isCut: note.matches(".cut") };
}"""


@pytest.mark.parametrize("size", [*DESKS[:1], *PHONES[1:]])
def test_an_account_ends_cleanly_and_can_be_read_whole(visit, server, size):
    """What has no room ends between two lines; with the focus it is all there, and nothing jumps."""
    page, _ = open_page(visit, server, PERSON, GREEDY, viewport={"width": size[0], "height": size[1]})
    page.evaluate("(text) => (document.getElementById('note').textContent = text)", 6 * NOTE)
    expect(page.locator("#note")).to_have_class("note cut")
    assert page.evaluate(LINES) == {"isWithin": True, "isWhole": False, "isCut": True}
    before = page.locator("#own").bounding_box()
    for look in (page.locator("#note").focus, page.locator("#note").hover):
        look()
        assert page.evaluate(LINES)["isWhole"]
        assert page.locator("#own").bounding_box() == before
        page.evaluate("() => document.activeElement.blur()")
    page.mouse.move(1, size[1] - 1)
    page.evaluate("(text) => (document.getElementById('note').textContent = text)", NOTE)
    expect(page.locator("#note")).to_have_class("note")
    assert page.evaluate(LINES) == {"isWithin": True, "isWhole": True, "isCut": False}
