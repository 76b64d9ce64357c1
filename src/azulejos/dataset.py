"""Records as tables of data: games, turns, and positions as learners see them, in Parquet files."""

import json
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from azulejos import games
from azulejos.core.contract import CHANCE
from azulejos.core.message import Message
from azulejos.errors import AzulejosError, OptionError, RecordError, needing
from azulejos.game import Game
from azulejos.position import Position
from azulejos.record import SIZE_MAX, Record, read_text

with needing("data"):
    import pyarrow
    from pyarrow import parquet

SUFFIX = ".parquet"
ROWS_KEPT = 50_000  # before they are written: a group of rows, which is read as a whole
Row = dict[str, Any]

SEATS, WORDS = pyarrow.list_(pyarrow.int16()), pyarrow.list_(pyarrow.string())
GAMES = pyarrow.schema(
    {
        "game_id": pyarrow.int32(),  # from 0, in the order in which they were read
        "source": pyarrow.string(),  # the file, and the line of it or the table of the server
        "game": pyarrow.string(),
        "players": pyarrow.int8(),
        "options": pyarrow.string(),  # JSON
        "rules": pyarrow.int32(),  # their version
        "date": pyarrow.string(),
        "names": WORDS,
        "begins_at": pyarrow.string(),  # a position (JSON), if not the usual one
        "choices": pyarrow.int32(),  # CHANCE's included
        "turns": pyarrow.int16(),
        "rounds": pyarrow.int16(),
        "over": pyarrow.bool_(),
        "scores": SEATS,
        "ranks": SEATS,
    }
)
TURNS = pyarrow.schema(
    {
        "game_id": pyarrow.int32(),
        "turn": pyarrow.int16(),
        "round": pyarrow.int16(),
        "seat": pyarrow.int8(),
        "first": pyarrow.int32(),  # how many choices of the game came before
        "choices": WORDS,  # the seat's
        "scores": SEATS,  # after the last of them
    }
)


def positions_schema(game: Game) -> pyarrow.Schema:
    """Positions of a game for so many: what is seen has another size in each."""
    features = game.features
    described = {
        "game": game.name,
        "players": game.players,
        "version": features.version,
        "names": features.names,
        "scale": features.scale.tolist(),
    }
    return pyarrow.schema(
        {
            "game_id": pyarrow.int32(),
            "count": pyarrow.int32(),  # how many choices of the game came before
            "turn": pyarrow.int16(),
            "seat": pyarrow.int8(),  # who is asked, and looks
            "seen": pyarrow.list_(pyarrow.uint8(), features.size),
            "choice": pyarrow.int16(),  # what was chosen
            "legal": SEATS,  # what could be
            "worth": pyarrow.float32(),  # what the game was worth to the seat; nothing if it isn't over
        },
        metadata={"azulejos": json.dumps(described)},
    )


@dataclass
class Exported:
    """How much was written."""

    games: int = 0
    turns: int = 0
    positions: int = 0


# ------------------------------------------------------------------------------------------------
# Reading


def read(path: str | Path) -> Iterator[tuple[str, Record | AzulejosError]]:
    """The records of a file, each with where it stands: one record, or what a server exports (JSON lines).

    What can't be read comes as the error that says why.
    """
    try:
        for source, text in _texts(Path(path)):
            yield source, _record(text)
    except AzulejosError as error:  # of the file as a whole
        yield str(path), error


def _record(text: str) -> Record | AzulejosError:
    try:
        return Record.from_text(_exported(text))
    except AzulejosError as error:
        return error


def _texts(path: Path) -> Iterator[tuple[str, str]]:
    if not _is_export(path):
        yield str(path), read_text(path)
        return
    with path.open("rb") as lines:
        for number, line in enumerate(iter(lambda: lines.readline(SIZE_MAX + 1), b""), start=1):
            yield f"{path}:{number}", line.decode("utf8", "replace")


def _is_export(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(1) == b"{"
    except OSError:
        return False  # which `read_text` explains


def _exported(text: str) -> str:
    """The record in a line of an export, or what is one already."""
    if not text.startswith("{"):
        return text
    try:
        record = json.loads(text)["record"]
    except (ValueError, LookupError, RecursionError):
        record = None
    if not isinstance(record, str):
        raise RecordError(Message("expected a line of a server's export, with a record in it"))
    return record


# ------------------------------------------------------------------------------------------------
# Writing


class Sheet:
    """A Parquet file that grows."""

    def __init__(self, path: Path, schema: pyarrow.Schema) -> None:
        self._schema = schema
        self._rows: list[Row] = []
        self._writer = parquet.ParquetWriter(path, schema, compression="zstd")

    def add(self, rows: Iterable[Row]) -> int:
        """Write rows, sooner or later; return how many."""
        before = len(self._rows)
        self._rows += rows
        added = len(self._rows) - before
        if len(self._rows) >= ROWS_KEPT:
            self._flush()
        return added

    def _flush(self) -> None:
        columns = [_column([row[field.name] for row in self._rows], field.type) for field in self._schema]
        self._writer.write_table(pyarrow.Table.from_arrays(columns, schema=self._schema))
        self._rows = []

    def close(self) -> None:
        self._flush()
        self._writer.close()


def _column(values: list[Any], kind: pyarrow.DataType) -> pyarrow.Array:
    if pyarrow.types.is_fixed_size_list(kind):
        flat = np.concatenate(values) if values else np.zeros(0, np.uint8)
        return pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(flat, kind.value_type), type=kind)
    return pyarrow.array(values, kind)


class Dataset:
    """The files of a folder: `games`, `turns`, and `positions-GAME-PLAYERS` for what was played."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sheets: dict[str, Sheet] = {}
        self.exported = Exported()

    def add(self, source: str, record: Record) -> None:
        """Play a record again and write what happened."""
        game_id, found = self.exported.games, Replayed(record)
        position = found.position
        self._sheet("games", GAMES).add([{"game_id": game_id, "source": source, **found.game()}])
        turns = self._sheet("turns", TURNS).add({"game_id": game_id, **turn} for turn in found.turns)
        name = f"positions-{record.game.name}-{record.game.players}"
        schema = positions_schema(record.game)
        worth = position.returns().tolist() if position.over else [None] * record.game.players
        self.exported.positions += self._sheet(name, schema).add(
            {"game_id": game_id, **row, "worth": worth[row["seat"]]} for row in found.positions
        )
        self.exported.turns += turns
        self.exported.games += 1

    def _sheet(self, name: str, schema: pyarrow.Schema) -> Sheet:
        if name not in self._sheets:
            self._sheets[name] = Sheet(self._folder / f"{name}{SUFFIX}", schema)
        return self._sheets[name]

    def close(self) -> None:
        for sheet in self._sheets.values():
            sheet.close()


class Replayed:
    """A record played once more: its turns, and what was seen at each choice of a seat."""

    def __init__(self, record: Record) -> None:
        self.turns: list[Row] = []
        self.positions: list[Row] = []
        self._record = record
        self.position = record.begin()
        for choice in record.choices:
            self._choose(choice)

    def _choose(self, choice: str) -> None:
        position = self.position
        seat = position.turn
        if seat is None or seat == CHANCE:
            position.play(choice)
            return
        turn = self._turn(position, seat)
        turn["choices"].append(choice)
        row: Row = {"count": position.length, "turn": position.turn_number, "seat": seat}
        row |= {"seen": position.observe(seat), "legal": position.legal}
        position.play(choice)
        turn["scores"] = position.scores
        self.positions.append(row | {"choice": games.numbers(position.game.name)[choice]})

    def _turn(self, position: Position, seat: int) -> Row:
        """The turn that goes on, or a new one."""
        number = position.turn_number
        if not self.turns or self.turns[-1]["turn"] != number:
            about = {"turn": number, "round": position.round, "seat": seat, "first": position.length}
            self.turns.append(about | {"choices": []})
        return self.turns[-1]

    def game(self) -> Row:
        """What is said of the game as a whole."""
        record, position = self._record, self.position
        described = record.game.describe()
        named = {"game": described.pop("game"), "players": described.pop("players")}
        origin = None if record.origin is None else json.dumps(record.origin)
        return named | {
            "options": json.dumps(described),
            "rules": record.game.rules.version if record.rules is None else record.rules,
            "date": record.date,
            "names": list(record.names),
            "begins_at": origin,
            "choices": len(record),
            "turns": len(self.turns),
            "rounds": position.round,
            "over": position.over,
            "scores": position.scores,
            "ranks": position.ranking,
        }


def export(records: Iterable[Record | tuple[str, Record]], folder: str | Path) -> Exported:
    """Write records into a folder: all or, after an error, none.

    Each comes alone or as a pair with where it comes from, which is the `source` of its row.
    """
    target = Path(folder)
    if any(target.glob(f"*{SUFFIX}")):
        raise OptionError(Message("{folder} has such files already: name another folder", folder=str(target)))
    try:
        target.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target) as beside:
            exported = _write(records, Path(beside))
            for path in Path(beside).iterdir():
                path.rename(target / path.name)
    except OSError as error:
        reason = error.strerror or str(error)
        raise OptionError(Message("can't write {path}: {reason}", path=str(target), reason=reason)) from None
    return exported


def _write(records: Iterable[Record | tuple[str, Record]], folder: Path) -> Exported:
    with closing(Dataset(folder)) as dataset:
        for each in records:
            source, record = ("", each) if isinstance(each, Record) else each
            dataset.add(source, record)
    return dataset.exported
