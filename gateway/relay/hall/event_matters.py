"""Matters of the tournament: a game of which two different results were told waits for an arbiter, as cases do."""

from __future__ import annotations

from collections.abc import Iterator

from gateway.event.event_acts import AcceptResult, ReportResult
from gateway.event.event_fold import EventFold
from gateway.event.event_rounds import EventGame
from gateway.model.messages import message
from gateway.model.sides import BySide, Side
from gateway.referee.attention import Attention, Concern

from .matters import Matter

__all__ = ["EVENT", "TWO_RESULTS", "TWO_RESULTS_ATTENTION", "event_matters"]

EVENT = ":event"
"""What the ids of these matters begin with: no table can be called so."""
TWO_RESULTS = "two_results"
TWO_RESULTS_ATTENTION = Attention(concern=Concern.CASE, urgent=True)


def event_matters(fold: EventFold) -> Iterator[Matter]:
    """Every game of which two results were told."""
    event = fold.event
    if event is None:
        return
    for game in event.disputed():
        since = _since(fold, game)
        told = {source: str(score) for source, score in game.reports.items()}
        told |= {"": str(game.accepted)} if game.accepted is not None else {}
        yield Matter(
            id=f"{EVENT}/1/results/{game.id}/{since}",
            table=game.table,
            players=BySide(*(event.entrant(game.players[side]).person.name for side in Side)),
            game=0,
            concern=TWO_RESULTS_ATTENTION.concern,
            urgent=TWO_RESULTS_ATTENTION.urgent,
            kind=TWO_RESULTS,
            text=message("alert.two_results", game=game.id),
            since=since,
            pairing=game.id,
            told=told,
        )


def _since(fold: EventFold, game: EventGame) -> int:
    """When the last word on a game was said."""
    return next(
        (
            entry.at
            for entry in reversed(fold.entries)
            if isinstance(entry.act, ReportResult | AcceptResult) and entry.act.pairing == game.id
        ),
        0,
    )
