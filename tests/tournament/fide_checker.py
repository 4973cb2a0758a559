"""FIDE's own checker as an oracle: Gacrux reads a report with a reader of its own and pairs every round again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

import msgspec
from gacrux.gacruxexeptions import GacruxNoLegalPairing
from gacrux.pairingdutch import pairing_dutch
from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json

from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side
from gateway.tournament.crosstable import Crosstable, PairingNumber
from gateway.tournament.pairing_engine import RoundPairing, RoundRequest
from gateway.tournament.trf import LineEnd, TrfDialect, write_trf
from gateway.tournament.trf.pairing_request import request_report
from gateway.tournament.trf.report_tables import report
from gateway.tournament.trf.tournament_report import Acceleration, ForbiddenPairs

__all__ = ["CheckedRound", "Pairs", "checked_rounds", "checked_standings", "coming_pairs", "pairs_of", "report_text"]

Pairs = frozenset[tuple[int, int]]
"""White and black of each pair; the bye has 0 for black."""


class CheckedRound(NamedTuple):
    """A round as the report has it, and as the checker pairs it from what was before."""

    number: int
    reported: Pairs
    paired: Pairs | None
    """None: it finds no complete pairing."""


def pairs_of(answer: RoundPairing) -> Pairs:
    """Our own pairs in that form."""
    found = [(int(each.white), int(each.black)) for each in answer.pairs]
    return frozenset(found if answer.bye is None else [*found, (int(answer.bye), 0)])


def report_text(request: RoundRequest, table: Crosstable) -> str:
    """The report of an event that was paired by such requests."""
    first, last = RoundNumber(1), RoundNumber(table.round_count or table.rounds_known)
    return write_trf(
        msgspec.structs.replace(
            report(table),
            system="FIDE_DUTCH_2026",
            initial_colour=request.initial_side,
            forbidden_pairs=tuple(ForbiddenPairs(tuple(sorted(each)), first, last) for each in request.forbidden),
            accelerations=tuple(_accelerations(request)),
        ),
        TrfDialect.TRF26,
        LineEnd.LF,
    )


def _accelerations(request: RoundRequest) -> Iterator[Acceleration]:
    """A record for each round in which the first so many numbers have virtual points, all of them as many."""
    if not request.virtual_points:
        return
    last = max(request.virtual_points)
    for at, points in enumerate(request.virtual_points[last], 1):
        if points:
            number = RoundNumber(at)
            first = PairingNumber(1)
            yield Acceleration(points=points, first_round=number, last_round=number, first=first, last=last)


def checked_rounds(text: str, rounds: range | None = None) -> list[CheckedRound]:
    """Every round that a report has, or some of them."""
    tournament = _tournament(text)
    last = tournament["currentRound"]
    assert isinstance(last, int)
    return [
        CheckedRound(number, _pairs(tournament, number, True), _generated(tournament, number))
        for number in rounds or range(1, last + 1)
    ]


def coming_pairs(request: RoundRequest) -> Pairs | None:
    """The coming round; None: there is no complete pairing."""
    text = write_trf(request_report(request), TrfDialect.TRF26, LineEnd.LF)
    return _generated(_tournament(text), request.round)


def checked_standings(text: str, codes: Sequence[str]) -> dict[int, tuple[int, list[Fraction]]]:
    """The place of each player of a report by points and then by codes, and the number of each."""
    tournament = _tournament(text)
    asked = {"tiebreak": ["PTS", *codes], "check": False, "is_rr": False, "unrated": None}
    found = tiebreak(tournament, -1, asked).compute_tiebreaks(tournament, asked)
    return {
        each["cid"]: (each["rank"], [Fraction(0 if value is None else str(value)) for value in each["tiebreakScore"]])
        for each in found["competitors"]
    }


def _tournament(text: str) -> dict[str, object]:
    read = trf2json()
    read.parse_file(text, 0)
    status = read.chessjson["status"]
    assert status["code"] == 0, status
    found: dict[str, object] = read.get_tournament(1)
    return found


def _generated(tournament: dict[str, object], number: int) -> Pairs | None:
    try:
        return _pairs(tournament, number, False)
    except GacruxNoLegalPairing:
        return None


def _pairs(tournament: dict[str, object], number: int, only_reads: bool) -> Pairs:
    engine = pairing_dutch(tournament, number, {"experimental": [], "verbose": 0, "top_color": Side.WHITE.value[0]})
    brackets = engine.compute_pairing(only_reads, 0)
    return frozenset((pair["w"], pair["b"]) for each in brackets if each for pair in each.get("pairs", ()))
