"""The Chess Peripheral Protocol driver as the registry lists it."""

from __future__ import annotations

from drivers.spec import BleProfile, Capability, DriverSpec, JudgedBy, Scorecard, SerialLine

from .codec import BATTERY_LEVEL, NOTIFY, OPTIONS, SERVICE, WRITE, CppCodec, configure

__all__ = ["SPEC"]

SPEC = DriverSpec(
    name="cpp",
    title="Any board that speaks the open Chess Peripheral Protocol",
    codec=CppCodec,
    capabilities=frozenset(
        {Capability.PIECES, Capability.LAMPS, Capability.TEXT, Capability.TIMES, Capability.BATTERY}
    ),
    geometries=((8, 8), (10, 10), (15, 15)),
    scan_ms=200,  # every maker's own; without any, a piece that slides would have moved on every square of its way
    serial=SerialLine(baud=115_200),
    ble=BleProfile(
        service=SERVICE,
        write=WRITE,
        notify=(NOTIFY,),
        extra=(BATTERY_LEVEL,),
        read=(BATTERY_LEVEL,),
        lines=True,
        mtu=128,
    ),
    options=OPTIONS,
    configure=configure,
    scorecard=Scorecard(
        judged_by=JudgedBy.TEXT,
        clock="shows remaining times; keeps none",
        lamps="by our own feature `squares`",
        reconnect="the whole board is read again",
        unconfirmed=("captures of several pieces, ranks above nine and stones are our reading: see docs/cpp.md",),
    ),
)
