"""What PGN and PDN have in common: tags, comments, variations, and the text of moves between them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

__all__ = ["Body", "Comment", "Tag", "format_tag", "split", "wrap"]


class Tag(msgspec.Struct, frozen=True):
    """`[Name "value"]`."""

    name: str
    value: str


class Comment(msgspec.Struct, frozen=True):
    """What stands in braces."""

    text: str


class Body(msgspec.Struct, frozen=True):
    """Moves, numbers, results and signs, as they stand."""

    text: str


_SPECIAL = re.compile(
    r"""
      (?P<tag>       \[ \s* (?P<name>\w+) \s* "(?P<value>(?:\\.|[^"\\])*)" \s* \]? )
    | (?P<strength>  \( [!?]+ \) )
    | (?P<bracket>   [{(] )
    | (?P<line>      ; [^\n]* | (?<![^\n]) % [^\n]* )
    """,
    re.VERBOSE,
)
_WIDTH = 100
_MAX_CHARS = 64_000_000
"""A record larger than this is not a record of games."""


def split(text: str, *, nested: bool) -> Iterator[Tag | Comment | Body]:
    """The parts of a file in order; variations and comments to the end of a line are left out. Nothing raises.

    `nested` allows braces within braces, as old draughts files have them; in PGN the first one closes.
    """
    text = text[:_MAX_CHARS]
    at = 0
    while special := _SPECIAL.search(text, at):
        if special.start() > at:
            yield Body(text[at : special.start()])
        at = special.end()
        if special["tag"]:
            yield Tag(special["name"], re.sub(r"\\(.)", r"\1", special["value"]))
        elif special["bracket"]:
            at = _closing(text, special.start(), nested=nested)
            if special["bracket"] == "{":
                yield Comment(text[special.end() : at - 1])
    if at < len(text):
        yield Body(text[at:])


def _closing(text: str, at: int, *, nested: bool) -> int:
    """Just behind the bracket that closes the one at `at`.

    Where nesting never comes to an end the first closing bracket counts.
    """
    first = (text.find("}" if text[at] == "{" else ")", at) + 1) or len(text)
    if text[at] == "{" and (not nested or "{" not in text[at + 1 : first]):
        return first
    opening, closing = ("{", "}") if text[at] == "{" else ("(", ")")
    depth = 0
    index = at
    while index < len(text):
        if opening == "(" and text[index] == "{":
            # A bracket in a comment of a variation closes nothing.
            index = _closing(text, index, nested=nested)
            continue
        if text[index] == opening:
            depth += 1
        elif text[index] == closing:
            depth -= 1
            if depth == 0:
                return index + 1
        index += 1
    return first


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
