"""A pairing as any engine explains it: why this opponent, and which criterion and article spoke against others."""

from __future__ import annotations

import enum
from fractions import Fraction

import msgspec

from gateway.model.messages import Message
from gateway.tournament.crosstable import PairingNumber

__all__ = ["OpponentExplanation", "RejectedOpponent", "Unavoidable"]


class Unavoidable(msgspec.Struct, frozen=True):
    """A criterion that no candidate of the bracket could keep better."""

    criterion: enum.StrEnum
    count: int
    article: str


class RejectedOpponent(msgspec.Struct, frozen=True):
    """An opponent who stood nearer in the order, and why it was not that one."""

    number: PairingNumber
    reason: Message
    article: str


class OpponentExplanation(msgspec.Struct, frozen=True, kw_only=True):
    """The explanation of why a participant meets this opponent."""

    number: PairingNumber
    opponent: PairingNumber | None
    """None: the bye."""
    points: Fraction
    """Of the bracket in which the two were paired."""
    place: Message
    rejected: tuple[RejectedOpponent, ...]
    colour: Message | None
    colour_rule: enum.StrEnum | None
