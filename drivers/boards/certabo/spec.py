"""The drivers for Certabo and Tabutronic boards as the registry lists them."""

from __future__ import annotations

from dataclasses import replace

from drivers.spec import Capability, DriverSpec, JudgedBy, Scorecard, SerialLine

from .codec import OPTIONS, CertaboCodec, configure

__all__ = ["CERTABO", "TABUTRONIC"]

CERTABO = DriverSpec(
    name="certabo",
    title="Certabo (RFID)",
    codec=CertaboCodec,
    capabilities=frozenset({Capability.PIECES, Capability.LAMPS}),
    geometries=((8, 8),),
    scan_ms=700,  # a line takes 220 ms at this speed, and two of three must agree
    serial=SerialLine(baud=38400, dtr=False),
    options=OPTIONS,
    configure=configure,
    scorecard=Scorecard(
        judged_by=JudgedBy.CAPTURED,
        lamps="one per square; coloured ones (option `lamps`) at the corners of squares",
        reconnect="the board talks all the time; tags learned before are kept by the link",
        unconfirmed=(
            "coloured lamps (Spectrum): their order, and whether such a board tells by a D to the command of others",
            "line feeds inside numbers were stored so; nobody knows whether they are on the wire",
        ),
    ),
)

TABUTRONIC = replace(
    CERTABO,
    name="tabutronic",
    title="Tabutronic (Sentio, Tactum; Cerno as Certabo)",
    capabilities=frozenset({Capability.LAMPS}),
    scan_ms=250,
    scorecard=Scorecard(
        judged_by=JudgedBy.FIXTURES,
        lamps="one per square, by the command of Certabo",
        reconnect="the board talks all the time",
        unconfirmed=("which bit is file a", "lamp order", "how often lines come"),
    ),
)
