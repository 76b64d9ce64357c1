"""Is the arena fair, does it survive bad guests and bad luck, and does it count right?"""

import concurrent.futures
import contextlib
import hashlib
import io
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from rich.console import Console
from tests.arena import guests
from tests.arena.crews import here
from tests.kits import KITS, each_kit

import azulejos as az
from azulejos import games
from azulejos.arena import crew
from azulejos.arena.charts import ladder_chart
from azulejos.arena.crew import on_this_machine
from azulejos.arena.entrants import Entrant, check, entrant
from azulejos.arena.figures import Standing, standings, wilson
from azulejos.arena.fixtures import (
    Fixture,
    _meaning,
    code_stamp,
    fixtures,
    game_label,
    key_of,
    seated,
    stamp_of,
)
from azulejos.arena.guests import OurBot, Visitor
from azulejos.arena.ladder import Rating, Rung, ratings, rungs, schedule
from azulejos.arena.program import Program
from azulejos.arena.referee import Outcome, play, void
from azulejos.arena.results import Results, read
from azulejos.cli.arena import _ladder_table, _match_table
from azulejos.core.message import Message
from azulejos.tell import words

EXAMPLE = Path(__file__).parents[2] / "docs" / "example-bot.c"
GUESTS = "python:tests.arena.guests:"


def match(game, *labels, deals=2, seed=1, limit=None, by=None):
    entrants = seated(game, [entrant(label) for label in labels])
    wanted = list(fixtures(game, entrants, range(deals), seed, limit))
    with by or here() as players:
        found = {outcome.fixture.key: outcome for outcome in players.play(wanted)}
    return [found[fixture.key] for fixture in wanted]


def facts(outcome):
    """All but times."""
    return outcome.fixture, outcome.scores, outcome.ranks, outcome.turns, outcome.culprit, str(outcome.reason)


def only_game(*labels, game="chocolatier", limit=None):
    """The outcome of one game, in which the first bot sits at the first seat."""
    title = az.Game(game, len(labels), first=0)
    return play(Fixture(title.describe(), labels, seed=1, deal=0, rotation=0, limit=limit))


# ------------------------------------------------------------------------------------------------
# Fairness


@each_kit
@pytest.mark.parametrize("name", ["greedy-1", "random"])
def test_a_bot_against_itself_wins_exactly_half(kit, name):
    """Seats are rotated on the same deal, and seeds go by seat: each game is played twice, seats swapped."""
    outcomes = match(az.Game(kit.name), name, name, deals=3)
    first, second = standings(outcomes)
    assert first.won == second.won == 3
    assert sorted(first.scores) == sorted(second.scores)
    for one, other in zip(outcomes[::2], outcomes[1::2], strict=True):
        assert one.scores == other.scores[::-1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_sits_once_at_every_seat_of_every_deal(players):
    game = az.Game("pavilion", players)
    entrants = seated(game, [entrant("greedy-1"), entrant("random")])
    wanted = list(fixtures(game, entrants, range(3), 5))
    for deal in range(3):
        same = [fixture for fixture in wanted if fixture.deal == deal]
        assert sorted(fixture.seating.index(0) for fixture in same) == list(range(players))
        starts = {game.start(seed=fixture.dealer_seed).key() for fixture in same}
        assert len(starts) == 1
    assert len({fixture.dealer_seed for fixture in wanted}) == 3
    assert len({fixture.key for fixture in wanted}) == 3 * players


def test_the_same_seed_plays_the_same_match():
    game = az.Game("chocolatier")

    def played(seed):
        return [facts(outcome) for outcome in match(game, "random", GUESTS + "Seeded", seed=seed)]

    assert played(1) == played(1)
    assert played(1) != played(2)


def test_scores_and_times_go_with_their_bots():
    """`greedy-1` beats `random` wherever it sits."""
    greedy, *others = standings(match(az.Game("garden", 3), "greedy-1", "random", deals=2))
    assert (greedy.games, greedy.won, greedy.faults) == (6, 6, 0)
    assert min(greedy.margins) > 0
    assert [other.label for other in others] == ["random", "random"]
    assert greedy.turns == len(greedy.times) > 0
    assert greedy.slowest == max(greedy.times) >= greedy.slow >= 0
    assert greedy.seconds == pytest.approx(sum(greedy.times))


def test_a_turn_of_several_questions_is_timed_once():
    outcome = only_game("greedy-1", "random")
    assert outcome.turns[0] < 40  # a round of five factories has some ten turns of two choices


# ------------------------------------------------------------------------------------------------
# Numbers


@pytest.mark.parametrize(
    ("won", "count", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (8, 10, 0.4902, 0.9433),
        (190, 200, 0.9104, 0.9726),
        (500, 1000, 0.4691, 0.5309),
        (10, 10, 0.7225, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilsons_interval(won, count, low, high):
    """Numbers from tables."""
    interval = wilson(won, count)
    assert interval.low == pytest.approx(low, abs=1e-4)
    assert interval.high == pytest.approx(high, abs=1e-4)


def outcome_of(labels, ranks, deal=0, scores=None):
    fixture = Fixture(az.Game("chocolatier", len(labels)).describe(), labels, 1, deal, 0)
    zeros = (0,) * len(labels)
    return Outcome(fixture, scores or zeros, ranks, zeros, zeros, zeros)


def test_shared_wins_count_in_parts_and_void_games_not_at_all():
    labels = ("a", "b", "c")
    outcomes = [
        outcome_of(labels, (0, 0, 2), scores=(5, 5, 1)),
        outcome_of(labels, (0, 1, 2), scores=(9, 4, 1)),
        void(outcome_of(labels, (0, 1, 2)).fixture, Message("no answer in time")),
    ]
    first, second, third = standings(outcomes)
    assert [(one.games, one.won) for one in (first, second, third)] == [(2, 1.5), (2, 0.5), (2, 0)]
    assert [one.margins for one in (first, second, third)] == [(0, 5), (0, -5), (-4, -8)]


def test_ratings_follow_wins():
    """Who wins more is rated higher; doubt shrinks with games; a fault is a loss."""
    games_of = [outcome_of(("a", "b"), (0, 1), deal) for deal in range(30)]
    games_of += [outcome_of(("b", "c"), (0, 1), deal) for deal in range(30)]
    ladder = rungs(games_of, ["c", "b", "a", "newcomer"])
    assert [rung.label for rung in ladder if rung.games] == ["a", "b", "c"]
    newcomer = next(rung for rung in ladder if rung.label == "newcomer")
    assert all(rung.rating.sigma < newcomer.rating.sigma for rung in ladder if rung is not newcomer)
    assert (ladder[0].games, ladder[0].won) == (30, 30)
    assert ratings(games_of, ["a", "b", "c"]) == ratings(games_of, ["a", "b", "c"])


# ------------------------------------------------------------------------------------------------
# Guests


def test_labels_name_entrants():
    assert entrant("master@0.2") == Entrant("master", 0.2)
    assert entrant("master", 0.5) == Entrant("master", 0.5)
    assert entrant("master@1", 0.5) == Entrant("master", 1.0)
    assert entrant("program:bot --mail me@home") == Entrant("program:bot --mail me@home")
    assert entrant("program:bot 'a b'@0.05").command == ["bot", "a b"]
    assert all(entrant(one).label == one for one in ("random", "hard@0.05", "python:a:b@2"))


@pytest.mark.parametrize("name", ["First", "Seeded", "instance"])
def test_python_objects_play(name):
    check(entrant(GUESTS + name))
    outcome = only_game(GUESTS + name, "random")
    assert outcome.is_played_out
    assert outcome.turns[0] > 0


def test_a_visitor_sees_what_its_seat_may_know(monkeypatch):
    """No history, no dealer, nothing of the other's secrets."""
    monkeypatch.setattr(guests.Curious, "seen", ())
    assert only_game(GUESTS + "Curious@0.5", "random", game="duel").is_played_out
    for key, history, _, seat, budget in guests.Curious.seen:
        assert (history, seat, budget) == ((), 0, 0.5)
        assert key.startswith(b"Game('duel'")


def secret_position():
    """A position of Duel in which the other seat knows something."""
    dice = random.Random(1)
    position = az.Game("duel").start(seed=1)
    while position.to_dict() == position.known_by(position.turn).to_dict():
        position.play(dice.choice(position.choices()))
    return position


def test_guests_are_shown_a_forgotten_position():
    position = secret_position()
    seat = position.turn
    shown = Visitor(guests.First()).see(position, seat)
    assert shown.to_dict() == position.known_by(seat).to_dict() != position.to_dict()
    first, *legal = Program.see(None, position, seat).splitlines()
    assert json.loads(first.removeprefix("position ")) == position.known_by(seat).to_dict()
    assert legal == [f"legal {choice}" for choice in position.choices()]
    assert OurBot(None).see(position, seat) is position


@pytest.mark.parametrize(
    ("label", "reason"),
    [
        (GUESTS + "Crash", "it has crashed: RuntimeError: oh no"),
        (GUESTS + "Leave", "it has crashed: SystemExit: 3"),
        (GUESTS + "Illegal", "'factory-9 mauve' isn't legal in round 1, turn 1"),
        (GUESTS + "Nothing", "None isn't legal in round 1, turn 1"),
        (GUESTS + "Sleep", "no answer in time"),
        (GUESTS + "Loop", "no answer in time"),
        (GUESTS + "Unmakeable", "can't take part: RuntimeError: not today"),
        ("program:/nowhere/bot", "it can't be started: no such file"),
        ("program:false", "it has ended with code 1: -"),
        ("program:sh -c 'echo first >&2; echo last words >&2; exit 7'", "code 7: 'last words'"),
        ("program:sh -c 'echo hello; sleep 2000'", "it answers 'hello' instead of 'azulejos 1'"),
        ("program:sh -c 'echo azulejos 1; sleep 2000 & sleep 2000'", "no answer in time"),
        ("program:sh -c 'echo azulejos 1; echo what; sleep 2000'", "it answers 'what' instead of a choice"),
        ("program:sh -c 'echo azulejos 1; echo choice pass; sleep 2000'", "'pass' isn't legal"),
        ("program:sh -c 'yes | tr -d \"\\n\"'", "it writes a line of more than 1000 bytes"),
        ("program:yes azulejos 1", "it answers 'azulejos 1' instead of a choice"),
    ],
)
def test_bad_guests_lose_with_a_reason(label, reason):
    """Nobody waits for them, whatever they are at; the other has won."""
    outcome = only_game(label, "random", limit=0.5)
    assert (outcome.culprit, outcome.ranks, outcome.shares) == (0, (1, 0), (0, 1))
    assert reason.lower() in str(outcome.reason).lower()
    assert not outcome.is_played_out


def test_a_fault_among_several_makes_all_others_win():
    assert only_game("random", GUESTS + "Crash", "random", "random").shares == (1 / 3, 0, 1 / 3, 1 / 3)


def test_a_slow_turn_is_lost_even_if_it_is_answered(monkeypatch):
    """Bots of ours aren't interrupted, but they are timed, by their own time."""

    def choose(*_):
        begun = time.thread_time()
        while time.thread_time() < begun + 0.2:
            pass

    monkeypatch.setattr("azulejos.bots.Random.choose", choose)
    assert str(only_game("random", "greedy-1", limit=0.1).reason) == "no answer within 0.1 s"


def test_no_program_is_left_behind(tmp_path):
    """Its children are ended too."""
    pid = tmp_path / "pid"
    only_game(f"program:sh -c 'sleep 60 & echo $! > {pid}; echo azulejos 1; wait'", "random", limit=0.3)
    wait_for(lambda: not is_running(int(pid.read_text())))


def is_running(pid):
    """Zombies aren't."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_for(condition, seconds=20):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.fixture(scope="module")
def example_bot(tmp_path_factory):
    if shutil.which("cc") is None:
        pytest.skip("the example bot needs a C compiler")
    program = tmp_path_factory.mktemp("bot") / "example-bot"
    subprocess.run(["cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-o", program, EXAMPLE], check=True)
    return f"program:{program}"


@each_kit
def test_the_example_bot_plays_every_game(kit, example_bot):
    most = games.GAMES[kit.name].players[1]
    outcome = only_game(example_bot, *["random"] * (most - 1), game=kit.name)
    assert outcome.is_played_out
    assert outcome.turns[0] > 0
    assert facts(outcome) == facts(only_game(example_bot, *["random"] * (most - 1), game=kit.name))


# ------------------------------------------------------------------------------------------------
# Crews


def test_processes_play_what_one_process_plays():
    game = az.Game("pavilion")
    by_processes = match(game, "greedy-1", "random", by=on_this_machine(2))
    assert list(map(facts, by_processes)) == list(map(facts, match(game, "greedy-1", "random")))


def test_a_worker_that_dies_takes_no_game_with_it(tmp_path, monkeypatch):
    once = tmp_path / "once"
    once.touch()
    monkeypatch.setenv("DIE_ONCE", str(once))
    outcomes = match(az.Game("chocolatier"), GUESTS + "Die", "random", by=on_this_machine(2))
    assert not once.exists()
    assert [outcome.is_played_out for outcome in outcomes] == [True] * 4


def test_a_game_that_ends_every_worker_does_not_count(monkeypatch):
    """... and the others do."""
    monkeypatch.delenv("DIE_ONCE", raising=False)
    game = az.Game("chocolatier", first=0)
    deadly = list(fixtures(game, [entrant(GUESTS + "Die"), entrant("random")], [0], 1))[:1]
    others = list(fixtures(game, [entrant("greedy-1"), entrant("random")], [0, 1], 1))
    with on_this_machine(1) as players:
        outcomes = {outcome.fixture.key: outcome for outcome in players.play([*deadly, *others])}
    assert len(outcomes) == 5
    assert str(outcomes[deadly[0].key].reason) == "the process that played it has died"
    assert not outcomes[deadly[0].key].counts
    assert all(outcomes[fixture.key].is_played_out for fixture in others)


@pytest.fixture
def cluster():
    """A scheduler and two workers, each a process of its own."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as found:
        yield found


@pytest.mark.wide
@pytest.mark.filterwarnings("ignore")  # what a cluster warns about is its own
def test_a_cluster_plays_what_one_process_plays_even_if_a_worker_dies(cluster, monkeypatch):
    game = az.Game("chocolatier")
    pids = [worker.pid for worker in cluster.workers.values()]
    wanted = list(fixtures(game, [entrant("greedy-1"), entrant("random")], range(20), 1))
    found = {}
    with crew.on_cluster(cluster.scheduler_address) as players:
        for outcome in players.play(wanted):
            found[outcome.fixture.key] = outcome
            if len(found) == 3:
                os.kill(pids[0], signal.SIGKILL)
    expected = match(game, "greedy-1", "random", deals=20)
    assert [facts(found[fixture.key]) for fixture in wanted] == list(map(facts, expected))


# ------------------------------------------------------------------------------------------------
# Results


@pytest.fixture
def some_outcomes():
    return match(az.Game("chocolatier"), "greedy-1", "random", deals=2)


def test_results_are_read_as_they_were_written(tmp_path, some_outcomes):
    file = tmp_path / "results.jsonl"
    with Results(file) as results:
        for outcome in [*some_outcomes, *some_outcomes]:  # twice is once
            results.add(outcome)
        results.note({"machine": "this"})
        results.note({"machine": "this"})
    assert file.read_text().count("\n") == 5
    wanted = [outcome.fixture for outcome in some_outcomes]
    with Results(file) as results:
        assert results.missing(wanted) == []
        assert results.notes == [{"machine": "this"}]
        again = list(results.outcomes(wanted))
    assert list(map(facts, again)) == list(map(facts, some_outcomes))


def test_a_torn_last_line_is_played_again(tmp_path, some_outcomes):
    file = tmp_path / "results.jsonl"
    with Results(file) as results:
        for outcome in some_outcomes:
            results.add(outcome)
    whole = file.read_bytes()
    for cut in (1, 2, 40):
        file.write_bytes(whole[:-cut])
        with Results(file) as results:
            assert results.missing([outcome.fixture for outcome in some_outcomes]) == [
                some_outcomes[-1].fixture
            ]
            results.add(some_outcomes[-1])
        assert file.read_bytes() == whole


def test_a_bad_line_and_a_second_writer_are_refused(tmp_path, some_outcomes):
    file = tmp_path / "results.jsonl"
    with Results(file) as results:
        results.add(some_outcomes[0])
        with pytest.raises(az.OptionError, match="is being written by somebody else"):
            Results(file)
    file.write_text(file.read_text() + '{"game": 1}\n')
    before = file.read_bytes()
    with pytest.raises(az.RecordError, match="line 2: this is no result of a game"):
        Results(file)
    assert file.read_bytes() == before
    with pytest.raises(az.OptionError, match="can't write"):
        Results(tmp_path / "no" / "such" / "folder")


RESULT = {
    **{"game": "duel/2", "bots": ["a", "b"], "code": "", "seed": 1, "deal": 0, "rotation": 0},
    **{"scores": [5, 3], "ranks": [0, 1], "turns": [9, 9], "seconds": [0.1, 0.2], "slowest": [0.1, 0.1]},
}


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"\x7fELF\x02\x01\x00\xff\xfe", 1),
        (b"milk\nbread\nand no end of line", 1),
        (b"one line without an end", 1),
        (b'{"name": "azulejos"}', 1),
        (b'{"name": "azulejos"}\n', 1),
        (b"[1, 2]\n", 1),
        (b"7" * 5000 + b"\n", 1),
        (b"[" * 100_000 + b"\n", 1),
        (b"\n", 1),
        (b'{"note": 7}\n', 1),
        (b'{"note": {"date": 7}}\n', 1),
        (json.dumps(RESULT).encode() + b"\nmilk", 2),
        (json.dumps(RESULT | {"bots": "ab"}).encode() + b"\n", 1),
        (json.dumps(RESULT | {"ranks": [0]}).encode() + b"\n", 1),
        (json.dumps(RESULT | {"turns": ["9", "9"]}).encode() + b"\n", 1),
        (json.dumps(RESULT | {"fault": [2, "late"]}).encode() + b"\n", 1),
        (json.dumps({key: RESULT[key] for key in RESULT if key != "slowest"}).encode() + b"\n", 1),
    ],
)
@pytest.mark.parametrize(
    "command",
    [
        ["ladder", "random", "greedy-1", "--results"],
        ["match", "random", "random", "--out"],
    ],
)
def test_a_file_that_is_no_results_file_is_refused_and_left_alone(run, tmp_path, command, content, line):
    """Also its last line, which in a file of ours would be cut off if it has no end."""
    file = tmp_path / "x"
    file.write_bytes(content)
    code, out, err = run(*command, "x")
    assert (code, out) == (2, "")
    assert err == f"azulejos: x, line {line}: this is no result of a game\n"
    assert file.read_bytes() == content


def test_results_can_only_be_kept_in_a_file(run, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    ladder = ["ladder", "random", "greedy-1", "--results"]
    assert run(*ladder, "pipe")[::2] == (2, "azulejos: pipe is no ordinary file\n")
    assert run(*ladder, "/dev/zero")[::2] == (2, "azulejos: /dev/zero is no ordinary file\n")
    assert run(*ladder, tmp_path)[::2] == (2, f"azulejos: can't write {tmp_path}: Is a directory\n")


def test_a_result_that_does_not_fit_is_not_written_in_part(tmp_path, some_outcomes, small_disk):
    """The disk fills in the middle of a line: what was kept before is read again, and goes on elsewhere."""
    file = small_disk / "results.jsonl"
    with open(small_disk / "filler", "wb", buffering=0) as filler, contextlib.suppress(OSError):
        while True:
            filler.write(bytes(4096))
    os.truncate(small_disk / "filler", os.path.getsize(small_disk / "filler") - 4096)
    one = some_outcomes[0]
    outcomes = [replace(one, fixture=replace(one.fixture, deal=deal)) for deal in range(99)]
    with Results(file) as results:
        with pytest.raises(az.OptionError) as full:
            list(map(results.add, outcomes))
        count = len(results.lines)
    assert str(full.value) == f"can't write {file}: No space left on device"
    assert 0 < count == len(read(file)[0]) == file.read_bytes().count(b"\n")
    os.unlink(small_disk / "filler")
    with Results(file) as results:
        results.add(outcomes[count])
    assert len(read(file)[0]) == count + 1


def test_a_fault_is_kept(tmp_path):
    outcome = only_game(GUESTS + "Crash", "random")
    with Results(tmp_path / "results.jsonl") as results:
        results.add(outcome)
        (again,) = results.outcomes([outcome.fixture])
    assert facts(again) == facts(outcome)


def test_other_code_has_another_key():
    """A comment is no other code; a number is."""
    source = '"""What."""\ndef f(x):\n    """Why."""\n    return x + 1  # one\n'
    assert _meaning(source) == _meaning("def f(x): return (x + 1)")
    assert _meaning(source) != _meaning("def f(x): return x + 2")
    assert _meaning('raise E(Message("no {x}", x=1))') == _meaning('raise E(Message("never {x}", x=1))')
    assert _meaning('raise E(Message("no {x}", x=1))') != _meaning('raise E(Message("no {x}", x=2))')
    assert code_stamp("duel") != code_stamp("garden")
    assert stamp_of(Path(az.__file__).parent, "duel") == code_stamp("duel")
    fixture = outcome_of(("a", "b"), (0, 1)).fixture
    assert key_of(fixture.facts) == fixture.key
    assert game_label(az.Game("chocolatier", 3, box="grey")) == "chocolatier/3/box=grey"


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A copy of what can be in a stamp. What hasn't changed is parsed once for all tests."""
    monkeypatch.setattr("azulejos.arena.fixtures._meaning", parsed)
    ours = Path(az.__file__).parent
    for folder in ("games", "bots", "core", "arena"):
        shutil.copytree(ours / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


parsed = cache(_meaning)


def test_every_python_reads_the_same_in_a_source():
    """What newer ones have learned to say about it is nothing that was written there."""
    source = """
import a as b
@d(1)
class C(B, m=M):
    x: int = f"{y!r:>{z}} {z}" "s"
    async def f(self, p, /, q=1, *r, s, t=2, **u) -> None:
        "Why."
        async with e as (g, h): await i
        return
lambda: [k for k in l if k][1:, ...] or {**n} or (yield)
"""
    found = hashlib.sha256(_meaning(source).encode()).hexdigest()
    assert found == "9f4b2ace270347836fa9b92e016ff52ed68d42a78954e8485168cdfe0854b40f"


@pytest.mark.parametrize(
    "changed",
    [
        "games/duel/rules.py",
        *(f"bots/{name}.py" for name in ("__init__", "levels", "lore", "net", "search", "thinking")),
        *(f"core/{name}.py" for name in ("bits", "contract", "doors", "jit", "questions", "rng", "table")),
        *(f"arena/{name}.py" for name in ("entrants", "fixtures", "guests", "referee")),
        "bots/features/__init__.py",
        "bots/features/duel.py",
        "bots/values/duel.py",
        "bots/minds/duel.npz",
    ],
)
def test_the_stamp_covers_all_that_decides_how_a_game_is_played(package, changed):
    """... of this game, and nothing of another one."""
    stamps = [stamp_of(package, game) for game in ("duel", "garden")]
    file = package / changed
    file.parent.mkdir(exist_ok=True)
    with file.open("ab") as end:
        end.write(b"\nNEW = 1\n")
    assert stamp_of(package, "duel") != stamps[0]
    assert (stamp_of(package, "garden") == stamps[1]) == ("duel" in changed)


@pytest.mark.parametrize(
    ("changed", "is_noted"),
    [
        ("arena/watching.py", True),
        ("bots/comparing.py", True),
        ("arena/bars.py", False),
        ("bots/persons.py", False),
        ("games/duel/text.py", False),
    ],
)
def test_what_decides_no_game_is_not_in_the_stamp(package, changed, is_noted):
    """But where something is noted in games, how that is done counts."""
    before = [stamp_of(package, "duel", is_watched) for is_watched in (False, True)]
    with (package / changed).open("ab") as end:
        end.write(b"\nNEW = 1\n")
    after = [stamp_of(package, "duel", is_watched) for is_watched in (False, True)]
    assert [one == other for one, other in zip(before, after, strict=True)] == [True, not is_noted]


# ------------------------------------------------------------------------------------------------
# Commands


def test_match(run, tmp_path):
    code, out, _ = run(
        "match", "greedy-1", "random@0.1", "--games", 5, "--seed", 3, "--box", "grey", "--out", "x"
    )
    assert code == 0
    assert "random@0.1" in out
    assert "chocolatier/2/box=grey, seed 3: 6 games on 3 deals" in out
    assert "100.0 %" in out
    assert len(read(tmp_path / "x")[0]) == 6


def test_match_says_who_lost_by_a_fault(run):
    code, out, _ = run("match", GUESTS + "Crash", "random", "--games", 14, "--lang", "pl")
    assert code == 0
    assert f"rozdanie 1, ustawienie 1: {GUESTS}Crash przegrywa: awaria: RuntimeError: oh no" in out
    assert "... i podobne partie w liczbie: 9" in out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["match", "random"], "a match needs at least two bots"),
        (["match", "random", "hal"], "there is no bot 'hal'; there is random, greedy-1"),
        (["match", "random", "hal@2"], "there is no bot 'hal'"),
        (["match", "random", "random@٢"], "there is no bot 'random@٢'"),
        (["match", "random", "random", "--limit", "٢"], "--limit is a number of seconds up to 3600"),
        (["match", "random", "random", "random", "--game", "duel"], "duel is for 2 players, not 3"),
        (["match", *["random"] * 3, "--players", "2"], "3 bots don't fit at a table for 2"),
        (["match", "random", "random", "--game", "go"], "there is no game 'go'"),
        (["match", "random", "random", "--games", "0"], "--games is a whole number from 1"),
        (["match", "random", "random", "--budget", "soon"], "--budget is a number of seconds up to 3600"),
        (["match", "random", "random", "--limit", "-1"], "--limit"),
        (["match", "random", "random", "--jobs", "0"], "--jobs is a whole number from 1 to 64"),
        (["match", "random", "random", "--out", "/nowhere/x"], "can't write /nowhere/x"),
        (
            ["match", "random", "random", "--on", "tcp://127.0.0.1:9"],
            "can't reach a cluster at tcp://127.0.0.1:9",
        ),
        (["match", "random", "random", "--on", "nonsense:"], "can't reach a cluster at nonsense:"),
        (
            ["match", "random", "program:/no/bot"],
            "program:/no/bot can't take part: there is no program '/no/bot'",
        ),
        (["match", "random", "program:"], "it names no command"),
        (["match", "random", "program:'"], "no closing quotation"),
        (["match", "random", "python:bot"], "it is written python:MODULE:ATTRIBUTE"),
        (["match", "random", "python:no.such:bot"], "ModuleNotFoundError: No module named 'no'"),
        (["match", "random", GUESTS + "Absent"], "AttributeError"),
        (["match", "random", GUESTS + "number"], "it is no object with choose(position, seat, budget)"),
        (["match", "random", GUESTS + "Hasty"], "it is no object with choose(position, seat, budget)"),
        (["match", "random", GUESTS + "Unmakeable"], "RuntimeError: not today"),
        (["ladder", "random"], "a ladder for 2 players needs at least 2 bots, not 1"),
        (["ladder", "random", "random"], "random is named twice"),
        (["ladder", "--players", "7"], "no game is for 7 players"),
        (["ladder", "--game", "duel,go"], "there is no game 'go'"),
    ],
)
def test_wrong_use_is_one_line(run, arguments, complaint):
    code, out, err = run(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert complaint in err


def test_ladder(run, tmp_path):
    """A table and a plot; a second run plays nothing, a longer one only what is missing."""
    ladder = ["ladder", "random", "greedy-1", "--game", "chocolatier,duel", "--plot", "plot.svg"]
    code, out, _ = run(*ladder, "--games", 2)
    assert code == 0
    assert out.index("greedy-1") < out.index("random")
    assert "4 games" in out
    before = (tmp_path / "ladder.jsonl").read_text()
    assert run(*ladder, "--games", 2)[1] == out
    assert (tmp_path / "ladder.jsonl").read_text() == before
    run(*ladder, "--games", 4)
    after = (tmp_path / "ladder.jsonl").read_text()
    assert after.startswith(before)
    assert len(after.splitlines()) == 8
    assert (tmp_path / "plot.svg").read_text().startswith("<svg ")


def test_a_plot_in_polish():
    games_of = [outcome_of(("a", "b"), (0, 1), deal) for deal in range(3)]
    picture = ladder_chart(rungs(games_of, ["a", "b"]), words("pl"))
    assert "Mistrz czekolady" in picture
    assert "wszystkie gry" in picture


@pytest.mark.wide
def test_a_killed_ladder_goes_on(tmp_path):
    """kill -9 in the middle: no worker stays behind, no game is lost, none is counted twice."""
    file = tmp_path / "ladder.jsonl"
    command = [sys.executable, "-m", "azulejos", "ladder", "random", "greedy-1", GUESTS + "First"]
    command += ["--game", "chocolatier", "--games", "20", "--jobs", "1", "--results", str(file)]
    ladder = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for(lambda: file.exists() and file.read_bytes().count(b"\n") >= 10, 60)
    children = Path(f"/proc/{ladder.pid}/task/{ladder.pid}/children").read_text().split()
    ladder.kill()
    ladder.wait()
    wait_for(lambda: not any(is_running(int(pid)) for pid in children))
    assert children
    assert file.read_bytes().count(b"\n") < 60
    finished = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert finished.returncode == 0, finished.stderr
    entrants = [entrant("random"), entrant("greedy-1"), entrant(GUESTS + "First")]
    wanted = list(schedule([az.Game("chocolatier")], entrants, 10, 1))
    keys = [key_of(json.loads(line)) for line in file.read_text().splitlines()]
    assert len(keys) == len(set(keys)) == len(wanted) == 60
    assert set(keys) == {fixture.key for fixture in wanted}


def test_ctrl_c_ends_a_match_at_once(tmp_path):
    """Nobody waits for whoever thinks, nor hears of what happens to the processes."""
    command = [sys.executable, "-m", "azulejos", "match", GUESTS + "Absorbed", "random", "--jobs", "1"]
    asked = tmp_path / "asked"
    how = {"env": os.environ | {"ABSORBED": str(asked)}, "stdout": subprocess.DEVNULL, "text": True}
    heeding = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)  # noqa: E731
    with subprocess.Popen(command, stderr=subprocess.PIPE, preexec_fn=heeding, **how) as playing:
        wait_for(asked.exists, 100)
        playing.send_signal(signal.SIGINT)
        _, err = playing.communicate(timeout=100)  # ten minutes would pass
    assert (playing.returncode, err.strip()) == (130, "")


def test_ctrl_c_is_heard_when_no_future_is_locked(monkeypatch):
    """Else whoever has to say that a game has ended would wait for ever."""
    unlocked = []

    def look(*arguments):
        signal.raise_signal(signal.SIGINT)
        unlocked.append(arguments)
        return concurrent.futures.wait(*arguments)

    monkeypatch.setattr(crew, "wait", look)
    monkeypatch.setattr(crew, "LOOK", 0)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            crew._ended([concurrent.futures.Future()])
    finally:
        signal.signal(signal.SIGINT, before)
    assert unlocked


def test_kits_are_complete():
    assert set(KITS) == set(games.GAMES)


# ------------------------------------------------------------------------------------------------
# What is shown


def test_labels_are_shown_as_they_were_typed():
    """Whatever rich would take for markup or for an emoji."""
    labels = ["python:fire:B", "program:x [/foo] [red]"]
    shown = Console(file=io.StringIO(), width=200)
    standing = [Standing(label, 2, 1.0, 0, (1,), (0,), 1, 0.1, 0.1, (0.1,)) for label in labels]
    shown.print(_match_table(az.Game("duel"), standing, 1, 1, words("en")))
    rating = Rating(25.0, 8.0)
    rated = [Rung(label, rating, {"duel": rating}, 2, 1.0, 0) for label in labels]
    shown.print(_ladder_table(rated, 2, "±", words("en")))
    text = shown.file.getvalue()
    assert "duel/2, seed 1: 2 games on 1 deal, every bot" in text
    assert [text.count(label) for label in labels] == [2, 2]
