"""Lines of a tournament report file: split liberally, cut into columns, and what could not be read of them.

Columns count from 1, both ends included. They are characters; some programs count bytes, and such a line is told by
what stands in the columns that must be blank.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from fractions import Fraction

import msgspec

from gateway.model.messages import Argument, Message, message

__all__ = ["TrfLine", "TrfProblem", "decode_trf", "exact_points", "split_lines"]


class TrfProblem(msgspec.Struct, frozen=True):
    """Something in a file that cannot be read, or contradicts the rest; what to do is in the message."""

    line: int
    """From 1; 0 where it is about the whole file."""
    column: int
    """From 1; 0 where it is about the whole line."""
    what: Message


_POINTS = re.compile(r"[+-]?\d{0,6}(?:[.,]\d{1,6})?")


def decode_trf(data: bytes) -> str:
    """The text of a file: UTF-8, with or without a byte-order mark, UTF-16 with one, else Latin-1."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def split_lines(text: str) -> list[str]:
    """The lines, whether they end with CR, LF or both; nothing else ends a line."""
    return re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff").removesuffix("\x1a"))


def exact_points(text: str) -> Fraction | None:
    """A number such as `11.5`, exactly; None if it is none."""
    text = text.strip()
    if not any(letter in "0123456789" for letter in text) or not text.isascii() or not _POINTS.fullmatch(text):
        return None
    return Fraction(text.replace(",", "."))


class TrfLine:
    """One line, handed out by columns; what is wrong with it is noted."""

    def __init__(self, number: int, text: str, problems: list[TrfProblem]) -> None:
        self.number = number
        self.whole = text
        self._cells: str | bytes = text
        self._problems = problems

    @property
    def code(self) -> str:
        """The type of the record."""
        return self.whole[:3]

    @property
    def value(self) -> str:
        """What stands from column 5 on."""
        return self.whole[4:].strip()

    @property
    def length(self) -> int:
        """The last column."""
        return len(self._cells)

    def count_bytes_if(self, blank: tuple[int, ...]) -> None:
        """Take columns for bytes where these are blank then, and are not as characters."""
        data = self.whole.encode()
        if len(data) == len(self.whole) or not self._is_filled(self.whole, blank):
            return
        if not self._is_filled(data, blank):
            self._cells = data

    @staticmethod
    def _is_filled(cells: str | bytes, columns: tuple[int, ...]) -> bool:
        return any(cells[at - 1 : at] not in (" ", b" ", "", b"") for at in columns)

    def text(self, first: int, last: int | None = None) -> str:
        """What stands in these columns, without the blanks around it."""
        cut = self._cells[first - 1 : last]
        return (cut if isinstance(cut, str) else cut.decode(errors="replace")).strip()

    def note(self, column: int, key: Message) -> None:
        """Add a problem."""
        self._problems.append(TrfProblem(self.number, column, key))

    def integer(self, first: int, last: int, *, needed: bool = False) -> int | None:
        """The whole number in these columns; None if they are blank, or with a problem noted."""
        text = self.text(first, last)
        if text.isascii() and text.isdigit():
            return int(text)
        if text or needed:
            self.note(first, _unreadable("trf.not_a_number", first, last, text))
        return None

    def points(self, first: int, last: int) -> Fraction | None:
        """The points in these columns; None if they are blank, or with a problem noted."""
        text = self.text(first, last)
        if not text:
            return None
        found = exact_points(text)
        if found is None:
            self.note(first, _unreadable("trf.not_points", first, last, text))
        return found

    def integers(self, first: int, width: int) -> tuple[int | None, ...]:
        """The whole numbers from a column to the end of the line, each so wide, a blank between them.

        None where one is 0 or blank. Where they do not stand in their columns, blanks alone part them.
        """
        step = width + 1
        starts = range(first, self.length + 1, step)
        fitting = all(
            (not (text := self.text(at, at + width - 1)) or _is_digits(text)) and not self.text(at + width, at + width)
            for at in starts
        )
        words = [self.text(at, at + width - 1) for at in starts] if fitting else self.text(first).split()
        found: list[int | None] = []
        for word in words:
            if word and not _is_digits(word):
                self.note(first, message("trf.not_a_list", text=word))
            else:
                found.append(int(word or 0) or None)
        while found and found[-1] is None and not (words[len(found) - 1] if len(found) == len(words) else ""):
            found.pop()
        return tuple(found)

    def named_points(self) -> Iterator[tuple[str, Fraction]]:
        """Symbols and what they are worth, as `W 1.0`; programs write them in other columns than the specification."""
        rest = re.sub(r"([A-Za-z]+)\s*=?\s*([+-]?[\d.,]+)", "", self.value).strip()
        if rest:
            self.note(5, message("trf.not_named_points", text=rest))
        for symbol, worth in re.findall(r"([A-Za-z]+)\s*=?\s*([+-]?[\d.,]+)", self.value):
            points = exact_points(worth)
            if points is None:
                self.note(5, message("trf.not_named_points", text=f"{symbol} {worth}"))
            else:
                yield symbol.upper(), points


def _is_digits(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _unreadable(key: str, first: int, last: int, text: str) -> Message:
    args: dict[str, Argument] = {"first": first, "last": last, "text": text}
    return Message(key, args)
