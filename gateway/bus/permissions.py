"""Permissions at the broker: which topics a party may write and read. What is not named here is not granted.

| party | writes | reads |
|---|---|---|
| table | what its own agent says | its own commands and assignment |
| relay | commands and assignments of its event | everything of its event |
| tool | nothing | clocks and availability of its event: nothing there is for arbiters only |
"""

from __future__ import annotations

from typing import NamedTuple

from gateway.authority.register import Party, PartyKind

from .topics import AVAILABILITY, CLOCK, ROOT, TOPICS, Address

__all__ = ["Grants", "granted"]


class Grants(NamedTuple):
    """Topic filters of MQTT."""

    write: tuple[str, ...] = ()
    read: tuple[str, ...] = ()


def granted(party: Party) -> Grants:
    """What a party may do."""
    own = Address(party.event, party.name)
    match party.kind:
        case PartyKind.TABLE:
            return Grants(
                tuple(topic.of(own) for topic in TOPICS.values() if not topic.from_relay),
                tuple(topic.of(own) for topic in TOPICS.values() if topic.from_relay),
            )
        case PartyKind.RELAY:
            orders = tuple(topic.of_all(party.event) for topic in TOPICS.values() if topic.from_relay)
            return Grants(orders, (f"{ROOT}/{party.event}/#",))
        case PartyKind.TOOL:
            return Grants((), (CLOCK.of_all(party.event), AVAILABILITY.of_all(party.event)))
        case PartyKind.BROKER:
            return Grants()
