"""The errors that the gateway raises for a mistake that is not ours.

GatewayError
├── SettingsError        a configuration that cannot work; the message names the key
├── GameError
│   ├── NotationError    not a move or a position in any notation we read
│   ├── IllegalMove      a move, but not one the rules allow here; carries the rule
│   └── AmbiguousMove    more than one legal move fits the text
├── JournalError         the record on disk cannot be opened, or was written by something else
│   ├── DiskTrouble      the disk does not let itself be written or read; it may again
│   ├── JournalReplaced  the file is not there any more, or another one is in its place
│   └── JournalDamaged   the file is not what was written
├── BusError             the broker cannot be started or reached
└── TournamentError      what an event's system cannot do: the message says why, and what can be done
"""

from __future__ import annotations

from collections.abc import Sequence

from .messages import Message, message
from .play_rules import PlayRule

__all__ = [
    "AmbiguousMove",
    "BusError",
    "DiskTrouble",
    "GameError",
    "GatewayError",
    "IllegalMove",
    "JournalDamaged",
    "JournalError",
    "JournalReplaced",
    "NotationError",
    "SettingsError",
    "TournamentError",
]


class GatewayError(Exception):
    """Root of the tree. The message is one sentence for a person: what was wrong and what to do.

    What only operators read is a text in English; what may reach a player, an arbiter or a page is a `Message`.
    """

    def __init__(self, what: Message | str = "") -> None:
        super().__init__(str(what))
        self.message = what if isinstance(what, Message) else message("plain", text=what)


class SettingsError(GatewayError):
    """A setting is missing, unknown or impossible."""


class GameError(GatewayError, ValueError):
    """A move or position that the rules cannot take."""


class NotationError(GameError):
    """The text is not in a notation of this game."""


class IllegalMove(GameError):
    """The text is a move, but the rules forbid it in this position."""

    KEY = "illegal.by_rule"
    """The key of its message, which names the rule; whoever has a rulebook can put the article there."""

    def __init__(self, rule: PlayRule, why: Message) -> None:
        super().__init__(message("illegal.by_rule", rule=rule.value, why=why))
        self.rule = rule
        self.why = why


class AmbiguousMove(GameError):
    """Several legal moves fit; the full path tells them apart."""

    def __init__(self, text: str, choices: Sequence[str]) -> None:
        super().__init__(message("illegal.ambiguous", text=text, choices=tuple(choices)))
        self.text = text
        self.choices = tuple(choices)


class JournalError(GatewayError):
    """The store cannot be opened or trusted."""


class DiskTrouble(JournalError):
    """The disk is full, read-only or failing: what has to be written can wait until it is mended."""


class JournalReplaced(JournalError):
    """The file was moved, removed or replaced while it was open."""


class JournalDamaged(JournalError):
    """The file is no longer what was written."""


class BusError(GatewayError):
    """The broker does not start or does not answer."""


class TournamentError(GatewayError):
    """The system of an event does not allow it, or not now."""
