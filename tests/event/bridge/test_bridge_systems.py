"""Every system of a bridge event, from the first entry to the ranking; the same lines give the same event."""

from __future__ import annotations

import msgspec
import pytest

from gateway.event.bridge.bridge_acts import RankContestants
from gateway.event.bridge.bridge_entries import BridgeEntry
from gateway.event.bridge.bridge_fold import BridgeFold
from gateway.event.bridge.bridge_places import standing_rows
from gateway.event.bridge.bridge_regulations import BridgeForm, BridgeSystem
from tests.event.bridge.directing import anything, opened

LINE = msgspec.json.Decoder(BridgeEntry)


@pytest.mark.parametrize(
    ("system", "contestants", "form", "rounds", "more"),
    [
        ("round_robin", 8, "eights", 7, {}),
        ("round_robin", 10, "teams", 9, {"table": "10-3"}),
        ("round_robin", 7, "teams", 7, {}),
        ("double_round_robin", 6, "teams", 10, {}),
        ("two_groups", 8, "teams", 5, {"qualifiers": 2}),
        ("whist", 7, "teams", 6, {}),
        ("whist", 9, "teams", 6, {"leave_out": 1}),
        ("whist", 6, "teams", 6, {}),
        ("swiss", 9, "teams", 5, {"rounds": 5}),
        ("knock_out", 7, "teams", 3, {"third_place": True}),
        ("double_knock_out", 6, "teams", 6, {}),
        ("mitchell", 11, "pairs", 5, {}),
        ("howell", 9, "pairs", 9, {}),
        ("rainbow", 20, "individuals", 5, {}),
    ],
)
def test_an_event_is_played_to_its_end(
    system: str, contestants: int, form: str, rounds: int, more: dict[str, object]
) -> None:
    directing = opened(BridgeSystem(system), contestants, BridgeForm(form), **more)  # type: ignore[arg-type]
    assert directing.play_all(anything(1)) == rounds
    directing.act(RankContestants(seed="lots"))
    assert directing.event.ranking is not None
    assert sorted(directing.event.ranking) == sorted(directing.event.contestants)
    lines = [msgspec.json.encode(entry) for entry in directing.fold.entries]
    assert BridgeFold.of(map(LINE.decode, lines)) == directing.fold


def test_two_groups_stand_apart_until_qualifiers_meet() -> None:
    directing = opened(BridgeSystem.TWO_GROUPS, 8, qualifiers=2)
    for _ in range(3):
        directing.play_round(anything(4))
    rows = standing_rows(directing.event)
    assert [row.group for row in rows] == ["A"] * 4 + ["B"] * 4
    assert {row.number for row in rows if row.group == "A"} == {1, 4, 5, 8}
    leading = {row.number for row in rows if row.place <= 2}
    directing.play_round(anything(5))
    later = standing_rows(directing.event)
    assert {row.number for row in later[:4]} == leading
    assert {row.group for row in later} == {""}
    assert standing_rows(directing.event, 3) == rows
