"""The Pegasus driver as the registry lists it."""

from __future__ import annotations

from drivers.spec import BleProfile, Capability, DriverSpec, JudgedBy, Scorecard

from .codec import NOTIFY, OPTIONS, SERVICE, WRITE, PegasusCodec, configure

__all__ = ["SPEC"]

SPEC = DriverSpec(
    name="pegasus",
    title="DGT Pegasus",
    codec=PegasusCodec,
    capabilities=frozenset({Capability.LAMPS, Capability.BATTERY}),
    geometries=((8, 8),),
    scan_ms=250,
    ble=BleProfile(service=SERVICE, write=WRITE, notify=(NOTIFY,), names=("DGT_PEGASUS",), mtu=70),
    options=OPTIONS,
    configure=configure,
    scorecard=Scorecard(
        judged_by=JudgedBy.TEXT,
        lamps="one per square",
        reconnect="the whole board is read again",
        unconfirmed=("whether an empty square is 00 or 7F", "what it does without a key", "answers 96, A4, A5"),
    ),
)
