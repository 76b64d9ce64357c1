"""How long a page's main thread is at work without looking up, on a machine four times as slow as this one:
from the first click of a turn until the next person can choose, and from the last turn of a round until the
new one is dealt, with all boards. In Chromium, with the driver of the tests; CPU time, not the world's.
"""

import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from lines import Line, told

sys.path.append(str(Path(__file__).parents[1]))  # where the tests are, with their browser

from azulejos import games

LONG, THROTTLED = 50.0, 4  # milliseconds; times as slow
TRIES = 3  # of which the middle one counts: a browser collects garbage when it wants to


def measure() -> Iterator[Line]:
    """The longest task of each game, with as many players as it has; nothing where there is no Chromium."""
    try:
        from tests.browser import driver
    except pytest.skip.Exception as reason:
        print(f"the table in motion was not measured: {reason}", file=sys.stderr)
        return
    with TemporaryDirectory() as folder, driver.serving(Path(folder)) as server, driver.chromium() as browser:
        for game, facts in games.GAMES.items():
            most = facts.players[-1]
            found = statistics.median(longest(server, browser, game, most) for _ in range(TRIES))
            yield f"{game}, {most} players: the longest task", found, "ms", f"under {LONG:g}", found < LONG


def longest(server: Any, browser: Any, game: str, players: int) -> float:
    from tests.browser import driver, tracing

    with driver.visiting(browser, server) as visit:
        found = tracing.traced(
            visit, server, browser, game, players, reduced_motion="no-preference", speed="fast"
        )
    return THROTTLED * max(task.milliseconds for task in found.tasks)


def main() -> int:
    """The figures; an error if a bar is missed."""
    return told(measure())


if __name__ == "__main__":
    sys.exit(main())
