"""Places and tie-breaks of random Swiss events against FIDE's own checker, which reads the file that we write."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.dutch.engine import DutchEngine
from gateway.tournament.report_standings import report_event
from gateway.tournament.standings import parse_tie_break, rank, tie_break_value
from gateway.tournament.trf import read_trf
from tests.tournament.dutch.many_events import HABITS, SCALES
from tests.tournament.fide_checker import checked_standings, report_text
from tests.tournament.random_swiss import RandomSwiss

CODES = [
    "BH", "BH/C1", "BH/C2", "BH/M1", "FB", "SB", "SB/C1", "WIN", "WON", "BPG", "BWG", "PS", "PS/C1", "REP",
    "ARO", "ARO/C1", "TPR", "PTP", "APRO", "APPO", "AOB", "DE",
    "STD", "TPN", "RTNG", "BH/M2", "BH/C3", "BH/C1/P", "SB/M1", "SB/P", "PS/C2", "ARO/M1", "FB/C1",
]  # fmt: skip
_HUNDREDTH = Fraction(1, 100)
"""The checker rounds averages to it."""


@pytest.mark.parametrize(
    ("seed", "players", "habits", "scale"),
    [
        (1, 11, "ordinary", "1, 1/2, 0"),
        (2, 16, "wild", "3, 1, 0"),
        (3, 24, "wild", "1, 1/2, 0"),
        (4, 15, "even", "bye 1/2"),
    ],
)
def test_every_number_and_every_place_is_the_checkers(seed: int, players: int, habits: str, scale: str) -> None:
    swiss = RandomSwiss(DutchEngine(), seed, players, 6, HABITS[habits], SCALES[scale])
    *_, (request, _) = swiss.play()
    rows = tuple(msgspec.structs.replace(row, rating=2400 - 13 * row.number) for row in swiss.table.participants)
    assert len(rows[0].rounds) == 6
    text = report_text(request, msgspec.structs.replace(swiss.table, participants=rows))
    event = report_event(read_trf(text).report)
    for code in CODES:
        tie_break, theirs = parse_tie_break(code), checked_standings(text, [code])
        assert {row.number: row.rank for row in rank(event, [tie_break]).rows} == {
            number: place for number, (place, _) in theirs.items()
        }, code
        if code != "DE":  # whose number is only a place among the tied
            for number, (_, (points, value)) in theirs.items():
                ours = tie_break_value(event, tie_break, PairingNumber(number)).value[0]
                assert abs(ours - value) < _HUNDREDTH, (code, number)
                assert event.primary.scores[PairingNumber(number)] == points
