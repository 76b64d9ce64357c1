"""Does the analysis find what was best, and tell by how much the rest was worse?"""

import json
import pickle
import random
import re
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from functools import cache

import pytest
from tests.house import is_asked, pairs
from tests.kits import each_kit
from tests.plainly import plainly

import azulejos as az
from azulejos import analysis, cli
from azulejos.analysis import Weighed, review
from azulejos.bots import comparing, thinking, turns
from azulejos.bots.thinking import Thinker
from azulejos.core.contract import CHANCE
from azulejos.draw.theme import THEMES
from azulejos.position import Turn
from azulejos.tables import entries
from azulejos.tables.sight import Sight
from azulejos.tables.table import Table
from azulejos.workers import jobs
from azulejos.workers.jobs import Question

SIMULATIONS = 300
SVG = "{http://www.w3.org/2000/svg}"

# Four blue tiles fill a line; of the seven black ones some fall, whoever takes them.
PLAIN = {
    "phase": "offer",
    "round": 4,
    "starting_tile": "seat-2",
    "factories": [{"blue": 4}, {}, {}, {}, {}],
    "centre": {"black": 7},
    "seats": [{"score": 20}, {"score": 20, "floor": ["start"]}],
}


@cache
def plain_game():
    """Its positions come from documents, so they are thought about with bounds checks."""
    thinking.prepare("chocolatier", checked=True)
    return az.Game("chocolatier", first=0)


def plain_position():
    return plainly(plain_game().position, PLAIN, deal="by hand")


def of_one(record, seat):
    return [turn for turn in record if turn.seat == seat]


def turns_of(record):
    """(seat, turn number, choices) for each turn, told from the text of the record."""
    lines = re.findall(r"^(\d+) seat-(\d): (.*)$", record.to_text(), re.M)
    turns = {}
    for number, seat, choices in lines:  # a turn that CHANCE interrupts has several lines
        turns.setdefault((int(seat) - 1, int(number)), []).extend(choices.split(", "))
    return [(seat, number, tuple(choices)) for (seat, number), choices in turns.items()]


# ------------------------------------------------------------------------------------------------
# Thinking about one choice alone


def test_a_mind_can_look_at_one_choice_alone():
    """Only its visits grow; afterwards all are looked at again."""
    position = az.Game("chocolatier").start(seed=1)
    thinker = Thinker("chocolatier", seed=1)
    before = thinker.think(position, position.turn, simulations=400)
    seldom = before.options[-1].choice
    after = thinker.think(position, position.turn, simulations=400, only=seldom)
    assert after.of(seldom).visits == before.of(seldom).visits + 400
    others = [option.visits for option in before.options if option.choice != seldom]
    assert [option.visits for option in after.options if option.choice != seldom] == others
    again = thinker.think(position, position.turn, simulations=400)
    assert again.of(seldom).visits < after.of(seldom).visits + 200


# ------------------------------------------------------------------------------------------------
# The best ways to play a turn


def alternatives(position, simulations=SIMULATIONS, seed=1):
    known = position.known_by(position.turn)
    compared = comparing.alternatives(known, position.turn, (), simulations, None, seed)
    return compared.best


def test_what_is_plainly_best_is_found():
    ways = alternatives(plain_position())
    assert ways[0].turn == ("factory-1 blue", "line-4")
    assert {way.turn[0] for way in ways} == {"factory-1 blue", "centre black"}
    others = [way.worth for way in ways if way.turn[0] == "centre black"]
    assert ways[0].worth - max(others) > 0.05
    assert ways[0].visits > 100


def test_the_rest_of_a_turn_that_has_begun():
    position = plain_position()
    position.play("factory-1 blue")
    ways = alternatives(position)
    assert ways[0].turn == ("line-4",)
    assert ways[-1].turn == ("floor",)
    assert ways[0].worth > ways[-1].worth


@each_kit
def test_every_way_can_be_played_to_the_end_of_the_turn(kit):
    """Different, legal, ended, told in words, and the position is left alone."""
    dice = random.Random(5)
    position = az.Game(kit.name).start(seed=4)
    for _ in range(4):
        for _ in range(7):
            position.play(kit.choose(position, dice))
        before = position.key()
        ways = alternatives(position, simulations=60, seed=1)
        assert position.key() == before
        assert ways
        assert [way.worth for way in ways[1:]] == sorted((way.worth for way in ways[1:]), reverse=True)
        reached = set()
        for way in ways:
            known = position.known_by(position.turn)
            assert turns.turn_in_words(known, way.turn, "pl")
            for choice in way.turn:
                assert known.this_turn == position.this_turn
                known.play(choice)
            assert known.this_turn != position.this_turn
            reached.add(known.key())
        assert len(reached) == len(ways)


def test_alternatives_are_the_same_for_a_seed():
    position = az.Game("duel").start(seed=2)
    assert alternatives(position, 200, 9) == alternatives(position, 200, 9)


# ------------------------------------------------------------------------------------------------
# Reviews


@cache
def clumsy_game(rounds=2):
    """Seat 0 plays as well as the search; seat 1 drops all it takes."""
    position = az.Game("chocolatier", first=0).start(seed=6, names=["Ala", "Bo"])
    thinker = Thinker("chocolatier", seed=1)
    while position.round <= rounds:
        if position.turn == 0:
            position.play(thinker.think(position, 0, simulations=400).best.choice)
        else:
            legal = position.choices()
            position.play("floor" if "floor" in legal else legal[0])
    return position.record()


@cache
def clumsy_review():
    return review(clumsy_game(), simulations=SIMULATIONS, seed=1)


def test_bad_play_loses_and_good_play_does_not():
    good, bad = analysis.summaries(clumsy_review())
    assert good.loss < 0.01
    assert good.mistakes == 0
    assert bad.loss > max(0.015, 5 * good.loss)
    assert bad.mistakes >= 2
    assert all("floor" not in turn.best for turn in bad.biggest)
    assert [turn.loss for turn in bad.biggest] == sorted((turn.loss for turn in bad.biggest), reverse=True)


def test_a_mistake_in_the_second_choice_is_found_there():
    """The first choice was right; the better turn begins with it."""
    position = plain_position()
    for choice in ("factory-1 blue", "floor"):
        position.play(choice)
    (turn,) = review(position.record(), simulations=SIMULATIONS, seed=1)
    assert turn.played == ("factory-1 blue", "floor")
    assert turn.best == ("factory-1 blue", "line-4")
    assert turn.loss > 0.1
    assert turn.mark == "??"
    assert turn.worth == pytest.approx(turn.best_worth - turn.loss)


def test_a_record_that_begins_in_the_middle_of_a_turn():
    position = plain_position()
    position.play("factory-1 blue")
    begun = plain_game().position(position.to_dict(), deal="by hand")
    begun.play("line-4")
    (turn,) = review(begun.record(), simulations=SIMULATIONS, seed=1)
    assert (turn.at, turn.seat, turn.played, turn.best) == (0, 0, ("line-4",), ("line-4",))
    assert turn.loss < 0.02


@each_kit
def test_a_review_accounts_for_every_turn(kit):
    """The turns as the text of the record has them; numbers that fit; legal better turns."""
    dice = random.Random(3)
    position = az.Game(kit.name, players=kit.games[0].rules.facts.players[1]).start(seed=8)
    while position.turn_number < 14:
        position.play(kit.choose(position, dice))
    record, done = position.record(), []
    reviewed = review(record, simulations=40, seed=2, advance=done.append)
    assert [(turn.seat, turn.number, turn.played) for turn in reviewed] == turns_of(record)
    assert sum(done) == len(reviewed) == analysis.count_turns(record)
    for turn, words in zip(reviewed, analysis.told(record, reviewed, "pl"), strict=True):
        assert record.choices[turn.at] == turn.played[0]
        assert 0 <= turn.loss <= turn.best_worth <= 1
        assert turn.worth == pytest.approx(turn.best_worth - turn.loss)
        assert (turn.best == turn.played) == (turn.loss == 0)
        assert all(words)


def test_reviews_are_the_same_for_a_seed_and_for_one_seat_alone():
    again = review(clumsy_game(), simulations=SIMULATIONS, seed=1, seat=1)
    assert again == of_one(clumsy_review(), 1)
    assert review(clumsy_game(), simulations=30, seed=1) != review(clumsy_game(), simulations=30, seed=2)


@each_kit
def test_a_review_says_of_a_turn_what_its_alternatives_say(kit):
    """Both are of one source: chances, loss, error, mark and what would have been best.

    Of the game whose turns CHANCE interrupts, of all turns: several stretches are one turn.
    """
    dice, fold = random.Random(7), Table.begun("t", az.Game(kit.name)).planning(0.0)
    while not fold.position.over and (kit.chance_interrupts or fold.position.turn_number < 6):
        fold.add(entries.Choice(kit.choose(fold.position, dice)))
    table, longest = fold.table(), 0
    simulations = 8 if kit.chance_interrupts else 60
    for turn in review(table.record(), simulations=simulations):
        played = Turn(turn.seat, turn.number)
        own = [at for at, step in enumerate(table.steps) if step.turn == played]
        assert table.turn_begun_at(own[-1]) == own[0] == turn.at
        seat, stretches = Sight(table, (turn.seat,)).looked_back(turn.at)
        asked = [(Question.of(each.known, seat), each.played) for each in stretches]
        found = Weighed(tuple(stretches), jobs.alternatives(asked, simulations))
        facts = turn.loss, turn.error, turn.mark, turn.best_worth, turn.best
        assert facts == (found.loss, found.error, found.mark, found.best_worth, found.best)
        assert turn.worth == pytest.approx(found.best_worth - found.loss)
        longest = max(longest, len(stretches))
    assert (longest > 1) == kit.chance_interrupts


@pytest.mark.parametrize(
    ("loss", "error", "mark"),
    [(0.05, 0.0, "?"), (0.05, 0.03, ""), (0.1, 0.01, "??"), (0.1, 0.04, "?"), (0.1, 0.2, ""), (0.02, 0, "")],
)
def test_a_mistake_is_what_is_lost_beyond_the_search_s_own_error(loss, error, mark):
    assert comparing.mark(loss, error) == mark
    assert replace(clumsy_review()[0], loss=loss, error=error).mark == mark


def test_the_error_is_how_far_two_searches_are_apart(monkeypatch):
    """One that finds something else than the other takes the mark away."""
    tried = comparing._Search.tried
    (turn,) = [turn for turn in clumsy_review() if turn.mark == "??"][:1]
    record, known = clumsy_game(), clumsy_game().replay(turn.at, "by hand").known_by(turn.seat)
    found = comparing.alternatives(known, turn.seat, turn.played, SIMULATIONS, None, 1)
    assert found.mark == "??"

    def doubtful(search, way, visits=0):
        option = tried(search, way, visits)
        is_first = search.simulations == SIMULATIONS
        return replace(option, worth=option.worth + (found.loss if is_first == bool(visits) else 0))

    monkeypatch.setattr(comparing._Search, "tried", doubtful)
    doubted = comparing.alternatives(known, turn.seat, turn.played, SIMULATIONS, None, 1)
    assert (doubted.loss, doubted.mark) == (pytest.approx(found.loss), "")
    assert doubted.error > found.error
    assert record.choices[turn.at] == turn.played[0]


def test_a_review_of_fifty_turns_takes_less_than_ten_seconds_of_a_core():
    """Of the game whose simulations take longest."""
    position, dice = az.Game("duel").start(seed=3), random.Random(2)
    while position.turn_number < 51:
        position.play(dice.choice(position.choices()))
    review(position.record().cut(30), simulations=1)
    begun = time.process_time()
    assert len(review(position.record())) >= 50
    assert time.process_time() - begun < 10


def test_reviews_travel():
    """Between processes, and as JSON."""
    assert pickle.loads(pickle.dumps(clumsy_review())) == clumsy_review()
    written = json.loads(json.dumps([turn.to_dict() for turn in clumsy_review()]))
    assert written[0]["played"] == list(clumsy_review()[0].played)


def in_reach(position):
    return 8 <= position.turn_number < 30


@pytest.mark.parametrize("seat", [0, 1])
def test_a_review_does_not_depend_on_what_a_seat_could_not_know(seat):
    """Two games of Duel that the seat can't tell apart."""
    compared = 0
    for record, other in pairs("duel", seat, seed=6, count=1, wanted=in_reach):
        assert record.choices != other.choices
        first, second = (review(each, simulations=30, seed=1, seat=seat) for each in (record, other))
        assert first == second
        compared += len(first)
    assert compared


@pytest.mark.parametrize("seat", [0, 1])
def test_alternatives_do_not_depend_on_what_a_seat_can_not_know(seat):
    wanted = lambda position: is_asked(position) and position.turn == seat  # noqa: E731
    found = list(pairs("duel", seat, seed=6, count=3, wanted=wanted))
    assert found
    for record, other in found:
        first, second = (
            alternatives(each.replay(deal="by hand"), simulations=60, seed=1) for each in (record, other)
        )
        assert first == second


def test_a_record_that_hides_choices_is_refused():
    record = next(record for record, _ in pairs("duel", 0, seed=6, count=1))
    hiding = plainly(az.Record.from_text, record.to_text(known_by=0))
    assert hiding.hidden
    with pytest.raises(az.RecordError, match="this game hides choices"):
        review(hiding, simulations=1)


def test_nothing_was_chosen_yet():
    position = az.Game("chocolatier", first=0).start(deal="by hand")
    position.play(position.choices()[0])
    assert position.turn == CHANCE
    assert review(position.record(), simulations=1) == []


# ------------------------------------------------------------------------------------------------
# The picture


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_picture_has_a_line_for_each_player(theme, language):
    """Well-formed, without styles; lines that differ in more than colour; a text instead of it."""
    names = ["Ala & <Co>", "Bo"]
    drawn = analysis.picture(clumsy_review(), names, theme, language, winners=[0])
    root = ElementTree.fromstring(drawn)
    lines = [group for group in root.iter(f"{SVG}g") if group.get("class", "").startswith("chance")]
    assert [group.find(f"{SVG}title").text for group in lines] == names
    dashes = {group.find(f"{SVG}path").get("stroke-dasharray") for group in lines}
    assert len(dashes) == 2
    assert root.find(f"{SVG}title").text
    assert names[0] in root.find(f"{SVG}desc").text
    assert names[0] in [text.text for text in root.iter(f"{SVG}text")]
    assert "style" not in drawn
    shown = [group for group in root.iter(f"{SVG}g") if group.get("class", "").startswith("loss")]
    assert len(shown) == sum(turn.loss >= 0.005 for turn in clumsy_review())


def test_a_picture_of_nothing():
    ElementTree.fromstring(analysis.picture([], ["Ala", "Bo"]))


# ------------------------------------------------------------------------------------------------
# The command


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "100")
    clumsy_game().save(tmp_path / "game.azul")
    monkeypatch.chdir(tmp_path)

    def run_command(*arguments):
        try:
            code = cli.main(["analyse", *arguments])
        except SystemExit as leaving:
            code = leaving.code
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run_command


@pytest.mark.parametrize(
    ("language", "headings", "mistake"),
    [
        ("en", ["chance to win", "lost", "played", "better"], r"Bo: a turn lost \d+\.\d % on average\."),
        ("pl", ["szansa na", "strata", "zagrano", "lepiej"], r"Bo: średnia strata w turze \d+,\d %\."),
    ],
)
def test_the_review_at_a_terminal(run, tmp_path, language, headings, mistake):
    options = ["--simulations", "40", "--seed", "1", "-o", "plot.svg", "--lang", language]
    code, out, err = run("game.azul", *options)
    assert (code, err) == (0, "")
    assert all(heading in out for heading in headings)
    assert re.search(mistake, out)
    assert len(re.findall(r"^ +\d +\d+  (?:Ala|Bo) ", out, re.M)) == len(clumsy_review())
    assert re.search("[▁▂▃▄▅▆▇█]{5}", out)
    ElementTree.parse(tmp_path / "plot.svg")
    assert out == run("game.azul", *options)[1]


def test_names_are_shown_as_they_were_typed(run, tmp_path):
    """Neither as markup nor as an emoji."""
    text = (tmp_path / "game.azul").read_text("utf8").replace("Ala", ":fire:").replace("Bo", "[red]Bo[/x]")
    (tmp_path / "game.azul").write_text(text, "utf8")
    out = run("game.azul", "--simulations", "4", "--seed", "1")[1]
    for name in (":fire:", "[red]Bo[/x]"):
        assert f"{name}: a turn lost" in out
        assert out.count(name) > 3


def test_one_seat_alone(run):
    out = run("game.azul", "--simulations", "10", "--seat", "2")[1]
    assert "Bo: a turn lost" in out
    assert "Ala" not in out


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Ala: take all tiles of one colour"), ("pl", "Ala: weź")],
)
def test_the_best_turns_at_a_terminal(run, language, words):
    at = clumsy_review()[2].at
    code, out, err = run(
        "game.azul", "--at", str(at), "--simulations", "100", "--seed", "1", "--lang", language
    )
    assert (code, err) == (0, "")
    assert words in out
    assert 1 < len(re.findall(r"\d+[.,]\d %", out)) <= comparing.LISTED
    assert re.search(r"(factory-\d|centre) \w+, (line-\d|floor)", out)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "name a record, or a position with --position"),
        (["nowhere.azul"], "there is no file nowhere.azul"),
        (["game.azul", "--at", "9999"], "--at is a whole number from 0 to"),
        (["game.azul", "--at", "0"], "after 0 choices chance decides; the next for a player is --at 20"),
        (["--position", "foo"], "no position in one line, and there is no such file: 'foo'"),
        (["game.azul", "--at", "20", "--seat", "2"], "seat 1 is asked here, not seat 2"),
        (["game.azul", "--seat", "3"], "--seat is a whole number from 1 to 2"),
        (["game.azul", "--seconds", "soon"], "--seconds is a number of seconds up to 3600, not 'soon'"),
        (["game.azul", "--simulations", "0"], "--simulations is a whole number from 1"),
        (["game.azul", "-o", "plot.gif"], "'plot.gif' must end in .svg"),
        (["game.azul", "-o", "x.svg", "--theme", "pink"], "there is no theme 'pink'"),
        (["game.azul", "-o", "x.svg", "--at", "20"], "leave out --at"),
        (["game.azul", "-o", "/nowhere/x.svg", "--simulations", "1"], "can't write /nowhere/x.svg"),
    ],
)
def test_wrong_use_is_one_line(run, arguments, complaint):
    code, _, err = run(*arguments)
    assert (code, err.count("\n")) == (2, 1)
    assert complaint in err


# ------------------------------------------------------------------------------------------------
# The one room


ASKED = "chocolatier 2 2.12 offer:2 starting-tile=1 factories=b2kr,,c4 3:,r2:b,,.r:sb 0"


def test_the_room_answers_what_it_is_asked():
    """Each answer is typed and there; nobody is told to wait."""
    position = az.read(ASKED, deal="by hand")
    hint = analysis.hint(position, simulations=200)
    assert hint.turn
    assert hint.worth is not None
    found = analysis.alternatives(position, simulations=200, listed=3)
    assert 1 < len(found.best) <= 3
    told = analysis.evaluate(position, simulations=200)
    assert sum(told.chances) == pytest.approx(1, abs=0.02)
    assert [way.turn for way in told.best] == [way.turn for way in found.best]
    assert told == analysis.evaluate(position, simulations=200)
    assert told.simulations > 300


def test_the_room_says_when_nobody_is_asked():
    chance = az.Game("chocolatier").start(deal="by hand")
    assert analysis.evaluate(chance, simulations=50).best == ()
    with pytest.raises(az.OptionError, match="chance decides what comes next"):
        analysis.hint(chance)
    over = az.read("chocolatier 2 7.112 over 5::bnckr 3:,r")
    assert analysis.evaluate(over) == analysis.Evaluation((1.0, 0.0), (), 0.0, 0)
    with pytest.raises(az.OptionError, match="the game is over"):
        analysis.alternatives(over)


NO_EFFORT = [
    ({"seconds": float("nan")}, "expected a number of seconds, got nan"),
    ({"seconds": -1}, "expected a number of seconds, got -1"),
    ({"simulations": "x"}, "simulations is a whole number from 1 to 2147483647, not 'x'"),
    ({"simulations": 0}, "simulations is a whole number from 1"),
    ({"simulations": True}, "simulations is a whole number from 1"),
]


@pytest.mark.parametrize(("effort", "complaint"), NO_EFFORT, ids=lambda case: str(case)[:24])
def test_what_is_no_effort_is_refused_at_the_door(effort, complaint):
    position = az.read(ASKED, deal="by hand")
    for ask in (analysis.hint, analysis.alternatives, analysis.evaluate):
        with pytest.raises(az.OptionError) as refused:
            ask(position, **effort)
        assert complaint in str(refused.value)
    with pytest.raises(az.OptionError, match=re.escape(complaint)):
        analysis.review(clumsy_game(), **effort)


def test_what_is_no_position_and_no_record_is_refused_at_the_door():
    for ask in (analysis.hint, analysis.alternatives, analysis.evaluate):
        with pytest.raises(az.OptionError, match=r"is a Position, not 'chocolatier 2.*: azulejos.read reads"):
            ask(ASKED)
    with pytest.raises(az.OptionError, match=r"is a Record, such as Position.record"):
        analysis.review(az.read(ASKED, deal="by hand"))
    with pytest.raises(az.OptionError, match="there is no seat 7; there are seats 0 to 1"):
        analysis.review(clumsy_game(), seat=7)
    with pytest.raises(az.OptionError, match="listed is a whole number from 1"):
        analysis.alternatives(az.read(ASKED, deal="by hand"), listed=0)


@pytest.mark.parametrize(
    ("line", "reason", "clause", "seats", "words"),
    [
        ("chocolatier 2 7.112 over 5::bnckr 3:,r", "full row", "MC-23", (0,), "Jeden z rzędów pudełka"),
        ("chocolatier 2 20.312 over lid=b 5 3", "last round", "MC-26", (), "Runda 20 była ostatnia"),
        ("pavilion 2 6.90 over 5::::passed 5::::passed", "last round", "SP-30", (), "Runda 6"),
    ],
)
def test_why_a_game_is_over(line, reason, clause, seats, words):
    ended = az.read(line).ended
    assert (ended.reason, ended.clause, ended.seats) == (reason, clause, seats)
    assert words in ended.tell("pl")
    assert az.Game(line.split()[0]).start(seed=1).ended is None
