"""Tables of victory points as people write them, read from text: a file, or what was typed.

    0-1   15  15        a step of margins, the winner's points and the loser's
    2-5   16  14
    51+   25  0

A line may leave the loser's points out: then both share twice the points of a level match. Where every line has one
number only, or all stand in one line, they are the winner's points for a margin of 0, of 1 and so on. Numbers are
parted by spaces, tabs, commas or semicolons; beside tabs and semicolons a comma is a decimal one. A heading is passed
over.
"""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from gateway.model.errors import TournamentError
from gateway.model.messages import message

__all__ = ["ScaleTable", "read_scale_table"]

_MOST = 500
"""Margins of a table."""
_NUMBER = re.compile(r"\d{1,4}(?:\.\d{1,6})?")
_MARGIN = re.compile(r"(\d{1,4})(?:\s*[-–—~]\s*\d{1,4}|\s*\+)?")
_SPACED = re.compile(r"(?<=\d)\s*([-–—~])\s*(?=\d)")


class ScaleTable(NamedTuple):
    """The points for a margin of 0, of 1 and so on."""

    winners: tuple[Decimal, ...]
    losers: tuple[Decimal, ...] = ()
    """Empty where both always share the same total."""

    @property
    def total(self) -> Decimal:
        """What both have together of a level match."""
        return 2 * self.winners[0]


class _Step(NamedTuple):
    line: int
    text: str
    margin: int
    winner: Decimal
    loser: Decimal | None


def read_scale_table(text: str) -> ScaleTable:
    """The table that a text writes; raises `TournamentError` with the line that cannot be read."""
    lines = [(at, line.strip()) for at, line in enumerate(text.splitlines(), 1) if line.strip()]
    rows = [(at, line, _parts(line)) for at, line in lines]
    if rows and not any(character.isdigit() for character in rows[0][1]):
        rows = rows[1:]
    if not rows:
        raise TournamentError(message("bridge.scale_empty"))
    if len(rows) == 1 or all(len(parts) == 1 for _, _, parts in rows):
        return _checked(tuple(_number(at, line, part) for at, line, parts in rows for part in parts))
    return _of_steps([_step(*row) for row in rows])


def _parts(line: str) -> list[str]:
    line = _SPACED.sub(r"\1", line)
    if "\t" in line or ";" in line:
        return [part.strip().replace(",", ".") for part in re.split(r"[\t;]+", line) if part.strip()]
    return [part for part in re.split(r"[\s,，、]+", line) if part]


def _number(line: int, text: str, part: str) -> Decimal:
    if not _NUMBER.fullmatch(part):
        raise TournamentError(message("bridge.scale_line", line=line, text=text[:80]))
    return Decimal(part)


def _step(line: int, text: str, parts: list[str]) -> _Step:
    found = _MARGIN.fullmatch(parts[0])
    if found is None or len(parts) not in {2, 3}:
        raise TournamentError(message("bridge.scale_line", line=line, text=text[:80]))
    points = [_number(line, text, part) for part in parts[1:]]
    return _Step(line, text, int(found[1]), points[0], points[1] if len(points) > 1 else None)


def _of_steps(steps: list[_Step]) -> ScaleTable:
    if steps[0].margin != 0:
        raise TournamentError(message("bridge.scale_from_0"))
    for one, other in pairwise(steps):
        if other.margin <= one.margin:
            raise TournamentError(message("bridge.scale_margins", line=other.line, text=other.text[:80]))
    total = 2 * steps[0].winner
    winners, losers = list[Decimal](), list[Decimal]()
    for step, following in zip(steps, [*steps[1:], None], strict=True):
        count = 1 if following is None else following.margin - step.margin
        winners += [step.winner] * count
        losers += [total - step.winner if step.loser is None else step.loser] * count
    shared = all(one + other == total for one, other in zip(winners, losers, strict=True))
    return _checked(tuple(winners), () if shared else tuple(losers))


def _checked(winners: tuple[Decimal, ...], losers: tuple[Decimal, ...] = ()) -> ScaleTable:
    if len(winners) > _MOST:
        raise TournamentError(message("bridge.scale_long", most=_MOST))
    return ScaleTable(winners, losers)
