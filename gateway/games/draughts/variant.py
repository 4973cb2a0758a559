"""Variants of draughts: what tells one game from another, as a value that the generator and the draw rules read."""

from __future__ import annotations

import enum

import msgspec

from gateway.model.play_rules import PlayRule

from .geometry import Naming

__all__ = [
    "CaptureChoice",
    "DrawRule",
    "KingsOnly",
    "LoneKingEnding",
    "Promotion",
    "Repetition",
    "Unchanged",
    "Variant",
]


class CaptureChoice(enum.Enum):
    """The rule for choosing among several captures."""

    MOST = "most"
    """Only those that take the most pieces."""
    WORTH = "worth"
    """Only those that take the most by value: a king is worth a little more than a man and a half, and where a king and
    a man can take the same, the king does. So in Frisian draughts."""
    FREE = "free"
    """Any, but what was begun must be finished."""


class Promotion(enum.Enum):
    """The rule for a man that reaches the far row in the middle of a capture."""

    AT_THE_END = "at_the_end"
    """Only if the move ends there."""
    IN_PASSING = "in_passing"
    """At once: it goes on as a king."""


class Repetition(msgspec.Struct, frozen=True):
    """The same position with the same side to move."""

    rule: PlayRule
    times: int


class KingsOnly(msgspec.Struct, frozen=True):
    """Successive moves by kings without a capture, by each side."""

    rule: PlayRule
    rounds: int
    unless_unchanged: bool = False
    """Not where an `Unchanged` rule gives the same material its own limit."""


class LoneKingEnding(msgspec.Struct, frozen=True):
    """Moves by each side since a lone king first faced this many pieces."""

    rule: PlayRule
    rounds: int
    fewest: int
    most: int
    all_kings: bool = False
    """All of them are kings; otherwise at least one is."""
    on_long_diagonal: bool = False
    """Only while the lone king stands on the long diagonal."""


class Unchanged(msgspec.Struct, frozen=True):
    """Moves by each side, both having kings, without a capture or a promotion."""

    rule: PlayRule
    rounds: int
    fewest: int
    """Pieces of both sides together."""
    most: int


DrawRule = Repetition | KingsOnly | LoneKingEnding | Unchanged


class Variant(msgspec.Struct, frozen=True):
    """One game of draughts."""

    name: str
    size: int
    naming: Naming
    capture_sign: str
    choice: CaptureChoice
    promotion: Promotion
    men_capture_backwards: bool
    flying_kings: bool
    draws: tuple[DrawRule, ...]
    men_rows: int
    """Rows of men at the start."""
    pdn_type: int
    """The GameType number of PDN."""
    orthogonal_captures: bool = False
    """Captures also go along rows and columns, over the dark squares there."""
