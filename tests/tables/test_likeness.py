"""Which tables lie alike; and that nobody forgets those on which several play without advice."""

import asyncio
import random

import pytest
from tests.house import played
from tests.kits import KITS
from tests.plainly import plainly

import azulejos as az
from azulejos import games
from azulejos.store import Store
from azulejos.tables import entries
from azulejos.tables.likeness import prints
from azulejos.tables.live import Tables
from azulejos.tables.table import Seat

each_game = pytest.mark.parametrize("name", games.GAMES)
SEATS = [Seat("Ala", key="a"), Seat("Bo", key="b")]


def late(name, seed=1):
    """A table on which much lies: of all of it and of each board there is a print."""
    dice, kit = random.Random(seed), KITS[name]
    position = plainly(az.Game(name).start, seed=seed)
    while position.turn < 0 or len(prints(name, [position.table().tobytes()])) < 3:
        position.play(kit.choose(position, dice, is_careful=True))
    return position


def changed(position, change):
    """The same table with something else about it."""
    table = position.table().copy().view(position.game.rules.dtype)
    change(table[0])
    return table.tobytes()


def score(table):
    table.players[0].score += 1


def when(table):
    table.turn_number += 2
    table.round_number += 1
    table.step = 3
    table.starter = 1 - table.starter
    table.to_move = 1 - table.to_move


def seats(table):
    table.players[:2] = table.players[:2][::-1].copy()


def bag(table):
    table.bag[0] += 1


@each_game
@pytest.mark.parametrize("change", [score, when, seats, bag])
def test_tables_that_lie_alike(name, change):
    position = late(name)
    found = changed(position, change)
    assert found != position.table().tobytes()
    assert prints(name, [found]) == prints(name, [position.table().tobytes()])


@each_game
def test_a_turn_later_the_other_board_tells(name):
    """Who writes down the table as it would be after a turn of their own, asks about this one."""
    position = late(name, seed=2)
    before, seat, when = position.table().tobytes(), position.turn, (position.round, position.turn_number)
    while (position.turn, position.turn_number) == (seat, when[1]):
        position.play(position.choices()[0])
    after = position.table().tobytes()
    assert position.round == when[0]  # at its end all boards change
    assert prints(name, [before]) & prints(name, [after])
    assert prints(name, [before]) != prints(name, [after])


@each_game
def test_other_tables_lie_otherwise(name):
    """No two of many games, at no moment but before anything lies there."""
    found = [
        prints(name, [moment.table().tobytes() for moment in played(name, seed).positions()])
        for seed in range(3)
    ]
    common = [first & second for at, first in enumerate(found) for second in found[:at]]
    alone = prints(name, [late(name).table().tobytes()])
    assert not any(marks & alone for marks in common)
    assert all(len(marks) < 10 for marks in common)  # the first tiles that are drawn


async def ask(tables, game, position):
    return await tables.are_played_without_advice(game, [position.table().tobytes()])


def test_another_process_knows_it_too_and_nobody_forgets(tmp_path):
    """As long as the game goes on, wherever it is played, whether it is open or not."""

    async def work(store):
        here, there = Tables(store), Tables(store)
        record = played("duel", 1)
        game, cut = record.game, record.cut(len(record) - 1)
        position = cut.replay(deal="by hand")
        for manners in (entries.Manners(advice=True), entries.Manners(advice=False)):
            room = (await here.create(game, SEATS, cut, manners=manners)).room
            assert await ask(there, game, position) is not manners.advice
        here._let_go(2)
        assert not here._open
        room = await there.get(room.id)
        assert await ask(here, game, position)
        await there.change(
            room, lambda now: now.planning().add(entries.Message(0, "seats", "hello")).planned()
        )
        assert await ask(here, game, position)
        await there.change(room, lambda now: now.planning().add(entries.Choice(record.choices[-1])).planned())
        assert room.table.position.over
        assert not await ask(here, game, position)
        await there.change(room, lambda now: now.planning().add(entries.Undo(now.steps[-2].number)).planned())
        assert await ask(here, game, position)
        await here.close()
        await there.close()

    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    try:
        asyncio.run(work(store))
    finally:
        store.close()


def test_a_turn_that_has_begun_is_known_from_its_beginning(tmp_path):
    async def work(store):
        tables, manners = Tables(store), entries.Manners(advice=False)
        record = played("chocolatier", 1)
        moments = list(record.positions())
        at = next(at for at in range(40, len(moments)) if moments[at].turn == moments[at + 1].turn >= 0)
        await tables.create(record.game, SEATS, record.cut(at + 1), manners=manners)
        assert await ask(tables, record.game, moments[at])
        assert await ask(tables, record.game, moments[at + 1])
        assert not await ask(tables, record.game, moments[at - 6])
        await tables.close()

    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    try:
        asyncio.run(work(store))
    finally:
        store.close()


@each_game
def test_a_deal_that_goes_on_leaves_no_print(name):
    """The first tiles of a deal lie alike at many tables: whoever has drawn the same one is no copy."""
    dice, position = random.Random(name), plainly(az.Game(name).start, deal="by hand")
    while position.turn == az.CHANCE:
        assert prints(name, {position.table().tobytes()}) == set()
        position.play(dice.choice(position.choices()))
    assert prints(name, {position.table().tobytes()})


@pytest.mark.parametrize("players", [2, 3, 4])
@each_game
def test_empty_boards_leave_no_print(name, players):
    """However many play: only what is offered says which table it is."""
    if players in range(games.GAMES[name].players[1] + 1):
        one, other = (plainly(az.Game(name, players).start, seed=seed) for seed in (1, 2))
        tables = [{position.table().tobytes()} for position in (one, other)]
        assert len(prints(name, tables[0])) == 1
        assert not prints(name, tables[0]) & prints(name, tables[1])
