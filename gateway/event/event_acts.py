"""The acts: what organisers and arbiters do to an event, from the first entry to the last standing."""

from __future__ import annotations

from typing import Annotated

import msgspec

from gateway.model.instants import Instant
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import Person, PersonId
from gateway.tournament.crosstable import PairingNumber, RoundScore

from .game_scores import GameScore
from .regulations import Regulations
from .stages import StageGroup

__all__ = [
    "AcceptResult",
    "AdjournGame",
    "AdvancePlayer",
    "ArrangeStage",
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
    "StrikeEntry",
    "TeamEntry",
    "Undo",
    "UnpairRound",
    "WithdrawPlayer",
]

_Why = Annotated[str, msgspec.Meta(max_length=500)]
_Text = Annotated[str, msgspec.Meta(max_length=200)]


class _EventAct(
    msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True, forbid_unknown_fields=True, kw_only=True
):
    """Base of all acts."""

    why: _Why = ""
    """The reason, as typed."""


class OpenEvent(_EventAct, frozen=True, tag="open_event", kw_only=True):
    """The first act: what the event is."""

    regulations: Regulations


class ChangeRegulations(_EventAct, frozen=True, tag="change_regulations", kw_only=True):
    """A change of what was announced; the system is fixed once a round is paired."""

    regulations: Regulations


class EnterPlayer(_EventAct, frozen=True, tag="enter_player", kw_only=True):
    """An entry; after entries are closed, a late one, who is paired from the next round on."""

    person: Person
    """Without an id, one is given."""


class TeamEntry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A team as it enters."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    id: PersonId = PersonId("")
    """Without one, one is given."""
    federation: _Text = ""
    club: _Text = ""
    rating: int | None = None
    """Its strength; None: the mean of the ratings of those on its boards."""
    captain: _Text = ""
    members: Annotated[tuple[Person, ...], msgspec.Meta(min_length=1, max_length=70)]
    """In the order of the boards, then reserves; without an id, one is given."""


class EnterTeam(_EventAct, frozen=True, tag="enter_team", kw_only=True):
    """An entry of a team with its players; after entries are closed, a late one."""

    team: TeamEntry


class ChangeTeam(_EventAct, frozen=True, tag="change_team", kw_only=True):
    """A correction of a team, or of its players; once a round is paired, more reserves, and no other order."""

    team: TeamEntry


class SetLineUp(_EventAct, frozen=True, tag="set_line_up", kw_only=True):
    """Who plays for a team in a round, board by board: a substitution, or an order for this match."""

    team: PersonId
    round: RoundNumber
    players: Annotated[tuple[PersonId | None, ...], msgspec.Meta(min_length=1, max_length=50)]
    """None: the board stays empty."""


class ChangeEntry(_EventAct, frozen=True, tag="change_entry", kw_only=True):
    """A correction of a name, a rating, a club."""

    person: Person


class StrikeEntry(_EventAct, frozen=True, tag="strike_entry", kw_only=True):
    """An entry taken out again, before anybody was numbered."""

    player: PersonId


class CloseEntries(_EventAct, frozen=True, tag="close_entries", kw_only=True):
    """The end of entries: pairing numbers are given."""

    seed: _Text = ""
    """What lots are drawn from, where numbers are drawn."""


class ReopenEntries(_EventAct, frozen=True, tag="reopen_entries"):
    """Numbers are taken back, while no round is paired."""


class GrantBye(_EventAct, frozen=True, tag="grant_bye", kw_only=True):
    """A round that a player does not play, known before it is paired."""

    player: PersonId
    round: RoundNumber
    score: RoundScore | None = RoundScore.ZERO_BYE
    """A bye; None: it is taken back."""


class WithdrawPlayer(_EventAct, frozen=True, tag="withdraw_player", kw_only=True):
    """A withdrawal: no pairing from the next round on."""

    player: PersonId


class ReturnPlayer(_EventAct, frozen=True, tag="return_player", kw_only=True):
    """A withdrawal taken back."""

    player: PersonId


class ForbidMeeting(_EventAct, frozen=True, tag="forbid_meeting", kw_only=True):
    """Players who are not to be paired with one another."""

    players: Annotated[tuple[PersonId, ...], msgspec.Meta(min_length=2, max_length=400)]
    forbidden: bool = True
    """False: they may be again."""


class SeatPlayer(_EventAct, frozen=True, tag="seat_player", kw_only=True):
    """A table at which a player always sits, because of what he needs or what is broadcast."""

    player: PersonId
    table: _Text = ""
    """Empty: at any."""


class GivenPair(msgspec.Struct, frozen=True):
    """Two who meet, by their pairing numbers."""

    white: PairingNumber
    black: PairingNumber


class PairRound(_EventAct, frozen=True, tag="pair_round", kw_only=True):
    """The pairing of the next round."""

    pairs: tuple[GivenPair, ...] | None = None
    """As given by hand or by another program; None: as the event's system pairs."""
    bye: PairingNumber | None = None
    """With given pairs: who has no opponent."""
    engine: _Text = ""
    """The other program."""


class UnpairRound(_EventAct, frozen=True, tag="unpair_round"):
    """The last round's pairing taken back, while it has no result."""


class PublishRound(_EventAct, frozen=True, tag="publish_round", kw_only=True):
    """The last round's pairing made known, and tables assigned."""

    start: Instant | None = None
    """When it begins; None where that is not announced."""


class ReportResult(_EventAct, frozen=True, tag="report_result", kw_only=True):
    """A result as somebody says it: a table, a player's phone, a result clerk."""

    pairing: PairingId
    score: GameScore | None
    """None: there is none any more, as when a ruling was overturned."""
    source: _Text
    """`table t7`, `phone white`, `clerk`: a later word from the same one replaces the earlier."""


class AcceptResult(_EventAct, frozen=True, tag="accept_result", kw_only=True):
    """A result confirmed, or set, or corrected with a reason."""

    pairing: PairingId
    score: GameScore | None = None
    """None: the one that was reported."""


class AdjournGame(_EventAct, frozen=True, tag="adjourn_game", kw_only=True):
    """A game that goes on later: for the next pairing it counts as a draw."""

    pairing: PairingId


class AdvancePlayer(_EventAct, frozen=True, tag="advance_player", kw_only=True):
    """Who goes on in a knock-out after a drawn game: by a play-off, by lots, or as the arbiter decides."""

    pairing: PairingId
    number: PairingNumber


class DrawLots(_EventAct, frozen=True, tag="draw_lots", kw_only=True):
    """The draw of a knock-out: seeds are placed, then names and numbers lie in two hands."""

    names: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    """The seed of the name cards: any text, best one that nobody could know before."""
    numbers: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    """The seed of the number cards, by another hand."""


class ArrangeStage(_EventAct, frozen=True, tag="arrange_stage", kw_only=True):
    """Groups or places of a stage as they were drawn elsewhere, or changed before its first round (GN 24.4.1)."""

    groups: Annotated[tuple[StageGroup, ...], msgspec.Meta(min_length=1, max_length=26)]
    """All who are in the stage, each once; names of groups are given."""


class CloseStage(_EventAct, frozen=True, tag="close_stage", kw_only=True):
    """The end of a stage: its places are fixed, and those who go on are put into the next."""

    seed: _Text = ""
    """What lots are drawn from between those who share a place on which it depends who goes on, or to where."""


class Rank(_EventAct, frozen=True, tag="rank", kw_only=True):
    """The end: the final ranking is fixed."""

    seed: _Text = ""
    """What lots are drawn from between those whom no tie-break parts; empty: they share their place."""


class Undo(_EventAct, frozen=True, tag="undo", kw_only=True):
    """An act taken back, where nothing has been built on it."""

    n: int
    """The number of its entry."""


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
    | CloseStage
    | Rank
    | Undo
)
