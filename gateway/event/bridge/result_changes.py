"""Changes of results: a board at a table after somebody has said, entered or struck out something; penalties."""

from __future__ import annotations

import msgspec

from gateway.model.instants import Instant

from .board_results import agreed_outcome, tidied
from .bridge_acts import AcceptBoard, Penalize, ReportBoard, StrikeResult
from .bridge_event import BoardAtTable, BridgeEvent, BridgePenalty, BridgeRoundState, BridgeTable

__all__ = ["with_penalty", "with_result", "with_round"]

_replace = msgspec.structs.replace


def with_round(event: BridgeEvent, a_round: BridgeRoundState) -> BridgeEvent:
    """The event with a round as it is now."""
    at = a_round.number - 1
    return _replace(event, rounds=(*event.rounds[:at], a_round, *event.rounds[at + 1 :]))


def with_result(event: BridgeEvent, act: ReportBoard | AcceptBoard | StrikeResult, at: Instant | None) -> BridgeEvent:
    """The event after such an act."""
    a_round, table = event.find(act.table)
    held = table.results.get(act.board, BoardAtTable())
    results: dict[int, BoardAtTable] = {board: each for board, each in table.results.items() if board != act.board}
    match act:
        case ReportBoard(side=side, outcome=outcome):
            results[act.board] = _replace(held, reports={**held.reports, side: tidied(outcome)}, at=at)
        case AcceptBoard(outcome=outcome):
            agreeing = {side: told for side, told in held.reports.items() if agreed_outcome(told, outcome) is not None}
            results[act.board] = _replace(held, accepted=tidied(outcome), reports=agreeing, at=at)
        case StrikeResult():
            pass
    return with_round(event, _with_table(a_round, _replace(table, results=results)))


def with_penalty(event: BridgeEvent, act: Penalize, n: int) -> BridgeEvent:
    """The event with a penalty; `n` is the number of its entry."""
    penalty = BridgePenalty(
        n=n, contestant=act.contestant, round=act.round, points=str(act.points), unit=act.unit, why=act.why,
        kind=act.kind,
    )  # fmt: skip
    return _replace(event, penalties=(*event.penalties, penalty))


def _with_table(a_round: BridgeRoundState, table: BridgeTable) -> BridgeRoundState:
    tables = tuple(table if each.id == table.id else each for each in a_round.tables)
    return _replace(a_round, tables=tables)
