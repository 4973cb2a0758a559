"""What all tests share: properties are tried from fixed seeds, so that the verdict is the same every time.

`make explore` tries them from new seeds each time and with twenty times as many examples.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import sys
from collections.abc import AsyncIterator, Iterator

import pytest
from hypothesis import HealthCheck, settings

from .long_first import long_first
from .postgresql import PostgresqlServer, shared_server

# Some environments forbid to keep bytecode: each of the hundreds of processes that tests start would compile the whole
# program anew, which is half of what a relay's or an agent's start costs.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A busy machine is no reason to fail, and neither is a slow example.
_PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)

settings.register_profile("ci", _PATIENT, derandomize=True, max_examples=100)
settings.register_profile("explore", _PATIENT, max_examples=2000)
settings.load_profile("ci")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Try what runs by the real clock once more if it fails: a machine can be too slow for patience.

    The summary names every such test (RERUN), for it is a fault until somebody has found out whose. What is pure gets
    no second chance.
    """
    for item in items:
        if any(item.get_closest_marker(name) for name in ("asyncio", "browser", "system")):
            item.add_marker(pytest.mark.flaky(reruns=1))
    if workers := int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "0")):
        items[:] = long_first(items, workers, _is_long, lambda item: item.path)


def _is_long(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(name) for name in ("browser", "system", "long"))


_OUR_LOGS = ("gateway", "drivers", "firmware_sim")
"""What commands make louder or quieter."""


@pytest.fixture(autouse=True)
def no_log_outlives_its_test() -> Iterator[None]:
    """Take away the handlers of commands that were run in this process: what they write to is closed with the test;
    and let every log say again what it said before."""
    root = logging.getLogger()
    before = set(root.handlers)
    levels = {log: log.level for log in (root, *map(logging.getLogger, _OUR_LOGS))}
    yield
    for log, level in levels.items():
        log.setLevel(level)
    for handler in set(root.handlers) - before:
        if type(handler) is logging.StreamHandler:
            root.removeHandler(handler)


@pytest.fixture(scope="session", autouse=True)
async def no_browser_outlives_the_tests() -> AsyncIterator[None]:
    """Close the browser that the worker's tests have shared, if one was opened."""
    yield
    if browsing := sys.modules.get("tests.browsing"):
        await browsing.close_browser()


@pytest.fixture(autouse=True)
async def no_task_outlives_its_test() -> AsyncIterator[None]:
    """Cancel what a test has left running: the loop goes on."""
    before = asyncio.all_tasks()
    yield
    left = asyncio.all_tasks() - before - {asyncio.current_task()}
    left = {task for task in left if not _is_the_browsers(task)}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)


def _is_the_browsers(task: asyncio.Task[object]) -> bool:
    """Whether it speaks to the browser that all tests share."""
    return "/playwright/" in getattr(getattr(task.get_coro(), "cr_code", None), "co_filename", "")


_SCHEMAS = itertools.count(1)


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[PostgresqlServer]:
    """The PostgreSQL of this run, started when it is first asked for."""
    with shared_server() as server:
        yield server


@pytest.fixture
def database_url(postgresql_server: PostgresqlServer) -> str:
    """The address of a schema of its own, which is not there yet."""
    return f"{postgresql_server.url}?schema=test_{os.getpid()}_{next(_SCHEMAS)}"
