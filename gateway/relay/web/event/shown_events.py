"""The tournament as a visitor is shown it: of the instant of his hall, and of that nothing unpublished.

Standings of a large event take long to reckon: each is reckoned once, in a thread, and kept until others are asked for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec
from starlette.requests import HTTPConnection

from gateway.event.event import Event
from gateway.event.event_charts import EventChart, event_charts
from gateway.event.event_report import event_report
from gateway.event.event_standings import group_standings, standings
from gateway.event.named_numbers import with_names
from gateway.event.pairing_story import pairing_story
from gateway.event.stages import EventStage, StageGroup
from gateway.model.messages import Message
from gateway.model.pairings import PairingId, RoundNumber
from gateway.relay.hall.hall import Hall
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.shown_tournament import tournament_of
from gateway.relay.web.visitors import Visitors
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.standings.ranking import Standings
from gateway.tournament.trf.trf_writer import write_trf

__all__ = ["ShownEvent", "ShownEvents", "tournament_tabs"]

T = TypeVar("T")
_KEPT: Final = 64
"""Reckonings that are remembered: the one that was asked for longest ago is forgotten first."""


class ShownEvent(msgspec.Struct, frozen=True, kw_only=True):
    """The tournament as somebody is shown it."""

    event: Event | None
    """None: there is none yet. For those who are not officials without a round that is not published."""
    acts: int
    """How many acts made it."""
    officials: bool
    hall: Hall

    @property
    def held(self) -> Event:
        """The tournament; raises `LookupError` where there is none."""
        if self.event is None:
            raise LookupError("There is no tournament.")
        return self.event

    @property
    def is_numbered(self) -> bool:
        """Whether everybody has a number: before that there is nothing to rank."""
        return self.event is not None and self.event.closed

    def games(self) -> dict[PairingId, str]:
        """The game on a table of each pairing, by its id: the one that was set up last."""
        found = (game for game in self.hall.game_index if game.pairing)
        return {game.pairing: game.id for game in found}


class ShownEvents:
    """The tournament as every page and answer about it has it."""

    def __init__(self, hall: PresentHall, visitors: Visitors) -> None:
        self._hall = hall
        self._visitors = visitors
        self._reckoned: dict[tuple[object, ...], asyncio.Future[Any]] = {}
        self._one_at_a_time = asyncio.Lock()

    def of(self, request: HTTPConnection) -> ShownEvent:
        """As whoever asks is shown it."""
        return self.of_hall(self._visitors.hall(request))

    def of_hall(self, shown: Hall) -> ShownEvent:
        """As those are shown it who look at a hall."""
        found, acts = tournament_of(self._hall, shown)
        officials = shown is self._hall
        event = found if officials or found is None else found.as_published
        return ShownEvent(event=event, acts=acts, officials=officials, hall=shown)

    async def standings(
        self,
        shown: ShownEvent,
        through: RoundNumber | None = None,
        group: tuple[EventStage, StageGroup] | None = None,
    ) -> Standings:
        """The places by what is published, after a round or now, of a group of a stage; only where everybody has a
        number."""
        if group is None:
            return await self._once(("standings", shown.acts, through), shown, lambda e: standings(e, through=through))
        key = ("standings", shown.acts, through, group[0].first, group[1].name)
        return await self._once(key, shown, lambda e: group_standings(e, *group, through=through))

    async def charts(self, shown: ShownEvent, through: RoundNumber | None = None) -> tuple[EventChart, ...]:
        """The charts by what is published, after a round or now."""
        return await self._once(("charts", shown.acts, through), shown, lambda e: event_charts(e, through=through))

    async def report(self, shown: ShownEvent) -> str:
        """The report file of what is published; raises a `GatewayError`."""
        return await self._once(("report", shown.acts), shown, lambda event: write_trf(event_report(event)))

    async def story(self, shown: ShownEvent, number: RoundNumber, player: PairingNumber) -> tuple[Message, ...]:
        """Why a player met this opponent; raises `LookupError`. Officials are told before a round is published."""
        event = shown.held
        key = ("story", shown.acts, shown.officials, number, player)
        told = await self._once(key, shown, lambda _: pairing_story(event, number, player))
        return tuple(with_names(event, each) for each in told)

    async def _once(self, key: tuple[object, ...], shown: ShownEvent, reckon: Callable[[Event], T]) -> T:
        key = (*key, *shown.hall.withheld.items())
        found = self._reckoned.pop(key, None)
        if found is None or (found.done() and (found.cancelled() or found.exception() is not None)):
            found = asyncio.ensure_future(self._reckon(reckon, shown.held.as_published))
        self._reckoned[key] = found  # the latest to be asked for is the last to be forgotten
        while len(self._reckoned) > _KEPT:
            del self._reckoned[next(iter(self._reckoned))]
        result: T = await asyncio.shield(found)
        return result

    async def _reckon(self, reckon: Callable[[Event], T], event: Event) -> T:
        """In a thread, one after the other: a crowd that asks must not take the hall's time."""
        async with self._one_at_a_time:
            return await asyncio.to_thread(reckon, event)


def tournament_tabs(shown: ShownEvent) -> list[tuple[str, str]]:
    """The pages of the tournament that there are, as (name, path): none where there is no tournament."""
    event = shown.event
    if event is None:
        return []
    tabs = [("players", "players")]
    if event.rounds:
        tabs += [("rounds", f"rounds/{event.rounds[-1].number}"), ("standings", "standings")]
        systems = [event.rules_of(stage).system for stage in event.stages]
        tabs += [("crosstable", "crosstable")] if not all(system.is_bracket for system in systems) else []
        tabs += [("bracket", "bracket")] if any(system.is_bracket for system in systems) else []
    return tabs
