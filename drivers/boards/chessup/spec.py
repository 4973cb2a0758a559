"""The ChessUp driver as the registry lists it."""

from __future__ import annotations

from drivers.spec import BleProfile, Capability, DriverSpec, JudgedBy, Scorecard

from .codec import NOTIFY, SERVICE, WRITE, ChessUpCodec

__all__ = ["SPEC"]

SPEC = DriverSpec(
    name="chessup",
    title="ChessUp",
    codec=ChessUpCodec,
    capabilities=frozenset({Capability.PIECES}),
    geometries=((8, 8),),
    scan_ms=200,  # the position is asked for a while after each message
    ble=BleProfile(service=SERVICE, write=WRITE, notify=(NOTIFY,), names=("ChessUp",), mtu=76),
    scorecard=Scorecard(
        judged_by=JudgedBy.TEXT,
        reconnect="the whole position is read again",
        unconfirmed=(
            "the length of the promotion message",
            "whether the position is told without a game",
            "moves against the rules are not told",
        ),
    ),
)
