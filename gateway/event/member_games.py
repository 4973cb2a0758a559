"""The games of the members of teams, one by one: for lists of boards, for prizes and for report files."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from gateway.model.persons import Person, PersonId
from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber, RoundScore

from .event import Event
from .event_rounds import EventGame, EventRound

__all__ = ["MemberGame", "member_games"]


class MemberGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a member, or a board at which the member sat and nobody came."""

    a_round: EventRound
    game: EventGame
    side: Side
    player: PersonId
    opponent: Person | None
    """None: the other side of the board was empty."""
    score: RoundScore | None
    """None: there is no result yet."""

    @property
    def team(self) -> PairingNumber:
        """The member's."""
        return self.game.players[self.side]


def member_games(event: Event) -> Iterator[MemberGame]:
    """All of them, round by round and board by board."""
    for a_round in event.rounds:
        for game in a_round.games:
            score = event.counted(game)
            for side in Side if game.seated is not None else ():
                player = game.seated[side] if game.seated is not None else None
                if player is not None:
                    yield MemberGame(
                        a_round=a_round,
                        game=game,
                        side=side,
                        player=player,
                        opponent=event.person(game, side.other),
                        score=None if score is None else score.by_side[side],
                    )
