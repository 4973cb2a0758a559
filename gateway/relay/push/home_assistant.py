"""Discovery messages for Home Assistant: each table a device, its status, players, moves and times as entities.

The form is that of one message a device (`homeassistant/device/.../config`), which Home Assistant has read since
2024.12. Entities read the table's public mirror; what has not been said again for a while they show as unknown.
"""

from __future__ import annotations

from typing import Any

from gateway import __version__
from gateway.bus.topics import PUBLIC, Address

__all__ = ["EXPIRES_S", "discovery_message"]

EXPIRES_S = 120
"""Seconds after which an entity is unknown if the mirror has not been sent again."""
_TIME = "{{{{ (value_json.{0}_ms / 1000) | round(0) }}}}"


def discovery_message(address: Address, event_title: str) -> dict[str, Any]:
    """The message that makes a table a device."""
    device = f"flagfall_{address.event}_{address.table}"

    def entity(key: str, name: str, platform: str = "sensor", **more: Any) -> dict[str, Any]:
        return {
            "platform": platform,
            "unique_id": f"{device}_{key}",
            "name": name,
            "value_template": f"{{{{ value_json.{key} }}}}",
            "expire_after": EXPIRES_S,
            **more,
        }

    duration = {"device_class": "duration", "unit_of_measurement": "s"}
    truth = {"value_template": "{{ 'ON' if value_json.online else 'OFF' }}", "device_class": "connectivity"}
    runs = {"value_template": "{{ 'ON' if value_json.running else 'OFF' }}", "device_class": "running"}
    return {
        "device": {
            "identifiers": [device],
            "name": f"Table {address.table}",
            "manufacturer": "Flagfall",
            "model": event_title,
            "sw_version": __version__,
        },
        "origin": {"name": "flagfall", "sw_version": __version__},
        "state_topic": PUBLIC.of(address),
        "qos": 1,
        "components": {
            "status": entity("status", "Status", icon="mdi:chess-pawn"),
            "white": entity("white", "White"),
            "black": entity("black", "Black"),
            "turn": entity("turn", "On move"),
            "ply": entity("ply", "Moves made"),
            "last_move": entity("last_move", "Last move"),
            "result": entity("result", "Result", icon="mdi:flag-checkered"),
            "white_time": entity("white_time", "White's time", value_template=_TIME.format("white"), **duration),
            "black_time": entity("black_time", "Black's time", value_template=_TIME.format("black"), **duration),
            "online": entity("online", "Connected", "binary_sensor", **truth),
            "clock": entity("clock", "Clock", "binary_sensor", **runs),
        },
    }
