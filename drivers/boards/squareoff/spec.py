"""The Square Off drivers as the registry lists them."""

from __future__ import annotations

from drivers.spec import BleProfile, Capability, DriverSpec, JudgedBy, Scorecard

from . import neo
from .pro import ProCodec

__all__ = ["NEO", "PRO"]

PRO = DriverSpec(
    name="squareoff-pro",
    title="Square Off Pro",
    codec=ProCodec,
    capabilities=frozenset({Capability.LAMPS, Capability.BATTERY}),
    geometries=((8, 8),),
    scan_ms=200,
    ble=BleProfile(
        service=neo.SERVICE, write=neo.UART_OUT, notify=(neo.UART_IN,), names=("Squareoff", "Square Off"), mtu=104
    ),
    scorecard=Scorecard(
        judged_by=JudgedBy.TEXT,
        lamps="one per square",
        reconnect="the whole board is read again",
        unconfirmed=("how the voltage maps to percent", "which names are advertised"),
    ),
)

NEO = DriverSpec(
    name="squareoff-neo",
    title="Square Off Neo",
    codec=neo.NeoCodec,
    capabilities=frozenset({Capability.BATTERY}),
    geometries=((8, 8),),
    scan_ms=200,
    ble=BleProfile(
        service=neo.SERVICE,
        write=neo.UART_OUT,
        notify=(neo.EVENTS, neo.BITMAP),
        extra=(neo.UART_IN, neo.BATTERY_LEVEL),
        names=("Squareoff", "Square Off", "Miko"),
        mtu=517,
    ),
    scorecard=Scorecard(
        judged_by=JudgedBy.CAPTURED,
        reconnect="the board shows itself every two seconds",
        unconfirmed=("which part of the greeting it needs", "which names are advertised"),
    ),
)
