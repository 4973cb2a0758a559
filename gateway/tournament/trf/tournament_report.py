"""The tournament report: all that a tournament report file says, as one value.

Numbers of records stand beside what they fill. Nothing here is computed: points and ranks are those of the file.
"""

from __future__ import annotations

import enum
from fractions import Fraction

import msgspec

from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber, PointScale, RoundScore
from gateway.tournament.team_tables import MatchPointScale

__all__ = [
    "Acceleration",
    "ByeRequest",
    "ForbiddenPairs",
    "ForfeitedMatch",
    "MatchWinner",
    "NationalRecord",
    "PointAdjustment",
    "RankMethod",
    "ReportPlayer",
    "ReportRound",
    "ReportTeam",
    "TeamBye",
    "TeamLineUp",
    "TeamNumber",
    "TournamentReport",
    "VirtualPoints",
]

TeamNumber = int


class ReportRound(msgspec.Struct, frozen=True):
    """One round in a player's line."""

    score: RoundScore | None
    """None: paired, and no result yet."""
    opponent: PairingNumber | None = None
    side: Side | None = None


class ReportPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player (001)."""

    number: PairingNumber
    sex: str = ""
    """`m`, `w`, or empty."""
    title: str = ""
    name: str = ""
    rating: int | None = None
    federation: str = ""
    fide_id: str = ""
    birth_date: str = ""
    points: Fraction | None = None
    """In the event's scale, byes and forfeits included."""
    rank: int | None = None
    rounds: tuple[ReportRound | None, ...] = ()
    """None where the columns are blank; the last one is never None."""


class NationalRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A player's national rating: a line that begins with a federation."""

    of: str
    """The federation whose rating it is."""
    number: PairingNumber
    sex: str = ""
    title: str = ""
    name: str = ""
    rating: int | None = None
    federation: str = ""
    national_id: str = ""
    birth_date: str = ""


class RankMethod(msgspec.Struct, frozen=True):
    """The way in which a federation's ratings enter the initial ranking (172)."""

    federation: str
    method: str


class ByeRequest(msgspec.Struct, frozen=True):
    """A participant who does not play in a round, and what is given for it (240)."""

    score: RoundScore
    """A full, half or zero-point bye."""
    round_number: RoundNumber
    numbers: tuple[PairingNumber, ...]
    """Players; teams in a team event."""


class Acceleration(msgspec.Struct, frozen=True, kw_only=True):
    """Virtual points for pairing (250)."""

    match_points: Fraction | None = None
    points: Fraction | None = None
    first_round: RoundNumber
    last_round: RoundNumber
    first: PairingNumber
    last: PairingNumber


class VirtualPoints(msgspec.Struct, frozen=True):
    """One player's virtual points, round by round (XXA)."""

    number: PairingNumber
    points: tuple[Fraction, ...]


class ForbiddenPairs(msgspec.Struct, frozen=True):
    """Numbers of whom no two may meet (260, XXP)."""

    numbers: tuple[PairingNumber, ...]
    first_round: RoundNumber | None = None
    """None: in all rounds."""
    last_round: RoundNumber | None = None


class PointAdjustment(msgspec.Struct, frozen=True, kw_only=True):
    """Points that differ from the scale (299)."""

    kind: str = ""
    """The result that is worth something else, one of `W D L F H Z + -`; empty: a bonus or a penalty."""
    match_points: Fraction | None = None
    game_points: Fraction | None = None
    round_number: RoundNumber | None = None
    """None: every round."""
    numbers: tuple[PairingNumber, ...] = ()
    """None named: everybody."""


class ReportTeam(msgspec.Struct, frozen=True, kw_only=True):
    """A team (310; without a number 013)."""

    number: TeamNumber | None = None
    name: str = ""
    nickname: str = ""
    strength: Fraction | None = None
    match_points: Fraction | None = None
    game_points: Fraction | None = None
    rank: int | None = None
    players: tuple[PairingNumber, ...] = ()
    """In the order of the boards."""


class TeamLineUp(msgspec.Struct, frozen=True):
    """The players of a team in a round, where that was not the usual order (300)."""

    round_number: RoundNumber
    team: TeamNumber
    opponent: TeamNumber | None
    players: tuple[PairingNumber | None, ...]
    """Board by board; None: nobody."""


class TeamBye(msgspec.Struct, frozen=True):
    """The score of a team whom the pairing gives nobody, and which team it was, round by round (320)."""

    match_points: Fraction | None
    game_points: Fraction | None
    teams: tuple[TeamNumber | None, ...] = ()


class MatchWinner(enum.StrEnum):
    """The winner who is given a match that was not played."""

    WHITE = "+-"
    BLACK = "-+"
    NOBODY = "--"


class ForfeitedMatch(msgspec.Struct, frozen=True):
    """A match of teams that was not played (330)."""

    winner: MatchWinner
    round_number: RoundNumber
    white: TeamNumber
    black: TeamNumber


class TournamentReport(msgspec.Struct, frozen=True, kw_only=True):
    """All that a file says."""

    name: str = ""  # 012
    city: str = ""  # 022
    federation: str = ""  # 032
    start_date: str = ""  # 042
    end_date: str = ""  # 052
    player_count: str = ""  # 062
    rated_count: str = ""  # 072
    team_count: str = ""  # 082
    kind: str = ""  # 092
    chief_arbiter: str = ""  # 102
    deputies: tuple[str, ...] = ()  # 112
    time_control: str = ""  # 122
    round_dates: tuple[str, ...] = ()  # 132
    round_count: int | None = None  # 142, XXR
    initial_colour: Side | None = None  # 152, XXC
    scale: PointScale = PointScale()  # 162, XXS, BBW ...
    unknown_points: Fraction | None = None
    """For a game that is adjourned or not known (162 X); None: as a draw."""
    rank_methods: tuple[RankMethod, ...] = ()  # 172
    paired_by: str = ""  # 182
    system: str = ""
    """The coded type, such as FIDE_DUTCH (192)."""
    tie_breaks: tuple[str, ...] = ()
    """Codes for those with equal points (202)."""
    rank_order: tuple[str, ...] = ()
    """Codes, points among them as PTS (212)."""
    coded_time_control: str = ""  # 222
    board_colours: tuple[Side, ...] = ()
    """Of the first-named team, board by board (352)."""
    match_point_scale: MatchPointScale | None = None  # 362
    players: tuple[ReportPlayer, ...] = ()
    national: tuple[NationalRecord, ...] = ()
    byes: tuple[ByeRequest, ...] = ()
    accelerations: tuple[Acceleration, ...] = ()
    virtual_points: tuple[VirtualPoints, ...] = ()
    forbidden_pairs: tuple[ForbiddenPairs, ...] = ()
    absent: tuple[PairingNumber, ...] = ()
    """In the coming round (XXZ)."""
    pair_by_position: bool = False
    """In the order of the file, not of the numbers (XXC rank)."""
    adjustments: tuple[PointAdjustment, ...] = ()
    teams: tuple[ReportTeam, ...] = ()
    old_teams: tuple[ReportTeam, ...] = ()
    line_ups: tuple[TeamLineUp, ...] = ()
    team_bye: TeamBye | None = None
    forfeited_matches: tuple[ForfeitedMatch, ...] = ()
    comments: tuple[str, ...] = ()
    other_lines: tuple[str, ...] = ()
    """What we have no record for, as it stood."""

    @property
    def is_team_event(self) -> bool:
        """Whether teams meet."""
        return bool(self.teams or self.old_teams)
