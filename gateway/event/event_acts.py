"""The acts: what organisers and arbiters do to an event, from the first entry to the last standing."""

from __future__ import annotations

from typing import Annotated

import msgspec

from gateway.model.instants import Instant
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import Person, PersonId
from gateway.tournament.crosstable import PairingNumber, RoundScore

from .game_scores import GameScore
from .recorded_acts import ActText, RecordedAct, Undo
from .regulations import Regulations
from .stages import StageGroup

__all__ = [
    "AcceptResult",
    "AdjournGame",
    "AdvancePlayer",
    "ArrangeStage",
    "BeginPlayOff",
    "ChangeEntry",
    "ChangeRegulations",
    "ChangeTeam",
    "CloseEntries",
    "CloseStage",
    "DrawLots",
    "EnterPlayer",
    "EnterTeam",
    "EventAct",
    "ForbidMeeting",
    "GivenPair",
    "GrantBye",
    "OpenEvent",
    "PairRound",
    "PublishRound",
    "Rank",
    "ReopenEntries",
    "ReportResult",
    "ReturnPlayer",
    "SeatPlayer",
    "SetLineUp",
    "SetOpening",
    "StrikeEntry",
    "TeamEntry",
    "TickDuty",
    "Undo",
    "UnpairRound",
    "WithdrawPlayer",
]


class OpenEvent(RecordedAct, frozen=True, tag="open_event", kw_only=True):
    """The first act: what the event is."""

    regulations: Regulations


class ChangeRegulations(RecordedAct, frozen=True, tag="change_regulations", kw_only=True):
    """A change of what was announced; the system is fixed once a round is paired."""

    regulations: Regulations


class EnterPlayer(RecordedAct, frozen=True, tag="enter_player", kw_only=True):
    """An entry; after entries are closed, a late one, who is paired from the next round on."""

    person: Person
    """Without an id, one is given."""


class TeamEntry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A team as it enters."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    id: PersonId = PersonId("")
    """Without one, one is given."""
    federation: ActText = ""
    club: ActText = ""
    rating: int | None = None
    """Its strength; None: the mean of the ratings of those on its boards."""
    captain: ActText = ""
    members: Annotated[tuple[Person, ...], msgspec.Meta(min_length=1, max_length=70)]
    """In the order of the boards, then reserves; without an id, one is given."""


class EnterTeam(RecordedAct, frozen=True, tag="enter_team", kw_only=True):
    """An entry of a team with its players; after entries are closed, a late one."""

    team: TeamEntry


class ChangeTeam(RecordedAct, frozen=True, tag="change_team", kw_only=True):
    """A correction of a team, or of its players; once a round is paired, more reserves, and no other order."""

    team: TeamEntry


class SetLineUp(RecordedAct, frozen=True, tag="set_line_up", kw_only=True):
    """The players of a team in a round, board by board: a substitution, or an order for this match."""

    team: PersonId
    round: RoundNumber
    players: Annotated[tuple[PersonId | None, ...], msgspec.Meta(min_length=1, max_length=50)]
    """None: the board stays empty."""


class ChangeEntry(RecordedAct, frozen=True, tag="change_entry", kw_only=True):
    """A correction of a name, a rating, a club."""

    person: Person


class StrikeEntry(RecordedAct, frozen=True, tag="strike_entry", kw_only=True):
    """An entry taken out again, before anybody was numbered."""

    player: PersonId


class CloseEntries(RecordedAct, frozen=True, tag="close_entries", kw_only=True):
    """The end of entries: pairing numbers are given."""

    seed: ActText = ""
    """What lots are drawn from, where numbers are drawn."""


class ReopenEntries(RecordedAct, frozen=True, tag="reopen_entries"):
    """Numbers are taken back, while no round is paired."""


class GrantBye(RecordedAct, frozen=True, tag="grant_bye", kw_only=True):
    """A round that a player does not play, known before it is paired."""

    player: PersonId
    round: RoundNumber
    score: RoundScore | None = RoundScore.ZERO_BYE
    """A bye; None: it is taken back."""


class WithdrawPlayer(RecordedAct, frozen=True, tag="withdraw_player", kw_only=True):
    """A withdrawal: no pairing from the next round on."""

    player: PersonId


class ReturnPlayer(RecordedAct, frozen=True, tag="return_player", kw_only=True):
    """A withdrawal taken back."""

    player: PersonId


class ForbidMeeting(RecordedAct, frozen=True, tag="forbid_meeting", kw_only=True):
    """Players who are not to be paired with one another."""

    players: Annotated[tuple[PersonId, ...], msgspec.Meta(min_length=2, max_length=400)]
    forbidden: bool = True
    """False: they may be again."""


class SeatPlayer(RecordedAct, frozen=True, tag="seat_player", kw_only=True):
    """A table at which a player always sits, because of what he needs or what is broadcast."""

    player: PersonId
    table: ActText = ""
    """Empty: at any."""


class GivenPair(msgspec.Struct, frozen=True):
    """Two who meet, by their pairing numbers."""

    white: PairingNumber
    black: PairingNumber


class PairRound(RecordedAct, frozen=True, tag="pair_round", kw_only=True):
    """The pairing of the next round."""

    pairs: tuple[GivenPair, ...] | None = None
    """As given by hand or by another program; None: as the event's system pairs."""
    bye: PairingNumber | None = None
    """With given pairs: who has no opponent."""
    engine: ActText = ""
    """The other program."""


class UnpairRound(RecordedAct, frozen=True, tag="unpair_round"):
    """The last round's pairing taken back, while it has no result."""


class PublishRound(RecordedAct, frozen=True, tag="publish_round", kw_only=True):
    """The last round's pairing made known, and tables assigned."""

    start: Instant | None = None
    """When it begins; None where that is not announced."""


class ReportResult(RecordedAct, frozen=True, tag="report_result", kw_only=True):
    """A result as somebody says it: a table, a player's phone, a result clerk."""

    pairing: PairingId
    score: GameScore | None
    """None: there is none any more, as when a ruling was overturned."""
    source: ActText
    """`table t7`, `phone white`, `clerk`: a later word from the same one replaces the earlier."""


class AcceptResult(RecordedAct, frozen=True, tag="accept_result", kw_only=True):
    """A result confirmed, or set, or corrected with a reason."""

    pairing: PairingId
    score: GameScore | None = None
    """None: the one that was reported."""


class AdjournGame(RecordedAct, frozen=True, tag="adjourn_game", kw_only=True):
    """A game that goes on later: for the next pairing it counts as a draw."""

    pairing: PairingId


class AdvancePlayer(RecordedAct, frozen=True, tag="advance_player", kw_only=True):
    """The player who goes on in a knock-out after a drawn game: by a play-off, by lots, or as the arbiter decides."""

    pairing: PairingId
    number: PairingNumber


class DrawLots(RecordedAct, frozen=True, tag="draw_lots", kw_only=True):
    """The draw of a knock-out: seeds are placed, then names and numbers lie in two hands."""

    names: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    """The seed of the name cards: any text, best one that nobody could know before."""
    numbers: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    """The seed of the number cards, by another hand."""


class ArrangeStage(RecordedAct, frozen=True, tag="arrange_stage", kw_only=True):
    """Groups or places of a stage as they were drawn elsewhere, or changed before its first round (GN 24.4.1)."""

    groups: Annotated[tuple[StageGroup, ...], msgspec.Meta(min_length=1, max_length=26)]
    """All who are in the stage, each once; names of groups are given."""


class BeginPlayOff(RecordedAct, frozen=True, tag="begin_play_off", kw_only=True):
    """Games between those who share a place, before the ranking or the next stage (DH rapid 3, GN 29.3, 30.4)."""

    numbers: Annotated[tuple[PairingNumber, ...], msgspec.Meta(min_length=2, max_length=24)]
    """All who share it; two play a match, more a round robin."""
    control: ActText = ""
    """The time control of these games; empty: that of the stage."""
    games: Annotated[int, msgspec.Meta(ge=1, le=8)] = 1
    """Between two who meet, with colours changed."""


class SetOpening(RecordedAct, frozen=True, tag="set_opening", kw_only=True):
    """The opening that was drawn for a round, or for one board of it: the moves with which every game begins."""

    round: RoundNumber
    opening: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """The name of one in the event's table, or moves: `1. c3-d4 d6-c5 2. b2-c3`; empty: there is none any more."""
    seed: ActText = ""
    """Instead: it is drawn by us from the event's table, from this seed."""
    board: Annotated[int, msgspec.Meta(ge=0, le=9999)] = 0
    """0: all boards of the round."""


class TickDuty(RecordedAct, frozen=True, tag="tick_duty", kw_only=True):
    """A duty of an official that is done, where only a person knows that (GN 25)."""

    duty: Annotated[str, msgspec.Meta(max_length=50)]
    """Its name in the checklist."""
    round: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    """Of a duty that comes again each round."""
    done: bool = True
    """False: it is not done after all."""


class CloseStage(RecordedAct, frozen=True, tag="close_stage", kw_only=True):
    """The end of a stage: its places are fixed, and those who go on are put into the next."""

    seed: ActText = ""
    """What lots are drawn from between those who share a place on which it depends who goes on, or to where."""


class Rank(RecordedAct, frozen=True, tag="rank", kw_only=True):
    """The end: the final ranking is fixed."""

    seed: ActText = ""
    """What lots are drawn from between those whom no tie-break parts; empty: they share their place."""


EventAct = (
    OpenEvent
    | ChangeRegulations
    | EnterPlayer
    | EnterTeam
    | ChangeTeam
    | SetLineUp
    | ChangeEntry
    | StrikeEntry
    | CloseEntries
    | ReopenEntries
    | GrantBye
    | WithdrawPlayer
    | ReturnPlayer
    | ForbidMeeting
    | SeatPlayer
    | PairRound
    | UnpairRound
    | PublishRound
    | ReportResult
    | AcceptResult
    | AdjournGame
    | AdvancePlayer
    | DrawLots
    | ArrangeStage
    | BeginPlayOff
    | SetOpening
    | TickDuty
    | CloseStage
    | Rank
    | Undo
)
