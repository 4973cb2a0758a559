"""Radio tags: which one is glued to which piece, learned from the start position, and what to believe of noisy squares.

Empty squares often read random tags, each another one: what counts is a tag seen again and again on one square.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Container, Mapping, Sequence

from drivers.readings import EMPTY

from .frames import SQUARES, RadioTag

__all__ = ["CALIBRATION_FRAMES", "START", "Steady", "calibrate", "format_tags", "parse_tags"]

START = "rnbqkbnr" + "p" * 8 + EMPTY * 32 + "P" * 8 + "RNBQKBNR"
EXTRA_QUEENS = {43: "Q", 19: "q"}
"""Where the maker has spare queens put for calibration: d3 and d6."""

WINDOW = 3
AGREE = 2
"""Frames, of the last ones, that must agree before a tag is taken to stand on a square, or to have left it."""

CALIBRATION_FRAMES = 7
"""Frames of a start position that are needed, each square with one tag in more than half of them."""


class Steady:
    """The last frames of a board, and what they agree in."""

    def __init__(self) -> None:
        self._frames: deque[Sequence[RadioTag | None]] = deque(maxlen=CALIBRATION_FRAMES)
        self._now: list[RadioTag | None] = [None] * SQUARES

    def take(self, tags: Sequence[RadioTag | None], known: Container[RadioTag]) -> Sequence[RadioTag | None] | None:
        """Take a frame; the tag that is believed to stand on each square, or None while there are too few frames.

        A known tag is believed at once, since noise does not hit five bytes by chance; an unknown one, or nothing,
        when it is seen again.
        """
        self._frames.append(tags)
        if len(self._frames) < AGREE:
            return None
        recent = [self._frames[-1 - back] for back in range(min(WINDOW, len(self._frames)))]
        here = {tag for tag in tags if tag is not None and tag in known}
        for square, seen in enumerate(zip(*recent, strict=True)):
            if seen[0] in here or (len(seen) == seen.count(seen[0])):
                self._now[square] = seen[0]
                continue
            tag, count = Counter(seen).most_common(1)[0]
            if tag in here:  # it has gone to another square
                self._now[square] = None
            elif count >= AGREE:
                self._now[square] = tag
            elif len(seen) == WINDOW:  # all different: noise on an empty square
                self._now[square] = None
        return self._now

    def most(self) -> Sequence[RadioTag | None] | None:
        """For each square the tag of more than half of the frames; None while there are too few to calibrate by."""
        if len(self._frames) < CALIBRATION_FRAMES:
            return None
        tags = []
        for square in range(SQUARES):
            tag, count = Counter(frame[square] for frame in self._frames).most_common(1)[0]
            tags.append(tag if 2 * count > CALIBRATION_FRAMES else None)
        return tags


def calibrate(tags: Sequence[RadioTag | None], *, turned: bool = False) -> Mapping[RadioTag, str] | None:
    """The pieces, if this is a start position: a tag of its own on each of its 32 squares, none elsewhere."""
    pieces: dict[RadioTag, str] = {}
    for square, tag in enumerate(reversed(tags) if turned else tags):
        letter = START[square]
        if letter == EMPTY and tag is not None:
            letter = EXTRA_QUEENS.get(square, "")
        if (letter != EMPTY) != (tag is not None) or letter == "" or tag in pieces:
            return None
        if tag is not None:
            pieces[tag] = letter
    return pieces


def format_tags(pieces: Mapping[RadioTag, str]) -> str:
    """As an option's value: `r=3.0.84.252.153 n=...`, by letter."""
    words = (f"{letter}={'.'.join(map(str, tag))}" for tag, letter in pieces.items())
    return " ".join(sorted(words))


def parse_tags(text: str) -> Mapping[RadioTag, str]:
    """Read what `format_tags` wrote; raises `ValueError` that says which word is wrong."""
    pieces: dict[RadioTag, str] = {}
    for word in text.split():
        letter, _, numbers = word.partition("=")
        parts = numbers.split(".")
        if letter not in set(START) - {EMPTY} or len(parts) != 5 or not all(part.isdecimal() for part in parts):
            msg = f"{word!r} is not a piece and its tag, such as K=3.0.84.252.153"
            raise ValueError(msg)
        pieces[tuple(map(int, parts))] = letter
    return pieces
