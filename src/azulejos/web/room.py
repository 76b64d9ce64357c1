"""The pages of analysis: the room where anything can be tried out, and the real table."""

from fastapi import APIRouter, Request, Response

from azulejos import games, tell
from azulejos.web import wording
from azulejos.web.asking import language_of
from azulejos.web.pages import page
from azulejos.web.start import offered

router = APIRouter(include_in_schema=False)

ADDRESSES = {"analysis": "/analyse", "real": "/real", "editor": "/analyse/edit"}
WORDING = {"analysis": wording.analysis, "real": wording.analysis, "editor": wording.editor}


@router.get("/analyse")
async def analysis_page(request: Request) -> Response:
    """Any position, everything played by whoever looks; trees are known to the browser alone."""
    return _page(request, "analysis")


@router.get("/analyse/edit")
async def editor_page(request: Request) -> Response:
    """Any position is set up by hand; the page asks what is wrong with it."""
    return _page(request, "editor")


@router.get("/analyse/{line:path}")
async def position_page(request: Request, line: str) -> Response:
    """The same with a position, which the address tells in one line; the page asks what it says."""
    return _page(request, "analysis")


@router.get("/real")
async def real_page(request: Request) -> Response:
    """The books of a game with real tiles."""
    return _page(request, "real")


def _page(request: Request, kind: str) -> Response:
    language = language_of(request)
    titles = {game: tell.title(game, language) for game in games.GAMES}
    words = WORDING[kind](tell.words(language)) | {"games": titles}
    template = "editor.html" if kind == "editor" else "analysis.html"
    return page(request, template, kind=kind, address=ADDRESSES[kind], words=words, games=offered(language))
