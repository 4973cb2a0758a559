"""Entrants from a file, as people have them: a CSV with a heading, or a JSON list.

Columns: `name`; and if they are there `number`, `rating`, `title`, `federation`, `club`, and `rounds`, the results so
far as crosstables have them: `5w1 3b= -U`, which is opponent, side and score of each round.
"""

from __future__ import annotations

import csv
import json
import re
import sys
from pathlib import Path
from typing import Any

from gateway.model.errors import SettingsError
from gateway.model.sides import Side
from gateway.tournament.crosstable import Crosstable, PairingNumber, Participant, RoundResult, RoundScore

__all__ = ["read_entrants"]

_ROUND = re.compile(r"(?P<opponent>\d+)(?P<side>[wb])(?P<score>[10=WDL+-])|-?(?P<bye>[UFHZ])|\?")


def read_entrants(file: str) -> Crosstable:
    """Everybody in the file, in its order; `-` reads standard input."""
    rows = _rows(file)
    numbers = [_number(row.get("number") or at, file) for at, row in enumerate(rows, 1)]
    if len(set(numbers)) < len(numbers):
        raise SettingsError(f"{file}: two entrants have the same number.")
    found = tuple(_participant(row, number, file) for row, number in zip(rows, numbers, strict=True))
    _check(found, file)
    return Crosstable(participants=tuple(sorted(found, key=lambda row: row.number)))


def _rows(file: str) -> list[dict[str, Any]]:
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{file} cannot be read: {error}.") from error
    if text.lstrip().startswith("["):
        try:
            rows = json.loads(text)
        except ValueError as error:
            raise SettingsError(f"{file} is not JSON: {error}.") from error
        if not all(isinstance(row, dict) for row in rows):
            raise SettingsError(f"{file}: a list of objects is wanted, each with a name.")
    else:
        reader = csv.DictReader(text.splitlines())
        rows = [{(name or "").strip().lower(): value for name, value in row.items()} for row in reader]
    if not rows or not all(str(row.get("name") or "").strip() for row in rows):
        raise SettingsError(f"{file}: entrants are wanted, with a heading that has at least `name`.")
    return list(rows)


def _participant(row: dict[str, Any], number: PairingNumber, file: str) -> Participant:
    texts = {name: str(row.get(name) or "").strip() for name in ("name", "title", "federation", "club")}
    rating = row.get("rating")
    return Participant(
        number=number,
        rating=_number(rating, file) if rating not in {None, ""} else None,
        rounds=tuple(_round(text, number, file) for text in str(row.get("rounds") or "").split()),
        **texts,
    )


def _number(value: Any, file: str) -> PairingNumber:
    try:
        return PairingNumber(int(str(value)))
    except ValueError as error:
        raise SettingsError(f"{file}: {value} is not a number.") from error


def _round(text: str, number: PairingNumber, file: str) -> RoundResult | None:
    found = _ROUND.fullmatch(text)
    if found is None:
        raise SettingsError(
            f"{file}, number {number}: {text} is not a result; write 5w1, 3b=, 7w0, 2b+, -U, -H, -Z or ?."
        )
    if found["bye"]:
        return RoundResult(RoundScore(found["bye"]))
    if not found["opponent"]:
        return None
    side = Side.WHITE if found["side"] == "w" else Side.BLACK
    return RoundResult(RoundScore(found["score"]), PairingNumber(int(found["opponent"])), side)


def _check(rows: tuple[Participant, ...], file: str) -> None:
    """Both of a game must tell of it."""
    by_number = {row.number: row for row in rows}
    for row in rows:
        for at, result in enumerate(row.rounds):
            if result is None or result.opponent is None:
                continue
            other = by_number.get(result.opponent)
            theirs = other.rounds[at] if other is not None and at < len(other.rounds) else None
            if theirs is None or theirs.opponent != row.number or theirs.side is result.side:
                raise SettingsError(
                    f"{file}: in round {at + 1} number {row.number} met {result.opponent}, whose row does not say so."
                )
