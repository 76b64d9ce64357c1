"""The pages: lobby, table, replay, shared games. They show; what is played goes through the API."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi import Path as UrlPath
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, FileSystemLoader, select_autoescape
from markupsafe import Markup

from azulejos import tell
from azulejos.bots import persons, strength
from azulejos.core.message import Message
from azulejos.draw.faces import face
from azulejos.draw.theme import THEMES
from azulejos.game import NAME_LENGTH
from azulejos.position import has_png
from azulejos.tables.company import TEXT_LENGTH
from azulejos.tables.table import Table
from azulejos.tell import teaching
from azulejos.tree import COMMENT_LENGTH
from azulejos.web import assets, posters, show, wording
from azulejos.web.asking import LANGUAGE_COOKIE, YEAR, TableId, language_of, tables_of

HERE = Path(__file__).parent

router = APIRouter(include_in_schema=False)
templates = Environment(
    loader=FileSystemLoader(HERE / "templates"),
    autoescape=select_autoescape(["html"]),
    trim_blocks=True,
    lstrip_blocks=True,
)
templates.globals["static"] = assets.address
templates.globals |= {
    "ACCENT": THEMES["light"].accent,
    "NAME_LENGTH": NAME_LENGTH,
    "COMMENT_LENGTH": COMMENT_LENGTH,
    "TEXT_LENGTH": TEXT_LENGTH,
}
THEME_WORDS = {"light": Message("light"), "dark": Message("dark"), "contrast": Message("high contrast")}

GameName = Annotated[str, UrlPath(pattern=r"^[a-z]{1,20}$")]


def page(request: Request, template: str, status: int = 200, **facts: Any) -> HTMLResponse:
    language = language_of(request)
    t = tell.words(language)
    usual = {
        "t": t,
        "language": language,
        "languages": tell.LANGUAGES,
        "theme_names": {theme: t.say(THEME_WORDS[theme]) for theme in THEMES},
        "path": request.url.path,
    }
    html = templates.get_template(template).render(usual | facts)
    return HTMLResponse(html, status_code=status)


def missing_page(request: Request) -> Response:
    """What somebody sees who has followed a wrong address."""
    is_table = request.url.path.startswith(("/tables/", "/games/"))
    return page(request, "missing.html", status=404, is_table=is_table)


@router.get("/lobby")
async def lobby_page(request: Request) -> Response:
    """Public tables, to join or to watch."""
    return page(request, "lobby.html", words=wording.lobby(tell.words(language_of(request))))


def bots_shown(language: str) -> list[dict[str, Any]]:
    """The bots to pick, the easiest first: who they are, how they play, how strong they are."""
    t = tell.words(language)
    return [
        {
            "name": level,
            "title": who.name,
            "plays": t.say(who.plays),
            "strength": t.say(who.strength),
            "face": Markup(face(who.face)),
        }
        for level, who in persons.WHO.items()
    ]


def preview_of(request: Request, title: str, text: str, picture: str) -> dict[str, str]:
    """What a chat shows of a link. `picture`: its path; chats take dots only, so there may be none."""
    site = f"{request.url.scheme}://{request.url.netloc}"
    return {
        "title": title,
        "text": text,
        "picture": site + picture if has_png() else "",
        "address": site + request.url.path,
    }


def preview_of_table(request: Request, table: Table, language: str) -> dict[str, str]:
    """Of a table: what spectators may see, and never a secret."""
    picture = f"/api/tables/{table.id}/picture.png?language={language}"
    title = tell.title(table.game.name, language)
    return preview_of(request, title, posters.result(table, tell.words(language)), picture)


@router.get("/tables/{table_id}")
async def table_page(request: Request, table_id: TableId) -> Response:
    """A table to play at."""
    table, language = (await tables_of(request).get(table_id)).table, language_of(request)
    levels = bots_shown(language)
    return page(
        request,
        "table.html",
        table_id=table.id,
        game=table.game.name,
        title=tell.title(table.game.name, language),
        players=table.game.players,
        levels=levels,
        picked=strength.PICKED,
        lesson=_lesson(table, language),
        words={**wording.table(tell.words(language)), "bots": {bot["name"]: bot["title"] for bot in levels}},
        preview=preview_of_table(request, table, language),
    )


def _lesson(table: Table, language: str) -> dict[str, Any] | None:
    """The lesson that is given at a table, if it is still the one that we know."""
    told = teaching.lesson(table.game.name, language)
    if table.lesson != told.line:
        return None
    return {"count": len(told.line), "steps": [asdict(step) for step in told.steps]}


@router.get("/tables/{table_id}/replay")
async def replay_page(request: Request, table_id: TableId) -> Response:
    """A game to step through."""
    table, language = (await tables_of(request).get(table_id)).table, language_of(request)
    return page(
        request,
        "replay.html",
        words=wording.replay(tell.words(language)),
        table_id=table.id,
        game=table.game.name,
        title=tell.title(table.game.name, language),
        players=table.game.players,
        preview=preview_of_table(request, table, language),
    )


@router.get("/games/{table_id}")
async def shared_page(request: Request, table_id: TableId) -> Response:
    """A game to show to others: its poster, and what can be done with it."""
    table, language = (await tables_of(request).get(table_id)).table, language_of(request)
    return page(
        request,
        "shared.html",
        table_id=table.id,
        game=table.game.name,
        title=tell.title(table.game.name, language),
        result=posters.result(table, tell.words(language)),
        tie=show.tie(table.position, table.names(), language),
        is_over=table.position.over,
        scores=list(zip(table.names(), table.position.scores, strict=True)),
        has_png=has_png(),
        preview=preview_of_table(request, table, language),
    )


@router.get("/language/{language}")
async def choose_language(
    request: Request, language: Annotated[str, UrlPath(pattern=r"^[a-z]{2}$")]
) -> Response:
    """Remember a language, and go back."""
    back = request.query_params.get("back", "/")
    if not back.startswith("/") or back.startswith("//"):
        back = "/"
    response = RedirectResponse(back, status_code=303)
    if language in tell.LANGUAGES:
        response.set_cookie(LANGUAGE_COOKIE, language, max_age=YEAR, samesite="lax")
    return response
