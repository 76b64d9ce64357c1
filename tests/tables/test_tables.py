"""The live table without a server: what a log leads to, and what can be planned at it."""

import asyncio
import json
import random
import sqlite3
from collections import Counter
from dataclasses import replace
from itertools import pairwise, repeat
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.house import SECRETIVE, known, played, some_choice
from tests.kits import each_kit

import azulejos as az
from azulejos.core.contract import CHANCE
from azulejos.store import Entry, Store
from azulejos.tables import actions, entries, live
from azulejos.tables.clocks import Timing
from azulejos.tables.live import Tables
from azulejos.tables.room import Room
from azulejos.tables.sight import Sight
from azulejos.tables.table import PERSON, READERS, Seat, Table

GOLDEN = Path(__file__).parents[1] / "golden"
TURNS, VIEWERS = 16, (None, 0, 1)
DAILY = Timing("days", 3600.0, 0.0, "random")


def opened(game, *players, **facts):
    """A new table for people, or for bots by their names."""
    seats = [Seat(f"{at}", player) for at, player in enumerate(players or [PERSON] * game.players)]
    here = [at for at, seat in enumerate(seats) if seat.player == PERSON]
    return actions.open_table(Table.begun("t", game), seats, here, **facts)


def everybody(table):
    """All people at one screen, who have looked away where they must."""
    return Sight(table, tuple(range(table.game.players)), table.position.turn_number)


def turn_of(table, dice, most=9):
    """Choices that belong to one turn, with as many secrets as possible."""
    known = table.position.known_by(table.position.turn) if table.is_bots_turn else everybody(table).known()
    position, choices = known, []
    now = position.this_turn
    while position.this_turn == now and len(choices) < most:
        choices.append(some_choice(position, dice, SECRETIVE.get(table.game.name, ())))
        position.play(choices[-1])
    return choices


def same(one, other):
    """Are two tables the same, whatever the objects?"""
    assert one.position == other.position
    assert one.position.history == other.position.history
    assert [(s.number, s.choice, s.after) for s in one.steps] == [
        (s.number, s.choice, s.after) for s in other.steps
    ]
    assert (one.seats, one.last, one.moved, one.wish) == (other.seats, other.last, other.moved, other.wish)
    if one.clock is not None:
        assert one.clock.shown(1e9) == other.clock.shown(1e9)


# ------------------------------------------------------------------------------------------------
# Entries

EXAMPLES = (
    entries.Choice("factory-1 red"),
    entries.Undo(7),
    entries.Ask(0, 7, (1, 2)),
    entries.Agree(1),
    entries.Refuse(1),
    entries.Sit(1, "random", "clock"),
    entries.Name(0, "Ala"),
    entries.Key(0, "abc"),
    entries.Token(0, None),
    entries.Come(0),
    entries.Time("days", 60.0, 0.0, "medium"),
    entries.Manners(advice=True, messages=False),
    entries.Message(0, "", "Good luck!"),
    entries.Reaction(None, "Cy", "wow"),
    entries.Next("another"),
    entries.Hide(3),
    entries.Stick(),
    entries.Teach(("draw blue", "factory-1 blue")),
)


@pytest.mark.parametrize("what", EXAMPLES, ids=lambda what: type(what).__name__)
def test_an_entry_is_read_as_it_was_written(what):
    kept = entries.write(what, 5.0)
    through_json = Entry(kept.kind, json.loads(json.dumps(kept.body)), 3, kept.created)
    assert entries.read(through_json) == entries.Logged(3, 5.0, what)


def test_every_kind_is_in_the_one_list_and_read():
    assert {type(what) for what in EXAMPLES} == set(entries.KINDS.values())
    assert set(READERS) == {*entries.KINDS.values(), entries.Unknown}


@pytest.mark.parametrize(("kind", "body"), [("dance", {"seat": 1}), ("undo", {"till": 3}), ("seat", {})])
def test_an_unknown_entry_is_kept_and_said(kind, body):
    """A later version has written it: nothing breaks, nothing is lost."""
    table = opened(az.Game("chocolatier")).table
    after = table.after([entries.read(Entry(kind, body, table.last + 1, 7.0))])
    assert (after.last, after.unknown) == (table.last + 1, (kind,))
    assert entries.write(entries.read(Entry(kind, body)).what) == Entry(kind, body)
    same(after.after([]), after)


# ------------------------------------------------------------------------------------------------
# A table is what its entries lead to


@each_kit
def test_what_is_planned_is_what_its_entries_lead_to(kit):
    """Turns, undos, bots and people who come and go: planned once, or read again from the store."""
    dice = random.Random(kit.name)
    for game in kit.few:
        planned = opened(game, timing=DAILY)
        table, log = planned.table, list(planned.entries)
        for _ in range(25):
            if table.position.over:
                break
            planned = something(table, dice)
            if planned is not None:
                log += planned.entries
                table = planned.table
        begun = Table.begun("t", game)
        stored = [entries.write(entry.what, entry.created) for entry in log]
        numbered = [Entry(e.kind, e.body, n, e.created) for n, e in enumerate(stored, 1)]
        assert [entry.number for entry in log] == list(range(1, len(log) + 1))
        same(begun.after(map(entries.read, numbered)), table)
        piecewise = begun
        for entry in numbered:
            piecewise = piecewise.after([entries.read(entry)])
        same(piecewise, table)


def something(table, dice):
    """What may happen at a table, if it can."""
    sight = everybody(table)
    what = dice.random()
    if what < 0.7 and table.is_bots_turn:
        return actions.play_for_bot(table, table.moved, turn_of(table, dice))
    if what < 0.7:
        return actions.play(sight, table.last, turn_of(table, dice))
    if what < 0.85:
        kept = table.undo_point(sight.seats)
        return None if kept is None or table.position.over else actions.undo(sight, table.last)
    seat = dice.randrange(table.game.players)
    player = "random" if table.seats[seat].player == PERSON and len(table.people) > 1 else PERSON
    return table.planning().add(entries.Sit(seat, player)).planned()


@each_kit
def test_every_moment_is_kept(kit):
    """The position after any number of choices, without playing them again."""
    game, dice = kit.few[0], random.Random(1)
    table = opened(game).table
    for _ in range(6):
        table = actions.play(everybody(table), table.last, turn_of(table, dice)).table
    record = table.record()
    for count in range(len(table.steps) + 1):
        assert table.at(count) == record.replay(count, "by hand")
        assert table.at(count).history == record.choices[:count]


@each_kit
def test_undo_points_are_those_of_the_record(kit):
    dice = random.Random(2)
    for game in kit.few:
        table = opened(game).table
        for _ in range(12):
            for people in ((0,), (1,), (0, 1)):
                assert table.undo_point(people) == table.record().undo_point(people)
            if not table.position.over:
                table = actions.play(everybody(table), table.last, turn_of(table, dice)).table


@pytest.mark.parametrize("name", SECRETIVE)
def test_what_a_turn_has_shown_is_found_without_playing_it(name):
    """It has shown something if what somebody knew before, and the choices, lead to less than they know."""
    record, found = played(name, 1), Counter()
    position, choices = record.begin(), iter(record.choices)
    while not position.over:
        whose, moments, is_more = position.this_turn, [position.copy()], False
        while position.this_turn == whose:
            choice = next(choices)
            knew = [position.known_by(viewer) for viewer in VIEWERS]
            position.play(choice)
            moments.append(position.copy())
            is_more |= any(map(is_more_than_foreseen, knew, VIEWERS, repeat(choice), repeat(position)))
        if whose[0] != CHANCE:
            has_shown = any(after.shows_more_than(before) for before, after in pairwise(moments))
            assert has_shown == is_more, record.choices[: position.length]
            found[has_shown] += 1
    assert min(found[True], found[False]) > 5


def is_more_than_foreseen(knew, viewer, choice, after):
    """Does somebody know more after a choice than this, and playing it, would have told them?"""
    if not knew.is_legal(choice):
        return True
    knew.play(choice)
    return known(knew, viewer) != known(after, viewer)


@each_kit
def test_planning_changes_nothing(kit):
    """A table is a value: whatever is planned at it, kept or not, it stays as it was."""
    dice, game = random.Random(kit.name), kit.few[0]
    table = opened(game, timing=DAILY).table
    for _ in range(15):
        if table.position.over:
            break
        kept = replace(table, position=table.position.copy(), clock=table.clock.copy())
        plans = [something(table, dice) for _ in range(3)]
        same(table, kept)
        assert vars(table.clock) == vars(kept.clock)
        table = next((planned.table for planned in plans if planned is not None), table)


# ------------------------------------------------------------------------------------------------
# Each choice is played once


@each_kit
def test_a_turn_is_played_once_and_an_undo_not_at_all(kit, plays, tmp_path):
    """From the request to the table that everybody sees, the store included, whatever is hidden there."""
    store, undone, hidden = Store(f"sqlite:///{tmp_path / 'tables.db'}"), 0, 0

    async def count():
        nonlocal undone, hidden
        tables = Tables(store)
        await tables.start()
        room = (await tables.create(kit.few[0], [Seat("Ala"), Seat("Bo")])).room
        for number in range(TURNS):
            table = room.table
            choices = turn_of(table, random.Random(number))
            hidden += bool(table.position.hides(None))
            plays.clear()
            await tables.change(
                room, lambda now, choices=choices: actions.play(everybody(now), now.last, choices)
            )
            answers = [step for step in room.table.steps[len(table.steps) :] if step.seat == CHANCE]
            assert plays == [*choices, *(step.choice for step in answers)]
            plays.clear()
            if number % 4 and room.table.undo_point((0, 1)) is not None:
                await tables.change(room, lambda now: actions.undo(everybody(now), now.last))
                assert len(room.table.steps) <= len(table.steps)
                undone += 1
            assert plays == []
        await tables.close()

    asyncio.run(count())
    store.close()
    assert undone > 1
    assert (hidden > 1) == kit.has_secrets


@each_kit
def test_a_draft_and_the_turn_of_a_bot_are_played_once(kit, plays):
    table, dice = opened(kit.few[0], *["random"] * kit.few[0].players).table, random.Random(3)
    for _ in range(8):
        choices = turn_of(table, dice)
        plays.clear()
        planned = actions.play_for_bot(table, table.moved, choices)
        answers = [step for step in planned.table.steps[len(table.steps) :] if step.seat == CHANCE]
        assert plays == [*choices, *(step.choice for step in answers)]
        table = planned.table
    at_hand = replace(table, seats=tuple(replace(seat, player=PERSON) for seat in table.seats))
    choices = turn_of(at_hand, dice)
    plays.clear()
    everybody(at_hand).draft(choices)
    assert plays == choices


def test_tables_that_nobody_needs_are_let_go_and_come_back(tmp_path, monkeypatch):
    """Not those that are watched, nor those where somebody's time runs."""
    monkeypatch.setattr(live, "IDLE", -1.0)
    monkeypatch.setattr(live, "SWEEP", 0.01)
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")

    async def sweep():
        tables, game = Tables(store), az.Game("chocolatier")
        idle, watched, timed = [
            (await tables.create(game, [Seat("Ala"), Seat("Bo")], timing=timing)).room
            for timing in (None, None, DAILY)
        ]
        watched.watchers = [SimpleNamespace(seats=(), wake=lambda: None)]
        await tables.start()
        async with asyncio.timeout(20):
            while idle.id in tables._open:
                await asyncio.sleep(0.001)
        assert set(tables._open) == {watched.id, timed.id}
        same((await tables.get(idle.id)).table, idle.table)
        await tables.close()

    asyncio.run(sweep())
    store.close()


def test_what_another_process_has_written_and_nobody_knows_here_is_said(tmp_path, caplog):
    """A later version serves the same tables: what it writes is said once, and the game goes on."""
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")

    async def meet():
        tables = Tables(store)
        room = (await tables.create(az.Game("chocolatier"), [Seat("Ala"), Seat("Bo")])).room
        for kind in ("dance", "sing"):
            await asyncio.wrap_future(
                store.append(room.id, store.log(room.id)[-1].number, [Entry(kind, {})], kind)
            )
            choices = turn_of(room.table, random.Random(1))
            await tables.reach(room, room.last + 1)
            await tables.change(room, lambda now, c=choices: actions.play(everybody(now), now.last, c))
        assert room.table.unknown == ("dance", "sing")
        await tables.close()

    asyncio.run(meet())
    store.close()
    said = [record.getMessage().rpartition(": ")[2] for record in caplog.records]
    assert said == ["dance", "sing"]


# ------------------------------------------------------------------------------------------------
# Databases of an older version


@pytest.fixture
def written(tmp_path):
    """A database that an older version has written, and what is expected of its tables."""

    def read(name):
        path, texts = tmp_path / "tables.db", [GOLDEN / f"{name}.{kind}" for kind in ("sql", "json")]
        script, expected = (text.read_text(encoding="utf8") for text in texts)
        with sqlite3.connect(path) as database:
            database.executescript(script)
        database.close()
        return Store(f"sqlite:///{path}"), json.loads(expected)

    return read


def test_an_old_database_opens_and_goes_on(written):
    """By the first version with friends: in each game something was taken back, and a bot got a seat."""
    (store, expected), happened = written("tables-schema-2"), set()

    async def go_on():
        tables = Tables(store)
        await tables.start()
        for table_id, facts in expected.items():
            room = await tables.get(table_id)
            table = room.table
            assert table.unknown == ()
            assert (table.game.name, table.last, table.position.turn) == tuple(
                facts[key] for key in ("game", "last", "turn")
            )
            assert (table.position.scores, len(table.steps)) == (facts["scores"], facts["steps"])
            assert (table.names(), [seat.player for seat in table.seats]) == (
                facts["names"],
                facts["players"],
            )
            assert (table.position.over, table.next) == (facts["over"], facts["next"])
            assert table.position.known_by(None).to_dict() == facts["position"]
            assert table.clock is not None
            happened.update((table.game.name, entry.kind) for entry in store.log(table_id))
            if not table.position.over:
                choices = turn_of(table, random.Random(1))
                plan = lambda now, c=choices: actions.play(everybody(now), now.last, c)  # noqa: E731
                await tables.change(room, plan)
                assert room.last > table.last
                if room.table.undo_point(range(table.game.players)) is not None:
                    await tables.change(room, lambda now: actions.undo(everybody(now), now.last))
        await tables.close()

    asyncio.run(go_on())
    store.close()
    assert happened >= {(game, kind) for game in az.games.GAMES for kind in ("undo", "clock", "seat")}
    assert {kind for _, kind in happened} >= {"ask", "agree", "key", "token", "came", "next"}


def test_wishes_and_clocks_of_an_old_database_go_on(written, monkeypatch):
    """Somebody was asked and has not answered; one of two has agreed; somebody has refused; clocks run."""
    (store, expected), answered, refused = written("tables-wishes"), 0, 0

    async def go_on():
        nonlocal answered, refused
        tables = Tables(store)
        for table_id, facts in expected.items():
            table = (room := await tables.get(table_id)).table
            now = table.written + 60
            monkeypatch.setattr("time.time", lambda now=now: now)
            position = table.position
            assert (position.turn, position.scores) == (facts["turn"], facts["scores"])
            assert (table.last, len(table.steps), table.names()) == (
                facts["last"],
                facts["steps"],
                facts["names"],
            )
            clock = table.clock.shown(table.written)
            assert clock == facts["clock"] | {"left": pytest.approx(facts["clock"]["left"], abs=1)}
            refused += any(entry.kind == "refuse" for entry in store.log(table_id))
            if table.wish is None:
                assert facts["wish"] is None
                choices = turn_of(table, random.Random(1))
                await tables.change(room, lambda now, c=choices: actions.play(everybody(now), now.last, c))
            else:
                wish = table.wish
                assert (wish.seat, sorted(wish.needs)) == (facts["wish"]["seat"], facts["wish"]["needs"])
                others = Sight(table, tuple(wish.needs))
                await tables.change(room, lambda now, o=others: actions.answer(o.on(now), True))
                assert room.table.wish is None
                assert room.table.steps[-1].number <= wish.to < table.steps[-1].number
                answered += 1
            left = room.table.clock.left_now(position.turn, now)
            assert left == pytest.approx(facts["clock"]["left"][position.turn] - 60, abs=6)
        await tables.close()

    asyncio.run(go_on())
    store.close()
    assert (answered, refused) == (2, 1)


# ------------------------------------------------------------------------------------------------
# Who is here


class Page:
    """A page of some seats that hears who is here."""

    def __init__(self, *seats):
        self.seats, self.heard = seats, []

    def wake(self):
        pass

    def say(self, event, data):
        self.heard.append((event, data["here"], data["watching"]))


def test_who_comes_is_told_who_is_here_though_nothing_changes():
    """What a page has read of it may be older than its stream; the others have heard it already."""
    room = Room(Table.begun("t", az.Game("duel")))
    first, reloaded = Page(0), Page(0)
    for page in (first, reloaded):
        room.watchers.add(page)
        room.say_presence()
    assert first.heard == reloaded.heard == [("here", [0], 0)]
    room.watchers.add(Page())
    room.say_presence()
    assert first.heard[1:] == reloaded.heard[1:] == [("here", [0], 1)]
