"""The ChessLink driver as the registry lists it."""

from __future__ import annotations

from drivers.spec import BleProfile, Capability, DriverSpec, JudgedBy, Scorecard, SerialLine

from .codec import ChessLinkCodec

__all__ = ["SPEC"]

SPEC = DriverSpec(
    name="chesslink",
    title="Millennium ChessLink",
    codec=ChessLinkCodec,
    capabilities=frozenset({Capability.PIECES, Capability.LAMPS}),
    geometries=((8, 8),),
    scan_ms=100,
    serial=SerialLine(baud=38400, dtr=False),  # 7 data bits and odd parity; the codec sets the parity bit, as over BLE
    ble=BleProfile(
        service="49535343-fe7d-4ae5-8fa9-9fafd205e455",
        write="49535343-8841-43f4-a8d4-ecbe34729bb3",
        notify=("49535343-1e4d-4bd9-ba61-23c647249616",),
        names=("MILLENNIUM CHESS",),
    ),
    scorecard=Scorecard(
        judged_by=JudgedBy.CAPTURED,
        lamps="four at the corners of each square",
        reconnect="the whole board is read again",
        unconfirmed=(
            "only the version was captured, no position",
            "which corner the board counts from: a8 by the text, h1 in two programs",
        ),
    ),
)
