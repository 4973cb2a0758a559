"""What a player may say at the table, by word, on a clock's buttons or on a player's page."""

from __future__ import annotations

import enum

import msgspec

__all__ = [
    "AcceptDraw",
    "AcceptIrregularity",
    "CallArbiter",
    "ChooseFifth",
    "ClaimDraw",
    "ClaimFive",
    "ClaimFlag",
    "ClaimForbidden",
    "ClaimIllegal",
    "ClaimWin",
    "DeclareFifths",
    "DeclineDraw",
    "DemandCorrection",
    "Ground",
    "KeepColours",
    "LayTwoMore",
    "OfferDraw",
    "OfferFifths",
    "Pass",
    "Resign",
    "Saying",
    "SwapColours",
]


class _Saying(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True, forbid_unknown_fields=True):
    """Base of all sayings."""


class OfferDraw(_Saying, frozen=True, tag="offer_draw"):
    """Shall we draw?"""


class AcceptDraw(_Saying, frozen=True, tag="accept_draw"):
    """Yes."""


class DeclineDraw(_Saying, frozen=True, tag="decline_draw"):
    """No."""


class Resign(_Saying, frozen=True, tag="resign"):
    """I give up."""


class Ground(enum.StrEnum):
    """On what a draw is claimed."""

    RULES = "rules"
    """A counted rule: repetition, kings only, few pieces, fifty moves."""
    MATERIAL = "material"
    """Drawn material without a Fischer clock (DH rapid 8)."""
    TIME_TROUBLE = "time_trouble"
    """A minute or less, eight pieces or fewer, clearly better (DH rapid 9)."""


class ClaimDraw(_Saying, frozen=True, tag="claim_draw"):
    """The rules make it a draw."""

    ground: Ground = Ground.RULES
    move: str = ""
    """The move that would bring it about, written down and not made (FIDE 9.2.1, 9.3.1)."""


class ClaimFive(_Saying, frozen=True, tag="claim_five"):
    """I have five."""

    point: str = ""
    """The stone that made it, where it is said."""


class ClaimForbidden(_Saying, frozen=True, tag="claim_forbidden"):
    """Your move is forbidden."""

    point: str = ""


class ClaimFlag(_Saying, frozen=True, tag="claim_flag"):
    """A flag is down, mine or yours."""


class ClaimIllegal(_Saying, frozen=True, tag="claim_illegal"):
    """Your move was illegal (FIDE A.5.2)."""


class ClaimWin(_Saying, frozen=True, tag="claim_win"):
    """The clock has failed, and I win within five rounds from here (GO app.6 §8)."""


class CallArbiter(_Saying, frozen=True, tag="call_arbiter"):
    """I stop the clock and ask for the arbiter."""

    why: str = ""


class DemandCorrection(_Saying, frozen=True, tag="demand_correction"):
    """Put that right (FMJD 5.4)."""


class AcceptIrregularity(_Saying, frozen=True, tag="accept_irregularity"):
    """Let it stand (FMJD 5.4)."""


class Pass(_Saying, frozen=True, tag="pass"):
    """I give up my move (GN 12.3)."""


class SwapColours(_Saying, frozen=True, tag="swap"):
    """I take the other colour (GN 9.8)."""


class KeepColours(_Saying, frozen=True, tag="keep"):
    """I do not swap."""


class LayTwoMore(_Saying, frozen=True, tag="two_more"):
    """I lay two more stones and you choose the colour (GN app. 2.3)."""


class DeclareFifths(_Saying, frozen=True, tag="declare_fifths"):
    """So many fifth stones will be offered (GN app. 2.1)."""

    number: int


class OfferFifths(_Saying, frozen=True, tag="offer_fifths"):
    """These are the fifth stones to choose from."""

    points: tuple[str, ...]


class ChooseFifth(_Saying, frozen=True, tag="choose_fifth"):
    """This fifth stone stays."""

    point: str


Saying = (
    OfferDraw
    | AcceptDraw
    | DeclineDraw
    | Resign
    | ClaimDraw
    | ClaimFive
    | ClaimForbidden
    | ClaimFlag
    | ClaimIllegal
    | ClaimWin
    | CallArbiter
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
