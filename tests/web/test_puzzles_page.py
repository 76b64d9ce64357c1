"""Puzzles: what a page gets before it has answered, and after."""

import datetime
import json

import pytest
from tests.house import Running, each_puzzle
from tests.plainly import plainly

from azulejos import games, puzzles
from azulejos.web.puzzling import RATINGS, REASONS

EVERY = puzzles.find()
# A tile, and where it goes.
TWO_CHOICES = next(puzzle for puzzle in puzzles.shipped("chocolatier") if len(puzzle.best.turn) == 2)
each_game = pytest.mark.parametrize("game", games.GAMES)


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    started = Running(f"sqlite:///{tmp_path_factory.mktemp('puzzles') / 'tables.db'}")
    yield started
    started.stop()


def get(running, path, status=200):
    answer = running.client.get(f"/api/puzzles{path}")
    assert answer.status_code == status, answer.text
    return answer.json()


def solve(running, puzzle, turn, status=200, language="en"):
    path = f"/api/puzzles/{puzzle.id}/answer?language={language}"
    answer = running.client.post(path, json={"choices": list(turn)})
    assert answer.status_code == status, answer.text
    return answer.json()


def test_all_and_the_one_of_today(running):
    found = get(running, "")
    assert found["ids"] == [puzzle.id for puzzle in EVERY]
    assert found["today"] == puzzles.of_day(datetime.date.fromisoformat(found["date"])).id


@each_game
@pytest.mark.parametrize("theme", puzzles.THEMES)
def test_by_game_and_theme(running, game, theme):
    found = get(running, f"?game={game}&theme={theme}")
    assert found["ids"] == [puzzle.id for puzzle in puzzles.find(game, theme)]


def test_what_there_is_not(running):
    assert "there is no game 'chess'" in get(running, "?game=chess", status=422)["error"]
    assert "there is no theme" in get(running, "?theme=love", status=422)["error"]
    assert "there is no puzzle" in get(running, "/duel-999999-1", status=404)["error"]
    assert get(running, "/x", status=404)["error"] == "there is no puzzle 'x'"


@each_puzzle()
def test_a_puzzle_without_its_solution(running, puzzle):
    """The page can show its position, and finds nothing there of what a search has said."""
    posed = get(running, f"/{puzzle.id}")
    assert set(posed) == {"id", "title", "seat", "turn_number", "level", "rating", "start"}
    assert posed["rating"] == RATINGS[puzzle.level]
    text = json.dumps(posed | {"start": posed["start"] | {"position": None}})  # which has a `floor` too
    assert not any(f'"{choice}"' in text for choice in puzzle.best.turn)
    moment = running.client.post("/api/analysis?draw=false", json={"start": posed["start"]}).json()
    assert (moment["line"], moment["turn"]) == (puzzle.line, posed["seat"])
    assert moment["turn_number"] == posed["turn_number"]
    assert puzzle.best.turn[0] in [each["choice"] for each in moment["legal"]]


@each_puzzle()
def test_right_and_wrong(running, puzzle):
    found = solve(running, puzzle, puzzle.best.turn)
    assert (found["is_right"], found["place"]) == (True, 0)
    assert found["words"] == found["best"][0]["words"]
    assert [way["worth"] for way in found["best"]] == [way.worth for way in (puzzle.best, *puzzle.others)]
    about = [
        text for theme in puzzle.themes for text in found["why"] if text.startswith(REASONS[theme].template)
    ]
    assert about == found["why"][-len(puzzle.themes) :]
    more, *points = found["why"][: -len(puzzle.themes)]
    assert found["best"][1]["words"] in more
    assert f"wins {round(100 * (puzzle.best.worth - puzzle.others[0].worth))} more" in more
    assert points
    assert (found["error"], found["simulations"]) == (puzzle.error, puzzle.simulations)
    for place, other in enumerate(puzzle.others, start=1):
        found = solve(running, puzzle, other.turn, language="pl")
        assert (found["is_right"], found["place"]) == (False, place)


def test_a_turn_worth_less_than_all(running):
    puzzle = TWO_CHOICES
    listed = {way.turn[0] for way in (puzzle.best, *puzzle.others)}
    first = next(choice for choice in plainly(puzzle.position).choices() if choice not in listed)
    found = solve(running, puzzle, (first, "floor"))
    assert (found["is_right"], found["place"]) == (False, None)


def test_no_turn_or_more_than_one(running):
    puzzle = TWO_CHOICES
    begun = solve(running, puzzle, puzzle.best.turn[:1], status=422)
    assert begun["error"] == "the turn isn't over yet: choose all of it"
    longer = solve(running, puzzle, (*puzzle.best.turn, "factory-1 red"), status=422)
    assert longer["error"] == "the turn is over before factory-1 red"
    assert "'line-1' isn't legal now" in solve(running, puzzle, ("line-1",), status=422)["error"]
    assert solve(running, puzzle, (), status=422)["error"].startswith("body.choices")


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_page_tells_no_solution(running, language):
    text = running.client.get(f"/puzzles?language={language}").text
    assert all(puzzle.id not in text for puzzle in EVERY)
    assert 'data-kind="puzzle"' in text
