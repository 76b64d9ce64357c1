"""What is counted in games: everything thrown away, and whether chances come true."""

import random
from dataclasses import replace

import pytest
from tests.arena.crews import here
from tests.kits import each_kit

import azulejos as az
from azulejos import analysis
from azulejos.arena import calibration, waste, watching
from azulejos.arena.calibration import Calibration, in_tenths
from azulejos.arena.referee import watched
from azulejos.arena.results import Known, Results
from azulejos.arena.waste import Waste
from azulejos.bots import comparing, values


def known(lines):
    """Results with what was noted in games."""
    return Known({fixture.key: watched(fixture, noted).to_line() for fixture, noted in lines}, [])


# ------------------------------------------------------------------------------------------------
# Everything thrown away


class Careless:
    """Throws away whatever it can."""

    def __init__(self, *_):
        self.name = "careless"

    def choose(self, position, seat, budget=None):
        legal = position.choices()
        return next((one for one in legal if one in values.of(position.game.name).AVOIDED), legal[0])


@each_kit
def test_what_is_thrown_away_is_counted(kit, monkeypatch):
    """Only in the first round, and only where something else was possible."""
    one = Waste("x", kit.name, "easy", most=0.02)
    fixture = one.fixtures()[0]
    monkeypatch.setattr(watching, "is_excused", lambda *_: False)
    careful = watching.watch_waste(fixture)
    assert not careful.counts
    assert careful.noted["thrown"] == 0  # `easy` never does
    assert careful.noted["turns"] >= 6
    monkeypatch.setattr("azulejos.arena.entrants.bot", Careless)
    careless = watching.watch_waste(fixture).noted
    assert 0 < careless["thrown"] <= careless["turns"]
    assert careless["excused"] == 0
    monkeypatch.setattr(watching, "is_excused", lambda *_: True)
    assert watching.watch_waste(fixture).noted == careless | {"excused": careless["thrown"]}


def fits(position, colour):
    """Does one of the lines of whoever moves take a colour? In the first round nothing stands in the way."""
    lines = position.to_dict()["seats"][position.turn]["lines"]
    return any(not line or (line[0] == colour and len(line) < row) for row, line in enumerate(lines, 1))


def test_who_takes_a_colour_that_fits_no_line_throws_it_away():
    """... if another would fit; whoever can't help it has thrown nothing away."""
    dice, seen = random.Random(1), set()
    for seed in range(8):
        position = az.Game("chocolatier").start(seed=seed)
        while position.round == 1:
            if position.step == 0:
                fitting = [one for one in position.choices() if fits(position, one.split()[1])]
                for choice in position.choices():
                    better = watching.better_looking(position, choice)
                    assert better == ([] if choice in fitting else fitting)
                    seen.add((choice in fitting, bool(fitting)))
            position.play(dice.choice([one for one in position.choices() if one != "floor"] or ["floor"]))
    assert seen == {(True, True), (False, True), (False, False)}


@each_kit
def test_a_turn_is_thrown_away_once(kit, monkeypatch):
    """However many of its answers do so."""
    monkeypatch.setattr("azulejos.arena.entrants.bot", Careless)
    monkeypatch.setattr(watching, "better_looking", lambda *_: ["something"])
    monkeypatch.setattr(watching, "is_excused", lambda *_: False)
    noted = watching.watch_waste(Waste("x", kit.name, "easy", most=0.02).fixtures()[0]).noted
    assert noted["thrown"] == noted["turns"]


def test_an_excuse_is_more_than_what_two_searches_differ_by(monkeypatch):
    for gains, expected in (((0.05, 0.03), True), ((0.05, 0.0), False), ((-0.1, -0.1), False)):
        found = iter(gains)
        monkeypatch.setattr(watching, "_gain", lambda *_, found=found: next(found))
        assert watching.is_excused(None, 0, "floor", ("floor",)) is expected


def test_two_choices_are_compared_by_what_simulations_of_both_found():
    """What one is worth more, the other is worth less, whichever is asked about."""
    position = az.Game("chocolatier", first=0).start(seed=1)
    position.play(position.choices()[0])

    def gain(choice, other):
        return watching._gain(position, 0, choice, [other], None, 5000, 1)

    assert gain("floor", "line-2") == pytest.approx(-gain("line-2", "floor"), abs=0.02)


def test_turns_are_watched_until_there_are_enough(monkeypatch):
    one = Waste("x", "chocolatier", "easy", most=0.02)
    fixtures = one.fixtures()
    assert len(fixtures) == len({fixture.key for fixture in fixtures}) == waste.GAMES_MAX
    assert one.missing(known([])) == fixtures[: waste.BATCH]
    some = {"turns": 90, "thrown": 3, "excused": 1}
    results = known((fixture, some) for fixture in fixtures[:2])
    assert one.verdict(results).state == "not played"
    assert one.missing(results) == fixtures[2 : 2 + waste.BATCH]
    results = known((fixture, some) for fixture in fixtures[:5])
    found = one.verdict(results)
    assert (found.state, found.games, found.turns, found.thrown, found.excused) == ("missed", 3, 270, 9, 3)
    assert found.share == pytest.approx(6 / 270)
    assert one.missing(results) == []
    results = known((fixture, some | {"excused": 2}) for fixture in fixtures[:5])
    assert one.verdict(results).state == "cleared"
    void = known((fixture, None) for fixture in fixtures)  # workers have died
    assert one.missing(void) == []
    assert one.verdict(void).turns == 0


# ------------------------------------------------------------------------------------------------
# Chances


def test_positions_are_put_together_by_tenths():
    tenths = in_tenths([0.0, 0.04, 0.55, 0.59, 1.0], [0, 0, 1, 0.5, 1])
    assert [tenth.positions if tenth else 0 for tenth in tenths] == [2, 0, 0, 0, 0, 2, 0, 0, 0, 1]
    middle = tenths[5]
    assert (middle.said, middle.won, middle.off) == pytest.approx((0.57, 0.75, 0.18))
    assert middle.interval.low < 0.57 < middle.interval.high


def calibrated(said, won, each):
    """The verdict on games in which the same was said about all positions."""
    one = Calibration("x", "duel", "easy", each, most_off=0.03)
    wins = [1] * round(won * each) + [0] * (each - round(won * each))
    noted = [{"said": [said] * len(wins[at::50]), "won": wins[at::50]} for at in range(50)]
    return one.verdict(known(zip(one.fixtures()[:50], noted, strict=True)))


@pytest.mark.parametrize(
    ("said", "won", "positions", "state"),
    [(0.7, 0.71, 400, "cleared"), (0.7, 0.6, 400, "missed"), (0.7, 0.75, 400, "open")],
)
def test_chances_are_judged(said, won, positions, state):
    found = calibrated(said, won, positions)
    assert (found.state, found.positions, found.games) == (state, positions, 50)
    assert found.farthest.off == pytest.approx(abs(said - won))


def test_chances_are_not_judged_before_enough_was_seen():
    one = Calibration("x", "duel", "easy", 400, most_off=0.03)
    some = {"said": [0.5] * 6, "won": [1] * 6}
    fixtures = one.fixtures()
    results = known((fixture, some) for fixture in fixtures[:66])
    assert one.verdict(results).state == "not played"
    assert one.missing(results) == fixtures[66 : 66 + calibration.BATCH]
    results = known((fixture, some) for fixture in fixtures[:70])
    found = one.verdict(results)
    assert (found.positions, found.games) == (402, 67)
    assert one.missing(results) == []


def test_chances_that_come_true_are_seldom_blamed():
    """With 1,000 positions in a tenth, as the page says; with a fifth of them they are seldom cleared."""
    import numpy as np

    dice, cleared, missed = np.random.default_rng(1), {200: 0, 1000: 0}, 0
    for each in cleared:
        for _ in range(100):
            said = dice.random(10 * each)
            tenths = in_tenths(said.tolist(), (dice.random(10 * each) < said).tolist())
            state = calibration.judged(tenths, 0.03)
            cleared[each] += state == "cleared"
            missed += state == "missed"
    assert cleared[200] < 0.12 * 100
    assert 0.6 * 100 < cleared[1000] < 0.9 * 100
    assert missed < 0.06 * 200


def test_of_one_game_a_tenth_has_one_position():
    """Whichever, so that none is preferred."""
    said = [(0, 0.05), (1, 0.95), (0, 0.06), (1, 0.09), (0, 1.0)]
    picked = [watching.one_of_each_tenth(said, seed) for seed in range(40)]
    assert all([watching.tenth_of(chance) for _, chance in each] == [0, 9] for each in picked)
    assert {each[0] for each in picked} == {said[0], said[2], said[3]}
    assert picked == [watching.one_of_each_tenth(said, seed) for seed in range(40)]


def test_a_game_is_watched_for_what_analysis_says(monkeypatch):
    """What is shown to whoever moves. The same game says the same again: simulations need no clock."""
    shown, chances = [], comparing.chances

    def few(position, *_):
        found = chances(position, simulations=30)
        shown.append(found[0][position.turn])
        return found

    monkeypatch.setattr(comparing, "chances", few)
    position = az.Game("chocolatier").start(seed=1)
    assert analysis.evaluate(position, simulations=30).chances[position.turn] == shown[-1]
    (fixture, *_) = Calibration("x", "chocolatier", "medium", 8, most_off=0.03).fixtures()
    outcome = watching.watch_chances(fixture)
    assert not outcome.counts
    said, won = outcome.noted["said"], outcome.noted["won"]
    assert 3 <= len(said) == len(won) <= 10
    assert set(said) <= {round(chance, 4) for chance in shown}
    assert set(won) <= {0, 0.5, 1}
    assert watching.watch_chances(fixture).noted == outcome.noted


# ------------------------------------------------------------------------------------------------
# Results


def test_what_was_noted_is_kept(tmp_path):
    fixture = Waste("x", "duel", "easy", most=0.02).fixtures()[0]
    outcome = watched(fixture, {"turns": 7})
    with Results(tmp_path / "x") as results:
        results.add(outcome)
    with Results(tmp_path / "x") as results:
        (again,) = results.outcomes([fixture])
        assert (again.noted, again.counts) == ({"turns": 7}, False)
        assert results.codes(fixture) == [fixture.code]
        assert results.codes(replace(fixture, seed=9)) == []


def test_a_crew_plays_by_another_function():
    fixture = Waste("x", "chocolatier", "easy", most=0.02).fixtures()[0]
    with here() as players:
        (outcome,) = players.play([fixture], lambda one: watched(one, {"seen": 1}))
    assert outcome.noted == {"seen": 1}
