"""The Chessnut driver as the registry lists it."""

from __future__ import annotations

from drivers.spec import BleProfile, Capability, DriverSpec, HidProfile, JudgedBy, Scorecard

from .codec import ANSWERS, HID, POSITIONS, SERVICE, WRITE, ChessnutCodec

__all__ = ["SPEC"]

SPEC = DriverSpec(
    name="chessnut",
    title="Chessnut Air, Pro, Go, Move",
    codec=ChessnutCodec,
    capabilities=frozenset({Capability.PIECES, Capability.LAMPS, Capability.BATTERY}),
    geometries=((8, 8),),
    scan_ms=250,
    ble=BleProfile(
        service=SERVICE,
        write=WRITE,
        notify=(POSITIONS,),
        extra=(ANSWERS,),
        names=("Chessnut", "Smart Chess"),
        mtu=500,
    ),
    hid=HidProfile(vendor=0x2D80, channel=HID, gap_ms=200),
    scorecard=Scorecard(
        judged_by=JudgedBy.FIXTURES,
        lamps="one per square; on the Move once it has told its battery",
        reconnect="the board repeats its position",
        unconfirmed=(
            "the confirmation of 21",
            "which byte of the battery answer says charging",
            "how long USB reports are, and whether answers come as reports",
        ),
    ),
)
