"""Does anything that somebody is given depend on what they may not know?

A game is played; then another one that a viewer can't tell from it: with the same choices, but for those
that are hidden from the viewer. Whatever the viewer is given must be the same for both, byte for byte.
Which facts are hidden is tested with the games (`tests/rules/<game>/test_<game>_secrets.py`).
"""

import asyncio
import io
import json
import os
import pickle
import random
import re
import subprocess
import sys
import threading
from contextlib import contextmanager

import httpx
import pytest
import uvicorn
from rich.console import Console
from tests.house import NAMES, SECRETIVE, hidden_choices, is_asked, known, pairs, played, some_choice
from tests.kits import KITS
from tests.kits.kit import at_plain
from tests.plainly import plainly

import azulejos as az
from azulejos import cli, games, tell
from azulejos.bots import bot
from azulejos.core import ready
from azulejos.core.contract import CHANCE, SomeOf
from azulejos.record import HIDDEN
from azulejos.store import Entry
from azulejos.tables import actions, entries
from azulejos.tables.players import Players
from azulejos.tables.room import Room
from azulejos.tables.table import PERSON, Seat, Table
from azulejos.terminal import Keyboard, Leave, View
from azulejos.web import api, records
from azulejos.web.app import create_app
from azulejos.web.asking import Asking, Look
from azulejos.web.server import Server, listen
from azulejos.web.show import state_of
from azulejos.workers import jobs

FEW = 60  # simulations
BOT = "random"
PATIENCE = 30  # seconds
TEXT = {"Content-Type": "text/plain"}
MORE = "more choices than can be read"

each_secretive = pytest.mark.parametrize("name", SECRETIVE)
each_open = pytest.mark.parametrize("name", [name for name in games.GAMES if name not in SECRETIVE])


def test_the_games_with_secrets_are_known():
    assert {name for name, kit in KITS.items() if kit.has_secrets} == set(SECRETIVE)


# ------------------------------------------------------------------------------------------------
# The face


def viewers(game):
    return [None, *range(game.players)]


def is_private(position):
    return is_asked(position) and position.asks_in_private(position.turn)


def given(record, viewer):
    """All that a viewer is given of a game, apart from the web."""
    position = record.begin()
    game, names = position.game, list(record.names)
    stories = []
    for choice in record.choices:
        is_hidden = viewer in position.hidden_from(choice)
        whose = (position.turn, position.round, position.turn_number, position.step)
        story = position.play(choice).known_by(viewer)
        words = tell.story(game.name, story.rows, names, "en") if len(story) else []
        stories.append((HIDDEN if is_hidden else choice, whose, list(story), story.rows.tobytes(), words))
    state = position.state_known_by(viewer)
    asked = names[position.turn] if is_asked(position) else ""
    facts = {
        "stories": stories,
        "document": json.dumps(position.known_by(viewer).to_dict()),
        "picture": position.svg(viewer),
        "text": [tell.describe(game.name, state, names, language) for language in tell.LANGUAGES],
        "question": [tell.question(game.name, state, asked, language) for language in tell.LANGUAGES],
        "terminal": terminal_text(position, viewer),
        "record": record.to_text(viewer),
        "private": [position.asks_in_private(seat) for seat in range(game.players)],
        "undo": record.undo_point(list(range(game.players)) if viewer is None else [viewer]),
        "hides": record.hides_from(viewer),
        "scores": (position.turn, position.scores, position.ranking),
    }
    thought = position.known_by(viewer)
    facts["known"] = (thought.turn, thought.choices(), [thought.tell(choice) for choice in thought.choices()])
    if is_asked(position) and position.turn == viewer:
        facts["legal"] = [(choice, position.tell(choice)) for choice in position.choices()]
        facts["reveals"] = [position.reveals(choice) for choice in position.choices()]
    return facts


def terminal_text(position, viewer):
    console = Console(file=io.StringIO(), width=120, highlight=False)
    View("en", console).table(position, viewer)
    return console.file.getvalue()


@pytest.mark.parametrize("viewer", [None, 0, 1])
@each_secretive
def test_nothing_given_depends_on_what_is_hidden(name, viewer):
    """Documents, pictures, words, stories, legal places, records, what can be taken back."""
    count = 0
    for record, twin in pairs(name, viewer, 1, 5):
        assert record.choices != twin.choices
        first, second = given(record, viewer), given(twin, viewer)
        for key in first:
            assert first[key] == second[key], key
        count += 1
    assert count > 2


@each_secretive
def test_nothing_given_in_private_depends_on_what_others_know(name):
    """Somebody who looks at what was drawn learns nothing of what others have put away."""
    count = 0
    for viewer in range(az.Game(name).players):
        asked = lambda position, viewer=viewer: position.turn == viewer and is_private(position)  # noqa: E731
        for record, twin in pairs(name, viewer, 0, 3, asked):
            assert given(record, viewer) == given(twin, viewer)
            count += 1
    assert count


@each_secretive
def test_bots_don_t_know_what_is_hidden_from_them(name):
    """Their choices don't change with it."""
    count = 0
    for viewer in range(az.Game(name).players):
        asked = lambda position, viewer=viewer: position.turn == viewer  # noqa: E731
        for record, twin in pairs(name, viewer, 1, 4, asked):
            chosen = []
            for each in (record, twin):
                position = each.replay(deal="by hand")
                players = bot("greedy-1"), bot("random", seed=1)
                with ready.now():
                    chosen.append([player.choose(position, viewer) for player in players])
                question = jobs.Question.of(position, viewer)
                chosen[-1] += jobs.bot_turn(question, "greedy-1")
                chosen[-1] += jobs.hint(question, 200).turn
                chosen[-1].append(pickle.dumps(question))
            assert chosen[0] == chosen[1]
            count += 1
    assert count > 3


@each_secretive
def test_a_known_table_is_sound_and_nobody_deals_at_it(name):
    for viewer in viewers(az.Game(name)):
        for position in played(name, 2, turns=30).positions():
            if not is_private(position):
                continue
            before = position.key()
            thought = position.known_by(viewer)
            assert thought.to_dict() == position.known_by(viewer).to_dict()
            assert (thought.turn == position.turn) == (viewer == position.turn)
            assert thought.choices()
            if thought.turn == CHANCE:
                assert thought.weights()
            assert position.key() == before


@each_open
def test_without_secrets_everybody_knows_everything(name):
    record = played(name, 1)
    for position in record.positions():
        for viewer in viewers(record.game):
            assert known(position, viewer) == position.table().tobytes()
            assert not any(position.hidden_from(choice) for choice in position.choices())
            assert not any(position.asks_in_private(seat) for seat in range(record.game.players))
    running = record.cut(60)
    assert all(running.to_text(viewer) == running.to_text() for viewer in viewers(record.game))
    assert not any(running.hides_from(viewer) for viewer in viewers(record.game))


# ------------------------------------------------------------------------------------------------
# Taking back


@each_secretive
def test_what_somebody_was_shown_can_not_be_taken_back(name):
    """Also where CHANCE was not asked, because it had been decided before, for somebody else."""
    found = 0
    for seed in range(6):
        record = played(name, seed)
        position = record.begin()
        for at, choice in enumerate(record.choices):
            seat = position.turn
            shows = is_asked(position) and known_differs(position, choice, seat)
            position.play(choice)
            if shows and position.turn == seat:
                found += 1
                assert record.cut(at + 1).undo_point([seat]) is None
    assert found


def known_differs(position, choice, seat):
    """Does a seat, by this choice of its own, learn what somebody else has known?"""
    thought, after = position.known_by(seat), position.copy()
    thought.play(choice)
    after.play(choice)
    return thought.turn == CHANCE != after.turn


@each_secretive
def test_what_showed_nothing_can_be_taken_back(name):
    found = 0
    record = played(name, 3, turns=20)
    position = record.begin()
    for at, choice in enumerate(record.choices):
        seat, step = position.turn, position.step
        position.play(choice)
        if is_asked(position) and seat == position.turn and step == 0 and position.phase != "drawing":
            found += record.cut(at + 1).undo_point([seat]) == at
    assert found > 5


# ------------------------------------------------------------------------------------------------
# Records


def running_record(name, viewer, seed=0):
    """A game that isn't over and hides something from a viewer."""
    while True:
        record = played(name, seed, turns=24)
        if any(hidden_choices(record, viewer)) and not record.replay(deal="by hand").over:
            return record
        seed += 1


def written(text):
    """The choices of a file."""
    body = text.partition("\n\n")[2].splitlines()[:-1]
    return [choice for line in body for choice in line.partition(": ")[2].split(", ")]


@pytest.mark.parametrize("viewer", [None, 0, 1])
@each_secretive
def test_a_running_record_hides_exactly_what_its_reader_may_not_know(name, viewer):
    record = running_record(name, viewer)
    hidden = hidden_choices(record, viewer)
    text = record.to_text(viewer)
    pairs_ = zip(record.choices, hidden, strict=True)
    assert written(text) == [HIDDEN if is_hidden else choice for choice, is_hidden in pairs_]
    assert text.endswith(f"end: {len(record)} choices\n")
    assert HIDDEN not in record.to_text()
    loaded = az.Record.from_text(text)
    first = hidden.index(True)
    assert loaded.choices == record.choices[:first]
    assert loaded.hidden == len(record) - first
    assert loaded.replay().key() == record.replay(first, "by hand").key()
    again = az.Record.from_text(loaded.to_text())
    assert (again.choices, again.hidden) == (loaded.choices, loaded.hidden)
    assert again == loaded
    shorter = loaded.cut(first - 1)
    assert (len(shorter), shorter.hidden) == (first - 1, 0)


@each_secretive
def test_a_finished_record_is_complete(name):
    record = played(name, 1)
    assert any(hidden_choices(record, None))
    for viewer in viewers(record.game):
        assert record.to_text(viewer) == record.to_text()
    assert az.Record.from_text(record.to_text(None)).replay().over


@pytest.mark.parametrize("viewer", [None, 0, 1])
@each_secretive
def test_a_record_that_began_in_the_middle_hides_its_beginning(name, viewer):
    """What is hidden in the position is left out, and a reader gets as far as that is not asked for."""
    dice, count, stops = random.Random(5), 0, 0
    for seed in range(2):
        for record, twin in pairs(name, viewer, seed, 3):
            texts, games_ = [], []
            for each in (record, twin):
                middle = each.replay(deal="by hand")
                games_.append(middle.game.position(middle.to_dict(), deal="by hand", names=each.names))
            same = games_[0] != games_[1]
            for _ in range(dice.randrange(60)):  # as long as both games can go on in the same way
                both = [choice for choice in games_[0].choices() if games_[1].is_legal(choice)]
                if not both:
                    break
                choice = dice.choice(both)
                after = [position.copy() for position in games_]
                for position in after:
                    position.play(choice)
                if known(after[0], viewer) != known(after[1], viewer) or after[0].over:
                    break
                games_ = after
            texts = [position.record().to_text(viewer) for position in games_]
            assert texts[0] == texts[1]
            loaded = az.Record.from_text(texts[0])
            assert known(loaded.begin(), viewer) == loaded.begin().table().tobytes()
            assert (loaded.hidden > 0) == (len(loaded) < len(games_[0].history))
            count += same
            stops += loaded.hidden > 0
    assert count


@each_secretive
def test_a_reader_stops_where_the_hidden_beginning_is_asked_for(name):
    """Nobody has chosen anything in secret, but what lay hidden at the beginning comes to light."""
    found = 0
    for seed in range(4):
        for position in played(name, seed).positions():
            if position.over or position.turn != 0 or position.step or found:
                continue
            middle = position.game.position(position.to_dict(), deal="by hand")
            dice = random.Random(seed)
            while not middle.over and len(middle.history) < 40:
                middle.play(some_choice(middle, dice, SECRETIVE[name]))
            record = middle.record()
            for viewer in viewers(position.game):
                if middle.over or any(hidden_choices(record, viewer)):
                    continue
                loaded = az.Record.from_text(record.to_text(viewer))
                assert loaded.choices == record.choices[: len(loaded)]
                found += loaded.hidden > 0
    assert found


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda text: text + "more\n", "nothing may follow"),
        (lambda text: re.sub(r"end: \d+ choices", "end: 3 choices", text), MORE),
        (lambda text: re.sub(r"end: \d+ choices", "end: many choices", text), MORE),
        (lambda text: text[: text.index("end:")], "the record is cut off"),
    ],
)
def test_a_damaged_record_with_hidden_choices(spoil, complaint):
    text = running_record("duel", None).to_text(None)
    with pytest.raises(az.RecordError, match=complaint):
        plainly(az.Record.from_text, spoil(text))


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """Run a command with nothing typed."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(cli, "_prepare_in_background", lambda game: None)

    def run_command(*arguments):
        code = cli.main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run_command


@each_secretive
def test_a_record_with_hidden_choices_at_the_terminal(name, run, tmp_path):
    """It can be looked at, and drawn, but not gone on with."""
    record = running_record(name, 0)
    file = tmp_path / "game.azul"
    file.write_text(record.to_text(0))
    loaded = plainly(az.Record.load, file)
    code, out, _ = run("replay", file)
    assert code == 0
    assert f"{len(loaded)}/{len(loaded)}" in out
    assert run("replay", file, "--at", len(loaded) + 1)[0] == 2
    assert run("draw", file, "-o", tmp_path / "game.svg")[0] == 0
    code, out, err = run("play", "--resume", file)
    assert (code, out) == (2, "")
    assert err == "azulejos: this game hides choices: it can only be looked at\n"
    saved = tmp_path / "data" / "azulejos" / "tables"
    saved.mkdir(parents=True)
    file.rename(saved / "20260101-000000-game.azul")
    assert "there is no saved game to go on with" in run("play", "--resume")[2]


# ------------------------------------------------------------------------------------------------
# The terminal


class Typist(Keyboard):
    """A table in the terminal at which lines are typed, after what a record tells."""

    def __init__(self, record, bots=(), typed=()):
        self.prompts = []
        self.typed = list(typed)
        console = Console(file=io.StringIO(), width=120, highlight=False)
        names = record.names or [f"Seat {seat + 1}" for seat in range(record.game.players)]
        seats = [Seat(name, BOT if seat in bots else PERSON) for seat, name in enumerate(names)]
        begun = plainly(Table.begun, "typed", record.game, record.origin)
        super().__init__(actions.open_table(begun, seats, (), None, record).table, View("en", console), None)

    def save(self):
        return False

    def _input(self, prompt):
        self.prompts.append(prompt)
        self.view.console.print(prompt)
        if not self.typed:
            raise Leave
        return self.typed.pop(0)

    @property
    def text(self):
        return self.view.console.file.getvalue()


WIDE = pytest.mark.wide


@pytest.mark.parametrize("viewer", [pytest.param(None, marks=WIDE), 0, pytest.param(1, marks=WIDE)])
@each_secretive
def test_the_terminal_prints_nothing_that_is_hidden(name, viewer):
    """All that happens, and then a question with all commands: people who see it learn nothing."""
    count = 0
    asked = lambda position: is_asked(position) and viewer in (None, position.turn)  # noqa: E731
    for record, twin in pairs(name, viewer, 4, 4, asked):
        printed = []
        for each in (record, twin):
            secret = is_private(each.replay(deal="by hand"))
            typed = (
                () if viewer is None and secret else ("", "board", "hint", "alternatives", "nonsense", "undo")
            )
            table = Typist(each, () if viewer is None else (1 - viewer,), typed)
            table.hear(table.table.steps)
            table.run()
            printed.append((table.text, table.prompts))
        assert printed[0] == printed[1]
        count += 1
    assert count > 1


def typed_game(name, people, seed):
    """The lines that play a game with many draws, where the terminal asks; and its private questions."""
    dice = random.Random(seed)
    position = plainly(az.Game(name, first=0).start, seed=seed)
    lines, draws, opened = [], 0, 0
    while not position.over and draws < 2:
        if len(people) > 1 and is_private(position) and opened != position.turn_number:
            opened = position.turn_number
            draws += 1
            lines.append("")
        lines.append(some_choice(position, dice, SECRETIVE[name]))
        position.play(lines[-1])
    return lines, draws


LOOK_AWAY = "may see what comes now. Everybody else looks away."


@each_secretive
def test_two_people_at_one_keyboard_look_away_once_for_each_draw(name, tmp_path):
    """Through a pipe: the lines go exactly where they belong, or the game would not be as typed."""
    lines, draws = typed_game(name, [0, 1], 5)
    command = [sys.executable, "-m", "azulejos", "play", name, "--bots", "none", "--names", "Ala,Bo"]
    answer = subprocess.run(
        [*command, "--seed", "5", "--first", "seat-1"],
        input="\n".join([*lines, ""]),
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path), "COLUMNS": "120", "PYTHONPATH": ":".join(sys.path)},
    )
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.count(LOOK_AWAY) == draws == 2
    assert "isn't one of the choices" not in answer.stdout
    (file,) = (tmp_path / "azulejos" / "tables").glob("*.azul")
    record = plainly(az.Record.load, file)
    position, chosen = record.begin(), []
    for choice in record.choices:
        chosen += [choice] if is_asked(position) else []
        position.play(choice)
    assert chosen == [line for line in lines if line]
    for part in answer.stdout.split(LOOK_AWAY)[:-1]:
        assert part.count("Ala ") + part.count("Bo ") > 0


def private_question(name, seat):
    """A position in which a seat is asked in private."""
    for seed in range(20):
        for position in played(name, seed).positions():
            if position.turn == seat and is_private(position):
                return position
    raise AssertionError


@each_secretive
def test_what_is_private_is_printed_after_the_others_look_away(name):
    position = private_question(name, 0)
    labels = [position.tell(choice) for choice in position.choices()]
    table = Typist(position.record())
    table.run()
    assert LOOK_AWAY in table.text
    assert not any(label in table.text for label in labels)
    table = Typist(position.record(), typed=["", "board", "hint"])
    table.run()
    assert table.text.count(LOOK_AWAY) == 1
    assert all(label in " ".join(table.text.split()) for label in labels)


@each_secretive
def test_one_person_sees_what_it_has_drawn_and_nobody_looks_away(name):
    position = private_question(name, 0)
    labels = [position.tell(choice) for choice in position.choices()]
    table = Typist(position.record(), bots=[1])
    table.run()
    assert LOOK_AWAY not in table.text
    assert all(label in " ".join(table.text.split()) for label in labels)


@each_secretive
def test_the_screen_is_private_until_the_answer_only(name):
    """Afterwards the table is drawn as everybody may see it."""
    table = Typist(private_question(name, 0).record(), typed=[""])
    while is_private(table.position):
        try:
            table._turn()
        except Leave:
            table._play(table.position.choices()[0])
    assert table.opened == table.position.turn_number
    with pytest.raises(Leave):
        table._turn()
    assert table.opened == 0
    assert table.sight.viewer_of(table.position) is None


# ------------------------------------------------------------------------------------------------
# The web


@contextmanager
def serving(database, cookies=None):
    """Somebody who asks a real server, in a thread of its own."""
    app = create_app(database, prepare=False, rate=0.0)
    socket = listen("127.0.0.1", 0)
    server = Server(uvicorn.Config(app, log_config=None, access_log=False, timeout_graceful_shutdown=5))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [socket]})
    thread.start()
    url = f"http://127.0.0.1:{socket.getsockname()[1]}"
    with httpx.Client(base_url=url, timeout=PATIENCE, cookies=cookies) as client:
        yield client
    server.should_exit = True
    thread.join(PATIENCE)
    socket.close()
    assert not thread.is_alive()


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    """One server for all tests."""
    with serving(f"sqlite:///{tmp_path_factory.mktemp('secrets') / 'tables.db'}") as client:
        yield client


@pytest.fixture
def still_bots(monkeypatch):
    """Bots don't play."""
    monkeypatch.setattr(Players, "let_play", lambda players, room: None)


def upload(web, record, **params):
    """The table of a complete record."""
    answer = web.post("/api/records", content=record.to_text(), params=params, headers=TEXT)
    assert answer.status_code == 201, answer.text
    return answer.json()["table"]


def holder(web, table, secrets, seats):
    """Another browser, which holds these seats of a table."""
    browser = httpx.Client(base_url=web.base_url, timeout=PATIENCE, transport=web._transport)
    for seat in seats:
        opened = browser.post(f"/api/tables/{table}/seats/{seat}/open", json={"secret": secrets[str(seat)]})
        assert opened.status_code == 200, opened.text
    return browser


def asked_for(web, record, monkeypatch, opened=0, held=None, seat=None):
    """Every answer about the table of a record, with the name of the table taken out.

    `held`: the seats that whoever asks holds, all unless they are named; `seat`: the one that is shown.
    """
    made = web.post("/api/records", content=record.to_text(), headers=TEXT).json()
    table = made["table"]
    web = web if held is None else holder(web, table, made["secrets"], held)
    named = {} if seat is None else {"seat": seat}
    position = record.replay(deal="by hand")
    url, answers = f"/api/tables/{table}", []

    def note(path, answer):
        content = answer.content.replace(table.encode(), b"TABLE")
        answers.append((path, answer.status_code, re.sub(rb'"age":\d+', b'"age":0', content)))

    def ask(path, **params):
        note(path, web.get(url + path, params=named | params))

    def send(path, body, **params):
        answer = web.post(url + path, json=body, params=named | params)
        note(path, answer)
        return answer.json()

    for language in tell.LANGUAGES:
        ask("", language=language, open=opened)
    ask("", open=opened, after=20, letters=True, theme="dark")
    if held is not None and len(held) < 2:
        ask("", open=position.turn_number)  # nobody here has to look away
    for path in ("/events", "/positions"):
        answers.append(followed(web, url + path, named))
        ask(path, after=0)
    for path in ("/brief", "/record", "/picture.svg", "/tree"):
        ask(path)
    if held == ():  # it is drawn of the other one, and slowly
        ask("/picture.png")
    for page in (f"/tables/{table}", f"/tables/{table}/replay", f"/games/{table}"):
        note(page.replace(table, "TABLE"), web.get(page))
    dice = random.Random(1)
    for count in (*dice.sample(range(len(record)), 2), len(record)):
        for wish in (0, position.turn_number, record.replay(count, "by hand").turn_number):
            ask(f"/at/{count}", open=wish)
    ask("/hint", open=opened, simulations=FEW)
    turns = [at for at, before in enumerate(record.positions()) if before.turn != CHANCE and before.step == 0]
    for at in (*dice.sample(turns, min(6, len(turns))), len(record)):
        for wish in {0, opened}:
            ask("/alternatives", at=at, open=wish, simulations=FEW)
    shown = web.get(url, params=named | {"open": opened}).json()
    legal = [choice["choice"] for choice in shown["legal"]]
    for drafted in ([], ["nonsense"], *([choice] for choice in dice.sample(legal, min(3, len(legal))))):
        shown = send("/preview", {"choices": drafted}, open=opened)
        while drafted and len(drafted) < 5 and not shown.get("is_whole", True) and shown["legal"]:
            drafted = [*drafted, dice.choice(shown["legal"])["choice"]]
            shown = send("/preview", {"choices": drafted}, open=opened)
            send("/preview", {"choices": [*drafted, "nonsense"]}, open=opened)
            ask("/hint", open=opened, choices=drafted, simulations=FEW)
    last = web.get(url).json()["last"]
    send("/turns", {"after": last, "key": "k" * 8, "choices": ["nonsense"]}, open=opened)
    send("/turns", {"after": last + 1, "key": "k" * 8, "choices": ["nonsense"]}, open=opened)
    send("/answer", {"agree": True, "key": "a" * 8})
    ask("/review")
    answers.append(branches(web, url, len(record), monkeypatch, named, 25 if held is None else 5))
    send("/undo", {"after": last, "key": "u" * 8}, open=opened)
    return answers


def followed(web, url, named):
    """How a stream begins."""
    headers = {"Accept": "text/event-stream"}
    with web.stream("GET", url, params=named, headers=headers) as answer:
        lines = answer.iter_lines()
        return [next(lines) for _ in range(4)]


def branches(web, url, count, monkeypatch, named, length):
    """Games that go on from here."""
    found = []
    for cut in (count, max(0, count - 5)):
        monkeypatch.setattr(actions, "SYSTEM", random.Random(7))
        table = web.post(f"{url}/branch", params=named | {"count": cut}).json()["table"]
        dice = random.Random(3)
        for _ in range(length):
            state = web.get(f"/api/tables/{table}", params={"draw": False}).json()
            state = web.get(f"/api/tables/{table}", params={"open": state["turn_number"]}).json()
            found.append(json.dumps(state).replace(table, "TABLE"))
            if not state["legal"]:
                break
            choice = dice.choice(state["legal"])["choice"]
            body = {"after": state["last"], "key": f"branch-{state['last']}", "choices": [choice]}
            wish = {"open": state["turn_number"], "draw": False}
            web.post(f"/api/tables/{table}/turns", json=body, params=wish)
    return found


@pytest.mark.parametrize("viewer", [None, 0, 1])
@each_secretive
def test_the_web_gives_nothing_that_is_hidden(name, viewer, web, still_bots, monkeypatch):
    """One person and a bot, or two people at one screen, who have not looked away."""
    game = az.Game(name)
    names = tuple(NAMES[seat] if viewer in (None, seat) else BOT for seat in range(game.players))
    wanted = [is_private, lambda position: is_asked(position) and not is_private(position)]
    count = 0
    for which in wanted:
        for record, twin in pairs(name, viewer, 1, 1, which, names):
            first = asked_for(web, record, monkeypatch)
            second = asked_for(web, twin, monkeypatch)
            for one, other in zip(first, second, strict=True):
                assert one == other
            count += 1
    assert count > 1


@each_secretive
def test_the_web_gives_nothing_that_others_know_when_they_look_away(name, web, still_bots, monkeypatch):
    """At one screen, opened: whoever is asked sees what it may know, and no more."""
    count = 0
    for viewer in range(az.Game(name).players):
        asked = lambda position, viewer=viewer: position.turn == viewer and is_private(position)  # noqa: E731
        for record, twin in pairs(name, viewer, 0, 1, asked):
            opened = record.replay(deal="by hand").turn_number
            answers = [asked_for(web, each, monkeypatch, opened)[:-2] for each in (record, twin)]
            assert answers[0] == answers[1]
            count += 1
    assert count


@pytest.mark.parametrize(
    ("held", "viewer", "seat"),
    [
        ((), None, None),
        pytest.param((0,), 0, None, marks=WIDE),
        pytest.param((1,), 1, None, marks=WIDE),
        ((0, 1), 1, 1),
    ],
)
@each_secretive
def test_the_web_gives_friends_nothing_that_is_hidden(name, held, viewer, seat, web, monkeypatch):
    """Each at a seat of their own, a spectator, or one of several seats that a browser holds."""
    wanted = [is_private, lambda position: is_asked(position) and not is_private(position)]
    count = 0
    for which in wanted:
        for record, twin in pairs(name, viewer, 1, 1, which):
            first, second = (
                asked_for(web, each, monkeypatch, held=held, seat=seat) for each in (record, twin)
            )
            for one, other in zip(first, second, strict=True):
                assert one == other
            count += 1
    assert count > 1


@pytest.mark.parametrize("name", games.GAMES)
def test_the_web_gives_nothing_that_makes_one_table_another(name, web):
    """The same game at two tables, whose secrets differ: the same is sent to whoever asks."""
    record = played(name, 3, turns=12)
    sent = []
    for _ in range(2):
        made = web.post("/api/records", content=record.to_text(), headers=TEXT).json()
        answers, table = [], made["table"]
        for held in ((), (0,), (1,), (0, 1)):
            browser = holder(web, table, made["secrets"], held)
            url = f"/api/tables/{table}"
            asked = [url, *(f"{url}{path}" for path in ("/events", "/record", "/at/9", "/review"))]
            asked += [f"/tables/{table}", f"/tables/{table}/replay"]
            answers += [browser.get(path).text.replace(table, "TABLE") for path in asked]
            answers.append(browser.post(f"{url}/preview", json={"choices": []}).text.replace(table, "TABLE"))
            answers.append(followed(browser, f"{url}/events", {}))
        sent.append(answers)
    for one, other in zip(*sent, strict=True):
        assert one == other


# ------------------------------------------------------------------------------------------------
# All that the web is made of, without a server: many more positions


def table_of(record, handed=()):
    """A table whose people, all but those who have handed their seats to bots, have keys and have come."""
    begun = Table.begun("thetable", record.game, record.origin)
    seats = range(record.game.players)
    log = [("seat", {"seat": seat, "player": BOT if seat in handed else PERSON}) for seat in seats]
    log += [("name", {"seat": seat, "name": name}) for seat, name in enumerate(record.names)]
    log += [(kind, {"seat": seat, "hash": f"{seat}"}) for seat in seats for kind in ("key", "came")]
    log += [("choice", {"choice": choice}) for choice in record.choices]
    written = (Entry(kind, body, number, 1000.0) for number, (kind, body) in enumerate(log, 1))
    return Room(begun.after(map(entries.read, written)))


def screen_at(room, held, opened=0):
    """Whoever holds these seats."""
    return Asking(room, tuple(held), opened, frozenset())


def sent_to(record, held, handed):
    """All that is sent to whoever holds these seats, and all that a worker is told for them."""
    room, look, dice = table_of(record, handed), Look(), random.Random(1)
    table, screens = room.table, [screen_at(room, held)]
    if len(screens[0].sight.people) < 2:  # nobody has to look away: then opening means nothing
        screens.append(screen_at(room, held, table.position.turn_number))
    sent = []
    for screen in screens:
        sent.append(state_of(screen, look).model_dump())
        sent.append(table.record().to_text(screen.sight.eyes))
        for count in (len(record), dice.randrange(len(record) + 1)):
            sent.append(asyncio.run(records.read_position(screen, count, look)).model_dump())
        for at in (len(record), *dice.sample(range(len(record)), 3)):
            sent.append(answer_of(looked_back, screen, at))
        drafts = [[]]
        for drafted in drafts:
            shown_ = answer_of(previewed, screen, drafted)
            sent += [shown_, answer_of(question, screen, drafted)]
            if isinstance(shown_, dict) and shown_["legal"] and len(drafted) < 3:
                drafts.append([*drafted, dice.choice(shown_["legal"])["choice"]])
        sent += [table.undo_point(held), branched(table, screen, len(record))]
    return [json.dumps(each) for each in sent]


def answer_of(ask, *arguments):
    """What is answered, or why it is refused."""
    try:
        return ask(*arguments)
    except az.AzulejosError as error:
        return str(error)


def previewed(screen, drafted):
    return asyncio.run(api.preview(screen, api.Draft(choices=drafted), Look())).model_dump()


def looked_back(screen, at):
    """What the search would be asked about a turn that was played."""
    seat, stretches = screen.sight.looked_back(at)
    return [seat, [[jobs.Question.of(each.known, seat).table.hex(), each.played] for each in stretches]]


def question(screen, drafted):
    """What the search would be asked for a hint."""
    screen.sight.check_turn()
    position, _ = screen.sight.draft(drafted)
    return jobs.Question.of(position, screen.table.position.turn).table.hex()


def branched(table, screen, count):
    """What a branch would begin with."""
    record, eyes = table.record().cut(count), screen.sight.eyes
    return table.at(count).known_by(eyes).to_dict() if record.hides_from(eyes) else "all"


SCREENS = [  # seats held, those of them handed to a bot, and whose eyes these are
    ((), (), None),
    ((0,), (), 0),
    ((1,), (), 1),
    ((0, 1), (), None),
    ((0,), (0,), 0),
    ((0, 1), (1,), 0),
    ((0, 1), (0, 1), None),
    ((), (0,), None),
]


@pytest.mark.parametrize(("held", "handed", "viewer"), SCREENS)
@each_secretive
def test_nothing_sent_depends_on_what_its_viewer_may_not_know(name, held, handed, viewer):
    """In random games: state, drawing, events, record, replay, previews, what the search is asked."""
    count = 0
    wanted = [is_private, is_asked]
    for seed, which in enumerate(wanted):
        for record, twin in pairs(name, viewer, seed, 2, which):
            first, second = (sent_to(each, held, handed) for each in (record, twin))
            for one, other in zip(first, second, strict=True):
                assert one == other
            count += 1
    assert count > 2


@pytest.mark.parametrize("name", games.GAMES)
def test_whoever_looks_is_shown_one_game(name):
    """In random games of all four: what is decided and open to all is the same for every viewer."""
    for turns in (3, 9, 20):
        record = played(name, turns, turns=turns)
        room = table_of(record)
        table, seats = room.table, range(record.game.players)
        same = ("turn", "over", "round", "scores", "turn_number", "names", "seats", "last", "winners")
        views = []
        for held in ((), *((seat,) for seat in seats), tuple(seats)):
            screen = screen_at(room, held)
            state = state_of(screen, Look(draws=False)).model_dump()
            assert state["held"] == list(held)
            assert state["is_mine"] == (state["turn"] in held)
            assert bool(state["legal"]) <= state["is_mine"]
            views.append([state[key] for key in same])
            hidden = [step.hidden_from for step in table.steps]
            told = [step["choice"] for step in state["told"]]
            assert told == [
                HIDDEN if screen.sight.eyes in from_ else step.choice
                for step, from_ in zip(table.steps, hidden, strict=True)
            ]
        assert all(view == views[0] for view in views)


@each_secretive
def test_at_one_screen_the_others_look_away_first(name, web):
    """Nothing is drawn, said or accepted before; then everything that can be chosen is."""
    position = private_question(name, 1)
    url = f"/api/tables/{upload(web, position.record())}"
    state = web.get(url).json()
    assert (state["is_private"], state["is_person"], state["legal"], state["turn"]) == (True, True, [], 1)
    assert "data-choice" not in "".join(state["parts"].values())
    labels = [position.tell(choice) for choice in position.choices()]
    assert not any(label in json.dumps(state) for label in labels)
    choice = position.choices()[0]
    body = {"after": state["last"], "key": "12345678", "choices": [choice]}
    wrong = position.turn_number - 1
    for answer in (
        web.post(f"{url}/turns", json=body),
        web.post(f"{url}/turns", json=body, params={"open": wrong}),
        web.post(f"{url}/preview", json={"choices": [choice]}),
        web.get(f"{url}/hint"),
        web.get(f"{url}/alternatives", params={"at": len(state["told"])}),
    ):
        assert (answer.status_code, answer.json()) == (422, {"error": "first the others look away"})
    assert web.get(url, params={"open": wrong}).json() == state
    opened = {"open": position.turn_number}
    seen = web.get(url, params=opened).json()
    assert [legal["choice"] for legal in seen["legal"]] == position.choices()
    assert seen["told"] == state["told"]  # what happened is read by everybody afterwards
    assert web.get(f"{url}/hint", params=opened).json()["choice"] in position.choices()
    shown = web.post(f"{url}/preview", json={"choices": [choice]}, params=opened)
    assert shown.status_code == 200
    asked = {"at": len(state["told"]), "simulations": FEW, **opened}
    assert web.get(f"{url}/alternatives", params=asked).json()["seat"] == 1
    after = web.post(f"{url}/turns", json=body, params=opened)
    assert after.status_code == 200, after.text
    then = web.get(f"{url}/alternatives", params=asked)  # what was private is not opened again
    assert (then.status_code, then.json()) == (422, {"error": "first the others look away"})


@pytest.mark.parametrize("knower", [1, 2])
def test_at_one_screen_a_draft_shows_nothing_before_the_others_look_away(knower, web):
    """It is whole where the seat would see what only it may see, whoever has put that there."""
    middle = at_plain(
        f"duel 2 4.1 acting:1 factories=b3k//* stack=0,gw{knower},hw{knower},is{3 - knower} "
        "9::as0,aw0,bs0,bw0,cs0,cw0,ds0::::1 9::dw0,es0,ew0,fs0,fw0,gs0,hs0,jw0::::0"
    )
    record = plainly(az.Record, middle.game, ["draw", "draw"], NAMES[:2], origin=middle.to_dict())
    url = f"/api/tables/{upload(web, record)}"
    state = web.get(url).json()
    assert (state["is_private"], [legal["choice"] for legal in state["legal"]]) == (False, ["draw", "stop"])
    shown = web.post(f"{url}/preview", json={"choices": ["stop"]}).json()
    assert (shown["is_whole"], shown["legal"]) == (True, [])
    body = {"after": state["last"], "key": "12345678", "choices": ["stop"]}
    state = web.post(f"{url}/turns", json=body).json()
    assert (state["is_private"], state["legal"]) == (True, [])
    opened = web.get(url, params={"open": state["turn_number"]}).json()
    assert [legal["choice"] for legal in opened["legal"]] == ["keep g-wild", "keep h-wild"]
    undone = web.post(f"{url}/undo", json={"after": state["last"], "key": "87654321"})
    assert undone.status_code == (422 if knower == 2 else 200)  # its own tiles were known to it


@each_secretive
def test_a_draft_is_whole_where_it_would_show_what_a_bot_knows(name, web, still_bots):
    """Neither by a preview, nor by a refusal, nor by a turn that is taken back."""
    found = 0
    for seed in range(10):
        record = played(name, seed, (NAMES[0], BOT))
        position = record.begin()
        for at, choice in enumerate(record.choices):
            shows = position.turn == 0 and known_differs(position, choice, 0)
            position.play(choice)
            if not shows or position.turn != 0:
                continue
            found += 1
            url = f"/api/tables/{upload(web, record.cut(at))}"
            shown = web.post(f"{url}/preview", json={"choices": [choice]}).json()
            assert (shown["is_whole"], shown["legal"]) == (True, [])
            last = web.get(url).json()["last"]
            secret = position.choices()[0]
            body = {"after": last, "key": "12345678", "choices": [choice, secret]}
            refused = web.post(f"{url}/turns", json=body)
            assert (refused.status_code, "comes after the end" in refused.json()["error"]) == (422, True)
            assert web.get(url).json()["last"] == last
            state = web.post(f"{url}/turns", json=body | {"choices": [choice]}).json()
            assert [legal["choice"] for legal in state["legal"]] == position.choices()
            undone = web.post(f"{url}/undo", json={"after": state["last"], "key": "87654321"})
            assert undone.status_code == 422
        if found > 1:
            return
    assert found


@each_secretive
def test_nobody_looks_into_a_bot(name, web, still_bots):
    """While a bot is asked, nothing of its question is told."""
    position = private_question(name, 1)
    record = position.record()
    record.names = (NAMES[0], BOT)
    url = f"/api/tables/{upload(web, record)}"
    last = web.get(url).json()["last"]
    body = {"after": last, "key": "12345678", "choices": [position.choices()[0]]}
    for opened in (0, position.turn_number):
        wish = {"open": opened}
        for answer in (
            web.post(f"{url}/turns", json=body, params=wish),
            web.post(f"{url}/preview", json={"choices": ["nonsense"]}, params=wish),
            web.get(f"{url}/hint", params=wish),
        ):
            assert (answer.status_code, answer.json()["error"]) == (422, f"it is the turn of {BOT}, a bot")
        answer = web.get(f"{url}/alternatives", params=wish | {"at": len(record)})
        assert (answer.status_code, answer.json()["error"]) == (
            422,
            "as long as the game goes on, you can look at your own turns only",
        )
        assert web.get(url, params=wish).json()["legal"] == []


@each_secretive
def test_a_finished_table_hides_nothing(name, web):
    record = played(name, 2)
    url = f"/api/tables/{upload(web, record)}"
    assert [step["choice"] for step in web.get(url).json()["told"]] == record.choices
    assert written(web.get(f"{url}/record").text) == record.choices
    at = next(at for at, position in enumerate(record.positions()) if is_private(position))
    position = record.replay(at, "by hand")
    shown = web.get(f"{url}/at/{at}").json()
    assert shown["text"] == tell.describe(name, position.state, list(record.names), "en")
    branch = web.post(f"{url}/branch", params={"count": at}).json()["table"]
    told = web.get(f"/api/tables/{branch}").json()["told"]
    assert len(told) == at


@pytest.mark.parametrize("names", [("Ala", "Bo"), ("Ala", BOT), (BOT, BOT)])
@each_secretive
def test_a_record_with_hidden_choices_is_only_looked_at(name, names, tmp_path):
    """In the web: whole up to there; nobody plays on, also after the server was started again."""
    record = running_record(name, None)
    record.names = names
    text = record.to_text(None)
    first = hidden_choices(record, None).index(True)
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    with serving(database) as web:
        answer = web.post("/api/records", content=text, headers=TEXT)
        assert answer.status_code == 201, answer.text
        url = f"/api/tables/{answer.json()['table']}"
        state = web.get(url).json()
        assert_closed(web, url, record, first)
    with serving(database, web.cookies) as web:
        assert web.get(url).json() == state
        assert_closed(web, url, record, first)
        kept = web.get(f"{url}/record").text
        assert plainly(az.Record.from_text, kept) == plainly(az.Record.from_text, text)
        branch = web.post(f"{url}/branch", params={"count": first}).json()["table"]
        assert not web.get(f"/api/tables/{branch}").json()["is_closed"]
        cut = web.post("/api/records", content=text, params={"count": first - 1}, headers=TEXT).json()[
            "table"
        ]
        assert not web.get(f"/api/tables/{cut}").json()["is_closed"]


def assert_closed(web, url, record, first):
    state = web.get(url).json()
    assert (state["is_closed"], state["legal"], len(state["told"])) == (True, [], first)
    assert "data-choice" not in "".join(state["parts"].values())
    body = {"after": state["last"], "key": "12345678"}
    for answer in (
        web.post(f"{url}/turns", json=body | {"choices": [record.choices[first]]}),
        web.post(f"{url}/preview", json={"choices": []}),
        web.post(f"{url}/undo", json=body),
        web.get(f"{url}/hint"),
        web.get(f"{url}/alternatives", params={"at": first - 1}),
    ):
        assert (answer.status_code, answer.json()["error"]) == (
            422,
            "this game hides choices: it can only be looked at",
        )
    page = url.removeprefix("/api")
    assert web.get(page).status_code == web.get(f"{page}/replay").status_code == 200
    at = web.get(f"{url}/at/{first + 5}").json()
    assert (at["count"], at["of"]) == (first, first)
    assert web.get(url).json() == state


# ------------------------------------------------------------------------------------------------
# Options with items


ITEMS = [
    (name, option)
    for name, facts in games.GAMES.items()
    for option in facts.options
    if isinstance(option, SomeOf)
]
each_choice_of_items = pytest.mark.parametrize(("name", "option"), ITEMS, ids=[name for name, _ in ITEMS])


def open_table(web, name, **options):
    players = games.GAMES[name].players[0]
    seats = [{"name": NAMES[seat]} for seat in range(players)]
    return web.post("/api/tables", json={"game": name, "options": options, "seats": seats})


@each_choice_of_items
def test_items_are_described(web, name, option):
    (facts,) = [facts for facts in web.get("/api/games").json() if facts["name"] == name]
    assert facts["options"][option.name] == {
        "presets": list(option.values),
        "one of each": [list(group) for group in option.items],
        "how many": list(option.sizes),
    }


@each_choice_of_items
def test_items_by_name(web, name, option):
    """As many as allowed, in any order; the record has them in theirs."""
    for size in option.sizes:
        chosen = [group[-1] for group in option.items[:size]]
        for given_ in (",".join(chosen), ", ".join(reversed(chosen))):
            answer = open_table(web, name, **{option.name: given_})
            assert answer.status_code == 201, answer.text
            text = web.get(f"/api/tables/{answer.json()['table']}/record").text
            assert f"\n{option.name}: {','.join(chosen)}\n" in text
    for preset in option.values:
        assert open_table(web, name, **{option.name: preset}).status_code == 201


@each_choice_of_items
def test_items_that_can_not_be(web, name, option):
    """Both of one group, too few, too many, twice the same, unknown ones, none."""
    firsts = [group[0] for group in option.items]
    twice = [*option.items[0][:2], *firsts[1 : min(option.sizes) - 1]]
    wrong = [
        twice,
        firsts[: min(option.sizes) - 1],
        [*firsts[: min(option.sizes) - 1], firsts[0]],
        [*firsts[: min(option.sizes) - 1], "mauve"],
        [*option.names],
        [""],
        ["", "", ""],
    ]
    for chosen in wrong:
        answer = open_table(web, name, **{option.name: ",".join(chosen)})
        assert answer.status_code == 422
        error = answer.json()["error"]
        assert error.startswith(f"option {option.name} can't be '{','.join(chosen)}': it is ")
        assert all(word in error for word in (*option.values, *option.names))


@pytest.mark.parametrize("language", tell.LANGUAGES)
@each_choice_of_items
def test_the_start_page_offers_items(web, name, option, language):
    """All presets, and a list for each group, in words of the language."""
    text = web.get("/", headers={"Accept-Language": language}).text
    form = text[text.index(f'<form data-game="{name}"') :].partition("</form>")[0]
    for value in (*option.values, *option.names):
        assert f'value="{value}"' in form
        assert tell.option(name, option.name, value, language) in form
    assert form.count(f'name="pick-{option.name}"') == len(option.items)
