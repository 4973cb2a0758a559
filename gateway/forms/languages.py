"""The words of a form, in one language or in two side by side."""

from __future__ import annotations

from typing import Protocol

from gateway.model.messages import Argument, Message
from gateway.texts.catalogue import Catalogue

__all__ = ["FormTexts", "SideBySide", "words_of"]


class FormTexts(Protocol):
    """A source of words for messages."""

    language: str

    def render(self, message: Message, /) -> str:
        """The sentence of a message."""

    def text(self, key: str, /, **args: Argument) -> str:
        """The sentence of a key about these arguments."""


class SideBySide:
    """Several catalogues as one: the same text in each language, once where they agree."""

    def __init__(self, *catalogues: Catalogue) -> None:
        self._catalogues = catalogues
        self.language = catalogues[0].language

    def render(self, message: Message, /) -> str:
        """The sentence of a message, in each language."""
        return _joined(each.render(message) for each in self._catalogues)

    def text(self, key: str, /, **args: Argument) -> str:
        """The sentence of a key, in each language."""
        return self.render(Message(key, args))


def words_of(text: str | Message, texts: FormTexts) -> str:
    """What was typed, as it is; a message as these texts say it."""
    return texts.render(text) if isinstance(text, Message) else text


def _joined(texts: object) -> str:
    return " / ".join(dict.fromkeys(texts))  # type: ignore[call-overload]
