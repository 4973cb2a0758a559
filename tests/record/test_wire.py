"""The wire form: whatever the bytes are, decoding gives a value or `WireError`."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.bus.topics import TOPICS
from gateway.model.messages import Message, message
from gateway.record.commands import Command, Reply, SendLines
from gateway.record.learned_options import LEARNED
from gateway.record.line_parts import LINE_PART, LinePart, PartsCollector, parts_of
from gateway.record.lines import LINE, visibility_of_line
from gateway.record.raw import RAW
from gateway.record.visibility import Visibility
from gateway.record.wire import COMMAND, ENTRY, LONGEST_MESSAGE, REPLY, Form, WireError
from gateway.relay.hall.viewer_frames import Subscribe
from tests.examples import examples

FORMS: dict[str, Form[Any]] = {
    **{name: topic.form for name, topic in TOPICS.items()},
    "raw": RAW,
    "learned": LEARNED,
    "subscribe": Form(Subscribe),
}
HOSTILE = (  # no value in any form
    b"",
    b"\xff\xfe",
    b'"\xed\xa0\x80"',
    b"\x00",
    b"[" * 100_000,
    b'{"n":' * 100_000,
    b'{"n":1,"x":' + b"[" * 100_000,
    b'{"n":1,"\xff":2}',
    b'{"n":1,"x":"\xff"}',
    b'{"n":' + b"9" * 40 + b"}",
    b'{"n":1,"x":' + b"9" * 5000 + b"}",
    b'{"id":"a","ok":true,"why":{"key":"\xff"}}',
    b'{"online":true,"devices":{"\xff":true}}',
    b'"' + b'\\"' * 100_000,
)


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("payload", HOSTILE, ids=lambda payload: repr(payload[:24]))
def test_hostile_bytes_are_a_wire_error_in_every_form(name: str, payload: bytes) -> None:
    with contextlib.suppress(WireError):
        FORMS[name].decode(payload)
    with pytest.raises(WireError):
        FORMS[name].receive(payload)
    assert visibility_of_line(payload) is Visibility.ARBITERS


def _texts() -> st.SearchStrategy[bytes]:
    keys = sorted(
        {"n", "at", "what", "type", "id", "do", "after", "upto", "online", "devices", "face", "why", "key", "args"}
    )
    leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(keys)
    values = st.recursive(
        leaves, lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(keys), inner), max_leaves=12
    )
    written = values.map(lambda value: json.dumps(value).encode())
    spoilt = st.tuples(written, st.integers(0, 200), st.binary(max_size=4)).map(
        lambda parts: parts[0][: parts[1]] + parts[2] + parts[0][parts[1] :]
    )
    return st.binary() | written | spoilt


@examples(300)
@given(payload=_texts(), name=st.sampled_from(sorted(FORMS)))
def test_any_bytes_are_a_value_or_a_wire_error(payload: bytes, name: str) -> None:
    form = FORMS[name]
    for read in (form.decode, form.receive):
        with contextlib.suppress(WireError):
            form.encode(read(payload))


def test_what_is_received_can_be_passed_on_at_any_depth_of_the_stack() -> None:
    nested = message("plain", text="x")
    for _ in range(200):
        nested = Message("plain", {"text": nested})
    payload = REPLY.encode(Reply("r", ok=False, why=nested))
    assert REPLY.decode(payload).why == nested
    with pytest.raises(WireError, match="within one another"):
        REPLY.receive(payload)


@pytest.mark.parametrize("number", [10**15, -(10**15), 10**30, -1])
def test_numbers_of_a_request_for_lines_are_bounded(number: int) -> None:
    for after, upto in ((number, 5), (0, number)):
        payload = msgspec.json.encode({"id": "r", "do": {"type": "send_lines", "after": 0, "upto": 5}})
        payload = payload.replace(b'"after":0', b'"after":%d' % after).replace(b'"upto":5', b'"upto":%d' % upto)
        with pytest.raises(WireError):
            COMMAND.receive(payload)


_TRICKY = st.text(st.sampled_from('\\"{}[]0a'), max_size=40)
_NESTED = st.recursive(
    _TRICKY | st.integers(0, 10**18),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TRICKY, inner, max_size=3),
)


def _depth(value: object) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(_depth, inner), default=0)


def _numbers(value: object) -> list[int]:
    if isinstance(value, int):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [number for each in inner for number in _numbers(each)]


@given(_NESTED, st.integers(20, 32))
@examples(100)
def test_depth_and_numbers_are_found_whatever_is_in_texts(value: object, around: int) -> None:
    for _ in range(around):
        value = [value]
    form = Form(list[Any])
    sound = _depth(value) <= 32 and all(number < 10**15 for number in _numbers(value))
    with contextlib.nullcontext() if sound else pytest.raises(WireError):
        form.receive(msgspec.json.encode(value))


def test_digits_in_a_text_are_no_number() -> None:
    command = Command("9" * 40 + '\\"', SendLines(0, 10**15 - 1))
    assert COMMAND.receive(COMMAND.encode(command)) == command


def test_a_message_too_long_for_any_broker_is_refused_before_it_is_read() -> None:
    line = b'{"n":1,"text":"' + b"x" * LONGEST_MESSAGE + b'"}'
    assert LINE.decode(line).n == 1
    with pytest.raises(WireError, match="at most"):
        LINE.receive(line)
    with pytest.raises(WireError):
        ENTRY.receive(line)


@examples(50)
@given(text=st.text(), more=st.integers(0, 40_000))
def test_a_long_line_is_cut_into_parts_and_put_together_again(text: str, more: int) -> None:
    line = LINE.decode(msgspec.json.encode({"n": 7, "text": text + "棋" * more}))
    collector, parts = PartsCollector(), list(parts_of(line))
    assert all(len(LINE_PART.encode(part)) < LONGEST_MESSAGE for part in parts)
    taken = [collector.take(LINE_PART.receive(LINE_PART.encode(part))) for part in [*parts[:-1], *parts]]
    assert taken == [None] * (len(taken) - 1) + [line]


def test_parts_that_make_no_line_of_their_number_are_a_wire_error() -> None:
    for text in ('{"n":2}', "{", '{"n":1,"x":' + "9" * 30 + "}"):
        with pytest.raises(WireError):
            PartsCollector().take(LinePart(1, 1, 1, text))
    assert PartsCollector().take(LinePart(1, 2, 2, '{"n":1}')) is None
