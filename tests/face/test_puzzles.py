"""The puzzles that come along, each played again, and how puzzles are made."""

import dataclasses
import datetime

import pytest
from tests.house import each_puzzle
from tests.plainly import plainly

from azulejos import games, puzzles
from azulejos.bots.comparing import LARGE_LOSS
from azulejos.cli import main
from azulejos.errors import OptionError
from azulejos.puzzles import making

EVERY = puzzles.find()
SHIPPED = 400
BYTES_MAX = 1_000_000
ROUNDING = 2 * 10**-making.DIGITS


@each_puzzle(3)
def test_every_puzzle_comes_from_a_game(puzzle):
    """Its game is played again: it leads to the table, and all its turns can be played there."""
    position = puzzle.record().replay(deal="by hand")
    assert position.turn == puzzle.seat
    assert position.known_by(puzzle.seat).line() == puzzle.line == plainly(puzzle.position).line()
    assert puzzle.is_solved_by(puzzle.best.turn)
    for other in puzzle.others:
        assert not puzzle.is_solved_by(other.turn)
        assert other.worth + puzzle.error + LARGE_LOSS <= puzzle.best.worth + ROUNDING
    assert puzzle.others
    assert puzzle.level in puzzles.LEVELS
    assert puzzle.themes
    assert set(puzzle.themes) <= set(puzzles.THEMES)


def test_puzzles_are_many_and_small_and_each_is_another():
    assert len(EVERY) >= SHIPPED
    assert {theme for puzzle in EVERY for theme in puzzle.themes} == set(puzzles.THEMES)
    assert sum(file.stat().st_size for file in puzzles.FOLDER.glob("*.jsonl")) < BYTES_MAX
    assert len({puzzle.id for puzzle in EVERY}) == len({puzzle.line for puzzle in EVERY}) == len(EVERY)
    assert {puzzle.game for puzzle in EVERY} == set(games.GAMES)
    for puzzle in EVERY:
        assert puzzles.Puzzle.from_text(puzzle.to_text()) == puzzles.get(puzzle.id) == puzzle


def test_the_puzzle_of_a_day():
    """The same for everybody, and another one every day of a year until all have had their turn."""
    first = datetime.date(2026, 1, 1)
    days = [first + datetime.timedelta(days) for days in range(min(365, len(EVERY)))]
    some = days[:: 1 + len(days) // 40]
    assert len({puzzles.of_day(day).id for day in some}) == len(some)
    assert puzzles.of_day(first) is puzzles.of_day(first)
    assert puzzles.of_day(days[-1] + datetime.timedelta(1)) in EVERY


@pytest.mark.parametrize("number", [1, 20])
def test_new_puzzles_change_few_days(monkeypatch, number):
    """Whoever has played the puzzle of a day finds the same one there, though there are more by then."""
    many = [dataclasses.replace(EVERY[0], id=f"duel-{n}-{7 * n}") for n in range(400)]
    days = [datetime.date(2027, month, day) for month in range(1, 13) for day in (1, 20)]
    found = []
    for shipped in (many[:-number], many):
        monkeypatch.setattr(puzzles, "find", lambda game, theme, shipped=shipped: shipped)
        found.append([puzzles.of_day(day).id for day in days])
    same = sum(before == after for before, after in zip(*found, strict=True))
    assert same >= len(days) * 2 // 3


def test_puzzles_of_a_game_and_a_theme():
    for game in games.GAMES:
        for theme in puzzles.THEMES:
            found = puzzles.find(game, theme)
            assert all(puzzle.game == game and theme in puzzle.themes for puzzle in found)
            day = puzzles.of_day(datetime.date(2026, 5, 31), game, theme)
            assert day in found if found else day is None


@pytest.mark.parametrize(
    ("ask", "complaint"),
    [
        (lambda: puzzles.find("chess"), "there is no game 'chess'"),
        (lambda: puzzles.find("duel", "love"), "there is no theme 'love'; there is end of round, denying"),
        (lambda: puzzles.get("duel-0"), "there is no puzzle 'duel-0'"),
        (lambda: puzzles.get("nowhere"), "there is no puzzle 'nowhere'"),
    ],
)
def test_what_there_is_not(ask, complaint):
    with pytest.raises(OptionError, match=complaint):
        ask()


def test_making_goes_on_where_it_was_broken_off(tmp_path, monkeypatch):
    """Broken off or not, a seed gives the same puzzles. With little thinking, so these are no good ones."""
    for name, value in {"SCREENED": 40, "SHORT": 60, "LONG": 120, "SCREENED_GAP": 0.0}.items():
        monkeypatch.setattr(making, name, value)
    monkeypatch.setattr(making.comparing, "mark", lambda loss, error: "??")
    for folder, counts in (("at-once", [4]), ("in-parts", [1, 2, 4])):
        (tmp_path / folder).mkdir()
        for count in counts:
            making.make(tmp_path / folder, count, 5, ("chocolatier",), lambda n: None)
    at_once, in_parts = (
        (tmp_path / folder / "chocolatier.jsonl").read_text() for folder in ("at-once", "in-parts")
    )
    assert at_once == in_parts
    assert 4 <= at_once.count("\n") < 4 + making.PER_GAME


@pytest.mark.parametrize("text", ["{}", "no", "[1]", '{"played": 3}', "\x00"])
def test_what_is_no_file_of_puzzles_is_left_alone(tmp_path, capsys, text):
    path = tmp_path / "duel.jsonl"
    path.write_text(text, encoding="utf8")
    assert main(["puzzles", "make", "duel", "--to", str(tmp_path), "--count", "1"]) == 2
    assert "duel.jsonl is no file of puzzles" in capsys.readouterr().err
    assert path.read_text(encoding="utf8") == text
