"""What the event assigns: taken, refused, kept over a restart, and played when the pieces stand for it."""

from __future__ import annotations

import msgspec
import pytest

from drivers.requests import ReadBoard
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import Person, PersonId
from gateway.model.results import Result
from gateway.model.sides import BySide
from gateway.record.entries import Entry
from gateway.record.fold import fold
from gateway.record.raw import RAW, RawEvent
from gateway.referee.acts import Overturn, Resume, SetResult, Void
from gateway.referee.assignment import Assignment, Unfit
from gateway.referee.inputs import Assigned, Moved, SetUp
from gateway.referee.rulings import Alert, AlertKind, AssignmentDeferred
from gateway.referee.state import Phase
from gateway.table.game_start import resume
from gateway.table.reporting import table_state
from gateway.table.setup import TableSetup
from gateway.table.table import step
from tests.english import english

from .virtual import START, VirtualTable, setup

ANN = Person("Ann Able", PersonId("p1"), "GM", "NED", 2400, "Damclub")
BO = Person("Bo Bright", PersonId("p2"))
FIRST = Assignment(
    n=1,
    rules="draughts-international",
    rulebook="draughts-rapid",
    control="20m+5s",
    players=BySide(ANN, BO),
    pairing=PairingId("r1-b3"),
    round=RoundNumber(1),
)
SECOND = msgspec.structs.replace(FIRST, n=2, players=BySide(BO, ANN), pairing=PairingId("r2-b1"), round=RoundNumber(2))
CHESS = msgspec.structs.replace(SECOND, rules="chess", rulebook="chess-rapid", control="10m")
RUSSIAN = msgspec.structs.replace(SECOND, n=3, rules="draughts-russian", rulebook="draughts64-rapid")


def unassigned(**place: object) -> VirtualTable:
    """A table that knows its place and its hardware, with the pieces at their start."""
    table = VirtualTable(TableSetup(event="open", table="t1", **place))  # type: ignore[arg-type]
    table.connect()
    table.wait(5000)
    return table


def assigned(assignment: Assignment = FIRST) -> VirtualTable:
    table = unassigned()
    table.hear(assignment)
    table.wait(1000)
    return table


def set_ups(table: VirtualTable) -> list[SetUp]:
    return [what for what in table.whats(SetUp) if isinstance(what, SetUp)]


def open_alerts(table: VirtualTable) -> list[AlertKind]:
    return [raised.alert.kind for raised in table.table.referee.alerts]


def play(table: VirtualTable, text: str) -> None:
    position = table.position
    table.hand(position, position.read(text))
    table.wait(3000)


def tidy(table: VirtualTable) -> None:
    """Somebody puts the pieces back."""
    table.cells = table.game.start().board()
    table.snapshot()
    table.wait(5000)


def test_a_table_waits_until_something_is_assigned() -> None:
    table = unassigned()
    assert table.table.referee.phase is Phase.WAITING
    state = table_state(table.table, table.at)
    assert (state.status.value, state.rulebook, state.control, state.assigned) == ("waiting", "", "", 0)
    table.hear(FIRST)
    table.wait(1000)
    (set_up,) = set_ups(table)
    assert (set_up.players, set_up.pairing, set_up.round) == (FIRST.players, "r1-b3", 1)
    state = table_state(table.table, table.at)
    assert (state.status.value, state.players.white, state.pairing, state.round) == ("ready", ANN, "r1-b3", 1)
    assert state.arbiters is not None
    assert (state.assigned, state.arbiters.next) == (1, None)


def test_the_same_assignment_changes_nothing_however_often_it_comes() -> None:
    table = assigned()
    before = len(table.entries)
    for _ in range(3):
        table.hear(FIRST)
    table.restart()
    table.hear(FIRST)
    table.wait(1000)
    assert len(table.entries) == before


def test_one_that_is_out_of_date_changes_nothing() -> None:
    table = assigned(SECOND)
    before = len(table.entries)
    table.hear(FIRST)
    assert len(table.entries) == before


def test_during_a_game_it_is_for_the_next_one_and_says_so() -> None:
    table = assigned()
    play(table, "32-28")
    table.hear(SECOND)
    assert [type(what) for what in table.whats()[-2:]] == [Assigned, AssignmentDeferred]
    state = table_state(table.table, table.at)
    assert state.arbiters is not None
    assert (state.players.white, state.arbiters.next) == (ANN, SECOND)
    play(table, "19-23")
    assert len(table.whats(Moved)) == 2
    table.act(SetResult(result=Result.DRAW))
    tidy(table)
    assert [set_up.pairing for set_up in set_ups(table)] == ["r1-b3", "r2-b1"]
    assert set_ups(table)[1].players.white is BO


def test_before_the_first_move_the_game_is_set_up_anew() -> None:
    table = assigned()
    table.hear(SECOND)
    table.wait(1000)
    assert [set_up.assignment for set_up in set_ups(table)] == [1, 2]
    assert [set_up.game for set_up in set_ups(table)] == [1, 2]
    table.restart()
    table.hear(msgspec.structs.replace(SECOND, n=3))
    tidy(table)
    assert set_ups(table)[-1].game == 3


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"rules": "chequers"}, "There is no game chequers"),
        ({"rulebook": "chess-rapid"}, "There is no rulebook chess-rapid for International draughts"),
        ({"control": "ten minutes"}, "ten minutes"),
        ({"options": {"opening": "mine"}}, "mine"),
    ],
)
def test_what_cannot_be_played_is_refused_and_the_one_before_stays(wrong: dict[str, object], words: str) -> None:
    table = assigned()
    bad = msgspec.convert(msgspec.to_builtins(FIRST) | {"n": 2} | wrong, Assignment)
    for _ in range(2):
        table.hear(bad)
    (alert,) = (what for what in table.whats(Alert) if isinstance(what, Alert))
    assert alert.kind is AlertKind.ASSIGNMENT
    assert words in english(alert.text)
    assert table.table.referee.assignment == FIRST
    assert table.table.referee.phase is Phase.READY
    play(table, "32-28")
    table.act(SetResult(result=Result.DRAW))
    assert AlertKind.ASSIGNMENT in open_alerts(table)
    table.restart()
    table.hear(bad)
    assert len(table.whats(Assigned)) == 2
    table.hear(msgspec.structs.replace(SECOND, n=3))
    assert AlertKind.ASSIGNMENT not in open_alerts(table)


@pytest.mark.parametrize(
    ("place", "assignment", "why"),
    [
        ({"sizes": ((8, 8),)}, FIRST, Unfit.BOARD_TOO_SMALL),
        ({"settable": False}, msgspec.structs.replace(FIRST, set_clock=True), Unfit.CLOCK_CANNOT_BE_SET),
        ({"settable": True}, msgspec.structs.replace(FIRST, set_clock=True), Unfit.CONTROL_CANNOT_BE_SET),
        ({"settable": True}, msgspec.structs.replace(FIRST, set_clock=True, control="20m"), None),
        ({"sizes": ((8, 8), (10, 10))}, FIRST, None),
        ({"sizes": ((19, 19),)}, FIRST, None),
    ],
)
def test_what_the_devices_cannot_serve_is_refused(
    place: dict[str, object], assignment: Assignment, why: Unfit | None
) -> None:
    table = unassigned(**place)
    table.hear(assignment)
    (given,) = (what for what in table.whats(Assigned) if isinstance(what, Assigned))
    assert given.unfit is why
    assert open_alerts(table) == ([] if why is None else [AlertKind.ASSIGNMENT])


def test_another_game_on_the_same_board() -> None:
    table = VirtualTable(TableSetup(event="open", table="t1", sizes=((8, 8),)))
    table.hear(CHESS)
    table.connect()
    table.wait(3000)
    play(table, "e4")
    table.hear(RUSSIAN)
    play(table, "e5")
    assert len(table.whats(Moved)) == 2
    table.effects.clear()
    table.act(SetResult(result=Result.DRAW), "c1")
    assert table.effects.count(ReadBoard()) == 1
    assert table.table.tracker.game.name == "draughts-russian"
    assert table_state(table.table, table.at).rules == "chess"  # what was played stays on show
    # The result is overturned: the board is read as a chess board again.
    ruling = next(made.ruling for made in table.table.referee.play.made if made.ruling.no)  # type: ignore[union-attr]
    assert table.act(Overturn(ruling=ruling.no, why="a mistake"), "c2").ok  # type: ignore[union-attr]
    assert table.act(Resume(), "c2b").ok
    table.snapshot()
    table.wait(3000)
    play(table, "Nf3")
    assert len(table.whats(Moved)) == 3
    table.act(SetResult(result=Result.DRAW), "c3")
    table.game = table.table.tracker.game
    tidy(table)
    assert [set_up.rules for set_up in set_ups(table)] == ["chess", "draughts-russian"]
    play(table, "c3-d4")
    assert len(table.whats(Moved)) == 4
    assert table.folded().differences == ()


def test_a_pairing_is_played_once_but_a_void_game_again() -> None:
    table = assigned()
    play(table, "32-28")
    table.act(Void(), "c1")
    tidy(table)
    assert len(set_ups(table)) == 2
    play(table, "32-28")
    table.act(SetResult(result=Result.DRAW), "c2")
    tidy(table)
    assert len(set_ups(table)) == 2
    assert table.table.referee.phase is Phase.OVER


def test_without_a_pairing_one_game_follows_another() -> None:
    table = assigned(msgspec.structs.replace(FIRST, pairing=PairingId("")))
    play(table, "32-28")
    table.act(SetResult(result=Result.DRAW))
    tidy(table)
    assert len(set_ups(table)) == 2


def test_what_the_event_assigns_stands_above_the_settings() -> None:
    table = VirtualTable(setup("5m"))
    table.connect()
    table.wait(3000)
    assert set_ups(table)[0].control == "5m"
    table.hear(FIRST)
    assert set_ups(table)[-1].control == "20m+5s"
    table.restart()
    assert table.table.setup.next(table.table.referee) == FIRST


def test_the_record_alone_tells_the_same_again() -> None:
    table = assigned()
    play(table, "32-28")
    table.hear(msgspec.structs.replace(SECOND, control="never"))
    table.hear(SECOND)
    table.act(SetResult(result=Result.DRAW))
    tidy(table)
    folded = table.folded()
    assert folded.differences == ()
    assert (folded.state.assignment, folded.games) == (SECOND, 2)
    # And so do the raw events.
    again = resume(table.settings, fold([]), START)
    entries: list[Entry] = []
    for at, event in table.events:
        kept = RAW.decode(RAW.encode(RawEvent.of(at, event)))
        done = step(again, kept.event, kept.at)
        again = done.table
        entries += done.entries
    assert entries == table.entries
