"""The rules to read: contents, clauses with drawings and worked examples; our rulings on another page."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from azulejos import games, tell
from azulejos.tell import Clause
from azulejos.tell.figures import figures
from azulejos.web.asking import Language, Theme, language_of
from azulejos.web.figures import drawn
from azulejos.web.pages import GameName, missing_page, page

FOR_A_WHILE = {"Cache-Control": "public, max-age=3600"}

router = APIRouter(include_in_schema=False)

FigureName = Annotated[str, Path(pattern=r"^[A-Z]{2}-\d{2}(-\d)?$")]


@router.get("/rules/{game}")
async def rules_page(request: Request, game: GameName) -> Response:
    """The rules as numbered clauses, with drawings."""
    if game not in games.GAMES:
        return missing_page(request)
    language = language_of(request)
    shown = await asyncio.to_thread(_figures, game, language)
    seen_at = _seen_at(game, language)
    return page(request, "rules.html", **_facts(game, language), figures=shown, seen_at=seen_at)


@router.get("/rules/{game}/rulings")
async def rulings_page(request: Request, game: GameName) -> Response:
    """Our readings where the rulebook is silent, by clause."""
    if game not in games.GAMES:
        return missing_page(request)
    return page(request, "rulings.html", **_facts(game, language_of(request)))


@router.get("/rules/{game}/{name}.svg")
async def figure(
    request: Request, game: GameName, name: FigureName, language: Language = "en", theme: Theme = "light"
) -> Response:
    """A drawing for the rules."""
    if game not in games.GAMES or name not in figures(game, language):
        return missing_page(request)
    svg = (await asyncio.to_thread(drawn, game, name, language, theme)).svg
    return Response(svg, media_type="image/svg+xml", headers=FOR_A_WHILE)


def _facts(game: str, language: str) -> dict[str, Any]:
    clauses = tell.rules(game, language)
    names = list(dict.fromkeys(clause.section for clause in clauses))
    return {
        "game": game,
        "title": tell.title(game, language),
        "sections": [(name, _of_section(clauses, name)) for name in names],
    }


def _of_section(clauses: list[Clause], name: str) -> list[Clause]:
    return [clause for clause in clauses if clause.section == name]


def _figures(game: str, language: str) -> dict[str, list[dict[str, Any]]]:
    """The drawings of each clause."""
    found: dict[str, list[dict[str, Any]]] = {}
    for name, figure in figures(game, language).items():
        made = drawn(game, name, language)
        found.setdefault(figure.clause, []).append({"name": name, "caption": figure.caption, "drawn": made})
    return found


def _seen_at(game: str, language: str) -> dict[str, list[str]]:
    """The clauses whose drawings show other clauses as well, by these."""
    found: dict[str, list[str]] = {}
    for figure in figures(game, language).values():
        for clause in figure.also:
            found.setdefault(clause, []).append(figure.clause)
    return found
