"""Stages of an event as they are played: who is in which group, and who stands where in a bracket.

A participant is known by the pairing number, which is the same in every stage and whoever it is: a person, or a team.
Rounds are numbered through the whole event; all groups of a stage play each of its rounds at the same time.
"""

from __future__ import annotations

import msgspec

from gateway.model.pairings import RoundNumber
from gateway.tournament.bracket_draw import DrawnCard
from gateway.tournament.crosstable import PairingNumber

from .regulations import StageRules

__all__ = ["EventStage", "StageDraw", "StageGroup", "group_name"]


class StageGroup(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Those who meet one another in a stage."""

    name: str = ""
    """`A`, `B`; empty where there is but one."""
    numbers: tuple[PairingNumber, ...]
    """In the order in which they were put there, the first the strongest."""
    slots: tuple[PairingNumber | None, ...] = ()
    """Of a knock-out: who stands on place 1, 2, ... of the draw; None: an empty place."""
    contested: dict[int, tuple[PairingNumber, PairingNumber]] = {}
    """Places that two play for first (抢号); they are empty in `slots`."""


class StageDraw(msgspec.Struct, frozen=True, omit_defaults=True):
    """Lots that were drawn in two hands: anybody can draw them again from the two seeds."""

    names: str
    """The seed of the name cards."""
    numbers: str
    """The seed of the number cards."""
    cards: tuple[DrawnCard, ...]
    """As they were turned up, one of each hand."""


class EventStage(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A stage that has begun."""

    number: int
    """In the plan of the event, from 1."""
    first: RoundNumber
    """Its first round, in the numbers of the whole event."""
    groups: tuple[StageGroup, ...]
    rules: StageRules | None = None
    """Its own, where they are not those of the plan: a play-off."""
    draw: StageDraw | None = None
    arranged: bool = False
    """Groups or places were entered by hand."""

    @property
    def is_play_off(self) -> bool:
        """Whether it decides between those who share a place in the stage of that number."""
        return self.rules is not None

    @property
    def numbers(self) -> frozenset[PairingNumber]:
        """Everybody who is in it."""
        return frozenset(number for group in self.groups for number in group.numbers)

    def group_of(self, number: PairingNumber) -> StageGroup | None:
        """The group of a participant; None: not in this stage."""
        return next((group for group in self.groups if number in group.numbers), None)


def group_name(at: int, groups: int) -> str:
    """The name of a group, counted from 0."""
    return chr(ord("A") + at) if groups > 1 else ""
