"""The wiring: store, tables, API and pages in one application."""

import logging
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from azulejos import games, tell
from azulejos.bots import thinking
from azulejos.core.message import Message
from azulejos.errors import AzulejosError
from azulejos.store import NoTable, Stale, Store, StoreError
from azulejos.web import api, learn, limits, pages, reference
from azulejos.web.advice import Adviser
from azulejos.web.live import Tables
from azulejos.web.show import Look, language_of
from azulejos.workers.jobs import is_compiled
from azulejos.workers.pool import PROCESSES, Pool

HERE = Path(__file__).parent
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
WORD_MAX = 40  # of what a stranger sent, in an answer
TRUE = ("true", "1", "yes", "on", "t", "y")  # as a query may say it
log = logging.getLogger("azulejos.web")


def create_app(
    database: str,
    prepare: bool = True,
    rate: float = limits.PER_SECOND,
    hosts: frozenset[str] | None = None,
    bot_processes: int = PROCESSES,
) -> FastAPI:
    """The application on a database.

    `prepare`: compile games in another process at the start; `rate`: see `limits.PER_SECOND`;
    `hosts`: the names it answers to, or None for any; `bot_processes`: how many bots think at a time.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.store = Store(database)
        pool, reviewers = Pool(bot_processes), Pool(1)
        app.state.tables = Tables(app.state.store, pool)
        app.state.adviser = Adviser(pool, reviewers)
        preparing = _prepare_games() if prepare else []
        yield
        for process in preparing:
            process.terminate()
        await app.state.adviser.close()
        await app.state.tables.close()
        for each in (pool, reviewers):
            await each.close()
        app.state.store.close()

    app = FastAPI(title="Azulejos", lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.rate, app.state.hosts = rate, hosts
    app.middleware("http")(guard)
    app.add_exception_handler(AzulejosError, refuse)
    app.add_exception_handler(StoreError, refuse_to_store)
    app.add_exception_handler(RequestValidationError, refuse_the_form)
    app.add_exception_handler(HTTPException, refuse_the_address)
    app.include_router(api.router)
    app.include_router(pages.router)
    app.include_router(learn.router)
    app.include_router(reference.router)
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")

    @app.get("/health")
    async def health() -> dict[str, bool]:
        """Is the server there?"""
        return {"ok": True}

    return app


def _prepare_games() -> list[subprocess.Popen]:
    """Compile what isn't compiled yet, one game after the other, while tables open on the plain rules."""
    missing = [name for name in games.GAMES if not (is_compiled(name) and thinking.is_ready(name))]
    if not missing:
        return []
    quiet: dict[str, Any] = {
        "stdin": subprocess.DEVNULL,
        "stdout": subprocess.DEVNULL,
        "stderr": subprocess.DEVNULL,
    }
    return [subprocess.Popen([sys.executable, "-m", "azulejos", "prepare", *missing], **quiet)]


async def guard(request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
    """Origin, size and rate are checked before anything is read; every answer is logged."""
    began = time.perf_counter()
    refusal = limits.refusal(request)
    response = refusal if refusal is not None else await go_on(request)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    log.info(
        "%s %s %s %.1f ms",
        request.method,
        request.url.path,
        response.status_code,
        1000 * (time.perf_counter() - began),
    )
    return response


def is_page(request: Request) -> bool:
    """Does a person look at the answer, or a program?"""
    return not request.url.path.startswith(("/api/", "/static/"))


async def refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, AzulejosError)
    words = tell.words(language_of(request))
    status = getattr(error, "status", 422)
    headers = {"Retry-After": "1"} if status in (429, 503) else {}
    return JSONResponse({"error": words.say(error.message)}, status_code=status, headers=headers)


async def refuse_the_form(request: Request, error: Exception) -> Response:
    """What does not fit the description of the API, in one sentence."""
    assert isinstance(error, RequestValidationError)
    if is_page(request):
        return pages.missing_page(request)
    first = error.errors()[0]
    where = ".".join(str(part)[:WORD_MAX] for part in first["loc"])
    sentence = f"{where}: {first['msg']}".encode(errors="backslashreplace").decode()
    return JSONResponse({"error": sentence}, status_code=422)


async def refuse_the_address(request: Request, error: Exception) -> Response:
    """There is nothing at this address, or not for this method."""
    assert isinstance(error, HTTPException)
    if is_page(request) and error.status_code == 404:
        return pages.missing_page(request)
    return JSONResponse({"error": error.detail}, status_code=error.status_code, headers=error.headers)


async def refuse_to_store(request: Request, error: Exception) -> Response:
    words = tell.words(language_of(request))
    if isinstance(error, NoTable) and is_page(request):
        return pages.missing_page(request)
    if isinstance(error, NoTable):
        return JSONResponse({"error": words("there is no such table")}, status_code=404)
    if isinstance(error, Stale):
        table = await request.app.state.tables.get(request.path_params["table_id"])
        asked = request.query_params
        has_letters = asked.get("letters", "").lower() in TRUE
        look = Look(language_of(request), asked.get("theme", "light"), has_letters)
        message = Message("the game has gone on; here is the table as it is now")
        return JSONResponse(
            {"error": words.say(message), "state": api.state_of(table, look)}, status_code=409
        )
    log.error("%s", error)
    return JSONResponse({"error": words("this could not be saved; nothing was changed")}, status_code=503)
