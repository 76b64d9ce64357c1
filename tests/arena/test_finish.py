"""How a begun turn is finished for people: nothing is thrown away that has a place, nothing dear is paid."""

import random

import pytest

import azulejos as az
from azulejos import games
from azulejos.bots import turns, values

GAMES = list(games.GAMES)
SIMULATIONS = 60
EACH = 12  # questions of a game that are looked at


def begun(game, wanted, seed):
    """Positions of random games in which a turn has begun and there is something to decide."""
    dice, found = random.Random(seed), []
    while len(found) < EACH:
        position = az.Game.of(game, 2, "seat-1", {}).start(seed=dice.getrandbits(30))
        while not position.over and len(found) < EACH:
            if position.step and position.turn >= 0 and len(position.choices()) > 1 and wanted(position):
                found.append(position.known_by(position.turn))
            position.play(dice.choice(position.choices()))
    return found


def ends(position, seat, number):
    """All tables to which a turn can lead, by what was chosen."""
    waiting, found, met = [((), position)], [], set()
    while waiting:
        turn, at = waiting.pop()
        for choice in at.choices():
            after = at.copy()
            after.play(choice)
            if (after.turn, after.turn_number) != (seat, number):
                found.append(((*turn, choice), after))
            elif after.key() not in met:
                met.add(after.key())
                waiting.append(((*turn, choice), after))
    return found


def played(position, turn):
    position = position.copy()
    for choice in turn:
        position.play(choice)
    return position


WAYS = {
    "search": lambda position, seat: turns.hint(position, seat, SIMULATIONS).turn,
    "meanwhile": lambda position, seat: tuple(turns.decent_turn(position.copy(), seat)),
}
each_way = pytest.mark.parametrize("way", WAYS)


@each_way
@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_thrown_away_that_has_a_place(game, way):
    avoided = values.of(game).AVOIDED
    for position in begun(game, lambda at: set(at.choices()) & set(avoided) or game != GAMES[0], game):
        turn, at = WAYS[way](position, position.turn), position.copy()
        for choice in turn:
            assert choice not in avoided or set(at.choices()) <= set(avoided) or at.step == 0
            at.play(choice)
        assert (at.turn, at.turn_number) != (position.turn, position.turn_number)


@each_way
@pytest.mark.parametrize("game", ["pavilion", "duel", "garden"])
def test_what_is_worth_less_is_paid(game, way):
    """Of all payments none leaves more than the one that is advised."""
    value, is_told = values.of(game).value, 0
    for position in begun(game, lambda at: at.phase == turns.PAYING, f"{game} pays"):
        seat = position.turn
        paying = [(turn, after) for turn, after in ends(position, seat, position.turn_number)]
        if len(paying) > 500 or any(played(position, turn[:-1]).phase != turns.PAYING for turn, _ in paying):
            continue  # more than a payment is asked
        best = max(value(after.state, seat) for _, after in paying)
        turn = WAYS[way](position, seat)
        assert value(played(position, turn).state, seat) >= best - turns.ALIKE
        is_told += 1
    assert is_told


@each_way
def test_without_points_to_lose_tiles_still_go_to_a_line(way):
    """At no points a fall costs nothing: all the same nobody would let tiles fall that fit."""
    game = az.Game.of("chocolatier", 2, "seat-1", {})
    for seed in range(6):
        position = game.start(seed=seed)
        position.play(position.choices()[0])
        assert set(position.scores) == {0}
        assert "floor" in position.choices()
        (choice,) = WAYS[way](position, position.turn)
        assert choice.startswith("line-")


@each_way
def test_a_joker_is_kept_if_a_tile_will_do(way):
    """In a garden with tiles and jokers to pay with, tiles are paid as far as they go."""
    checked = 0
    for position in begun("garden", lambda at: "pay-joker" in at.choices() and at.round < 4, "jokers"):
        seat = position.turn
        after = played(position, WAYS[way](position, seat))
        most = max(
            int(end.state.players[seat].jokers) for _, end in ends(position, seat, position.turn_number)
        )
        assert int(after.state.players[seat].jokers) == most
        checked += 1
    assert checked
