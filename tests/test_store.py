"""Is what the store has acknowledged kept, whole, once and in order?"""

import sqlite3
import threading

import pytest
from sqlalchemy import event, text

from azulejos.store import Entry, NoTable, Stale, Store, StoreError

GAME = {"game": "chocolatier", "players": 2, "first": "random"}
PATIENCE = 20  # seconds


def choices(*names):
    return [Entry("choice", {"choice": name}) for name in names]


def said(log):
    return [entry.body["choice"] for entry in log]


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture
def store(url):
    """A store on a file, with an empty table `t`."""
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


def test_two_stores_on_one_file_take_turns(store, url):
    """As two servers by mistake would: each sees what the other has kept, and neither overwrites it."""
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


def test_the_database_itself_refuses_a_second_entry_of_a_number(store, tmp_path):
    store.append("t", 0, choices("a"), "1").result(PATIENCE)
    with sqlite3.connect(tmp_path / "tables.db") as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute("INSERT INTO entries VALUES ('t', 1, 'choice', '{}', 0)")
    connection.close()


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


def test_a_schema_of_the_future_is_left_alone(tmp_path, url):
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.execute("CREATE TABLE azulejos_schema (number INTEGER PRIMARY KEY)")
        connection.execute("INSERT INTO azulejos_schema VALUES (7)")
    with pytest.raises(StoreError, match="it has schema 7, this program needs 1"):
        Store(url)
    names = connection.execute("SELECT name FROM sqlite_master").fetchall()
    connection.close()
    assert names == [("azulejos_schema",)]


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
        ("nonsense", "Could not parse"),
        ("cobol://tables", "Can't load plugin"),
    ],
)
def test_a_url_that_leads_nowhere(url, reason):
    with pytest.raises(StoreError, match=reason):
        Store(url)


def test_a_database_that_can_only_be_read(tmp_path, store):
    store.close()
    with pytest.raises(StoreError, match="readonly"):
        Store(f"sqlite:///file:{tmp_path / 'tables.db'}?mode=ro&uri=true")


def test_a_database_that_is_lost_while_in_use(store):
    """Reading and writing say so, each time, and work again afterwards."""
    broken = "ALTER TABLE entries RENAME TO gone"
    with store._engine.begin() as connection:
        connection.execute(text(broken))
    with pytest.raises(StoreError, match="no such table"):
        store.log("t")
    with pytest.raises(StoreError, match="no such table"):
        store.append("t", 0, choices("a"), "key").result(PATIENCE)
    with store._engine.begin() as connection:
        connection.execute(text("ALTER TABLE gone RENAME TO entries"))
    assert not store.append("t", 0, choices("a"), "key").result(PATIENCE).is_repeated
    assert said(store.log("t")) == ["a"]
