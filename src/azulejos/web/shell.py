"""The page as an app: what a browser needs to install it, and what it shows without a network."""

from typing import Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from azulejos import tell
from azulejos.draw.theme import THEMES
from azulejos.position import has_png
from azulejos.web import assets
from azulejos.web.pages import page, templates
from azulejos.web.public import MEDIA

OWN_FILES = (
    "palette.css",
    "style.css",
    "theme.js",
    "settings.js",
    "app.js",
    "dom.js",
    "icon.svg",
)  # of the page without a network
LIGHT = THEMES["light"]
ICON, ICON_SIDE = "icon.svg", 32
SIZES = (180, 192, 512)  # dots, for systems that take no drawing

router = APIRouter(include_in_schema=False)


@router.get("/manifest-{language}.webmanifest")
async def manifest(language: tell.Language) -> Response:
    """What the app is called and looks like."""
    t = tell.words(language)
    drawn = {"src": assets.address(ICON), "sizes": "any", "type": MEDIA["svg"]}
    dots = [
        {"src": icon_address(size), "sizes": f"{size}x{size}", "type": MEDIA["png"]}
        for size in SIZES
        if has_png()
    ]
    said: dict[str, Any] = {
        "name": "Azulejos",
        "short_name": "Azulejos",
        "description": t("Four games by the rules of Azul"),
        "lang": language,
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": LIGHT.page,
        "theme_color": LIGHT.accent,
        "icons": [drawn, *dots],
    }
    return JSONResponse(said, media_type="application/manifest+json")


def icon_address(size: int) -> str:
    return f"/icons/{assets.VERSION}/{size}.png"


@router.get("/icons/{version}/{size}.png")
async def icon(request: Request, version: str, size: Literal["180", "192", "512"]) -> Response:
    """The icon as dots."""
    svg = (assets.FOLDER / ICON).read_text(encoding="utf8")
    dots = await request.app.state.pictures.png(svg, int(size) / ICON_SIDE)
    kept = assets.FOR_EVER if version == assets.VERSION else "no-cache"
    return Response(dots, media_type=MEDIA["png"], headers={"Cache-Control": kept})


@router.get("/worker.js")
async def worker() -> Response:
    """The script that keeps the page's own files; at the root, for it looks after all pages."""
    files = [assets.address(name) for name in OWN_FILES]
    script = templates.get_template("worker.js").render(version=assets.VERSION, files=files)
    return Response(script, media_type="text/javascript")


@router.get("/offline")
async def offline_page(request: Request) -> Response:
    """What is shown without a network, in all languages: whoever keeps it does not know which one is read."""
    return page(request, "offline.html", both=[tell.words(language) for language in tell.LANGUAGES])
