"""The table in the machine's docstring, and that nothing can stop the referee."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.clock.face import ClockFace
from gateway.clock.facts import (
    ClockAdjusted,
    ClockAnomaly,
    ClockAnomalyKind,
    ClockBack,
    ClockLost,
    ClockStarted,
    ClockStopped,
    FlagFell,
)
from gateway.games import registry
from gateway.model.instants import Instant, Millis
from gateway.model.messages import message
from gateway.model.persons import named
from gateway.model.results import Reason, Result
from gateway.model.sides import Side
from gateway.referee.acts import Act, Pause, Resume, SetResult
from gateway.referee.inputs import (
    Acted,
    BoardMatched,
    BoardMismatched,
    Clocked,
    DeviceChanged,
    Input,
    Known,
    Moved,
    SetUp,
)
from gateway.referee.machine import step
from gateway.referee.rulings import Alert, AlertKind, Ended, Paused, Refused, Resumed, Ruling, Started
from gateway.referee.state import Phase, State
from tests.english import assert_sayable, english
from tests.examples import examples

AT = Instant(1000)
GAME = registry.find("draughts-international")


def set_up(fen: str = "", draws: str = "automatic") -> SetUp:
    start = GAME.position(fen) if fen else GAME.start()
    return SetUp(
        1, GAME.name, "draughts-blitz", "5m", named("Ada", "Bob"), start.fen(), start.board(), 10, 10, draws=draws
    )


def moved(text: str, side: Side = Side.WHITE, known: Known = Known.SETTLED) -> Moved:
    return Moved(side, text, text, (), (), "", "", known)


def face(running: Side | None = None) -> ClockFace:
    return ClockFace(Millis(300_000), Millis(300_000), running, AT)


def acted(act: Act, command: str = "c") -> Acted:
    return Acted(command, "Chief", "chief", act)


def after(*inputs: Input) -> tuple[State, tuple[Ruling, ...]]:
    state = State()
    rulings: tuple[Ruling, ...] = ()
    for given_ in inputs:
        state, rulings = step(state, given_, AT)
    return state, rulings


RUN = Clocked(ClockStarted(Side.WHITE), face(Side.WHITE))
FLAG = Clocked(FlagFell(Side.BLACK, AT), face())
TO: dict[Phase, tuple[Input, ...]] = {
    Phase.WAITING: (),
    Phase.READY: (set_up(),),
    Phase.PLAYING: (set_up(), RUN),
    Phase.PAUSED: (set_up(), RUN, acted(Pause(), "p")),
    Phase.OVER: (set_up(), RUN, acted(SetResult(result=Result.DRAW), "r")),
}
SAME = None
ROWS: list[tuple[Input, dict[Phase, tuple[Phase | None, list[type]]]]] = [
    (set_up(), {phase: (Phase.READY, []) for phase in Phase}),
    (
        moved("32-28"),
        {
            Phase.WAITING: (SAME, [Alert]),
            Phase.READY: (Phase.PLAYING, [Started]),
            Phase.PLAYING: (SAME, []),
            Phase.PAUSED: (SAME, [Alert]),
            Phase.OVER: (SAME, [Alert]),
        },
    ),
    (
        RUN,
        {
            Phase.WAITING: (SAME, []),
            Phase.READY: (Phase.PLAYING, [Started]),
            Phase.PLAYING: (SAME, []),
            Phase.PAUSED: (SAME, []),
            Phase.OVER: (SAME, []),
        },
    ),
    (
        FLAG,
        {
            Phase.WAITING: (SAME, []),
            Phase.READY: (SAME, []),
            Phase.PLAYING: (Phase.OVER, [Ended]),
            Phase.PAUSED: (SAME, []),
            Phase.OVER: (SAME, []),
        },
    ),
    (BoardMismatched((1,), "m"), {phase: (SAME, [Alert]) for phase in Phase}),
    (DeviceChanged("board", online=False), {phase: (SAME, [Alert]) for phase in Phase}),
    (
        acted(Pause()),
        {phase: (Phase.PAUSED, [Paused]) if phase is Phase.PLAYING else (SAME, [Refused]) for phase in Phase},
    ),
    (
        acted(Resume()),
        {phase: (Phase.PLAYING, [Resumed]) if phase is Phase.PAUSED else (SAME, [Refused]) for phase in Phase},
    ),
    (
        acted(SetResult(result=Result.WHITE)),
        {phase: (SAME, [Refused]) if phase is Phase.WAITING else (Phase.OVER, [Ended]) for phase in Phase},
    ),
]


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize(("given_", "rows"), ROWS, ids=lambda row: type(row).__name__)
def test_every_phase_takes_every_input(
    phase: Phase, given_: Input, rows: dict[Phase, tuple[Phase | None, list[type]]]
) -> None:
    before, _ = after(*TO[phase])
    assert before.phase is phase
    then, rulings = step(before, given_, AT)
    expected, kinds = rows[phase]
    assert then.phase is (expected or phase)
    assert [type(ruling) for ruling in rulings] == kinds


def test_an_illegal_move_is_told_to_arbiters_with_its_article_and_changes_nothing() -> None:
    before, _ = after(set_up("W:W28,32:B23,10"), RUN)
    state, (alert,) = step(before, moved("32-27"), AT)
    assert isinstance(alert, Alert)
    assert alert.kind is AlertKind.ILLEGAL_MOVE
    assert alert.article.startswith("FMJD 4.")
    assert state.play == before.play


def test_taking_the_last_piece_wins() -> None:
    _, rulings = after(set_up("W:W28:B23"), RUN, moved("28x19"))
    assert rulings[-1] == Ended(
        no=1, result=Result.WHITE, reason=Reason.NO_PIECES, article="FMJD 7.2.3", text=rulings[-1].text
    )


def test_a_blocked_side_loses() -> None:
    _, rulings = after(set_up("W:W40,49:B35"), RUN, moved("49-44"))
    ended = rulings[-1]
    assert isinstance(ended, Ended)
    assert (ended.result, ended.reason, ended.article) == (Result.WHITE, Reason.BLOCKED, "FMJD 7.2.2")


@pytest.mark.parametrize(("draws", "kind"), [("automatic", Ended), ("claim", Alert)])
def test_a_third_repetition_ends_the_game_or_waits_for_a_claim(draws: str, kind: type) -> None:
    state, rulings = after(set_up("W:WK1,36:BK5,15", draws), RUN)
    for text in ["1-6", "5-10", "6-1", "10-5"] * 2:
        assert state.phase is Phase.PLAYING
        state, rulings = step(state, moved(text), AT)
    (ruling,) = rulings
    assert isinstance(ruling, kind)
    assert ruling.article == "FMJD 6.1"
    assert state.phase is (Phase.OVER if kind is Ended else Phase.PLAYING)


def test_an_arbiters_result_stands_above_the_referees_and_both_are_ruled() -> None:
    state, first = after(set_up(), RUN, FLAG)
    state, second = step(state, acted(SetResult(result=Result.DRAW)), AT)
    assert isinstance(first[-1], Ended)
    assert isinstance(second[-1], Ended)
    assert state.play is not None
    assert state.play.result == second[-1]


def test_alerts_open_and_close() -> None:
    state, _ = after(set_up(), RUN, BoardMismatched((1,), "m"))
    assert state.raised(AlertKind.BOARD_DIFFERS)
    state, _ = step(state, BoardMatched(), AT)
    assert not state.raised(AlertKind.BOARD_DIFFERS)
    state, (alert,) = step(
        state, Clocked(ClockAnomaly(ClockAnomalyKind.NO_INCREMENT, Side.WHITE, Millis(1), Millis(2)), face()), AT
    )
    assert "increment" in english(alert.text)
    state, _ = step(state, Clocked(ClockLost(message("clock_lost.silent")), face()), AT)
    assert state.raised(AlertKind.CLOCK)
    state, _ = step(state, Clocked(ClockBack(), face()), AT)
    assert not state.raised(AlertKind.CLOCK, "clock")
    assert state.raised(AlertKind.CLOCK, "no_increment white"), "the time that is lacking has not come back"
    state, _ = step(state, Clocked(ClockAdjusted(Side.WHITE, Millis(1), Millis(2)), face()), AT)
    assert not state.raised(AlertKind.CLOCK)


any_input: st.SearchStrategy[Input] = st.one_of(
    st.just(set_up()),
    st.sampled_from(["32-28", "19-23", "28x19", "14x23", "nonsense", "", "1-50"]).map(moved),
    st.builds(moved, st.sampled_from(["33-29", "20-24"]), st.sampled_from(Side), st.sampled_from(Known)),
    st.builds(
        Clocked,
        st.sampled_from(
            [
                ClockStarted(Side.WHITE),
                ClockStopped(),
                FlagFell(Side.WHITE, AT),
                ClockLost(message("clock_lost.silent")),
                ClockBack(),
            ]
        ),
        st.sampled_from([face(), face(Side.WHITE), face(Side.BLACK)]),
    ),
    st.sampled_from([BoardMismatched((3,), "."), BoardMatched(), DeviceChanged("clock", online=False)]),
    st.builds(
        acted,
        st.sampled_from([Pause(), Resume(), SetResult(result=Result.DRAW)]),
        st.sampled_from(["a", "b", "c", "d"]),
    ),
)


@examples(300)
@given(st.lists(any_input, max_size=30))
def test_any_inputs_leave_a_defined_state_and_the_same_rulings_again(inputs: list[Input]) -> None:
    first, again = State(), State()
    for given_ in inputs:
        first, rulings = step(first, given_, AT)
        again, same = step(again, given_, AT)
        assert rulings == same
        assert (first.phase is Phase.OVER) == (first.play is not None and first.play.result is not None)
        for ruling in rulings:
            assert_sayable(ruling.text)
    assert first == again
