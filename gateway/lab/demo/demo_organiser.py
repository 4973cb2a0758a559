"""The demo's organiser: a small Swiss that goes on by itself, round after round, unless the visitor is quicker.

Every step is an act through the relay's API, under the name of the demo's arbiter: results that tables tell are
confirmed, the next round is paired and published, and after the last one the ranking is fixed.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from gateway.event.event import Event
from gateway.event.event_acts import (
    AcceptResult,
    CloseEntries,
    EnterPlayer,
    EventAct,
    OpenEvent,
    PairRound,
    PublishRound,
    Rank,
)
from gateway.event.event_fold import EventFold
from gateway.event.regulations import Regulations
from gateway.model.instants import Instant
from gateway.model.persons import Person
from gateway.runtime.relay_client import RelayRefused

from .kept_relay import KeptRelay

__all__ = ["DemoOrganiser", "OrganiserStep", "steps"]

log = logging.getLogger(__name__)

_LOOK_S = 2.0
_ACCEPT_S = 12.0
"""Seconds for which a result that was told waits for the visitor."""
_NEXT_S = 8.0
"""Seconds for which the next step of the event waits for the visitor."""


class OrganiserStep(NamedTuple):
    """Something that is to be done to the event, and how long it waits for somebody else to do it."""

    what: str
    act: EventAct
    patience_s: float


def steps(event: Event) -> Iterator[OrganiserStep]:
    """What is to be done now."""
    if event.ranking is not None:
        return
    waiting = False
    for a_round in event.rounds:
        for game in a_round.games:
            if event.counted(game) is not None:
                continue
            waiting = True
            told = game.reported or game.reports.get(f"table {game.table}")
            if told is not None:
                yield OrganiserStep(f"accept {game.id}", AcceptResult(pairing=game.id, score=told), _ACCEPT_S)
    if event.rounds and not event.rounds[-1].published:
        yield OrganiserStep(f"publish {len(event.rounds)}", PublishRound(), _NEXT_S)
    elif not waiting and len(event.rounds) < event.regulations.rounds:
        yield OrganiserStep(f"pair {len(event.rounds) + 1}", PairRound(), _NEXT_S)
    elif not waiting:
        yield OrganiserStep("rank", Rank(), _NEXT_S)


class DemoOrganiser:
    """The one who runs the demo's event, and calls `ended` when it is over."""

    def __init__(self, link: str, pace: float, until_start_ms: int, ended: Callable[[], None]) -> None:
        self._relay = KeptRelay(link)
        self._pace = max(1.0, pace)
        self._until_start_ms = until_start_ms
        self._ended = ended
        self._since: dict[str, float] = {}

    def open(self, regulations: Regulations, persons: Sequence[Person]) -> None:
        """Open the event, enter everybody, and publish the first round."""
        entries = [EnterPlayer(person=person) for person in persons]
        self._do(OpenEvent(regulations=regulations), *entries, CloseEntries(), PairRound(), self._publication())

    async def run(self) -> None:
        """Do what nobody else has done for a while, until the event is over."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(_LOOK_S / self._pace)
            try:
                event = await asyncio.to_thread(self._event)
                if event.ranking is not None:
                    await asyncio.to_thread(self._ended)
                    return
                now = loop.time()
                due = [step for step in steps(event) if self._is_due(step, now)]
                await asyncio.to_thread(self._do, *(self._with_start(step.act) for step in due))
            except RelayRefused as error:  # somebody was quicker, or the relay is just being started again
                log.info("The event waits: %s", error)

    def _is_due(self, step: OrganiserStep, now: float) -> bool:
        return now - self._since.setdefault(step.what, now) >= step.patience_s / self._pace

    def _with_start(self, act: EventAct) -> EventAct:
        return self._publication() if isinstance(act, PublishRound) else act

    def _publication(self) -> PublishRound:
        return PublishRound(start=Instant(time.time_ns() // 1_000_000 + self._until_start_ms))

    def _event(self) -> Event:
        with self._relay.open() as relay:
            found = EventFold.of(relay.tournament_record()).event
        if found is None:
            raise RelayRefused("The event is not open.")
        return found

    def _do(self, *acts: EventAct) -> None:
        if acts:
            with self._relay.open() as relay:
                for act in acts:
                    relay.tournament_act(act)
