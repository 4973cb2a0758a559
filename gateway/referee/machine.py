"""The referee as a fold: `step(state, input, at) -> (state, rulings)`.

**Phases.** A table waits until a game is set up. A game is ready until the first clock runs or the first move is seen,
then it is being played. An arbiter may pause and resume it. It is over once a ruling has ended it; only a new set-up
leads on.

    waiting ──set up──> ready ──clock runs, move──> playing <──pause, resume──> paused
                          ^                           │                           │
                          └────────set up──────────  over <──flag, rules, result──┘

**Inputs.** Every phase takes every input, so nothing that happens at a table can stop the referee:

| input           | waiting | ready          | playing              | paused          | over           |
|-----------------|---------|----------------|----------------------|-----------------|----------------|
| set up          | ready   | ready          | ready                | ready           | ready          |
| moved           | alert   | starts, judged | judged               | alert           | alert          |
| clocked         | shown   | a run starts   | a fallen flag ends   | shown           | shown          |
| board differs   | alert   | alert          | alert                | alert           | alert          |
| device          | alert   | alert          | alert                | alert           | alert          |
| pause           | refused | refused        | paused               | refused         | refused        |
| resume          | refused | refused        | refused              | playing         | refused        |
| set result      | refused | over           | over                 | over            | a new result   |

**Conflicts.** Inputs are judged in the order in which they arrive. A move that ends the game and a flag are two inputs:
whichever the table saw first decides, and the other comes when the game is over and changes nothing. An arbiter's
result stands above what the referee decided; the record keeps both.

The state is never changed in place, `at` is the only time there is, and the same inputs give the same rulings on any
machine.
"""

from __future__ import annotations

from typing import assert_never

import msgspec

from gateway.clock.facts import ClockBack, ClockFact, ClockLost, ClockOdd, FlagFell
from gateway.games import registry
from gateway.games.game import Line
from gateway.model.errors import GameError
from gateway.model.instants import Instant
from gateway.model.results import Reason, Result
from gateway.model.sides import Side

from . import rulebooks, wordings
from .acts import Pause, Resume, SetResult
from .inputs import (
    Acted,
    BoardAgreed,
    BoardDiffered,
    Clocked,
    DeviceChanged,
    Input,
    Irregular,
    Known,
    Moved,
    Retracted,
    SetUp,
)
from .rulings import Alert, AlertKind, Ended, Paused, Refused, Resumed, Ruling, Started, Wording
from .state import Phase, Play, Raised, State

__all__ = ["step"]

Judged = tuple[State, tuple[Ruling, ...]]

_replace = msgspec.structs.replace


def step(state: State, given: Input, at: Instant) -> Judged:
    """Judge one input."""
    state, rulings = _judge(state, given)
    return _replace(state, alerts=_follow(state.alerts, rulings, at)), rulings


def _judge(state: State, given: Input) -> Judged:
    match given:
        case SetUp():
            return _set_up(state, given)
        case Moved():
            return _moved(state, given)
        case Retracted():
            return _retracted(state, given)
        case Irregular():
            return state, (_irregular(given),)
        case Clocked():
            return _clocked(state, given)
        case BoardDiffered():
            alert = Alert(kind=AlertKind.BOARD_DIFFERS, text=wordings.board_differs(len(given.cells)))
            return state, (alert,)
        case BoardAgreed():
            alert = Alert(kind=AlertKind.BOARD_DIFFERS, open=False, text=wordings.board_agrees())
            return state, (alert,) if state.raised(AlertKind.BOARD_DIFFERS) else ()
        case DeviceChanged():
            return _device(state, given)
        case Acted():
            return _acted(state, given)
        case _:
            assert_never(given)


# What happens at the board ------------------------------------------------------------------------------------------


def _set_up(state: State, given: SetUp) -> Judged:
    game = registry.find(given.rules)
    play = Play(given, game, rulebooks.find(given.rulebook, given.rules), Line((game.position(given.fen),)))
    lasting = tuple(raised for raised in state.alerts if raised.alert.kind is AlertKind.DEVICE_LOST)
    return State(phase=Phase.READY, play=play, face=state.face, alerts=lasting, judged=state.judged), ()


def _moved(state: State, given: Moved) -> Judged:
    play = state.play
    if play is None or state.phase not in {Phase.READY, Phase.PLAYING}:
        alert = Alert(kind=AlertKind.ILLEGAL_MOVE, text=wordings.moved_while_still(given.side, given.text))
        return state, (alert,)
    try:
        if given.base:  # FMJD 5.7: who plays on has accepted what stood on the board
            play = _replace(play, line=Line((play.game.position(given.base),)))
        move = play.line.last.read(given.move)
    except GameError as error:
        alert = Alert(
            kind=AlertKind.ILLEGAL_MOVE,
            article=getattr(error, "article", ""),
            text=wordings.illegal_move(given.side, given.text, str(error)),
        )
        return state, (alert,)
    state, rulings = _begin(state)
    if given.known is Known.INFERRED:
        rulings = (*rulings, Alert(kind=AlertKind.MOVE_INFERRED, text=wordings.inferred(given.text)))
    play = _replace(play, line=play.line.play(move), texts=(*play.texts, given.text))
    state = _replace(state, play=play)
    outcome = play.game.outcome(play.line)
    if outcome is None:
        return state, rulings
    if outcome.result is Result.DRAW and play.setup.draws == "claim":  # D3: over the board a rule draw is claimed
        claim = Alert(
            kind=AlertKind.DRAW_CLAIMABLE, article=outcome.article, text=wordings.draw_claimable(outcome.reason)
        )
        return state, (*rulings, claim)
    state, ending = _end(state, outcome.result, outcome.reason, outcome.article)
    return state, (*rulings, *ending)


def _retracted(state: State, given: Retracted) -> Judged:
    play = state.play
    if play is None or state.phase is not Phase.PLAYING or play.texts[-1:] != (given.text,):
        return state, ()
    line = Line(play.line.positions[:-1], play.line.moves[:-1])
    return _replace(state, play=_replace(play, line=line, texts=play.texts[:-1])), ()


def _irregular(given: Irregular) -> Alert:
    text = wordings.irregular(given.side, given.kind, given.text)
    return Alert(kind=AlertKind.IRREGULAR, article=given.article, text=text)


def _device(state: State, given: DeviceChanged) -> Judged:
    if given.online:
        back = Alert(kind=AlertKind.DEVICE_LOST, open=False, text=wordings.device_back(given.device))
        return state, (back,) if state.raised(AlertKind.DEVICE_LOST) else ()
    return state, (Alert(kind=AlertKind.DEVICE_LOST, text=wordings.device_lost(given.device, given.detail)),)


# What happens at the clock ------------------------------------------------------------------------------------------


def _clocked(state: State, given: Clocked) -> Judged:
    state = _replace(state, face=given.face)
    rulings: tuple[Ruling, ...] = ()
    if given.face.running is not None:
        state, rulings = _begin(state)
    if isinstance(given.fact, FlagFell) and state.phase is Phase.PLAYING and state.play is not None:
        winner = Result.win_for(given.fact.side.other)
        state, ending = _end(state, winner, Reason.FLAG, state.play.book.flag)
        return state, (*rulings, *ending)
    return state, (*rulings, *_clock_alerts(state, given.fact))


def _clock_alerts(state: State, fact: ClockFact) -> tuple[Ruling, ...]:
    playing = state.phase in {Phase.PLAYING, Phase.PAUSED}  # between games people set clocks as they like
    match fact:
        case ClockLost() if playing:
            return (Alert(kind=AlertKind.CLOCK, text=wordings.clock_lost(fact.reason)),)
        case ClockOdd() if playing:
            return (Alert(kind=AlertKind.CLOCK, text=wordings.clock_odd(fact)),)
        case ClockBack() if state.raised(AlertKind.CLOCK):
            return (Alert(kind=AlertKind.CLOCK, open=False, text=wordings.device_back("clock")),)
        case _:
            return ()


# What an arbiter does -----------------------------------------------------------------------------------------------


def _acted(state: State, given: Acted) -> Judged:
    if given.command in state.judged:
        return state, ()
    why = _why_not(state, given)
    state = _replace(state, judged={**state.judged, given.command: why.en if why else ""})
    if why is not None:
        return state, (Refused(command=given.command, text=wordings.refused(why)),)
    match given.act:
        case Pause():
            article = state.play.book.call_arbiter if state.play else ""
            text = wordings.paused(given.who, given.act.why)
            return _replace(state, phase=Phase.PAUSED), (Paused(by=given.who, article=article, text=text),)
        case Resume():
            return _replace(state, phase=Phase.PLAYING), (Resumed(by=given.who, text=wordings.resumed(given.who)),)
        case SetResult(result=result):
            return _end(state, result, Reason.ARBITER, "", by=given.who, why=given.act.why)
        case _:
            assert_never(given.act)


def _why_not(state: State, given: Acted) -> Wording | None:
    """Why an act cannot be done in this phase; None if it can."""
    match given.act:
        case Pause() if state.phase is not Phase.PLAYING:
            return Wording("no game is being played.", "当前没有进行中的对局。")
        case Resume() if state.phase is not Phase.PAUSED:
            return Wording("the game is not paused.", "对局未暂停。")
        case SetResult() if state.phase is Phase.WAITING:
            return Wording("no game has been set up.", "尚未设定对局。")
        case _:
            return None


# Beginnings and endings ---------------------------------------------------------------------------------------------


def _begin(state: State) -> Judged:
    """A game that was ready is now being played."""
    if state.phase is not Phase.READY or state.play is None:
        return state, ()
    first: Side = state.play.line.last.turn
    return _replace(state, phase=Phase.PLAYING), (Started(text=wordings.started(first)),)


def _end(state: State, result: Result, reason: Reason, article: str, by: str = "", why: str = "") -> Judged:
    ruling = Ended(result=result, reason=reason, article=article, by=by, text=wordings.ended(result, reason, why))
    play = None if state.play is None else _replace(state.play, result=ruling)
    return _replace(state, phase=Phase.OVER, play=play), (ruling,)


def _follow(alerts: tuple[Raised, ...], rulings: tuple[Ruling, ...], at: Instant) -> tuple[Raised, ...]:
    """The open alerts after these rulings: the newest of each kind."""
    for ruling in rulings:
        if isinstance(ruling, Alert):
            alerts = tuple(raised for raised in alerts if raised.alert.kind is not ruling.kind)
            alerts = (*alerts, Raised(ruling, at)) if ruling.open else alerts
        elif isinstance(ruling, Ended):
            # A finished game needs nobody any more; a lost device still does.
            alerts = tuple(raised for raised in alerts if raised.alert.kind is AlertKind.DEVICE_LOST)
    return alerts
