"""How strong our bots are: plays until every bar is cleared or missed, and writes a page from the data.

Every game is a line of the results file. Whoever breaks it off and begins again goes on where it was.
"""

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import bars
import strength_page
from azulejos import tell
from azulejos.arena.bars import Measure, check_all, play_all
from azulejos.arena.crew import Crew, on_cluster, on_this_machine
from azulejos.arena.figures import MISSED
from azulejos.arena.results import Results
from azulejos.cli.arguments import JOBS_MAX, progress, whole, write
from azulejos.errors import AzulejosError


def main(arguments: Sequence[str] | None = None) -> int:
    """1 if a bar was played and missed, 2 for wrong use."""
    parsed = _parser().parse_args(arguments)
    try:
        wanted = bars.selected(parsed.only)
        with Results(parsed.results) as results:
            if not parsed.no_play:
                _play(wanted, results, parsed)
            if parsed.report is not None:
                page, pictures = strength_page.page(results, parsed.report.stem)
                write(parsed.report, page)
                for name, picture in pictures.items():
                    write(parsed.report.with_name(name), picture)
            if parsed.levels is not None:
                write(parsed.levels, strength_page.for_people(results))
            verdicts = [(one.name, one.verdict(results)) for one in wanted]
    except AzulejosError as error:
        print(f"strength: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    for name, found in verdicts:
        print(f"{name:32}{strength_page.told(found)}")
    return int(not parsed.no_play and any(found.state == MISSED for _, found in verdicts))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--only", nargs="+", default=[], metavar="NAME", help="some bars; * for anything")
    add(
        "--results",
        default=Path(__file__).with_name("strength.jsonl"),
        metavar="FILE",
        help="where games are",
    )
    add("--no-play", action="store_true", help="play nothing, only tell what is known")
    add("--report", type=Path, metavar="FILE", help="write a page, and pictures beside it")
    add("--levels", type=Path, metavar="FILE", help="write what people are told, as JSON")
    add("--jobs", metavar="N", help="how many processes (one for each core)")
    add("--on", metavar="tcp://HOST:PORT", help="address of a Dask cluster that plays")
    return parser


def _play(wanted: Sequence[Measure[Any]], results: Results, parsed: argparse.Namespace) -> None:
    check_all(wanted)
    games_max = sum(one.games_max for one in wanted)
    with _crew(parsed) as crew, progress(tell.words(tell.SOURCE), games_max) as advance:
        for done in play_all(wanted, results, crew):
            advance(done)


def _crew(parsed: argparse.Namespace) -> Crew:
    if parsed.on is not None:
        return on_cluster(parsed.on)
    cores = min(os.cpu_count() or 1, JOBS_MAX)
    return on_this_machine(cores if parsed.jobs is None else whole(parsed.jobs, "--jobs", 1, JOBS_MAX))


if __name__ == "__main__":
    sys.exit(main())
