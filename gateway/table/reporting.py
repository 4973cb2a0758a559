"""The table at a glance, made from its state."""

from __future__ import annotations

import msgspec

from gateway.clock.face import ClockFace
from gateway.model.instants import Instant
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import named
from gateway.record.table_state import (
    Adjournment,
    ArbitersState,
    AttendanceState,
    DrawCounter,
    LastMove,
    OpenAlert,
    Status,
    TableState,
)
from gateway.record.visibility import public_face
from gateway.referee.admission import admitted_requests, barred_acts
from gateway.referee.assignment import Assignment
from gateway.referee.cases import choices
from gateway.referee.claims import counts_in_silence
from gateway.referee.consequences import consequences
from gateway.referee.options import Mode
from gateway.referee.rulings import Penalised
from gateway.referee.state import Phase, Play, State
from gateway.tracking.cells import differing
from gateway.tracking.vision import see, see_in_play

from .readiness import lacks, waits_for_start
from .state import Table

__all__ = ["public_clock", "table_state"]


def table_state(table: Table, at: Instant) -> TableState:
    """Everything somebody needs who has just come in."""
    referee, setup = table.referee, table.setup
    play, assigned = referee.play, setup.next(referee)
    game = play.game if play else table.tracker.game
    position = play.line.last if play else game.start()
    terms = play.setup if play else assigned
    return TableState(
        event=setup.event,
        table=setup.table,
        bridge=setup.bridge,
        at=at,
        last=table.last,
        first=table.first,
        game=table.game,
        rules=game.name,
        rulebook=terms.rulebook if terms else "",
        control=play.control if play else assigned.control if assigned else "",
        players=play.players if play else assigned.players if assigned else named("", ""),
        status=Status(referee.phase.value),
        turn=position.turn,
        rows=game.rows,
        cols=game.cols,
        board=position.board(),
        fen=position.fen(),
        ply=len(play.texts) if play else 0,
        moves=play.texts if play else (),
        clock=public_clock(table, at),
        devices=table.devices.all(),
        assigned=referee.assignment.n if referee.assignment else 0,
        pairing=terms.pairing if terms else PairingId(""),
        round=terms.round if terms else RoundNumber(0),
        drawn_opening=terms.options.drawn_opening if terms else "",
        last_move=_last_move(referee),
        counters=_counters(play) if play and not counts_in_silence(play) else (),
        adjourned=_adjourned(referee),
        attendance=_attendance(play) if play else None,
        swapped=play.swapped if play else False,
        result=play.result if play else None,
        score=play.book.score(play.result.result, play.result.lost) if play and play.result else None,
        arbiters=_for_arbiters(table, position.board(), at),
    )


def _counters(play: Play) -> tuple[DrawCounter, ...]:
    counting = play.game.counters(play.line)
    return tuple(DrawCounter(play.book.article(each.rule), each.count, each.limit) for each in counting)


def _adjourned(referee: State) -> Adjournment | None:
    play = referee.play
    envelope = play.envelope if play is not None else None
    if play is None or envelope is None or referee.phase not in {Phase.PLAYING, Phase.PAUSED}:
        return None
    sealer = envelope.sealer if envelope.closed else play.line.last.turn
    return Adjournment(sealer, envelope.since, envelope.closed, envelope.left_ms, envelope.used_ms)


def _attendance(play: Play) -> AttendanceState | None:
    attendance = play.attendance
    if attendance is None or play.result is not None:
        return None
    begun = attendance.start_at is not None
    start = attendance.start_at if begun else play.setup.start
    return AttendanceState(
        start=start,
        begun=begun,
        limit=None if start is None else Instant(start + attendance.grace_ms),
        arrived=attendance.arrived,
        run=None if play.texts else attendance.runs,
    )


def _last_move(referee: State) -> LastMove | None:
    if referee.play is None or referee.play.line.before is None:
        return None
    move = referee.play.line.moves[-1]
    return LastMove(referee.play.texts[-1], move.path, move.taken)


def public_clock(table: Table, at: Instant) -> ClockFace:
    """The clock as everybody may see it: a flag that the players have to claim does not show."""
    face = table.clock.face(at)
    return public_face(face) if _flags_are_claimed(table.referee.play) else face


def _flags_are_claimed(play: Play | None) -> bool:
    """The players have to notice a flag, and the game is not over."""
    return play is not None and play.result is None and play.flags is Mode.CLAIM


def _next(referee: State) -> Assignment | None:
    """What is assigned, unless it is the game on the table."""
    assigned, play = referee.assignment, referee.play
    return None if assigned is None or (play is not None and play.setup.assignment == assigned.n) else assigned


def _for_arbiters(table: Table, board: str, at: Instant) -> ArbitersState:
    alerts = tuple(
        OpenAlert(
            raised.alert.kind,
            raised.since,
            raised.alert.text,
            raised.alert.article,
            raised.alert.announce,
            raised.alert.subject,
        )
        for raised in table.referee.alerts
    )
    play = table.referee.play
    part = ArbitersState(
        alerts,
        next=_next(table.referee),
        not_now=barred_acts(table.referee, at),
        requests=admitted_requests(table.referee, at),
        own_requests=admitted_requests(table.referee, at, to_players=True),
        unstarted=waits_for_start(table.referee),
        lacks=lacks(table, at),
    )
    if play is not None:
        penalties = [each.ruling for each in play.made if isinstance(each.ruling, Penalised) and not each.struck]
        part = msgspec.structs.replace(
            part,
            cases=tuple(
                msgspec.structs.replace(each, choices=choices(table.referee, each), since=play.opened_at[each.id - 1])
                for each in play.cases
            ),
            penalties=tuple(penalties),
            stopped=play.stopped if table.referee.phase is Phase.PAUSED else None,
            offer=play.offer,
            asked=play.asked,
            reasons_required=play.options.reasons_required,
            counters=_counters(play) if counts_in_silence(play) else (),
            flags=table.clock.face(at).flags if _flags_are_claimed(play) else (),
            consequences=consequences(table.referee),
        )
    shown = table.tracker.shown
    if not table.tracker.memo.reported or shown is None:
        return part
    game, vision = table.tracker.game, table.tracker.vision
    cells = differing(see_in_play(game, vision, shown), see(game, vision, board))
    return msgspec.structs.replace(part, differing=cells, shown=shown)
