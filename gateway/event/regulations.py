"""The regulations of an event: by which system it is paired, what is played, and how it is ranked."""

from __future__ import annotations

import enum
from decimal import Decimal
from fractions import Fraction
from typing import Annotated

import msgspec

from gateway.model.sides import Side
from gateway.referee.options import Mode, Options
from gateway.tournament.bracket_draw import Apart, WithinTier
from gateway.tournament.crosstable import PointScale
from gateway.tournament.double_elimination import FinalMode

from .team_regulations import TeamRegulations

__all__ = ["NumberOrder", "Points", "Regulations", "StageRules", "System", "TableRules"]

_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
_Short = Annotated[str, msgspec.Meta(max_length=100)]


class System(enum.StrEnum):
    """The system by which rounds are paired."""

    DUTCH = "dutch"
    """Swiss, FIDE's Dutch system (C.04.3)."""
    SPLIT_HALF = "split_half"
    """Swiss, 分区."""
    ADJACENT = "adjacent"
    """Swiss, 临近."""
    FIRST_LAST = "first_last"
    """Swiss, 首尾."""
    TEAM_SWISS = "team_swiss"
    """Swiss of teams by FIDE (C.04.6)."""
    ROUND_ROBIN = "round_robin"
    DOUBLE_ROUND_ROBIN = "double_round_robin"
    SCHEVENINGEN = "scheveningen"
    """All of one team against all of the other; the two teams are the clubs of the players."""
    KNOCK_OUT = "knock_out"
    DOUBLE_ELIMINATION = "double_elimination"
    """Out after two losses."""
    CHALLENGE_SERIES = "challenge_series"
    """擂台赛: players of two teams or more, which are their clubs, come up in turn, and who loses is out (GN 27.5)."""
    BY_HAND = "by_hand"
    """Pairings are entered, or come from another program."""

    @property
    def is_swiss(self) -> bool:
        """Whether those with equal points meet."""
        return self in _SWISS

    @property
    def is_scheduled(self) -> bool:
        """Whether everybody's opponents are known beforehand."""
        return self in _SCHEDULED

    @property
    def says_rounds(self) -> bool:
        """Whether it follows from the entries how many rounds there are."""
        return not self.is_swiss and self is not System.BY_HAND

    @property
    def is_bracket(self) -> bool:
        """Whether who loses is out, at once or the second time."""
        return self in _BRACKETS


_SWISS = frozenset({System.DUTCH, System.SPLIT_HALF, System.ADJACENT, System.FIRST_LAST, System.TEAM_SWISS})
_SCHEDULED = frozenset({System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN, System.SCHEVENINGEN})
_BRACKETS = frozenset({System.KNOCK_OUT, System.DOUBLE_ELIMINATION})


class NumberOrder(enum.StrEnum):
    """The order in which pairing numbers are given when entries are closed."""

    RATING = "rating"
    """The highest first; then by title, then by name."""
    ENTRY = "entry"
    """As they were entered: lots were drawn elsewhere, or places are given."""
    LOTS = "lots"
    """Drawn by us from a seed that is published."""


class Points(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The points of a result."""

    win: Decimal = Decimal(1)
    draw: Decimal = Decimal("0.5")
    loss: Decimal = Decimal(0)
    absence: Decimal = Decimal(0)
    pairing_bye: Decimal | None = None
    """None: as a win."""

    @property
    def scale(self) -> PointScale:
        """As pairing and standings count."""
        return PointScale(
            win=Fraction(self.win),
            draw=Fraction(self.draw),
            loss=Fraction(self.loss),
            absence=Fraction(self.absence),
            pairing_bye=None if self.pairing_bye is None else Fraction(self.pairing_bye),
        )


class StageRules(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True):
    """One stage of an event: by which system, in how many groups, and who goes on (DH (五), GO app.5, GN app.7)."""

    system: System
    name: _Short = ""
    """`Preliminaries`, `决赛`; empty: by its number."""
    rounds: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    """0: as many as the system needs, which a Swiss does not say. A round robin may be cut short by fewer."""
    groups: Annotated[int, msgspec.Meta(ge=1, le=26)] = 1
    """Filled as a snake runs, by pairing number or by the places of the stage before."""
    qualifiers: Annotated[int, msgspec.Meta(ge=0, le=256)] = 0
    """How many go on in all, as many from each group; 0: this is the last stage."""
    separate_mates: bool = False
    """Of a knock-out after groups: those of one group meet as late as can be, not as the books' brackets have it."""
    carry_over: bool = False
    """Of a round robin after two groups: results within a group are taken along, and only the others are met (BR)."""
    accelerated: bool = False
    """Of a Swiss by FIDE's Dutch system: the upper half has virtual points in the first rounds (Baku, C.04.7)."""
    third_place: bool = False
    """Of a knock-out: those who lost the semi-finals play for the third place."""
    final: FinalMode = FinalMode.SINGLE
    """Of a double elimination: whether the unbeaten side may lose the final once."""
    seeds: Annotated[int, msgspec.Meta(ge=0, le=256)] | None = None
    """Of a knock-out: how many stand by rank, a power of two or none; the others are drawn. None: nothing is drawn,
    and everybody stands by rank, or as the bracket after groups has it."""
    within_tier: WithinTier = WithinTier.FIXED
    contested: bool = False
    """Of a knock-out that is drawn: two play for some places of the next lower draw (抢号), instead of byes."""
    apart: Apart = Apart.CLUB
    """Who is kept apart by the draw."""
    tie_breaks: tuple[_Short, ...] | None = None
    """None: those of the event."""
    control: _Short = ""
    """The time control of its games; empty: that of the event."""
    games: Annotated[int, msgspec.Meta(ge=1, le=8)] = 1
    """Between two who meet: one after the other with colours changed, at the same table."""
    play_off: Annotated[tuple[_Short, ...], msgspec.Meta(max_length=12)] = ()
    """The time controls of the games that two play who are level in a knock-out, a game each, until one of them is
    ahead; equal ones that follow one another are played as a match (DH rapid 3, GN 30.4)."""

    @property
    def is_drawn(self) -> bool:
        """Whether lots are drawn before its first round."""
        return self.system.is_bracket and (self.seeds is not None or self.contested)


class TableRules(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True):
    """The rules of one table that differ from those of the others; empty: as the event has it."""

    rules: _Short = ""
    rulebook: _Short = ""
    """Empty: the event's, or where the game or the control is another, the one that fits it."""
    control: _Short = ""
    draws: Mode | None = None
    options: Options | None = None


class Regulations(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True):
    """The regulations that are announced before the event."""

    title: _Name
    system: System
    """That of the first stage."""
    rounds: Annotated[int, msgspec.Meta(ge=1, le=99)]
    """In all, as announced; a system that says itself how many it needs is played to its end."""
    stages: Annotated[tuple[StageRules, ...], msgspec.Meta(max_length=8)] = ()
    """The stages of a combined system, one after the other; none: one stage by `system` with so many rounds."""
    place: _Short = ""
    """Where it is held."""
    chief_arbiter: _Short = ""
    """Who signs what is printed (GN 25.2.2)."""
    rules: _Short = "chess"
    """The game's name."""
    rulebook: _Short = ""
    """Empty: the one of the control's pace."""
    control: _Short = ""
    """The time control of every game; empty where tables are not told."""
    points: Points = Points()
    """Of a game."""
    teams: TeamRegulations | None = None
    """Where teams meet; none: persons do."""
    tie_breaks: tuple[_Short, ...] = ()
    """Codes, in the order in which they are looked at."""
    unrated_as: int | None = None
    """The rating by which tie-breaks take those who have none."""
    third_place: bool = False
    """Of a knock-out: those who lost the semi-finals play for the third place."""
    numbering: NumberOrder = NumberOrder.RATING
    first_side: Side = Side.WHITE
    """The side of the first number in the first round, as lots or the organiser decided."""
    tables: tuple[_Short, ...] = ()
    """The tables in the hall, from the first board on."""
    at_tables: dict[_Short, TableRules] = {}
    """Tables that play otherwise: each its own game in an all-round event, or more time where somebody needs it."""
    confirm_results: bool = True
    """A result counts once an arbiter has confirmed it; otherwise what a table reports counts at once, and what
    both players say."""
    draws: Mode = Mode.CLAIM
    options: Options = Options()
    """What the written rules of the game leave to the event."""
    opening_table: Annotated[str, msgspec.Meta(max_length=12_000)] = ""
    """The openings from which one is drawn for a round, as in draughts on 64 squares: a line each, its name and its
    moves (`I.2 ab4 ba5`)."""
    set_clock: bool = False
    """Clocks are set by the tables."""

    @property
    def scale(self) -> PointScale:
        """What a round is worth to a participant: a game, or a match of teams."""
        return self.points.scale if self.teams is None else self.teams.match_points.scale

    @property
    def plan(self) -> tuple[StageRules, ...]:
        """All stages, one at least."""
        rounds = 0 if self.system.says_rounds else self.rounds
        return self.stages or (StageRules(system=self.system, rounds=rounds, third_place=self.third_place),)
