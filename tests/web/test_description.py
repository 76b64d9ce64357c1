"""Is the API what its description says? Every refusal of every operation; the page and docs that show it."""

import re
from pathlib import Path

import httpx
import pytest
import schemathesis
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance
from tests.house import PATIENCE, Running

from azulejos.web import guard, limits, reference
from azulejos.web.app import create_app

ROOT = Path(__file__).parents[2]
SCHEMA = schemathesis.openapi.from_dict(create_app("sqlite://", prepare=False).openapi())
OPERATIONS = {
    f"{each.method.upper()} {each.path}": each
    for each in (found.ok() for found in SCHEMA.get_all_operations())
}
NOWHERE = {"table_id": "nobodyhere", "number": 0, "count": 0, "kind": "svg", "game": "chocolatier"}
NOWHERE["puzzle_id"] = "chocolatier-999999999-0"
WRITTEN = {"headers": {"Content-Type": "application/json"}, "content": b"{}"}


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    started = Running(f"sqlite:///{tmp_path_factory.mktemp('refusals') / 'tables.db'}", rate=100.0)
    yield started
    started.stop()


def check(operation, answer):
    """Does an answer keep the description? Its address is of no interest."""
    case = operation.Case(path_parameters=NOWHERE)
    answer.request = httpx.Request(operation.method, answer.url)  # what was sent can't be read again
    case.validate_response(answer, checks=[response_schema_conformance, status_code_conformance])


def asked(running, operation, **facts):
    """What is answered, which must be as the operation says."""
    url = running.url + operation.path.format(**NOWHERE)
    facts = (WRITTEN if operation.method == "post" else {}) | facts
    answer = httpx.request(operation.method, url, timeout=PATIENCE, **facts)
    check(operation, answer)
    assert isinstance(answer.json()["error"], str)
    return answer.status_code


def those_that_refuse(status):
    """The operations that say that they may."""
    return [
        name for name, operation in OPERATIONS.items() if f"{status}" in operation.definition.raw["responses"]
    ]


def of_those(status):
    names = those_that_refuse(status)
    return pytest.mark.parametrize("operation", [OPERATIONS[name] for name in names], ids=names)


@of_those(400)
def test_a_host_that_is_none(running, operation):
    assert asked(running, operation, headers={"Host": "no host"}) == 400


@of_those(421)
def test_another_host(running, operation):
    assert asked(running, operation, headers={"Host": "evil.example"}) == 421


@of_those(411)
def test_a_request_without_a_length(running, operation):
    assert asked(running, operation, content=iter([b"{}"])) == 411


@of_those(413)
def test_a_request_that_is_too_large(running, operation):
    assert asked(running, operation, content=b" " * (limits.BODY_MAX + 1)) == 413


@of_those(404)
def test_what_is_not_there(running, operation):
    assert asked(running, operation) == 404


@of_those(429)
def test_who_asks_too_often(running, monkeypatch, operation):
    monkeypatch.setattr(limits, "takes_token", lambda *_: False)
    assert asked(running, operation) == 429


@of_those(503)
def test_a_server_that_stops(running, monkeypatch, operation):
    monkeypatch.setattr(guard.Guard, "_way", lambda guard_, scope: guard._stopping(scope))
    assert asked(running, operation) == 503


def test_other_sites_write_nothing(running):
    writing = [operation for operation in OPERATIONS.values() if operation.method == "post"]
    for operation in writing:
        assert asked(running, operation, headers={"Origin": "http://evil.example"}) == 403
    assert len(writing) > 15


@pytest.mark.parametrize("path", those_that_refuse(409))
def test_a_table_that_has_gone_on(running, path):
    """It comes along as it is now, and as it was asked for."""
    table, operation = running.open("person", "person"), OPERATIONS[path]
    wish = {"after": 1, "key": "0123456789"} | ({"choices": ["pass"]} if path.endswith("turns") else {})
    for look in ({}, {"draw": False, "legal": False}):
        answer = table.post(f"/{path.rpartition('/')[2]}", wish, **look)
        check(operation, answer)
        assert answer.status_code == 409
        assert bool(answer.json()["state"]["parts"]) == bool(answer.json()["state"]["legal"]) == (look == {})


def test_every_refusal_is_provoked():
    told = {status for operation in OPERATIONS.values() for status in operation.definition.raw["responses"]}
    assert {status for status in told if status[0] != "2"} == {
        "400",
        "403",
        "404",
        "409",
        "411",
        "413",
        "421",
        "422",
        "429",
        "503",
    }


# ------------------------------------------------------------------------------------------------
# Where it is read


def test_the_page_shows_every_field_and_leads_to_what_it_is_made_of(running):
    page, models = running.client.get("/api").text, SCHEMA.raw_schema["components"]["schemas"]
    sections = dict(re.findall(r'<h2 id="(\w+)">.*?</h2>(.*?)</ul>', page, flags=re.DOTALL))
    assert set(sections) == set(models)
    for name, model in models.items():
        assert re.findall("<code>(.*?)</code>", sections[name]) == list(model["properties"])
    assert set(re.findall(r'href="#(\w+)"', page)) == {"main"} | set(models) - {"Refused", "GoneOn"}


def test_the_docs_tell_every_field():
    """If not: tools/describe.py docs/api.md"""
    text = (ROOT / "docs/api.md").read_text(encoding="utf8")
    assert text.partition(reference.HEADING)[2] == reference.listed(SCHEMA.raw_schema)
