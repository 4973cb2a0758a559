"""Availability of a table's agent. `offline` is the agent's last will, and is also said in words when it stops."""

from __future__ import annotations

import msgspec

__all__ = ["Availability"]


class Availability(msgspec.Struct, frozen=True, omit_defaults=True):
    """Retained; sent again on every connect, since a broker may forget and a stale will may linger."""

    online: bool
    devices: dict[str, bool] = {}
    """By device name; empty when the agent itself is away and nothing is known."""
    version: str = ""
