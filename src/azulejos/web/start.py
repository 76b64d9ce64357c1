"""Arriving: the start page with its shop window, and the page about the bots."""

import asyncio
import json
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from fastapi import Path as UrlPath
from fastapi.responses import Response

from azulejos import games, tell
from azulejos.bots import strength
from azulejos.core import ready
from azulejos.core.contract import Option, SomeOf, Wheel
from azulejos.draw import window
from azulejos.draw.theme import THEMES, ThemeName
from azulejos.draw.view import View
from azulejos.game import Game
from azulejos.web import assets, wording
from azulejos.web.asking import language_of
from azulejos.web.pages import GameName, bots_shown, missing_page, page, preview_of
from azulejos.web.public import MEDIA

HERE = Path(__file__).parent
NAMES = (strength.title("medium"), strength.title("master"))  # who plays in the window

router = APIRouter(include_in_schema=False)


@router.get("/")
async def start_page(request: Request) -> Response:
    """Pick a game and whom to play with. The tables to go on with are known to the browser alone."""
    language = language_of(request)
    t, levels = tell.words(language), bots_shown(language)
    return page(
        request,
        "start.html",
        words=wording.start(t)
        | {
            "bots": {bot: strength.title(bot) for bot in strength.levels()},
            "strengths": {bot["name"]: bot["strength"] for bot in levels},
        },
        games=offered(language),
        levels=levels,
        researchers=strength.RESEARCHERS,
        picked=strength.PICKED,
        themes=list(THEMES),
        window_of=window_address,
        preview=preview_of(
            request,
            t("Four games by the rules of Azul"),
            t("Alone, together or over the network; nothing to install, no account."),
            window_address(games.FIRST, "light", language, "png"),
        ),
    )


def offered(language: str) -> list[dict[str, Any]]:
    """The games, with their numbers of players and all that can be chosen about them."""
    return [
        {
            "name": facts.name,
            "title": tell.title(facts.name, language),
            "players": range(facts.players[0], facts.players[1] + 1),
            "options": [_option(facts.name, option, language) for option in facts.options],
        }
        for facts in games.GAMES.values()
    ]


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


# ------------------------------------------------------------------------------------------------
# The shop window


def window_address(game: str, theme: str, language: str, kind: str = "svg") -> str:
    """Where a picture is as long as the program stays as it is: its address has the version in it."""
    return f"/windows/{assets.VERSION}/{game}-{theme}-{language}.{kind}"


@router.get("/windows/{version}/{game}-{theme}-{language}.{kind}")
async def window_picture(
    request: Request,
    version: Annotated[str, UrlPath(pattern=r"^[0-9a-f]{1,40}$")],
    game: GameName,
    theme: ThemeName,
    language: tell.Language,
    kind: Literal["svg", "png"],
) -> Response:
    """A table of a game, as it lies in the window."""
    if game not in games.GAMES:
        return missing_page(request)
    drawn = await asyncio.to_thread(_window, game, theme, language)
    content = await request.app.state.pictures.png(drawn) if kind == "png" else drawn
    kept = assets.FOR_EVER if version == assets.VERSION else "no-cache"
    return Response(content, media_type=MEDIA[kind], headers={"Cache-Control": kept})


@lru_cache(maxsize=len(tell.LANGUAGES) * len(THEMES) * len(games.GAMES))
@ready.plain()
def _window(game: str, theme: str, language: str) -> str:
    document = json.loads((HERE / "windows" / f"{game}.json").read_text(encoding="utf8"))
    position = Game(game).position(document, deal="by hand")
    return window.svg(game, position.state, View(NAMES, 0, theme=theme, t=tell.words(language)))


# ------------------------------------------------------------------------------------------------
# The bots


@router.get("/bots")
async def bots_page(request: Request) -> Response:
    """Who the bots are, and how strong they were when that was measured."""
    language = language_of(request)
    measured = [
        (
            tell.title(game, language),
            [(bot, strength.strength(game, bot)) for bot in strength.levels()],
        )
        for game in games.GAMES
    ]
    return page(request, "bots.html", levels=bots_shown(language), measured=measured, title_of=strength.title)
