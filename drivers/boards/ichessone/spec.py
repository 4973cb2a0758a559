"""The iChessOne driver as the registry lists it."""

from __future__ import annotations

from drivers.spec import BleProfile, Capability, DriverSpec, JudgedBy, Scorecard

from .codec import NOTIFY, SERVICE, WRITE, IChessOneCodec

__all__ = ["SPEC"]

SPEC = DriverSpec(
    name="ichessone",
    title="iChessOne",
    codec=IChessOneCodec,
    capabilities=frozenset({Capability.PIECES, Capability.LAMPS, Capability.BATTERY}),
    geometries=((8, 8),),
    scan_ms=250,
    ble=BleProfile(service=SERVICE, write=WRITE, notify=(NOTIFY,), names=("iChessOne",), mtu=37),
    scorecard=Scorecard(
        judged_by=JudgedBy.FIXTURES,
        lamps="one per square",
        reconnect="the whole board is read again",
        unconfirmed=("from which end the brightness of lamps is counted",),
    ),
)
