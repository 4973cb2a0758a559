"""The public mirror of a table: what everybody may know, as late as the public is shown it, in words that other
programs take without knowing ours."""

from __future__ import annotations

import msgspec

from gateway.model.instants import Instant
from gateway.model.sides import Side

from .table_state import ClockMessage, TableState
from .wire import Form

__all__ = ["MIRROR", "PublicMirror", "mirror_of"]


class PublicMirror(msgspec.Struct, frozen=True, kw_only=True):
    """One table for everybody. Every field is always there, so that a template never meets nothing."""

    event: str
    table: str
    at: int
    """When this was shown, in milliseconds since 1970 by the relay's clock."""
    online: bool
    """Whether the table's agent is there."""
    status: str = "waiting"
    """`waiting`, `ready`, `playing`, `paused`, `over` and the like: the status of the table's state."""
    rules: str = ""
    control: str = ""
    round: int = 0
    white: str = ""
    black: str = ""
    turn: str = ""
    """`white` or `black`."""
    ply: int = 0
    """How many moves have been made."""
    last_move: str = ""
    fen: str = ""
    board: str = ""
    """A letter for each cell, row by row from the top left as White sees it; `.` is empty."""
    white_ms: int = 0
    """White's time at `since`; the running side's time moves from there."""
    black_ms: int = 0
    running: str = ""
    """Whose time runs: `white`, `black`, or empty."""
    since: int = 0
    """The instant of the two times, in milliseconds since 1970 by the relay's clock."""
    result: str = ""
    """`1-0`, `0-1`, `1/2-1/2`; empty before the end."""
    reason: str = ""
    """Why the game ended: `resigned`, `flag` and the like."""


MIRROR = Form(PublicMirror)


def mirror_of(
    event: str,
    table: str,
    shown: tuple[TableState | None, ClockMessage | None],
    *,
    online: bool,
    now: int,
    offset: int,
) -> PublicMirror:
    """The mirror of a public state; `offset` is what makes the table's instants those of the relay as it shows them."""
    state, clock = shown
    if state is None:
        return PublicMirror(event=event, table=table, at=now, online=online)
    face = clock.face if clock is not None else state.clock
    result = state.result
    return PublicMirror(
        event=event,
        table=table,
        at=now,
        online=online,
        status=state.status.value,
        rules=state.rules,
        control=state.control,
        round=state.round,
        white=state.players[Side.WHITE].name,
        black=state.players[Side.BLACK].name,
        turn=state.turn.value,
        ply=state.ply,
        last_move=state.last_move.text if state.last_move is not None else "",
        fen=state.fen,
        board=state.board,
        white_ms=face.white_ms if face is not None else 0,
        black_ms=face.black_ms if face is not None else 0,
        running=face.running.value if face is not None and face.running is not None else "",
        since=Instant(face.since + offset) if face is not None else 0,
        result=result.result.value if result is not None else "",
        reason=result.reason.value if result is not None else "",
    )
