"""The common part of PGN and PDN: tags, comments, variations, and the text of moves between them."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import assert_never

import msgspec

__all__ = ["Body", "Comment", "TagPair", "TaggedReader", "format_tag", "split", "wrap"]


class TagPair(msgspec.Struct, frozen=True):
    """`[Name "value"]`."""

    name: str
    value: str


class Comment(msgspec.Struct, frozen=True):
    """A comment in braces."""

    text: str


class Body(msgspec.Struct, frozen=True):
    """Moves, numbers, results and signs, as they stand."""

    text: str


# A value in quotes; then what real files make of it: quotes inside the quotes, no bracket, no quote at the end.
_VALUE = r'"((?:\\.|[^"\\\n])*)"\s*\]|"((?:[^"\n]|"(?!\s*\]))*)"\s*\]|"([^"\n]*)"|"([^"\n]*)\]'
_TAG = re.compile(rf"\[\s*(\w+)\s*(?:{_VALUE})")
_SPECIAL = re.compile(
    r"""
      (?P<tag>       \[ (?= \s* \w+ \s* " ) )
    | (?P<strength>  \( [!?]+ \) )
    | (?P<bracket>   \{ | \( (?! [QRBNqrbn]\) ) )
    | (?P<line>      ; [^\n]* | (?<![^\n]) % [^\n]* )
    """,
    re.VERBOSE,
)
_HEADER = re.compile(r'\n\s*\[\s*\w+\s+"')
"""The beginning of another game's tags; nothing that was opened before goes on there."""
_WIDTH = 100
_MAX_CHARS = 64_000_000
"""A record larger than this is not a record of games."""


def split(text: str, *, nested: bool) -> Iterator[TagPair | Comment | Body]:
    """The parts of a file in order; variations and comments to the end of a line are left out. Nothing raises.

    `nested` allows braces within braces, as old draughts files have them; in PGN the first one closes.
    """
    text = text[:_MAX_CHARS]
    at = 0
    while special := _SPECIAL.search(text, at):
        if special.start() > at:
            yield Body(text[at : special.start()])
        at = special.end()
        if special["bracket"]:
            at, inside = _bracket(text, special.start(), nested=nested)
            if special["bracket"] == "{":
                yield Comment(inside)
        elif special["tag"] and (tag := _TAG.match(text, special.start())):
            at = tag.end()
            value = next(value for value in tag.groups()[1:] if value is not None)
            yield TagPair(tag[1], re.sub(r"\\(.)", r"\1", value))
    if at < len(text):
        yield Body(text[at:])


def _bracket(text: str, at: int, *, nested: bool) -> tuple[int, str]:
    """The place where the text goes on behind the bracket that opens at `at`, and what is inside.

    Where nesting never comes to an end the first closing bracket counts; where there is none, all up to the next tags.
    """
    opening, closing = ("{", "}") if text[at] == "{" else ("(", ")")
    header = _HEADER.search(text, at)
    end = header.start() if header else len(text)
    first = text.find(closing, at, end)
    if first < 0:
        return end, text[at + 1 : end]
    if opening == "{" and (not nested or text.find("{", at + 1, first) < 0):
        return first + 1, text[at + 1 : first]
    depth = 0
    index = at
    while index < end:
        if opening == "(" and text[index] == "{":
            # A bracket in a comment of a variation closes nothing.
            index, _ = _bracket(text, index, nested=nested)
            continue
        if text[index] == opening:
            depth += 1
        elif text[index] == closing:
            depth -= 1
            if depth == 0:
                return index + 1, text[at + 1 : index]
        index += 1
    return first + 1, text[at + 1 : first]


class TaggedReader(ABC):
    """The reading of one file: its parts are handed out in order, to be collected into games."""

    def read(self, text: str, tokens: re.Pattern[str], *, nested: bool) -> None:
        """Hand out every part of the text; `tokens` is what stands between tags and comments."""
        for part in split(text, nested=nested):
            match part:
                case TagPair():
                    self.tag(part.name, part.value)
                case Comment():
                    self.comment(part.text)
                case Body():
                    for token in tokens.finditer(part.text):
                        self.token(token)
                case _:
                    assert_never(part)
        self.close()

    @abstractmethod
    def tag(self, name: str, value: str) -> None:
        """A tag; behind moves it begins the next game."""

    @abstractmethod
    def comment(self, text: str) -> None:
        """A comment; it belongs to the move before it."""

    @abstractmethod
    def token(self, match: re.Match[str]) -> None:
        """One token of the moves."""

    @abstractmethod
    def close(self) -> None:
        """Finish the game that is being read, if there is one."""


def format_tag(name: str, value: str) -> str:
    """One tag in the form that every reader takes."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'[{name} "{escaped}"]'


def wrap(words: Iterator[str], width: int = _WIDTH) -> Iterator[str]:
    """The words in lines of at most that width, none broken."""
    line = ""
    for word in words:
        if line and len(line) + len(word) >= width:
            yield line
            line = ""
        line = f"{line} {word}" if line else word
    if line:
        yield line
