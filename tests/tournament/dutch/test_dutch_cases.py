"""The Dutch engine against rounds that were paired outside this project."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side
from gateway.tournament.crosstable import Crosstable, PairingNumber, Participant, RoundResult, RoundScore
from gateway.tournament.dutch.engine import DutchEngine
from gateway.tournament.pairing_engine import Meeting, RoundPairing, RoundRequest
from gateway.tournament.trf.pairing_request import round_request
from gateway.tournament.trf.trf_reader import read_trf

CASES = Path(__file__).parents[4] / "shared" / "tournaments"
INPUTS = [path for path in sorted(CASES.glob("swiss/*.input")) if path.stem != "issue_15"]  # that one is Burstein's
WHOLE = sorted(CASES.glob("generated/*.trf"))
GOLDEN = sorted(CASES.glob("golden-dutch/*/scenario.json"))

WIN, LOSS = RoundScore.WIN, RoundScore.LOSS


def paired(request: RoundRequest) -> RoundPairing:
    answer = DutchEngine().pair(request)
    assert isinstance(answer, RoundPairing)
    return answer


def test_the_cases_are_there() -> None:
    if not CASES.is_dir():
        pytest.skip("no cases here")
    assert INPUTS
    assert WHOLE
    assert GOLDEN


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: path.stem)
def test_a_hard_round_is_paired_as_expected(path: Path) -> None:
    answer = paired(round_request(read_trf(path.read_bytes()).report))
    lines = [(each.white, each.black) for each in answer.pairs] + ([(answer.bye, 0)] if answer.bye else [])
    expected = path.with_suffix(".output.expected").read_text().split("\n", 1)[1]
    assert "".join(f"{one} {other}\n" for one, other in lines).split() == expected.split()


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_whole_events_are_paired_round_by_round(path: Path) -> None:
    report = read_trf(path.read_bytes()).report
    table = round_request(report).crosstable
    for number in range(1, table.rounds_known + 1):
        answer = paired(round_request(report, RoundNumber(number)))
        results = {row.number: row.result(RoundNumber(number)) for row in table.participants}
        assert set(answer.pairs) == {
            Meeting(at, each.opponent)
            for at, each in results.items()
            if each is not None and each.opponent is not None and each.side is Side.WHITE
        }
        byes = [at for at, each in results.items() if each is not None and each.score is RoundScore.PAIRING_BYE]
        assert ([] if answer.bye is None else [answer.bye]) == byes


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.parent.name)
def test_small_events_come_out_as_in_the_golden_files(path: Path) -> None:
    scenario: dict[str, Any] = json.loads(path.read_text())
    numbers = {each["ID"]: PairingNumber(at) for at, each in enumerate(scenario["players"], start=1)}
    ratings = {numbers[each["ID"]]: each["Rating"] for each in scenario["players"]}
    gone = {numbers[name]: after for name, after in scenario.get("withdrawAfterRound", {}).items()}
    rows: dict[PairingNumber, list[RoundResult]] = {number: [] for number in numbers.values()}
    for number in range(1, scenario["totalRounds"] + 1):
        expected = json.loads((path.parent / f"round-{number}.json").read_text())
        absent = frozenset(at for at, after in gone.items() if number > after)
        table = Crosstable(
            participants=tuple(Participant(number=at, rounds=tuple(each)) for at, each in rows.items()),
            round_count=scenario["totalRounds"],
        )
        answer = paired(RoundRequest(crosstable=table, round=RoundNumber(number), absent=absent))
        assert set(answer.pairs) == {
            Meeting(numbers[each["WhiteID"]], numbers[each["BlackID"]]) for each in expected["Pairings"]
        }
        assert [answer.bye] == [numbers[each["PlayerID"]] for each in expected["Byes"] or ()] or answer.bye is None
        for pair in answer.pairs:
            better = min(pair.white, pair.black, key=lambda at: (-ratings[at], at))
            rows[pair.white].append(RoundResult(WIN if better == pair.white else LOSS, pair.black, Side.WHITE))
            rows[pair.black].append(RoundResult(WIN if better == pair.black else LOSS, pair.white, Side.BLACK))
        for at in absent:
            rows[at].append(RoundResult(RoundScore.ZERO_BYE))
        if answer.bye is not None:
            rows[answer.bye].append(RoundResult(RoundScore.PAIRING_BYE))
