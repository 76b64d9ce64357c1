"""The room for analysis: any moment of any game, by whoever asks; and nobody's game that goes on."""

import asyncio
import json
import random
import re
import time

import pytest
from tests.house import Running
from tests.kits import KITS
from tests.plainly import plainly

import azulejos as az
from azulejos import games
from azulejos.tree import NODES_MAX, ROOT, Node, Tree
from azulejos.web import evaluating
from azulejos.web.limits import BODY_MAX

each_game = pytest.mark.parametrize("name", games.GAMES)
VIEWER = "somebody-who-looks"


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    started = Running(f"sqlite:///{tmp_path_factory.mktemp('analysis') / 'tables.db'}")
    yield started
    started.stop()


def played(name, turns=None, seed=1, **options):
    """A game that was played with some care, to its end or for so many turns."""
    dice, kit = random.Random(seed), KITS[name]
    position = plainly(az.Game(name, **options).start, seed=seed, names=["Ala", "Bo"])
    while not position.over and (turns is None or position.turn_number <= turns):
        position.play(kit.choose(position, dice, is_careful=True))
    return position


def start_of(game, **facts):
    described = game.describe()
    known = {key: described.pop(key) for key in ("game", "players", "first")}
    return {**known, "options": described, **facts}


def analysed(running, start, choices=(), status=200, language="en", **wish):
    body = {"start": start, "choices": list(choices), **wish}
    answer = running.client.post(f"/api/analysis?language={language}", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def read(running, text, status=200):
    answer = running.client.post("/api/analysis/tree", content=text, headers={"Content-Type": "text/plain"})
    assert answer.status_code == status, answer.text
    return answer.json()


# ------------------------------------------------------------------------------------------------
# A moment


@each_game
def test_every_moment_of_a_game(running, name):
    """Whoever is asked, CHANCE too, can choose what the rules allow, and the drawing has its place."""
    position = played(name)
    start, record = start_of(position.game, names=["Ala", "Bo"]), position.record()
    for count, moment in enumerate(record.positions()):
        if count % 23 and not moment.over:
            continue
        found = analysed(running, start, position.history[:count])
        assert (found["turn"], found["scores"], found["steps"]) == (moment.turn, moment.scores, count)
        legal = [lot["choice"] for lot in found["chance"]] or [each["choice"] for each in found["legal"]]
        assert legal == moment.choices()
        assert found["document"] == moment.to_dict()
        drawn = "".join(found["parts"].values())
        if moment.turn is not None and moment.turn >= 0:
            assert all(f'data-choice="{choice}"' in drawn for choice in legal)
            assert set(found["reach"]) == set(legal)
    assert found["sheet"]["totals"] == position.scores


@each_game
def test_chance_by_lot(running, name):
    """It answers what it is asked, and the answer says what; nobody draws where it is asked by hand."""
    start = start_of(az.Game(name))
    found = analysed(running, start, lot=True)
    assert found["turn"] is not None
    assert found["turn"] >= 0
    choices = [made["choice"] for made in found["made"]]
    again = analysed(running, start, choices, known=len(choices))
    assert (again["made"], again["told"]) == ([], [])
    assert again["document"] == found["document"]
    by_hand = analysed(running, start)
    assert by_hand["turn"] == az.CHANCE
    assert sum(lot["weight"] for lot in by_hand["chance"]) > 0


def test_what_a_choice_has_made(running):
    position = played("pavilion", turns=3)
    found = analysed(
        running,
        start_of(position.game, names=["Ala", "Bo"]),
        position.history,
        known=len(position.history) - 1,
    )
    (made,) = found["made"]
    assert made["choice"] == position.history[-1]
    assert made["words"]
    assert found["told"][0]["choice"] == made["choice"]
    assert found["names"] == ["Ala", "Bo"]


def test_a_position_is_analysed_as_what_is_known(running):
    """A document of what one seat of a game with secrets has seen: the rest is asked of CHANCE."""
    position = played("duel", turns=9)
    seen = position.known_by(0).to_dict()
    found = analysed(running, start_of(position.game, position=seen))
    assert found["document"] == seen


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ({"start": {"game": "chess"}}, "there is no game 'chess'"),
        ({"start": {"game": "chess", "position": {}}}, "there is no game 'chess'"),
        ({"start": {"game": "duel", "players": 4}}, "duel is for 2 players"),
        ({"start": {"game": "duel"}, "choices": ["seat-9 begins"]}, "there is no choice 'seat-9 begins'"),
        ({"start": {"game": "duel"}, "choices": ["x"] * (NODES_MAX + 1)}, "a line has at most 10000 choices"),
        ({"start": {"game": "duel", "position": {"round": 1}}}, "each dome has a tile"),
        ({"start": {"game": "duel", "names": ["Ala"]}}, "names: 2 expected"),
    ],
)
def test_what_is_refused(running, wish, why):
    answer = running.client.post("/api/analysis", json=wish)
    assert answer.status_code == 422
    assert why in answer.json()["error"]


# ------------------------------------------------------------------------------------------------
# Trees


@each_game
def test_a_tree_goes_to_a_file_and_back(running, name):
    record = played(name).record()
    other = next(choice for choice in record.begin().choices() if choice != record.choices[0])
    main = Tree.of(record).nodes
    tree = Tree(record, [*main, Node(ROOT, other, "What if?")], "A game.")
    found = read(running, tree.to_text())
    assert [node["choice"] for node in found["nodes"]] == [node.choice for node in tree.nodes]
    assert found["start"]["names"] == ["Ala", "Bo"]
    nodes = [{key: node[key] for key in ("parent", "choice", "comment")} for node in found["nodes"]]
    body = {"start": found["start"], "nodes": nodes, "comment": found["comment"]}
    written = running.client.post("/api/analysis/record", json=body)
    assert plainly(Tree.from_text, written.text) == tree


def test_a_position_is_read_too(running):
    position = played("garden", turns=4)
    for text in (position.line(), json.dumps(position.to_dict())):
        found = read(running, text)
        assert (found["nodes"], found["start"]["position"]) == ([], position.to_dict())


def test_texts_that_are_nothing(running):
    assert "file is empty" in read(running, " ", status=422)["error"]
    assert "no position in one line" in read(running, "hello", status=422)["error"]
    assert read(running, "azulejos record 2\n", status=422)["error"].startswith("line 1: ")


def test_a_deep_tree_is_refused_in_words(running):
    nodes = [{"parent": at - 1, "choice": "draw blue"} for at in range(NODES_MAX + 1)]
    answer = running.client.post("/api/analysis/record", json={"start": {"game": "duel"}, "nodes": nodes})
    assert answer.status_code == 422
    assert answer.json()["error"] == "a tree has at most 10000 choices"


@pytest.mark.parametrize("more", [0, 1])
def test_a_text_with_too_many_choices(running, monkeypatch, more):
    """As many as there may be are read, one more is refused with the line in which it stands."""
    record = played("duel", turns=3).record()
    other = next(choice for choice in record.begin().choices() if choice != record.choices[0])
    tree = Tree(record, [*Tree.of(record).nodes, Node(ROOT, other)])
    monkeypatch.setattr("azulejos.tree.NODES_MAX", len(tree) - more)
    found = read(running, tree.to_text(), status=422 if more else 200)
    if more:
        assert re.fullmatch(f"line [0-9]+: a tree has at most {len(record)} choices", found["error"])
    else:
        assert len(found["nodes"]) == len(tree)


def test_a_text_that_is_too_large(running):
    found = read(running, "x" * (BODY_MAX + 1), status=413)
    assert found["error"] == f"the request is larger than {BODY_MAX} bytes"
    assert "is longer than" in read(running, "x" * BODY_MAX, status=422)["error"]


def test_a_table_is_analysed_when_it_is_over(running):
    table = running.open("person", "person", game="chocolatier")
    assert table.get("/tree").status_code == 403
    record = played("chocolatier").record()
    answer = running.client.post(
        "/api/records", content=record.to_text(), headers={"Content-Type": "text/plain"}
    )
    found = running.client.get(f"/api/tables/{answer.json()['table']}/tree").json()
    assert [node["choice"] for node in found["nodes"]] == record.choices


# ------------------------------------------------------------------------------------------------
# Evaluations


def evaluations(running, start, choices, viewer=VIEWER, status=200):
    body = {"start": start, "choices": choices, "viewer": viewer}
    headers = {"Accept": "text/event-stream"}
    with running.client.stream("POST", "/api/analysis/evaluation", json=body, headers=headers) as answer:
        assert answer.status_code == status, answer.read()
        for line in answer.iter_lines():
            if line.startswith("data: "):
                yield json.loads(line[6:])


@pytest.fixture(autouse=True, scope="module")
def short_searches():
    """Tests wait for the first few alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evaluating, "EFFORTS", (50, 150))
        patch.setattr(evaluating, "ALONE", 50)
        yield


@each_game
def test_the_search_thinks_along(running, name):
    """Longer and longer; the best turns are legal and said in words, the chances are shares of one."""
    position = played(name, turns=5)
    start = start_of(position.game)
    while position.turn == az.CHANCE:
        position.play(position.choices()[0])
    found = list(evaluations(running, start, position.history))
    assert [each["is_last"] for each in found] == [False, True]
    assert found[0]["simulations"] < found[1]["simulations"]
    for each in found:
        assert each["seat"] == position.turn
        assert sum(each["chances"]) == pytest.approx(1, abs=0.01)
        assert 1 <= len(each["best"]) <= 3
        for best in each["best"]:
            assert best["words"]
            assert 0 <= best["worth"] <= 1
            after = position.copy()
            for choice in best["turn"]:
                after.play(choice)
    body = {"start": start, "choices": position.history, "viewer": VIEWER}
    alone = running.client.post("/api/analysis/evaluation", json=body).json()
    assert alone["best"][0]["turn"]


def test_where_chance_is_asked_there_are_chances_alone(running):
    start = start_of(az.Game("chocolatier"))
    (*_, last) = evaluations(running, start, [])
    assert (last["seat"], last["best"]) == (None, [])
    assert len(last["chances"]) == 2


def test_one_search_for_a_viewer(running):
    """Who looks at something else lets the search of before end; nothing of it is left."""
    start, position = start_of(az.Game("chocolatier")), played("chocolatier", turns=3)
    first = evaluations(running, start, position.history)
    assert next(first)["best"]
    assert len(list(evaluations(running, start, []))) == 2
    first.close()
    evaluator = running.app.state.evaluator
    until = time.monotonic() + 10
    while evaluator._viewers and time.monotonic() < until:
        time.sleep(0.02)
    assert not evaluator._viewers
    assert not +evaluator._from


@pytest.mark.parametrize(("count", "at_once"), [(2, ["long", "first"]), (1, ["long"])])
def test_first_looks_wait_for_no_long_search(count, at_once):
    """One place is left to them, and of those that wait they go first; whoever leaves takes no place."""

    async def work():
        places, begun = evaluating.Places(count), []

        async def search(name, effort):
            await places.enter(effort, is_first=name.startswith("first"))
            begun.append(name)

        async def come(name, effort):
            task = asyncio.create_task(search(name, effort))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            return task

        for name, effort in (("long", 9), ("longer", 8), ("short", 5)):
            await come(name, effort)
        assert begun == ["long"]
        first, gone, last = [
            await come(name, effort) for name, effort in (("first", 1), ("first gone", 1), ("first 2", 1))
        ]
        assert begun == at_once
        gone.cancel()
        for _ in range(6):
            places.leave()
            await asyncio.sleep(0)
        assert begun == ["long", "first", "first 2", "short", "longer"]
        assert (first.done(), last.done()) == (True, True)

    asyncio.run(work())


def test_so_many_viewers_and_no_more(running, monkeypatch):
    monkeypatch.setattr(evaluating, "PER_ADDRESS", 0)
    assert list(evaluations(running, start_of(az.Game("duel")), [], status=429)) == []
    monkeypatch.setattr(evaluating, "PER_ADDRESS", 5)
    monkeypatch.setattr(evaluating, "IN_ALL", 0)
    assert list(evaluations(running, start_of(az.Game("duel")), [], status=503)) == []


def test_a_game_that_is_over_is_not_searched(running):
    position = played("chocolatier")
    assert list(evaluations(running, start_of(position.game), position.history, status=422)) == []


@pytest.mark.parametrize("name", ["chocolatier", "duel"])
def test_nobody_asks_about_a_game_that_goes_on(running, name):
    """What lies on a table where several play without advice isn't searched, however it was written down, and
    though the server has let the table go meanwhile."""
    seats = [{"name": "Ala"}, {"name": "Bo", "here": False}]
    wanted = {"game": name, "seats": seats, "advice": False}
    table = running.client.post("/api/tables", json=wanted).json()["table"]
    state = running.client.get(f"/api/tables/{table}/positions").json()
    running.app.state.tables._open.clear()
    games = [(az.Game(name), "random"), (az.Game(name, first=1), "seat-2")]
    seats = [seat | {"score": seat["score"] + 4} for seat in state["position"]["seats"]]
    for game, first in games:
        document = state["position"] | {"options": state["position"]["options"] | {"first": first}}
        document |= {"seats": seats, "turn": 7}
        position = game.position(document, deal="by hand")
        for choices in ([], [position.choices()[0]]):  # as it lies there, and a step further
            body = {"start": start_of(game, position=document), "choices": choices, "viewer": VIEWER}
            refused = running.client.post("/api/analysis/evaluation", json=body)
            assert refused.status_code == 403
            assert "several people play here" in refused.json()["error"]
