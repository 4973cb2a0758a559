"""Incidents of the demo: what is illegal is, what goes back comes back, and what nobody decides is decided."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from drivers.readings import EMPTY
from firmware_sim.sensor_flaws import Failing
from firmware_sim.stroke import cells_after
from firmware_sim.surface import SensorGrid, Surface
from gateway.games import registry
from gateway.lab.demo.board_incidents import illegal_strokes
from gateway.lab.demo.demo_arbiter import Standstill, Waiting, act_on, long_open, matters
from gateway.lab.demo.demo_pairings import pairings
from gateway.lab.demo.piece_strategy import choose
from gateway.lab.demo.player_incidents import forth_and_back
from gateway.model.instants import Instant
from gateway.model.messages import message
from gateway.model.persons import named
from gateway.model.sides import Side
from gateway.record.table_state import ArbitersState, AttendanceState, OpenAlert, Status, TableState
from gateway.referee.acts import Decide, Resume, StartRound
from gateway.referee.penalties import Penalty
from gateway.referee.rulebooks import registry as rulebooks
from gateway.referee.rulings import AlertKind, Case, CaseKind, Choice

PIECES = sorted({pairing.rules for pairing in pairings(9) if not registry.find(pairing.rules).lays_stones})


@pytest.mark.parametrize("rules", PIECES)
def test_an_illegal_move_of_the_demo_is_none_that_the_rules_allow(rules: str) -> None:
    game, dice = registry.find(rules), random.Random(rules)
    position = game.start()
    found = 0
    for _ in range(30):
        legal = {position.play(move).board() for move in position.moves()}
        wrong = illegal_strokes(position, game.cols)
        found += bool(wrong)
        assert not {cells_after(position.board(), stroke) for stroke in wrong} & legal
        position = position.play(choose(position, dice))
        if not position.moves():
            break
    assert found > 10


def test_moves_forth_and_back_leave_everything_as_it_was() -> None:
    start = registry.find("chess").start()
    moves = forth_and_back(start)
    assert len(moves) == 4
    position = start
    for move in moves:
        position = position.play(position.read(move.text))
    assert position.board() == start.board()
    assert position.turn is start.turn


def test_a_sensor_that_fails_shows_nothing_until_it_is_mended() -> None:
    sensors = Failing()
    grid = SensorGrid(Surface(2, 2, "M..m"), 100, flaws=[sensors])
    sensors.fail(0, 1000)
    assert grid.next_deadline() == 1000
    assert grid.wake(1200) == [(0, EMPTY)]
    assert sensors.cells == {0}
    sensors.mend(2000)
    assert grid.wake(2200) == [(0, "M")]
    assert grid.next_deadline() is None


def test_every_table_is_assigned_what_its_rulebook_is_for() -> None:
    for pairing in pairings(18):
        told = pairing.refereed(Instant(1_000))
        assert rulebooks.find(told.rulebook, told.rules).name == told.rulebook
        assert (told.start is not None) is pairing.attended


# -- the demo's arbiter ---------------------------------------------------------------------------------------------


def state(*cases: Case, status: Status = Status.PAUSED, called: bool = True) -> TableState:
    alert = OpenAlert(AlertKind.CALLED, Instant(0), message("alert.called", side="white", why=""), subject="white")
    start = registry.find("chess").start()
    return TableState(
        event="demo",
        table="t1",
        at=Instant(0),
        last=1,
        first=1,
        game=3,
        rules="chess",
        rulebook="chess-rapid",
        control="5m",
        players=named("Ada", "Bob"),
        status=status,
        turn=Side.WHITE,
        rows=8,
        cols=8,
        board=start.board(),
        fen=start.fen(),
        ply=0,
        moves=(),
        clock=None,
        devices=(),
        arbiters=ArbitersState(alerts=(alert,) if called else (), cases=cases),
    )


def case(kind: CaseKind, *choices: Choice, penalty: Penalty | None = None) -> Case:
    text = message("alert.there")
    return Case(id=7, kind=kind, article="FIDE 7.5.5", text=text, choices=choices, roles=(), penalty=penalty)


OFFENCE = (Choice.IMPOSE, Choice.ACCEPT, Choice.DISMISS)


@pytest.mark.parametrize(
    ("waiting", "choice"),
    [
        (case(CaseKind.OFFENCE, *OFFENCE, penalty=Penalty.TIME_GIVEN), Choice.IMPOSE),
        (case(CaseKind.OFFENCE, *OFFENCE, penalty=Penalty.LOSS), Choice.DISMISS),
        (case(CaseKind.IRREGULARITY, Choice.CORRECT, Choice.ACCEPT), Choice.CORRECT),
        (case(CaseKind.ABSENCE, Choice.FORFEIT, Choice.WAIT), Choice.WAIT),
        (case(CaseKind.COMPLAINT, Choice.CORRECT, Choice.DISMISS), Choice.DISMISS),
    ],
)
def test_the_demos_arbiter_decides_cases_first_and_then_lets_them_play(waiting: Case, choice: Choice) -> None:
    (matter,) = matters(state(waiting))
    decided = act_on(state(waiting), matter)
    assert isinstance(decided, Decide)
    assert (decided.case, decided.choice, decided.charge) == (7, choice, "FIDE 7.5.5")
    assert decided.why
    (pause,) = matters(state())
    assert pause.what is Standstill.PAUSE
    assert isinstance(act_on(state(), pause), Resume)


def test_the_demos_arbiter_leaves_alone_what_he_has_not_to_decide() -> None:
    assert list(matters(state(called=False))) == [], "somebody else has stopped play, and has his reasons"
    assert list(matters(state(status=Status.PLAYING))) == []
    assert act_on(state(), Waiting("t1", 3, 7)) is None, "it was decided meanwhile"


def test_the_demos_arbiter_starts_a_round_whose_start_was_missed() -> None:
    missed = replace(state(status=Status.READY, called=False), attendance=AttendanceState())
    (start,) = matters(missed)
    assert isinstance(act_on(missed, start), StartRound)
    assert list(matters(replace(missed, attendance=AttendanceState(start=Instant(9))))) == [], "it will start by itself"


def test_the_demos_arbiter_sees_to_old_alerts_that_nobody_has_in_hand() -> None:
    old, held, new, charge = ({"id": name, "since": at} for name, at in (("a", 0), ("b", 0), ("c", 9_500), ("d", 0)))
    queue = {
        "now": 10_000,
        "matters": [old, held, new, {**charge, "case": 3}],
        "handlings": [{"matter": "a", "version": 2}, {"matter": "b", "version": 1, "holder": "Visiting arbiter"}],
    }
    assert long_open(queue, 5.0) == [("a", 2)]
