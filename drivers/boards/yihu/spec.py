"""The Yihu driver as the registry lists it."""

from __future__ import annotations

from drivers.spec import BleProfile, Capability, DriverSpec, JudgedBy, Scorecard

from .codec import NOTIFY, SERVICE, SIDE, WRITE, YihuCodec

__all__ = ["SPEC"]

SPEC = DriverSpec(
    name="yihu",
    title="Yihu smart goban",
    codec=YihuCodec,
    capabilities=frozenset({Capability.LAMPS}),
    geometries=((SIDE, SIDE),),
    answers=False,
    ble=BleProfile(service=SERVICE, write=WRITE, notify=(NOTIFY,), names=("Yihu",)),
    scorecard=Scorecard(
        judged_by=JudgedBy.CAPTURED,
        lamps="one per point",
        reconnect="stones put while the link was down are not told: the arbiter is alerted and enters them",
        unrepaired="a stone: the board tells each once and never shows itself",
        unconfirmed=("how a lamp is put out", "which name is advertised", "the last four bytes of a placement"),
    ),
)
