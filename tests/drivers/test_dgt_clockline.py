"""One clock command at a time, each answered, refused or given up."""

from __future__ import annotations

from drivers.boards.dgt.clockline import ECHO_MS, RETRY_MS, TRIES, ClockLine, ClockOrder
from drivers.boards.dgt.messages import Ack, ClockCommand
from drivers.readings import RequestAnswer

TEXT = ClockOrder(ClockCommand.ASCII, b"text", "show_text")
OTHER_TEXT = ClockOrder(ClockCommand.ASCII, b"other", "show_text")
CLEAR = ClockOrder(ClockCommand.END, b"end", "clear_text")
VERSION = ClockOrder(ClockCommand.VERSION, b"version")


def ok(command: int) -> Ack:
    return Ack(0x10, command, (0, 0))


def test_the_second_command_waits_for_the_first() -> None:
    line = ClockLine()
    assert line.order(VERSION, 0) == []
    assert line.order(TEXT, 1) == []
    assert line.data_to_send() == [b"version"]
    assert line.ack(ok(0x09), 300) == (VERSION, [])
    assert line.data_to_send() == [b"text"]
    assert line.ack(ok(0x0C), 600) == (TEXT, [RequestAnswer("show_text", ok=True)])
    assert line.next_deadline() is None


def test_no_answer_is_tried_again_and_then_given_up() -> None:
    line = ClockLine()
    line.order(TEXT, 0)
    at = 0
    ends = []
    for _ in range(TRIES):
        assert line.data_to_send() == [b"text"]
        assert line.next_deadline() == at + RETRY_MS
        at += RETRY_MS
        ends.append(line.wake(at))
    given_up = [RequestAnswer("show_text", ok=False, detail="no answer from the clock")]
    assert ends == [(None, []), (None, []), (TEXT, given_up)]
    assert line.data_to_send() == []
    assert line.next_deadline() is None


def test_waking_early_changes_nothing() -> None:
    line = ClockLine()
    line.order(TEXT, 0)
    line.data_to_send()
    assert line.wake(RETRY_MS - 1) == (None, [])
    assert line.data_to_send() == []


def test_a_repeated_answer_is_not_taken_for_the_next_one() -> None:
    line = ClockLine()
    line.order(TEXT, 0)
    line.ack(ok(0x0C), 200)
    line.data_to_send()
    line.order(OTHER_TEXT, 210)
    assert line.ack(ok(0x0C), 600) == (None, [])
    assert line.data_to_send() == []
    assert line.next_deadline() == 200 + ECHO_MS
    line.wake(200 + ECHO_MS)
    assert line.data_to_send() == [b"other"]


def test_a_stale_answer_to_another_command_is_ignored() -> None:
    line = ClockLine()
    line.order(TEXT, 0)
    assert line.ack(ok(0x09), 100) == (None, [])
    assert line.ack(ok(0x00), 100) == (None, [])
    assert line.ack(Ack(0x40, 0x09, (0, 0)), 100) == (None, [])


def test_a_refusal_ends_it() -> None:
    line = ClockLine()
    line.order(TEXT, 0)
    order, answers = line.ack(Ack(0x40, 0x0C, (0, 0)), 100)
    assert order is TEXT
    assert answers == [RequestAnswer("show_text", ok=False, detail="the clock refused (status 40)")]


def test_an_error_without_a_name_is_tried_again() -> None:
    line = ClockLine()
    line.order(TEXT, 0)
    line.data_to_send()
    assert line.ack(Ack(0x20, 0x00, (0, 0)), 100) == (None, [])
    line.wake(RETRY_MS)
    assert line.data_to_send() == [b"text"]


def test_a_later_text_replaces_one_that_waits() -> None:
    line = ClockLine()
    line.order(VERSION, 0)
    line.order(TEXT, 0)
    assert line.order(CLEAR, 1) == [RequestAnswer("show_text", ok=False, detail="replaced by a later text")]
    line.ack(ok(0x09), 100)
    assert line.data_to_send() == [b"version", b"end"]


def test_without_a_clock_everything_is_given_up() -> None:
    line = ClockLine()
    line.order(TEXT, 0)
    line.order(CLEAR, 0)
    assert [answer.request for answer in line.clear("gone")] == ["show_text", "clear_text"]
    assert line.next_deadline() is None
