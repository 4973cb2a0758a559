"""Board prizes: what each member of a team did, ranked among those who were entered for the same board."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from gateway.model.persons import Person, PersonId
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.elo import performance

from .event import Event
from .member_games import MemberGame, member_games

__all__ = ["MemberScore", "board_prizes"]


class MemberScore(msgspec.Struct, frozen=True, kw_only=True):
    """A member's results."""

    person: Person
    team: PairingNumber
    board: int
    """For which the member was entered; beyond those of a match: a reserve."""
    games: int
    """Over the board."""
    points: Fraction
    """Of all boards at which the member sat, also of those that were won without play."""
    performance: int | None
    """By the rated opponents over the board; None: there were none."""
    rank: int
    """Among those of the same board; who has played no game has none before others."""


def board_prizes(event: Event) -> tuple[MemberScore, ...]:
    """Board by board, reserves last: most points, then fewer games, then the higher performance."""
    rules = event.regulations.teams
    if rules is None:
        return ()
    played: dict[PersonId, list[MemberGame]] = {}
    for each in member_games(event):
        if each.score is not None and not each.game.adjourned:
            played.setdefault(each.player, []).append(each)
    found: list[MemberScore] = []
    for entrant in event.entrants.values():
        for place, member in enumerate(entrant.members, 1):
            if entrant.number is not None and member.id in played:
                board = min(place, rules.boards + 1)
                found.append(_score(event, member, entrant.number, board, played[member.id]))
    return tuple(_ranked(found))


def _score(event: Event, member: Person, team: PairingNumber, board: int, games: list[MemberGame]) -> MemberScore:
    scale = event.regulations.points.scale
    over_the_board = [each for each in games if each.score is not None and each.score.is_played]
    rated = [each for each in over_the_board if each.opponent is not None and each.opponent.rating is not None]
    gained = sum((scale.of(each.score) for each in rated if each.score is not None), Fraction(0))
    ratings = [each.opponent.rating for each in rated if each.opponent is not None and each.opponent.rating is not None]
    return MemberScore(
        person=member,
        team=team,
        board=board,
        games=len(over_the_board),
        points=sum((scale.of(each.score) for each in games if each.score is not None), Fraction(0)),
        performance=performance(ratings, gained / scale.win) if ratings else None,
        rank=0,
    )


def _ranked(scores: list[MemberScore]) -> list[MemberScore]:
    def key(each: MemberScore) -> tuple[object, ...]:
        return (-each.points, each.games, -(each.performance or 0))

    found: list[MemberScore] = []
    for each in sorted(scores, key=lambda each: (each.board, key(each), each.team)):
        peers = [other for other in found if other.board == each.board]
        shared = peers and key(peers[-1]) == key(each)
        found.append(msgspec.structs.replace(each, rank=peers[-1].rank if shared else len(peers) + 1))
    return found
