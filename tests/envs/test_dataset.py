"""Are the tables of data what the records say?"""

import json
import random
import sys

import numpy as np
import pytest
from pyarrow import parquet
from tests.kits import KITS, each_kit

import azulejos as az
from azulejos import dataset
from azulejos.cli import main


def record_of(game, seed, most=10_000):
    """The record of a random game, or of its beginning."""
    position, dice = game.start(seed=seed, names=None), random.Random(seed)
    while not position.over and position.length < most:
        position.play(dice.choice(position.legal))
    return position.record()


def read(folder, name):
    return parquet.read_table(folder / f"{name}.parquet").to_pylist()


@each_kit
def test_tables_say_what_records_say(kit, tmp_path):
    """Played again by hand: the same turns, choices, points, and at each choice what its seat sees?"""
    game = kit.fullest
    records = [record_of(game, seed) for seed in range(2)]
    done = dataset.export([(f"seed {seed}", record) for seed, record in enumerate(records)], tmp_path)
    games, turns = read(tmp_path, "games"), read(tmp_path, "turns")
    rows = read(tmp_path, f"positions-{game.name}-{game.players}")
    assert (done.games, done.turns, done.positions) == (len(games), len(turns), len(rows))
    for number, record in enumerate(records):
        told = games[number]
        position = record.replay()
        assert told["source"] == f"seed {number}"
        assert (told["game"], told["players"], told["over"]) == (game.name, game.players, True)
        assert json.loads(told["options"]).items() <= game.describe().items()
        assert (told["choices"], told["scores"]) == (len(record), position.scores)
        own = [turn for turn in turns if turn["game_id"] == number]
        assert own[-1]["scores"] == position.scores
        assert own[-1]["turn"] == position.turn_number
        check_rows([row for row in rows if row["game_id"] == number], own, record)


def check_rows(rows, turns, record):
    """A row for each choice of a seat, with what it sees, may choose and gets in the end."""
    rows, chosen = iter(rows), []
    worth = record.replay().returns()
    positions = list(record.positions())
    for position, choice in zip(positions, record.choices, strict=False):
        if position.turn == az.CHANCE:
            continue
        row = next(rows)
        assert (row["count"], row["seat"], row["turn"]) == (
            position.length,
            position.turn,
            position.turn_number,
        )
        assert np.array_equal(row["seen"], position.observe(position.turn))
        assert row["legal"] == position.legal
        assert record.game.rules.choices[row["choice"]] == choice
        assert row["worth"] == pytest.approx(worth[position.turn])
        chosen.append((position.turn_number, position.turn, choice))
    assert next(rows, None) is None
    told = [(turn["turn"], turn["seat"], choice) for turn in turns for choice in turn["choices"]]
    assert told == chosen


def test_records_come_alone_too(tmp_path):
    """Without a word on where they come from."""
    record = record_of(az.Game("duel"), 1, 30)
    assert dataset.export([record, ("there", record)], tmp_path).games == 2
    assert [row["source"] for row in read(tmp_path, "games")] == ["", "there"]


def test_columns_are_explained(tmp_path):
    """Does a file of positions say what each entry is?"""
    game = az.Game("duel")
    dataset.export([("here", record_of(game, 1, 30))], tmp_path)
    table = parquet.read_table(tmp_path / "positions-duel-2.parquet")
    facts = json.loads(table.schema.metadata[b"azulejos"])
    assert facts["names"] == list(game.features.names)
    assert facts["version"] == game.features.version
    assert table["worth"].null_count == len(table)  # it isn't over


def test_from_files_and_exports(tmp_path, capsys):
    """A record file and what a server exports, of several games and numbers of players, in one folder."""
    records = [record_of(kit.few[-1], 1, 40) for kit in KITS.values()]
    single, exported = tmp_path / "one.azul", tmp_path / "games.jsonl"
    records[0].save(single)
    lines = [json.dumps({"table": "x", "record": record.to_text()}) for record in records[1:]]
    exported.write_text("\n".join(lines) + "\n", encoding="utf8")
    folder = tmp_path / "data"
    assert main(["export", str(single), str(exported), "--parquet", str(folder)]) == 0
    assert "4 games" in capsys.readouterr().out
    games = read(folder, "games")
    assert [game["game"] for game in games] == [record.game.name for record in records]
    assert games[0]["source"] == str(single)
    assert games[2]["source"] == f"{exported}:2"
    assert len(list(folder.iterdir())) == 2 + len(records)
    assert main(["export", str(single), "--parquet", str(folder)]) == 2
    assert "name another folder" in capsys.readouterr().err


def test_what_is_broken(tmp_path, capsys):
    """One record that can't be read: nothing is written, unless it is to be left out."""
    good = json.dumps({"record": record_of(az.Game("pavilion"), 1, 20).to_text()})
    path, folder = tmp_path / "games.jsonl", tmp_path / "data"
    path.write_text(good + '\n{"record": 5}\n{"no\n{"record": "nothing"}\n' + good + "\n", encoding="utf8")
    assert main(["export", str(path), "--parquet", str(folder)]) == 2
    told = capsys.readouterr()
    assert told.err.count("\n") == 1
    assert f"{path}:2" in told.err
    assert list(folder.iterdir()) == []
    empty = tmp_path / "empty.azul"
    empty.touch()
    sources = [str(path), str(empty), str(tmp_path / "none.azul")]
    assert main(["export", *sources, "--parquet", str(folder), "--skip-broken"]) == 0
    told = capsys.readouterr()
    assert told.err.count("\n") == 5
    assert "2 games" in told.out
    assert main(["export", str(tmp_path / "none"), "--parquet", str(tmp_path / "more")]) == 2
    assert "there is no file" in capsys.readouterr().err


def test_without_pyarrow(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "azulejos.dataset")
    monkeypatch.delattr("azulejos.dataset")
    assert main(["export", "games.jsonl", "--parquet", str(tmp_path)]) == 2
    assert "pip install 'azulejos[data]'" in capsys.readouterr().err
