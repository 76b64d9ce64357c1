"""Bars: played until they are decided, and the page about our own."""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from tests.arena.crews import here
from tests.kits import KITS

import bars
import strength
import strength_page
from azulejos import games
from azulejos.arena.bars import Bar, check_all, machine, play_all
from azulejos.arena.calibration import Calibrated, Calibration, in_tenths
from azulejos.arena.figures import wilson
from azulejos.arena.fixtures import game_label
from azulejos.arena.referee import Outcome
from azulejos.arena.results import Known, Results
from azulejos.arena.waste import Waste
from azulejos.bots import comparing
from azulejos.bots.levels import LEVELS

ROOT = Path(__file__).parents[2]
EASY = Bar("sure", "chocolatier", 2, "greedy-1", "random", 0.5)
HARD = Bar("hopeless", "chocolatier", 2, "random", "greedy-1", 0.5)
CLOSE = Bar("close", "chocolatier", 2, "random", "random", 0.5)


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """Measure and write a page, in this process and an empty folder. Gives the code and what was said."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(strength, "on_this_machine", lambda jobs: here())
    monkeypatch.setattr(bars, "bars", list)
    monkeypatch.setattr(bars, "curve", list)
    monkeypatch.setattr(bars, "wastes", list)
    monkeypatch.setattr(bars, "calibrations", list)

    def measure(*arguments):
        code = strength.main(["--results", "data", "--report", "page.md", *arguments])
        return code, capsys.readouterr().out

    return measure


# ------------------------------------------------------------------------------------------------
# What is asked of our bots


def test_the_bars():
    """Every game has its bars, for as many players as it allows."""
    ours = {bar.name: bar for bar in bars.bars()}
    assert len(ours) == len(bars.bars())
    for name, title in games.GAMES.items():
        masters = bars.selected([f"{name}-master-*"])
        assert [bar.players for bar in masters] == list(range(title.players[0], title.players[1] + 1))
        assert [bar.least for bar in masters] == [0.8, 0.52, 0.42][: len(masters)]
        assert {bar.others for bar in masters} == {"master-1@0.2"}
        for level, below in (("master", "hard"), ("hard", "medium"), ("medium", "easy"), ("easy", "random")):
            bot, rival = ours[f"{name}-{level}"].entrants
            assert (bot.name, rival.name) == (level, below)
    check_all(bars.selected([]))
    assert all(bar.games_max <= 400 for bar in ours.values())
    assert len(bars.selected(["curve-*"])) == len(bars.CURVE_TIMES)


def test_variants_have_bars():
    """They are played on their own boards, and the page says so."""
    variants = [bar for bar in bars.bars() if bar.options]
    assert [game_label(bar.game) for bar in variants] == [
        "chocolatier/2/box=grey",
        "chocolatier/2/factories=special",
        "pavilion/2/board=plain",
        "garden/2/side=B",
    ]
    assert {bar.least for bar in variants} == {0.65}
    assert all(bar.first.game == bar.game for bar in variants)
    page, _ = strength_page.page(Known({}, []), "strength")
    assert "| chocolatier-box-grey | 2, box grey | `master@0.2` | `master-1@0.2` | 65 % |" in page


def test_every_level_of_every_game_is_watched():
    names = {one.name for one in bars.selected(["waste-*"])}
    assert names == {f"waste-{game}-{level.name}" for game in KITS for level in LEVELS}
    assert [one.game_name for one in bars.selected(["calibration-*"])] == list(KITS)


def test_a_bar_that_there_is_not_is_named(capsys):
    assert strength.main(["--only", "duel-*", "duel-mistress", "--no-play"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("strength: there is no bar duel-mistress; there is chocolatier-master-2, ")


# ------------------------------------------------------------------------------------------------
# Playing


def test_a_bar_is_played_until_it_is_decided(tmp_path):
    asked = [replace(bar, after=(10, 20, 40)) for bar in (EASY, HARD, CLOSE)]
    with Results(tmp_path / "results.jsonl") as results, here() as players:
        assert sum(play_all(asked, results, players)) == 120
        verdicts = [bar.verdict(results) for bar in asked]
        assert [found.state for found in verdicts] == ["cleared", "missed", "open"]
        assert verdicts[0].games == verdicts[1].games < 40
        assert verdicts[2].games == 40
        before = dict(results.lines)
        assert sum(play_all(asked, results, players)) == 120
        assert results.lines == before


def test_looking_often_does_not_find_too_much():
    """A bot that wins exactly as often as is asked is cleared or missed in about one of twenty cases."""
    dice = np.random.default_rng(1)
    for looks in ((400,), (100, 400), (60, 120, 400), (20, 60, 200, 400), (20, 60, 120, 200, 400)):
        bar = Bar("fair", "chocolatier", 2, "a", "b", 0.8, after=looks)
        won = np.cumsum(dice.random((2000, 400)) < 0.8, axis=1)
        seen = [[wilson(float(row[count - 1]), count, bar.certainty) for count in bar.looks] for row in won]
        decided = sum(any(one.low >= 0.8 or one.high < 0.8 for one in each) for each in seen)
        assert 0.03 < decided / 2000 < 0.065


# ------------------------------------------------------------------------------------------------
# The page


def test_the_page_is_written_from_the_data(run, tmp_path, monkeypatch):
    sure = replace(EASY, after=(10, 20))
    curve = [
        replace(sure, name=f"curve-{s:g}", bot=f"greedy-1@{s:g}", least=None, after=(4,)) for s in (0.01, 0.1)
    ]
    monkeypatch.setattr(bars, "bars", lambda: [sure])
    monkeypatch.setattr(bars, "curve", lambda: curve)
    code, out = run()
    assert (code, "cleared" in out) == (0, True)
    page, picture = (tmp_path / "page.md").read_text(), (tmp_path / "page.svg").read_text()
    assert "| sure | 2 | `greedy-1` | `random` | 50 % | 100.0 % |" in page
    assert "| 0.1 s | 100.0 % |" in page
    assert machine() in page
    assert picture.startswith("<svg ")
    run()
    assert (page, picture) == ((tmp_path / "page.md").read_text(), (tmp_path / "page.svg").read_text())
    monkeypatch.setattr(bars, "bars", lambda: [replace(HARD, after=(10, 20))])
    assert run()[0] == 1
    assert run("--no-play")[0] == 0


def test_waste_is_told(run, tmp_path, monkeypatch):
    one = Waste("waste-easy", "chocolatier", "easy", 0.02, turns=15, batch=2)
    monkeypatch.setattr(bars, "wastes", lambda: [one, replace(one, name="waste-medium", bot="medium")])
    code, out = run("--only", "waste-easy")
    assert code == 0
    assert out.startswith("waste-easy ")
    assert "cleared: 0 of" in out
    page = (tmp_path / "page.md").read_text()
    (row,) = (line for line in page.splitlines() if line.startswith("| waste-easy "))
    turns = int(row.split("|")[2])
    high = f"{100 * wilson(0, turns).high:.1f}"
    assert row.startswith(f"| waste-easy | {turns} | 2 | 0 | 0 | 0.0 % | 0.0-{high} % | 2 % | cleared |")
    assert "| waste-medium | | | | | | | 2 % | not played | |" in page
    before = (tmp_path / "data").read_text()
    run("--only", "waste-easy")
    assert (tmp_path / "data").read_text() == before


def test_calibration_is_told(run, tmp_path, monkeypatch):
    monkeypatch.setattr(comparing, "chances", partial(comparing.chances, simulations=30))
    few = Calibration("calibration-few", "chocolatier", "medium", 8, 0.6, batch=1)
    monkeypatch.setattr(bars, "calibrations", lambda: [few])
    code, out = run("--jobs", "1")
    assert code == (1 if "missed" in out else 0)
    assert out.startswith("calibration-few ")
    page = (tmp_path / "page.md").read_text()
    assert " positions of 1 games, code " in page or " positions of 2 games, code " in page
    assert few.first.code in page
    assert (tmp_path / "page-calibration.svg").read_text().startswith("<svg ")


def test_the_chart_names_games_and_tenths():
    tenths = in_tenths([0.05, 0.5, 0.95], [0, 1, 1])
    found = {
        Calibration("x", game, "easy", 3, 0.1): Calibrated("open", 3, 3, tenths)
        for game in ("duel", "garden")
    }
    picture = strength_page._calibration_picture(found)
    assert picture.count("50-60 %") == 1
    assert "Queen&#39;s Garden" in picture or "Queen's Garden" in picture
    assert strength_page._calibration_picture({}).startswith("<svg ")


def wins(bar, code, count):
    """So many games of a bar, all won, as some code has played them."""
    for fixture in bar.fixtures(count, code):
        yield Outcome(fixture, (0, 0), (0, 1), (2, 2), (0.5, 0.5), (0.1, 0.1))


def test_what_older_code_has_done_is_told_as_that():
    """On the page and to people, and only as long as the present code has come to nothing."""
    bar = next(bar for bar in bars.bars() if bar.name == "duel-medium")
    old, older = list(wins(bar, "old", 20)), list(wins(bar, "older", 60))
    begun, present = list(wins(bar, None, 10)), list(wins(bar, None, 20))
    known = Known({}, [])
    for played, said, count in (
        (older, "older code: cleared | `older`", 20),
        (old, "older code: cleared | `old`", 20),
        (begun, "older code: cleared | `old`", 20),
        (present, f"cleared | `{bar.first.code}`", 20),
    ):
        known.lines.update({one.fixture.key: one.to_line() for one in played})
        page, _ = strength_page.page(known, "x")
        (row,) = (line for line in page.splitlines() if "| duel-medium " in line)
        assert f"| {count} | " in row
        assert row.endswith(f" | {said} |")
        told = json.loads(strength_page.for_people(known))["duel"]["medium"]
        assert told.get("older", False) == ("older" in said)
    assert "| waste-duel-easy | | | | | | | 2 % | not played | |" in page


def test_the_committed_page_is_the_one_of_the_committed_data():
    """`make strength-page` has been run whenever its data or the code that plays has changed."""
    known = Known.load(ROOT / "bench" / "strength.jsonl")
    page, pictures = strength_page.page(known, "strength")
    assert page == (ROOT / "docs" / "strength.md").read_text(encoding="utf8")
    assert set(pictures) == {"strength.svg", "strength-calibration.svg"}
    for name, picture in pictures.items():
        assert picture == (ROOT / "docs" / name).read_text(encoding="utf8")
    told = (ROOT / "src" / "azulejos" / "bots" / "strength.json").read_text(encoding="utf8")
    assert told == strength_page.for_people(known)
