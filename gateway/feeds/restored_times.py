"""The times of an earlier move, for a clock that is to be set after a position was restored.

What counts is what the clock showed when the move was pressed for: increments, stages and byo-yomi are in it already.
Where that press was not seen, a side's time may be known all the same, because it stood meanwhile. What cannot be known
is told as not known, never guessed.
"""

from __future__ import annotations

import enum

import msgspec

from gateway.clock.adjustments import Change
from gateway.clock.control import PER_MOVE
from gateway.clock.control_notation import parse_control
from gateway.clock.face import Way
from gateway.clock.game_clock import time_entering
from gateway.model.errors import GatewayError
from gateway.model.instants import Millis
from gateway.model.sides import Side

from .played_game import ClockSighting, PlayedGame, PlayedMove

__all__ = ["RestoredTime", "RestoredTimes", "TimeSource", "times_after"]


class TimeSource(enum.StrEnum):
    """The reason why a time is known, or that it is not."""

    PRESS = "press"
    """The clock showed it when the move was pressed for."""
    MOVE = "move"
    """The common time when the move was seen."""
    STOOD = "stood"
    """It did not run meanwhile, and was seen at the press before or after."""
    START = "start"
    """The clock showed it when it was started."""
    CONTROL = "control"
    """The control gives it at the start."""
    UNKNOWN = "unknown"


class RestoredTime(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One side's time after a move."""

    source: TimeSource
    ms: Millis | None = None
    """None: not known."""
    about: bool = False
    """The clock had fallen silent, and it is an estimate."""
    changed_ms: int = 0
    """What rulings have given the side since; below zero if they took more."""
    set_since: bool = False
    """A ruling has set its time since, so that it cannot be told what was given."""
    stage: int = 0
    to_go: int = 0
    """Moves still to be made in the stage then, or byo-yomi periods left; 0 where neither counts."""


class RestoredTimes(msgspec.Struct, frozen=True, kw_only=True):
    """Both sides' times after a move."""

    ply: int
    move: str
    """As people write it; empty for the start."""
    shared: bool
    """It is one time, which both have in common."""
    white: RestoredTime
    black: RestoredTime


def times_after(game: PlayedGame, ply: int) -> RestoredTimes | None:
    """What both sides had after so many turns; None if there are not so many."""
    turns = _turns(game)
    if not 0 <= ply <= len(turns):
        return None
    found = {side: _time(game, turns, ply, side) for side in Side}
    seen = _sighting(turns, ply) or game.begun
    return RestoredTimes(
        ply=ply,
        move=game.texts[ply - 1] if ply else "",
        shared=seen is not None and seen.face.way is Way.SHARED,
        white=found[Side.WHITE],
        black=found[Side.BLACK],
    )


def _turns(game: PlayedGame) -> list[PlayedMove | None]:
    """Every turn in order; None for an irregular one that stands, whose press is not told."""
    turns: list[PlayedMove | None] = []
    for stretch in game.stretches:
        turns += [None] * len(stretch.marks)
        turns += stretch.moves
    return turns


def _sighting(turns: list[PlayedMove | None], ply: int) -> ClockSighting | None:
    turn = turns[ply - 1] if 1 <= ply <= len(turns) else None
    return None if turn is None else turn.pressed


def _time(game: PlayedGame, turns: list[PlayedMove | None], ply: int, side: Side) -> RestoredTime:
    if ply == 0:
        if game.begun is not None:
            return _seen(game, game.begun, side, TimeSource.START)
        ms = _at_start(game, side)
        source = TimeSource.UNKNOWN if ms is None else TimeSource.CONTROL
        given, put = _changes(game, side, 0)
        return RestoredTime(source=source, ms=ms, changed_ms=given, set_since=put)
    if (at_press := _sighting(turns, ply)) is not None:
        common = at_press.face.way is Way.SHARED
        return _seen(game, at_press, side, TimeSource.MOVE if common else TimeSource.PRESS)
    return _stood(game, turns, ply, side)


def _stood(game: PlayedGame, turns: list[PlayedMove | None], ply: int, side: Side) -> RestoredTime:
    """The time of a side that stood while a press went unseen: the mover's since then, the other's until then."""
    turn = turns[ply - 1]
    before = _sighting(turns, ply - 1) if ply > 1 else game.begun
    after = _sighting(turns, ply + 1)
    known = None if turn is None else after if turn.side is side else before
    if known is None or known.face.way not in {Way.DOWN, Way.UP}:
        return RestoredTime(source=TimeSource.UNKNOWN)
    since = before.n if before is not None else 0
    if known is after and any(changed.side is side and since < n <= after.n for n, changed in game.changes):
        return RestoredTime(source=TimeSource.UNKNOWN)  # whether before or after the press, nobody can tell
    return _seen(game, known, side, TimeSource.STOOD)


def _seen(game: PlayedGame, seen: ClockSighting, side: Side, source: TimeSource) -> RestoredTime:
    face = seen.face
    given, put = _changes(game, side, seen.n)
    return RestoredTime(
        source=source,
        ms=seen.times[side],
        about=face.stale,
        stage=face.stage[side],
        to_go=face.to_go[side],
        changed_ms=given,
        set_since=put,
    )


def _changes(game: PlayedGame, side: Side, after: int) -> tuple[int, bool]:
    """What rulings after an entry have given a side, and whether one has set its time."""
    mine = [changed for n, changed in game.changes if n > after and changed.side is side]
    given = sum(each.ms if each.change is Change.ADD else -each.ms for each in mine if each.change is not Change.SET)
    return given, any(each.change is Change.SET for each in mine)


def _at_start(game: PlayedGame, side: Side) -> Millis | None:
    """What the control gives; None for one that nobody can read."""
    try:
        stage = parse_control(game.setup.control).stages(side)[0]
    except GatewayError:
        return None
    return time_entering(stage, PER_MOVE, 0).ms
