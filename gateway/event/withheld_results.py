"""A tournament as it is shown while tables are held back: without the results that have come there since."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from gateway.model.pairings import PairingId

from .event import Event
from .event_rounds import EventGame

__all__ = ["without_results_since"]


def without_results_since(event: Event, then: Mapping[str, Event | None]) -> Event:
    """The event with the results at some tables as they were when each was held back; None: there was no event."""
    known = {table: _games(earlier) for table, earlier in then.items()}
    changed = False

    def shown(game: EventGame) -> EventGame:
        nonlocal changed
        if game.table not in known:
            return game
        before = known[game.table].get(game.id)
        reports, accepted, adjourned, advanced = ({}, None, False, None) if before is None else _told(before)
        found = msgspec.structs.replace(
            game, reports=reports, accepted=accepted, adjourned=adjourned, advanced=advanced
        )
        changed |= found != game
        return found

    rounds = tuple(
        msgspec.structs.replace(each, games=tuple(shown(game) for game in each.games)) for each in event.rounds
    )
    # The final places would tell the results that they rest on.
    return msgspec.structs.replace(event, rounds=rounds, ranking=None) if changed else event


def _games(event: Event | None) -> dict[PairingId, EventGame]:
    return {} if event is None else {game.id: game for each in event.rounds for game in each.games}


def _told(game: EventGame) -> tuple[object, ...]:
    return game.reports, game.accepted, game.adjourned, game.advanced
