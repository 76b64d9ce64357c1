"""Do the commands work for a person, and behave when they are used wrongly?"""

import contextlib
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys

import pytest
from tests.house import tied

import azulejos as az
from azulejos import cli, games, tell
from azulejos.bots import persons

COMMAND = [sys.executable, "-m", "azulejos"]
SHOWN = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    """Saved games stay in the test; nobody compiles in the background."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(cli, "_prepare_in_background", lambda game: None)


@pytest.fixture
def run(monkeypatch, capsys):
    """Run a command with these lines typed; give its exit code, output and error output."""

    def run_command(*arguments, typed=()):
        lines = iter(typed)

        def read(prompt=""):
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", read)
        try:
            code = cli.main([str(argument) for argument in arguments])
        except SystemExit as leaving:
            code = leaving.code
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run_command


def saved(tmp_path):
    return sorted((tmp_path / "data" / "azulejos" / "tables").glob("*.azul"))


# ------------------------------------------------------------------------------------------------
# Wrong use: one line on stderr, exit code 2

RECORD = az.Game("chocolatier", first=0).start(seed=1).record().to_text()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "COMMAND is missing"),
        (["dance"], "there is no command 'dance'; there is"),
        (["play", "go"], f"there is no game 'go'; there is {', '.join(games.GAMES)}"),
        (["play", "--colour"], "unknown arguments: --colour"),
        (["play", "--box", "red"], "option box can't be 'red': it is one of coloured, grey"),
        (["play", "--players", "5"], "2 to 4 players, not 5"),
        (["play", "--players", "two"], "--players is a whole number from 0"),
        (["play", "--players", "٣"], "--players is a whole number from 0"),
        (["play", "--players"], "--players needs a value"),
        (["play", "--first", "seat-3"], "it is random, seat-1, seat-2"),
        (["play", "--seed", "-1"], "--seed is a whole number from 0"),
        (["play", "--seed", "9" * 30], "--seed is a whole number from 0"),
        (["play", "--bots", "hal"], "there is no bot 'hal'; there is random, greedy-1"),
        (["play", "--bots", "random,random,random"], "3 bots don't fit at a table for 2"),
        (["play", "--names", "Ala,Bo"], "names: 1 expected, 2 given"),
        (["play", "--names", "\x1b[31mAla"], "is no name"),
        (["play", "--lang", "de"], "there is no language 'de'; there is en, pl"),
        (["play", "--resume"], "there is no saved game to go on with"),
        (["play", "--resume", "/nowhere"], "there is no file /nowhere"),
        (["simulate"], "GAME is missing"),
        (["simulate", "chocolatier", "--games", "0"], "--games is a whole number from 1"),
        (["perft", "--depth", "99"], "--depth is a whole number from 0 to 12"),
        (["perft", "--depth", "１"], "--depth is a whole number from 0 to 12"),
        (["replay"], "FILE is missing"),
    ],
)
def test_wrong_use_is_one_line(run, arguments, complaint):
    """What is wrong and what would be right, no traceback."""
    code, out, err = run(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("azulejos: ")
    assert complaint in err


def test_wrong_use_in_polish(run):
    assert (
        run("--lang", "pl", "play", "go")[2]
        == f"azulejos: nie ma gry 'go'; dostępne: {', '.join(games.GAMES)}\n"
    )


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "is empty"),
        (b"\xff\xfe\x00\x01" * 40, "is no text file"),
        (b"x" * 2_000_000, "is larger than 1000000 bytes"),
        (b"hello\n", "line 1: this is no record"),
        (b"azulejos record 9\n", "line 1: format 9 is unknown here"),
        (RECORD[:-20].encode(), "is cut off"),
        (RECORD.replace("draw blue", "draw mauve", 1).encode(), "there is no choice 'draw mauve'"),
        (RECORD.replace("players: 2", "players: 9").encode(), "2 to 4 players, not 9"),
    ],
)
@pytest.mark.parametrize("command", [["replay"], ["play", "--resume"]])
def test_a_bad_record_is_refused_and_left_alone(run, tmp_path, command, content, complaint):
    file = tmp_path / "game.azul"
    file.write_bytes(content)
    code, out, err = run(*command, file)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert complaint in err
    assert file.read_bytes() == content


BOX = [[None] * 5 for _ in range(5)]
TWICE = [["blue", "blue", None, None, None], *BOX[1:]]
THREE = [[], ["red"] * 3, [], [], []]


@pytest.mark.parametrize(
    ("entries", "complaint"),
    [
        ({"bag": {"blue": 21, "brown": 20, "cream": 20, "black": 20, "red": 20}}, "22 blue tiles in all"),
        ({"seats": [{"box": TWICE}, {}]}, "blue stands twice in row 1 of the box"),
        ({"seats": [{"lines": THREE}, {}]}, "3 entries where 2 is the most"),
        ({"seats": [{"floor": ["start"]}, {"floor": ["start"]}]}, "2 starting-player tiles"),
        ({"game": "go"}, "there is no game 'go'"),
        ({"format": "azulejos position 9"}, "format is 'azulejos position 9'"),
        ({"options": {"box": "red"}}, "option box can't be 'red'"),
        ({"options": []}, "a document says its game, its players and its options"),
        ({"players": "two"}, "2 to 4 players"),
    ],
)
def test_an_impossible_position_is_refused(run, tmp_path, entries, complaint):
    position = {
        "game": "chocolatier",
        "players": 2,
        "phase": "offer",
        "factories": [{"blue": 1}, {}, {}, {}, {}],
    }
    file = tmp_path / "position.json"
    file.write_text(json.dumps(position | entries))
    code, out, err = run("perft", "--position", file)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert complaint in err


LINE = "chocolatier 2 2.12 offer:2 starting-tile=1 factories=b2kr,,c4 3:,r2:b,,.r:sb 0"


def test_a_position_in_one_line_is_counted_and_drawn(run, tmp_path):
    code, out, _ = run("perft", "--position", LINE, "--depth", 1, "--divide")
    assert (code, out.splitlines()[0], out.splitlines()[-1]) == (0, "factory-1 blue: 1", "4")
    file = tmp_path / "line.txt"
    file.write_text(LINE + "\n")
    assert run("perft", "--position", file, "--depth", 1)[1] == "4\n"
    assert run("draw", "--position", LINE, "-o", tmp_path / "x.svg")[0] == 0
    assert "factory-3 cream" in (tmp_path / "x.svg").read_text()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["draw", "-o", "x.svg"], "name a record, or a position with --position"),
        (["draw", "game.azul", "--position", LINE, "-o", "x.svg"], "name a record, or a position"),
        (["perft", "--position", LINE.replace("r2", "q2")], "seat-1: lines: there is no piece 'q'"),
        (["perft", "--position", "chess"], "there is no such file: 'chess'"),
    ],
)
def test_a_position_is_refused_in_a_line(run, arguments, complaint):
    code, out, err = run(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert complaint in err


# ------------------------------------------------------------------------------------------------
# At the table


def test_a_game_by_number_name_and_beginning_of_a_name(run, tmp_path):
    """All three ways to choose; the answers lead to the record that is saved."""
    code, out, _ = run("play", "--seed", 3, "--first", "seat-1", typed=["1", "line-2", "quit"])
    assert code == 0
    assert "Take 2 blue tiles from factory 1" in out
    (file,) = saved(tmp_path)
    history = az.Record.load(file).replay().history
    seats = [choice for choice in history if not choice.startswith("draw")]
    assert seats[1] == "line-2"


def test_what_is_not_understood_is_said_and_asked_again(run):
    typed = ["99", "9" * 5000, "１", "factory", "no such thing", "", "?", "hint", "board", "quit"]
    _, out, _ = run("play", "--seed", 3, "--first", "seat-1", typed=typed)
    assert out.count("there are choices 1 to") == 2
    assert "'１' isn't one of the choices" in out
    assert "which one? factory-1" in out
    assert "'no such thing' isn't one of the choices" in out
    assert "undo: back to the start" in out
    assert out.count("Round 1, turn 1") == 2


def test_resume_goes_on_where_it_was_left(run, tmp_path):
    run("play", "--seed", 3, "--first", "seat-1", typed=["1", "1", "1"])
    (file,) = saved(tmp_path)
    before = az.Record.load(file).choices
    code, _, _ = run("play", "--resume", typed=["line-5"])
    after = az.Record.load(file).choices
    assert code == 0
    assert after[: len(before) + 1] == [*before, "line-5"]


def test_undo_takes_back_my_turn_and_the_replies_of_bots(run, tmp_path):
    run("play", "--seed", 3, "--first", "seat-1", typed=["1", "1", "undo", "quit"])
    (file,) = saved(tmp_path)
    assert az.Record.load(file).replay().turn_number == 1


def test_alternatives_to_my_last_turn(run):
    """With chances and simulations, and what was played among them."""
    typed = ["alternatives", "1", "alternatives", "1", "alternatives", "quit"]
    _, out, _ = run("play", "--seed", 3, "--first", "seat-1", typed=typed)
    assert out.count("there is no turn of yours to look back at") == 2
    table = out[out.index("Alternatives") :]
    assert re.search(r"Chance to win +Simulations +Turn", table)
    assert re.search(r"\d+ % +[\d,]+ +Take", table)
    assert table.count("Played: Take 2 blue tiles from factory 1") == 1
    assert re.search(r"Given away: \d+ %( \?\??)?$", table, re.M)


def test_bots_are_introduced_before_the_game(run):
    """Those for people, by name, with how they play; others have nothing to say."""
    start = ["play", "--players", 3, "--bots", "easy,random", "--first", "seat-1", "--seed", 1]
    _, out, _ = run(*start, typed=["quit"])
    said = " ".join(out[: out.index("factory")].split())
    assert "Pipo: Takes whatever looks good and never thinks ahead. Just right for a first game." in said
    assert "random:" not in said
    _, out, _ = run(*start, "--lang", "pl", typed=["koniec"])
    assert f"Pipo: {tell.words('pl').say(persons.WHO['easy'].plays)}" in " ".join(out.split())


def test_a_hint_with_its_chance(run):
    _, out, _ = run("play", "--seed", 3, "--first", "seat-1", typed=["hint", "quit"])
    assert re.search(r"Take .* · \d+ % chance to win, [\d,]+ simulations", out)


def test_games_are_listed_with_the_strength_of_bots(run, monkeypatch):
    measured = {"duel": {"hard": {"against": "greedy-1", "share": 0.871, "games": 60}}}
    monkeypatch.setattr("azulejos.bots.strength._measured", lambda: measured)
    _, out, _ = run("games")
    assert out.count("--bots easy|medium|hard|master|master-1|greedy-1|random") == len(games.GAMES)
    assert out.count("hard: wins 87 % of games against greedy-1\n") == 1
    measured["duel"]["hard"]["older"] = True
    assert "hard: wins 87 % of games against greedy-1 (an older version)\n" in run("games")[1]


def test_undo_stops_where_tiles_were_drawn(run):
    _, out, _ = run("play", "--seed", 3, "--first", "seat-1", typed=["undo", "quit"])
    assert "nothing to take back" in out


def test_a_whole_game_is_explained_and_won(run, tmp_path):
    """A person who always takes the first choice: every round is scored with reasons, somebody wins."""
    code, out, _ = run("play", "--seed", 1, "--names", "Ala", typed=["1"] * 300)
    assert code == 0
    assert "Scoring" in out
    assert re.search(r"lays 1 \w+ tile in row \d, column \d: \+\d+ \((alone|across|down)", out)
    assert "Rosa wins." in out
    (file,) = saved(tmp_path)
    assert az.Record.load(file).replay().over


def test_two_people_at_one_keyboard(run):
    _, out, _ = run("play", "--bots", "none", "--first", "seat-1", "--seed", 1, typed=["1", "1", "1"])
    assert "Player 1: take all" in out
    assert "Player 2: take all" in out


def test_a_table_in_polish(run):
    _, out, _ = run("play", "--lang", "pl", "--seed", 1, "--first", "seat-1", typed=["1", "cofnij", "koniec"])
    assert "Weź 2 kremowe płytki z fabryki 1" in out


def test_a_full_disk_doesnt_end_the_game(run, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    code, out, _ = run("play", "--seed", 1, "--first", "seat-1", typed=["1", "1"])
    assert code == 0
    assert "can't save" in out


@pytest.mark.parametrize("width", ["20", "60", "300"])
def test_any_width_of_the_terminal(run, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", width)
    code, out, _ = run("play", "--seed", 1, "--players", 4, "--first", "seat-1", typed=["1"])
    assert code == 0
    assert max(map(len, out.splitlines()[:30])) <= int(width)


# ------------------------------------------------------------------------------------------------
# Other commands


def test_games(run):
    code, out, err = run("games")
    assert (code, err) == (0, "")
    for name, facts in games.GAMES.items():
        assert f"{name}: {facts.title}" in out


@pytest.fixture
def record(tmp_path):
    file = tmp_path / "game.azul"
    position = az.Game("chocolatier", first=0).start(seed=1, names=["Ala", "Bo"])
    while not position.over:
        position.play(position.choices()[0])
    position.record().save(file)
    return file


def test_replay_shows_a_position(run, record):
    code, out, _ = run("replay", record, "--at", "21")
    assert code == 0
    assert "21/" in out
    assert "Ala: Take" in out


def test_replay_ends_with_the_result_where_nobody_can_step(run, record):
    code, out, _ = run("replay", record)
    assert code == 0
    assert "The game is over." in out


def test_the_result_says_why_somebody_wins_among_equals(run, tmp_path):
    tied().save(tmp_path / "tied.azul")
    out = run("replay", tmp_path / "tied.azul")[1]
    assert "have 16 points each; " in out
    assert " wins by full rows, 2 to 1." in out
    assert "dzięki pełnym rzędom, 2 do 1." in run("replay", tmp_path / "tied.azul", "--lang", "pl")[1]


def test_replay_steps_by_turns(run, record, monkeypatch):
    """The deal of a round belongs to what came before it; what is no answer goes nowhere."""
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    _, out, _ = run("replay", record, typed=["", "", "?", "b", "7", "e", "b", "q"])
    position, turns = az.Record.load(record).replay(0, "by hand"), set()
    for choice in az.Record.load(record).choices:
        turns.add(position.this_turn if position.turn >= 0 else None)
        position.play(choice)
    last = len(turns)  # those of seats, and the first deal
    steps = [int(n) for n in re.findall(rf"(\d+)/{last}  ", out)]
    assert steps == [1, 2, 2, 1, 7, last, last - 1]
    assert "20 tiles are drawn" in out


def test_replay_at_a_wrong_place(run, record):
    code, _, err = run("replay", record, "--at", "100000")
    assert code == 2
    assert "--at is a whole number from 0 to" in err


def test_simulate_is_reproducible(run):
    def means(*arguments):
        out = run("simulate", "chocolatier", "--games", 500, *arguments)[1]
        lines = [line for line in out.splitlines() if "per second" not in line]
        return [re.findall(r"[\w.%]+", line) for line in lines]  # how fast it was decides how wide it is

    assert means("--seed", 4) == means("--seed", 4)
    assert means("--seed", 4) != means("--seed", 5)
    assert any("turns" in line for line in means("--seed", 4, "--players", 3, "--box", "grey"))


def test_perft_divides_into_its_sum(run):
    whole = int(run("perft", "--depth", 2, "--seed", 1)[1])
    lines = run("perft", "--depth", 2, "--seed", 1, "--divide")[1].splitlines()
    assert sum(int(line.rpartition(": ")[2]) for line in lines[:-1]) == whole == int(lines[-1])


@pytest.mark.parametrize(("name", "beginning"), [("x.svg", b"<svg "), ("x.png", b"\x89PNG")])
def test_draw(run, record, tmp_path, name, beginning):
    code, _, err = run("draw", record, "--at", "30", "-o", tmp_path / name, "--theme", "dark", "--lang", "pl")
    assert (code, err) == (0, "")
    assert (tmp_path / name).read_bytes().startswith(beginning)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["-o", "x.gif"], "'x.gif' must end in .svg or .png"),
        (["-o", "/nowhere/x.svg"], "can't write /nowhere/x.svg"),
        (["-o", "x.svg", "--theme", "pink"], "there is no theme 'pink'; there is light, dark, contrast"),
        (["-o", "x.svg", "--seat", "3"], "--seat is a whole number from 1 to 2"),
        (["-o", "x.svg", "--at", "9999"], "--at is a whole number from 0"),
        ([], "-o/--output is missing"),
    ],
)
def test_wrong_drawings(run, record, arguments, complaint):
    code, _, err = run("draw", record, *arguments)
    assert code == 2
    assert complaint in err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--port", "70000"], "--port is a whole number from 0 to 65535"),
        (["--port", "0", "--host", "no.such.host.invalid"], "can't listen on no.such.host.invalid:0"),
        (["--port", "0", "--database", "sqlite:////nowhere/x.db"], "can't use the database"),
        (["--port", "0", "--database", "nonsense"], "can't use the database nonsense"),
    ],
)
def test_a_server_that_can_not_start(run, arguments, complaint):
    code, _, err = run("serve", *arguments)
    assert code == 2
    assert complaint in err.splitlines()[-1]


# ------------------------------------------------------------------------------------------------
# Real processes


def test_a_closed_pipe_is_no_error():
    """`azulejos games | head -0`"""
    command = subprocess.Popen([*COMMAND, "games"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    command.stdout.close()
    with command.stderr:
        assert command.stderr.read() == b""
    assert command.wait() == 0


def test_no_colour_means_no_escape_codes(tmp_path):
    """Neither where output is no terminal, nor where NO_COLOR says so on a terminal."""
    assert b"\x1b[" not in on_a_pipe("play", "--seed", "1", "--first", "seat-1")
    coloured = on_a_terminal(["play", "--seed", "1", "--first", "seat-1"], {})
    plain = on_a_terminal(["play", "--seed", "1", "--first", "seat-1"], {"NO_COLOR": "1"})
    assert b"\x1b[1;38;2" in coloured or b"48;2;" in coloured
    assert b"48;2;" not in plain
    assert "◆" in plain.decode()


def test_ctrl_c_saves_the_game(tmp_path):
    on_a_terminal(["play", "--seed", "1", "--first", "seat-1"], {}, signal.SIGINT)
    assert len(saved(tmp_path)) == 1


def test_ctrl_c_elsewhere_is_quiet():
    """While games are played: it is said how long that will take."""
    seen, other_end = pty.openpty()
    long = [*COMMAND, "simulate", "chocolatier", "--games", "100000000"]
    command = subprocess.Popen(long, stderr=other_end, stdout=subprocess.PIPE, env=os.environ | SHOWN)
    os.close(other_end)
    told = b""
    while not re.search(rb"\d:\d\d:\d\d", told):
        told += os.read(seen, 65536)
    command.send_signal(signal.SIGINT)
    with contextlib.suppress(OSError):  # the other end is closed
        while part := os.read(seen, 65536):
            told += part
    os.close(seen)
    command.communicate(timeout=60)
    assert b"Traceback" not in told
    assert command.returncode == 130


def on_a_pipe(*arguments):
    return subprocess.run(
        [*COMMAND, *arguments], stdin=subprocess.DEVNULL, capture_output=True, check=True
    ).stdout


PATIENCE = 10.0  # seconds until somebody presses a key again


def on_a_terminal(arguments, environment, leave_by=None):
    """What a person sees; after the first question they leave with a signal, or with Ctrl-D."""
    child, terminal = pty.fork()
    if child == 0:
        for name in ("NO_COLOR", "FORCE_COLOR"):
            os.environ.pop(name, None)
        os.environ.update(SHOWN | environment)
        os.execv(sys.executable, [*COMMAND, *arguments])
    seen = b""
    left = False
    while True:
        # A signal that comes after the question is shown and before it is read is not seen by
        # `input` until a key is pressed: a person presses again.
        if leave_by and left and not select.select([terminal], [], [], PATIENCE)[0]:
            os.kill(child, leave_by)
        try:
            part = os.read(terminal, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        seen += part
        if b"? for help" in seen and not left:
            left = True
            if leave_by is None:
                os.write(terminal, b"\x04")
            else:
                os.kill(child, leave_by)
    os.waitpid(child, 0)
    os.close(terminal)
    return seen
