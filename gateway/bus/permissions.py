"""Permissions at the broker: which topics a party may write and read. What is not named here is not granted.

| party | writes | reads |
|---|---|---|
| table | what its own agent says | its own commands and assignment |
| relay | commands, assignments and the round clock of its event | everything of its event |
| reader | that it is there (`homeassistant/status`) | the public mirror, the round clock, `homeassistant/#` |
| tool | nothing | clocks, the round clock and availability of its event: nothing there is for arbiters only |
"""

from __future__ import annotations

from typing import NamedTuple

from gateway.authority.register import Party, PartyKind

from .topics import AVAILABILITY, CLOCK, HOME_ASSISTANT, PUBLIC, ROOT, ROUND_CLOCK, TOPICS, Address

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
                tuple(topic.of(own) for topic in TOPICS.values() if topic.from_relay and not topic.for_tools),
            )
        case PartyKind.RELAY:
            orders = tuple(topic.of_all(party.event) for topic in TOPICS.values() if topic.from_relay)
            orders = (*orders, f"{HOME_ASSISTANT}/device/+/config")
            return Grants((*orders, ROUND_CLOCK.of(party.event)), (f"{ROOT}/{party.event}/#",))
        case PartyKind.TOOL:
            clocks = (CLOCK.of_all(party.event), ROUND_CLOCK.of(party.event))
            return Grants((), (*clocks, AVAILABILITY.of_all(party.event), PUBLIC.of_all(party.event)))
        case PartyKind.READER:
            shown = (PUBLIC.of_all(party.event), ROUND_CLOCK.of(party.event), f"{HOME_ASSISTANT}/#")
            return Grants((f"{HOME_ASSISTANT}/status",), shown)
        case PartyKind.BROKER:
            return Grants()
