"""A server and a browser for each file of tests, and what opens pages."""

import pytest

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
