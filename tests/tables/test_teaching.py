"""Lessons without a server: each is walked through by its own choices, and nothing else is accepted."""

from dataclasses import replace

import pytest
from tests.plainly import plainly

import azulejos as az
from azulejos import games, tell
from azulejos.core.contract import CHANCE
from azulejos.errors import IllegalChoice
from azulejos.tables import actions, entries
from azulejos.tables.sight import FIRST_THE_LESSON, Sight
from azulejos.tables.table import Seat, Table
from azulejos.tell import teaching

STEPS = range(9, 15)  # about five minutes
each_name = pytest.mark.parametrize("game", games.GAMES)
each_language = pytest.mark.parametrize("language", tell.LANGUAGES)


def begun(game):
    table = plainly(Table.begun, "t", az.Game(game, players=2, first="seat-1"))
    lesson = teaching.lesson(game, "en")
    seats = [Seat("Ada"), Seat("easy", "easy")]
    return actions.open_table(table, seats, [0], lesson=lesson.line), lesson


def played(table, choices):
    return actions.play(Sight(table, (0,), table.position.turn_number), table.last, choices).table


@each_name
def test_a_lesson_is_walked_through(game):
    """Its steps are all that the learner plays; the others answer at once; then it is a game like others."""
    planned, lesson = begun(game)
    table = planned.table
    for step in lesson.steps:
        assert len(table.steps) >= step.at
        for choice in step.choices:
            assert table.position.turn == 0
            table = played(table, [choice])
    count = len(lesson.line)
    assert table.to_learn == ()
    assert [step.choice for step in table.steps[:count]] == list(lesson.line)
    assert (table.position.turn, table.position.round) == (0, 2)
    assert {step.seat for step in table.steps[count:]} == {CHANCE}
    assert table.seats[1].player == "easy"


@each_name
def test_the_rest_of_a_game_is_not_in_the_lesson(game):
    """Two people who have learned the same have different games afterwards."""
    ends = set()
    for _ in range(3):
        planned, lesson = begun(game)
        table = planned.table
        for choice in (choice for step in lesson.steps for choice in step.choices):
            table = played(table, [choice])
        ends.add(tuple(step.choice for step in table.steps[len(lesson.line) :]))
    assert len(ends) > 1


@each_name
def test_something_else_gets_a_kind_sentence(game):
    table = begun(game)[0].table
    wanted = table.to_learn[0]
    others = [choice for choice in table.position.choices() if choice != wanted]
    sight = Sight(table, (0,), table.position.turn_number)
    for attempt in (lambda: sight.draft(others[:1]), lambda: played(table, others[:1])):
        with pytest.raises(IllegalChoice) as refused:
            attempt()
        assert refused.value.message == FIRST_THE_LESSON
    sight.draft([wanted])


@each_name
def test_whoever_lets_a_bot_play_has_left_the_lesson(game):
    planned, _ = begun(game)
    table = planned.table
    other = next(choice for choice in table.position.choices() if choice != table.to_learn[0])
    left = table.planning().add(entries.Sit(0, "easy"), entries.Choice(other)).planned().table
    assert left.to_learn == ()


def test_a_turn_of_a_lesson_can_be_taken_back():
    planned, lesson = begun(games.FIRST)
    first, second = [step for step in lesson.steps if step.choices][:2]
    table = played(planned.table, [*first.choices, *second.choices])
    back = actions.undo(Sight(table, (0,)), table.last).table
    assert back.to_learn == planned.table.to_learn


def test_the_log_says_that_it_is_a_lesson():
    """Read again from what a store keeps, it is the same table."""
    planned, lesson = begun(games.FIRST)
    stored = [replace(entries.write(entry.what), number=entry.number) for entry in planned.entries]
    table = plainly(Table.begun, "t", planned.table.game).after(map(entries.read, stored))
    assert (table.lesson, table.to_learn) == (lesson.line, planned.table.to_learn)


@each_language
@each_name
def test_what_a_lesson_says(game, language):
    """Short, and whatever is waited for is asked for; the last words lead on to the game."""
    lesson = teaching.lesson(game, language)
    assert len(lesson.steps) in STEPS
    assert lesson.line == teaching.lesson(game, "en").line
    for step in lesson.steps:
        assert step.title
        assert 30 < len(step.text) < 300
        assert bool(step.choices) == bool(step.task)
        assert len(step.task) < 140
    assert lesson.steps[-1].at == len(lesson.line)
    assert not lesson.steps[-1].choices


@each_name
def test_a_lesson_points_at_places_that_there_are(game):
    known = {*az.Game(game).rules.places, "offer", "own", "others"}
    for step in teaching.lesson(game, "en").steps:
        assert set(step.where) <= known
