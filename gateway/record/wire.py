"""The one wire form: a value and its JSON line, encoded once, the same in the journal, on the bus and in the browser.

Decoding is strict: what does not fit the definitions raises `WireError`, with the place that was wrong.
"""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from gateway.model.errors import GatewayError
from gateway.referee.assignment import Assignment

from .commands import Command, Reply
from .entries import Entry
from .table_state import ClockMessage, TableState

__all__ = ["ASSIGNMENT", "CLOCK", "COMMAND", "ENTRY", "REPLY", "TABLE_STATE", "Form", "WireError"]

T = TypeVar("T")


class WireError(GatewayError, ValueError):
    """A message that is not in our wire form."""


class Form(Generic[T]):
    """The wire form of one kind of value: how it is written and read."""

    def __init__(self, kind: type[T]) -> None:
        self.kind = kind
        self._encoder = msgspec.json.Encoder()
        self._decoder = msgspec.json.Decoder(kind)

    def encode(self, value: T) -> bytes:
        """The value as one JSON line, without the line's end."""
        return self._encoder.encode(value)

    def decode(self, line: bytes | str) -> T:
        """The value of one line."""
        try:
            return self._decoder.decode(line)
        except msgspec.MsgspecError as error:
            raise WireError(f"Not a {self.kind.__name__.lower()} message: {error}.") from error


ENTRY = Form(Entry)
TABLE_STATE = Form(TableState)
CLOCK = Form(ClockMessage)
ASSIGNMENT = Form(Assignment)
COMMAND = Form(Command)
REPLY = Form(Reply)
