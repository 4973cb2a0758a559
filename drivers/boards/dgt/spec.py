"""The DGT driver as the registry lists it."""

from __future__ import annotations

from drivers.spec import Capability, DriverSpec, JudgedBy, Scorecard, SerialLine

from .codec import OPTIONS, DgtCodec, configure

__all__ = ["SPEC"]

SPEC = DriverSpec(
    name="dgt",
    title="DGT electronic board with clock",
    codec=DgtCodec,
    capabilities=frozenset(
        {Capability.PIECES, Capability.CLOCK, Capability.TEXT, Capability.SETTING, Capability.BATTERY}
    ),
    geometries=((8, 8), (10, 10)),
    scan_ms=250,
    serial=SerialLine(baud=9600),
    options=OPTIONS,
    configure=configure,
    gains={"lamps": Capability.LAMPS},
    scorecard=Scorecard(
        judged_by=JudgedBy.CAPTURED,
        clock="times, lever, flags; texts and setting on DGT XL and DGT 3000",
        lamps="of a Revelation II, with the option `lamps`",
        reconnect="what was moved meanwhile is read from the board's memory, then the whole board",
        unconfirmed=(
            "draughts 10x10: the protocol text is the only source, both numberings and both code maps are detected",
            "setting the clock: the control byte, and whether the lever then switches",
            "battery message: 7 or 12 bytes",
            "whether a full memory is a ring; both ways are read",
            "lamps of a Revelation II, and whether a 10x10 board answers 42 or only 50 or 52: all are asked",
        ),
    ),
)
