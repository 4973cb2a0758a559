"""The DGT 3000 gateway driver as the registry lists it."""

from __future__ import annotations

from drivers.spec import BleProfile, Capability, DriverSpec, JudgedBy, Scorecard

from .codec import COMMAND, EVENTS, SERVICE, VERSION, Dgt3000Codec

__all__ = ["SPEC"]

SPEC = DriverSpec(
    name="dgt3000-ble",
    title="DGT 3000 clock behind the open BLE gateway",
    codec=Dgt3000Codec,
    capabilities=frozenset({Capability.CLOCK, Capability.TEXT, Capability.SETTING}),
    ble=BleProfile(
        service=SERVICE, write=COMMAND, notify=(EVENTS,), read=(VERSION,), names=("DGT3000-Gateway",), mtu=512
    ),
    scorecard=Scorecard(
        judged_by=JudgedBy.TEXT,
        clock="times, lever, set and run, text; increments are added by whoever sets it",
        unrepaired="a press, so that the side that pressed goes on running; the times are right again in five seconds",
        reconnect="the times are read again",
        unconfirmed=("protocol 1.0 sets a side to zero that is told to stand: use 1.1",),
    ),
)
