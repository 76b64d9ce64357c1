"""Fair play: where several people play, nobody asks the search unless the table was opened so."""

import asyncio

import pytest
from tests.house import Browser, Friends, Running, played, refused
from tests.plainly import plainly

import azulejos as az
from azulejos.store import Store
from azulejos.tables import actions, entries
from azulejos.tables.live import Tables
from azulejos.tables.sight import Sight, Unfair
from azulejos.tables.table import Seat, Table

FAIR_PLAY = "several people play here, and the table was opened without advice"
ADVICE = ("/hint?simulations=1", "/alternatives?at=22&simulations=1")


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    started = Running(f"sqlite:///{tmp_path_factory.mktemp('fair') / 'tables.db'}")
    yield started
    started.stop()


def asked(browser):
    """What comes of asking for advice, or for a place to ask for it."""
    answers = [browser.client.get(f"/api/tables/{browser.table}{path}") for path in ADVICE]
    return [*answers, browser.post("/branch", count=22)]


def check_refused(browser):
    for answer in asked(browser):
        refused(answer, 403, FAIR_PLAY)


def check_advised(browser):
    state = browser.state()
    at = state["turn_at"] if state["turn_at"] is not None else state["steps"]
    assert state["advice"]
    assert browser.get("/hint", simulations=1).status_code == 200
    assert browser.get("/alternatives", at=at, simulations=1).status_code in (200, 503)  # not compiled yet
    assert browser.post("/branch", count=22).status_code == 201


def test_friends_play_without_the_search(running):
    """Also for whoever holds all seats in one browser, and for a program."""
    friends = Friends(running).all_come()
    state = friends[0].state()
    assert (state["advice"], state["manners"]) == (False, {"advice": False, "messages": True})
    check_refused(friends[0])
    token = friends[0].post("/seats/0/token").json()["token"]
    check_refused(Browser(running, friends.table, token=token))
    assert friends[0].open(1, friends.secrets[1]).status_code == 200
    assert friends[0].state()["held"] == [0, 1]
    check_refused(friends[0])
    friends[0].turn()
    assert friends[0].state()["turn_at"] is None
    assert friends[0].get("/at/30").json()["turn_at"] is None
    refused(friends[0].get("/alternatives", at=22, language="pl"), 403, "bez porad")


def test_a_table_opened_with_advice_says_so_to_all(running):
    friends = Friends(running, advice=True).all_come()
    for browser in (*friends.people.values(), friends.spectator()):
        assert browser.state()["manners"]["advice"]
    check_advised(friends[0])


def test_whoever_has_not_come_or_lends_the_seat_is_somebody(running):
    friends = Friends(running)
    friends[0].open(0, friends.secrets[0])
    check_refused(friends[0])
    friends[1].open(1, friends.secrets[1])
    assert friends[1].hand(1, "random").status_code == 200
    check_refused(friends[0])


@pytest.mark.parametrize("players", [("person", "random"), ("person", "random", "random")])
def test_alone_among_bots_one_may_ask(running, players):
    friends = Friends(running, players, advice=False).all_come()
    check_advised(friends[0])


@pytest.mark.parametrize(("said", "is_advised"), [({}, True), ({"advice": False}, False)])
def test_at_one_screen_everybody_sees_who_asks(running, said, is_advised):
    """So advice is there, unless it is said that it shall not be."""
    seats = [{"name": name} for name in ("Ala", "Bo")]
    browser = running.browser()
    wanted = {"game": "chocolatier", "first": "seat-1", "seats": seats, **said}
    made = browser.post("/api/tables", json=wanted).json()
    one = Browser(running, made["table"])
    one.client = browser
    (check_advised if is_advised else check_refused)(one)


def uploaded(running, text):
    """Somebody with a file, at a table of their own."""
    browser = running.browser()
    answer = browser.post("/api/records", content=text)
    one = Browser(running, answer.json().get("table"))
    one.client = browser
    return one, answer


def test_a_copy_of_a_game_that_goes_on_gets_no_advice(running):
    """Nor does a bot play on from there, nor is it reviewed once somebody has played it to some end."""
    friends = Friends(running).all_come()
    text = friends.spectator().get("/record").text
    copy, answer = uploaded(running, text)
    assert (answer.status_code, copy.state()["advice"]) == (201, True)
    for path in ADVICE:
        refused(copy.client.get(f"/api/tables/{copy.table}{path}"), 403, FAIR_PLAY)
    refused(copy.hand(1, "easy"), 403, FAIR_PLAY)
    refused(uploaded(running, text.replace("Bo", "easy"))[1], 403, FAIR_PLAY)
    record = plainly(az.Record.from_text, text)
    position = record.replay()
    while not position.over:
        position.play(position.choices()[0])
    ended, _ = uploaded(running, position.record().to_text())
    refused(ended.get("/review"), 403, FAIR_PLAY)
    for _ in range(2):
        friends[friends[0].state()["turn"]].turn()
    check_advised(copy)


SEATS = [Seat("Ala", key="a"), Seat("Bo", key="b")]


def test_afterwards_everybody_may_look_and_again_is_as_before(tmp_path):
    store, manners = Store(f"sqlite:///{tmp_path / 'tables.db'}"), entries.Manners(False, False)

    async def play_again():
        tables = Tables(store)
        record = played("duel", 1)
        room = (await tables.create(record.game, SEATS, record.cut(len(record) - 1), manners=manners)).room
        everybody = [Sight(room.table), Sight(room.table, (0,)), Sight(room.table, (0, 1))]
        for sight in everybody:
            with pytest.raises(Unfair):
                sight.check_fair()
        await tables.change(
            room, lambda now: now.planning().add(entries.Choice(record.choices[-1])).planned()
        )
        for sight in everybody:
            sight.on(room.table).check_fair()
        again = (await tables.rematch(room)).room.table
        assert (again.manners, again.gives_advice) == (manners, False)
        await tables.close()

    asyncio.run(play_again())
    store.close()


def test_what_is_wanted_besides_is_checked_at_the_door(running):
    seats = [{"name": "Ala"}, {"name": "Bo", "here": False}]
    for wrong in ({"advice": "perhaps"}, {"messages": None}):
        answer = running.browser().post("/api/tables", json={"game": "duel", "seats": seats} | wrong)
        assert answer.status_code == 422


def test_a_table_from_before_is_without_advice():
    """Nobody had agreed to it."""
    opened = actions.open_table(Table.begun("t", az.Game("chocolatier")), SEATS, ())
    log = [entry for entry in opened.entries if not isinstance(entry.what, entries.Manners)]
    old = Table.begun("t", az.Game("chocolatier")).after(log)
    assert (old.manners, old.gives_advice) == (entries.Manners(), False)
