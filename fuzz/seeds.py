"""Where the fuzzer begins: what the doubles of all devices say while a piece is moved."""

from __future__ import annotations

import random
from pathlib import Path

from drivers import registry
from drivers.codec import Codec
from drivers.readings import Reading
from firmware_sim.doubles import DOUBLES, make_double
from firmware_sim.rehearsal import DeviceScene
from firmware_sim.strokes import Stroke

__all__ = ["plant"]

STROKES = {"chess": Stroke((52, 36)), "draughts": Stroke((63, 54)), "go": Stroke((180,), piece="s")}


def plant(name: str, folder: Path) -> None:
    """Write every message that a double of this kind sends to a file of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    if name not in DOUBLES:
        return
    double = make_double(name)
    said: list[bytes] = []
    codec: Codec = registry.find(name).codec()
    scene: DeviceScene[Reading] = DeviceScene(
        double.surface,
        double.device,
        codec,
        rng=random.Random(0),  # noqa: S311 - a hand, not a secret
        lever=double.press,
        tap=lambda _, way, data: said.append(bytes(data)) if way == "in" else None,
    )
    boards = DOUBLES[name].boards
    for _ in scene.talk([STROKES[boards[0]]] if boards else [], rest_ms=3000):
        pass
    for number, message in enumerate(dict.fromkeys(said)):
        (folder / f"seed-{number}").write_bytes(b"\x00" + message)
    (folder / "seed-all").write_bytes(b"\x00" + b"".join(said)[:4000])
