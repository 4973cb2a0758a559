"""Records that were written before an event had stages: they still read, and give the same event."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gateway.event.event_entries import EventEntry
from gateway.event.event_fold import EventFold
from gateway.event.event_standings import standings

KEPT: dict[str, Any] = json.loads((Path(__file__).parent / "records" / "one_stage.json").read_text("utf-8"))


@pytest.mark.parametrize("system", KEPT)
def test_a_record_of_one_stage_gives_the_same_event(system: str) -> None:
    kept = KEPT[system]
    event = EventFold.of(msgspec.json.decode(json.dumps(kept["entries"]), type=list[EventEntry])).event
    assert event is not None
    assert list(event.ranking or ()) == kept["ranking"]
    assert [[row.number, row.rank, str(row.points)] for row in standings(event).rows] == kept["standings"]
    assert [
        [[game.id, game.white, game.black, game.table, str(event.counted(game))] for game in a_round.games]
        for a_round in event.rounds
    ] == kept["rounds"]
