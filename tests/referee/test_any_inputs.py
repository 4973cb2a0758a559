"""Whatever happens at a table, the referee is in a defined state, explains every change and would rule so again."""

from __future__ import annotations

from typing import get_args

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from gateway.clock.adjustments import Change
from gateway.clock.face import ClockFace, Flag
from gateway.clock.facts import (
    ClockBack,
    ClockFact,
    ClockLost,
    ClockPressed,
    ClockStarted,
    ClockStopped,
    FlagCalled,
    FlagFell,
    GraceExceeded,
    SharedTimeEnded,
)
from gateway.games import registry
from gateway.model.instants import Instant, Millis
from gateway.model.irregularities import Irregularity
from gateway.model.messages import message
from gateway.model.persons import named
from gateway.model.results import Result
from gateway.model.sides import BySide, Side
from gateway.record.entries import Entry
from gateway.record.visibility import visibility_of
from gateway.record.wire import ENTRY
from gateway.referee import player_requests, rulebooks
from gateway.referee.acts import (
    About,
    Act,
    Adjourn,
    AdjustTime,
    Appeal,
    Arrive,
    Decide,
    EnterMove,
    EnterRequest,
    Lodger,
    OpenEnvelope,
    Overturn,
    Pause,
    Penalise,
    PutClock,
    ReplaceClock,
    Resume,
    RetractMoves,
    RunClock,
    Seal,
    SetGrace,
    SetPosition,
    SetResult,
    StartRound,
    Void,
)
from gateway.referee.inputs import (
    Acted,
    BoardMatched,
    BoardMismatched,
    Clocked,
    DeviceChanged,
    Input,
    Irregular,
    Known,
    MomentReached,
    Moved,
    PlayerRequested,
    ResultShown,
    Retracted,
    SetUp,
)
from gateway.referee.machine import next_deadline, step
from gateway.referee.options import DrawGate, Mode, Options, Supervision
from gateway.referee.penalties import Penalty
from gateway.referee.roles import Role
from gateway.referee.rulings import Choice, Ended, Overturned, Resumed, Ruling, Started
from gateway.referee.state import Phase, State
from tests.english import assert_sayable
from tests.examples import examples

START = 1_000_000
PROTOCOLS = ["", "taraguchi-10", "two-fifths", "n-fifths", "soosyrv-8", "double-swap", "free"]
POINTS = ["h8", "h9", "i9", "j10", "a1", "k8", "nonsense", ""]
FENS = [
    "",
    "nonsense",
    "W:WK1,36:BK5,15",
    "W:WK1,K2:BK45",
    "B:Bh8,i8,j8,k8:Wa1,c1,e1,a7",
    "7k/8/5K2/8/8/8/6Q1/8 w - - 99 90",
]
ARTICLES = ["", "GN 18.2", "GN 17.9", "FMJD 5.6", "FMJD 7.2.4", "FIDE 11.7", "FIDE 12.9", "no such"]
sides = st.sampled_from(Side)
options = st.builds(
    Options,
    attendance=st.sampled_from([None, True, False]),
    grace_ms=st.sampled_from([Millis(0), Millis(4000)]),
    draw_gate=st.sampled_from([None, *DrawGate]),
    wins=st.sampled_from([None, *Mode]),
    flags=st.sampled_from([None, *Mode]),
    first_flag_loses=st.booleans(),
    foul_lapses_by_pass=st.sampled_from([None, True, False]),
    claims_name_points=st.booleans(),
    five_lapses=st.booleans(),
    wrong_claims=st.integers(0, 3),
    supervision=st.sampled_from([None, *Supervision]),
    warnings=st.integers(0, 2),
    opening=st.sampled_from(PROTOCOLS),
    attended=st.booleans(),
    appeal_ms=st.sampled_from([Millis(0), Millis(5)]),
)


@st.composite
def set_ups(draw: st.DrawFn) -> SetUp:
    book = rulebooks.load(draw(st.sampled_from(rulebooks.NAMES)))
    game = registry.find(draw(st.sampled_from(book.games)))
    fen = draw(st.sampled_from([game.start().fen(), *FENS]))
    control = draw(st.sampled_from(["5m", "20m", "3m+2s", "40/90m, 30m", "shared 60m", "nonsense"]))
    start = game.start()
    draws = draw(st.sampled_from(["automatic", "claim"]))
    return SetUp(
        1, game.name, book.name, control, named("Ada", "Bob"), fen, start.board(), game.rows, game.cols, draws,
        options=draw(options), start=draw(st.sampled_from([None, Instant(START), Instant(START + 8000)])),
    )  # fmt: skip


requests = st.one_of(
    st.sampled_from(
        [kind() for kind in get_args(player_requests.PlayerRequest) if not getattr(kind, "__match_args__", ())]
        + [player_requests.ClaimDraw(ground, move) for ground in player_requests.Ground for move in ("", "Nf3")]
    ),
    st.builds(player_requests.ClaimFive, st.sampled_from(POINTS)),
    st.builds(player_requests.ClaimForbidden, st.sampled_from(POINTS)),
    st.builds(player_requests.CallArbiter, st.sampled_from(["", "noise"])),
    st.builds(player_requests.DeclareFifths, st.integers(-1, 11)),
    st.builds(player_requests.OfferFifths, st.lists(st.sampled_from(POINTS), max_size=3).map(tuple)),
    st.builds(player_requests.ChooseFifth, st.sampled_from(POINTS)),
)
acts: st.SearchStrategy[Act] = st.one_of(
    st.sampled_from([Adjourn(), Seal()]),
    st.builds(OpenEnvelope, move=st.sampled_from(["32-28", "h8", "e4", "pass", ""])),
    st.sampled_from([Pause(), Resume(), Void(), RetractMoves(), RetractMoves(count=9), RetractMoves(count=-1)]),
    st.builds(StartRound, absent=st.sampled_from([None, (), (Side.WHITE,), (Side.BLACK,), tuple(Side)])),
    st.builds(Arrive, side=sides, ago_ms=st.sampled_from([Millis(0), Millis(3000), Millis(10**9), Millis(-1)])),
    st.builds(SetGrace, ms=st.sampled_from([Millis(0), Millis(5000), Millis(10**9)])),
    st.builds(SetResult, result=st.sampled_from(Result), article=st.sampled_from(ARTICLES)),
    st.builds(SetPosition, fen=st.sampled_from(FENS)),
    st.builds(EnterMove, move=st.sampled_from(["32-28", "h8", "e4", "pass", ""]), sealed=st.booleans()),
    st.builds(AdjustTime, side=sides, change=st.sampled_from(Change), ms=st.just(Millis(1000))),
    st.builds(ReplaceClock, times=st.just(BySide(Millis(60_000), Millis(90_000)))),
    st.builds(RunClock, side=sides),
    st.just(PutClock()),
    st.builds(Penalise, side=sides, penalty=st.sampled_from(Penalty), article=st.sampled_from(ARTICLES)),
    st.builds(Decide, case=st.integers(0, 4), choice=st.sampled_from([*map(str, Choice), "nonsense"])),
    st.builds(Overturn, ruling=st.integers(0, 5), result=st.sampled_from([None, *Result])),
    st.builds(Appeal, ruling=st.integers(0, 5), lodger=st.sampled_from(Lodger), about=st.sampled_from(About)),
    st.builds(EnterRequest, side=sides, request=requests),
)


@st.composite
def clocked(draw: st.DrawFn, at: Instant) -> Clocked:
    side = draw(sides)
    facts: list[ClockFact] = [
        ClockStarted(side), ClockPressed(side), ClockStopped(), FlagFell(side, at), FlagCalled(side, at, at, "x"),
        GraceExceeded(side, at), SharedTimeEnded(at), ClockLost(message("clock_lost.silent")), ClockBack(),
    ]  # fmt: skip
    flags = tuple(Flag(each, at) for each in draw(st.sets(sides, max_size=2)))
    white = draw(st.sampled_from([Millis(0), Millis(60_000), Millis(300_000)]))
    running = draw(st.sampled_from([None, *Side]))
    first = draw(st.sampled_from([None, *(flag.side for flag in flags)]))
    face = ClockFace(white, Millis(300_000), running, at, flags=flags, first_flag=first)
    return Clocked(draw(st.sampled_from(facts)), face)


@st.composite
def moves(draw: st.DrawFn, state: State) -> Moved:
    """Mostly a move that the rules allow, sometimes anything."""
    text = draw(st.sampled_from(["32-28", "h8", "e4", "pass", "nonsense", ""]))
    side = draw(sides)
    known = draw(st.sampled_from(Known))
    if state.play is not None and draw(st.integers(0, 9)):
        position = state.play.line.last
        legal = position.moves()
        if legal:
            move = legal[draw(st.integers(0, min(len(legal), 40) - 1))]
            return Moved(position.turn, move.text, position.write(move), move.path, move.taken, "", "", known)
    return Moved(side, text, text, (), (), "", "", known, base=draw(st.sampled_from(FENS)))


@st.composite
def inputs(draw: st.DrawFn, state: State, at: Instant, number: int) -> Input:
    what = draw(st.integers(0, 11))
    if state.play is None and what < 8:
        return draw(set_ups())
    match what:
        case 0 | 1 | 2 | 3:
            return draw(moves(state))
        case 4 | 5:
            return PlayerRequested(draw(sides), draw(requests))
        case 6 | 7:
            role = draw(st.sampled_from([*map(str, Role), "nobody"]))
            command = draw(st.sampled_from([f"c{number}", "again"]))
            return Acted(command, "Iris", role, draw(acts))
        case 8 | 9:
            return draw(clocked(at))
        case 10:
            board = state.play.line.last.board() if state.play is not None else ""
            return Irregular(draw(st.sampled_from(Irregularity)), draw(sides), (), board)
        case _:
            last = state.play.texts[-1] if state.play is not None and state.play.texts else ""
            others: list[Input] = [
                MomentReached(),
                BoardMatched(),
                ResultShown(draw(st.sampled_from(Result))),
                BoardMismatched((3,), "."),
                DeviceChanged("clock", online=False),
                DeviceChanged("clock", online=True),
                Retracted(Side.WHITE, last, "", ""),
                draw(set_ups()),
            ]
            return draw(st.sampled_from(others))


def visible(state: State) -> tuple[object, ...]:
    """What people see of a game; a change of it needs a ruling."""
    play = state.play
    if play is None:
        return (state.phase,)
    return (
        state.phase, play.line.last.fen(), play.texts, play.result, play.offer, play.cases, play.swapped,
        play.trial, len(play.made),
    )  # fmt: skip


def check(state: State) -> None:
    play = state.play
    assert (state.phase is Phase.OVER) == (play is not None and play.result is not None)
    if play is None:
        assert state.phase is Phase.WAITING
        return
    if state.phase in {Phase.OVER, Phase.WAITING}:
        assert (play.offer, play.pressed, play.trial) == (None, None, None)
        assert next_deadline(state) is None
    assert len({case.id for case in play.cases}) == len(play.cases)
    holding = [made.ruling for made in play.made if isinstance(made.ruling, Ended) and not made.struck]
    if play.result is not None:
        assert holding[-1] == play.result
    assert [getattr(made.ruling, "no", 0) for made in play.made] == list(range(1, len(play.made) + 1))


@examples(200)
@given(st.data())
def test_any_inputs_leave_a_defined_state_and_the_same_rulings_again(data: st.DataObject) -> None:
    state = State()
    given_: list[tuple[Input, Instant, tuple[Ruling, ...]]] = []
    at = Instant(START)
    ended = False
    for number in range(data.draw(st.integers(1, 25))):
        at = Instant(at + data.draw(st.sampled_from([0, 1, 4000])))
        what = data.draw(inputs(state, at, number))
        before = state
        state, rulings = step(state, what, at)
        given_.append((what, at, rulings))
        check(state)
        if not isinstance(what, SetUp | Moved | Retracted) and visible(before) != visible(state):
            assert rulings, what
        if before.phase is not state.phase and not isinstance(what, SetUp):
            assert rulings, what
        if isinstance(what, SetUp):
            ended = ended and state.phase is not Phase.READY
        for ruling in rulings:
            assert_sayable(ruling.text)
            assert not (ended and isinstance(ruling, Resumed | Started)), "a clock would run after the end"
            ended = isinstance(ruling, Ended) or (ended and not isinstance(ruling, Overturned))
        for each in (what, *rulings):
            entry = Entry(1, at, visibility_of(each), each)
            assert ENTRY.decode(ENTRY.encode(entry)) == entry
    again = State()
    for what, when, rulings in given_:
        again, same = step(again, what, when)
        assert same == rulings
    assert again == state
    assert msgspec.json.encode([rulings for _, _, rulings in given_])
