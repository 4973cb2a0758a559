"""A bridge event to print from: eight teams of a round robin, two rounds played by simulated people, a third begun."""

from __future__ import annotations

import functools
import random

from gateway.event.bridge.board_results import Artificial, Average, Played
from gateway.event.bridge.bridge_acts import (
    AcceptBoard,
    BridgeAct,
    CloseBridgeEntries,
    ContestantEntry,
    DrawBridgeRound,
    EnterContestant,
    LoadDeals,
    OpenBridgeEvent,
    PublishBridgeRound,
)
from gateway.event.bridge.bridge_event import BridgeEvent
from gateway.event.bridge.bridge_fold import BridgeFold
from gateway.event.bridge.bridge_regulations import BridgeForm, BridgeRegulations, BridgeSystem
from gateway.lab.demo.bridge_players import play_deal, random_deal
from gateway.model.instants import Instant
from gateway.model.persons import Person
from gateway.tournament.bridge.deal import Deal

__all__ = ["BOARDS", "DEALS", "pairs_event", "teams_event"]

BOARDS = 8
DEALS: dict[int, Deal] = {board: random_deal(random.Random(board)) for board in range(1, 65)}
_TEAMS = ("Harbour", "Old Town", "East Gate", "Mill", "海港队", "Riverside", "University", "Railway")
_START = 1_763_460_000_000


def _folded(acts: list[BridgeAct]) -> BridgeFold:
    fold = BridgeFold()
    for at, act in enumerate(acts):
        fold = fold.after(fold.decide(act, "Ines", Instant(_START + at * 60_000)))
    return fold


def _play(fold: BridgeFold, rounds: int) -> BridgeEvent:
    chance = random.Random(20)
    at = _START + 10_000_000
    assert fold.event is not None
    anew = fold.event.regulations.numbers_boards_anew
    for number in range(1, rounds + 2):
        deals = {board: DEALS[board].written() for board in range(1, BOARDS + 1)}
        loaded: list[BridgeAct] = [LoadDeals(round=number if anew else 0, deals=deals)] if anew or number == 1 else []
        for act in [*loaded, DrawBridgeRound(), PublishBridgeRound()]:
            fold = fold.after(fold.decide(act, "Ines", Instant(at)))
        assert fold.event is not None
        tables = fold.event.rounds[-1].tables if number <= rounds else fold.event.rounds[-1].tables[:3]
        for table in tables:
            for board in table.boards:
                at += 60_000
                outcome = Played(str(play_deal(DEALS[board], chance)))
                given = (
                    outcome if chance.random() > 0.02 else Artificial(north_south=Average.PLUS, east_west=Average.MINUS)
                )
                entered = AcceptBoard(table=table.id, board=board, outcome=given, why="entered")
                fold = fold.after(fold.decide(entered, "Ines", Instant(at)))
    assert fold.event is not None
    return fold.event


@functools.cache
def teams_event() -> BridgeEvent:
    acts: list[BridgeAct] = [OpenBridgeEvent(regulations=BridgeRegulations(title="City Teams 2026", boards=BOARDS))]
    for number, name in enumerate(_TEAMS, 1):
        members = tuple(Person(name=f"{word} {name}") for word in ("Ann", "Bo", "Cleo", "Dag", "Eve"))
        acts.append(
            EnterContestant(contestant=ContestantEntry(name=name, members=members, captain=f"Captain {number}"))
        )
    return _play(_folded([*acts, CloseBridgeEntries()]), 2)


@functools.cache
def pairs_event() -> BridgeEvent:
    rules = BridgeRegulations(title="Club Pairs", boards=2, form=BridgeForm.PAIRS, system=BridgeSystem.HOWELL)
    acts: list[BridgeAct] = [OpenBridgeEvent(regulations=rules)]
    for number in range(1, 9):
        members = (Person(name=f"Ann {number}"), Person(name=f"Bo {number}"))
        acts.append(EnterContestant(contestant=ContestantEntry(members=members)))
    return _play(_folded([*acts, CloseBridgeEntries()]), 2)
