"""The bodies of answers about the games of an event."""

from __future__ import annotations

import msgspec

from gateway.feeds.export import formats_for
from gateway.feeds.move_times import TimedMove, timed_moves
from gateway.feeds.played_game import PlayedGame
from gateway.model.instants import Instant, Millis
from gateway.model.sides import BySide, Side
from gateway.relay.hall.event_files import FolderFile
from gateway.relay.hall.game_index import GameSummary

__all__ = ["EventGamesBody", "FolderBody", "MoveBody", "StretchBody", "WholeGameBody"]


class EventGamesBody(msgspec.Struct, frozen=True):
    """Games of the event, by rounds, then by tables, then as they were played."""

    event: str
    now: int
    """The relay's clock, in milliseconds since 1970; where the public sees a late hall, that of what it sees."""
    total: int
    """How many games fit, on this page and all others."""
    next: str | None
    """Ask for the games after this id to go on; None: there are no more."""
    games: list[GameSummary]


class FolderBody(msgspec.Struct, frozen=True):
    """The files that a folder beside the relay has: as LiveChess writes them, and other games as they are written."""

    event: str
    files: list[FolderFile]
    """Games before the lists that name them."""


class MoveBody(msgspec.Struct, frozen=True, kw_only=True):
    """One move, with its times."""

    ply: int
    """Which turn of the game it is, from 1: `/games/{id}#{ply}`."""
    side: Side
    text: str
    fen: str
    board: str
    """What stands on each cell after it."""
    path: tuple[int, ...]
    taken: tuple[int, ...]
    at: Instant | None
    """When it was seen, by the table's clock."""
    left: BySide[Millis] | None
    """What the clock showed when the mover pressed it."""
    used_ms: Millis | None
    """How long the mover was on move."""

    @classmethod
    def of(cls, timed: TimedMove) -> MoveBody:
        """The move as it is told."""
        move = timed.move
        return cls(
            ply=timed.ply,
            side=move.side,
            text=move.text,
            fen=move.after.fen(),
            board=move.after.board(),
            path=move.path,
            taken=move.taken,
            at=move.at,
            left=timed.left,
            used_ms=timed.used_ms,
        )


class StretchBody(msgspec.Struct, frozen=True, kw_only=True):
    """Moves that follow from one position. Most games have one stretch; another begins where the position was set."""

    fen: str
    board: str
    """What stands on each cell at its beginning."""
    turn: Side
    marks: tuple[str, ...]
    """The irregular turn that led to it and stands, `[20-30]`, which counts as a ply. None where the game began or the
    position was set; several where it is not told what stood between them."""
    moves: list[MoveBody]


class WholeGameBody(GameSummary, frozen=True, kw_only=True):
    """One game of the event, move by move."""

    event: str
    title: str
    """The event's name as people write it."""
    now: int
    offset: int
    """Milliseconds to add to the table's instants to get the relay's."""
    rows: int
    cols: int
    forms: list[str]
    """The files there are of it: `/api/games/{id}.{form}`."""
    stretches: list[StretchBody]

    @classmethod
    def of(
        cls, about: GameSummary, game: PlayedGame, *, event: str, title: str, now: int, offset: int
    ) -> WholeGameBody:
        """The game as it is told."""
        moves = list(timed_moves(game))
        stretches = [
            StretchBody(
                fen=stretch.start.fen(),
                board=stretch.start.board(),
                turn=stretch.start.turn,
                marks=stretch.marks,
                moves=[MoveBody.of(each) for each in moves if each.stretch is stretch],
            )
            for stretch in game.stretches
        ]
        return cls(
            **{name: getattr(about, name) for name in GameSummary.__struct_fields__},
            event=event,
            title=title,
            now=now,
            offset=offset,
            rows=game.setup.rows,
            cols=game.setup.cols,
            forms=formats_for(about.rules),
            stretches=stretches,
        )
