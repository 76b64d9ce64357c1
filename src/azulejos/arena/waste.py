"""Who throws everything away that was taken? A level plays itself, and its first rounds are watched."""

from dataclasses import dataclass, replace

from azulejos import games
from azulejos.arena.entrants import Entrant, entrant
from azulejos.arena.figures import CLEARED, MISSED, WAITING, Interval, by_code, wilson
from azulejos.arena.fixtures import Fixture, code_stamp
from azulejos.arena.referee import Outcome
from azulejos.arena.results import Known
from azulejos.arena.watching import SECONDS, games_of_one, noted, watch_waste
from azulejos.bots.levels import LEVELS
from azulejos.game import Game

SEED = 2  # other games than those of the bars
TURNS = 200  # of first rounds that are watched, at least
BATCH = 8  # games that are begun together, as long as there aren't enough turns
GAMES_MAX = 40
MOST = 0.02  # of turns


@dataclass(frozen=True)
class Waste:
    """Of all turns of a level in first rounds, at most this share may throw away everything."""

    name: str
    game_name: str
    level: str
    most: float = MOST

    @property
    def game(self) -> Game:
        return Game(self.game_name, 2)

    @property
    def entrants(self) -> list[Entrant]:
        return [entrant(self.level)] * 2

    @property
    def games_max(self) -> int:
        return GAMES_MAX

    def fixtures(self, code: str | None = None) -> list[Fixture]:
        """By the present code or by another."""
        return games_of_one(self.game, self.entrants[0], GAMES_MAX, SEED, code)

    @property
    def first(self) -> Fixture:
        """The first game that the present code plays."""
        return games_of_one(self.game, self.entrants[0], 1, SEED)[0]

    def by(self, fixture: Fixture) -> Outcome:
        return watch_waste(fixture)

    def missing(self, results: Known) -> list[Fixture]:
        """What is to be played next; nothing, if enough was seen."""
        if verdict(self, results).state != WAITING:
            return []
        return results.missing(self.fixtures())[:BATCH]


@dataclass(frozen=True)
class Counted:
    """What was seen of a level."""

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


def wastes() -> list[Waste]:
    """Every level in every game."""
    return [Waste(f"waste-{game}-{level.name}", game, level.name) for game in games.GAMES for level in LEVELS]


# ------------------------------------------------------------------------------------------------
# Counting


def verdict(one: Waste, results: Known, code: str | None = None) -> Counted:
    """What is known about a level, by the present code unless another is named."""
    code = code or code_stamp(one.game_name, is_watched=True)
    wanted = one.fixtures(code)
    seen = noted(results, wanted, TURNS, lambda game: game["turns"])
    turns, thrown, excused = (sum(each[name] for each in seen) for name in ("turns", "thrown", "excused"))
    if turns < TURNS and any(fixture.key not in results.lines for fixture in wanted):
        return Counted(WAITING, code=code)
    counted = Counted(CLEARED, len(seen), turns, thrown, excused, code)
    return counted if counted.share <= one.most else replace(counted, state=MISSED)


# ------------------------------------------------------------------------------------------------
# Writing it down

TEXT = f"""Each level against itself, two players, until {TURNS} turns of first rounds were seen.
*Thrown away* are turns in which the bot chose what looks stupid (`AVOIDED` in `bots/values/<game>.py`: to
the floor, broken, a pass), or what leaves nothing else, such as a colour that no line takes, though the turn
could have been played without. Of these, *excused* are those that a search by `master` of {SECONDS:g} s finds
better than all such ways by more than two such searches differ. What is left may be {100 * MOST:g} % of all
turns that were seen; the interval (Wilson's, 95 %) says how far that reaches (`azulejos strength --only
'waste-*'`)."""
HEAD = (
    "| name | turns | games | thrown away | excused | left | interval | at most | | code |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |",
)


def row(one: Waste, found: Counted) -> str:
    """A row of the page."""
    state = by_code(found.state, found.code != code_stamp(one.game_name, is_watched=True))
    if found.state == WAITING:
        return f"| {one.name} | | | | | | | {100 * one.most:.0f} % | {WAITING} | |"
    span = f"{100 * found.interval.low:.1f}-{100 * found.interval.high:.1f} %"
    return (
        f"| {one.name} | {found.turns} | {found.games} | {found.thrown} | {found.excused} "
        f"| {100 * found.share:.1f} % | {span} | {100 * one.most:.0f} % | {state} | `{found.code}` |"
    )
