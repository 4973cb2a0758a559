"""Records about players: their lines, byes, acceleration, pairs that must not be, points out of the ordinary."""

from __future__ import annotations

from gateway.model.messages import message
from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber, RoundScore

from .tournament_report import (
    Acceleration,
    ByeRequest,
    ForbiddenPairs,
    NationalRecord,
    PointAdjustment,
    ReportPlayer,
    ReportRound,
    VirtualPoints,
)
from .trf_lines import TrfLine, exact_points

__all__ = [
    "FIRST_ROUND_COLUMN",
    "ROUND_WIDTH",
    "acceleration",
    "adjustment",
    "bye_request",
    "forbidden_always",
    "forbidden_pairs",
    "national_record",
    "player_record",
    "virtual_points",
]

FIRST_ROUND_COLUMN = 92
ROUND_WIDTH = 10
MOST_ROUNDS = 999
_BLANK = (9, 14, 48, 53, 57, 69, 80, 85, 90, 91)
"""Columns of a player's line that must be blank."""
_SIDES = {"w": Side.WHITE, "b": Side.BLACK, "-": None, "": None}
_SCORES = frozenset(score.value for score in RoundScore)
_ADJUSTED = frozenset("WDLFHZ+-")


def player_record(line: TrfLine) -> ReportPlayer | None:
    """A player (001)."""
    line.count_bytes_if(_BLANK)
    number = line.integer(5, 8, needed=True)
    if not number:
        return None
    return ReportPlayer(
        number=PairingNumber(number),
        sex=line.text(10, 10).lower(),
        title=line.text(11, 13),
        name=line.text(15, 47),
        rating=line.integer(49, 52) or None,
        federation=line.text(54, 56),
        fide_id=line.text(58, 68),
        birth_date=line.text(70, 79),
        points=line.points(81, 84),
        rank=line.integer(86, 89) or None,
        rounds=_rounds(line),
    )


def _rounds(line: TrfLine) -> tuple[ReportRound | None, ...]:
    """To the end of the line: a blank round is not the last one."""
    starts = range(FIRST_ROUND_COLUMN, line.length + 1, ROUND_WIDTH)
    rounds = [_round(line, at) for at in starts[:MOST_ROUNDS]]
    while rounds and rounds[-1] is None:
        rounds.pop()
    return tuple(rounds)


def _round(line: TrfLine, at: int) -> ReportRound | None:
    opponent = line.integer(at, at + 3) or None
    colour = line.text(at + 5, at + 5).lower()
    letter = line.text(at + 7, at + 7).upper()
    if colour not in _SIDES:
        line.note(at + 5, message("trf.not_a_colour", text=colour))
        colour = ""
    if letter and letter not in _SCORES:
        line.note(at + 7, message("trf.not_a_result", text=letter))
        letter = ""
    if not letter and opponent is None:
        return None
    return ReportRound(
        RoundScore(letter) if letter else None, PairingNumber(opponent) if opponent else None, _SIDES[colour]
    )


def national_record(line: TrfLine) -> NationalRecord | None:
    """A national rating; None if the line is something else."""
    code = line.code
    if not (len(code) == 3 and code.isascii() and code.isalpha() and code.isupper()) or code[:2] in {"XX", "BB"}:
        return None
    line.count_bytes_if(_BLANK[:-4])
    number, rating = line.text(5, 8), line.text(49, 52)
    if line.whole[3:4] != " " or not all(text.isascii() and text.isdigit() for text in (number, rating or "0")):
        return None
    if not int(number):
        return None
    return NationalRecord(
        of=code,
        number=PairingNumber(int(number)),
        sex=line.text(10, 10).lower(),
        title=line.text(11, 13),
        name=line.text(15, 47),
        rating=int(rating) if rating else None,
        federation=line.text(54, 56),
        national_id=line.text(58, 68),
        birth_date=line.text(70, 79),
    )


def _numbers(line: TrfLine, first: int) -> tuple[PairingNumber, ...]:
    return tuple(PairingNumber(number) for number in line.integers(first, 4) if number)


def _round_number(line: TrfLine, first: int) -> RoundNumber | None:
    number = line.integer(first, first + 2)
    return RoundNumber(number) if number else None


def bye_request(line: TrfLine) -> ByeRequest | None:
    """Byes that were asked for (240)."""
    letter = line.text(5, 5).upper()
    number = _round_number(line, 7)
    if not letter or letter not in "FHZ" or number is None:
        line.note(5, message("trf.not_a_bye", text=line.value))
        return None
    return ByeRequest(RoundScore(letter), number, _numbers(line, 11))


def acceleration(line: TrfLine) -> Acceleration | None:
    """Virtual points of a range of numbers (250)."""
    first_round, last_round = _round_number(line, 15), _round_number(line, 19)
    first, last = line.integer(23, 26), line.integer(28, 31)
    if first_round is None or not first:
        line.note(15, message("trf.not_an_acceleration", text=line.value))
        return None
    return Acceleration(
        match_points=line.points(5, 8),
        points=line.points(10, 13),
        first_round=first_round,
        last_round=last_round or first_round,
        first=PairingNumber(first),
        last=PairingNumber(last or first),
    )


def virtual_points(line: TrfLine) -> VirtualPoints | None:
    """Virtual points of one player (XXA)."""
    number, *values = line.value.split() or [""]
    points = [exact_points(value) for value in values]
    if not (number.isascii() and number.isdigit() and int(number)) or None in points:
        line.note(5, message("trf.not_virtual_points", text=line.value))
        return None
    return VirtualPoints(PairingNumber(int(number)), tuple(each for each in points if each is not None))


def forbidden_pairs(line: TrfLine) -> ForbiddenPairs | None:
    """Who must not meet, from one round to another (260)."""
    return ForbiddenPairs(_numbers(line, 13), _round_number(line, 5), _round_number(line, 9))


def forbidden_always(line: TrfLine) -> ForbiddenPairs | None:
    """Who must not meet (XXP)."""
    words = line.value.split()
    if not all(word.isascii() and word.isdigit() and int(word) for word in words):
        line.note(5, message("trf.not_a_list", text=line.value))
        return None
    return ForbiddenPairs(tuple(PairingNumber(int(word)) for word in words))


def adjustment(line: TrfLine) -> PointAdjustment | None:
    """Points out of the ordinary (299)."""
    kind = line.text(5, 5).upper()
    if kind and kind not in _ADJUSTED:
        line.note(5, message("trf.not_an_adjustment", text=kind))
        return None
    return PointAdjustment(
        kind=kind,
        match_points=line.points(8, 11),
        game_points=line.points(14, 17),
        round_number=_round_number(line, 20),
        numbers=_numbers(line, 24),
    )
