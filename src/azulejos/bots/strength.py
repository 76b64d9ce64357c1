"""How strong bots are, as measured (`strength.json`): told where somebody wants to know exactly."""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from azulejos.bots.persons import WHO
from azulejos.tell import Words

RESEARCHERS = ("master-1", "greedy-1", "random")  # what programs are measured against, not for people
PICKED = "medium"  # whom people play against unless they say otherwise


@dataclass(frozen=True)
class Strength:
    """Of two-player games against another bot, the share that was won."""

    against: str
    share: float  # from 0 to 1
    games: int
    seconds: float | None = None  # for a turn, if that was given
    older: bool = False  # was it measured before the bots became what they are?

    @property
    def percent(self) -> int:
        return round(100 * self.share)


@cache
def _measured() -> dict[str, dict[str, dict[str, Any]]]:
    return json.loads((resources.files(__package__) / "strength.json").read_text(encoding="utf8"))


def strength(game: str, bot: str) -> Strength | None:
    """How strong a bot is in a game, or None if that was not measured."""
    measured = _measured().get(game, {}).get(bot)
    if not measured:
        return None
    return Strength(**measured)


def levels() -> list[str]:
    """The bots for people, the easiest first."""
    return list(WHO)


def title(bot: str) -> str:
    """What a bot is called where somebody picks one."""
    return WHO[bot].name if bot in WHO else bot


def told(game: str, bot: str, t: Words) -> str:
    """How strong a bot is, in words; nothing if that was not measured."""
    measured = strength(game, bot)
    if measured is None:
        return ""
    said = t("wins {percent} % of games against {bot}", percent=measured.percent, bot=title(measured.against))
    return f"{said} ({t('an older version')})" if measured.older else said
