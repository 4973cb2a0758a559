"""Names in the place of pairing numbers, in what an engine or a tie-break tells: people know each other by name."""

from __future__ import annotations

from gateway.model.messages import Argument, Message
from gateway.tournament.crosstable import PairingNumber

from .event import Event

__all__ = ["with_names"]

_NUMBERS = {
    "addend_kind": frozenset({"opponent"}),
    "pairing_place": frozenset({"higher", "lower", "white", "black"}),
    "pairing_reason": frozenset({"by"}),
    "pairing_story": frozenset({"number"}),
}
"""By the beginning of a message's key, which of its arguments are pairing numbers."""


def with_names(event: Event, told: Message) -> Message:
    """The same with `Ann Able (7)` for 7."""
    numbers = _NUMBERS.get(told.key.partition(".")[0], frozenset())
    return Message(told.key, {name: _named(event, value, name in numbers) for name, value in told.args.items()})


def _named(event: Event, value: Argument, is_number: bool) -> Argument:
    if isinstance(value, Message):
        return with_names(event, value)
    if is_number and str(value).isdecimal() and 0 < int(str(value)) <= len(event.order):
        return f"{event.entrant(PairingNumber(int(str(value)))).person.name} ({value})"
    return value
