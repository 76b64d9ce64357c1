"""The real table at the keyboard: what is typed is what was dealt and played, and nothing else."""

import io
import random

import pytest
from rich.console import Console
from tests.house import pairs
from tests.kits import KITS
from tests.kits.kit import id_of

import azulejos as az
from azulejos import terminal
from azulejos.bookkeeper import Bookkeeper, path_for
from azulejos.cli import main
from azulejos.terminal import View


@pytest.fixture
def keep(tmp_path, monkeypatch):
    """Keep the books of a game in which these lines are typed; give them and what was printed."""

    def kept(position, *typed, language="en"):
        lines = iter(typed)

        def read(prompt=""):
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", read)
        shown = io.StringIO()
        books = Bookkeeper(position, View(language, Console(file=shown, width=100)), tmp_path / "real.azul")
        books.run()
        return books, shown.getvalue()

    return kept


def begun(name="chocolatier", **options):
    return az.Game(name, first=0, **options).start(deal="by hand")


def as_typed(record):
    """A line for each turn, and one for all that is dealt between two, by what it is called."""
    position, lines, last = record.begin(), [], None
    for choice in record.choices:
        whose = (position.turn, position.turn_number if position.turn != az.CHANCE else None)
        is_piece = choice.startswith(("draw ", "reveal "))
        if whose != last or not (is_piece or position.turn != az.CHANCE):
            lines.append([])
        lines[-1].append(choice)
        last = whose if is_piece or position.turn != az.CHANCE else None
        position.play(choice)
    return [", ".join(line) for line in lines]


@pytest.mark.parametrize("game", [kit.fullest for kit in KITS.values()], ids=id_of)
def test_a_real_game_ends_with_the_record_it_was_taken_from(keep, tmp_path, game):
    dice, position = random.Random(7), game.start(seed=7)
    while not position.over:
        position.play(dice.choice(position.choices()))
    record = position.record()
    books, shown = keep(game.start(deal="by hand"), *as_typed(record))
    assert books.position.history == record.choices
    assert az.Record.load(tmp_path / "real.azul").choices == record.choices
    assert position.ended.tell() in shown


def test_many_pieces_in_one_line(keep):
    books, _ = keep(begun(), "b4 n2ck", "red RED r2, blue cream", "3", "draw cream")
    drawn = [choice.removeprefix("draw ") for choice in books.position.history]
    assert drawn == [*["blue"] * 4, *["brown"] * 2, "cream", "black", *["red"] * 4, "blue", *["cream"] * 3]


def test_a_line_is_entered_whole_or_not_at_all(keep):
    books, shown = keep(begun(), "b4 n2", "c2 b30", "k x", "undo", "undo", " , ", "r")
    assert "b30: that can't be dealt now" in shown
    assert "'x' isn't one of the choices" in shown
    assert "there is nothing to take back" in shown
    assert books.position.history == ["draw red"]


def test_nothing_is_drawn_for_anybody(keep):
    books, _ = keep(begun(), "b4 n4 c4 k4 r4", "factory-1 blue, line-4", "board", "hm")
    assert books.position.history[-2:] == ["factory-1 blue", "line-4"]
    assert books.position.turn == 1
    keep(books.position, "factory-2 brown", "undo")
    assert books.position.step == 0


def test_dome_tiles_and_chips_by_their_letters(keep):
    books, _ = keep(begun("duel"), "next special", "as", "next wild", "bw")
    assert books.position.history[:4] == ["next special", "reveal a-special", "next wild", "reveal b-wild"]


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Which tile is drawn for factory 1?"), ("pl", "Jaka płytka trafia z woreczka na fabrykę 1?")],
)
def test_it_asks_in_both_languages(keep, language, words):
    assert words in keep(begun(), "?", "line", language=language)[1]


def test_games_with_real_tiles_are_gone_on_with_as_such(tmp_path, monkeypatch, capsys):
    """The program never deals at one of them, and takes no other for one."""
    monkeypatch.setattr(terminal, "saved_tables", lambda: tmp_path)
    assert main(["play", "--deal", "by-hand", "--resume"]) == 2
    assert "there is no saved game to go on with" in capsys.readouterr().err
    path = path_for("chocolatier", tmp_path)
    begun().record().save(path)
    assert terminal.newest_unfinished() is None
    assert terminal.newest_unfinished(is_real=True) == path
    assert main(["play", "--resume"]) == 2


def test_a_record_that_hides_something_is_only_looked_at(tmp_path, capsys):
    record = next(record for record, _ in pairs("duel", 0, seed=6, count=1))
    path = tmp_path / "seen.azul"
    path.write_text(record.to_text(known_by=0), encoding="utf8")
    assert main(["play", "--deal", "by-hand", "--resume", str(path)]) == 2
    assert "can only be looked at" in capsys.readouterr().err
