"""Messages in tests: as English sentences, and whether every catalogue can say them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest

from gateway.model.errors import GatewayError
from gateway.model.messages import Argument, Message
from gateway.texts.library import Library
from gateway.texts.template import arguments, parse

__all__ = ["LIBRARY", "assert_sayable", "english", "refused"]

LIBRARY = Library.load()
_ASKED = {code: {key: arguments(parse(text)) for key, text in LIBRARY[code].texts.items()} for code in ("en", "zh")}


def english(message: Message | None) -> str:
    """The sentence; empty for no message."""
    return LIBRARY["en"].render(message) if message is not None else ""


def assert_sayable(message: Message) -> None:
    """Fail where a catalogue lacks the message or asks for more than it carries."""
    for code, asked in _ASKED.items():
        assert message.key in asked, f"{code} lacks {message.key}"
        missing = asked[message.key] - set(message.args)
        assert not missing, f"{code} asks for {missing} of {message}"
    for value in message.args.values():
        for inner in _messages(value):
            assert_sayable(inner)


def _messages(value: Argument) -> Iterator[Message]:
    if isinstance(value, Message):
        yield value
    elif isinstance(value, tuple):
        yield from (each for each in value if isinstance(each, Message))


@contextlib.contextmanager
def refused(kind: type[GatewayError], words: str) -> Iterator[pytest.ExceptionInfo[GatewayError]]:
    """Expect an error whose English sentence holds these words."""
    with pytest.raises(kind) as caught:
        yield caught
    assert words in english(caught.value.message)
    assert_sayable(caught.value.message)
