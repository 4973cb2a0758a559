"""A small bridge event of real processes: phones, director and public agree with a reckoning of the test's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from .bridge_event import BridgePlan, bridge_faults, play_bridge

pytestmark = [pytest.mark.system, pytest.mark.browser]


async def test_a_bridge_event_comes_to_what_the_tables_said(tmp_path: Path) -> None:
    played = await play_bridge(tmp_path, BridgePlan(teams=4, rounds=3, boards=2, on_phones=1, phones=1, board_ms=1000))
    assert bridge_faults(played) == []
    assert (len(played.said), played.entered) == (3 * 8 * 2, 2)
    misread = played.said[0]._replace(result="7NXX N =" if played.said[0].result != "7NXX N =" else "7NXX N -7")
    assert len(bridge_faults(played._replace(said=[misread, *played.said[1:]]))) >= 4
