"""The rules of a Swiss by the handbooks that regulations announce, and the shape of its rounds."""

from __future__ import annotations

import enum

import msgspec

from gateway.model.messages import Message
from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber

__all__ = ["Balance", "HandbookRound", "HandbookRules", "PairedGame", "PairingReason", "SwissFloat", "SwissMethod"]


class SwissMethod(enum.StrEnum):
    """The method by which a score group of equal points is paired."""

    SPLIT_HALF = "split_half"
    """分区: by rating, the upper half against the lower."""
    ADJACENT = "adjacent"
    """临近: by start number, upwards in odd rounds and downwards in even ones, neighbour against neighbour."""
    FIRST_LAST = "first_last"
    """首尾: by rating, the first against the last. No book defines it further; floats are those of split-half."""


class Balance(enum.StrEnum):
    """Whose first moves are balanced first, where pairs are adjusted to that end (GN app.6 (9))."""

    STRONGER = "stronger"
    WEAKER = "weaker"
    NOBODY = "nobody"
    """Pairs are left in their order; first moves are given as well as they allow."""


class HandbookRules(msgspec.Struct, frozen=True, kw_only=True):
    """The announced settings."""

    method: SwissMethod = SwissMethod.SPLIT_HALF
    balance: Balance = Balance.STRONGER
    first_side: Side = Side.WHITE
    """Which side moves first in this game: black in gomoku and renju."""
    top_moves_first: bool = True
    """Whether the higher-placed of board 1 moves first in round 1; boards alternate. Drawn by lot."""
    forfeits_meet: bool = True
    """Whether a game that was forfeited counts as a meeting."""
    forbidden: tuple[tuple[PairingNumber, PairingNumber], ...] = ()
    """Pairs that must not meet by an announced setting (GN 24.3.2 A)."""


class PairingReason(msgspec.Struct, frozen=True):
    """The reason why something is as it is, and its article."""

    article: str
    text: Message


class PairedGame(msgspec.Struct, frozen=True):
    """A pairing of a Swiss round; the first-named moves first."""

    first: PairingNumber
    second: PairingNumber
    reasons: tuple[PairingReason, ...] = ()


class SwissFloat(msgspec.Struct, frozen=True):
    """Somebody who is moved to a lower score group."""

    number: PairingNumber
    reasons: tuple[PairingReason, ...] = ()


class HandbookRound(msgspec.Struct, frozen=True, kw_only=True):
    """The pairings of a round, board by board, and why."""

    games: tuple[PairedGame, ...]
    bye: PairingNumber | None = None
    bye_reasons: tuple[PairingReason, ...] = ()
    floats: tuple[SwissFloat, ...] = ()
