"""Where the fuzzer begins: what the doubles of all devices say while a piece is moved."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from drivers import registry
from drivers.readings import Reading, Seat
from firmware_sim.doubles import DOUBLES, make_double
from firmware_sim.rehearsal import DeviceScene
from firmware_sim.strokes import Stroke

__all__ = ["plant", "said"]

STROKES = {"chess": Stroke((52, 36)), "draughts": Stroke((63, 54)), "go": Stroke((180,), piece="s")}


def said(name: str) -> Sequence[bytes]:
    """Every message that a double of this kind sends; nothing where there is no double."""
    if name not in DOUBLES:
        return []
    double = make_double(name)
    kept: list[bytes] = []
    scene: DeviceScene[Reading] = DeviceScene(
        double.surface,
        double.device,
        registry.find(name).codec(),
        rng=random.Random(0),  # noqa: S311 - a hand, not a secret
        lever=double.press,
        tap=lambda _, way, data: kept.append(data) if way == "in" else None,
    )
    boards = DOUBLES[name].boards
    for _ in scene.talk([STROKES[boards[0]]] if boards else [], rest_ms=3000):
        pass
    if not boards and double.press is not None:
        for seat in ("left", "right"):
            double.press(Seat(seat), scene.now_ms)
            double.device.wake(scene.now_ms)
            kept += double.device.data_to_send()
    return kept


def plant(name: str, folder: Path) -> None:
    """Write every message to a file of its own, and all of them to one."""
    folder.mkdir(parents=True, exist_ok=True)
    messages = said(name)
    for number, message in enumerate(dict.fromkeys(map(bytes, messages))):
        (folder / f"seed-{number}").write_bytes(b"\x00" + message)
    (folder / "seed-all").write_bytes(b"\x00" + b"".join(messages)[:4000])
