"""Diagnoses: what is wrong, how bad it is, and what to do about it."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from gateway.model.messages import Message
from gateway.runtime.computer_clock import computer_time

__all__ = ["Diagnosis", "Gravity", "Surroundings"]


class Gravity(enum.StrEnum):
    """The gravity of a finding."""

    TROUBLE = "trouble"
    """Something does not work, or will not when it is needed."""
    WARNING = "warning"
    """It works, and somebody should see to it."""


class Diagnosis(msgspec.Struct, frozen=True):
    """One thing that is wrong."""

    kind: str
    """What it is, for programs: the key of its sentence."""
    gravity: Gravity
    what: Message
    do: Message

    @classmethod
    def trouble(cls, what: Message, do: Message) -> Diagnosis:
        """Something that keeps a table or a relay from its work."""
        return cls(what.key.rpartition(".")[2], Gravity.TROUBLE, what, do)

    @classmethod
    def warning(cls, what: Message, do: Message) -> Diagnosis:
        """Something that somebody should see to."""
        return cls(what.key.rpartition(".")[2], Gravity.WARNING, what, do)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The computer that is looked at."""

    root: Path = Path("/")
    """Where its files are: another folder for a card that is plugged in."""
    user: str = ""
    """The user that the services run as; empty: whoever asks."""
    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    synchronised: bool = field(default_factory=lambda: computer_time().synchronised)
    """Whether somebody keeps its clock right."""

    own_radio: bool = False
    """Whether Bluetooth goes by a chip that was chosen for this program, not by the system's."""

    def path(self, *parts: str) -> Path:
        """A file of this computer."""
        return self.root.joinpath(*parts)
