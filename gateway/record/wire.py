"""The one wire form: a value and its JSON line, encoded once, the same in the journal, on the bus and in the browser.

Decoding is strict: what does not fit the definitions raises `WireError`, with the place that was wrong, and nothing
else. What comes from outside is bounded as well (`receive`): anybody may have written it.
"""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from gateway.model.errors import GatewayError
from gateway.referee.assignment import Assignment

from .commands import Command, Reply
from .entries import Entry
from .table_state import ClockMessage, TableState

__all__ = [
    "ASSIGNMENT",
    "CLOCK",
    "COMMAND",
    "ENTRY",
    "LONGEST_MESSAGE",
    "REPLY",
    "TABLE_STATE",
    "Form",
    "WireError",
]

LONGEST_MESSAGE = 256 * 1024
"""Bytes that a message may have on the bus: a quarter of what the strictest of the usual brokers takes."""
_LONGEST_ORDER = 32 * 1024
"""Bytes of what people ask of a table, and of its answer; none of ours has a tenth of it."""
_AS_ZEROS = bytes(ord("0") if chr(byte).isdigit() and byte < 128 else ord(".") for byte in range(256))
_HUGE = b"0" * 16
"""The digits of a number that neither a browser nor a store can hold. Made zeros of, they are found ten times as fast
as by a pattern, and every message is searched."""
_NO_BRACKET = bytes(set(range(256)) - set(b"{}[]"))
_ONE_KIND = bytes.maketrans(b"{}", b"[]")
_NEITHER = bytes(set(_NO_BRACKET) - set(b'"'))
_DEEPEST = 32
"""Objects and lists within one another; the deepest of our messages have a third of it."""

T = TypeVar("T")


class WireError(GatewayError, ValueError):
    """A message that is not in our wire form."""


class Form(Generic[T]):
    """The wire form of one kind of value: how it is written and read."""

    def __init__(self, kind: type[T], longest: int = LONGEST_MESSAGE, noun: str = "") -> None:
        """`longest` bounds, in bytes, what is taken from outside; `noun` is what a value is called in an error."""
        self._noun = noun or f"a {kind.__name__.lower()} message"
        self.longest = longest
        self._encoder = msgspec.json.Encoder()
        self._decoder = msgspec.json.Decoder(kind)

    def encode(self, value: T) -> bytes:
        """The value as one JSON line, without the line's end."""
        return self._encoder.encode(value)

    def decode(self, line: bytes | str) -> T:
        """The value of one line; raises `WireError`, whatever the bytes are."""
        try:
            return self._read(line)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise WireError(f"Not {self._noun}: {error}.") from error

    def receive(self, payload: bytes) -> T:
        """The value of a line from outside: bounded in length, depth and numbers, and UTF-8 to its last byte, since it
        may be passed on as it is."""
        if len(payload) > self.longest:
            raise WireError(f"A message of {len(payload)} bytes: at most {self.longest} are read.")
        try:
            payload.decode()
        except UnicodeDecodeError as error:
            raise WireError(f"Not UTF-8: {error.reason} at byte {error.start}.") from error
        value = self.decode(payload)
        # Not before it has been decoded: the strings of what is no JSON would take long to find.
        if _has_huge_number(payload):
            raise WireError("A number has more than 15 digits.")
        if payload.count(b"{") + payload.count(b"[") > _DEEPEST and _is_too_deep(payload):
            raise WireError(f"More than {_DEEPEST} things within one another.")
        return value

    def _read(self, line: bytes | str) -> T:
        return self._decoder.decode(line)


def _has_huge_number(payload: bytes) -> bool:
    """Whether a number outside of strings has too many digits."""
    return _HUGE in payload.translate(_AS_ZEROS) and _HUGE in _bare(_plain(payload)).translate(_AS_ZEROS)


def _is_too_deep(payload: bytes) -> bool:
    """Whether objects and lists of a JSON text lie too deep within one another."""
    rest = _bare(_plain(payload).translate(None, _NEITHER)).translate(_ONE_KIND, _NO_BRACKET)
    for _ in range(_DEEPEST):
        rest = rest.replace(b"[]", b"")  # the innermost
    return bool(rest)


def _plain(payload: bytes) -> bytes:
    """A JSON text in which every quote begins or ends a string."""
    return payload.replace(rb"\\", b"").replace(rb"\"", b"") if b"\\" in payload else payload


def _bare(plain: bytes) -> bytes:
    """Such a text without its strings: of what lies between quotes, every other piece."""
    return b".".join(plain.split(b'"')[::2])


ENTRY = Form(Entry)
TABLE_STATE = Form(TableState)
CLOCK = Form(ClockMessage, _LONGEST_ORDER)
ASSIGNMENT = Form(Assignment, _LONGEST_ORDER)
COMMAND = Form(Command)
REPLY = Form(Reply, _LONGEST_ORDER)
