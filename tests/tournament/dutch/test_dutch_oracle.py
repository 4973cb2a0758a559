"""Random events, paired by the Dutch engine, by FIDE's own checker and by another program of the same rules.

A sample; `make pairings` runs as many as one likes.
"""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from gateway.model.pairings import RoundNumber
from gateway.tournament.dutch.engine import DutchEngine
from gateway.tournament.pairing_engine import RoundPairing
from gateway.tournament.trf.pairing_request import round_request
from gateway.tournament.trf.trf_reader import read_trf
from tests.tournament.fide_checker import checked_rounds, coming_pairs, pairs_of, report_text
from tests.tournament.random_swiss import RandomSwiss

from .many_events import HABITS, SCALES, Plan, differences
from .test_dutch_cases import CASES

SIZES = [(10, 5), (15, 7), (22, 7), (31, 9)]
PLANS = [
    Plan(seed, *SIZES[seed % len(SIZES)], habits, list(SCALES)[seed % len(SCALES)])
    for seed, habits in enumerate([*HABITS, *HABITS], start=1)
]


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_every_round_is_paired_alike(plan: Plan) -> None:
    counts: Counter[str] = Counter()
    assert list(differences(plan, counts, with_caissify=plan.players <= 22)) == []
    assert counts["rounds"] >= plan.rounds - counts["rounds that cannot be paired"] > 0


def test_the_checker_bites() -> None:
    """A pair of colours turned round in an event of ours is found."""
    event = RandomSwiss(DutchEngine(), 3, 12, 4, HABITS["calm"])
    *_, (request, answer) = event.play()
    assert isinstance(answer, RoundPairing)
    white, black = (event.table[number] for number in (answer.pairs[0].white, answer.pairs[0].black))
    turned = {
        row.number: msgspec.structs.replace(
            row, rounds=(*row.rounds[:-1], msgspec.structs.replace(row.rounds[-1], side=row.rounds[-1].side.other))
        )
        for row in (white, black)
        if row.rounds[-1] is not None and row.rounds[-1].side is not None
    }
    table = msgspec.structs.replace(
        event.table, participants=tuple(turned.get(row.number, row) for row in event.table.participants)
    )
    good, bad = (checked_rounds(report_text(request, each))[-1] for each in (event.table, table))
    assert good.paired == good.reported
    assert bad.paired == good.reported != bad.reported


@pytest.mark.parametrize("number", [2, 5, 8, 11])
def test_a_given_history_is_paired_alike_whatever_made_it(number: int) -> None:
    """Eleven rounds of 180 players, paired by another system than Dutch: what follows from each is the same."""
    path = CASES / "swiss" / "issue_15.input"
    if not path.exists():
        pytest.skip("no cases here")
    report = msgspec.structs.replace(read_trf(path.read_bytes()).report, round_count=12)
    request = round_request(report, RoundNumber(number))
    past = [msgspec.structs.replace(row, rounds=row.rounds[: number - 1]) for row in request.crosstable.participants]
    request = msgspec.structs.replace(
        request, crosstable=msgspec.structs.replace(request.crosstable, participants=tuple(past))
    )
    answer = DutchEngine().pair(request)
    assert isinstance(answer, RoundPairing)
    assert pairs_of(answer) == coming_pairs(request)
