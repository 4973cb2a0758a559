"""An event as forms read it, whatever it comes from: the event's own record, or a tournament report file."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from gateway.model.instants import Instant
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import Person
from gateway.model.sides import BySide, Side
from gateway.tournament.crosstable import Crosstable, PairingNumber, Participant, RoundScore
from gateway.tournament.knockout_bracket import KnockoutBracket
from gateway.tournament.standings.ranking import Standings, tie_break_value
from gateway.tournament.standings.tie_break_codes import TieBreak
from gateway.tournament.standings.tie_break_event import TieBreakEvent

from .form_teams import FormTeams

__all__ = ["FormEntrant", "FormEvent", "FormGame", "FormPairing", "FormRound", "FormSection", "title_and_name"]


def title_and_name(person: Person | Participant) -> str:
    """`GM Ann Able`."""
    return " ".join(part for part in (person.title, person.name) if part)


class FormEntrant(msgspec.Struct, frozen=True):
    """One who takes part."""

    person: Person
    number: PairingNumber | None = None
    """None until entries are closed."""
    withdrawn: bool = False


class FormGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game."""

    id: PairingId
    players: BySide[PairingNumber]
    """Who has White, and who Black."""
    scores: BySide[RoundScore] | None = None
    """What each got; None: no result yet."""
    seated: BySide[Person | None] | None = None
    """Of a match of teams: who sits there; None for a side: nobody."""
    link: str = ""
    """Where its result is entered."""


class FormPairing(msgspec.Struct, frozen=True, kw_only=True):
    """Two who meet at a board, in one game or in several."""

    board: int
    games: tuple[FormGame, ...]
    table: str = ""
    group: str = ""

    @property
    def players(self) -> BySide[PairingNumber]:
        """Who has White, and who Black; in the first game."""
        return self.games[0].players


class FormRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round that is paired."""

    number: RoundNumber
    pairings: tuple[FormPairing, ...] = ()
    byes: Mapping[PairingNumber, RoundScore] = {}
    before: Mapping[PairingNumber, Fraction] = {}
    """The points with which each came into it."""
    start: Instant | None = None


class FormSection(msgspec.Struct, frozen=True, kw_only=True):
    """Those who meet one another: all of an event, or a group of one of its stages."""

    table: Crosstable
    group: str = ""
    """`A`, `Final`; empty where there is but one."""
    first: RoundNumber = RoundNumber(1)
    """Its first round."""
    round_count: int = 0
    """Rounds that it has in all."""
    standings: Standings | None = None
    played: TieBreakEvent | None = None
    bracket: KnockoutBracket | None = None
    met: Mapping[tuple[PairingNumber, PairingNumber], tuple[RoundScore, ...]] | None = None
    """What each got in each game against each other, where two who meet play several."""

    @property
    def rounds_known(self) -> int:
        """Rounds of which anything is known."""
        return self.table.rounds_known

    def scores(self, own: Participant, other: PairingNumber) -> tuple[RoundScore, ...]:
        """What one got in the games against another."""
        if self.met is not None:
            return self.met.get((own.number, other), ())
        return tuple(each.score for each in own.rounds if each is not None and each.opponent == other)

    def value(self, name: str, number: PairingNumber) -> Fraction | None:
        """A participant's number in a tie-break of the handbooks; None where nothing was played."""
        if self.played is None or not self.played.primary.rows.get(number):
            return None
        found = tie_break_value(self.played, TieBreak(name=name), number).value
        return found[0] if found else None

    def game_points(self, number: PairingNumber) -> Fraction | None:
        """The points of all games; None where nothing was played."""
        if self.played is None or not self.played.primary.rows.get(number):
            return None
        return self.played.ledger("GP").scores[number]

    def places(self) -> dict[PairingNumber, int]:
        """The place of each; none before anything is played."""
        if self.standings is None or not self.rounds_known:
            return {}
        return {row.number: row.rank for row in self.standings.rows}


class FormEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event as its forms print it."""

    title: str = ""
    place: str = ""
    dates: str = ""
    """As a file has them; empty: those of the rounds."""
    chief: str = ""
    rules: str = ""
    control: str = ""
    first: Side = Side.WHITE
    """The side that moves first."""
    entrants: tuple[FormEntrant, ...] = ()
    table: Crosstable = Crosstable(participants=())
    """Everybody, with all rounds."""
    round_count: int = 0
    """Rounds that the event has in all."""
    rounds: tuple[FormRound, ...] = ()
    sections: tuple[FormSection, ...] = ()
    """The groups of the stage that is printed."""
    places: Mapping[PairingNumber, int] = {}
    """Where everybody has come out, once that is fixed."""
    teams: FormTeams | None = None

    def round(self, number: int) -> FormRound | None:
        """A round, if it is paired."""
        return next((each for each in self.rounds if each.number == number), None)

    def row(self, number: PairingNumber) -> Participant:
        """A participant."""
        return self.table[number]

    def who(self, game: FormGame, side: Side) -> tuple[str, str]:
        """Who sits at a board, and for whom: a player with the club, a member with the team."""
        row = self.row(game.players[side])
        if game.seated is None:
            return title_and_name(row), row.club or row.federation
        person = game.seated[side]
        return "" if person is None else title_and_name(person), row.name

    def plain_name(self, game: FormGame, side: Side) -> str:
        """The name alone of who sits at a board."""
        person = self.row(game.players[side]) if game.seated is None else game.seated[side]
        return "" if person is None else person.name

    def blank(self, participants: int = 0) -> FormEvent:
        """The same with its head only, and so many of whom nothing is known."""
        rows = tuple(Participant(number=PairingNumber(at)) for at in range(1, participants + 1))
        section = FormSection(table=Crosstable(participants=rows))
        return FormEvent(
            title=self.title,
            place=self.place,
            chief=self.chief,
            rules=self.rules,
            first=self.first,
            sections=(section,),
        )
