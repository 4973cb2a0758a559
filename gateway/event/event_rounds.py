"""Rounds of an event and their games, as entries have left them."""

from __future__ import annotations

import enum

import msgspec

from gateway.model.instants import Instant
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import PersonId
from gateway.model.sides import BySide, Side
from gateway.tournament.crosstable import PairingNumber, RoundScore

from .game_scores import GameScore

__all__ = ["PHONES", "EventGame", "EventRound", "RoundStage"]

PHONES = frozenset(f"phone {side.value}" for side in Side)
"""Who says a result for one of the players: his own telephone."""


class EventGame(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A game of a round."""

    id: PairingId
    """`3.12`: the twelfth board of round three; `3.12.2`: the second game there."""
    board: int
    """Games of one board are between the same two, one after the other at the same table."""
    game: int = 1
    """Which of the games of its board it is."""
    white: PairingNumber
    black: PairingNumber
    table: str = ""
    """Where it is played; empty until the round is published."""
    reports: dict[str, GameScore] = {}
    """What was said of the result, by who said it."""
    accepted: GameScore | None = None
    """As an arbiter confirmed or set it."""
    adjourned: bool = False
    control: str = ""
    """Its own time control; empty: that of the stage."""
    extra: bool = False
    """Of a play-off: it decides between two who are level, and counts for nothing else."""
    advanced: PairingNumber | None = None
    """Of a knock-out: who goes on after a play-off, where the result alone does not say it."""
    match: int = 0
    """Of teams: the match of the round to which the board belongs, from 1."""
    seat: int = 0
    """Of teams: which board of the match it is, from 1."""
    seated: BySide[PersonId | None] | None = None
    """Of teams: who plays for each of them; None: nobody sits there."""

    @property
    def players(self) -> BySide[PairingNumber]:
        """Who has White, and who Black."""
        return BySide(self.white, self.black)

    @property
    def walkover(self) -> GameScore | None:
        """The result of a board of teams at which somebody is missing: it is lost without play."""
        if self.seated is None or None not in (self.seated.white, self.seated.black):
            return None
        won = [RoundScore.FORFEIT_LOSS if each is None else RoundScore.FORFEIT_WIN for each in self.seats]
        return GameScore(*won)

    @property
    def seats(self) -> tuple[PersonId | None, ...]:
        """Of teams: who has White there, and who Black."""
        return () if self.seated is None else (self.seated.white, self.seated.black)

    def side_of(self, number: PairingNumber) -> Side | None:
        """The side of a participant; None: not in this game."""
        return next((side for side in Side if self.players[side] == number), None)

    @property
    def reported(self) -> GameScore | None:
        """The result that was said, if all who said one agree."""
        told = set(self.reports.values())
        return next(iter(told)) if len(told) == 1 else None

    @property
    def vouched(self) -> GameScore | None:
        """The result that was said, if all agree and it was not one of the players alone who said it."""
        return self.reported if len(self.reports) > 1 or not PHONES.issuperset(self.reports) else None

    @property
    def is_disputed(self) -> bool:
        """Two values for one game: somebody has to look."""
        told = set(self.reports.values()) | ({self.accepted} if self.accepted is not None else set())
        return len(told) > 1

    def with_report(self, source: str, score: GameScore | None) -> EventGame:
        """The game after somebody has said its result, or that there is none any more."""
        others = {who: told for who, told in self.reports.items() if who != source}
        if score is None:
            return msgspec.structs.replace(self, reports=others)
        return msgspec.structs.replace(self, reports={**others, source: score}, adjourned=False)


class RoundStage(enum.StrEnum):
    """The stage of a round."""

    PAIRED = "paired"
    """Only officials see it."""
    PUBLISHED = "published"
    OVER = "over"
    """Every game has its result."""


class EventRound(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A round that is paired."""

    number: RoundNumber
    games: tuple[EventGame, ...]
    byes: dict[PairingNumber, RoundScore] = {}
    """What each who is not paired has instead of a game."""
    published: bool = False
    start: Instant | None = None
    engine: str = ""
    """The program that paired it, where that was another."""
    stage: int = 0
    """The stage that it belongs to, counted from 0 among those that have begun."""

    def matches(self) -> list[tuple[EventGame, ...]]:
        """The matches of teams, each with all its games."""
        found: dict[int, list[EventGame]] = {}
        for game in self.games:
            found.setdefault(game.match, []).append(game)
        return [tuple(games) for match, games in found.items() if match]

    def meeting_at(self, board: int) -> tuple[EventGame, ...]:
        """The games of the two who meet on a board: one after the other there; of teams all boards of their match."""
        match = next((game.match for game in self.games if game.board == board), 0)
        return tuple(game for game in self.games if (game.match == match if match else game.board == board))
