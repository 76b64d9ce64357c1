"""The pages: start, lobby, table, replay, rules. They show; what is played goes through the API."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi import Path as UrlPath
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, FileSystemLoader, select_autoescape

from azulejos import games, tell
from azulejos.bots import strength
from azulejos.core.contract import Option, SomeOf, Wheel
from azulejos.web import assets, wording
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

GameName = Annotated[str, UrlPath(pattern=r"^[a-z]{1,20}$")]


def page(request: Request, template: str, status: int = 200, **facts: Any) -> HTMLResponse:
    language = language_of(request)
    html = templates.get_template(template).render(
        t=tell.words(language), language=language, languages=tell.LANGUAGES, path=request.url.path, **facts
    )
    return HTMLResponse(html, status_code=status)


def missing_page(request: Request) -> Response:
    """What somebody sees who has followed a wrong address."""
    return page(request, "missing.html", status=404)


@router.get("/")
async def start_page(request: Request) -> Response:
    """Pick a game, players and variants. The tables to go on with are known to the browser alone."""
    language = language_of(request)
    offered = [
        {
            "name": facts.name,
            "title": tell.title(facts.name, language),
            "players": range(facts.players[0], facts.players[1] + 1),
            "options": [_option(facts.name, option, language) for option in facts.options],
            "levels": [_bot(facts.name, name, language) for name in strength.levels()],
            "researchers": [_bot(facts.name, name, language) for name in strength.RESEARCHERS],
        }
        for facts in games.GAMES.values()
    ]
    words = wording.start(tell.words(language))
    return page(request, "start.html", words=words, games=offered, picked=strength.PICKED)


@router.get("/lobby")
async def lobby_page(request: Request) -> Response:
    """Public tables, to join or to watch."""
    return page(request, "lobby.html", words=wording.lobby(tell.words(language_of(request))))


def _bot(game: str, name: str, language: str) -> dict[str, str]:
    """A bot to pick, with its strength where that was measured."""
    t = tell.words(language)
    return {"name": name, "title": strength.title(name, t), "strength": strength.told(game, name, t)}


def _option(game: str, option: Option, language: str) -> dict[str, Any]:
    """An option with its values in words, and the groups of items that can be picked instead."""

    def worded(values: Iterable[str]) -> list[tuple[str, str]]:
        return [(value, tell.option(game, option.name, value, language)) for value in values]

    return {
        "name": option.name,
        "label": tell.option(game, option.name, None, language),
        "values": worded(option.values),
        "groups": [worded(group) for group in option.items] if isinstance(option, SomeOf) else [],
        "wheel": _wheel(option, worded(option.criteria)) if isinstance(option, Wheel) else None,
    }


def _wheel(option: Wheel, criteria: list[tuple[str, str]]) -> dict[str, Any]:
    """What can be chosen for each place of a wheel, which begins with the criteria in their order."""
    first = [criteria[i : i + option.per_step] for i in range(0, len(criteria), option.per_step)]
    return {
        "steps": [[value for value, _ in step] for step in first[: option.steps]],
        "criteria": criteria,
        "points": [option.own_value, *map(str, range(option.points_max + 1))],
    }


@router.get("/tables/{table_id}")
async def table_page(request: Request, table_id: TableId) -> Response:
    """A table to play at."""
    table, language = (await tables_of(request).get(table_id)).table, language_of(request)
    levels = [_bot(table.game.name, name, language) for name in strength.levels()]
    return page(
        request,
        "table.html",
        table_id=table.id,
        game=table.game.name,
        title=tell.title(table.game.name, language),
        players=table.game.players,
        levels=levels,
        picked=strength.PICKED,
        words={**wording.table(tell.words(language)), "bots": {bot["name"]: bot["title"] for bot in levels}},
    )


@router.get("/tables/{table_id}/replay")
async def replay_page(request: Request, table_id: TableId) -> Response:
    """A game to step through."""
    table, language = (await tables_of(request).get(table_id)).table, language_of(request)
    return page(
        request,
        "replay.html",
        words=wording.advice(tell.words(language)),
        table_id=table.id,
        title=tell.title(table.game.name, language),
        count=len(table.steps),
        players=table.game.players,
    )


@router.get("/rules/{game}")
async def rules_page(request: Request, game: GameName) -> Response:
    """The rules as numbered clauses, rulings marked."""
    if game not in games.GAMES:
        return missing_page(request)
    language = language_of(request)
    clauses = tell.rules(game, language)
    sections = list(dict.fromkeys(clause.section for clause in clauses))
    return page(
        request,
        "rules.html",
        title=tell.title(game, language),
        sections=[(name, [clause for clause in clauses if clause.section == name]) for name in sections],
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
