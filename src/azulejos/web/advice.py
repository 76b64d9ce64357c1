"""Advice for people: hints, alternatives and reviews, from the bots' own search. Each is costly, so
one table gets one at a time, and only so many wait."""

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from azulejos.analysis import Reviewed, Stretch, Weighed
from azulejos.bots import turns
from azulejos.bots.turns import Hint
from azulejos.core.message import Message
from azulejos.errors import AzulejosError, Unplayable
from azulejos.position import Position
from azulejos.tables.table import Table
from azulejos.workers import jobs
from azulejos.workers.jobs import Question
from azulejos.workers.pool import Failed, Pool

SIMULATIONS_MAX = 100_000
SECONDS = 2 * turns.SECONDS  # that a piece of advice should take
WAITING_MAX = 20  # pieces of advice that may wait for a worker
REVIEW_SECONDS = 300.0
REVIEWS_KEPT = 100

log = logging.getLogger("azulejos.web")


class Unavailable(AzulejosError):
    """Advice can't be given now. `status` is HTTP's word for it."""

    def __init__(self, message: Message, status: int) -> None:
        super().__init__(message)
        self.status = status


@dataclass
class Review:
    """What came of a review, or how far it is."""

    task: asyncio.Task | None = None
    done: int = 0
    of: int = 0
    turns: list[Reviewed] = field(default_factory=list)
    has_failed: bool = False

    @property
    def is_ready(self) -> bool:
        return self.task is not None and self.task.done() and not self.has_failed

    def heard(self, done: int, of: int) -> None:
        self.done, self.of = done, of


class Adviser:
    """Gives advice. Reviews take long and have a worker of their own."""

    def __init__(self, pool: Pool, reviewers: Pool) -> None:
        self.pool, self.reviewers = pool, reviewers
        self.review_job = jobs.review
        self._busy: set[str] = set()
        self._reviews: OrderedDict[tuple[str, int], Review] = OrderedDict()

    @contextlib.contextmanager
    def _alone(self, table: Table) -> Iterator[None]:
        if table.id in self._busy:
            raise Unavailable(Message("advice for this table is being thought about; wait a moment"), 429)
        if self.pool.waiting >= WAITING_MAX:
            raise Unavailable(Message("too many ask for advice at once; try again in a moment"), 503)
        self._busy.add(table.id)
        try:
            yield
        finally:
            self._busy.discard(table.id)

    async def hint(self, table: Table, position: Position, seat: int, simulations: int) -> Hint:
        """How to go on with a turn; if the search fails, `greedy-1` says it; if that does too, nobody."""
        with self._alone(table):
            question = Question.of(position, seat)
            try:
                return await self.pool.ask(jobs.hint, question, simulations, seconds=SECONDS)
            except Failed as error:
                log.error("a hint at %s comes from %s: %s", table.id, turns.MEANWHILE, error)
            try:
                rest = await asyncio.to_thread(turns.decent_turn, question.position(), seat)
            except Exception as error:  # whatever a strange position does to a bot
                if table.origin is None:
                    raise
                raise Unplayable from error
            return Hint(tuple(rest))

    async def alternatives(
        self, table: Table, stretches: Sequence[Stretch], seat: int, simulations: int
    ) -> Weighed:
        """What could be played in a turn, and what is thought of what was."""
        with self._alone(table):
            asked = [(Question.of(stretch.known, seat), stretch.played) for stretch in stretches]
            seconds = SECONDS * len(stretches)
            try:
                found = await self.pool.ask(jobs.alternatives, asked, simulations, seconds=seconds)
            except Failed:
                raise Unavailable(Message("the search gave no answer; try again later"), 503) from None
        if found is None:
            raise Unavailable(Message("the search is still being prepared; try again in a minute"), 503)
        return Weighed(tuple(stretches), found)

    def review(self, table: Table) -> Review:
        """The review of a finished game, begun when it is first asked for."""
        key = table.id, table.moved  # what people say afterwards changes nothing
        known = self._reviews.get(key)
        if known is not None and known.has_failed:
            del self._reviews[key]
            raise Unavailable(Message("the search gave no answer; try again later"), 503)
        if known is not None:
            return known
        if self.reviewers.waiting >= WAITING_MAX:
            raise Unavailable(Message("too many ask for advice at once; try again in a moment"), 503)
        review = self._reviews[key] = Review()
        review.task = asyncio.create_task(self._review(table, review))
        while len(self._reviews) > REVIEWS_KEPT:
            _, oldest = self._reviews.popitem(last=False)
            if oldest.task is not None:
                oldest.task.cancel()
        return review

    async def _review(self, table: Table, review: Review) -> None:
        try:
            text = table.record().to_text()
            review.turns = await self.reviewers.ask(
                self.review_job, text, seconds=REVIEW_SECONDS, heard=review.heard
            )
        except Failed as error:
            log.error("the review of %s has failed: %s", table.id, error)
            review.has_failed = True

    async def close(self) -> None:
        """Let no review outlive the server."""
        tasks = [review.task for review in self._reviews.values() if review.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
