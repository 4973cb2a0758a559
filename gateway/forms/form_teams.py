"""The teams of an event as forms read them: who is in them, their matches, and where they stand."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from gateway.model.persons import Person
from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber, RoundScore
from gateway.tournament.standings.ranking import Standings
from gateway.tournament.standings.tie_break_event import TieBreakEvent
from gateway.tournament.team_tables import TeamTable

__all__ = ["FormBoard", "FormMatch", "FormTeam", "FormTeams"]


class FormTeam(msgspec.Struct, frozen=True, kw_only=True):
    """A team as it was entered."""

    number: PairingNumber
    name: str
    regulars: tuple[Person, ...] = ()
    reserves: tuple[Person, ...] = ()
    captain: str = ""

    @property
    def members(self) -> tuple[Person, ...]:
        """Regular ones by board, then reserves."""
        return (*self.regulars, *self.reserves)


class FormBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A board of a match: who sits there, and what came of its games."""

    number: int
    players: tuple[Person | None, Person | None] = (None, None)
    """Of the team named first, and of the other; None: nobody."""
    first_side: Side = Side.WHITE
    """That of the team named first, in the first game."""
    games: tuple[tuple[RoundScore, RoundScore] | None, ...] = ()
    """For each game what each of the two teams got; None: no result yet."""


class FormMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match of two teams."""

    number: int
    """Its place in the round."""
    teams: tuple[PairingNumber, PairingNumber]
    """The team named first moves first on odd boards (GN 10.1.4)."""
    boards: tuple[FormBoard, ...] = ()


class FormTeams(msgspec.Struct, frozen=True, kw_only=True):
    """The teams of an event."""

    teams: tuple[FormTeam, ...]
    table: TeamTable
    played: TieBreakEvent
    standings: Standings
    rounds: Mapping[int, tuple[FormMatch, ...]] = {}
    first: int = 1
    """The round of which the table's first column tells."""

    def points_of(self, team: PairingNumber, round_number: int, person: Person) -> tuple[Fraction | None, ...]:
        """What a member got in each game of a round; nothing where he did not play."""
        for match in self.rounds.get(round_number, ()):
            if team in match.teams:
                own = match.teams.index(team)
                for board in match.boards:
                    if board.players[own] == person:
                        scale = self.table.game_scale
                        return tuple(None if each is None else scale.of(each[own]) for each in board.games)
        return ()

    def team(self, number: PairingNumber) -> FormTeam:
        """The team of this number."""
        return next(each for each in self.teams if each.number == number)
