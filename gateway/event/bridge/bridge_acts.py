"""The acts of a bridge event: what directors and players do, from the first entry to the last standing."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated

import msgspec

from gateway.event.recorded_acts import ActText, RecordedAct, Undo
from gateway.model.bridge_signals import BridgeSignal
from gateway.model.instants import Instant
from gateway.model.persons import Person, PersonId
from gateway.tournament.bridge.compass import Partnership

from .board_results import BoardOutcome
from .bridge_event import ContestantId, ContestantNumber, TableId
from .bridge_regulations import BridgeRegulations, PenaltyUnit

__all__ = [
    "AcceptBoard",
    "AdvanceTeam",
    "AnswerCall",
    "BridgeAct",
    "CallDirector",
    "ChangeBridgeRegulations",
    "ChangeContestant",
    "ChooseSeats",
    "CloseBridgeEntries",
    "ContestantEntry",
    "DrawBridgeRound",
    "DrawSeats",
    "EnterContestant",
    "LineUpTeam",
    "LoadDeals",
    "OpenBridgeEvent",
    "Penalize",
    "PublishBridgeRound",
    "RankContestants",
    "ReopenBridgeEntries",
    "ReportBoard",
    "ReturnContestant",
    "SignalTable",
    "StrikeContestant",
    "StrikeResult",
    "TakeBackRound",
    "Undo",
    "WithdrawContestant",
]

_Round = Annotated[int, msgspec.Meta(ge=1, le=99)]
_Board = Annotated[int, msgspec.Meta(ge=1, le=9999)]


# Before play ----------------------------------------------------------------------------------------------------------


class OpenBridgeEvent(RecordedAct, frozen=True, tag="open_event", kw_only=True):
    """The first act: what the event is."""

    regulations: BridgeRegulations


class ChangeBridgeRegulations(RecordedAct, frozen=True, tag="change_regulations", kw_only=True):
    """A change of what was announced; form, system and boards are fixed once a round is drawn."""

    regulations: BridgeRegulations


class ContestantEntry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A team, a pair or a person as they enter."""

    name: Annotated[str, msgspec.Meta(max_length=100)] = ""
    """Empty: the names of its members."""
    id: Annotated[ContestantId, msgspec.Meta(max_length=64, pattern=r"^[A-Za-z0-9_-]*$")] = ContestantId("")
    """Without one, one is given."""
    captain: ActText = ""
    members: Annotated[tuple[Person, ...], msgspec.Meta(min_length=1, max_length=16)]
    """Who plays first, then reserves; without an id, one is given."""


class EnterContestant(RecordedAct, frozen=True, tag="enter", kw_only=True):
    """An entry, before entries are closed."""

    contestant: ContestantEntry


class ChangeContestant(RecordedAct, frozen=True, tag="change_entry", kw_only=True):
    """A correction of a name, or a player more; who has played stays."""

    contestant: ContestantEntry


class StrikeContestant(RecordedAct, frozen=True, tag="strike_entry", kw_only=True):
    """An entry taken out again, before numbers are given."""

    contestant: ContestantId


class CloseBridgeEntries(RecordedAct, frozen=True, tag="close_entries", kw_only=True):
    """The end of entries: numbers are given, or drawn."""

    seed: ActText = ""
    """What numbers are drawn from, where they are."""


class ReopenBridgeEntries(RecordedAct, frozen=True, tag="reopen_entries", kw_only=True):
    """Numbers are taken back, while no round is drawn."""


# Rounds ---------------------------------------------------------------------------------------------------------------


class DrawBridgeRound(RecordedAct, frozen=True, tag="draw_round", kw_only=True):
    """The next round as the movement has it: who sits where, and which boards are played."""

    seed: ActText = ""
    """What lots are drawn from, where the next stage depends on a place that two share."""


class TakeBackRound(RecordedAct, frozen=True, tag="take_back_round", kw_only=True):
    """The last round taken back, while nobody has said a result of it."""


class DrawSeats(RecordedAct, frozen=True, tag="draw_seats", kw_only=True):
    """Home and away drawn by lot, in the matches of the last round, while nobody has said a result of it (BR (一))."""

    seed: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    """What the lots are drawn from; anybody can draw them again."""
    match: Annotated[int, msgspec.Meta(ge=0, le=512)] = 0
    """0: every match of which home and away are not decided yet."""


class ChooseSeats(RecordedAct, frozen=True, tag="choose_seats", kw_only=True):
    """Home and away of a match of the last round, as somebody had the choice or both agreed."""

    match: Annotated[int, msgspec.Meta(ge=1, le=512)]
    home: ContestantNumber


class LineUpTeam(RecordedAct, frozen=True, tag="line_up", kw_only=True):
    """The players of a team from a set of a round on, or from a board on: those of the open room, then those of the
    closed one."""

    contestant: ContestantId
    round: _Round
    set: Annotated[int, msgspec.Meta(ge=1, le=16)] = 1
    board: Annotated[int, msgspec.Meta(ge=0, le=9999)] = 0
    """The first board of a substitution inside a set; 0: the first one of the set."""
    players: Annotated[tuple[PersonId, ...], msgspec.Meta(min_length=1, max_length=8)]


class PublishBridgeRound(RecordedAct, frozen=True, tag="publish_round", kw_only=True):
    """The last round made known: from now on results are taken."""


class LoadDeals(RecordedAct, frozen=True, tag="load_deals", kw_only=True):
    """The deals of boards, as they were dealt for the event; sealed until a board is played wherever it will be."""

    round: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    """Where boards are numbered from 1 in each round; else 0: for the whole event."""
    deals: Annotated[dict[_Board, Annotated[str, msgspec.Meta(max_length=90)]], msgspec.Meta(min_length=1)]
    """By board, as PBN writes them: `N:AKQ.JT9.87.65432 ...`; empty where they are not to be told yet."""


# Results --------------------------------------------------------------------------------------------------------------


class ReportBoard(RecordedAct, frozen=True, tag="report_board", kw_only=True):
    """A result as one side of a table says it; the other one confirms it by saying the same."""

    table: TableId
    board: _Board
    outcome: BoardOutcome
    side: Partnership


class AcceptBoard(RecordedAct, frozen=True, tag="accept_board", kw_only=True):
    """A result entered, corrected or adjusted by a director, with a reason where another one counted."""

    table: TableId
    board: _Board
    outcome: BoardOutcome


class StrikeResult(RecordedAct, frozen=True, tag="strike_result", kw_only=True):
    """A result taken away, as when it was entered for another board: the table says it again."""

    table: TableId
    board: _Board


class Penalize(RecordedAct, frozen=True, tag="penalize", kw_only=True):
    """Points taken from a contestant in a round, with a reason; below 0 they are given."""

    contestant: ContestantId
    round: _Round
    points: Decimal
    unit: PenaltyUnit = PenaltyUnit.VICTORY_POINTS
    kind: ActText = ""
    """`overtime` where it follows from the scale."""


class AdvanceTeam(RecordedAct, frozen=True, tag="advance_team", kw_only=True):
    """The team that goes on from a level match of a knock-out: by extra boards, or as the event has announced."""

    round: _Round
    match: Annotated[int, msgspec.Meta(ge=1, le=512)]
    number: ContestantNumber


class CallDirector(RecordedAct, frozen=True, tag="call_director", kw_only=True):
    """A call from a table."""

    table: TableId
    board: Annotated[int, msgspec.Meta(ge=0, le=9999)] = 0
    side: Partnership | None = None
    text: ActText = ""


class AnswerCall(RecordedAct, frozen=True, tag="answer_call", kw_only=True):
    """The director was there; `why` is what was decided."""

    n: int
    """The number of the entry of the call."""


class SignalTable(RecordedAct, frozen=True, tag="signal", kw_only=True):
    """A press of a button at a table, told by the table's own computer; nobody else can do it."""

    place: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9_-]{1,64}$")]
    """The table without its round: `2o`."""
    signal: BridgeSignal
    pressed: Instant
    """When it was pressed, by the relay's clock; the network may have been away since."""
    journal: Annotated[int, msgspec.Meta(ge=1)]
    line: Annotated[int, msgspec.Meta(ge=1)]
    """The line of the table's record that has it: no line counts twice."""


# The end --------------------------------------------------------------------------------------------------------------


class WithdrawContestant(RecordedAct, frozen=True, tag="withdraw", kw_only=True):
    """A withdrawal: no table from the next round on."""

    contestant: ContestantId


class ReturnContestant(RecordedAct, frozen=True, tag="return", kw_only=True):
    """A withdrawal taken back."""

    contestant: ContestantId


class RankContestants(RecordedAct, frozen=True, tag="rank", kw_only=True):
    """The end: the final ranking is fixed."""

    seed: ActText = ""
    """What lots are drawn from between those whom nothing parts; empty: they share their place."""


BridgeAct = (
    OpenBridgeEvent
    | ChangeBridgeRegulations
    | EnterContestant
    | ChangeContestant
    | StrikeContestant
    | CloseBridgeEntries
    | ReopenBridgeEntries
    | DrawBridgeRound
    | TakeBackRound
    | DrawSeats
    | ChooseSeats
    | LineUpTeam
    | PublishBridgeRound
    | LoadDeals
    | ReportBoard
    | AcceptBoard
    | StrikeResult
    | Penalize
    | AdvanceTeam
    | CallDirector
    | AnswerCall
    | SignalTable
    | WithdrawContestant
    | ReturnContestant
    | RankContestants
    | Undo
)
