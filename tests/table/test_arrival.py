"""The start of a round at a table whose agent was away, or was told late what is played."""

from __future__ import annotations

import msgspec
import pytest

from gateway.clock.face import Source
from gateway.model.instants import Instant, Millis
from gateway.model.results import Result
from gateway.model.sides import BySide, Side
from gateway.referee.acts import Arrive, StartRound
from gateway.referee.assignment import Assignment
from gateway.referee.options import Options
from gateway.referee.rulings import AlertKind, Arrived, CaseOpened, Ended, RoundStarted
from gateway.referee.state import Phase

from .virtual import START, VirtualTable, setup

GRACE = Millis(600_000)
LATER = Instant(START + 60_000)


def expecting(rulebook: str, **options: object) -> VirtualTable:
    """A table of the agent's own time whose round starts in a minute."""
    rules = "renju" if rulebook.startswith(("gomoku", "renju")) else "chess"
    settled = Options(**options)  # type: ignore[arg-type]  # a test's own mapping
    table = VirtualTable(setup("20m", rules=rules, rulebook=rulebook, clock=Source.AGENT, start=LATER, options=settled))
    table.connect()
    table.wait(3000)
    assert table.table.referee.phase is Phase.READY
    return table


def sleep_until(table: VirtualTable, at: int) -> None:
    """The agent is away meanwhile, and comes back with its record."""
    table.at = Instant(at)
    table.restart()
    table.connect()


def late_starts(table: VirtualTable) -> list[str]:
    """What arbiters are told about a start that the table has missed."""
    raised = [each.alert for each in table.table.referee.alerts if each.alert.kind is AlertKind.LATE_START]
    return [alert.text.key for alert in raised]


def test_an_agent_that_slept_through_the_start_starts_the_round_when_it_is_back() -> None:
    table = expecting("gomoku-standard", grace_ms=GRACE)
    sleep_until(table, LATER + 120_000)
    table.wait(1)
    (started,) = table.whats(RoundStarted)
    assert started.run is Side.BLACK  # type: ignore[attr-defined]  # of this kind
    assert late_starts(table) == ["alert.began_late"]
    table.wait(GRACE - 2)
    assert table.whats(CaseOpened) == []
    table.wait(10)
    assert len(table.whats(CaseOpened)) == 1


def test_nobody_forfeits_by_himself_where_the_table_slept_through_the_start() -> None:
    table = expecting("gomoku-older-rapid", attendance=True)
    sleep_until(table, LATER + 120_000)
    table.wait(1000)
    assert table.whats(Ended) == []
    assert len(table.whats(CaseOpened)) == 1
    table.act(Arrive(side=Side.WHITE, ago_ms=Millis(130_000)), "c1")
    table.act(Arrive(side=Side.BLACK, ago_ms=Millis(130_000)), "c2")
    assert table.table.referee.play is not None
    assert table.table.referee.play.cases == ()


def test_an_agent_that_slept_through_the_limit_lays_the_case_once() -> None:
    table = expecting("chess-standard", grace_ms=GRACE)
    table.act(Arrive(side=Side.BLACK), "c1")
    table.wait(70_000)
    sleep_until(table, LATER + GRACE + 60_000)
    table.wait(5000)
    sleep_until(table, table.at + 60_000)
    table.wait(5000)
    (case,) = table.whats(CaseOpened)
    assert case.article == "FIDE 6.7.1"  # type: ignore[attr-defined]  # of this kind
    assert table.folded().differences == ()


@pytest.mark.parametrize(("late_ms", "charged"), [(GRACE, 0), (GRACE + 1, 1)])
def test_the_limit_is_kept_to_the_millisecond(late_ms: int, charged: int) -> None:
    table = expecting("chess-standard", grace_ms=GRACE)
    table.act(Arrive(side=Side.WHITE), "c1")
    table.wait(LATER - table.at + late_ms)
    table.act(Arrive(side=Side.BLACK), "c2")
    table.wait(60_000)
    assert [what.late_ms for what in table.whats(Arrived)] == [0, late_ms]  # type: ignore[attr-defined]  # of this kind
    assert len(table.whats(CaseOpened)) == charged


def test_what_an_event_assigns_after_its_start_is_started_by_people() -> None:
    table = expecting("gomoku-older-rapid", attendance=True)
    alone = table.settings.alone
    assert alone is not None
    table.wait(LATER - table.at - 10)
    table.hear(msgspec.structs.replace(alone, n=1, start=Instant(LATER - 1000)))
    table.wait(600_000)
    assert table.whats(RoundStarted) == []
    assert table.table.referee.phase is Phase.READY
    assert late_starts(table) == ["alert.late_start"]
    table.act(StartRound(absent=()), "c1")
    table.wait(1000)
    assert len(table.whats(RoundStarted)) == 1
    assert late_starts(table) == []


def test_who_has_come_is_known_when_the_round_is_put_off() -> None:
    table = expecting("gomoku-older-rapid", attendance=True)
    table.act(Arrive(side=Side.BLACK), "c1")
    alone = table.settings.alone
    assert alone is not None
    swapped = BySide(alone.players.black, alone.players.white)
    table.hear(msgspec.structs.replace(alone, n=1, players=swapped, start=Instant(LATER + 60_000)))
    table.wait(10_000)
    assert table.table.referee.play is not None
    assert table.table.referee.play.attendance is not None
    assert table.table.referee.play.attendance.absent == (Side.BLACK,)  # who had Black has White now
    table.wait(200_000)
    (ended,) = table.whats(Ended)
    assert ended.result is Result.WHITE  # type: ignore[attr-defined]  # of this kind
    assert table.folded().state == table.table.referee


def test_what_an_event_assigns_for_later_waits_for_its_own_start() -> None:
    table = expecting("gomoku-older-rapid", attendance=True)
    alone = table.settings.alone
    assert isinstance(alone, Assignment)
    table.hear(msgspec.structs.replace(alone, n=1, start=Instant(LATER + 60_000)))
    table.wait(100_000)
    assert table.whats(RoundStarted) == []
    table.act(Arrive(side=Side.WHITE), "c1")
    table.wait(60_000)
    (ended,) = table.whats(Ended)
    assert ended.result is Result.WHITE  # type: ignore[attr-defined]  # of this kind
