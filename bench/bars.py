"""What we ask of our bots: every bar, as data."""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Any

from azulejos import games
from azulejos.arena.bars import Bar, Measure
from azulejos.arena.calibration import Calibration
from azulejos.arena.waste import Waste
from azulejos.bots.levels import LEVELS
from azulejos.core.message import Message
from azulejos.errors import OptionError

YARDSTICK = "master-1@0.2"
ALL_GAMES = (  # name, players, bot, all others, the share of wins it must reach
    ("master-2", 2, "master@0.2", YARDSTICK, 0.80),
    ("master-3", 3, "master@0.2", YARDSTICK, 0.52),
    ("master-4", 4, "master@0.2", YARDSTICK, 0.42),
    ("quick", 2, "master@0.05", YARDSTICK, 0.55),
    ("master", 2, "master@0.2", "hard@0.05", 0.65),
    ("hard", 2, "hard@0.05", "medium", 0.75),
    ("medium", 2, "medium", "easy", 0.75),
    ("easy", 2, "easy", "random", 0.90),
    ("greedy", 2, "greedy-1", "easy", 0.70),
)
VARIANTS = (  # on which the bots have learned less: game, option, value
    ("chocolatier", "box", "grey"),
    ("chocolatier", "factories", "special"),
    ("pavilion", "board", "plain"),
    ("garden", "side", "B"),
)
VARIANT_LEAST = 0.65  # of the games of master@0.2 against the yardstick
CURVE_TIMES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5)  # of master, against a fixed rival
CURVE_RIVAL = "hard@0.05"
CURVE_GAMES = 40
WASTE_MOST = 0.02  # of the turns of each level
CALIBRATED = "master@0.05"  # against itself
POSITIONS = 10_000
MOST_OFF = 0.03  # in each tenth of all chances


def bars() -> list[Bar]:
    """Game by game, as the page has them."""
    return [bar for game in games.GAMES for bar in _bars_of(game)]


def _bars_of(game: str) -> list[Bar]:
    least, most = games.GAMES[game].players
    common = [
        Bar(f"{game}-{name}", game, players, bot, others, share)
        for name, players, bot, others, share in ALL_GAMES
        if least <= players <= most
    ]
    variants = [
        Bar(f"{game}-{option}-{value}", game, 2, "master@0.2", YARDSTICK, VARIANT_LEAST, ((option, value),))
        for where, option, value in VARIANTS
        if where == game
    ]
    return common + variants


def curve() -> list[Bar]:
    """How the strongest bot does against a fixed one, by its time for a turn."""
    return [
        Bar(f"curve-{time:g}", games.FIRST, 2, f"master@{time:g}", CURVE_RIVAL, None, after=(CURVE_GAMES,))
        for time in CURVE_TIMES
    ]


def wastes() -> list[Waste]:
    """Every level in every game."""
    return [
        Waste(f"waste-{game}-{level.name}", game, level.name, WASTE_MOST)
        for game in games.GAMES
        for level in LEVELS
    ]


def calibrations() -> list[Calibration]:
    """One for each game."""
    return [Calibration(f"calibration-{game}", game, CALIBRATED, POSITIONS, MOST_OFF) for game in games.GAMES]


def selected(patterns: Sequence[str]) -> list[Measure[Any]]:
    """What has these names, where `*` stands for anything; everything, if no name is given."""
    known: list[Measure[Any]] = [*bars(), *curve(), *wastes(), *calibrations()]
    for pattern in patterns:
        if not any(fnmatchcase(one.name, pattern) for one in known):
            names = ", ".join(one.name for one in known)
            raise OptionError(Message("there is no bar {name}; there is {bars}", name=pattern, bars=names))
    return [one for one in known if any(fnmatchcase(one.name, pattern) for pattern in patterns or ["*"])]
