"""Do clocks keep time by the log alone, the same for whoever reads it, and hand seats over in time?"""

import random
import threading
import time
from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.house import Browser, Friends, Running, refused

import azulejos as az
from azulejos.core.contract import CHANCE
from azulejos.errors import AzulejosError
from azulejos.store import Entry
from azulejos.tables import clocks, entries, live
from azulejos.tables.clocks import DAYS, GRACE, LIVE, Clock, Timing
from azulejos.tables.players import Players
from azulejos.tables.table import BY_CLOCK, PERSON, Table

BLITZ = Timing(LIVE, 100.0, 5.0, "random")
DAILY = Timing(DAYS, 3600.0, 0.0, "random")
FEW = settings(derandomize=True, deadline=None, database=None, max_examples=60)

# ------------------------------------------------------------------------------------------------
# A clock alone


def test_live_time():
    clock = Clock(BLITZ, 2)
    clock.run(0, 1, 1000.0)
    assert [clock.left_now(seat, 1030.0) for seat in (0, 1)] == [70.0, 100.0]
    clock.run(1, 2, 1030.0)
    assert clock.left == [75.0, 100.0]
    clock.run(None, 3, 1040.0)  # a bot thinks
    assert [clock.left_now(seat, 9999.0) for seat in (0, 1)] == [75.0, 95.0]
    clock.run(0, 4, 2000.0)
    assert clock.fallen(2074.9) is None
    assert clock.fallen(2075.0) == 0
    assert clock.shown(2010.0) == {
        "kind": "live",
        "seconds": 100.0,
        "increment": 5.0,
        "bot": "random",
        "left": [65.0, 95.0],
        "runs": 0,
    }


def test_time_for_each_turn():
    clock = Clock(DAILY, 2)
    clock.run(0, 1, 0.0)
    clock.run(1, 2, 3000.0)
    assert clock.shown(3000.0)["left"] == [3600.0, 3600.0]
    clock.run(0, 3, 4000.0)
    assert clock.left_now(0, 4100.0) == 3500.0
    assert clock.fallen(4000.0 + 3599) is None
    assert clock.fallen(4000.0 + 3600) == 0


def test_the_same_turn_again_is_no_new_turn():
    """Several choices of one turn, or what others do meanwhile, neither stop the time nor add any."""
    for timing in (BLITZ, DAILY):
        clock = Clock(timing, 2)
        for now in (0.0, 10.0, 20.0):
            clock.run(0, 1, now)
        assert clock.left_now(0, 30.0) == timing.seconds - 30


@pytest.mark.parametrize("timing", [BLITZ, DAILY])
def test_a_turn_that_is_taken_back_is_given_no_time_again(timing):
    clock = Clock(timing, 2)
    now = 0.0
    for _ in range(5):  # played, taken back, and again
        clock.run(0, 1, now)
        now += 10
        clock.run(1, 2, now)
        now += 1
    clock.run(0, 1, now)
    assert clock.left_now(0, now) == timing.seconds - 50 + timing.increment
    clock.run(1, 2, now)
    assert clock.left_now(1, now) == timing.seconds - 5


@pytest.mark.parametrize("timing", [BLITZ, DAILY])
def test_a_turn_that_is_handed_over_and_back_is_given_no_time_again(timing):
    clock = Clock(timing, 2)
    for begin in range(0, 50, 10):
        clock.run(0, 1, begin)
        clock.run(None, 1, begin + 9)  # a bot sits there
    clock.run(0, 1, 50)
    assert clock.left_now(0, 50) == timing.seconds - 45


def test_whoever_takes_a_seat_back_in_a_later_turn_has_all_the_time_for_it():
    clock = Clock(DAILY, 2)
    clock.run(0, 1, 0.0)
    clock.run(1, 2, 3599.0)
    clock.run(None, 3, 3600.0)  # handed over meanwhile, and the bot has begun
    clock.run(0, 3, 3700.0)
    assert clock.left_now(0, 3700.0) == 3600.0


def test_grace():
    clock = Clock(BLITZ, 2)
    clock.run(0, 1, 0.0)
    clock.run(None, 1, 300.0)
    assert clock.left == [0.0, 100.0]
    clock.give_grace(0)
    clock.give_grace(1)
    assert clock.left == [GRACE, 100.0]
    daily = Clock(DAILY, 2)
    daily.run(0, 1, 0.0)
    daily.run(None, 1, 4000.0)
    daily.give_grace(0)
    assert daily.left[0] == 3600.0


@pytest.mark.parametrize(
    ("timing", "complaint"),
    [
        (replace(BLITZ, kind="weeks"), "'weeks' is neither live nor days"),
        (replace(BLITZ, seconds=9.9), "between 10 and 86400 seconds"),
        (replace(BLITZ, seconds=86401.0), "between 10 and 86400 seconds"),
        (replace(BLITZ, seconds=float("nan")), "between 10 and 86400 seconds"),
        (replace(DAILY, seconds=59.0), "between 60 and 5184000 seconds"),
        (replace(BLITZ, increment=-1.0), "up to 600 seconds can be added"),
        (replace(BLITZ, increment=601.0), "up to 600 seconds can be added"),
        (replace(DAILY, increment=1.0), "in live games"),
        (replace(BLITZ, bot="hal"), "no bot 'hal'"),
        (replace(BLITZ, bot="person"), "no bot 'person'"),
    ],
)
def test_clocks_that_can_not_be(timing, complaint):
    with pytest.raises(AzulejosError, match=complaint):
        timing.check()


MOVES = st.lists(
    st.tuples(
        st.integers(0, 2) | st.none(),  # whose turn it is
        st.integers(-3, 1),  # by how much its number changes: turns are taken back, too
        st.floats(0, 200).map(lambda seconds: round(seconds, 1)),  # later
    ),
    max_size=30,
)


@FEW
@given(timing=st.sampled_from([BLITZ, DAILY, replace(BLITZ, increment=0.0)]), moves=MOVES)
def test_time_only_grows_by_what_is_given_for_a_new_turn(timing, moves):
    clock, now, turn, begun = Clock(timing, 3), 0.0, 1, [0, 0, 0]
    highest = 0
    for seat, change, later in moves:
        before = [clock.left_now(each, now) for each in range(3)]
        spent = clock.seat
        now += later
        for each in range(3):  # only whoever is to move spends any, and all of it
            expected = before[each] - (later if each == spent else 0)
            assert clock.left_now(each, now) == pytest.approx(expected)
            assert clock.fallen(now) in (None, spent)
        running = [clock.left_now(each, now) for each in range(3)]
        last, turn = turn, max(1, turn + change)
        is_same = (spent, last) == (seat, turn)
        clock.run(seat, turn, now)
        assert not is_same or running == [clock.left_now(each, now) for each in range(3)]
        for each in range(0 if is_same else 3):
            grown = clock.left_now(each, now) - max(0.0, running[each])
            if timing.kind == DAYS:
                is_new = each == seat and turn > begun[each]
                assert clock.left_now(each, now) == 3600.0 if is_new else grown <= 1e-9
            else:
                ends_new = each == spent and turn > last > highest
                assert grown == pytest.approx(timing.increment if ends_new else 0.0)
        if spent is not None and turn > last:
            highest = max(highest, last)
        if seat is not None:
            begun[seat] = max(begun[seat], turn)
        assert clock.seat == seat


# ------------------------------------------------------------------------------------------------
# The clocks of a log


class Log:
    """A log that grows by what may happen at a table, at such times."""

    def __init__(self, timing, came=(0, 1)):
        self.table = Table.begun("t", az.Game("chocolatier", 2, first=0))
        self.entries, self.now = [], 1000.0
        people = [("seat", {"seat": seat, "player": PERSON}) for seat in (0, 1)]
        people += [("key", {"seat": seat, "hash": f"{seat}"}) for seat in (0, 1)]
        self.write(*people, *(("came", {"seat": seat}) for seat in came), ("clock", timing.to_body()))
        self.choose([])

    def write(self, *bodies):
        first = len(self.entries) + 1
        new = [Entry(kind, body, first + at, self.now) for at, (kind, body) in enumerate(bodies)]
        self.entries += new
        self.table = self.table.after(map(entries.read, new))

    def choose(self, choices):
        position = self.table.position.copy()
        for choice in choices:
            position.play(choice)
        answers = list(choices)
        while position.turn == CHANCE:
            answers.append(position.choices()[0])
            position.play(answers[-1])
        self.write(*(("choice", {"choice": choice}) for choice in answers))

    def happen(self, what, dice):
        """Something, if it can be now."""
        table = self.table
        turn = table.position.turn
        if what == "choose" and turn is not None:
            self.choose([dice.choice(table.position.choices())])
        elif what == "undo":
            kept = table.undo_point([0, 1])
            if kept is not None:
                self.write(("undo", {"to": table.steps[kept].number - 1}))
        elif what in ("hand", "flag"):
            why = BY_CLOCK if what == "flag" else None
            self.write(("seat", {"seat": dice.randrange(2), "player": "random", "why": why}))
        elif what == "take":
            self.write(("seat", {"seat": dice.randrange(2), "player": PERSON}))
        elif what == "name":
            self.write(("name", {"seat": 0, "name": "Eve"}))
        elif what == "come":
            self.write(("came", {"seat": 1}))


EVENTS = st.lists(
    st.tuples(
        st.sampled_from(["choose"] * 8 + ["undo", "hand", "flag", "take", "take", "name", "come"]),
        st.floats(0, 50).map(lambda seconds: round(seconds, 1)),
    ),
    max_size=30,
)


@FEW
@given(
    timing=st.sampled_from([BLITZ, DAILY]),
    came=st.sampled_from([(0, 1), (0,)]),
    events=EVENTS,
    seed=st.integers(0, 99),
)
def test_the_same_log_gives_the_same_clocks(timing, came, events, seed):
    """Read at once, or piece by piece by somebody who looks at the clocks in between."""
    dice, log = random.Random(seed), Log(timing, came)
    for what, later in events:
        log.now += later
        log.happen(what, dice)
    begun = piecewise = Table.begun("t", log.table.game)
    other = begun.after(map(entries.read, log.entries))
    at = 0
    while at < len(log.entries):
        step = dice.randrange(1, 9)
        piecewise = piecewise.after(map(entries.read, log.entries[at : at + step]))
        if piecewise.clock is not None:
            piecewise.clock.shown(log.now + 5000)
            piecewise.clock.fallen(log.now + 5000)
        at += step
    for later in (0.0, 33.3, 1e6):
        shown = [table.clock.shown(log.now + later) for table in (log.table, other, piecewise)]
        assert shown[0] == shown[1] == shown[2]
    has_begun = all(seat.has_come for seat in log.table.seats if seat.player == PERSON)
    turn = log.table.position.turn
    if has_begun:
        assert log.table.clock.seat == (turn if turn in log.table.people else None)


def test_no_time_runs_before_everybody_has_come():
    log = Log(BLITZ, came=(0,))
    log.now += 500
    log.choose([log.table.position.choices()[0]])
    assert log.table.clock.shown(log.now + 500)["left"] == [100.0, 100.0]
    log.now += 500
    log.write(("came", {"seat": 1}))
    assert log.table.clock.shown(log.now + 10)["left"] == [90.0, 100.0]


def test_chance_takes_no_time_and_no_increment():
    """At the end of a round CHANCE is asked between two turns."""
    log, dice = Log(BLITZ), random.Random(1)
    while log.table.position.round == 1:
        before, turn = list(log.table.clock.left), log.table.position.turn
        number = log.table.position.turn_number
        log.now += 1.0
        log.choose([dice.choice(log.table.position.choices())])
    assert number + 1 == log.table.position.turn_number
    spent = log.table.clock.left[turn] - before[turn]
    assert -2.0 <= spent - BLITZ.increment < 0
    assert log.table.clock.left[1 - turn] == before[1 - turn]


def test_nobodys_time_runs_when_the_game_is_over():
    log, dice = Log(BLITZ), random.Random(1)
    while not log.table.position.over:
        log.now += 0.1
        log.choose([dice.choice(log.table.position.choices())])
    left = log.table.clock.shown(log.now)["left"]
    assert log.table.clock.shown(log.now + 10**6) | {"left": left} == log.table.clock.shown(log.now)
    assert (log.table.clock.seat, log.table.clock.fallen(log.now + 10**6)) == (None, None)


@pytest.mark.parametrize("closing", [("stuck", {}), ("closed", {"hidden": 1})], ids=lambda entry: entry[0])
def test_nobodys_time_runs_at_a_table_that_is_closed(closing):
    """Nor when something is written there that is no move: nobody could play in time."""
    log = Log(BLITZ)
    assert log.table.clock.seat == 0
    log.write(closing)
    log.write(("name", {"seat": 0, "name": "Eve"}))
    assert (log.table.clock.seat, log.table.clock.fallen(log.now + 10**6)) == (None, None)


# ------------------------------------------------------------------------------------------------
# On a server


@pytest.fixture
def hours(monkeypatch):
    """The server's time, which passes when it is told to."""
    fake = SimpleNamespace(now=1_000_000.0, time=lambda: fake.now, monotonic=time.monotonic)
    for module in ("store.log", "tables.live", "tables.table", "web.show"):
        monkeypatch.setattr(f"azulejos.{module}.time", fake)
    return fake


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(live, "TICK", 0.02)
        started = Running(f"sqlite:///{tmp_path_factory.mktemp('clocks') / 'tables.db'}")
        yield started
        started.stop()


def timed(running, players=("person", "person"), **clock):
    wanted = {"kind": "live", "seconds": 100, "increment": 5, "bot": "random"} | clock
    return Friends(running, players, clock=wanted)


def left(browser):
    return browser.state()["clock"]["left"]


def is_handed(state):
    return any(seat["why"] == BY_CLOCK for seat in state["seats"])


def test_a_table_with_clocks(running, hours):
    friends = timed(running).all_come()
    hours.now += 30
    assert friends[0].state()["clock"] == {
        "kind": "live",
        "seconds": 100.0,
        "increment": 5.0,
        "bot": "random",
        "left": [70.0, 100.0],
        "runs": 0,
    }
    friends[0].turn()
    assert left(friends.spectator()) == [75.0, 100.0]
    hours.now += 99
    assert left(friends[0]) == [75.0, 1.0]
    friends[1].turn()
    assert left(friends[0]) == [75.0, 6.0]
    assert Friends(running).people[0].state()["clock"] is None


def test_time_waits_for_everybody(running, hours):
    friends = timed(running)
    friends[0].open(0, friends.secrets[0])
    friends[0].turn()
    hours.now += 10_000
    state = friends[0].state()
    assert (state["clock"]["left"], state["clock"]["runs"]) == ([100.0, 100.0], None)
    assert friends.spectator().state()["clock"]["runs"] is None
    friends[1].open(1, friends.secrets[1])
    hours.now += 10
    assert (left(friends[1]), friends[1].state()["clock"]["runs"]) == ([100.0, 90.0], 1)


def test_a_fallen_flag_hands_the_seat_to_a_bot(running, hours):
    friends = timed(running).all_come()
    hours.now += 99.9
    assert friends[0].play().status_code == 200  # just in time: the turn is not over
    hours.now += 0.2
    state = friends[1].wait(lambda state: state["is_person"] and state["turn"] == 1)
    assert [(seat["player"], seat["why"]) for seat in state["seats"]] == [
        ("random", BY_CLOCK),
        (PERSON, None),
    ]
    assert state["clock"]["left"] == [0.0, 100.0]
    friends[1].turn()
    state = friends[1].wait(lambda state: state["is_person"] and state["turn"] == 1)  # and so it goes on
    refused(friends[1].hand(0, "person"), 403, "not yours")
    taken = friends[0].hand(0, "person").json()
    assert (taken["seats"][0]["player"], taken["seats"][0]["why"]) == (PERSON, None)
    assert taken["clock"]["left"][0] == GRACE
    friends[1].turn()
    hours.now += 50
    assert left(friends[0])[0] == GRACE - 50
    assert friends[0].play().status_code == 200


def test_what_comes_after_the_flag_is_too_late(running, hours, monkeypatch):
    """Also if nobody has looked at the clock yet."""
    friends = timed(running).all_come()
    monkeypatch.setattr(live.Tables, "_keep_time", None)  # those that run go on
    with monkeypatch.context() as patch:
        patch.setattr(clocks.Clock, "fallen", lambda clock, now: None)
        hours.now += 101
        choice = friends[0].state()["legal"][0]["choice"]
        last = friends[0].state()["last"]
    refused(friends[0].play(choice, after=last), 422, "it is the turn of Ala, a bot")
    friends[1].wait(lambda state: state["turn"] == 1)
    assert [entry.body.get("why") for entry in friends.log() if entry.kind == "seat"].count(BY_CLOCK) == 1


def test_days(running, hours):
    day = 24 * 3600
    friends = timed(running, kind="days", seconds=3 * day, increment=0).all_come()
    hours.now += 2 * day
    friends[0].turn()
    hours.now += 2 * day
    friends[1].turn()
    assert left(friends[0]) == [3 * day, 3 * day]
    hours.now += 2 * day
    assert left(friends[0]) == [day, 3 * day]
    friends[0].turn()
    hours.now += 3 * day
    state = friends[0].wait(lambda state: state["turn"] == 0)
    assert state["seats"][1]["why"] == BY_CLOCK
    assert friends[1].hand(1, "person").json()["clock"]["left"][1] == 3 * day
    friends[0].turn()
    hours.now += 2 * day
    assert friends[1].play().status_code == 200


def test_bots_have_no_clock(running, hours):
    friends = timed(running, ("person", "random")).all_come()
    hours.now += 10
    friends[0].turn()
    state = friends[0].wait()
    assert (state["clock"]["left"], state["clock"]["runs"]) == ([95.0, 100.0], 0)


def test_taking_back_gives_no_time(running, hours):
    friends = timed(running).all_come()
    for _ in range(3):
        hours.now += 10
        friends[0].turn()
        assert friends[0].undo().json()["turn"] == 0
    assert left(friends[0]) == [75.0, 100.0]
    friends[0].turn()
    hours.now += 10
    friends[1].turn()
    assert left(friends[0]) == [75.0, 95.0]
    friends[0].undo()
    hours.now += 10
    assert friends[1].answer().json()["clock"]["left"] == [65.0, 95.0]
    assert friends[0].state()["clock"]["runs"] == 0


def test_handing_over_and_back_gives_no_time(running, hours, monkeypatch):
    monkeypatch.setattr(Players, "let_play", lambda players, room: None)
    friends = timed(running).all_come()
    for _ in range(3):
        hours.now += 10
        friends[0].hand(0, "random")
        hours.now += 1000
        friends[0].hand(0, "person")
    assert left(friends[0]) == [70.0, 100.0]


def test_after_a_restart_the_clocks_are_the_same(tmp_path, hours):
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    first = Running(database)
    friends = timed(first).all_come()
    for seat, seconds in ((0, 12), (1, 34), (0, 5)):
        hours.now += seconds
        friends[seat].turn()
    hours.now += 7
    before = friends[1].state()
    first.stop()
    hours.now += 3
    second = Running(database)
    try:
        again = Browser(second, friends.table)
        again.open(1, friends.secrets[1])
        state = again.state()
        assert before["clock"]["left"] == [93.0, 64.0]
        assert state["clock"]["left"] == [93.0, 61.0]  # the server's time goes on without it
        assert state["clock"]["runs"] == 1
    finally:
        second.stop()


def test_a_flag_that_fell_while_the_server_was_away(tmp_path, hours):
    """The first who looks at the table, whoever that is, finds the bot."""
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    first = Running(database)
    friends = timed(first, kind="days", seconds=3600, increment=0).all_come()
    first.stop()
    hours.now += 10**6
    second = Running(database)
    try:
        spectator = Browser(second, friends.table)
        assert spectator.wait(is_handed)["seats"][0]["player"] == "random"
    finally:
        second.stop()


def test_two_processes_drop_a_flag_once(tmp_path, hours, monkeypatch):
    monkeypatch.setattr(live, "TICK", 0.01)
    monkeypatch.setattr(Players, "let_play", lambda players, room: None)
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    one, two = Running(database), Running(database)
    try:
        friends = timed(one).all_come()
        there = Browser(two, friends.table)
        assert left(there) == [100.0, 100.0]
        hours.now += 101
        for browser in (friends[0], there):
            assert browser.wait(is_handed)["seats"][0]["why"] == BY_CLOCK
        threading.Event().wait(0.1)
        fallen = [entry for entry in friends.log() if entry.body.get("why") == BY_CLOCK]
        assert len(fallen) == 1
        assert friends[0].state()["clock"] == there.state()["clock"]
    finally:
        one.stop()
        two.stop()


@pytest.mark.parametrize(
    ("clock", "complaint"),
    [
        ({"seconds": 9}, "clock: between 10 and 86400 seconds are possible"),
        ({"seconds": 10**6}, "clock: between 10 and 86400 seconds are possible"),
        ({"seconds": 10**8}, "body.clock.seconds"),
        ({"kind": "days", "seconds": 3600, "increment": 5}, "in live games"),
        ({"kind": "weeks"}, "body.clock.kind"),
        ({"bot": "hal"}, "no bot 'hal'"),
        ({"more": 1}, "body.clock.more"),
    ],
)
def test_a_table_with_clocks_that_can_not_be(running, clock, complaint):
    wanted = {"kind": "live", "seconds": 100} | clock
    seats = [{"name": "Ala"}, {"name": "Bo"}]
    table = {"game": "chocolatier", "seats": seats, "clock": wanted}
    refused(running.client.post("/api/tables", json=table), 422, complaint)
