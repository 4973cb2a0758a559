"""The timekeeper as the table knows it: the agent's own clock, or the mirror of a hardware clock."""

from __future__ import annotations

from typing import Protocol, Self

from drivers.readings import Reading, Seat
from gateway.model.instants import Instant

from .face import ClockFace
from .facts import ClockFact

__all__ = ["Timekeeper"]


class Timekeeper(Protocol):
    """An immutable keeper of time: each call returns the keeper as it is afterwards, and what there is to tell."""

    def take(self, reading: Reading, at: Instant) -> tuple[Self, tuple[ClockFact, ...]]:
        """A device said something; readings that do not concern the clock change nothing."""

    def wake(self, at: Instant) -> tuple[Self, tuple[ClockFact, ...]]:
        """The deadline has come."""

    def next_deadline(self) -> Instant | None:
        """The instant at which `wake` wants to be called, if nothing else happens."""

    def face(self, at: Instant) -> ClockFace:
        """The face to publish. It stays equal until something changes, so an equal face need not be sent."""

    def seated(self, white: Seat) -> Self:
        """The same keeper with White on this side of the clock."""
