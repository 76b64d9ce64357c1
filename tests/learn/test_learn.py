"""Does a mind learn: are its games noted right, is its net evaluated right, does a killed course go on?"""

import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import asdict, fields, replace

import numpy as np
import pytest
from tests.arena.crews import Here

from azulejos import cli, games
from azulejos.bots import features, lore, net
from azulejos.bots.thinking import Mind
from azulejos.core.contract import OneOf, SomeOf
from azulejos.errors import OptionError
from azulejos.game import Game
from azulejos.learn import lessons, report, rows
from azulejos.learn.course import Course, Generation, Plan, write_mind
from azulejos.learn.playing import MIND_MEMORY, Table

try:
    import torch
except ModuleNotFoundError:
    torch = None

needs_torch = pytest.mark.skipif(
    torch is None,
    reason="NOTHING IS LEARNED HERE: there is no PyTorch (pip install 'azulejos[learn]')",
)
SMALL = Plan("chocolatier", 2, games_n=75, simulations=4, epochs=2, deals=5, seed=1)


def silent(stage, share):
    """Nobody is told."""


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "140")


@pytest.fixture
def run(capsys):
    """Run a command; give its exit code, output and error output."""

    def run_command(*arguments):
        try:
            code = cli.main([str(argument) for argument in arguments])
        except SystemExit as leaving:
            code = leaving.code
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run_command


# ------------------------------------------------------------------------------------------------
# Rows


def test_rows_come_back_from_the_disk(tmp_path):
    """As they were, and joined one after another."""
    taken = lessons.take(lessons.Lesson("duel", 2, 5, 2, 2, lore.NO_NET))
    taken.write(tmp_path / "rows.npz")
    found = rows.read(tmp_path / "rows.npz")
    twice = rows.joined([found, found])
    assert len(found) == len(taken) > 50
    assert len(twice) == 2 * len(taken)
    for field in fields(rows.Rows):
        kept, here = getattr(found, field.name), getattr(taken, field.name)
        assert kept.dtype == here.dtype
        np.testing.assert_array_equal(kept, here)
        np.testing.assert_array_equal(getattr(twice, field.name)[len(here) :], here)


def test_seats_are_noted_in_order_from_the_viewer():
    """Also results, which are known later, and only of the rows of their game."""
    notes = rows.Notes()
    for game, won in enumerate([(1, 0, 0), (0, 0.5, 0.5)]):
        for viewer in range(3):
            notes.add(viewer, np.array([7, 9]), np.zeros(4), np.array([0.5, 0.25, 0.125]), 1, game)
        notes.end_game(np.array(won), np.array([10, 20, 30]))
    found = notes.rows()
    assert found.won.tolist()[:3] == [[1, 0, 0, 0], [0, 0, 1, 0], [0, 1, 0, 0]]
    assert found.won.tolist()[3:] == [[0, 0.5, 0.5, 0], [0.5, 0.5, 0, 0], [0.5, 0, 0.5, 0]]
    assert found.margin.tolist()[1] == [20, 30, 10, 0]
    assert found.hoped.tolist()[2] == [0.125, 0.5, 0.25, 0]
    assert found.games.tolist() == [0, 0, 0, 1, 1, 1]


def test_a_lesson_is_the_same_every_time():
    lesson = lessons.Lesson("chocolatier", 3, 11, 2, 4, lore.NO_NET)
    first, second = lessons.take(lesson), lessons.take(lesson)
    other = lessons.take(replace(lesson, seed=12))
    np.testing.assert_array_equal(first.facts, second.facts)
    np.testing.assert_array_equal(first.hoped, second.hoped)
    assert len(first.facts) != len(other.facts) or (first.facts != other.facts).any()


@pytest.mark.parametrize("name", games.GAMES)
def test_all_options_are_learned(name):
    """Mostly the usual ones; in time each with every named value or item, and wheels of all kinds."""
    dice = np.random.default_rng(1)
    drawn = [lessons.any_game(name, 2, dice).options for _ in range(300)]
    for option in games.GAMES[name].options:
        values = [each[option.name] for each in drawn]
        other = len(values) - values.count(option.default)
        assert 0.1 * len(values) < other < 0.45 * len(values)
        if isinstance(option, OneOf):
            assert set(values) == set(option.values)
            continue
        assert len(set(values)) > 10
        told = ",".join(set(values) - set(option.values))
        assert all(one in told for one in (option.names if isinstance(option, SomeOf) else option.criteria))
        assert [option.clean(value) for value in values] == values


# ------------------------------------------------------------------------------------------------
# The net


def drawn_net(facts_n, players_n, seed=1):
    """A net of PyTorch with numbers by lot everywhere."""
    from azulejos.learn.training import Net

    torch.manual_seed(seed)
    student = Net(facts_n, players_n)
    for part in student.parameters():
        torch.nn.init.normal_(part, std=0.2)
    return student


def foretold(student, facts, ahead):
    """What PyTorch says about one table: chances to win, and margins."""
    with torch.no_grad():
        wins, margins = student(
            torch.from_numpy(facts.astype(np.int64)), torch.tensor([0]), torch.from_numpy(ahead)[None]
        )
    return np.concatenate([torch.softmax(wins, 1)[0].numpy(), margins[0].numpy()])


def played_table(game, seed, choices):
    """A table after so many choices of the first kind."""
    table = Table(game, seed)
    for _ in range(choices):
        while table.turn < 0:
            table.deal()
        table.play(int(table.legal()[0]))
    return table


@pytest.fixture(scope="module")
def compiled_look():
    """The net's evaluation by itself, compiled."""
    numba = pytest.importorskip("numba")
    _ = Mind("chocolatier", 1).see(Table(Game("chocolatier"), 1).bytes[0], 0)  # numba hears of our functions
    plain = net.look

    @numba.njit
    def look(lore, facts, facts_n, ahead, players_n, rooms):
        plain(lore, facts, facts_n, ahead, players_n, rooms[0])

    return look


def plain_look(lore, facts, facts_n, ahead, players_n, rooms):
    net.look(lore, facts, facts_n, ahead, players_n, rooms.view(np.recarray)[0])


@needs_torch
@pytest.mark.parametrize("is_compiled", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_net_says_the_same_with_and_without_pytorch(players, is_compiled, request):
    """About a table as each seat sees it, interpreted and compiled."""
    look = request.getfixturevalue("compiled_look") if is_compiled else plain_look
    student = drawn_net(features.count("chocolatier", players), players)
    known = student.lore()
    table = played_table(Game("chocolatier", players), 1, 9)
    mind = Mind("chocolatier", 1, MIND_MEMORY)
    for viewer in range(players):
        facts, ahead = mind.see(table.bytes[0], viewer)
        rooms = np.zeros(1, np.dtype(net.room()))
        look(known, facts, len(facts), ahead, players, rooms)
        out = rooms["out"][0].reshape(2, net.SEATS_MAX)[:, :players].ravel()
        np.testing.assert_allclose(out, foretold(student, facts, ahead), atol=1e-5)
        assert len(facts) > 10
        assert out[:players].sum() == pytest.approx(1, abs=1e-5)


@needs_torch
def test_a_net_is_loaded_as_it_was_kept():
    from azulejos.learn.training import Net

    student, other = drawn_net(50, 3), Net(50, 3)
    other.load(student.lore())
    np.testing.assert_array_equal(other.lore(), student.lore())
    assert len(student.lore()) == net.size(50)
    for one, two in zip(student.parameters(), other.parameters(), strict=True):
        assert torch.equal(one, two)


# ------------------------------------------------------------------------------------------------
# A course


def go_on(plan, folder, tell=silent):
    return Course(plan, folder).go_on(Here(), 1, tell)


def kept(folder):
    """The nets and figures of a course, but how long they took."""
    figures = [replace(one, seconds=0) for one in Course(SMALL, folder).generations()]
    nets = [np.load(path) for path in sorted(folder.rglob("net.npy"))]
    return figures, [net.tobytes() for net in nets]


@pytest.mark.wide
@needs_torch
@pytest.mark.parametrize(("stage", "at_least"), [("playing", 0.5), ("training", 0), ("matching", 0)])
def test_a_course_that_is_killed_goes_on(tmp_path, stage, at_least):
    """To where it would have come undisturbed, without playing a game twice."""

    def kill(told, share):
        if told == stage and share >= at_least:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        go_on(SMALL, tmp_path / "killed", kill)
    assert Course(SMALL, tmp_path / "killed").generations() == []
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "killed").rglob("rows-*.npz")}
    assert len(before) == (2 if stage == "playing" else 3)
    for folder in ("killed", "whole"):
        go_on(SMALL, tmp_path / folder)
    after = {path: path.stat().st_mtime_ns for path in (tmp_path / "killed").rglob("rows-*.npz")}
    assert len(after) == 3
    assert before.items() <= after.items()
    assert kept(tmp_path / "killed") == kept(tmp_path / "whole")


@needs_torch
def test_the_next_generation_learns_from_the_last_ones(tmp_path):
    """Its games are those of the accepted net, and the mind can be read by bots."""
    found = [go_on(SMALL, tmp_path) for _ in range(2)]
    course = Course(SMALL, tmp_path)
    assert [replace(one) for one in course.generations()] == found
    assert [one.number for one in found] == [1, 2]
    assert found[1].rows > 1.5 * found[0].rows
    path = write_mind("chocolatier", tmp_path, [course])
    if not any(one.accepted for one in found):
        assert path is None
        return
    known = lore.read("chocolatier", path)
    np.testing.assert_allclose(known[2], course.net(), rtol=1e-3, atol=1e-4)
    assert lore.made(path)["courses"][0]["plan"] == asdict(SMALL)


@pytest.mark.parametrize(
    ("other", "complaint"),
    [
        ({"games_n": 100}, "games is 75 there, not 100"),
        ({"simulations": 5}, "simulations is 4 there, not 5"),
        ({"seed": 2}, "seed is 1 there, not 2"),
    ],
)
def test_a_folder_belongs_to_one_plan(tmp_path, other, complaint):
    Course(SMALL, tmp_path)
    Course(SMALL, tmp_path)
    with pytest.raises(OptionError, match=complaint):
        Course(replace(SMALL, **other), tmp_path)


def test_a_folder_belongs_to_one_version_of_what_nets_are_told(tmp_path, monkeypatch):
    Course(SMALL, tmp_path)
    monkeypatch.setattr(features, "digest", lambda game: "another")
    with pytest.raises(OptionError, match="was learned for another version of chocolatier"):
        Course(SMALL, tmp_path)


# ------------------------------------------------------------------------------------------------
# The page


def test_the_page_tells_every_generation(tmp_path):
    tenths = [[0.05, 0.1, 40], [0.5, 0.45, 100], [0.95, 0.9, 60]]
    known = [
        Generation(1, 75, 900, 0.6, 0.65, 0.6, 0.6, True, 12.3, tenths),
        Generation(2, 75, 1800, 0.59, 0.65, 0.4, 0.55, False, 10.0, tenths),
    ]
    course = Course(SMALL, tmp_path)
    for one in known:
        folder = tmp_path / "chocolatier-2" / f"generation-{one.number:03d}"
        folder.mkdir()
        (folder / "figures.json").write_text(json.dumps(asdict(one)))
    page = report.write("chocolatier", tmp_path, [course]).read_text()
    assert (
        "| 1 | 75 | 900 | 0.6000 | 0.6500 | 60.0 % (31.3-83.2) | 60.0 % (31.3-83.2) | accepted | 12 |" in page
    )
    assert "| 2 | 75 | 1800 | 0.5900 | 0.6500 | 40.0 % (16.8-68.7) | 55.0 %" in page
    assert "off by 5.0 of 100" in page
    assert "![Strength and calibration, 2 players](chocolatier-2.svg)" in page
    picture = (tmp_path / "chocolatier-2.svg").read_text()
    assert picture.startswith("<svg ")
    assert picture.count("<circle") == 2 + 1 + 3  # marks of a curve, its legend, tenths
    squares = re.findall(r'<path d="M[^"]*Z"', picture)
    assert len(squares) == 2 + 1  # the other curve has marks of its own


def test_the_page_of_a_course_that_has_just_begun(tmp_path):
    page = report.write("chocolatier", tmp_path, [Course(SMALL, tmp_path)]).read_text()
    assert "nothing yet" in page


@needs_torch
def test_calibration_counts_every_held_out_row():
    from azulejos.learn.training import HELD_OUT, train

    taken = lessons.take(lessons.Lesson("chocolatier", 2, 1, 25, 2, lore.NO_NET))
    found = train(taken, features.count("chocolatier", 2), 2, 20.0, 1, 1)
    held = int((taken.games % HELD_OUT == 0).sum())
    assert sum(count for *_, count in found.calibration) == held == len(taken) - found.rows
    assert all(0 <= foretold <= 1 and 0 <= came <= 1 for foretold, came, _ in found.calibration)
    assert [int(10 * foretold) for foretold, *_ in found.calibration] == sorted(
        {int(10 * foretold) for foretold, *_ in found.calibration}
    )


@needs_torch
def test_a_net_is_as_sure_as_games_that_it_has_not_seen_allow(monkeypatch):
    """However often it has gone through the others, which it then knows by heart."""
    from azulejos.learn import training

    taken = lessons.take(lessons.Lesson("chocolatier", 2, 1, 25, 2, lore.NO_NET))
    fitted = []
    monkeypatch.setattr(training, "_sharpen", lambda student, batches, asked: fitted.extend(asked.tolist()))
    training.train(taken, features.count("chocolatier", 2), 2, 20.0, 1, 1)
    assert fitted == np.nonzero(taken.games % training.HELD_OUT == 0)[0].tolist()


# ------------------------------------------------------------------------------------------------
# The command

LEARN = ["learn", "chocolatier", "--hours", "1", "--to", "there"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["learn"], "GAME, --hours, --to is missing"),
        (["learn", "chocolatier", "--to", "x"], "--hours is missing"),
        (["learn", "chocolatier", "--hours", "1"], "--to is missing"),
        (["learn", "go", "--hours", "1", "--to", "x"], "there is no game 'go'; there is chocolatier"),
        ([*LEARN, "--players", "5"], "chocolatier is for 2 to 4 players, not 5"),
        ([*LEARN, "--players", "2,1"], "chocolatier is for 2 to 4 players, not 1"),
        ([*LEARN, "--players", "2,"], "--players is a whole number from 0"),
        ([*LEARN, "--players", "two"], "--players is a whole number from 0"),
        (
            ["learn", "duel", "--hours", "1", "--to", "x", "--players", "3"],
            "duel is for 2 players, not 3",
        ),
        ([*LEARN, "--hours", "0"], "--hours is a number of hours above 0 and up to 1000, not '0'"),
        ([*LEARN, "--hours", "0.000"], "--hours is a number of hours above 0"),
        ([*LEARN, "--hours", "-1"], "--hours"),
        ([*LEARN, "--hours", "nan"], "--hours is a number of hours above 0"),
        ([*LEARN, "--hours", "1001"], "--hours is a number of hours above 0"),
        ([*LEARN, "--hours", "٢"], "--hours is a number of hours above 0"),
        ([*LEARN, "--games", "0"], "--games is a whole number from 1 to 1000000"),
        ([*LEARN, "--simulations", "0"], "--simulations is a whole number from 1 to 10000000"),
        ([*LEARN, "--epochs", "0"], "--epochs is a whole number from 1 to 1000"),
        ([*LEARN, "--deals", "x"], "--deals is a whole number from 1"),
        ([*LEARN, "--seed", "-1"], "--seed"),
        ([*LEARN, "--jobs", "0"], "--jobs is a whole number from 1 to 64"),
        ([*LEARN, "--jobs", "99"], "--jobs is a whole number from 1 to 64"),
    ],
)
def test_wrong_use_is_one_line(run, tmp_path, arguments, complaint):
    """And nothing is written."""
    code, out, err = run(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert complaint in err
    assert list(tmp_path.iterdir()) == []


@needs_torch
@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--to", "/proc/nowhere"], "can't write /proc/nowhere"),
        (["--to", "file"], "can't write file: "),
        (["--to", "there", "--seed", "2"], "is the folder of another plan: seed is 1 there, not 2"),
        (["--to", "torn"], "plan.json is no JSON document"),
        pytest.param(  # it is tried for a while
            ["--on", "tcp://127.0.0.1:9"],
            "can't reach a cluster at tcp://127.0.0.1:9",
            marks=pytest.mark.wide,
        ),
    ],
)
def test_a_folder_that_will_not_do_is_one_line(run, tmp_path, arguments, complaint):
    plan = ["--players", "2", "--games", "75", "--simulations", "4", "--epochs", "2", "--deals", "5"]
    Course(SMALL, tmp_path / "there")
    (tmp_path / "file").write_text("")
    (tmp_path / "torn" / "chocolatier-2").mkdir(parents=True)
    (tmp_path / "torn" / "chocolatier-2" / "plan.json").write_text('{"game"')
    code, out, err = run(*LEARN, *plan, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert complaint in err


def test_without_pytorch_it_says_what_to_install(run, monkeypatch, tmp_path):
    """At once, not after hours of playing."""
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "azulejos.learn.training", raising=False)
    monkeypatch.delattr("azulejos.learn.training", raising=False)
    code, out, err = run(*LEARN)
    assert (code, out) == (2, "")
    assert err == "azulejos: this needs torch: pip install 'azulejos[learn]'\n"
    assert list(tmp_path.iterdir()) == []


SHORT = ["learn", "chocolatier", "--players", "2,3", "--games", "25", "--simulations", "2", "--epochs", "1"]
SHORT += ["--deals", "5", "--jobs", "1", "--hours", "0.00001", "--to", "there"]


@needs_torch
def test_learn(run, tmp_path):
    """A generation for each run; the second goes on where the numbers of players have come less far."""
    code, out, err = run(*SHORT)
    assert (code, err) == (0, "")
    assert "2 players, generation 1: wins " in out
    assert "What was learned of Master Chocolatier" in out
    code, out, _ = run("--lang", "pl", *SHORT)
    assert code == 0
    assert "gracze: 3, pokolenie 1: wygrane z ostatnim " in out
    assert sorted(path.name for path in (tmp_path / "there").glob("chocolatier-*")) == [
        "chocolatier-2",
        "chocolatier-2.svg",
        "chocolatier-3",
        "chocolatier-3.svg",
    ]
    assert "## 3 players" in (tmp_path / "there" / "chocolatier.md").read_text()
    plan = json.loads((tmp_path / "there" / "chocolatier-3" / "plan.json").read_text())
    assert (plan["players"], plan["games_n"], plan["simulations"]) == (3, 25, 2)


@needs_torch
def test_ctrl_c_ends_learning_quietly(tmp_path):
    """What was played is kept."""
    command = [
        sys.executable,
        "-m",
        "azulejos",
        *LEARN,
        "--players",
        "2",
        "--simulations",
        "2",
        "--jobs",
        "1",
    ]
    heard = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL), "start_new_session": True}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **heard) as learning:
        end = time.monotonic() + 120
        while not list(tmp_path.rglob("rows-0001.npz")):
            assert time.monotonic() < end
            time.sleep(0.05)
        os.killpg(learning.pid, signal.SIGINT)
        out, err = learning.communicate(timeout=30)
    assert (learning.returncode, out, err.strip()) == (130, b"", b"")


PLANNED = ["learn", "chocolatier", "--players", "2", "--games", "75", "--simulations", "4", "--epochs", "2"]
PLANNED += ["--deals", "5", "--hours", "0.00001", "--to"]  # SMALL, one generation


@needs_torch
@pytest.mark.long
def test_a_course_goes_on_after_kill_9(run, tmp_path):
    """No handler runs, nothing is tidied up: what is whole on the disk is used, to the same end."""
    command = [sys.executable, "-m", "azulejos", *PLANNED, "killed", "--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True) as learning:
        end = time.monotonic() + 120
        while not list(tmp_path.rglob("rows-*.npz")):
            assert time.monotonic() < end
            assert learning.poll() is None
            time.sleep(0.01)
        os.killpg(learning.pid, signal.SIGKILL)
        assert learning.wait() == -signal.SIGKILL
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "killed").rglob("rows-*.npz")}
    assert Course(SMALL, tmp_path / "killed").generations() == []
    for folder in ("killed", "whole"):
        assert run(*PLANNED, folder, "--jobs", "1")[0] == 0
    assert kept(tmp_path / "killed") == kept(tmp_path / "whole")
    assert before.items() <= {path: path.stat().st_mtime_ns for path in before}.items()


@needs_torch
@pytest.mark.long
@pytest.mark.filterwarnings("ignore")  # what a cluster warns about is its own
def test_a_cluster_learns_what_one_machine_learns(run, tmp_path):
    """Two workers, each a process of its own, found by their address."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        assert run(*PLANNED, "there", "--on", cluster.scheduler_address)[0] == 0
    go_on(SMALL, tmp_path / "here")
    assert kept(tmp_path / "there") == kept(tmp_path / "here")


# ------------------------------------------------------------------------------------------------
# Does it learn?


@pytest.mark.wide
@needs_torch
def test_what_was_learned_wins(tmp_path):
    """In half a minute. Games that are left out are too few to tell by the loss; a match does."""
    plan = Plan("chocolatier", 2, games_n=500, simulations=40, epochs=10, deals=60, seed=1)
    found = go_on(plan, tmp_path)
    assert found.share > 0.55
    assert found.accepted


@needs_torch
@pytest.mark.long
def test_what_was_learned_wins_clearly(tmp_path):
    plan = Plan("chocolatier", 2, games_n=2000, simulations=60, epochs=8, deals=200, seed=1)
    found = go_on(plan, tmp_path)
    assert found.loss < found.loss_by_hand
    assert found.share > 0.58
