"""Why points change: reasons, lit places and cards account for all points of games, and tell no secret."""

import itertools
import random
import re

import pytest
from tests.kits import KITS, each_kit, each_of_few

import azulejos as az
from azulejos import tell
from azulejos.core.contract import CHANCE
from azulejos.draw.view import View, parts
from azulejos.position import EVERYBODY
from azulejos.tables import entries
from azulejos.tables.table import Table
from azulejos.web import answers
from azulejos.web.asking import Look
from azulejos.web.sheet import sheet_of
from azulejos.web.show import told


def whole_game(game, seed=1, eager=()):
    """A table at which a whole game was played by chance, so that it develops."""
    dice, fold = random.Random(seed), Table.begun("t", game).planning(0.0)
    careful = KITS[game.name].careful
    while not fold.position.over:
        choices = fold.position.choices()
        wanted = [choice for choice in choices if choice.split()[0] in eager]
        fold.add(entries.Choice(dice.choice(wanted or careful(choices))))
    return fold.table()


def all_told(table, viewer=EVERYBODY, language="en"):
    return [answers.Told(**step) for step in told(table, table.steps, language, viewer)]


def places(table, position):
    """The places in the drawing of each board."""
    view = View(tuple(table.names()), 0, {}, None, "light", tell.words("en"))
    drawn = parts(table.game.name, position.state, view)
    return [
        set(re.findall(r'data-place="([^"]+)"', drawn[f"board-{seat}"].svg))
        for seat in range(table.game.players)
    ]


@each_of_few
def test_every_point_has_a_reason_and_places_that_are_drawn(game):
    table = whole_game(game, 1)
    drawn, seen = places(table, table.at(0)), set()
    for step in all_told(table):
        for move in step.moves:
            assert bool(move.reason) == bool(move.points)
            if not move.points:
                assert move.lit == []
                continue
            seen.add(move.what)
            drawn_now = drawn[move.seat] | ({"zero"} if game.name == "chocolatier" else set())
            assert set(move.lit) <= drawn_now
            assert move.lit or move.what == "kept at zero"
            assert move.source is None or move.source in move.lit
    assert len(seen) > 3


@each_of_few
@pytest.mark.parametrize("language", tell.LANGUAGES)
def test_cards_account_for_every_point(game, language):
    table = whole_game(game, 2)
    steps = all_told(table, language=language)
    cards = [step.card for step in steps if step.card is not None]
    assert [card.round for card in cards] == list(range(1, table.position.round + 1))
    assert [card.is_final for card in cards] == [False] * (len(cards) - 1) + [True]
    assert all(one.after == other.before for one, other in itertools.pairwise(cards))
    assert cards[-1].after == table.position.scores
    for card in cards:
        for seat in range(game.players):
            points = [line.points[seat] or 0 for line in card.lines]
            assert sum(points) == card.gained[seat] == card.after[seat] - card.before[seat]
        assert len({(line.reason, line.is_bonus) for line in card.lines}) == len(card.lines)
        assert all(any(points for points in line.points) for line in card.lines)
        assert card.is_final or not any(line.is_bonus for line in card.lines)


@each_of_few
def test_what_is_lit_is_as_much_as_is_counted(game):
    """Runs light as many places as they bring points, groups and criteria those that fit."""
    table = whole_game(game, 3)
    sizes = {"across": 1, "down": 1, "alone": 1, "run": 1, "pavilions": 1}
    for move in (move for step in all_told(table) for move in step.moves if move.what in sizes):
        assert len(move.lit) == move.points, move


@each_kit
def test_cards_come_only_with_moves_and_never_with_a_draft(kit):
    table = whole_game(kit.games[0], 4)
    assert not any(step["card"] for step in told(table, table.steps, "en", EVERYBODY, has_moves=False))
    drafted = [step for step in table.steps if step.seat != CHANCE][:1]
    assert told(table, drafted, "en", EVERYBODY)[0]["card"] is None


def why(step):
    return [(move.points, move.reason, move.lit) for move in step.moves if move.points]


def test_reasons_tell_no_secret():
    """What a spectator of Duel is told of points is what everybody is told."""
    table = whole_game(az.Game("duel"), 5, ("draw",))
    pairs = zip(all_told(table), all_told(table, None), strict=True)
    hidden = 0
    for known, seen in pairs:
        hidden += known.moves != seen.moves
        assert why(known) == why(seen)
        assert known.card == seen.card
        assert not any(m.piece and m.lit for m in seen.moves)
    assert hidden


@each_kit
def test_a_deal_is_told_at_once(kit):
    """What CHANCE does between two turns is told once, after its last choice, with the pieces of all."""
    table = whole_game(kit.games[0], 6)
    steps = all_told(table)
    runs = [list(run) for seat, run in itertools.groupby(steps, key=lambda step: step.seat) if seat is None]
    longest = max(runs, key=len)
    assert len(longest) > 3
    assert not any(step.sentences for run in runs for step in run[:-1])
    assert all(run[-1].sentences for run in runs)
    moved = sum(move.count for step in longest for move in step.moves if move.what == "drawn")
    drawn = [part for part in longest[-1].sentences if sum(part.pieces.values()) == moved]
    assert len(drawn) == 1 or kit.name in ("garden", "pavilion")  # draws for two places are told apart


@pytest.mark.parametrize(
    ("game", "piecemeal"),
    [("pavilion", " keeps "), ("pavilion", " from the supply."), ("duel", " pays chips")],
)
def test_what_a_turn_does_piece_by_piece_is_told_once(game, piecemeal):
    """Nor is a sentence of the turn told with the end of the round, or the other way round."""
    table = whole_game(az.Game(game), 3)
    of_turns = [step for step in all_told(table) if step.seat is not None]
    found = 0
    for _, turn in itertools.groupby(of_turns, key=lambda step: (step.seat, step.turn_number)):
        steps = list(turn)
        said = [part.text for step in steps for part in step.sentences[: step.end_told]]
        together = [text for text in said if piecemeal in text]
        assert len(together) <= 1
        found += len(together)
        assert not any(" is wild." in text or "the game is over" in text for text in said)
    assert found > 2


@each_of_few
def test_the_sheet_has_bonuses_of_their_own(game):
    table = whole_game(game, 2)
    sheet = sheet_of(table, Look())
    card = all_told(table)[-1].card
    assert [(b.reason, b.points) for b in sheet.bonuses] == [
        (line.reason, line.points) for line in card.lines if line.is_bonus
    ]
    rows = [sheet.before or [0] * game.players, *(row.points for row in sheet.rounds)]
    rows += [[points or 0 for points in bonus.points] for bonus in sheet.bonuses]
    assert [sum(column) for column in zip(*rows, strict=True)] == sheet.totals == table.position.scores
