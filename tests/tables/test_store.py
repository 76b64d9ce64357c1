"""Is what the store has acknowledged kept, whole, once and in order?"""

import contextlib
import itertools
import multiprocessing
import random
import threading
import time

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import event, inspect, text
from sqlalchemy.exc import IntegrityError

from azulejos.store import Entry, NoTable, Stale, Store, StoreError, Unsure
from azulejos.store.engine import POOL_SECONDS, open_engine
from azulejos.store.migrating import VERSIONS
from azulejos.store.schema import metadata

GAME = {"game": "chocolatier", "players": 2, "first": "random"}
PATIENCE = 20  # seconds


def choices(*names):
    return [Entry("choice", {"choice": name}) for name in names]


def said(log):
    return [entry.body["choice"] for entry in log]


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    """Everything is asked of both databases, unless it is about one of them."""
    if request.param == "postgresql":
        return request.getfixturevalue("postgres_url")
    return f"sqlite:///{tmp_path / 'tables.db'}"


def only(database):
    return pytest.mark.parametrize("url", [database], indirect=True)


@pytest.fixture
def store(url):
    """A store on an empty database, with an empty table `t`."""
    opened = Store(url)
    opened.create("t", GAME, None, []).result(PATIENCE)
    yield opened
    opened.close()


def test_a_table_is_its_log(store):
    """Entries come back as they were given, numbered from 1."""
    origin = {"żółty": [1, 2, {"x": None}]}
    store.create("u", GAME, origin, choices("a", "b")).result(PATIENCE)
    assert store.append("u", 2, choices("c"), "key").result(PATIENCE).last == 3
    facts = store.facts("u")
    assert (facts.id, facts.game, facts.origin, facts.last) == ("u", GAME, origin, 3)
    assert [(entry.number, *said([entry])) for entry in store.log("u")] == [(1, "a"), (2, "b"), (3, "c")]
    assert said(store.log("u", after=2)) == ["c"]
    assert store.log("u", after=3) == []
    assert [table.id for table in store.newest(9)] == ["u", "t"]
    assert [table.id for table in store.newest(1)] == ["u"]


def test_unknown_tables_and_doubles(store):
    with pytest.raises(NoTable):
        store.facts("nobody")
    with pytest.raises(NoTable):
        store.append("nobody", 0, choices("a"), "key").result(PATIENCE)
    with pytest.raises(StoreError):
        store.create("t", GAME, None, choices("a")).result(PATIENCE)
    assert store.log("t") == []


@pytest.mark.parametrize("after", [0, 2, 99])
def test_a_stale_request_is_told_the_last_number(store, after):
    store.append("t", 0, choices("a"), "first").result(PATIENCE)
    with pytest.raises(Stale) as stale:
        store.append("t", after, choices("b", "c"), "second").result(PATIENCE)
    assert stale.value.last == 1
    assert said(store.log("t")) == ["a"]


def test_a_key_is_carried_out_once(store):
    """The same key gives the same answer, whatever else has happened and whatever comes with it."""
    first = store.append("t", 0, choices("a", "b"), "key").result(PATIENCE)
    store.append("t", 2, choices("c"), "other").result(PATIENCE)
    for after, log in ((0, choices("a", "b")), (3, choices("x")), (7, [])):
        again = store.append("t", after, log, "key").result(PATIENCE)
        assert (again.first, again.last) == (first.first, first.last) == (1, 2)
        assert (first.is_repeated, again.is_repeated) == (False, True)
    assert said(store.log("t")) == ["a", "b", "c"]


def test_keys_belong_to_a_table(store):
    store.create("u", GAME, None, []).result(PATIENCE)
    store.append("t", 0, choices("a"), "key").result(PATIENCE)
    assert not store.append("u", 0, choices("b"), "key").result(PATIENCE).is_repeated


def test_no_entries_only_ask_for_a_key(store):
    """A request that brings nothing never becomes a kept key: nothing would be lost unnoticed."""
    with pytest.raises(Stale):
        store.append("t", 0, [], "key").result(PATIENCE)
    assert not store.append("t", 0, choices("a"), "key").result(PATIENCE).is_repeated


def test_the_last_numbers_of_many_tables(store):
    """One question, whatever the number of tables; those that don't exist are left out."""
    for count in range(30):
        store.create(f"u{count}", GAME, None, choices(*"x" * count)).result(PATIENCE)
    questions = []
    event.listen(store._engine, "before_cursor_execute", lambda *arguments: questions.append(arguments[2]))
    wanted = {f"u{count}": count for count in range(30)}
    assert store.lasts([*wanted, "nobody"]) == wanted
    assert sum("FROM tables" in question for question in questions) == 1
    assert store.lasts([]) == {}


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "żółw", "", "x" * 1000, "'; --"])
def test_a_strange_name_is_no_table(store, name):
    with pytest.raises(NoTable):
        store.facts(name)
    with pytest.raises(NoTable):
        store.append(name, 0, choices("a"), "key").result(PATIENCE)


def test_words_come_back_as_they_were(store):
    """Also those that databases like to stumble over."""
    words = ["\0", "\ud800", "żółw 🐢", "'; DROP TABLE entries; --", "\\u0000", "x" * 100_000, "%s {} :a"]
    store.append("t", 0, choices(*words), "key").result(PATIENCE)
    assert said(store.log("t")) == words


# ------------------------------------------------------------------------------------------------
# Public tables


def ids(found):
    return [table.id for table in found]


def test_open_tables_are_those_that_were_made_public(store):
    for name in "abc":
        store.create(name, GAME, None, [], is_public=True).result(PATIENCE)
    assert ids(store.open_tables(9)) == ["c", "b", "a"]
    assert ids(store.open_tables(2)) == ["c", "b"]
    store.append("b", 0, choices("end"), "key", finished=True).result(PATIENCE)
    assert ids(store.open_tables(9)) == ["c", "a"]
    assert [store.facts(name).is_public for name in "ta"] == [False, True]


def test_finished_tables_page_by_page(store):
    """Each comes once, in the order in which they ended, also if more end meanwhile."""
    for count in range(7):
        store.create(f"u{count}", GAME, None, [], is_public=True).result(PATIENCE)
    ended = [f"u{count}" for count in (3, 0, 6, 1)]
    for name in ended:
        store.append(name, 0, choices("end"), "key", finished=True).result(PATIENCE)
    store.append("t", 0, choices("end"), "key", finished=True).result(PATIENCE)  # nobody else's business
    found, after = [], None
    while page := store.finished_tables(after, 2):
        found += ids(page)
        after = (page[-1].finished, page[-1].id)
        if len(found) == 2:
            store.append("u5", 0, choices("end"), "key", finished=True).result(PATIENCE)
    assert found == [*ended, "u5"]


def test_tables_that_ended_at_the_same_moment(store, monkeypatch):
    monkeypatch.setattr("azulejos.store.log.time.time", lambda: 1e9 / 3)
    for name in ("u2", "u0", "u1"):
        store.create(name, GAME, None, choices("end"), is_public=True, finished=True).result(PATIENCE)
    assert ids(store.finished_tables(None, 9)) == ["u0", "u1", "u2"]
    assert ids(store.finished_tables((1e9 / 3, "u0"), 9)) == ["u1", "u2"]


def test_a_finished_game_can_go_on(store, monkeypatch):
    """An undo after the end opens it again; a name given after the end changes nothing."""
    monkeypatch.setattr("azulejos.store.log.time.time", itertools.count(5.0).__next__)
    store.create("u", GAME, None, [], is_public=True).result(PATIENCE)
    store.append("u", 0, choices("end"), "1", finished=True).result(PATIENCE)
    ended = store.facts("u").finished
    assert 5.0 <= ended < 1000  # by that clock
    store.append("u", 1, choices("name"), "2").result(PATIENCE)
    store.append("u", 2, choices("over"), "3", finished=True).result(PATIENCE)
    assert store.facts("u").finished == ended
    with pytest.raises(Stale):
        store.append("u", 0, choices("undo"), "4", finished=False).result(PATIENCE)
    assert store.facts("u").finished == ended
    store.append("u", 3, choices("undo"), "5", finished=False).result(PATIENCE)
    assert store.facts("u").finished is None
    assert ids(store.open_tables(9)) == ["u"]


# ------------------------------------------------------------------------------------------------
# Many requests at a time


@contextlib.contextmanager
def database(url):
    """A transaction on a database, beside any store."""
    engine = open_engine(url)
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def hold(store):
    """Keep the writer busy, so that what is asked next shares one transaction; how to let go."""
    begun, go = threading.Event(), threading.Event()

    def work(connection):
        begun.set()
        go.wait(PATIENCE)

    held = store._ask(work)
    assert begun.wait(PATIENCE)
    return lambda: (go.set(), held.result(PATIENCE))


def test_one_bad_request_does_not_spoil_its_batch(store):
    """Of requests that share a commit, those that fail leave nothing, the others are kept."""
    let_go = hold(store)
    unwritable = Entry("choice", {"choice": object()})
    answers = [
        store.append("t", 0, choices("a"), "1"),
        store.append("t", 0, choices("late"), "2"),  # stale
        store.append("t", 1, [*choices("half"), unwritable], "3"),
        store.append("nobody", 0, choices("x"), "4"),
        store._ask(lambda connection: 1 // 0),
        store.append("t", 1, choices("b", "c"), "5"),
        store.append("t", 9, choices("a"), "1"),  # known already
    ]
    let_go()
    kinds = [type(answer.exception(PATIENCE)) for answer in answers]
    nothing = type(None)
    assert kinds == [nothing, Stale, StoreError, NoTable, StoreError, nothing, nothing]
    assert said(store.log("t")) == ["a", "b", "c"]
    assert answers[-1].result().is_repeated


def test_many_requests_share_a_commit(store):
    commits = []
    event.listen(store._engine, "commit", lambda connection: commits.append(1))
    let_go = hold(store)
    answers = [store.append("t", count, choices(str(count)), f"key-{count}") for count in range(100)]
    let_go()
    assert [answer.result(PATIENCE).last for answer in answers] == list(range(1, 101))
    assert len(commits) <= 2  # the one that held, and the one for all others


def test_a_request_nobody_waits_for_is_dropped_whole(store):
    """A cancelled request is either not begun or kept whole; the writer goes on."""
    let_go = hold(store)
    gone = store.append("t", 0, choices("gone"), "1")
    kept = store.append("t", 0, choices("kept"), "2")
    assert gone.cancel()
    let_go()
    kept.result(PATIENCE)
    assert said(store.log("t")) == ["kept"]


def test_threads_lose_nothing_and_keep_their_order(store):
    """Each thread adds to one table as soon as it can; what it was told is what is there."""

    def write(name):
        for count in range(20):
            after = store.facts("t").last
            while True:
                try:
                    kept[name, count] = store.append(
                        "t", after, choices(f"{name} {count}"), f"{name}-{count}"
                    )
                    kept[name, count].result(PATIENCE)
                    break
                except Stale as stale:
                    after = stale.last

    kept = {}
    threads = [threading.Thread(target=write, args=(name,)) for name in "abcdef"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    log = store.log("t")
    assert [entry.number for entry in log] == list(range(1, 121))
    for (name, count), answer in kept.items():
        assert said(log)[answer.result().first - 1] == f"{name} {count}"
    for name in "abcdef":
        assert [line for line in said(log) if line[0] == name] == [f"{name} {count}" for count in range(20)]


def test_two_stores_take_turns(store, url):
    """As two servers do: each sees what the other has kept, and neither overwrites it."""
    other = Store(url)
    try:
        store.append("t", 0, choices("a"), "1").result(PATIENCE)
        with pytest.raises(Stale):
            other.append("t", 0, choices("b"), "2").result(PATIENCE)
        pairs = [(one, after) for after in range(1, 40) for one in (store, other)]
        answers = [
            one.append("t", after, choices(str(after)), f"{one is other}-{after}") for one, after in pairs
        ]
        failed = [answer.exception(PATIENCE) for answer in answers]
        assert {type(error) for error in failed} <= {Stale, type(None)}
        log = store.log("t")
        assert [entry.number for entry in log] == list(range(1, len(log) + 1))
        assert len(log) == 1 + failed.count(None)
        assert other.log("t") == log
    finally:
        other.close()


def test_the_database_itself_refuses_a_second_entry_of_a_number(store):
    store.append("t", 0, choices("a"), "1").result(PATIENCE)
    with store._engine.connect() as connection, pytest.raises(IntegrityError):
        connection.execute(text("INSERT INTO entries VALUES ('t', 1, 'choice', '{}', 0)"))


def test_reopening_gives_the_same(store, url):
    store.append("t", 0, choices("a", "żółw"), "key").result(PATIENCE)
    log, facts = store.log("t"), store.facts("t")
    store.close()
    again = Store(url)
    assert (again.log("t"), again.facts("t")) == (log, facts)
    assert again.append("t", 0, choices("a"), "key").result(PATIENCE).is_repeated
    again.close()


def test_closing_finishes_what_was_asked(url):
    store = Store(url)
    store.create("t", GAME, None, [])
    answers = [store.append("t", count, choices(str(count)), str(count)) for count in range(300)]
    store.close()
    assert all(answer.done() for answer in answers)
    again = Store(url)
    assert again.facts("t").last == 300
    again.close()


@only("sqlite")
def test_commits_are_durable(store):
    """Write-ahead log and full synchronisation, on readers and on the writer."""

    def pragmas(connection):
        asked = ("journal_mode", "synchronous", "foreign_keys")
        return [connection.scalar(text(f"PRAGMA {name}")) for name in asked]

    full = 2
    with store._engine.connect() as connection:
        assert pragmas(connection) == ["wal", full, 1]
    assert store._ask(pragmas).result(PATIENCE) == ["wal", full, 1]


# ------------------------------------------------------------------------------------------------
# Databases that can't be used


@pytest.mark.parametrize(
    ("table", "found"), [("azulejos_schema (number INTEGER", 0), (f"{VERSIONS} (version_num VARCHAR(32)", 4)]
)
def test_a_schema_of_another_version_is_left_alone(url, table, found):
    with database(url) as connection:
        connection.execute(text(f"CREATE TABLE {table} PRIMARY KEY)"))
        connection.execute(text(f"INSERT INTO {table.split()[0]} VALUES ({found})"))
    with pytest.raises(StoreError, match=f"it has schema {found}, this program needs 3"):
        Store(url)
    with database(url) as connection:
        assert inspect(connection).get_table_names() == [table.split()[0]]


@only("sqlite")
@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"this is a letter to my grandmother, not a database\n" * 40, "file is not a database"),
        (b"SQLite format 3\x00" + b"\xff" * 5000, "not a database|malformed"),
    ],
)
def test_a_file_that_is_no_database(tmp_path, url, content, reason):
    (tmp_path / "tables.db").write_bytes(content)
    with pytest.raises(StoreError, match=reason):
        Store(url)
    assert (tmp_path / "tables.db").read_bytes() == content


@only("sqlite")
def test_a_database_cut_off(tmp_path, url, store):
    for count in range(30):
        store.append("t", count, choices("x" * 1000), str(count)).result(PATIENCE)
    store.close()
    file = tmp_path / "tables.db"
    file.write_bytes(file.read_bytes()[:9000])
    with pytest.raises(StoreError):
        Store(url).log("t")


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("sqlite:////nowhere/at/all.db", "unable to open database file"),
        ("sqlite:////tmp", "unable to open database file"),
        ("sqlite:///file:/etc/hostname?mode=ro&uri=true", "not a database|readonly"),
        ("sqlite://", "can't be kept in memory"),
        ("sqlite:///:memory:", "can't be kept in memory"),
        ("nonsense", "a database is named"),
        ("cobol://tables", "sqlite:///FILE or postgresql://HOST/NAME"),
        ("postgresql://azulejos@/tables?host=/nowhere", "No such file or directory"),
        ("postgresql://azulejos@127.0.0.1:1/tables", "Connection refused"),
    ],
)
def test_a_url_that_leads_nowhere(url, reason):
    with pytest.raises(StoreError, match=reason):
        Store(url)


@only("sqlite")
def test_a_database_that_can_only_be_read(tmp_path, store):
    store.close()
    with pytest.raises(StoreError, match="readonly"):
        Store(f"sqlite:///file:{tmp_path / 'tables.db'}?mode=ro&uri=true")


def test_a_database_that_is_lost_while_in_use(store):
    """Reading and writing say so, each time, and work again afterwards."""
    reason = 'no such table|relation "entries" does not exist'
    with store._engine.begin() as connection:
        connection.execute(text("ALTER TABLE entries RENAME TO gone"))
    with pytest.raises(StoreError, match=reason):
        store.log("t")
    with pytest.raises(StoreError, match=reason):
        store.append("t", 0, choices("a"), "key").result(PATIENCE)
    with store._engine.begin() as connection:
        connection.execute(text("ALTER TABLE gone RENAME TO entries"))
    assert not store.append("t", 0, choices("a"), "key").result(PATIENCE).is_repeated
    assert said(store.log("t")) == ["a"]


# ------------------------------------------------------------------------------------------------
# Databases of an older version

SCHEMA_1 = """
CREATE TABLE azulejos_schema (number INTEGER NOT NULL, PRIMARY KEY (number));
CREATE TABLE tables (
    id VARCHAR(32) NOT NULL, created FLOAT NOT NULL, game JSON NOT NULL, origin JSON, last INTEGER NOT NULL,
    PRIMARY KEY (id)
);
CREATE TABLE entries (
    table_id VARCHAR(32) NOT NULL, number INTEGER NOT NULL, kind VARCHAR(8) NOT NULL, body JSON NOT NULL,
    created FLOAT NOT NULL, PRIMARY KEY (table_id, number), FOREIGN KEY(table_id) REFERENCES tables (id)
);
CREATE TABLE request_keys (
    table_id VARCHAR(32) NOT NULL, "key" VARCHAR(64) NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
    PRIMARY KEY (table_id, "key"), FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO azulejos_schema VALUES (1);
INSERT INTO tables VALUES ('old', 1700000000.25, '{"game": "chocolatier"}', NULL, 2);
INSERT INTO entries VALUES ('old', 1, 'choice', '{"choice": "a"}', 1700000000.5);
INSERT INTO entries VALUES ('old', 2, 'choice', '{"choice": "b"}', 1700000000.5);
INSERT INTO request_keys VALUES ('old', 'key', 1, 2)
"""


@pytest.fixture
def old_url(url):
    """A database as the first version has made it."""
    with database(url) as connection:
        for statement in SCHEMA_1.split(";"):
            connection.exec_driver_sql(statement)
    return url


def shape(url):
    """The columns and indexes of a database."""
    with database(url) as connection:
        found = inspect(connection)
        return {
            name: (
                [(column["name"], str(column["type"])) for column in found.get_columns(name)],
                {index["name"]: index["column_names"] for index in found.get_indexes(name)},
            )
            for name in found.get_table_names()
        }


def test_schema_1_becomes_today_s(old_url, tmp_path):
    store = Store(old_url)
    facts = store.facts("old")
    assert (facts.created, facts.last, facts.is_public, facts.finished) == (1700000000.25, 2, False, None)
    assert said(store.log("old")) == ["a", "b"]
    assert store.append("old", 0, choices("a"), "key").result(PATIENCE).is_repeated
    store.append("old", 2, choices("c"), "other", finished=True).result(PATIENCE)
    assert store.open_tables(9) == store.finished_tables(None, 9) == []
    store.create("new", GAME, None, [], is_public=True).result(PATIENCE)
    assert ids(store.open_tables(9)) == ["new"]
    store.close()
    Store(old_url).close()  # it is changed once


def test_an_old_database_ends_up_like_a_new_one(old_url, postgres, tmp_path):
    Store(old_url).close()
    with postgres.database() as name:
        is_file = old_url.startswith("sqlite")
        new_url = f"sqlite:///{tmp_path / 'new.db'}" if is_file else postgres.url(name)
        Store(new_url).close()
        assert shape(old_url) == shape(new_url)


def test_changes_lead_to_the_tables_that_the_program_knows(url):
    """What is written down for every change, step by step, and `schema.py` say the same."""
    Store(url).close()
    with database(url) as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        found = [change for change in compare_metadata(context, metadata) if VERSIONS not in str(change)]
    assert found == []


def test_a_change_of_schema_happens_whole_or_not(old_url, monkeypatch):
    before = shape(old_url)
    with monkeypatch.context() as patch:
        patch.setattr("alembic.op.create_index", lambda *_, **__: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            Store(old_url)
    assert shape(old_url) == before
    Store(old_url).close()


@pytest.mark.parametrize("begins", ["empty", "old"])
def test_many_processes_open_a_database_at_once(url, begins, request):
    """They begin together on a database without a schema, or with an old one; one makes it, none fails."""
    if begins == "old":
        request.getfixturevalue("old_url")
    assert open_together(url) == []


@pytest.mark.wide
def test_many_processes_begin_on_a_new_file(tmp_path):
    """SQLite's own wait does not cover this; 40 times, since chance decides who meets whom."""
    assert [open_together(f"sqlite:///{tmp_path / str(number)}.db") for number in range(40)] == [[]] * 40


def open_together(url):
    """Open a database from six threads at the same moment; what went wrong."""
    gate = threading.Barrier(6)
    failures = []

    def begin():
        gate.wait(PATIENCE)
        try:
            Store(url).close()
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=begin) for _ in range(gate.parties)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return failures


# ------------------------------------------------------------------------------------------------
# Several processes


def stubborn(store, table, key, after):
    """Ask with the same key until there is an answer, wherever the log has got to meanwhile."""
    limit = time.monotonic() + 3 * PATIENCE
    while True:
        assert time.monotonic() < limit
        try:
            return store.append(table, after, choices(key), key).result(PATIENCE)
        except Stale as stale:
            after = stale.last
        except StoreError:
            time.sleep(0.02)


def write_from_a_process(url, name, tables, rounds, together, answers):
    """Add to all tables in another order each time, several in one commit; tell what was acknowledged."""
    store, dice = Store(url), random.Random(name)
    together.wait(3 * PATIENCE)
    kept, lasts = [], dict.fromkeys(tables, 0)
    for count in range(rounds):
        dice.shuffle(tables)
        keys = {table: f"{name}-{count}-{table}" for table in tables}
        asked = {
            table: store.append(table, lasts[table], choices(keys[table]), keys[table]) for table in tables
        }
        for table, future in asked.items():
            try:
                answer = future.result(PATIENCE)
            except StoreError:
                answer = stubborn(store, table, keys[table], lasts[table])
            lasts[table] = answer.last
            kept.append((table, keys[table], answer.first))
    store.close()
    answers.put(kept)


@contextlib.contextmanager
def two_processes(url, tables, rounds):
    """Two that write to the same tables; what they were told, once they have ended."""
    context = multiprocessing.get_context("spawn")
    together, answers = context.Barrier(3), context.Queue()
    processes = [
        context.Process(
            target=write_from_a_process,
            args=(url, name, list(tables), rounds, together, answers),
            daemon=True,
        )
        for name in ("one", "two")
    ]
    for process in processes:
        process.start()
    together.wait(3 * PATIENCE)
    kept = []
    yield kept
    for _ in processes:
        kept += answers.get(timeout=6 * PATIENCE)
    for process in processes:
        process.join(PATIENCE)
        assert process.exitcode == 0
        process.close()
    answers.close()
    answers.join_thread()


def check_logs(store, tables, kept):
    """Each acknowledged key is there once, where it was said to be; nothing else is, no number is missing."""
    logs = {table: store.log(table) for table in tables}
    for table, log in logs.items():
        assert [entry.number for entry in log] == list(range(1, len(log) + 1))
        assert store.facts(table).last == len(log)
        assert sorted(said(log)) == sorted(key for there, key, _ in kept if there == table)
    for table, key, first in kept:
        assert said(logs[table])[first - 1] == key


def test_two_processes_write_to_the_same_tables(store, url):
    tables = [f"u{count}" for count in range(5)]
    for table in tables:
        store.create(table, GAME, None, []).result(PATIENCE)
    with two_processes(url, tables, rounds=30) as kept:
        pass
    assert len(kept) == 2 * 30 * len(tables)
    check_logs(store, tables, kept)


@pytest.mark.wide
@only("postgresql")
def test_two_processes_while_postgresql_is_killed(store, url, postgres):
    """What they were told is there, once; what they were told of a failure can be asked again."""
    tables, dice = [f"u{count}" for count in range(3)], random.Random(5)
    for table in tables:
        store.create(table, GAME, None, []).result(PATIENCE)
    with two_processes(url, tables, rounds=100) as kept:
        for _ in range(4):
            time.sleep(dice.uniform(0, 0.1))
            postgres.kill()
            time.sleep(dice.uniform(0, 0.3))
            postgres.start()
    assert len(kept) == 2 * 100 * len(tables)
    check_logs(store, tables, kept)


@only("postgresql")
def test_batches_that_cross_never_wait_for_each_other(store, url, caplog):
    """Two stores ask for the same tables in opposite orders, in one transaction each: no deadlock."""
    tables = [f"u{count}" for count in range(8)]
    for table in tables:
        store.create(table, GAME, None, []).result(PATIENCE)
    other = Store(url)
    try:
        for count in range(15):
            let_go = [hold(each) for each in (store, other)]
            asked = [store.append(table, 2 * count, choices("a"), f"a-{count}") for table in tables]
            asked += [other.append(table, 2 * count, choices("b"), f"b-{count}") for table in tables[::-1]]
            for go in let_go:
                go()
            kinds = {type(future.exception(PATIENCE)) for future in asked}
            assert kinds <= {type(None), Stale}
            for table in tables:
                for name in "ab":
                    stubborn(store, table, f"{name}-{count}", 2 * count)
        assert store.lasts(tables) == dict.fromkeys(tables, 30)
        assert caplog.records == []  # nothing had to be tried again
    finally:
        other.close()


# ------------------------------------------------------------------------------------------------
# A server that fails


@only("postgresql")
def test_postgresql_is_asked_to_be_careful(store, url):
    """Durable commits, and nobody waits for ever; what the address says counts more."""

    def settings(connection):
        names = ("synchronous_commit", "fsync", "lock_timeout", "statement_timeout")
        return [connection.scalar(text(f"SHOW {name}")) for name in names]

    assert store._ask(settings).result(PATIENCE) == ["on", "on", "8s", "15s"]
    own = Store(f"{url}&options=-c%20lock_timeout%3D1s&connect_timeout=2")
    assert own._ask(settings).result(PATIENCE)[2:] == ["1s", "15s"]
    own.close()


@only("postgresql")
@pytest.mark.parametrize("state", ["40001", "40P01"])
def test_a_transaction_that_came_in_the_way_is_tried_again(store, state, caplog):
    """Its neighbours in the batch are kept too, once; the second time it is told."""
    statement = f"DO $$ BEGIN RAISE EXCEPTION 'sorry' USING ERRCODE = '{state}'; END $$"
    attempts = []

    def in_the_way(times):
        def work(connection):
            attempts.append(1)
            if len(attempts) <= times:
                connection.exec_driver_sql(statement)

        return work

    let_go = hold(store)
    answers = [store.append("t", 0, choices("a"), "1"), store._ask(in_the_way(1), "z")]
    let_go()
    assert [answer.exception(PATIENCE) for answer in answers] == [None, None]
    assert said(store.log("t")) == ["a"]
    assert "tried again: sorry" in caplog.text
    attempts.clear()
    with pytest.raises(StoreError, match="sorry"):
        store._ask(in_the_way(2)).result(PATIENCE)
    assert len(attempts) == 2


def break_once(broken):
    """A job that loses its connection, the first time."""

    def work(connection):
        if not broken:
            broken.append(1)
            connection.exec_driver_sql("SELECT pg_terminate_backend(pg_backend_pid())")

    return work


@only("postgresql")
def test_a_connection_lost_before_the_commit(store, caplog):
    """Nothing can have been kept, so the batch is tried again."""
    let_go = hold(store)
    answers = [store.append("t", 0, choices("a"), "1"), store._ask(break_once([]), "u")]
    let_go()
    assert [answer.exception(PATIENCE) for answer in answers] == [None, None]
    assert not answers[0].result().is_repeated
    assert said(store.log("t")) == ["a"]
    assert "tried again" in caplog.text


@only("postgresql")
def test_a_connection_lost_in_the_commit(store):
    """The server goes while it commits, before it has: nobody knows; the same key tells."""
    with store._engine.begin() as connection:
        connection.exec_driver_sql(
            "CREATE FUNCTION go() RETURNS trigger AS $$ BEGIN"
            " PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$ LANGUAGE plpgsql"
        )
        connection.exec_driver_sql(
            "CREATE CONSTRAINT TRIGGER go AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED"
            " FOR EACH ROW EXECUTE FUNCTION go()"
        )
    with pytest.raises(Unsure, match="not known whether this was kept"):
        store.append("t", 0, choices("a"), "1").result(PATIENCE)
    assert store.log("t") == []
    with store._engine.begin() as connection:
        connection.exec_driver_sql("DROP TRIGGER go ON entries")
    assert not store.append("t", 0, choices("a"), "1").result(PATIENCE).is_repeated
    assert said(store.log("t")) == ["a"]


@only("postgresql")
def test_a_connection_lost_after_the_commit(store, monkeypatch):
    """It is kept, but the answer is lost: the same key tells."""

    def commit(connection):
        connection.commit()
        connection.close()
        raise psycopg.OperationalError("the answer was lost")

    with monkeypatch.context() as patch:
        patch.setattr(store._engine.dialect, "do_commit", commit)
        with pytest.raises(Unsure):
            store.append("t", 0, choices("a"), "1").result(PATIENCE)
    assert said(store.log("t")) == ["a"]
    assert store.append("t", 0, choices("a"), "1").result(PATIENCE).is_repeated
    assert said(store.log("t")) == ["a"]


@pytest.mark.wide
@only("postgresql")
def test_postgresql_is_killed_and_comes_back(store, postgres):
    """While it is away reading and writing say so at once; afterwards the store works by itself."""
    store.append("t", 0, choices("a"), "1").result(PATIENCE)
    postgres.kill()
    began = time.monotonic()
    with pytest.raises(StoreError):
        store.log("t")
    with pytest.raises(StoreError) as failure:
        store.append("t", 1, choices("b"), "2").result(PATIENCE)
    assert not isinstance(failure.value, Unsure)
    assert time.monotonic() - began < POOL_SECONDS, "a time to wait has passed"
    postgres.start()
    assert said(store.log("t")) == ["a"]
    assert not store.append("t", 1, choices("b"), "2").result(PATIENCE).is_repeated
    postgres.restart()
    assert not store.append("t", 2, choices("c"), "3").result(PATIENCE).is_repeated
    assert said(store.log("t")) == ["a", "b", "c"]


@only("postgresql")
def test_a_process_that_freezes_in_a_transaction_loses_its_turn(store, url):
    frozen = open_engine(f"{url}&options=-c%20idle_in_transaction_session_timeout%3D300ms")
    with frozen.connect() as connection:
        connection.execute(text("SELECT last FROM tables WHERE id = 't' FOR UPDATE"))
        assert store.append("t", 0, choices("a"), "1").result(PATIENCE).last == 1
        connection.invalidate()
    frozen.dispose()


# ------------------------------------------------------------------------------------------------
# A disk that is full


def fill(store, table):
    """Add until it no longer fits; the failure, and how much was kept."""
    for count in range(10_000):
        try:
            store.append(table, count, choices("x" * 5000), str(count)).result(PATIENCE)
        except StoreError as failure:
            return failure, count
    raise AssertionError("the disk is too large")


def check_full(store, failure, count):
    """It is said clearly, nothing is there in half, and the table can be read, again and again."""
    assert str(failure) == "there is no room left on the disk"
    assert not isinstance(failure, Unsure)
    for _ in range(3):
        assert len(store.log("t")) == store.facts("t").last == count
        with pytest.raises(StoreError, match="no room left"):
            store.append("t", count, choices("x" * 5000), str(count)).result(PATIENCE)


@only("sqlite")
def test_a_database_that_may_not_grow(store, url):
    store.close()
    store = Store(url)

    def limit(connection, record):
        connection.execute("PRAGMA max_page_count = 100")

    event.listen(store._engine, "connect", limit)
    store._engine.dispose()
    failure, count = fill(store, "t")
    check_full(store, failure, count)
    event.remove(store._engine, "connect", limit)
    store._engine.dispose()
    assert store.append("t", count, choices("again"), str(count)).result(PATIENCE).last == count + 1
    store.close()


def test_a_full_disk(small_disk):
    """A real one, and a batch in which the first requests would still fit."""
    store = Store(f"sqlite:///{small_disk / 'tables.db'}")
    store.create("t", GAME, None, []).result(PATIENCE)
    store.create("u", GAME, None, []).result(PATIENCE)
    try:
        failure, count = fill(store, "t")
        check_full(store, failure, count)
        let_go = hold(store)
        asked = [store.append("u", at, choices("y" * 50), str(at)) for at in range(3)]
        asked += [store.append("u", 3, choices("y" * 1_000_000), "3")]
        let_go()
        assert {str(future.exception(PATIENCE)) for future in asked} == {str(failure)}
        assert store.log("u") == []
    finally:
        store.close()
