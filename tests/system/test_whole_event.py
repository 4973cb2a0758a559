"""A whole event of real processes: only what people decide is typed, and other programs agree with what comes out."""

from __future__ import annotations

from pathlib import Path

import pytest

from .event_verdict import faults
from .whole_event import EventPlan, play_event

pytestmark = pytest.mark.system


async def test_an_event_is_played_from_its_entries_to_the_last_standing(tmp_path: Path) -> None:
    played = await play_event(tmp_path, EventPlan(tables=4, players=9, rounds=3))
    assert list(faults(played)) == []
    assert len(played.by_hand) == sum(len(a_round.games) for a_round in played.event.rounds) == 12
    assert "-/-" in played.by_hand.values()
    assert len(set(played.by_hand.values())) == 4  # every kind of result
    assert played.event.entrants[played.event.order[played.withdrawn - 1]].until == 2

    game = played.event.rounds[-1].games[0]
    other = "0-1" if played.by_hand[game.id] == "1-0" else "1-0"
    misread = played._replace(by_hand={**played.by_hand, game.id: other})
    assert len(list(faults(misread))) > 4  # two rows, in the event and in the file, and the places
