"""The API of evaluations: the search thinks along with whoever analyses, as long as somebody looks."""

import asyncio
import itertools
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing
from heapq import heappop, heappush
from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from pydantic import Field

from azulejos import tell
from azulejos.analysis import Evaluation
from azulejos.bots.turns import turn_in_words
from azulejos.core.contract import CHANCE
from azulejos.core.message import Message
from azulejos.errors import IllegalChoice
from azulejos.position import Position
from azulejos.web import answers, streams
from azulejos.web.advice import Unavailable
from azulejos.web.analysing import LineIn, aside, studied
from azulejos.web.answers import OPENING
from azulejos.web.asking import Language, check_played_nowhere
from azulejos.web.limits import EVENT_STREAM, address_of
from azulejos.workers import jobs
from azulejos.workers.jobs import Question
from azulejos.workers.pool import Failed, Pool

EFFORTS = (150, 600, 2400, 10_000)  # simulations: each search begins anew, and errs less
ALONE = 600  # for whoever wants no stream
LISTED = 3  # turns
SECONDS = 4.0  # that the longest search should take
IN_ALL = 100  # viewers
PER_ADDRESS = 20

router = APIRouter(prefix="/api", tags=["analysis"])

STREAMED = OPENING | answers.as_text("text/event-stream")
Viewer = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$")]


class EvaluationIn(LineIn):
    """A moment that somebody looks at."""

    viewer: Viewer = Field(description="whoever looks: there is one search for each, that of the last moment")


class Places:
    """So many searches at a time. Of those that wait first looks go first, then the shortest.

    Where there are several places, one is left to first looks: who opens a position waits for no long search.
    """

    def __init__(self, count: int) -> None:
        self._free, self._kept = count, min(1, count - 1)
        self._waiting: list[tuple[bool, int, int, asyncio.Future[None]]] = []
        self._order = itertools.count()

    async def enter(self, effort: int, is_first: bool) -> None:
        """Until there is room; whoever waits can still leave."""
        called = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (not is_first, effort, next(self._order), called))
        self._call()
        try:
            await called
        except asyncio.CancelledError:
            if not called.cancelled():  # called at the same moment
                self.leave()
            raise

    def leave(self) -> None:
        self._free += 1
        self._call()

    def _call(self) -> None:
        while self._waiting and self._free > (self._kept if self._waiting[0][0] else 0):
            *_, called = heappop(self._waiting)
            if not called.done():
                self._free -= 1
                called.set_result(None)


class Evaluator:
    """Thinks for a bounded number of viewers, about one moment for each."""

    def __init__(self, pool: Pool, at_once: int) -> None:
        self.pool = pool
        self._places, self._at_once = Places(at_once), at_once
        self._viewers: dict[str, object] = {}  # who looks, and the last moment that was asked for
        self._from: Counter[str] = Counter()
        self._jobs: set[asyncio.Task] = set()

    def warm(self, game: str, checked: bool = False) -> None:
        """Have workers ready for a game that somebody looks at. `checked`: from a position that was given."""
        self.pool.warm(jobs.load, game, checked, times=self._at_once)

    def check(self, viewer: str, address: str) -> None:
        """May one more look? Whoever does already may always look at something else."""
        if viewer in self._viewers:
            return
        if self._from[address] >= PER_ADDRESS:
            raise Unavailable(Message("too many pages analyse from your address; close some of them"), 429)
        if len(self._viewers) >= IN_ALL:
            raise Unavailable(Message("too many pages analyse at once; try again in a moment"), 503)

    async def evaluations(
        self, viewer: str, address: str, question: Question, efforts: Sequence[int]
    ) -> AsyncGenerator[tuple[Evaluation, bool]]:
        """Longer and longer searches, each with whether it is the last; until somebody looks elsewhere.

        Should a longer one fail, what was found before stays.
        """
        moment = self._viewers[viewer] = object()
        self._from[address] += 1
        found: Evaluation | None = None
        try:
            for effort in efforts:
                is_last = effort == efforts[-1]
                await self._places.enter(effort, is_first=found is None)
                if self._viewers.get(viewer) is not moment:
                    self._places.leave()
                    return
                try:
                    found = await self._search(question, effort)
                except Unavailable:
                    if found is None:
                        raise
                    is_last = True
                yield found, is_last
                if is_last:
                    return
        finally:
            self._leave(viewer, address, moment)

    def _leave(self, viewer: str, address: str, moment: object) -> None:
        self._from[address] -= 1
        if not self._from[address]:
            del self._from[address]
        if self._viewers.get(viewer) is moment:
            del self._viewers[viewer]

    async def _search(self, question: Question, simulations: int) -> Evaluation:
        """One search, for which there is room. Once begun it is finished, though nobody may wait for it any
        more: a worker that is stopped in the middle of something has to be started anew."""
        asked = self.pool.ask(jobs.evaluate, question, simulations, LISTED, seconds=SECONDS)
        job = asyncio.create_task(asked)
        self._jobs.add(job)
        job.add_done_callback(self._done)
        try:
            found = await asyncio.shield(job)
        except Failed:
            raise _no_answer() from None
        if found is None:
            raise Unavailable(Message("the search is still being prepared; try again in a minute"), 503)
        return found

    def _done(self, job: asyncio.Task) -> None:
        self._jobs.discard(job)
        self._places.leave()
        if not job.cancelled():
            job.exception()  # whoever has left does not want to hear of it

    async def close(self) -> None:
        """Let no search outlive the server."""
        for job in self._jobs:
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)


@router.post("/analysis/evaluation", responses=STREAMED)
async def evaluate(request: Request, wanted: EvaluationIn, language: Language = "en") -> answers.Evaluation:
    """What the search thinks of a moment, on what whoever is asked there can know.

    As a stream, each event `evaluation` comes from a longer search than the one before; `refused` says why
    none comes.
    """
    table = await aside(studied, wanted)
    position, address = table.position, address_of(request)
    if position.over:
        raise IllegalChoice(Message("the game is over: there is nothing to choose"))
    await check_played_nowhere(request, position.game, table.passed)
    evaluator: Evaluator = request.app.state.evaluator
    evaluator.check(wanted.viewer, address)
    seat = position.turn if position.turn != CHANCE else 0
    assert seat is not None
    question = Question.of(position, seat)
    if EVENT_STREAM not in request.headers.get("accept", ""):
        async with aclosing(evaluator.evaluations(wanted.viewer, address, question, (ALONE,))) as found:
            async for evaluation, _ in found:
                return _told(position, evaluation, True, language)
        raise _no_answer()  # the same viewer looks at something else
    events = _events(evaluator.evaluations(wanted.viewer, address, question, EFFORTS), position, language)
    headers = {"X-Accel-Buffering": "no"}
    return StreamingResponse(events, media_type=EVENT_STREAM, headers=headers)  # type: ignore[return-value]


def _no_answer() -> Unavailable:
    return Unavailable(Message("the search gave no answer; try again later"), 503)


async def _events(
    evaluations: AsyncGenerator[tuple[Evaluation, bool]], position: Position, language: str
) -> AsyncIterator[bytes]:
    try:
        async with aclosing(evaluations) as found:
            async for evaluation, is_last in found:
                told = await aside(_told, position, evaluation, is_last, language)
                yield streams.named("evaluation", told.model_dump())
    except Unavailable as refusal:
        yield streams.named("refused", {"error": tell.words(language).say(refusal.message)})


def _told(position: Position, found: Evaluation, is_last: bool, language: str) -> answers.Evaluation:
    """An evaluation in words."""
    known = position.known_by(position.turn if position.turn != CHANCE else 0)
    best = [
        answers.Best(
            turn=list(each.turn),
            words=turn_in_words(known, each.turn, language),
            worth=each.worth,
            error=each.spread,
        )
        for each in found.best
    ]
    return answers.Evaluation(
        seat=position.turn if position.turn != CHANCE else None,
        chances=list(found.chances),
        best=best,
        simulations=found.simulations,
        error=found.error,
        is_last=is_last,
    )
