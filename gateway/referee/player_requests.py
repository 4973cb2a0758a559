"""Requests that a player may make at the table, by word, on a clock's buttons or on a player's page."""

from __future__ import annotations

import enum

import msgspec

__all__ = [
    "AcceptDraw",
    "AcceptIrregularity",
    "AnnounceArrival",
    "AskIncrement",
    "CallArbiter",
    "ChooseFifth",
    "ClaimDraw",
    "ClaimFive",
    "ClaimFlag",
    "ClaimForbidden",
    "ClaimIllegal",
    "ClaimWin",
    "Complain",
    "DeclareFifths",
    "DeclineDraw",
    "DemandCorrection",
    "Ground",
    "KeepColours",
    "LayTwoMore",
    "OfferDraw",
    "OfferFifths",
    "Pass",
    "PlayerRequest",
    "Resign",
    "SwapColours",
]


class _PlayerRequest(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True, forbid_unknown_fields=True):
    """Base of all requests."""


class OfferDraw(_PlayerRequest, frozen=True, tag="offer_draw"):
    """An offer of a draw."""


class AcceptDraw(_PlayerRequest, frozen=True, tag="accept_draw"):
    """The acceptance of the draw that was offered."""


class DeclineDraw(_PlayerRequest, frozen=True, tag="decline_draw"):
    """The refusal of the draw that was offered."""


class Resign(_PlayerRequest, frozen=True, tag="resign"):
    """Resignation."""


class AnnounceArrival(_PlayerRequest, frozen=True, tag="arrived"):
    """The arrival of the player: I am here."""


class Ground(enum.StrEnum):
    """The ground on which a draw is claimed."""

    RULES = "rules"
    """A counted rule: repetition, kings only, few pieces, fifty moves."""
    MATERIAL = "material"
    """Drawn material without a Fischer clock (DH rapid 8)."""
    NORMAL_MEANS = "normal_means"
    """The opponent cannot win by normal means, or makes no effort to (FIDE III.5)."""
    TIME_TROUBLE = "time_trouble"
    """A minute or less, eight pieces or fewer, clearly better (DH rapid 9)."""


class AskIncrement(_PlayerRequest, frozen=True, tag="ask_increment"):
    """Five seconds a move for both, or a draw (FIDE III.4)."""


class ClaimDraw(_PlayerRequest, frozen=True, tag="claim_draw"):
    """The rules make it a draw."""

    ground: Ground = Ground.RULES
    move: str = ""
    """The move that would bring it about, written down and not made (FIDE 9.2.1, 9.3.1)."""


class ClaimFive(_PlayerRequest, frozen=True, tag="claim_five"):
    """A claim: I have five."""

    point: str = ""
    """The stone that made it, where it is named."""


class ClaimForbidden(_PlayerRequest, frozen=True, tag="claim_forbidden"):
    """A claim: your move is forbidden."""

    point: str = ""


class ClaimFlag(_PlayerRequest, frozen=True, tag="claim_flag"):
    """A flag is down, mine or yours."""


class ClaimIllegal(_PlayerRequest, frozen=True, tag="claim_illegal"):
    """A claim: your move was illegal (FIDE A.5.2)."""


class ClaimWin(_PlayerRequest, frozen=True, tag="claim_win"):
    """The clock has failed, and I win within five rounds from here (GO app.6 §8)."""


class Complain(_PlayerRequest, frozen=True, tag="complain"):
    """A complaint about what the opponent has done, or how the game was begun, under an article."""

    article: str
    """As cited: `FIDE 4.3`."""
    move: str = ""
    """The opponent's move that it is about, as it is in the list; empty for the last one, or the turn that goes on."""


class CallArbiter(_PlayerRequest, frozen=True, tag="call_arbiter"):
    """A call for the arbiter; the clock is stopped."""

    why: str = ""


class DemandCorrection(_PlayerRequest, frozen=True, tag="demand_correction"):
    """A demand that an irregularity be put right (FMJD 5.4)."""


class AcceptIrregularity(_PlayerRequest, frozen=True, tag="accept_irregularity"):
    """Consent that an irregularity stands (FMJD 5.4)."""


class Pass(_PlayerRequest, frozen=True, tag="pass"):
    """A pass: the move is given up (GN 12.3)."""


class SwapColours(_PlayerRequest, frozen=True, tag="swap"):
    """A swap: the player takes the other colour (GN 9.8)."""


class KeepColours(_PlayerRequest, frozen=True, tag="keep"):
    """A choice not to swap: the player keeps the colour."""


class LayTwoMore(_PlayerRequest, frozen=True, tag="two_more"):
    """Two more stones, after which the opponent chooses the colour (GN app. 2.3)."""


class DeclareFifths(_PlayerRequest, frozen=True, tag="declare_fifths"):
    """The number of fifth stones that will be offered (GN app. 2.1)."""

    number: int


class OfferFifths(_PlayerRequest, frozen=True, tag="offer_fifths"):
    """The fifth stones to choose from."""

    points: tuple[str, ...]


class ChooseFifth(_PlayerRequest, frozen=True, tag="choose_fifth"):
    """The fifth stone that stays."""

    point: str


PlayerRequest = (
    OfferDraw
    | AcceptDraw
    | DeclineDraw
    | Resign
    | AnnounceArrival
    | AskIncrement
    | ClaimDraw
    | ClaimFive
    | ClaimForbidden
    | ClaimFlag
    | ClaimIllegal
    | ClaimWin
    | CallArbiter
    | Complain
    | DemandCorrection
    | AcceptIrregularity
    | Pass
    | SwapColours
    | KeepColours
    | LayTwoMore
    | DeclareFifths
    | OfferFifths
    | ChooseFifth
)
