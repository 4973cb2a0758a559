"""Codes of tie-breaks: read in any case, written in one."""

from __future__ import annotations

import pytest

from gateway.tournament.standings import BadTieBreak, parse_tie_break, parse_tie_breaks
from gateway.tournament.standings.ranking import _ALONE, _AMONG
from gateway.tournament.standings.tie_break_codes import CODES, HANDBOOK
from tests.english import refused


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("BH/C1", "BH/C1"),
        ("bh-c1", "BH/C1"),
        ("BH:GP/M2", "BH:GP/M2"),
        ("KS/L+1", "KS/L+1"),
        ("ks/l-2", "KS/L-2"),
        ("SSSC/K3", "SSSC/K3"),
        ("SSSC/F", "SSSC/F"),
        ("DE/P", "DE/P"),
        ("TPN/R", "TPN/R"),
        ("MPvGP", "MPvGP"),
        ("GE", "REP"),
        ("aob/f", "AOB/F"),
        ("buchholz", "OTHER_BUCHHOLZ"),
        ("OTHER_median_buchholz", "OTHER_MEDIAN_BUCHHOLZ/M1"),
    ],
)
def test_a_code_is_read_and_written(text: str, code: str) -> None:
    assert parse_tie_break(text).code == code
    assert parse_tie_break(code) == parse_tie_break(text)


@pytest.mark.parametrize("text", ["", "XYZ", "BH/", "BH/X1", "BH//C1", "BH:XP", "1BH"])
def test_what_is_no_code_is_refused(text: str) -> None:
    with refused(BadTieBreak, "is not a tie-break"):
        parse_tie_break(text)


@pytest.mark.parametrize("text", ["WIN/C1", "BH/C1/C2", "BH/C1/M1", "PS/M1", "DE/R", "KS/C1", "SSSC/K0"])
def test_a_modifier_that_has_no_meaning_is_refused(text: str) -> None:
    with refused(BadTieBreak, "has no meaning here"):
        parse_tie_break(text)


def test_points_at_the_head_of_a_list_go_without_saying() -> None:
    assert [each.code for each in parse_tie_breaks(["PTS", "BH", "", "SB"])] == ["BH", "SB"]


def test_every_code_has_its_computation() -> None:
    assert set(_ALONE) | set(_AMONG) == set(CODES) | set(HANDBOOK)
