"""The wiring: store, tables, API and pages in one application."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from azulejos import tell
from azulejos.core.message import Message
from azulejos.errors import AzulejosError
from azulejos.store import NoRoom, NoTable, Store, StoreError, Unsure
from azulejos.tables.company import TooMuch
from azulejos.tables.live import Tables
from azulejos.tables.players import Players
from azulejos.tables.sight import NotYours, Unfair
from azulejos.web import (
    advising,
    analysing,
    answers,
    api,
    brief,
    bus,
    company,
    editing,
    evaluating,
    learn,
    limits,
    pages,
    public,
    puzzling,
    records,
    reference,
    room,
    rules,
    seats,
    shell,
    start,
    streams,
)
from azulejos.web.advice import Adviser
from azulejos.web.asking import language_of
from azulejos.web.assets import Assets
from azulejos.web.evaluating import Evaluator
from azulejos.web.guard import Guard
from azulejos.web.hosts import Hosts
from azulejos.web.packing import Packing
from azulejos.web.pictures import Pictures
from azulejos.web.preparing import Preparing
from azulejos.web.show import state_of
from azulejos.web.streams import Streams
from azulejos.workers import pool as workers

ROUTERS = (  # the API, then the pages
    *(api, brief, advising, analysing, editing, evaluating, puzzling, records, seats, company, public),
    *(start, pages, room, learn, rules, shell, reference),
)
WORD_MAX = 40  # of what a stranger sent, in an answer
log = logging.getLogger("azulejos.web")


def create_app(
    database: str,
    prepare: bool = True,  # may games be compiled in another process?
    is_alone: bool = True,  # then all are, at the start
    rate: float = limits.PER_SECOND,
    hosts: Hosts = Hosts(),  # noqa: B008, it is frozen; the names that it answers to
    bot_processes: int = workers.PROCESSES,  # how many bots think at a time
    events: str | None = None,  # the address of a Redis server, if other processes serve the same tables
    streams_each: int = streams.PER_ADDRESS,  # how many pages may follow tables, from one address
    streams_in_all: int = streams.IN_ALL,  # and from all; 0 for any number
    has_messages: bool = True,  # may people write to each other?
    pictures: Path | None = None,  # a folder for those that several processes share
) -> FastAPI:
    """The application on a database."""
    follow = partial(Streams, streams_each, streams_in_all)
    service = Serving(database, events, bot_processes, follow, pictures, prepare, is_alone)
    app = FastAPI(title="Azulejos", lifespan=service.lifespan, docs_url=None, redoc_url=None)
    app.state.rate, app.state.hosts, app.state.has_messages = rate, hosts, has_messages
    add_parts(app)
    return app


@dataclass(frozen=True)
class Serving:
    """What is there as long as the server runs; requests find it in the application's state."""

    database: str
    events: str | None
    bot_processes: int
    follow: Callable[..., Streams]
    pictures: Path | None
    prepare: bool
    is_alone: bool

    @asynccontextmanager
    async def lifespan(self, app: FastAPI) -> AsyncIterator[None]:
        app.state.store = Store(self.database)
        app.state.tables = Tables(app.state.store, bus.open_to(self.events))
        pools = self._seat_bots(app)
        await app.state.tables.start()
        app.state.streams = self.follow(app.state.tables.attendance.changed)
        preparing = app.state.preparing = Preparing(is_allowed=self.prepare)
        if self.is_alone:
            preparing.begin()
        yield
        preparing.end()
        app.state.streams.end()
        await app.state.adviser.close()
        await app.state.evaluator.close()
        await app.state.tables.close()
        for pool in pools:
            await pool.close()
        app.state.store.close()

    def _seat_bots(self, app: FastAPI) -> tuple[workers.Pool, ...]:
        """Who plays, advises and thinks along, and the workers in which they do it."""
        pool, reviewers = workers.Pool(self.bot_processes), workers.Pool(1)
        analysts = workers.Pool(self.bot_processes)
        app.state.players = Players(app.state.tables, pool)
        app.state.adviser = Adviser(pool, reviewers)
        app.state.evaluator = Evaluator(analysts, self.bot_processes)
        app.state.pictures = Pictures(pool, self.pictures)
        return pool, reviewers, analysts


def add_parts(app: FastAPI) -> None:
    """What requests pass, how they are refused, and where they lead."""
    app.add_middleware(Packing)
    app.add_middleware(Guard)  # the outer one
    for kind, answer in REFUSALS.items():
        app.add_exception_handler(kind, answer)
    for part in ROUTERS:
        app.include_router(part.router)
    app.add_api_route("/health", health, responses=answers.refusals(400, 421, 503))
    app.mount("/static", Assets(), name="static")


async def health() -> answers.Health:
    """Is the server there?"""
    return answers.Health(ok=True)


def is_page(request: Request) -> bool:
    """Does a person look at the answer, or a program?"""
    return not request.url.path.startswith(("/api/", "/static/"))


async def refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, AzulejosError)
    status = STATUS.get(type(error), getattr(error, "status", 422))
    return limits.answer(request, status, error.message)


async def refuse_what_is_late(request: Request, error: Exception) -> Response:
    """The table has gone on: it comes along as it is now, as it was asked for."""
    assert isinstance(error, api.GoneOn)
    message = Message("the game has gone on; here is the table as it is now")
    sentence = tell.words(language_of(request)).say(message)
    state = state_of(error.asking, error.look)
    gone_on = answers.GoneOn(error=sentence, state=state)
    return Response(gone_on.model_dump_json(), status_code=409, media_type="application/json")


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
    """There is nothing at this address, or not for this method, or with what can't be read."""
    assert isinstance(error, HTTPException)
    if error.status_code == 400:  # bytes that are no text, JSON nested too deeply
        return limits.answer(request, 400, Message("the body of the request is no JSON that can be read"))
    if is_page(request) and error.status_code == 404:
        return pages.missing_page(request)
    return JSONResponse({"error": error.detail}, status_code=error.status_code, headers=error.headers)


async def refuse_to_store(request: Request, error: Exception) -> Response:
    if isinstance(error, NoTable) and is_page(request):
        return pages.missing_page(request)
    if isinstance(error, NoTable):
        return limits.answer(request, 404, Message("there is no such table"))
    log.error("%s", error)
    if isinstance(error, Unsure):
        message = Message("it is not known whether this was saved; try again")
    elif isinstance(error, NoRoom):
        message = Message("there is no room left on the server's disk; nothing was changed")
    elif request.method in ("GET", "HEAD"):
        message = Message("the tables can't be read now; try again in a moment")
    else:
        message = Message("this could not be saved; nothing was changed")
    return limits.answer(request, 503, message)


STATUS: dict[type[AzulejosError], int] = {NotYours: 403, Unfair: 403, TooMuch: 429}
REFUSALS = {
    AzulejosError: refuse,
    api.GoneOn: refuse_what_is_late,
    StoreError: refuse_to_store,
    RequestValidationError: refuse_the_form,
    HTTPException: refuse_the_address,
}
