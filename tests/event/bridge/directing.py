"""A director for tests: acts on a bridge event and plays its rounds."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from gateway.event.bridge.board_results import BoardOutcome, Played
from gateway.event.bridge.bridge_acts import (
    AcceptBoard,
    AdvanceTeam,
    BridgeAct,
    CloseBridgeEntries,
    ContestantEntry,
    DrawBridgeRound,
    EnterContestant,
    OpenBridgeEvent,
    PublishBridgeRound,
)
from gateway.event.bridge.bridge_entries import BridgeEntry
from gateway.event.bridge.bridge_event import BridgeEvent, BridgeTable
from gateway.event.bridge.bridge_fold import BridgeFold
from gateway.event.bridge.bridge_matches import round_matches
from gateway.event.bridge.bridge_regulations import BridgeForm, BridgeRegulations, BridgeSystem
from gateway.event.event_refusals import EventRefused
from gateway.model.instants import Instant
from gateway.model.persons import Person

__all__ = ["BridgeDirecting", "anything", "opened"]

Decide = Callable[[BridgeTable, int], str]


def anything(seed: int) -> Decide:
    """Results of all kinds, the same for the same seed."""
    luck = Random(seed)

    def result(_table: BridgeTable, _board: int) -> str:
        if luck.random() < 0.05:
            return "pass"
        level, doubled = luck.randint(1, 6), luck.choice(["", "", "", "X"])
        over = luck.choice(["=", "-1", "-2", "+1" if level < 7 else "="])
        return f"{level}{luck.choice('CDHSN')}{doubled} {luck.choice('NESW')} {over}"

    return result


class BridgeDirecting:
    """An event in the making."""

    def __init__(self) -> None:
        self.fold = BridgeFold()

    @property
    def event(self) -> BridgeEvent:
        assert self.fold.event is not None
        return self.fold.event

    def act(self, act: BridgeAct, by: str = "director") -> BridgeEntry:
        entry = self.fold.decide(act, by, Instant(1_000_000 + 60_000 * len(self.fold.entries)))
        self.fold = self.fold.after(entry)
        return entry

    def refused(self, act: BridgeAct) -> str:
        try:
            self.act(act)
        except EventRefused as error:
            return error.message.key
        raise AssertionError("it was done")

    def play_round(self, result: Decide, seed: str = "lots") -> None:
        """Draw, publish, and have a result of every board."""
        self.act(DrawBridgeRound(seed=seed))
        self.act(PublishBridgeRound())
        for table in self.event.rounds[-1].tables:
            for board in table.boards:
                self.accept(table, board, Played(result(table, board)))

    def accept(self, table: BridgeTable, board: int, outcome: BoardOutcome, why: str = "") -> None:
        self.act(AcceptBoard(table=table.id, board=board, outcome=outcome, why=why))

    def play_all(self, result: Decide) -> int:
        """Play until no round is left; who wins a level match of a knock-out is the home team."""
        while True:
            try:
                self.play_round(result)
            except EventRefused as error:
                if error.message.key != "event.no_round_left":
                    raise
                return len(self.event.rounds)
            if self.event.regulations.system.is_bracket:
                for match in round_matches(self.event, self.event.rounds[-1]):
                    if match.winner is None:
                        self.act(AdvanceTeam(round=match.round, match=match.number, number=match.home))


def opened(
    system: BridgeSystem, contestants: int, form: BridgeForm = BridgeForm.TEAMS, *, boards: int = 8, **more: object
) -> BridgeDirecting:
    """An event with so many contestants, of whom each has a number."""
    directing = BridgeDirecting()
    rules = BridgeRegulations(title="Cup", form=form, system=system, boards=boards, **more)  # type: ignore[arg-type]
    directing.act(OpenBridgeEvent(regulations=rules))
    for at in range(1, contestants + 1):
        members = tuple(Person(f"Player {at}.{each}") for each in range(1, form.players + 1 + form.is_teams))
        directing.act(EnterContestant(contestant=ContestantEntry(name=f"Team {at}", members=members)))
    directing.act(CloseBridgeEntries())
    return directing
