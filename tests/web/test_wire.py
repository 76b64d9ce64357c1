"""What goes over the wire: packed where that helps, kept where it can't change, never both for a secret."""

import asyncio
import gzip
import re

import httpx
import pytest
from tests.house import EVENT_STREAM, OK, Running, Wire

from azulejos.web import assets, connections, packing, public

SEATS = [{"name": "Ala"}, {"name": "Bo"}]
GZIP = {"Accept-Encoding": "gzip"}
PLAIN = {"Accept-Encoding": "identity"}


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    started = Running(f"sqlite:///{tmp_path_factory.mktemp('wire') / 'tables.db'}")
    yield started
    started.stop()


@pytest.fixture(scope="module")
def table(running):
    opened = running.client.post("/api/tables", json={"game": "chocolatier", "seats": SEATS})
    return f"/api/tables/{opened.json()['table']}"


def raw(client, path, headers):
    """Headers and body as they are on the wire."""
    with client.stream("GET", path, headers=headers) as answer:
        return answer.headers, b"".join(answer.iter_raw())


# ------------------------------------------------------------------------------------------------
# Packing


@pytest.mark.parametrize(
    "accepts",
    ["gzip", "gzip, deflate, br, zstd", "br;q=1.0, gzip;q=0.8", "deflate, gzip;q=0.5, *;q=0"],
)
def test_browsers_that_can_unpack(accepts):
    assert packing.takes_gzip([(b"accept-encoding", accepts.encode())])


@pytest.mark.parametrize("accepts", ["", "br", "gzip;q=0", "gzip; q=0.0, br", "xgzipx", "identity"])
def test_browsers_that_can_not(accepts):
    assert not packing.takes_gzip([(b"accept-encoding", accepts.encode())])
    assert not packing.takes_gzip([])


@pytest.mark.parametrize(
    "path", ["", "/api/games", "/", "/static/table.js", "/rules/garden", "/openapi.json"]
)
def test_what_is_long_is_packed_for_who_can_unpack_it(running, table, path):
    path = path or table
    headers, body = raw(running.client, path, GZIP)
    plain_headers, plain = raw(running.client, path, PLAIN)
    assert headers["content-encoding"] == "gzip"
    assert int(headers["content-length"]) == len(body) < len(plain) / 2
    assert gzip.decompress(body) == plain
    assert "content-encoding" not in plain_headers
    assert headers["vary"] == plain_headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize("pieces", [1, 3, 50])
def test_what_comes_in_pieces_is_packed_in_pieces(pieces):
    """Files that are large, and all finished games."""
    sent, head = [], [(b"content-type", b"application/x-ndjson"), (b"etag", b'"1"')]
    start = {"type": "http.response.start", "status": 200, "headers": head}

    async def keep(message):
        sent.append(message)

    async def send():
        parcel = packing.Parcel(keep, is_wanted=True)
        await parcel.send(start)
        for piece in range(pieces):
            body = {"type": "http.response.body", "body": b"game\n" * 1000, "more_body": piece < pieces - 1}
            await parcel.send(body)

    asyncio.run(send())
    headers, bodies = dict(sent[0]["headers"]), [message["body"] for message in sent[1:]]
    assert (headers[b"content-encoding"], headers[b"etag"]) == (b"gzip", b'W/"1"')
    assert (b"content-length" in headers) == (pieces == 1)
    assert len(bodies) == pieces
    assert gzip.decompress(b"".join(bodies)) == b"game\n" * 1000 * pieces
    assert sum(map(len, bodies)) < 1000


@pytest.mark.parametrize("quick", [packing.quick, None], ids=["quick", "without"])
def test_an_answer_is_packed_with_what_there_is(quick, monkeypatch):
    """Not every kind of machine has the quick one."""
    monkeypatch.setattr(packing, "quick", quick)
    answer = b'{"game": "duel"}' * 1000
    packer = packing.packer([(b"content-type", b"application/json")], {"body": answer})
    packed = packer.compress(answer) + packer.flush()
    assert len(packed) < 1000
    assert gzip.decompress(packed) == answer


def test_all_finished_games_are_packed(running, monkeypatch):
    async def lines(store):
        for number in range(100):
            yield f'{{"table": "{number}"}}\n'

    monkeypatch.setattr(public, "_lines", lines)
    headers, body = raw(running.client, "/api/export", GZIP)
    assert (headers["content-encoding"], headers["transfer-encoding"]) == ("gzip", "chunked")
    assert gzip.decompress(body) == raw(running.client, "/api/export", PLAIN)[1]
    assert len(body) < 1000


def test_a_part_of_a_file_is_sent_as_it_is(running):
    headers, body = raw(running.client, "/static/style.css", GZIP | {"Range": "bytes=0-1999"})
    assert ("content-encoding" in headers, len(body)) == (False, 2000)


def test_what_is_short_is_sent_as_it_is(running):
    headers, body = raw(running.client, "/health", GZIP)
    assert ("content-encoding" in headers, body) == (False, b'{"ok":true}')


def test_a_stream_is_told_piece_by_piece(running, table):
    with running.client.stream("GET", f"{table}/positions", headers=EVENT_STREAM | GZIP) as answer:
        assert "content-encoding" not in answer.headers
        assert next(answer.iter_raw()).startswith(b"retry: ")


def test_what_holds_a_secret_is_never_packed(running, monkeypatch):
    """Neither here nor on the way, however long it is."""
    monkeypatch.setattr(packing, "LEAST", 1)
    opened = running.client.post("/api/tables", json={"game": "chocolatier", "seats": SEATS})
    path = f"/api/tables/{opened.json()['table']}"
    asked = [f"{path}/seats/0/token", f"{path}/seats/0/renew"]
    for answer in (opened, *(running.client.post(each, json={}) for each in asked)):
        assert answer.is_success
        assert "content-encoding" not in answer.headers
        assert answer.headers["cache-control"] == "no-store, no-transform"
    assert running.client.get(path).headers["content-encoding"] == "gzip"


# ------------------------------------------------------------------------------------------------
# Keeping


def test_the_files_of_a_page_are_kept_for_ever(running):
    html = running.client.get("/").text
    addresses = re.findall(r'(?:src|href)="(/static/[^"]*)"', html)
    assert addresses
    for address in addresses:
        assert address.startswith(f"/static/{assets.VERSION}/")
        answer = running.client.get(address)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, assets.FOR_EVER)


def test_a_file_without_its_version_is_asked_for_again(running):
    answer = running.client.get("/static/style.css")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
    again = running.client.get("/static/style.css", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    "path", ["/static/000000000000/style.css", "/static/{version}", "/static/{version}/no.js"]
)
def test_other_versions_are_not_there(running, path):
    answer = running.client.get(path.format(version=assets.VERSION))
    assert answer.status_code == 404
    assert "immutable" not in answer.headers["cache-control"]


def test_a_version_is_that_of_all_files(tmp_path):
    (tmp_path / "a.js").write_text("one")
    before = assets.version_of(tmp_path)
    assert before == assets.version_of(tmp_path)
    (tmp_path / "a.js").write_text("two")
    changed = assets.version_of(tmp_path)
    (tmp_path / "a.js").rename(tmp_path / "b.js")
    assert len({before, changed, assets.version_of(tmp_path)}) == 3


def test_what_the_rest_is_kept_for(running, table):
    for path, kept in {
        table: "no-store",
        "/api/games": "no-store",
        "/": "no-cache",
        "/api/no": "no-store",
    }.items():
        assert running.client.get(path).headers["cache-control"] == kept


# ------------------------------------------------------------------------------------------------
# Requests


@pytest.mark.parametrize("line", ["X-Long: {}", "Cookie: {}"])
def test_a_head_without_an_end_is_refused(running, line):
    with Wire(running.url) as wire:
        wire.socket.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(connections, "HEAD_MAX", 2000)
            wire.socket.sendall(line.format("x" * 4000).encode())
            assert wire.hear() == "HTTP/1.1 400 Bad Request"


@pytest.mark.parametrize("lines", [["X-Long: {}"], ["Cookie: {}"], ["X-{}: 1"], ["X-Many: 12345678"] * 4096])
def test_a_head_that_comes_at_once_is_refused_too(running, lines):
    with Wire(running.url) as wire:
        wire.say("GET /health HTTP/1.1", "Host: localhost", *(line.format("x" * 65_536) for line in lines))
        assert wire.hear() == "HTTP/1.1 400 Bad Request"


def test_a_long_head_and_a_longer_body_are_none(running):
    """Only what stands around bodies counts, and each request for itself."""
    with Wire(running.url) as wire:
        for _ in range(4):
            wire.say(
                "GET /health HTTP/1.1", "Host: localhost", f"X-Long: {'x' * (connections.HEAD_MAX // 3)}"
            )
            assert wire.hear() == OK
    content = b" " * 2 * connections.HEAD_MAX
    answer = httpx.post(f"{running.url}/api/tables", content=content)
    assert answer.status_code == 422
