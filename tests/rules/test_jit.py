"""Is what runs what is written? The cache of compiled code, its modes and its templates.

Most tests run fresh processes on a tiny template, the canary, because a door of a real game takes
seconds to compile.
"""

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest
from filelock import FileLock
from tests.plainly import plainly

import azulejos as az
from azulejos import games
from azulejos.core import jit

SOURCE = Path(az.__file__).parents[1]

CANARY = '''
"""A template with little in it."""
from azulejos.core.jit import door, jit


@jit
def read(values, at):
    return values[at]


@door("int64(int64[::1], int64)")
def read_at_door(values, at):
    return values[at]


@door("int64(int64[::1], int64)")
def read_behind_door(values, at):
    return read(values, at)


@jit
def read_on(values, at):
    return read(values, at)


@door("int64(int64[::1], int64)")
def read_far_behind_door(values, at):
    return read_on(values, at)


@door("int64(int64)")
def answer(number):
    return play(number)


@door("int64(uint8[::1])")
def loss(table):
    return penalty(table.view(STATE)[0].players[0])
'''

STAGE = '''
"""Sets the canary up for games that differ in `play` only."""
import dataclasses

import canary
import numpy as np

from azulejos import games
from azulejos.core.jit import jit, specialise
from azulejos.games.chocolatier.scoring import penalty

CONTRACT = games.contract("chocolatier")


@jit
def plus_one(number):
    return number + 1


@jit
def plus_two(number):
    return number + 2


def doors(name="canary", play=plus_one, checked=False):
    facts = dataclasses.replace(CONTRACT.facts, name=name, title=name)
    contract = dataclasses.replace(CONTRACT, facts=facts, play=play)
    return specialise(canary, contract, True, checked=checked, penalty=penalty)


def counted(door):
    """How often numba has read a door from the cache, and compiled it."""
    return sum(door.stats.cache_hits.values()), sum(door.stats.cache_misses.values())
'''

COUNT = """
    from stage import counted, doors
    mine = doors()
    assert mine.answer(1) == 2
    print(*counted(mine.answer))
"""
COMPILED, READ = "0 1", "1 0"  # what it prints


@pytest.fixture(scope="session")
def stage(tmp_path_factory):
    """A folder with the canary, to be imported by fresh processes."""
    folder = tmp_path_factory.mktemp("stage")
    (folder / "canary.py").write_text(CANARY, encoding="utf8")
    (folder / "stage.py").write_text(STAGE, encoding="utf8")
    return folder


def environment(stage, cache, source=SOURCE, **variables):
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("AZULEJOS_", "NUMBA_"))}
    path = os.pathsep.join(map(str, (stage, source)))
    return inherited | {"AZULEJOS_CACHE": str(cache), "PYTHONPATH": path} | variables


def start(script, *where, **variables):
    """A fresh process that runs a script."""
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)],
        env=environment(*where, **variables),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process):
    """What a process says, on stdout and stderr; it must end well."""
    out, err = process.communicate(timeout=240)
    assert process.returncode == 0, err
    return out.strip(), err


def run(script, *where, **variables):
    return finish(start(script, *where, **variables))


def copy_package(folder):
    without = shutil.ignore_patterns("__pycache__")
    shutil.copytree(SOURCE / "azulejos", folder / "azulejos", ignore=without)


# ------------------------------------------------------------------------------------------------
# Who needs numba


@pytest.mark.parametrize(
    ("script", "variables"),
    [
        ("", {}),
        ("az.Game('chocolatier', players=3, box='grey')", {}),
        ("az.Game('chocolatier').start(seed=1).play('factory-1 red')", {"AZULEJOS_PLAIN": "1"}),
        ("az.Game('chocolatier').start(seed=1).play('factory-1 red')", {"NUMBA_DISABLE_JIT": "1"}),
        ("with az.ready.plain(): az.Game('chocolatier').start(seed=1).play('factory-1 red')", {}),
    ],
    ids=["import", "game", "AZULEJOS_PLAIN", "NUMBA_DISABLE_JIT", "ready.plain"],
)
def test_numba_is_loaded_only_when_needed(stage, tmp_path, script, variables):
    """Do people who only ask what exists, or play interpreted, wait for numba or rich?"""
    code = f"import sys\nimport azulejos as az\n{script}\nprint(*{{'numba', 'rich'}} & sys.modules.keys())"
    assert run(code, stage, tmp_path, **variables) == ("", "")
    assert not list(tmp_path.iterdir())


# ------------------------------------------------------------------------------------------------
# The cache


@pytest.mark.wide
def test_processes_share_the_cache(stage, tmp_path):
    """Two processes want the same door at once: does one compile, once, and the other read?"""
    script = """
        from stage import counted, doors
        mine = doors()
        print(mine._folder, flush=True)
        mine.answer(1)
        print(*counted(mine.answer))
    """
    folder = run("from stage import doors\nprint(doors()._folder)", stage, tmp_path)[0]
    with FileLock(f"{folder}.lock"):
        both = [start(script, stage, tmp_path) for _ in range(2)]
        assert [process.stdout.readline().strip() for process in both] == [folder] * 2
    said = [finish(process) for process in both]
    assert sorted(out for out, _ in said) == [COMPILED, READ]
    assert sum(err.count("preparing") for _, err in said) == 1


@pytest.mark.wide
def test_edited_table_is_noticed(stage, tmp_path):
    """Somebody edits a table of the rules: does anything compiled keep the old one?"""
    script = """
        from stage import CONTRACT, doors, np
        table = np.zeros(1, CONTRACT.dtype)
        table[0].players[0].score, table[0].players[0].floor_count = 100, 7
        print(doors().loss(table.view(np.uint8)))
    """
    cache = tmp_path / "cache"
    copy_package(tmp_path)
    board = tmp_path / "azulejos/games/chocolatier/board.py"
    assert run(script, stage, cache, tmp_path)[0] == "-14"
    text = board.read_text(encoding="utf8")
    assert "(-1, -1, -2, -2, -2, -3, -3)" in text
    board.write_text(text.replace("(-1, -1, -2, -2, -2, -3, -3)", "(-1, -1, -2, -2, -2, -3, -9)"))
    assert run(script, stage, cache, tmp_path)[0] == "-20"
    board.write_text(text)
    assert run(script, stage, cache, tmp_path) == ("-14", "")


def test_key_depends_on_everything(tmp_path, monkeypatch):
    """A file edited, added or renamed, bounds checks, a switch of numba: is each another key?"""
    (tmp_path / "game").mkdir()
    file = tmp_path / "game" / "rules.py"
    keys = []

    def note_key():
        assert jit.cache_key(tmp_path) == jit.cache_key(tmp_path)
        keys.append(jit.cache_key(tmp_path))

    file.write_text("A = 1")
    note_key()
    file.write_text("A = 2")
    note_key()
    file.rename(file.with_name("scoring.py"))
    note_key()
    file.write_text("")
    note_key()
    assert jit.cache_key(tmp_path, checked=True) not in keys
    monkeypatch.setenv("NUMBA_OPT", "0")
    note_key()
    assert len(set(keys)) == len(keys)


def test_key_depends_on_what_is_filled_in(tmp_path):
    """A constant, a table or a function that a template is given: is another one another key?"""
    table = np.arange(3)
    filled = [
        {"SCALE": 8.0},
        {"SCALE": 9.0},
        {"SIZE": 8.0},
        {"TABLE": table},
        {"TABLE": table + 1},
        {"TABLE": table.astype(np.float64)},
        {"value": jit.door},
        {"value": jit.jit},
    ]
    keys = [jit.cache_key(tmp_path, names=names) for names in filled]
    assert len(set(keys)) == len(keys)
    assert keys == [jit.cache_key(tmp_path, names=names) for names in filled]


def test_key_ignores_dates(tmp_path):
    """Is a fresh checkout of the same files the same key?"""
    file = tmp_path / "rules.py"
    file.write_text("A = 1")
    before = jit.cache_key(file)
    os.utime(file, (1, 1))
    assert jit.cache_key(file) == before


@pytest.mark.wide
def test_same_code_in_another_folder(stage, tmp_path):
    """Two installations share a cache: is a door that seems ready compiled anew without a word?"""
    folders = [tmp_path / "here", tmp_path / "there"]
    for folder in folders:
        shutil.copytree(stage, folder)
    said = [run(COUNT, folder, tmp_path / "cache") for folder in folders]
    assert said[0][0] == COMPILED
    assert [out == COMPILED for out, _ in said] == ["preparing" in err for _, err in said]


@pytest.mark.wide
def test_unwritable_cache(stage, tmp_path):
    """A read-only home: does it go on with a notice, and keep the code somewhere else?"""
    out, err = run(COUNT, stage, "/dev/null/x", TMPDIR=str(tmp_path))
    assert out == COMPILED
    assert "can't write to /dev/null/x" in err
    assert str(tmp_path) in err
    assert run(COUNT, stage, "/dev/null/x", TMPDIR=str(tmp_path))[0] == READ


def test_old_keys_are_pruned(tmp_path, monkeypatch):
    """Does the cache grow with every edit? The newest few keys of each game and template stay."""
    monkeypatch.setenv("AZULEJOS_CACHE", str(tmp_path))
    names = [f"chocolatier-doors-{age}" for age in range(6)]
    for age, name in enumerate([*names, "chocolatier-perft-6", "duel-doors-7"]):
        (tmp_path / name).mkdir()
        (tmp_path / f"{name}.lock").touch()
        os.utime(tmp_path / name, (1000 - age, 1000 - age))
    mine = jit.specialise(games.door_template, games.contract("chocolatier"), True, DESK=None)
    kept = {path.name for path in tmp_path.iterdir() if path.is_dir()}
    assert kept == {mine._folder.name, *names[: jit.KEYS_KEPT - 1], "chocolatier-perft-6", "duel-doors-7"}
    locks = {path.stem for path in tmp_path.glob("*.lock")}
    assert locks == kept - {mine._folder.name}


# ------------------------------------------------------------------------------------------------
# Bounds checks


def test_checks_find_reads_out_of_bounds(stage, tmp_path):
    """Is a checked run really checked, in doors and behind them, and never served unchecked code?"""
    script = """
        from stage import doors, np
        values = np.arange(4)
        mine = doors()
        for door in (mine.read_at_door, mine.read_behind_door):
            try:
                print(door(values[:3], 3))
            except IndexError:
                print("IndexError")
    """
    assert run(script, stage, tmp_path)[0].split() == ["3", "3"]
    assert run(script, stage, tmp_path, AZULEJOS_CHECKED="1")[0].split() == ["IndexError", "IndexError"]
    assert run(script, stage, tmp_path) == ("3\n3", "")


@pytest.mark.wide
def test_checked_and_unchecked_doors_side_by_side(stage, tmp_path):
    """One process holds both, in either order: does each keep its own code, also behind the door?"""
    script = """
        from stage import doors, np
        values = np.arange(4)
        for checked in ORDER:
            mine = doors(checked=checked)
            for door in (mine.read_at_door, mine.read_behind_door, mine.read_far_behind_door):
                try:
                    print(door(values[:3], 3))
                except IndexError:
                    print("IndexError")
    """
    said = {0: ["3"] * 3, 1: ["IndexError"] * 3}
    for order in ((0, 1, 0), (1, 0, 1)):
        for _ in ("compiled", "read from the cache"):
            out, _ = run(f"ORDER = {order}{textwrap.dedent(script)}", stage, tmp_path / str(order[0]))
            assert out.split() == [word for checked in order for word in said[checked]]


GAMES = """
    import hashlib
    import random
    import azulejos as az
    keys = hashlib.sha256()
    for number in range(12 * GAMES_N):
        players, box, factories = number % 3 + 2, number // 3 % 2, number // 6 % 2
        game = az.Game(
            "chocolatier",
            players,
            box=("coloured", "grey")[box],
            factories=("plain", "special")[factories],
        )
        position = game.start(seed=number)
        dice = random.Random(number)
        while not position.over:
            story = position.play(dice.choice(position.choices()))
            keys.update(position.key() + story.rows.tobytes())
    print(keys.hexdigest())
"""


def play_games(count):
    """What the script above prints, here, with neither checks nor a fresh cache."""
    said = []
    exec(textwrap.dedent(GAMES), {"GAMES_N": count, "print": said.append})
    return said[0]


@pytest.mark.wide
def test_checked_games_run_clean(stage, tmp_path):
    """Do the rules ever read or write beside a field? Random games of all kinds with bounds checks on."""
    out, err = run(f"GAMES_N = 4{textwrap.dedent(GAMES)}", stage, tmp_path, AZULEJOS_CHECKED="1")
    assert out == play_games(4)
    assert "preparing" in err


# ------------------------------------------------------------------------------------------------
# Templates


def test_games_do_not_run_each_other(stage, tmp_path):
    """One template for two games, in one process and from the cache in another: whose code runs?"""
    script = """
        from stage import doors, plus_one, plus_two
        games = {"one": plus_one, "two": plus_two}
        order = [%s]
        print(*[doors(name, games[name]).answer(10) for name in order])
    """
    out, err = run(script % "'one', 'two'", stage, tmp_path)
    assert out == "11 12"
    assert [line.split()[2] for line in err.splitlines() if "preparing" in line] == ["one", "two"]
    assert run(script % "'two'", stage, tmp_path) == ("12", "")
    assert run(script % "'two', 'one'", stage, tmp_path) == ("12 11", "")


def test_plain_and_compiled_in_one_process():
    """Can a table use the plain rules while the compiled ones are being prepared?"""
    contract = games.contract("chocolatier")
    plain = plainly(games.doors, "chocolatier")
    assert not plain.compiled
    assert plain.is_ready("advance")
    assert plain.advance is plain.module.advance
    assert games.doors("chocolatier").module is not plain.module
    assert plain.module.play is contract.play
