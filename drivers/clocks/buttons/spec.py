"""The driver for bare buttons as the registry lists it."""

from __future__ import annotations

from drivers.spec import Capability, DriverSpec, JudgedBy, Scorecard, SerialLine

from .codec import OPTIONS, ButtonsCodec, configure

__all__ = ["SPEC"]

SPEC = DriverSpec(
    name="buttons",
    title="Two buttons or a lever: keyboard, GPIO or a small microcontroller",
    codec=ButtonsCodec,
    capabilities=frozenset({Capability.LEVER}),
    serial=SerialLine(baud=115200),
    answers=False,
    options=OPTIONS,
    configure=configure,
    scorecard=Scorecard(
        judged_by=JudgedBy.TEXT,
        clock="presses only; the agent keeps the time",
        unrepaired="a press",
        reconnect="presses while the cable is out are lost",
    ),
)
