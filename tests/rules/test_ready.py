"""Who waits until something is compiled."""

import pickle
import types

import pytest
from tests.plainly import plainly

import azulejos as az
from azulejos import bots
from azulejos.bots import thinking
from azulejos.core import jit, ready


class Made:
    """Doors that nobody opens."""

    def __init__(self, compiled, is_done):
        self.compiled, self.is_done = compiled, is_done

    def is_ready(self, name):
        return not self.compiled or self.is_done


def is_compiled(is_done):
    return ready.choose(lambda compiled: Made(compiled, is_done), "one", "two").compiled


@pytest.mark.parametrize(
    ("way", "before", "after"),
    [(ready.wait, True, True), (ready.now, False, True), (ready.plain, False, False)],
)
def test_each_way(way, before, after):
    """What is used before it is compiled, and after."""
    with way():
        assert (is_compiled(False), is_compiled(True)) == (before, after)
    assert ready.waits()


def test_ways_within_ways():
    with ready.plain():
        with ready.now():
            assert ready.way() is ready.Way.PLAIN
        with ready.wait():
            assert ready.waits()
        assert ready.way() is ready.Way.PLAIN


def test_a_way_for_a_process(monkeypatch):
    monkeypatch.setattr(ready, "_always", ready.Way.WAIT)  # and afterwards as it was
    ready.always(ready.Way.NOW)
    assert ready.way() is ready.Way.NOW
    monkeypatch.setenv("AZULEJOS_PLAIN", "1")
    with ready.wait():
        assert ready.way() is ready.Way.PLAIN


def test_a_door_is_compiled_when_it_is_called(monkeypatch, tmp_path):
    """Naming it does nothing, and it is compiled once."""
    compiled = []
    monkeypatch.setattr(jit, "_compile", lambda function, *_: compiled.append(function) or function)
    module = types.ModuleType("template")
    module.double = jit.door("int64(int64)")(lambda number: 2 * number)
    module.LEAST = 3
    doors = jit.Doors(module, "", tmp_path, checked=False)
    named = doors.double
    assert (doors.LEAST, compiled) == (3, [])
    assert not doors.is_ready("double")
    assert (named(4), named(5), doors.double(6)) == (8, 10, 12)
    assert compiled == [module.double]
    assert doors.double is doors.open("double")


def test_what_was_made_plain_stays_so():
    """Copies, what a seat knows, what is replayed and what was pickled, wherever that is done."""
    begun = plainly(az.Game("duel", first=0).start, seed=1)
    begun.play(begun.choices()[0])
    others = [begun.copy(), begun.known_by(0), begun.begun_for(0), begun.record().replay()]
    others += [begun.record().cut(1).begin(), pickle.loads(pickle.dumps(begun))]
    assert {each._doors.compiled for each in (begun, *others)} == {False}


def test_a_bot_that_does_not_wait_plays_as_greedy_1_meanwhile(monkeypatch):
    position = plainly(az.Game("chocolatier").start, seed=3)
    monkeypatch.setattr(thinking, "is_ready_for", lambda _: False)
    monkeypatch.setattr(thinking, "search_of", None)  # not to be asked for
    with ready.now():
        chosen = bots.bot("master").choose(position, position.turn)
        assert chosen == bots.bot("greedy-1").choose(position, position.turn)
