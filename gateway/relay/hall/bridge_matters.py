"""Matters of the bridge event: calls for the director, and boards of which the two sides say different things."""

from __future__ import annotations

from collections.abc import Iterator

from gateway.event.bridge.board_results import outcome_text
from gateway.event.bridge.bridge_event import BridgeEvent, BridgeTable
from gateway.event.bridge.bridge_fold import BridgeFold
from gateway.model.messages import Message, message
from gateway.model.sides import BySide
from gateway.referee.attention import Attention, Concern
from gateway.tournament.bridge.compass import Partnership

from .matters import Matter

__all__ = ["BRIDGE", "DIRECTOR_CALLED", "TWO_BOARD_RESULTS", "bridge_matters"]

BRIDGE = ":bridge"
"""What the ids of these matters begin with: no table can be called so."""
DIRECTOR_CALLED = "director_called"
TWO_BOARD_RESULTS = "two_board_results"
CALLED = Attention(concern=Concern.CASE, urgent=True)
TWO_RESULTS = Attention(concern=Concern.CASE, urgent=True)


def bridge_matters(fold: BridgeFold) -> Iterator[Matter]:
    """Every call that waits, and every board with two results."""
    event = fold.event
    if event is None:
        return
    for call in event.calls:
        if call.answered is None:
            label = call.table.partition(".")[2]
            text = message("alert.director_called", table=label.upper(), board=call.board, text=call.text)
            table = event.find(call.table)[1] if not call.table.startswith("0.") else None
            yield _matter(event, table, f"call/{call.n}", DIRECTOR_CALLED, CALLED, text, call.at, str(call.n))
    for table, board in event.disputed():
        held = table.results[board]
        told = {side.value: outcome_text(outcome) for side, outcome in held.reports.items()}
        text = message("alert.two_board_results", table=table.label.upper(), board=board)
        since = held.at or 0
        name = f"board/{table.id}/{board}/{since}"
        yield _matter(event, table, name, TWO_BOARD_RESULTS, TWO_RESULTS, text, since, f"{table.id} {board}", told)


def _matter(
    event: BridgeEvent,
    table: BridgeTable | None,
    name: str,
    kind: str,
    attention: Attention,
    text: Message,
    since: int,
    about: str,
    told: dict[str, str] | None = None,
) -> Matter:
    names = ["" if table is None or table.four else event.contestant(table.number(side)).name for side in Partnership]
    return Matter(
        id=f"{BRIDGE}/1/{name}",
        table="",
        players=BySide(*names),
        game=0,
        concern=attention.concern,
        urgent=attention.urgent,
        kind=kind,
        text=text,
        since=since,
        bridge=about,
        told=told or {},
    )
