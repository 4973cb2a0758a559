"""Visibility: who may see what, decided here for entries, clock faces and table states, and nowhere else.

Anything new is for arbiters only until it is listed here as public. What the rules leave to the players to notice never
reaches anybody else: an undeclared five, a forbidden move, a draw that nobody has claimed are alerts; cases, claims and
offers are between players and arbiters; and a fallen flag is told to everybody by the ruling that rests on it, not by
the clock. An alert that arbiters may not even announce to the players says so itself (`announce`).
"""

from __future__ import annotations

import enum

import msgspec

from gateway.clock.face import ClockFace
from gateway.clock.facts import FlagCalled, FlagFell
from gateway.model.sides import Side
from gateway.referee.inputs import Clocked, DeviceChanged, Input, Moved, Retracted, SetUp
from gateway.referee.penalties import Penalty
from gateway.referee.roles import Role
from gateway.referee.rulings import (
    Adjourned,
    Arrived,
    ClockPut,
    ClockRun,
    ControlChanged,
    Ended,
    NewClock,
    Opened,
    Overturned,
    Paused,
    Penalised,
    PositionSet,
    Resumed,
    RoundStarted,
    Ruling,
    Sealed,
    Started,
    TimeChanged,
    Voided,
)

from .table_state import Device, PlayerState, TableState

__all__ = ["Audience", "Visibility", "player_state", "public_face", "public_state", "visibility_of"]


class Visibility(enum.StrEnum):
    """The circle of people who may see a thing; of a viewer, the circle he belongs to."""

    PUBLIC = "public"
    ARBITERS = "arbiters"
    """Kept from players and spectators: what the rules leave to the players to notice, and what is nobody else's."""

    def includes(self, other: Visibility) -> bool:
        """Whether a viewer of this visibility may see something of the other: arbiters see everything."""
        return self is Visibility.ARBITERS or other is Visibility.PUBLIC


class Audience(enum.StrEnum):
    """Those who are shown the hall as the event lets them, each perhaps some time behind; all see what is public."""

    PUBLIC = "public"
    """Whoever has not signed in, and who looks after what they are shown."""
    SCREENS = "screens"
    """Screens in the hall, where everybody sees the boards anyway."""


_PUBLIC = (
    SetUp,
    Moved,
    Retracted,
    Clocked,
    DeviceChanged,
    RoundStarted,
    Arrived,
    Started,
    Paused,
    Resumed,
    Adjourned,
    Sealed,
    ControlChanged,
    Ended,
    Opened,
    PositionSet,
    TimeChanged,
    NewClock,
    ClockPut,
    ClockRun,
    Voided,
)


def visibility_of(what: Input | Ruling) -> Visibility:
    """Who may see an entry that holds this."""
    match what:
        case Clocked(fact=FlagFell() | FlagCalled()):
            return Visibility.ARBITERS
        case Clocked() if what.face.flags:
            return Visibility.ARBITERS
        case Penalised():
            # GN 15.2: a violation is announced on the spot; a warning is between the arbiter and the player.
            return Visibility.ARBITERS if what.penalty is Penalty.WARNING else Visibility.PUBLIC
        case Overturned():
            # Whoever was told of a result is told that it holds no longer.
            return Visibility.PUBLIC if what.was_result else Visibility.ARBITERS
        case _:
            return Visibility.PUBLIC if isinstance(what, _PUBLIC) else Visibility.ARBITERS


def public_face(face: ClockFace) -> ClockFace:
    """The clock as everybody may see it while the players have not noticed a flag: times, but no flag."""
    return msgspec.structs.replace(face, flags=(), first_flag=None) if face.flags else face


def player_state(state: TableState, role: Role) -> PlayerState:
    """The state as the player sees it who has this role: what everybody sees, an offer that was made to him, and what
    he may ask for and has asked for. Never what he has to notice himself."""
    side = (role.side or Side.WHITE) if not state.swapped else (role.side or Side.WHITE).other
    part = state.arbiters
    return PlayerState(
        table=state.table,
        game=state.game,
        rules=state.rules,
        rulebook=state.rulebook,
        side=side,
        players=state.players,
        status=state.status,
        turn=state.turn,
        moves=state.ply,
        drawn_opening=state.drawn_opening,
        attendance=state.attendance,
        result=state.result,
        score=state.score,
        offer=part.offer if part is not None else None,
        requests=part.own_requests[side] if part is not None else (),
        asked=tuple(each for each in part.asked if each.role is role) if part is not None else (),
    )


def public_state(state: TableState) -> TableState:
    """The state as everybody may see it: without the arbiters' part, and of the hardware only whether it is there."""
    devices = tuple(Device(device.name, device.online) for device in state.devices)
    return msgspec.structs.replace(state, arbiters=None, devices=devices)
