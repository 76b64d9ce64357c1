"""Who throws everything away that was taken? A bot plays itself, and its first rounds are watched."""

from dataclasses import dataclass, replace

from azulejos.arena.entrants import Entrant, entrant
from azulejos.arena.figures import CLEARED, MISSED, WAITING, Interval, wilson
from azulejos.arena.fixtures import Fixture, code_stamp
from azulejos.arena.referee import Outcome
from azulejos.arena.results import Known
from azulejos.arena.watching import games_of_one, noted, watch_waste
from azulejos.game import Game

SEED = 2  # other games than those of the bars
TURNS = 200  # of first rounds that are watched, at least
BATCH = 8  # games that are begun together, as long as there aren't enough turns
GAMES_MAX = 40


@dataclass(frozen=True)
class Waste:
    """Of all turns of a bot in first rounds, at most this share may throw away everything."""

    name: str
    game_name: str
    bot: str
    most: float
    turns: int = TURNS
    batch: int = BATCH

    @property
    def game(self) -> Game:
        return Game(self.game_name, 2)

    @property
    def entrants(self) -> list[Entrant]:
        return [entrant(self.bot)] * 2

    @property
    def games_max(self) -> int:
        return GAMES_MAX

    def fixtures(self, code: str | None = None) -> list[Fixture]:
        """By the present code or by another."""
        return games_of_one(self.game, self.entrants[0], GAMES_MAX, SEED, code)

    @property
    def first(self) -> Fixture:
        return games_of_one(self.game, self.entrants[0], 1, SEED)[0]

    def by(self, fixture: Fixture) -> Outcome:
        return watch_waste(fixture)

    def missing(self, results: Known) -> list[Fixture]:
        """What is to be played next; nothing, if enough was seen."""
        if self.verdict(results).state != WAITING:
            return []
        return results.missing(self.fixtures())[: self.batch]

    def verdict(self, results: Known, code: str | None = None) -> "Counted":
        """What is known, by games of the present code unless another is named."""
        code = code or code_stamp(self.game_name, is_watched=True)
        wanted = self.fixtures(code)
        seen = noted(results, wanted, self.turns, lambda game: game["turns"])
        turns, thrown, excused = (sum(each[name] for each in seen) for name in ("turns", "thrown", "excused"))
        if turns < self.turns and any(fixture.key not in results.lines for fixture in wanted):
            return Counted(WAITING, code=code)
        counted = Counted(CLEARED, len(seen), turns, thrown, excused, code)
        return counted if counted.share <= self.most else replace(counted, state=MISSED)


@dataclass(frozen=True)
class Counted:
    """What was seen of a bot."""

    state: str
    games: int = 0
    turns: int = 0
    thrown: int = 0  # turns in which all was thrown away though something else was possible
    excused: int = 0  # ... but a long search says that nothing was better
    code: str = ""

    @property
    def share(self) -> float:
        return (self.thrown - self.excused) / self.turns if self.turns else 0.0

    @property
    def interval(self) -> Interval:
        return wilson(self.thrown - self.excused, self.turns)
