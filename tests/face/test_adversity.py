"""Do commands behave where everything is against them: too few letters, Ctrl-C at any moment, a full disk?"""

import contextlib
import io
import os
import pty
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from tests.plainly import plainly
from tests.servers import wait_until

import azulejos as az
from azulejos import cli, games
from azulejos.arena import crew
from azulejos.cli.letters import neighbour

PACKAGE = Path(az.__file__).parent
COMMAND = [sys.executable, "-m", "azulejos"]
ENCODINGS = ["ascii", "latin-1", "cp437", "cp1252", "iso8859-2", "cp932"]
NAMES = ["Żółw", "Bö"]


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    """Files stay in the test; nobody compiles in the background."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cli, "_prepare_in_background", lambda game: None)
    monkeypatch.setattr(crew, "on_this_machine", lambda jobs: crew.Crew(Here, 1))


class Here(Executor):
    """Plays at once, in this process."""

    def submit(self, function, /, *arguments):
        future = Future()
        future.set_result(function(*arguments))
        return future


@pytest.fixture
def record(tmp_path):
    """The first turns of a game."""
    position = plainly(az.Game("chocolatier", first=0).start, seed=1, names=NAMES)
    while position.turn_number < 4:
        position.play(position.choices()[0])
    position.record().save(tmp_path / "game.azul")
    return tmp_path / "game.azul"


@pytest.fixture
def run(monkeypatch):
    """Run a command in this process, with an output in some encoding; give its code, output and errors."""

    def run_command(*arguments, encoding="utf8", typed=()):
        streams = [io.TextIOWrapper(io.BytesIO(), encoding, write_through=True) for _ in range(2)]
        shutil.rmtree("data", ignore_errors=True)  # else there is an unfinished game
        lines = iter(typed)
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", streams[0])
            patch.setattr(sys, "stderr", streams[1])
            patch.setattr("builtins.input", lambda prompt="": next(lines))
            try:
                code = cli.main([str(argument) for argument in arguments])
            except SystemExit as leaving:
                code = leaving.code
        return code, *(stream.buffer.getvalue().decode(encoding) for stream in streams)

    return run_command


# ------------------------------------------------------------------------------------------------
# Too few letters

COMMANDS = [
    (["--help"], []),
    (["play", "--help"], []),
    (["games"], []),
    (["replay", "game.azul"], []),
    (["draw", "game.azul", "-o", "x.svg"], []),
    (["analyse", "game.azul", "--simulations", "20", "--seed", "1"], []),
    (["analyse", "game.azul", "--simulations", "20", "--seed", "1", "--at", "23"], []),
    (["perft", "--depth", "1", "--divide", "--seed", "1"], []),
    (["prepare", "duel"], []),
    (["simulate", "duel", "--games", "5", "--seed", "1"], []),
    (["match", "greedy-1", "random", "--games", "2", "--seed", "1"], []),
    (["ladder", "greedy-1", "random", "--games", "2", "--game", "duel"], []),
    (["learn", "--help"], []),
    (["learn", "duel", "--hours", "0", "--to", "x"], []),
    (["export", "--help"], []),
    (["export", "ąę…", "--parquet", "x"], []),
    (["puzzles", "--help"], []),
    (["puzzles", "ąę…", "--to", "x"], []),
    (["serve", "--help"], []),
    (["serve", "--allowed-host", "ąę…"], []),
    (["replay", "ąę…"], []),  # there is no such file
    (["dance"], []),
    *(
        (["play", game, "--first", "seat-1", "--seed", "1", "--bots", "none"], ["1", "?", "quit"])
        for game in games.GAMES
    ),
]


@pytest.mark.parametrize(("arguments", "typed"), COMMANDS)
def test_every_command_can_be_read_in_every_encoding(run, record, arguments, typed):
    """No error, and nothing lost: no question mark that wasn't there. In Polish, with its many letters."""
    right, *whole = run("--lang", "pl", *arguments, typed=typed)
    for encoding in ENCODINGS:
        code, *told = run("--lang", "pl", *arguments, encoding=encoding, typed=typed)
        assert code == right
        for text, wanted in zip(told, whole, strict=True):
            assert text.count("?") == wanted.count("?")
            assert text.count("\n") == wanted.count("\n")


def test_every_command_is_tried_here():
    sources = "".join(path.read_text(encoding="utf8") for path in (PACKAGE / "cli").glob("*.py"))
    assert set(re.findall(r"add\(\"(\w+)\"", sources)) <= {arguments[0] for arguments, _ in COMMANDS}


def test_plain_words_where_there_are_no_others(run, record):
    told = run("--lang", "pl", "replay", "game.azul", "--at", "21", encoding="ascii")[1]
    assert "21/26  Zolw: Wez 2 kremowe plytki z fabryki 1" in told
    assert "| 5  .  .  .  .  .  >  n  c  k  r  b  |" in told
    told = run("--lang", "pl", "replay", "game.azul", "--at", "21", encoding="iso8859-2")[1]
    assert "21/26  Żółw: Weź 2 kremowe płytki z fabryki 1" in told


@pytest.mark.parametrize(
    "command",
    [
        ["simulate", "chocolatier", "--games", "2000"],
        ["ladder", "random", "greedy-1", "--games", "2", "--game", "duel"],
    ],
)
def test_tables_stay_straight(run, command):
    """As wide in every line, also where a sign stands for one that is missing."""
    told = run("--lang", "pl", *command, encoding="ascii")[1]
    lines = [line for line in told.splitlines() if line.startswith(("|", "+"))]
    assert len(lines) > 4
    assert len({len(line) for line in lines}) == 1


def test_all_that_is_said_has_neighbours():
    """Every letter and sign of ours is replaced by one that is as wide and can be read."""
    with open(PACKAGE / "tell" / "locale" / "pl.po", "rb") as file:
        said = {letter for message in read_po(file) for text in (message.string,) for letter in "".join(text)}
    said |= set("─│┌┐└┘├┤┬┴┼╭╮╯╰━┃═║…\u00a0×·★▸")  # ours, and those of tables
    for letter in said:
        assert len(neighbour(letter)) == 1
        assert neighbour(letter).isascii()
        assert neighbour(letter) != "?" or letter == "?"
    assert "".join(map(neighbour, "┌─┐│└┘ „Żółć” − 1…")) == '+-+|++ "Zolc" - 1.'
    assert [neighbour(letter) for letter in "漢é\u0301\udcff☃"] == ["??", "e", "", "?", "?"]


def test_a_plain_locale_and_odd_bytes_at_the_keyboard():
    """Python's own decisions: an ASCII terminal, to which somebody types letters that are none."""
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    command = [*COMMAND, "--lang", "pl", "play", "--seed", "1", "--first", "seat-1"]
    played = subprocess.run(
        command, input=b"\xc5\xbc\xff\nquit\n", capture_output=True, env=os.environ | plain
    )
    assert (played.returncode, played.stderr) == (0, b"")
    assert "nie ma takiego wyboru" in played.stdout.decode("ascii")


def test_whoever_has_chosen_what_becomes_of_odd_letters_gets_that():
    chosen = os.environ | {"PYTHONIOENCODING": "ascii:xmlcharrefreplace"}
    told = subprocess.run([*COMMAND, "--lang", "pl", "games"], capture_output=True, env=chosen).stdout
    assert b"Ogr&#243;d" in told


def test_a_closed_output_is_no_error():
    """`azulejos games >&-`"""
    told = subprocess.run(["sh", "-c", '"$@" >&-', "sh", *COMMAND, "games"], capture_output=True)
    assert (told.returncode, told.stderr) == (0, b"")


# ------------------------------------------------------------------------------------------------
# Ctrl-C

MARK = """
import os, sys

def mark(event, arguments):
    if event == "import" and arguments[0] == "azulejos.cli":
        open(os.environ["MARK"], "w").close()

sys.addaudithook(mark)
"""
ENDLESS = {
    "match": ["match", "greedy-1", "random", "--games", "20000", "--jobs", "2"],
    "ladder": ["ladder", "random", "greedy-1", "--games", "20000", "--game", "duel", "--jobs", "2"],
    "simulate": ["simulate", "chocolatier", "--games", "100000000"],
    "play": ["play", "--bots", "master", "--seed", "1"],
    "serve": ["serve", "--port", "0"],
    "analyse": ["analyse", "game.azul", "--seconds", "30"],
    "perft": ["perft", "garden", "--depth", "12", "--seed", "1"],
    "prepare": ["prepare", "--all", "--jobs", "2"],
    "learn": ["learn", "duel", "--hours", "1", "--to", "minds", "--jobs", "2"],
    "puzzles": ["puzzles", "make", "--to", "."],
}


def heeding(answer=signal.SIG_DFL):
    """What a process that is started does on Ctrl-C: else it is as in this one, which may ignore it."""
    return {"preexec_fn": lambda: signal.signal(signal.SIGINT, answer), "start_new_session": True}


@contextlib.contextmanager
def begun(tmp_path, *arguments, environment=(), how=None):
    """A command that has begun to load, as a terminal starts one: in a process group of its own.

    Until then Python itself starts, and how long that takes is nobody's promise.
    """
    (tmp_path / "hooks").mkdir(exist_ok=True)
    (tmp_path / "hooks" / "sitecustomize.py").write_text(MARK)
    mark = tmp_path / "mark"
    mark.unlink(missing_ok=True)
    path = os.pathsep.join([str(tmp_path / "hooks"), *filter(None, sys.path)])
    environment = os.environ | {"PYTHONPATH": path, "MARK": str(mark)} | dict(environment)
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    command = [*COMMAND, *arguments]
    with subprocess.Popen(command, env=environment, **pipes, **(how or heeding())) as process:
        try:
            deadline = time.monotonic() + 60
            while not mark.exists():
                assert time.monotonic() < deadline
                time.sleep(0.002)
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def ctrl_c(process):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGINT)


def is_noise(line):
    """What a command may say before Ctrl-C: that it compiles, and the log of the server."""
    return line.startswith((b"azulejos: preparing", b"azulejos: ... done", b'{"time"'))


def check_quiet(process, codes=(130,)):
    _, err = process.communicate(timeout=60)
    assert [line for line in err.splitlines() if line and not is_noise(line)] == []
    assert process.returncode in codes


def check_ctrl_c(tmp_path, name, after):
    environment = {"AZULEJOS_CACHE": str(tmp_path / "cache")} if name == "prepare" else {}
    with begun(tmp_path, *ENDLESS[name], environment=environment) as process:
        if name == "play":
            process.stdin.write(b"1\n" * 30)  # the bot has to think
            process.stdin.flush()
        time.sleep(after)
        ctrl_c(process)
        check_quiet(process, codes=(130, -signal.SIGINT) if name == "perft" else (130,))


@pytest.mark.parametrize(
    ("name", "after"),
    [
        *(("match", after) for after in (0, 0.3, 2)),
        *(pytest.param("match", after, marks=pytest.mark.wide) for after in (0.05, 0.6, 0.9, 1.2)),
        ("simulate", 0.5),
        *(pytest.param("simulate", after, marks=pytest.mark.wide) for after in (0.1, 1)),
        ("play", 0.8),
        *(pytest.param("play", after, marks=pytest.mark.wide) for after in (0.2, 1.4)),
        ("perft", 3),
        ("serve", 0.7),
        pytest.param("prepare", 1.5, marks=pytest.mark.wide),
    ],
)
def test_ctrl_c_is_quiet(tmp_path, record, name, after):
    """While it loads, while workers start, while it works: one code, no traceback, from nobody."""
    check_ctrl_c(tmp_path, name, after)


@pytest.mark.long
@pytest.mark.parametrize("after", [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1, 1.3, 1.6, 2, 3, 4])
@pytest.mark.parametrize("name", ENDLESS)
def test_ctrl_c_is_quiet_at_any_moment(tmp_path, record, name, after):
    check_ctrl_c(tmp_path, name, after)


@pytest.mark.parametrize("module", ["numpy", "numba", "rich"])
def test_ctrl_c_while_something_is_loaded(tmp_path, module):
    """Whatever it is, and even if it swallows what it doesn't expect."""
    (tmp_path / "hooks").mkdir()
    (tmp_path / "hooks" / f"{module}.py").write_text(
        "import time\nprint('loading', flush=True)\n"
        "try: time.sleep(60)\nexcept BaseException: time.sleep(60)\n"
    )
    with begun(tmp_path, "simulate", "duel") as process:
        assert process.stdout.readline() == b"loading\n"
        ctrl_c(process)
        assert process.communicate(timeout=30) == (b"", b"\n")
    assert process.returncode == 130


def test_ctrl_c_twice_is_as_quiet(tmp_path):
    """The second comes while everything ends; at the very end Python takes it for itself, in silence."""
    with begun(tmp_path, *ENDLESS["match"]) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        wait_until(children.read_text, "no process was started that plays")
        for _ in range(2):
            ctrl_c(process)
            time.sleep(0.01)
        check_quiet(process, codes=(130, -signal.SIGINT))


def test_ctrl_c_shows_the_cursor_again(tmp_path):
    """A progress bar hides it, also while something is compiled."""
    terminal, end = pty.openpty()
    command = [*COMMAND, "simulate", "duel", "--games", "100"]
    own = os.environ | {"AZULEJOS_CACHE": str(tmp_path / "cache"), "TERM": "xterm"}
    with subprocess.Popen(command, stderr=end, stdout=end, env=own, **heeding()) as process:
        os.close(end)
        seen = b""
        while b"simulate_all" not in seen:
            seen += os.read(terminal, 4096)
        ctrl_c(process)
        with contextlib.suppress(OSError):  # the other end is closed
            while part := os.read(terminal, 4096):
                seen += part
        assert process.wait(60) == 130
    os.close(terminal)
    assert seen.rindex(b"\x1b[?25h") > seen.rindex(b"\x1b[?25l")


def test_ctrl_c_is_not_heard_in_the_background_of_a_script(tmp_path):
    with begun(tmp_path, "games", how=heeding(signal.SIG_IGN)) as process:
        ctrl_c(process)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, b"")
    assert out


# ------------------------------------------------------------------------------------------------
# A full disk

FULL = "No space left on device"


@pytest.fixture
def full_disk(small_disk):
    """A disk on which there is a file for everything that commands write, and no room for more."""
    for name in ("x.svg", "x.png", "x.json", "x.md"):
        (small_disk / name).write_text("old")
    with open(small_disk / "filler", "wb", buffering=0) as filler, contextlib.suppress(OSError):
        while True:
            filler.write(bytes(4096))
    return small_disk


@pytest.mark.parametrize(
    "arguments",
    [
        ["draw", "game.azul", "-o", "x.svg"],
        ["draw", "game.azul", "-o", "x.png"],
        ["analyse", "game.azul", "--simulations", "5", "-o", "x.svg"],
        ["ladder", "random", "greedy-1", "--game", "duel", "--games", "2", "--plot", "x.svg"],
        ["ladder", "random", "greedy-1", "--game", "duel", "--games", "2", "--results", "x.jsonl"],
        ["match", "random", "greedy-1", "--games", "2", "--out", "x.jsonl"],
    ],
)
def test_what_does_not_fit_on_the_disk_is_said(run, record, full_disk, arguments):
    """In a sentence; what was there is as it was, and nothing half-written is left."""
    before = {path.name: path.read_bytes() for path in full_disk.iterdir()}
    *rest, name = arguments
    code, _, err = run(*rest, full_disk / name)
    assert (code, err) == (2, f"azulejos: can't write {full_disk / name}: {FULL}\n")
    after = {path.name: path.read_bytes() for path in full_disk.iterdir() if path.suffix != ".lock"}
    assert after == before | ({name: b""} if name == "x.jsonl" else {})


def test_a_game_goes_on_when_it_can_not_be_saved(run, full_disk, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(full_disk))
    code, out, _ = run("play", "--seed", 1, "--first", "seat-1", "--lang", "pl", typed=["1", "1", "koniec"])
    assert code == 0
    assert out.replace("\n", " ").count("nie można zapisać") >= 2
    assert list((full_disk / "azulejos" / "tables").iterdir()) == []


def test_an_output_that_does_not_fit_is_said():
    """`azulejos games > /dev/full`"""
    for arguments in (["games"], ["--lang", "pl", "simulate", "chocolatier", "--games", "10"]):
        with open("/dev/full", "wb") as full:
            told = subprocess.run([*COMMAND, *arguments], stdout=full, stderr=subprocess.PIPE, text=True)
        assert told.returncode == 2
        said = "can't write the output" if arguments == ["games"] else "nie można zapisać wyniku"
        assert told.stderr == f"azulejos: {said}: {FULL}\n"


def test_files_that_may_not_grow(tmp_path, record):
    """Where no small disk can be mounted: a limit on the size of files is as good."""
    (tmp_path / "x.svg").write_text("old")

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    command = [*COMMAND, "draw", "game.azul", "-o", "x.svg"]
    told = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit)
    assert (told.returncode, told.stderr) == (2, "azulejos: can't write x.svg: File too large\n")
    assert (tmp_path / "x.svg").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.azul", "x.svg"]
