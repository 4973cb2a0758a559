"""The table at a glance, made from its state."""

from __future__ import annotations

from gateway.model.instants import Instant
from gateway.record.glance import ArbiterGlance, Glance, LastMove, OpenAlert, Status
from gateway.referee.state import State
from gateway.tracking.picture import differing
from gateway.tracking.vision import see

from .table import Table

__all__ = ["glance"]


def glance(table: Table, at: Instant) -> Glance:
    """Everything somebody needs who has just come in."""
    referee, setup, game = table.referee, table.setup, table.tracker.game
    play = referee.play
    position = play.line.last if play else game.start()
    return Glance(
        event=setup.event,
        table=setup.table,
        at=at,
        last=table.last,
        first=table.first,
        game=table.game,
        rules=setup.rules,
        rulebook=setup.rulebook,
        control=setup.control,
        players=setup.players,
        status=Status(referee.phase.value),
        turn=position.turn,
        rows=game.rows,
        cols=game.cols,
        board=position.picture(),
        fen=position.fen(),
        ply=len(play.line.moves) if play else 0,
        moves=play.texts if play else (),
        clock=table.clock.face(at),
        devices=table.devices.all(),
        last_move=_last_move(referee),
        counters=tuple(game.counters(play.line)) if play else (),
        result=play.result if play else None,
        arbiters=_for_arbiters(table, position.picture()),
    )


def _last_move(referee: State) -> LastMove | None:
    if referee.play is None or not referee.play.line.moves:
        return None
    move = referee.play.line.moves[-1]
    return LastMove(referee.play.texts[-1], move.path, move.taken)


def _for_arbiters(table: Table, board: str) -> ArbiterGlance:
    alerts = tuple(
        OpenAlert(raised.alert.kind, raised.since, raised.alert.text, raised.alert.article)
        for raised in table.referee.alerts
    )
    shown = table.tracker.picture
    if not table.tracker.strange or shown is None:
        return ArbiterGlance(alerts)
    game, vision = table.tracker.game, table.tracker.vision
    return ArbiterGlance(alerts, differing(see(game, vision, shown), see(game, vision, board)), shown)
