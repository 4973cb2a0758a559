"""The challenge series (擂台赛): players come up in turn, and a loser is out. GN 27.5."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gateway.model.errors import TournamentError
from gateway.model.messages import message

__all__ = ["ChallengeSeries"]


class ChallengeSeries(msgspec.Struct, frozen=True, kw_only=True):
    """Teams of equal size, and who has lost so far; the next of a team comes up when one of it has lost."""

    teams: int
    size: int
    beaten: tuple[int, ...] = ()
    """The teams of those who lost, game by game, counted from 0."""
    up: tuple[int, int] = (0, 1)
    """The teams whose players meet next; of no meaning once it is over."""

    @property
    def standing(self) -> tuple[int, ...]:
        """The number of the player of each team who is up: from 1; beyond the size the team has ended."""
        return tuple(self.beaten.count(team) + 1 for team in range(self.teams))

    @property
    def left(self) -> tuple[int, ...]:
        """The teams that still have a player."""
        return tuple(team for team, up in enumerate(self.standing) if up <= self.size)

    @property
    def is_over(self) -> bool:
        """Whether one team is left."""
        return len(self.left) == 1

    def lose(self, *teams: int) -> ChallengeSeries:
        """The series after a game was lost: by one side, or by both (GN 15.3)."""
        if self.is_over or not set(teams) <= set(self.left) or (set(teams) == set(self.left) and self._last(teams)):
            raise TournamentError(message("tournament.series_over"))
        after = msgspec.structs.replace(self, beaten=(*self.beaten, *teams))
        return after if after.is_over else msgspec.structs.replace(after, up=after.coming(set(teams)))

    def coming(self, lost: set[int]) -> tuple[int, int]:
        """Who meets after these have lost: who has won stays up, the others come up in turn after the team that lost.

        The text says no more than "in turn"; between two teams the next one of the loser's comes up.
        """
        last = max(lost)
        turn = [(last + step) % self.teams for step in range(1, self.teams + 1)]
        stays = [team for team in self.up if team not in lost]
        coming = [team for team in turn if team in self.left and team not in stays]
        first, second, *_ = (*stays, *coming)
        return first, second

    def ranking(self) -> tuple[int, ...]:
        """The teams that have ended and, once it is over, the last one: the later a team ended the higher it stands."""
        ended = [team for team in range(self.teams) if team not in self.left]
        ended.sort(key=self._end, reverse=True)
        return (*(self.left if self.is_over else ()), *ended)

    def _end(self, team: int) -> int:
        return max(at for at, each in enumerate(self.beaten) if each == team)

    def _last(self, teams: Sequence[int]) -> bool:
        return all(self.standing[team] == self.size for team in teams)
