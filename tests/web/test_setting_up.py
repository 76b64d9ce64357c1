"""The API of the editor: positions are set up piece by piece; whatever comes in, a sentence comes out."""

import re

import pytest
from tests.house import Running

import azulejos as az
from azulejos import games
from azulejos.web.editing import EDITS_MAX

each_game = pytest.mark.parametrize("name", games.GAMES)
PUT = {"does": "put", "place": "line-3", "seat": 1, "piece": "red"}


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    started = Running(f"sqlite:///{tmp_path_factory.mktemp('editing') / 'tables.db'}")
    yield started
    started.stop()


def edited(running, start, status=200, language="en", **wish):
    answer = running.client.post(f"/api/analysis/edit?language={language}", json={"start": start, **wish})
    assert answer.status_code == status, answer.text
    return answer.json()


@each_game
def test_a_position_comes_back(running, name):
    """As it was, drawn, with its line; its pieces are among those that can be put."""
    position = az.Game(name).start(seed=3, names=["Ala", "Bo"])
    document = position.to_dict()
    found = edited(running, {"game": name, "names": ["Ala", "Bo"], "position": document}, large=1)
    assert (found["document"], found["problems"], found["line"]) == (document, [], position.line())
    assert (found["names"], found["viewer"], found["scores"]) == (["Ala", "Bo"], 1, position.scores)
    assert {"offer", "board-0", "board-1", "defs"} <= found["parts"].keys()
    offered = {piece["piece"] for piece in found["palette"]}
    assert offered >= {piece for place in found["places"] for piece in place["lying"]}
    drawn = "".join(found["parts"].values())
    assert all(f'data-place="{place["place"]}"' in drawn for place in found["places"])
    kinds = {piece["kind"] for piece in found["palette"]}
    assert kinds == {kind for place in found["places"] for kind in place["kinds"]}


def test_pieces_and_fields(running):
    """What has no room is refused in the language of the page, and nothing has changed."""
    start = {"game": "chocolatier"}
    empty = edited(running, start)
    assert (empty["line"], len(empty["problems"])) == (None, 1)
    start["position"] = empty["document"]
    found = edited(running, start, edits=[PUT, PUT], fields={"round": 2, "seats.1.score": 9})
    assert found["document"]["seats"][1]["lines"][2] == ["red", "red"]
    assert (found["scores"], found["bag"]["red"], found["refused"]) == ([0, 9], 18, None)
    assert next(piece["left"] for piece in found["palette"] if piece["piece"] == "red") == 18
    start["position"] = found["document"]
    refused = edited(running, start, edits=[{**PUT, "piece": "blue"}], language="pl")
    assert "jednego koloru" in refused["refused"]
    assert refused["document"] == found["document"]
    full = edited(running, start, edits=[PUT, PUT])
    assert full["refused"] == "there is no room for another piece"
    offered = [{**PUT, "place": "factory-1", "seat": None}] * 4
    assert edited(running, start, edits=offered)["line"].startswith("chocolatier 2 2.1 offer:1")


def test_problems_are_told_of_people_and_pieces(running):
    """Not of the entries of a document."""
    start = {"game": "chocolatier", "names": ["Ada", "Bo"]}
    laid = [{**PUT, "place": f"box-1-{column}", "seat": 1} for column in (1, 2)]
    told = " ".join(edited(running, start, edits=laid, language="pl")["problems"])
    assert "Bo: czerwony leży dwa razy" in told
    assert "„co wziąć”" in told
    assert not re.search("seat-|red|offer", told)
    pavilion = {"game": "pavilion"}
    found = edited(running, pavilion, fields={"phase": "paying"})
    assert "space orange 6 can't be covered with the tiles in hand" in found["problems"]


def test_whoever_is_to_move_is_seen_large(running):
    """What is in hand lies there."""
    start = {"game": "duel"}
    found = edited(running, start, fields={"to_move": "seat-2"})
    assert (found["viewer"], edited(running, start)["viewer"]) == (1, 0)
    start["position"] = found["document"]
    assert edited(running, start, fields={"round": 2}, large=1)["viewer"] == 1
    looking = edited(running, start, fields={"phase": "looking"})
    start["position"] = looking["document"]
    assert edited(running, start, fields={"mover": "seat-2"})["viewer"] == 1
    assert edited(running, start, fields={"mover": "nobody"}, large=1)["viewer"] == 1


@pytest.mark.parametrize(
    ("start", "wish"),
    [
        ({"game": "chess"}, {}),
        ({"game": "duel", "names": ["Ala"]}, {}),
        ({"game": "duel", "position": {"game": "garden"}}, {}),
        ({"game": "duel", "position": {"players": 3}}, {}),
        ({"game": "duel", "position": {"options": {"goals": "random"}}}, {}),
        ({"game": "duel", "position": {"seats": "all"}}, {}),
        ({"game": "duel", "position": {"round": 10**30}}, {}),
        ({"game": "duel", "position": {"factories": [[[[]]]]}}, {}),
        ({"game": "duel"}, {"edits": [PUT] * (EDITS_MAX + 1)}),
        ({"game": "duel"}, {"edits": [{**PUT, "does": "burn"}]}),
        ({"game": "duel"}, {"edits": [{**PUT, "seat": 8}]}),
        ({"game": "duel"}, {"fields": {"round": 1.5}}),
        ({"game": "duel"}, {"fields": {"round": [1]}}),
        ({"game": "duel"}, {"fields": {"x" * 1000: 1}}),
    ],
    ids=str,
)
def test_what_is_no_position(running, start, wish):
    assert edited(running, start, status=422, **wish)["error"]


def test_a_position_of_many_brackets(running):
    """Deeper than anything that can be looked at."""
    deep = "[" * 100_000 + "]" * 100_000
    text = f'{{"start": {{"game": "duel", "position": {{"seats": {deep}}}}}}}'
    answer = running.client.post(
        "/api/analysis/edit", content=text, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code in (400, 422), answer.text
    assert answer.json()["error"]
    deep = "[" * 150 + "]" * 150
    text = f'{{"start": {{"game": "duel", "position": {{"seats": {deep}}}}}}}'
    answer = running.client.post(
        "/api/analysis/edit", content=text, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 422, answer.text


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_page(running, language):
    text = running.client.get("/analyse/edit", headers={"Accept-Language": language}).text
    assert 'data-kind="editor"' in text
