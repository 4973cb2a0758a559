"""What all tests share: properties are tried from fixed seeds, so that the verdict is the same every time.

`make explore` tries them from new seeds each time and with twenty times as many examples.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# A busy machine is no reason to fail, and neither is a slow example.
_PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)

settings.register_profile("ci", _PATIENT, derandomize=True, max_examples=100)
settings.register_profile("explore", _PATIENT, max_examples=2000)
settings.load_profile("ci")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Try what needs a browser or many processes once more if it fails: a machine can be too slow for patience.

    The summary names every such test (RERUN), for it is a fault until somebody has found out whose.
    """
    for item in items:
        if any(item.iter_markers("browser")) or any(item.iter_markers("system")):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(autouse=True)
def no_log_outlives_its_test() -> Iterator[None]:
    """Take away the handlers of commands that were run in this process: what they write to is closed with the test."""
    root = logging.getLogger()
    before = set(root.handlers)
    yield
    for handler in set(root.handlers) - before:
        if type(handler) is logging.StreamHandler:
            root.removeHandler(handler)
