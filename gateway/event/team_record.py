"""The matches of teams as everybody follows them: who sat where, and how each match stands, board by board."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from gateway.model.pairings import RoundNumber
from gateway.tournament.crosstable import PairingNumber, RoundScore

from .event import Event
from .event_rounds import EventGame, EventRound

__all__ = ["TeamMatch", "match_of", "round_matches", "team_matches"]


class TeamMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match of two teams, or the round of a team that has none."""

    round: RoundNumber
    games: tuple[EventGame, ...] = ()
    """Board by board; none: the team does not play."""
    points: dict[PairingNumber, Fraction] = {}
    """Game points of the two so far, the one with white on board 1 first."""
    over: bool = False
    """Every board has its result."""
    bye: RoundScore | None = None
    """What the team has instead of a match."""

    @property
    def teams(self) -> tuple[PairingNumber, ...]:
        """Both, the one with white on board 1 first."""
        return tuple(self.points)

    def opponent(self, team: PairingNumber) -> PairingNumber:
        """Whom a team meets in it."""
        return next(each for each in self.points if each != team)


def match_of(event: Event, a_round: EventRound, games: Sequence[EventGame]) -> TeamMatch:
    """A match, as far as it is played; of a board of several games every game counts while it goes on."""
    scale = event.regulations.points.scale
    first = games[0]
    points = {first.white: Fraction(0), first.black: Fraction(0)}
    over = True
    for game in games:
        score = event.counted(game)
        over = over and score is not None
        if score is not None:
            points[game.white] += scale.of(score.white)
            points[game.black] += scale.of(score.black)
    return TeamMatch(round=a_round.number, games=tuple(games), points=points, over=over)


def round_matches(event: Event, a_round: EventRound) -> list[TeamMatch]:
    """The matches of a round."""
    return [match_of(event, a_round, games) for games in a_round.matches()]


def team_matches(event: Event, number: PairingNumber) -> list[TeamMatch]:
    """All rounds of a team."""
    found = []
    for a_round in event.rounds:
        games = next((games for games in a_round.matches() if number in (games[0].white, games[0].black)), None)
        if games is not None:
            found.append(match_of(event, a_round, games))
        else:
            found.append(TeamMatch(round=a_round.number, bye=a_round.byes.get(number, RoundScore.ZERO_BYE)))
    return found
