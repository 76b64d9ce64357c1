"""Generations: games of the best mind so far, a net trained on them, a match that decides whether it is kept.

Everything is in a folder, in files that are written whole: whoever is killed goes on where they were.
"""

import io
import json
import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from azulejos.bots import features, lore, values
from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.errors import OptionError
from azulejos.files import write_whole
from azulejos.learn import gate, lessons, rows

GAMES_PER_LESSON = 25
DEALS_PER_TRIAL = 5
WINDOW = 3  # generations that are learned from
AHEAD = 2  # jobs handed out for each worker
Tell = Callable[[str, float], object]
"""Told what is done, and which share of it."""


@dataclass(frozen=True)
class Plan:
    """What is to be learned, and how. The same plan and seed lead to the same net."""

    game: str
    players: int
    games_n: int  # of one generation
    simulations: int  # for each choice
    epochs: int
    deals: int  # of each match
    seed: int

    @property
    def match_games(self) -> int:
        """Games of each match: each deal once at every seat, and trials are whole."""
        return -(-self.deals // DEALS_PER_TRIAL) * DEALS_PER_TRIAL * self.players


@dataclass(frozen=True)
class Generation:
    """What one generation has brought."""

    number: int
    games: int
    rows: int
    loss: float  # of the net on games that it has not seen
    loss_by_hand: float
    share: float  # of wins against the last accepted mind
    share_by_hand: float  # ... and against values made by hand
    accepted: bool
    seconds: float
    calibration: list[list[float]] = field(default_factory=list)  # see `training.Schooling`


class Course:
    """A plan in its folder."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan = plan
        self._folder = folder / f"{plan.game}-{plan.players}"
        self._folder.mkdir(parents=True, exist_ok=True)
        self._keep_to_plan()

    def _keep_to_plan(self) -> None:
        """A folder belongs to one plan, and to what nets were told when it was begun."""
        path = self._folder / "plan.json"
        wanted = asdict(self.plan) | {"sees": features.digest(self.plan.game)}
        if not path.exists():
            write_whole(path, (json.dumps(wanted, indent=2) + "\n").encode())
            return
        found = _read_json(path)
        other = [name for name in wanted if found.get(name) != wanted[name]]
        if "sees" in other:
            raise OptionError(
                Message(
                    "{path} was learned for another version of {game}: learn it again",
                    path=str(self._folder),
                    game=self.plan.game,
                )
            )
        if other:
            raise OptionError(
                Message(
                    "{path} is the folder of another plan: {what} is {found} there, not {wanted}",
                    path=str(self._folder),
                    what=other[0].removesuffix("_n"),
                    found=short(found.get(other[0])),
                    wanted=wanted[other[0]],
                )
            )

    def generations(self) -> list[Generation]:
        """Those that are over."""
        found = sorted(self._folder.glob("generation-*/figures.json"))
        return [Generation(**_read_json(path)) for path in found]

    def net(self) -> np.ndarray:
        """The last accepted one; by hand, as long as there is none."""
        accepted = [each.number for each in self.generations() if each.accepted]
        return np.load(self._at(accepted[-1]) / "net.npy") if accepted else lore.NO_NET

    def go_on(self, executor: Executor, width: int, tell: Tell) -> Generation:
        """The next generation, or what is left of it."""
        begun = time.time()
        number = len(self.generations()) + 1
        at = self._at(number)
        at.mkdir(exist_ok=True)
        before = self.net()
        self._study(number, before, executor, width, tell)
        schooling = self._train(number, before, tell)
        new = schooling.net
        share = self._match(number, new, before, executor, width, tell)
        by_hand = share
        if len(before) > 0:
            by_hand = self._match(number, new, lore.NO_NET, executor, width, tell)
        found = Generation(
            number,
            self.plan.games_n,
            schooling.rows,
            round(schooling.loss, 4),
            round(schooling.loss_by_hand, 4),
            round(share, 4),
            round(by_hand, 4),
            share * self.plan.players >= 1,
            round(time.time() - begun, 1),
            [[round(each, 4) for each in tenth] for tenth in schooling.calibration],
        )
        packed = json.dumps(asdict(found), indent=2) + "\n"
        write_whole(at / "figures.json", packed.encode())
        return found

    def _study(self, number: int, before: np.ndarray, executor: Executor, width: int, tell: Tell) -> None:
        """Play the games that are missing."""
        plan, at = self.plan, self._at(number)
        count = -(-plan.games_n // GAMES_PER_LESSON)
        missing = [i for i in range(count) if not (at / _rows_name(i)).exists()]
        jobs = [
            lessons.Lesson(
                plan.game, plan.players, self._seed(number, i), GAMES_PER_LESSON, plan.simulations, before
            )
            for i in missing
        ]
        for done, (i, found) in enumerate(_each(executor, width, lessons.take, jobs), 1):
            found.write(at / _rows_name(missing[i]))
            tell("playing", (count - len(missing) + done) / count)

    def _train(self, number: int, before: np.ndarray, tell: Tell) -> Any:
        from azulejos.learn import training

        plan = self.plan
        recent = range(max(1, number - WINDOW + 1), number + 1)
        kept = [path for each in recent for path in sorted(self._at(each).glob("rows-*.npz"))]
        found = training.train(
            rows.joined(rows.read(path) for path in kept),
            features.count(plan.game, plan.players),
            plan.players,
            values.of(plan.game).SCALE,
            plan.epochs,
            self._seed(number, 0),
            before,
            lambda share: tell("training", share),
        )
        packed = io.BytesIO()
        np.save(packed, found.net)
        write_whole(self._at(number) / "net.npy", packed.getvalue())
        return found

    def _match(
        self, number: int, new: np.ndarray, old: np.ndarray, executor: Executor, width: int, tell: Tell
    ) -> float:
        plan = self.plan
        count = -(-plan.deals // DEALS_PER_TRIAL)
        trials = [
            gate.Trial(
                plan.game,
                plan.players,
                self._seed(number, 1_000_000 + i),
                DEALS_PER_TRIAL,
                plan.simulations,
                new,
                old,
            )
            for i in range(count)
        ]
        shares = []
        for _, share in _each(executor, width, gate.share_of, trials):
            shares.append(share)
            tell("matching", len(shares) / count)
        return math.fsum(shares) / count  # the same in whichever order they end

    def _at(self, number: int) -> Path:
        return self._folder / f"generation-{number:03d}"

    def _seed(self, number: int, part: int) -> int:
        """A seed of its own for each piece of work."""
        plan = self.plan
        words = [plan.seed, plan.players, number, part, *plan.game.encode()]
        return int(np.random.SeedSequence(words).generate_state(1, np.uint64)[0] >> 2)


def write_mind(game: str, folder: Path, courses: Sequence[Course]) -> Path | None:
    """Gather the nets of all numbers of players into one file, with how they were made."""
    known = {course.plan.players: course.net() for course in courses}
    known = {players: net for players, net in known.items() if len(net) > 0}
    if not known:
        return None
    made = [
        {"plan": asdict(course.plan), "generations": [asdict(each) for each in course.generations()]}
        for course in courses
    ]
    path = folder / f"{game}.npz"
    lore.write(game, path, known, {"courses": made})
    return path


def _read_json(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf8"))
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise OptionError(Message("{path} is no JSON document", path=str(path)))
    return found


def _rows_name(part: int) -> str:
    return f"rows-{part:04d}.npz"


def _each(
    executor: Executor, width: int, work: Callable[[Any], Any], jobs: Iterable[Any]
) -> Iterator[tuple[int, Any]]:
    """The numbers and results of jobs, in the order in which they end; a few wait at a time."""
    running: dict[Future, int] = {}
    rest = enumerate(jobs)
    while True:
        while len(running) < AHEAD * width and (job := next(rest, None)) is not None:
            running[executor.submit(work, job[1])] = job[0]
        if not running:
            return
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            yield running.pop(future), future.result()
