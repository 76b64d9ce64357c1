"""The rules as somebody reads them: contents, drawings as they come into sight, links to clauses."""

from playwright.sync_api import expect
from tests.browser.driver import GAMES, TALL_PHONE, TOUCH, serious

from azulejos import tell

LOADED = "(drawing) => drawing.complete && drawing.naturalWidth > 0"


def test_the_rules_on_a_phone(visit, server):
    """In Polish and in the dark: nothing is wider than the screen, and axe has nothing to say."""
    wishes = {"viewport": TALL_PHONE, "locale": "pl-PL", "color_scheme": "dark", "bypass_csp": True}
    page = visit("/", **wishes, **TOUCH)
    for game in GAMES:
        for path in (f"/rules/{game}", f"/rules/{game}/rulings"):
            page.goto(server.address + path)
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= TALL_PHONE["width"], path
            assert serious(page) == [], path


def test_drawings_come_into_sight(visit, server):
    """They are fetched when somebody comes near them, in the theme that is chosen."""
    fetched = []
    page = visit("/")
    page.on("request", lambda request: request.url.endswith("theme=dark") and fetched.append(request.url))
    page.evaluate("localStorage['azulejos-theme'] = 'dark'")
    page.goto(f"{server.address}/rules/{GAMES[0]}")
    drawings = page.locator(".rules img")
    early = len(fetched)
    assert early < drawings.count()
    drawings.last.scroll_into_view_if_needed()
    page.wait_for_function(f"() => ({LOADED})([...document.querySelectorAll('.rules img')].at(-1))")
    page.locator(".contents a").nth(2).click()
    expect(page.locator("#section-3")).to_be_in_viewport()


def test_a_clause_leads_to_its_ruling_and_back(visit, server):
    clause = next(clause for clause in tell.rules(GAMES[0], "en") if clause.text and clause.ruling)
    page = visit(f"/rules/{GAMES[0]}#{clause.number}")
    expect(page.locator(f"#{clause.number}")).to_be_in_viewport()
    page.locator(f"#{clause.number} .aside").last.click()
    expect(page.locator(f"#{clause.number}")).to_contain_text(clause.ruling)
    page.locator(f"#{clause.number} .number").click()
    expect(page.locator(f"#{clause.number}")).to_contain_text(clause.text)
