"""How strong bots are, as it was measured: shown where somebody picks one. The data lie in `strength.json`."""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any


@dataclass(frozen=True)
class Strength:
    """Of two-player games against another bot, the share that was won."""

    against: str
    share: float  # from 0 to 1
    games: int
    seconds: float | None = None  # for a turn, if that was given

    @property
    def percent(self) -> int:
        return round(100 * self.share)


@cache
def _measured() -> dict[str, dict[str, dict[str, Any]]]:
    return json.loads((resources.files(__package__) / "strength.json").read_text(encoding="utf8"))


def strength(game: str, bot: str) -> Strength | None:
    """How strong a bot is in a game, or None if that was not measured."""
    measured = _measured().get(game, {}).get(bot)
    return Strength(**measured) if measured else None
