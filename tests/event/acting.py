"""An organiser in a test: acts one after the other, as they would be recorded."""

from __future__ import annotations

import msgspec

from gateway.event.event import Event
from gateway.event.event_acts import (
    AcceptResult,
    CloseEntries,
    EnterPlayer,
    EventAct,
    GivenPair,
    OpenEvent,
    PairRound,
    PublishRound,
)
from gateway.event.event_entries import EventEntry
from gateway.event.event_fold import EventFold
from gateway.event.game_scores import GameScore
from gateway.event.regulations import Regulations, System
from gateway.model.instants import Instant
from gateway.model.pairings import PairingId
from gateway.model.persons import Person
from gateway.tournament.crosstable import PairingNumber

__all__ = ["Organiser", "regulations"]


def regulations(system: System = System.BY_HAND, rounds: int = 3, **more: object) -> Regulations:
    return msgspec.structs.replace(Regulations(title="Open", system=system, rounds=rounds), **more)


class Organiser:
    """One who acts."""

    def __init__(self, rules: Regulations | None = None) -> None:
        self.fold = EventFold()
        self.at = 0
        if rules is not None:
            self.do(OpenEvent(regulations=rules))

    @property
    def event(self) -> Event:
        assert self.fold.event is not None
        return self.fold.event

    def do(self, *acts: EventAct) -> EventEntry:
        """Do them all; the last one's entry."""
        for act in acts:
            self.at += 1000
            self.fold = self.fold.after(self.fold.decide(act, "Olga", Instant(self.at)))
        return self.fold.entries[-1]

    def enter(self, *names: str) -> None:
        """Enter players whose ratings fall from 2400."""
        for at, name in enumerate(names):
            self.do(EnterPlayer(person=Person(name, rating=2400 - 10 * at)))

    def begin(self, *names: str) -> None:
        self.enter(*names)
        self.do(CloseEntries())

    def pair(self, *pairs: tuple[int, int], bye: int | None = None) -> None:
        """Pair by hand and publish."""
        given = tuple(GivenPair(PairingNumber(white), PairingNumber(black)) for white, black in pairs)
        self.do(PairRound(pairs=given, bye=None if bye is None else PairingNumber(bye)), PublishRound())

    def results(self, **scores: str) -> None:
        """Accept results: `_1_2="1-0"` is game 1.2."""
        for name, text in scores.items():
            self.do(AcceptResult(pairing=PairingId(name[1:].replace("_", ".")), score=GameScore.parse(text)))
