"""The command that makes tables of data of records."""

import argparse
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from azulejos import tell
from azulejos.cli.arguments import Add
from azulejos.core.message import Message
from azulejos.errors import AzulejosError, OptionError, RecordError

if TYPE_CHECKING:
    from azulejos.record import Record


def add_exporting(add: Add, t: tell.Words) -> None:
    """What can be made of records for programs that count?"""
    export = add("export", export_records, t("make tables of data of records"))
    export.add_argument(
        "files",
        metavar=t("FILE"),
        nargs="+",
        help=t("a record, or what a server exports (/api/export)"),
    )
    export.add_argument(
        "--parquet",
        required=True,
        metavar=t("FOLDER"),
        help=t("where games, turns and positions are written, as Parquet files"),
    )
    export.add_argument(
        "--skip-broken", action="store_true", help=t("leave out what can't be read, and say what it was")
    )


def export_records(parsed: argparse.Namespace, t: tell.Words) -> None:
    """Everything is read and played again; with one record that can't be, nothing is written."""
    from azulejos import dataset

    done = dataset.export(_records(parsed, t), parsed.parquet)
    if done.games == 0:
        raise OptionError(Message("there is no record that can be read"))
    print(
        t(
            "{games} games, {turns} turns and {positions} positions are in {folder}.",
            games=t.number(done.games),
            turns=t.number(done.turns),
            positions=t.number(done.positions),
            folder=parsed.parquet,
        )
    )


def _records(parsed: argparse.Namespace, t: tell.Words) -> Iterator[tuple[str, "Record"]]:
    from azulejos import dataset

    for path in parsed.files:
        for source, found in dataset.read(path):
            if not isinstance(found, AzulejosError):
                yield source, found
                continue
            told = Message("{source}: {reason}", source=source, reason=found.message)
            if not parsed.skip_broken:
                raise RecordError(told)
            print(f"azulejos: {t.say(told)}", file=sys.stderr)
