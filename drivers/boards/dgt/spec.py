"""The DGT driver as the registry lists it."""

from __future__ import annotations

from drivers.spec import Capability, DriverSpec, SerialLine

from .codec import DgtCodec

__all__ = ["SPEC"]

SPEC = DriverSpec(
    name="dgt",
    title="DGT electronic board with clock",
    codec=DgtCodec,
    capabilities=frozenset({Capability.PIECES, Capability.CLOCK, Capability.TEXT, Capability.BATTERY}),
    geometries=((8, 8), (10, 10)),
    scan_ms=250,
    serial=SerialLine(baud=9600),
)
