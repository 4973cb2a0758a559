"""The beginnings of fuzzing: what the doubles of all devices say while a piece is moved or a clock pressed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from drivers import registry
from drivers.readings import Reading, Seat
from drivers.requests import (
    ClearSquares,
    ClearText,
    ReadBoard,
    ReadPast,
    Request,
    SetClock,
    ShowSquares,
    ShowText,
    ShowTimes,
)
from drivers.spec import DriverSpec
from firmware_sim.doubles import DOUBLES, make_double
from firmware_sim.scenes import DeviceScene
from firmware_sim.stroke import Stroke

__all__ = ["REQUESTS", "Sent", "channels", "plant", "said"]

REQUESTS: tuple[Request, ...] = (
    ReadBoard(),
    ReadPast(),
    SetClock(60_000, 60_000, left_runs=True),
    ShowText("PAUSE", beep=True),
    ClearText(),
    ShowSquares((0, 9, 63)),
    ClearSquares(),
    ShowTimes(1000, 2000),
)
"""One of each kind."""

Sent = tuple[int, bytes]
"""Bytes of a device, a `Packet` where they have a channel, and when it sent them."""

STROKES = {"chess": Stroke((52, 36)), "draughts": Stroke((63, 54)), "go": Stroke((180,), piece="s")}


def said(name: str) -> Sequence[Sent]:
    """Every message that a double of this kind sends; nothing where there is no double."""
    if name not in DOUBLES:
        return []
    double = make_double(name)
    codec = registry.find(name).codec()
    kept: list[Sent] = []
    scene: DeviceScene[Reading] = DeviceScene(
        double.surface,
        double.device,
        codec,
        rng=random.Random(0),  # noqa: S311 - a hand, not a secret
        lever=double.press,
        tap=lambda at, way, data: kept.append((at, data)) if way == "in" else None,
    )
    boards = DOUBLES[name].boards
    list(scene.talk([STROKES[boards[0]]] if boards else [], rest_ms=3000))
    for request in REQUESTS:
        codec.request(request, scene.now_ms)
        list(scene.look(scene.now_ms))
        list(scene.talk([], rest_ms=500))
    if not boards and double.press is not None:
        for seat in (Seat.LEFT, Seat.RIGHT, Seat.LEFT):
            double.press(seat, scene.now_ms)
            list(scene.look(scene.now_ms))
            list(scene.talk([], rest_ms=1000))
    return kept


def channels(spec: DriverSpec) -> tuple[str, ...]:
    """By which channels bytes may come; the empty one is a plain stream."""
    ble = spec.ble.notify + spec.ble.extra + spec.ble.read if spec.ble else ()
    return ("", *ble, *((spec.hid.channel,) if spec.hid else ()))


def plant(name: str, folder: Path) -> None:
    """Write every message to a file of its own, and all of them to one."""
    folder.mkdir(parents=True, exist_ok=True)
    messages = [data for _, data in said(name)]
    for number, message in enumerate(dict.fromkeys(map(bytes, messages))):
        (folder / f"seed-{number}").write_bytes(b"\x00" + message)
    (folder / "seed-all").write_bytes(b"\x00" + b"".join(messages)[:4000])
