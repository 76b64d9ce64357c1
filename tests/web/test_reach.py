"""What comes with a drawing about each choice: what the rules do, and no more than its reader may know."""

import random

import pytest
from tests.house import SECRETIVE, pairs

import azulejos as az
from azulejos import games
from azulejos.games.prospects import due_in
from azulejos.tables.table import Step
from azulejos.web.reach import SeenTurn, goes_on, instead, reach

GAMES = list(games.GAMES)
KEYS = ("seat", "count", "piece", "from", "to")
each_name = pytest.mark.parametrize("game", GAMES)


def random_game(game, seed, players=2, **options):
    """The positions of a game in which a seat is asked, and the choice that was made."""
    dice = random.Random(seed)
    position = az.Game.of(game, players, "seat-1", options).start(seed=seed, deal="by hand")
    while not position.over:
        choice = dice.choice(position.choices())
        if position.turn == az.CHANCE:
            position.play(position.choices()[dice.randrange(len(position.choices()))])
            continue
        yield position, choice
        position.play(choice)


@each_name
def test_what_is_told_about_a_choice_comes_true(game):
    """Pieces that move are named, and what may follow; points are those that are won."""
    count = 0
    for position, choice in random_game(game, 5):
        seat, known = position.turn, position.known_by(position.turn)
        if position.step:
            continue
        told = reach(SeenTurn(known, seat, seat), known)
        assert list(told) == known.choices()
        after, found = known.copy(), told[choice]
        rows = [{key: row[key] for key in KEYS} for row in after.play(choice)]
        if after.round == known.round and not after.over:
            assert all(row in found["moves"] for row in rows if row["piece"] and row["from"] and row["to"])
        is_asked_more = (after.turn, after.turn_number) == (seat, known.turn_number)
        assert set(after.choices()) <= set(found["goes"]) if is_asked_more else found["goes"] == []
        if found["now"] is not None and not found["goes"] and after.round == known.round and not after.over:
            assert found["now"] == after.scores[seat] - known.scores[seat]
        count += 1
    assert count > 10


@pytest.mark.parametrize(("game", "kinds"), [("pavilion", "piece"), ("garden", "from")])
def test_what_later_answers_decide_is_told_in_all_its_forms(game, kinds):
    """Tiles of one colour or another on the same space; a hexagon from one expansion or another."""
    dice, count = random.Random(3), 0
    for seed in range(3):
        for position, choice in random_game(game, seed):
            seat, known = position.turn, position.known_by(position.turn)
            found = reach(SeenTurn(known, seat, seat), known)[choice]
            after, rows = known.copy(), []
            rows += after.play(choice)
            while (after.turn, after.turn_number) == (seat, known.turn_number):
                rows += after.play(dice.choice(after.choices()))
            if after.round != known.round or after.over:
                continue
            moved = [{key: row[key] for key in KEYS} for row in rows]
            shown = [forms for forms in found["either"] if forms[0]["to"] != "tower"]  # that is on no board
            for forms in shown:
                assert any(form in moved for form in forms)
                count += len({form[kinds] for form in forms}) > 1
    assert count > 3


ENDING = {
    "chocolatier": [{}, {"factories": "special"}],
    "duel": [{}],
    "garden": [{}, {"side": "B"}],
}


@pytest.mark.parametrize(
    ("game", "options"), [(game, each) for game, some in ENDING.items() for each in some]
)
def test_what_is_due_is_what_the_end_of_the_round_brings(game, options):
    """Whoever isn't asked any more gets exactly what was due before the last choice of the round."""
    rounds = 0
    for seed in range(6):
        for position, choice in random_game(game, seed, **options):
            after = position.copy()
            after.play(choice)
            if (
                after.round == position.round
                or after.over
                or position.phase in ("columns", "completing", "paying")
            ):
                continue
            for seat in set(range(position.game.players)) - {position.turn}:
                assert due_in(game)(position.table(), seat) == after.scores[seat] - position.scores[seat]
            rounds += 1
    assert rounds > 2


def test_where_every_point_is_won_in_a_turn_nothing_is_due():
    assert due_in("pavilion") is None


@pytest.mark.parametrize("options", [{"box": "grey"}])
def test_where_a_space_would_be_asked_for_the_best_is_due(options):
    found = 0
    for seed in range(4):
        for position, _ in random_game("chocolatier", seed, **options):
            if position.phase != "laying" or position.step:
                continue
            seat, most, waiting = position.turn, None, [position.copy()]
            while waiting:  # all ways to lay the full lines
                at = waiting.pop()
                for column in at.choices():
                    after = at.copy()
                    after.play(column)
                    if (after.turn, after.turn_number) == (seat, position.turn_number):
                        waiting.append(after)
                    elif not after.over:
                        most = max(most or -99, after.scores[seat] - position.scores[seat])
            if most is not None:
                assert due_in("chocolatier")(position.table(), seat) <= most
                found += 1
    assert found


@each_name
def test_whether_a_turn_goes_on_after_chance_comes_true(game):
    """Said before chance has done anything, and so it is."""
    dice, told = random.Random(3), []
    for begun, choice in random_game(game, 3):
        after = begun.copy()
        after.play(choice)
        if after.turn != az.CHANCE:
            continue
        told.append(goes_on(begun, after))
        while after.turn == az.CHANCE:
            after.play(dice.choice(after.choices()))
        assert ((after.turn, after.turn_number) == (begun.turn, begun.turn_number)) is told[-1]
    assert any(told) is (game == "duel")


@each_name
def test_what_could_be_chosen_instead_can_be(game):
    """It is legal after the choices that stay, it is not what was chosen, and nothing legal now is listed."""
    count = 0
    for position, choice in random_game(game, 9):
        if position.step or len(position.choices()) < 2:
            continue
        known, seat, draft = position.known_by(position.turn), position.turn, [choice]
        at = known.copy()
        steps = [Step.made(at, choice)]
        while (at.turn, at.turn_number) == (seat, known.turn_number) and len(draft) < 4:
            draft.append(at.choices()[-1])
            steps.append(Step.made(at, draft[-1]))
        legal = at.choices() if (at.turn, at.turn_number) == (seat, known.turn_number) else []
        found = instead(known, steps, legal, "en")
        assert set(known.choices()) - {choice} <= set(found) | set(legal)
        for name, other in found.items():
            before = known.copy()
            for each in draft[: other.kept]:
                before.play(each)
            assert before.is_legal(name)
            assert before.labels()[name] == other.label
            assert name != draft[other.kept]
            assert name not in legal
        count += 1
    assert count > 5


@pytest.mark.parametrize("game", SECRETIVE)
def test_ghosts_tell_nothing_that_a_seat_can_t_know(game):
    """Two games that differ only in what is hidden from a seat: it is told the same about all its choices."""
    count = 0
    for viewer in range(az.Game(game).players):
        asked = lambda position, viewer=viewer: position.turn == viewer  # noqa: E731
        for record, twin in pairs(game, viewer, 1, 4, asked):
            told = []
            for each in (record, twin):
                known = each.replay(deal="by hand").known_by(viewer)
                told.append(reach(SeenTurn(known, viewer, viewer), known) if known.turn == viewer else None)
            assert told[0] == told[1]
            count += 1
    assert count > 3
