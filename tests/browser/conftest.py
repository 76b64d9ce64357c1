"""A server and a browser for each file of tests, and what opens pages."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """A browser takes its time: CI runs all that is here, every run only what is marked `glance`."""
    for item in items:
        if HERE in item.path.parents and not item.get_closest_marker("glance"):
            item.add_marker("wide")


# The driver is imported late: without a browser it skips the file that imports it, and says so.


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    from tests.browser import driver

    with driver.serving(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="module")
def chromium():
    from tests.browser import driver

    with driver.chromium() as chromium:
        yield chromium


@pytest.fixture
def visit(chromium, server):
    """Opens pages; whatever they complain about fails the test."""
    from tests.browser import driver

    with driver.visiting(chromium, server) as visit:
        yield visit
