"""Regulations of a bridge event: what is announced before it begins."""

from __future__ import annotations

import enum
from decimal import Decimal
from typing import Annotated

import msgspec

from gateway.clock.round_plan import MINUTE, RoundPlan
from gateway.tournament.bridge.mitchell import EvenTables
from gateway.tournament.bridge.victory_points import ContinuousScale, GivenScale, PrintedScale, VictoryPointScale
from gateway.tournament.double_elimination import FinalMode

__all__ = [
    "BoardNumbers",
    "BridgeForm",
    "BridgePace",
    "BridgeRegulations",
    "BridgeSystem",
    "BridgeTieBreak",
    "EightResults",
    "HomeBy",
    "OvertimeScale",
    "OvertimeStep",
    "PairsScoring",
    "PenaltyUnit",
    "ScaleKind",
    "ScaleOfEvent",
]

_Length = Annotated[int, msgspec.Meta(ge=0, le=24 * 60 * MINUTE)]
_Text = Annotated[str, msgspec.Meta(max_length=200)]


class BridgeForm(enum.StrEnum):
    """The kind of contestant."""

    TEAMS = "teams"
    """Four a side, two rooms."""
    EIGHTS = "eights"
    """Eight a side, two open and two closed tables."""
    PAIRS = "pairs"
    INDIVIDUALS = "individuals"

    @property
    def players(self) -> int:
        """How many of a contestant play at a time."""
        return {"teams": 4, "eights": 8, "pairs": 2, "individuals": 1}[self.value]

    @property
    def is_teams(self) -> bool:
        """Whether two contestants play a match."""
        return self in {BridgeForm.TEAMS, BridgeForm.EIGHTS}


class BridgeSystem(enum.StrEnum):
    """The system by which contestants meet."""

    ROUND_ROBIN = "round_robin"
    DOUBLE_ROUND_ROBIN = "double_round_robin"
    """A second cycle with ranks as numbers and seats reversed."""
    TWO_GROUPS = "two_groups"
    """Qualifiers of two groups meet, and take along what they had against each other."""
    WHIST = "whist"
    """American Whist: all teams in half a day."""
    SWISS = "swiss"
    KNOCK_OUT = "knock_out"
    DOUBLE_KNOCK_OUT = "double_knock_out"
    MITCHELL = "mitchell"
    HOWELL = "howell"
    RAINBOW = "rainbow"
    """For individuals: each has everybody of the other three seats once."""

    @property
    def is_bracket(self) -> bool:
        """Whether who loses goes out."""
        return self in {BridgeSystem.KNOCK_OUT, BridgeSystem.DOUBLE_KNOCK_OUT}


SYSTEMS = {
    BridgeForm.TEAMS: frozenset(list(BridgeSystem)[:7]),
    BridgeForm.EIGHTS: frozenset(list(BridgeSystem)[:7]) - {BridgeSystem.WHIST},
    BridgeForm.PAIRS: frozenset({BridgeSystem.MITCHELL, BridgeSystem.HOWELL}),
    BridgeForm.INDIVIDUALS: frozenset({BridgeSystem.RAINBOW}),
}
"""Systems that each form has."""


class ScaleKind(enum.StrEnum):
    """The way in which IMPs become victory points."""

    PRINTED = "printed"
    CONTINUOUS = "continuous"
    GIVEN = "given"
    NONE = "none"
    """They do not: IMPs decide."""


class ScaleOfEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The scale of victory points that the event has announced."""

    kind: ScaleKind = ScaleKind.PRINTED
    column: Annotated[int, msgspec.Meta(ge=1, le=500)] | None = None
    """The column of the printed table, or the boards of the formula; None: the boards of a round (decision B3)."""
    name: _Text = ""
    """Of a given table."""
    winners: Annotated[tuple[Decimal, ...], msgspec.Meta(max_length=500)] = ()
    """Of a given table: what the winner has for a margin of 0, of 1 and so on."""
    losers: Annotated[tuple[Decimal, ...], msgspec.Meta(max_length=500)] = ()
    """Of a given table whose sums differ: what the loser has for the same margins."""
    total: Decimal = Decimal(20)

    def made(self, boards: int) -> VictoryPointScale | None:
        """The scale for rounds of so many boards; raises `TournamentError`. None: there is none."""
        column = boards if self.column is None else self.column
        match self.kind:
            case ScaleKind.PRINTED:
                return PrintedScale(column)
            case ScaleKind.CONTINUOUS:
                return ContinuousScale(column)
            case ScaleKind.GIVEN:
                return GivenScale(self.name, self.winners, self.total, self.losers)
            case ScaleKind.NONE:
                return None

    @property
    def bye(self) -> Decimal:
        """What a team has for a round without an opponent, unless the event says otherwise: three fifths."""
        if self.kind is ScaleKind.PRINTED:
            return Decimal(18)
        return self.total * 3 / 5 if self.kind is ScaleKind.GIVEN else Decimal(12)


class BoardNumbers(enum.StrEnum):
    """The numbering of boards from round to round."""

    ANEW = "anew"
    """From 1 in each round."""
    RUNNING = "running"


class EightResults(enum.StrEnum):
    """The use of the four comparisons of eight a side."""

    TOGETHER = "together"
    """IMPs of all four are added, and turned into victory points once."""
    EACH = "each"
    """Each is turned into victory points, and those are added."""


class HomeBy(enum.StrEnum):
    """The way in which home and away are decided in a match."""

    MOVEMENT = "movement"
    """The printed table, the rotation, or the bracket in turn."""
    LOT = "lot"
    """Lots, before a round is published (BR (一)), or the choice of a team."""


class PairsScoring(enum.StrEnum):
    """The scoring of boards of pairs."""

    MATCHPOINTS = "matchpoints"
    CROSS_IMPS = "cross_imps"
    BUTLER = "butler"


class BridgeTieBreak(enum.StrEnum):
    """The breaking of ties (decision B4), in the order that the event announces."""

    BETWEEN = "between"
    """The victory points between those who are level."""
    QUOTIENT = "quotient"
    """IMPs won divided by IMPs lost."""
    DIFFERENCE = "difference"
    """IMPs won less IMPs lost."""
    WINS = "wins"


class PenaltyUnit(enum.StrEnum):
    """The unit of a penalty."""

    VICTORY_POINTS = "vp"
    IMPS = "imp"
    PERCENT = "percent"
    """Of a top on one board, for pairs."""


class OvertimeStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of the overtime scale."""

    over_ms: _Length
    """From so much over the time on."""
    points: Decimal


class OvertimeScale(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The cost of overtime (decision B1); without steps it costs nothing and is only told."""

    unit: PenaltyUnit = PenaltyUnit.VICTORY_POINTS
    steps: Annotated[tuple[OvertimeStep, ...], msgspec.Meta(max_length=50)] = ()


class BridgePace(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The length of everything; with rounds and boards it is the plan of the round clock."""

    board_ms: Annotated[int, msgspec.Meta(ge=60_000, le=60 * 60_000)] = 8 * MINUTE
    first_extra_ms: _Length = 0
    move_ms: _Length = 2 * MINUTE
    breaks: dict[int, _Length] = {}
    last_board_ms: _Length | None = None
    no_new_board_ms: _Length | None = 4 * MINUTE
    """None: nothing is called."""

    def plan(self, rounds: int, boards: int) -> RoundPlan:
        """The plan for so many rounds of so many boards; breaks after rounds that there are not fall away."""
        return RoundPlan(
            rounds=rounds,
            boards=boards,
            board_ms=self.board_ms,
            first_extra_ms=self.first_extra_ms,
            move_ms=self.move_ms,
            breaks={after: length for after, length in self.breaks.items() if 1 <= after < rounds},
            last_board_ms=self.last_board_ms,
            no_new_board_ms=self.no_new_board_ms,
        )


class BridgeRegulations(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The regulations of a bridge event."""

    title: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    form: BridgeForm = BridgeForm.TEAMS
    system: BridgeSystem = BridgeSystem.ROUND_ROBIN
    boards: Annotated[int, msgspec.Meta(ge=1, le=64)]
    """Of a round: of a match, or of a set that pairs play at one table."""
    sets: Annotated[int, msgspec.Meta(ge=1, le=16)] = 1
    """Into which a match is cut; line-ups may change between them."""
    rounds: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    """0: as many as the movement has. A Swiss needs a number; a Mitchell may be shortened."""
    leave_out: Annotated[int, msgspec.Meta(ge=0, le=40)] = 0
    """Whist: rounds that are left out at the beginning and at the end."""
    table: _Text = ""
    """Which printed round robin, where there are several (`10-2`); `rotation`: the rotation instead of print."""
    even: EvenTables = EvenTables.SKIP
    """Mitchell with an even number of tables."""
    numbers_drawn: bool = False
    """Numbers are drawn by lot; else they are given in the order of entry, which is that of strength."""
    qualifiers: Annotated[int, msgspec.Meta(ge=1, le=64)] = 2
    """Of each of two groups."""
    final: FinalMode = FinalMode.SINGLE
    """Of a double knock-out."""
    third_place: bool = False
    """Of a knock-out."""
    board_numbers: BoardNumbers = BoardNumbers.ANEW
    home_by: HomeBy = HomeBy.MOVEMENT
    scale: ScaleOfEvent = ScaleOfEvent()
    eight_results: EightResults = EightResults.TOGETHER
    bye_vp: Decimal | None = None
    """None: three fifths of what there is in a match."""
    scoring: PairsScoring = PairsScoring.MATCHPOINTS
    average_imps: Annotated[int, msgspec.Meta(ge=0, le=24)] = 3
    """Of an average plus, and of an average minus with the other sign, in IMPs."""
    average_percent: Annotated[int, msgspec.Meta(ge=50, le=100)] = 60
    """Of an average plus, of a top; an average minus has the rest."""
    tie_breaks: Annotated[tuple[BridgeTieBreak, ...], msgspec.Meta(max_length=8)] = (
        BridgeTieBreak.BETWEEN,
        BridgeTieBreak.QUOTIENT,
        BridgeTieBreak.DIFFERENCE,
    )
    pace: BridgePace = BridgePace()
    overtime: OvertimeScale = OvertimeScale()
    confirm_results: bool = True
    """A result counts when both sides have said the same, or a director has entered it; else the first word counts."""

    @property
    def numbers_boards_anew(self) -> bool:
        """Whether board 1 of a round is another one than that of the next: in matches that are not numbered on."""
        return self.form.is_teams and self.system is not BridgeSystem.WHIST and self.board_numbers is BoardNumbers.ANEW

    @property
    def penalty_units(self) -> tuple[PenaltyUnit, ...]:
        """What a penalty may be counted in, so that it counts: in a knock-out only IMPs decide, in whist a team has two
        matches in a round, and a top there is only with matchpoints."""
        if not self.form.is_teams:
            top = self.scoring is PairsScoring.MATCHPOINTS
            return (PenaltyUnit.PERCENT,) if top else (PenaltyUnit.IMPS,)
        if self.system.is_bracket:
            return (PenaltyUnit.IMPS,)
        if self.system is BridgeSystem.WHIST:
            return (PenaltyUnit.VICTORY_POINTS,)
        return (PenaltyUnit.VICTORY_POINTS, PenaltyUnit.IMPS)

    @property
    def set_boards(self) -> int:
        """Boards of a set."""
        return self.boards // self.sets

    def clock_plan(self, rounds: int) -> RoundPlan:
        """The plan of the round clock for so many rounds; a set of a match is a round of the clock."""
        return self.pace.plan(rounds * self.sets, self.set_boards)

    @property
    def bye(self) -> Decimal:
        """The victory points of a round without an opponent."""
        return self.scale.bye if self.bye_vp is None else self.bye_vp
