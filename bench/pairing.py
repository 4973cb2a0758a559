"""The Dutch engine beside caissify-pairings, FIDE's checker, and bbpPairings if `FLAGFALL_PAIRING_PROGRAM` names it.

The dearest round of nine at 100, 200 and 400 players; then an event of 400 players and nine rounds, folded from its
record and ranked. Time is that of the processor.
"""

from __future__ import annotations

import os
import random
import resource
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from gateway.event.event_acts import (
    AcceptResult,
    CloseEntries,
    EnterPlayer,
    EventAct,
    OpenEvent,
    PairRound,
    PublishRound,
    ReportResult,
)
from gateway.event.event_entries import EventEntry
from gateway.event.event_fold import EventFold
from gateway.event.event_standings import standings
from gateway.event.game_scores import GameScore
from gateway.event.regulations import Regulations, System
from gateway.model.instants import Instant
from gateway.model.persons import Person
from gateway.runtime.pairing_program import PairingProgram
from gateway.tournament.dutch.engine import DutchEngine
from gateway.tournament.pairing_engine import RoundRequest
from tests.tournament.caissify import caissify_pairs
from tests.tournament.fide_checker import coming_pairs
from tests.tournament.random_swiss import play_tournament

ROUNDS = 9
_PLAYERS = 400
_WRITE, _READ = msgspec.json.Encoder(), msgspec.json.Decoder(EventEntry)


def rows() -> Iterator[tuple[Any, ...]]:
    requests = [request for request, _ in play_tournament(DutchEngine(), 41, 41, ROUNDS)]
    ours = [_seconds(DutchEngine().pair, each) for each in requests]
    theirs = [_seconds(caissify_pairs, each) for each in requests]
    yield (
        "pairing, 41 players, 9 rounds",
        f"{sum(ours) * 1000:.0f} ms",
        f"caissify-pairings {sum(theirs) * 1000:.0f} ms",
        f"{sum(ours) / sum(theirs):.2f}",
    )
    program = os.environ.get("FLAGFALL_PAIRING_PROGRAM")
    for players in (100, 200, 400):
        requests = [request for request, _ in play_tournament(DutchEngine(), players, players, ROUNDS)]
        ours = [min(_seconds(DutchEngine().pair, each) for _ in range(3)) for each in requests]
        at = ours.index(max(ours))
        measured = (f"pairing, {players} players, dearest round (R{at + 1})", f"{ours[at] * 1000:.0f} ms")
        baseline, name = _seconds(coming_pairs, requests[at]), "FIDE's checker"
        yield (*measured, f"{name} {baseline * 1000:.0f} ms", f"{ours[at] / baseline:.2f}")
        if program is not None:
            baseline = _seconds(PairingProgram(program).pair, requests[at])
            yield (*measured, f"{program} {baseline * 1000:.0f} ms", f"{ours[at] / baseline:.2f}")
    yield from _event_rows()


def _event_rows() -> Iterator[tuple[Any, ...]]:
    """The record of an event as it is read when a relay starts, and its standings; beside the file read by msgspec."""
    entries = _played_event(_PLAYERS, ROUNDS)
    lines = [_WRITE.encode(entry) for entry in entries]
    reading = min(_cpu(lambda: [_READ.decode(line) for line in lines]) for _ in range(3))
    folding = min(_cpu(lambda: EventFold.of(entries)) for _ in range(3))
    what = f"event, {_PLAYERS} players, {ROUNDS} rounds, {len(entries)} entries"
    decoded = f"decoding them {reading * 1000:.0f} ms"
    yield (f"{what}: fold", f"{folding * 1000:.0f} ms", decoded, f"{folding / reading:.2f}")
    event = EventFold.of(entries).event
    assert event is not None
    ranking = min(_cpu(lambda: standings(event)) for _ in range(3))
    yield (f"{what}: standings", f"{ranking * 1000:.0f} ms", decoded, f"{ranking / reading:.2f}")


def _played_event(players: int, rounds: int) -> tuple[EventEntry, ...]:
    """A whole event of games that the better number wins mostly: every result told by a table and confirmed."""
    chance = random.Random(players)
    fold, at = EventFold(), 0

    def do(act: EventAct) -> None:
        nonlocal fold, at
        at += 1000
        fold = fold.after(fold.decide(act, "Olga", Instant(at)))

    rules = Regulations(title="Large Open", system=System.DUTCH, rounds=rounds, tie_breaks=("BH/C1", "BH", "SB"))
    do(OpenEvent(regulations=rules))
    for number in range(players):
        do(EnterPlayer(person=Person(f"Player {number:03}", rating=2700 - 3 * number)))
    do(CloseEntries())
    for _ in range(rounds):
        do(PairRound())
        do(PublishRound())
        assert fold.event is not None
        for game in fold.event.rounds[-1].games:
            text = chance.choices(("1-0", "0-1", "1/2"), (3, 3, 2))[0]
            do(ReportResult(pairing=game.id, score=GameScore.parse(text), source=f"table t{game.board}"))
            do(AcceptResult(pairing=game.id))
    return fold.entries


def _cpu(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _seconds(pair: Callable[[RoundRequest], object], request: RoundRequest) -> float:
    began, children = time.process_time(), resource.getrusage(resource.RUSAGE_CHILDREN)
    pair(request)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() - began + after.ru_utime - children.ru_utime + after.ru_stime - children.ru_stime
