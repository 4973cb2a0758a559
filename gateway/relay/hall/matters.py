"""Matters: every case and every alert of every table once, as an arbiter's queue has them, and every table that is
gone in the middle of a game.

They are derived from the tables' states; what arbiters do about them is in `handlings`.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from gateway.model.messages import Message, message
from gateway.model.pairings import PairingId
from gateway.model.sides import BySide
from gateway.record.table_state import BOARD_AWAY, OpenAlert, Status, TableState
from gateway.referee.attention import ALERTS, CASES, Attention, Concern
from gateway.referee.rulings import AlertKind, Case, Choice

from .hall_table import HallTable

__all__ = ["AGENT_GONE", "GONE", "Matter", "by_need", "matters_of"]

AGENT_GONE = "agent_gone"
"""The kind of the matter that no table can tell of: its own computer is gone."""
GONE = Attention(concern=Concern.DEVICE, urgent=True)
_TOLD_BY_CASES = frozenset({AlertKind.ILLEGAL_MOVE, AlertKind.IRREGULAR})
"""Alerts of what a case is opened for in most books; it would stand in the queue twice."""
_UNDER_WAY = frozenset({Status.PLAYING, Status.PAUSED})


class Matter(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that waits for an arbiter at one table."""

    id: str
    """`t1/1/case/3/2`: table, journal, game and number; `t1/1/alert/1777644000000/flag_down/white`: since when by the
    table's clock, kind and subject; `t1/1/gone/1777644000000`: since when by the relay's. What opens anew has another
    one."""
    table: str
    players: BySide[str]
    game: int
    concern: Concern
    urgent: bool
    kind: str
    """Of the case or the alert."""
    text: Message
    since: int
    """By the relay's clock, in milliseconds since 1970."""
    article: str = ""
    announce: bool = True
    """False: the players must not be told."""
    case: int = 0
    """The number of the case; 0 for an alert."""
    choices: tuple[Choice, ...] = ()
    """Of a case: what may be decided."""
    suggested: Choice | None = None
    """The choice that the text itself names."""
    acts: tuple[str, ...] = ()
    """Of an alert: acts that may answer it."""
    pairing: PairingId = PairingId("")
    """Of results that contradict each other: the game of the tournament."""
    bridge: str = ""
    """Of a matter of the bridge event: the number of the call, or the table and the board; of overtime round, points,
    unit, and the ids of the two."""
    told: dict[str, str] = {}
    """And who told which; the one that stands under no name."""


def matters_of(table: HallTable) -> Iterator[Matter]:
    """What waits at a table."""
    state, journal, offset = table.state, table.journal, table.offset.value
    if state is None or state.arbiters is None:
        return
    if table.online is False and table.absent_since is not None and state.status in _UNDER_WAY:
        yield _of_absence(state, journal, table.absent_since)
    for case in state.arbiters.cases:
        yield _of_case(state, journal, offset, case)
    opened = {case.since for case in state.arbiters.cases}
    for alert in state.arbiters.alerts:
        if not (alert.kind in _TOLD_BY_CASES and alert.since in opened) and not _follows(alert):
            yield _of_alert(state, journal, offset, alert)


def _follows(alert: OpenAlert) -> bool:
    """Whether it only follows from another alert: the clock on a board that is away."""
    return alert.kind is AlertKind.DEVICE_LOST and alert.text.args.get("detail") == BOARD_AWAY


def by_need(matter: Matter) -> tuple[bool, int, str]:
    """The order of the queue: what is urgent first, of that the oldest."""
    return not matter.urgent, matter.since, matter.id


def _of_absence(state: TableState, journal: int, since: int) -> Matter:
    return Matter(
        id=f"{state.table}/{journal}/gone/{since}",
        table=state.table,
        players=_names(state),
        game=state.game,
        concern=GONE.concern,
        urgent=GONE.urgent,
        kind=AGENT_GONE,
        text=message("alert.agent_gone"),
        since=since,
    )


def _of_case(state: TableState, journal: int, offset: int, case: Case) -> Matter:
    attention = CASES[case.kind]
    return Matter(
        id=f"{state.table}/{journal}/case/{state.game}/{case.id}",
        table=state.table,
        players=_names(state),
        game=state.game,
        concern=attention.concern,
        urgent=attention.urgent,
        kind=case.kind.value,
        text=case.text,
        since=(case.since or state.at) + offset,
        article=case.article,
        case=case.id,
        choices=case.choices,
        suggested=attention.suggested if attention.suggested in case.choices else None,
    )


def _of_alert(state: TableState, journal: int, offset: int, alert: OpenAlert) -> Matter:
    attention = ALERTS[alert.kind]
    return Matter(
        id=f"{state.table}/{journal}/alert/{alert.since}/{alert.kind.value}/{alert.subject}",
        table=state.table,
        players=_names(state),
        game=state.game,
        concern=attention.concern,
        urgent=attention.urgent and alert.announce,
        kind=alert.kind.value,
        text=alert.text,
        since=alert.since + offset,
        article=alert.article,
        announce=alert.announce,
        acts=attention.acts,
    )


def _names(state: TableState) -> BySide[str]:
    return BySide(state.players.white.name, state.players.black.name)
