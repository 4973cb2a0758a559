"""Logs: one line for each event, whatever is told in it."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest

from gateway.model.messages import message
from gateway.runtime.logs import set_up_logs


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """The root logger's own come back."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    root.handlers.clear()
    yield
    root.handlers[:] = before
    root.setLevel(level)


def test_what_somebody_sends_makes_no_line_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("info", "text", "relay")
    logging.getLogger("gateway.x").warning("Table t1: %s", "a\n12:00 relay INFO all is well\x1b[31m\u2028\x85b")
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith(r"Table t1: a\x0a12:00 relay INFO all is well\x1b[31m\u2028\x85b")


def test_as_json_it_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("info", "json", "relay")
    logging.getLogger("gateway.x").warning("%s", "a\nb")
    assert json.loads(capsys.readouterr().err)["message"] == "a\nb"


def test_a_trace_keeps_its_lines(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("info", "text", "relay")
    try:
        raise ValueError("no")
    except ValueError:
        logging.getLogger("gateway.x").exception("It failed.")
    assert capsys.readouterr().err.splitlines()[-1] == "ValueError: no"


def test_a_plain_message_is_its_text() -> None:
    assert str(message("plain", text="Ask for a new one.")) == "Ask for a new one."
