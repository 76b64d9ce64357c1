"""Who throws everything away that was taken? A level plays itself, and its first rounds are watched."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from azulejos import bots, games
from azulejos.arena.entrants import Entrant, entrant, our_bot
from azulejos.arena.figures import CLEARED, MISSED, WAITING, Interval, wilson
from azulejos.arena.fixtures import Fixture, code_stamp, fixtures
from azulejos.arena.referee import Outcome, watched
from azulejos.arena.results import Known
from azulejos.bots import values
from azulejos.bots.levels import LEVELS
from azulejos.bots.thinking import Thinker, own_clock
from azulejos.game import Game
from azulejos.position import Position

SEED = 2  # other games than those of the bars
TURNS = 200  # of first rounds that are watched, at least
BATCH = 8  # games that are begun together, as long as there aren't enough turns
GAMES_MAX = 40
MOST = 0.02  # of turns
SECONDS = 2.0  # for an excuse, twice
FAIR_VISITS = 1000  # simulations of both choices that are compared


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
        """One for each deal: a bot against itself plays the same game in every rotation."""
        wanted = fixtures(self.game, self.entrants, range(GAMES_MAX), SEED)
        found = [one for one in wanted if one.rotation == 0]
        return found if code is None else [replace(one, code=code) for one in found]

    def by(self, fixture: Fixture) -> Outcome:
        return watch(fixture)

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
# Watching


def watch(fixture: Fixture) -> Outcome:
    """Play the first round, and count what is thrown away."""
    game = fixture.game
    bots.prepare(game.name)
    avoided = values.of(game.name).AVOIDED
    players = [our_bot(one, fixture.bot_seed(seat)) for seat, one in enumerate(fixture.entrants)]
    budgets = [one.budget for one in fixture.entrants]
    position = game.start(seed=fixture.dealer_seed)
    turns: set[tuple[int, int]] = set()
    thrown = excused = 0
    while not position.over and position.round == 1:
        seat = position.turn
        assert seat is not None
        turns.add((seat, position.turn_number))
        choice = players[seat].choose(position, seat, budgets[seat])
        if choice in avoided and _has_other(position, avoided):
            thrown += 1
            excused += is_excused(position, seat, choice, avoided, SECONDS)
        position.play(choice)
    return watched(fixture, {"turns": len(turns), "thrown": thrown, "excused": excused})


def _has_other(position: Position, avoided: Sequence[str]) -> bool:
    return any(choice not in avoided for choice in position.choices())


def is_excused(
    position: Position,
    seat: int,
    choice: str,
    avoided: Sequence[str],
    seconds: float | None = None,
    simulations: int | None = None,
) -> bool:
    """Does a long search find it better than all else, by more than the difference between two searches?"""
    first, second = (_gain(position, seat, choice, avoided, seconds, simulations, seed) for seed in (1, 2))
    return (first + second) / 2 > abs(first - second)


def _gain(
    position: Position,
    seat: int,
    choice: str,
    avoided: Sequence[str],
    seconds: float | None,
    simulations: int | None,
    seed: int,
) -> float:
    """How much more a choice is worth than the best of those that look better."""
    thinker = Thinker(position.game.name, seed, clock=own_clock())
    thought = thinker.think(position, seat, seconds, simulations)
    other = next(option.choice for option in thought.options if option.choice not in avoided)
    for one in (choice, other):
        visits = thought.of(one).visits
        if visits < FAIR_VISITS:
            thought = thinker.think(position, seat, seconds, FAIR_VISITS - visits, only=one)
    return thought.of(choice).worth - thought.of(other).worth


# ------------------------------------------------------------------------------------------------
# Counting


def verdict(one: Waste, results: Known, code: str | None = None) -> Counted:
    """What is known about a level, by the present code unless another is named."""
    code = code or code_stamp(one.game_name)
    noted = _enough(results, one.fixtures(code))
    turns, thrown, excused = (sum(each[name] for each in noted) for name in ("turns", "thrown", "excused"))
    if turns < TURNS and len(noted) < one.games_max:
        return Counted(WAITING, code=code)
    counted = Counted(CLEARED, len(noted), turns, thrown, excused, code)
    return counted if counted.share <= one.most else replace(counted, state=MISSED)


def _enough(results: Known, wanted: Sequence[Fixture]) -> list[dict[str, Any]]:
    """What was noted in the first games, up to the one with which enough turns were seen."""
    noted: list[dict[str, Any]] = []
    turns = 0
    for fixture in wanted:
        line = results.lines.get(fixture.key)
        if line is None or turns >= TURNS:
            break
        noted.append(line.get("noted") or {"turns": 0, "thrown": 0, "excused": 0})
        turns += noted[-1]["turns"]
    return noted


# ------------------------------------------------------------------------------------------------
# Writing it down

TEXT = f"""Each level against itself, two players, until {TURNS} turns of first rounds were seen.
*Thrown away* are turns in which the bot chose what looks stupid (`AVOIDED` in `bots/values/<game>.py`: to the
floor, broken, a pass) though something else could be chosen. Of these, *excused* are those that a search by
`master` of {SECONDS:g} s finds better than all else by more than two such searches differ. What is left may
be {100 * MOST:g} % of all turns (`azulejos strength --only 'waste-*'`)."""
HEAD = (
    "| name | turns | games | thrown away | excused | left | at most | | code |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |",
)


def row(one: Waste, found: Counted) -> str:
    """A row of the page."""
    if found.state == WAITING:
        return f"| {one.name} | | | | | | {100 * one.most:.0f} % | {WAITING} | |"
    return (
        f"| {one.name} | {found.turns} | {found.games} | {found.thrown} | {found.excused} "
        f"| {100 * found.share:.1f} % | {100 * one.most:.0f} % | {found.state} | `{found.code}` |"
    )
