"""Bytes kept in a file: what a device and a host said to each other, one transfer per line.

    {"flagfall_capture": 1, "driver": "dgt", ...}              the first line, about the whole
    {"t_ms": 1200, "dir": "in", "hex": "8e00053400"}           then one line per transfer; "in" is device to host

`t_ms` is null or missing where the time was not kept; `dir` may be missing for a device that was only listened to;
`channel` names a BLE characteristic. Further members are remarks, and so is a line that has neither `dir` nor `hex`. A
last line that was cut short, as when the power went while it was written, is left out.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import msgspec

from drivers.codec import Codec, Packet
from drivers.errors import BadCaptureError
from drivers.readings import Stamped

__all__ = ["FORM", "Capture", "Transfer", "decode", "format_header", "format_transfer", "parse_capture"]

FORM = 1
"""The form described above."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """Some bytes in one direction."""

    t_ms: int | None
    way: str
    data: bytes
    channel: str = ""


@dataclass(frozen=True, slots=True)
class Capture:
    """A whole file."""

    driver: str
    transfers: tuple[Transfer, ...]
    about: Mapping[str, object] = field(default_factory=dict)


class _Line(msgspec.Struct):
    t_ms: float | None = None
    dir: str = ""
    hex: str | None = None
    channel: str | None = None


def parse_capture(lines: Iterable[str | bytes], driver: str = "") -> Capture:
    """Read a file's lines; raises `BadCaptureError` naming the line.

    With a driver's name the first line may be missing, as in a part of a file.
    """
    about: dict[str, object] = {}
    transfers: list[Transfer] = []
    cut: BadCaptureError | None = None
    for number, line in enumerate(lines, start=1):
        text = line.encode("utf-8", "surrogateescape") if isinstance(line, str) else line
        text = text.removeprefix(codecs.BOM_UTF8)  # as some editors begin a file of text
        if not text.strip():
            continue
        if cut is not None:
            raise cut
        try:
            if not about:
                about = msgspec.json.decode(text, type=dict[str, object])
                if "flagfall_capture" in about or not driver:
                    _check(about)
                    continue
                about = {"flagfall_capture": FORM, "driver": driver}
            transfers += _transfers(msgspec.json.decode(text, type=_Line))
        except (ValueError, msgspec.MsgspecError) as error:
            wrong = BadCaptureError(number, str(error))
            if not about or "truncated" not in str(error):
                raise wrong from error
            cut = wrong  # unless it is the last line
    if not about:
        raise BadCaptureError(1, "there is nothing in it")
    return Capture(str(about["driver"]), tuple(transfers), about)


def _check(about: Mapping[str, object]) -> None:
    if about.get("flagfall_capture") != FORM or not isinstance(about.get("driver"), str):
        msg = f"expected flagfall_capture {FORM} and a driver's name"
        raise ValueError(msg)


def _transfers(line: _Line) -> list[Transfer]:
    """The transfer of a line; none if it is a remark."""
    way = line.dir or "in"
    if line.hex is None:
        if line.dir:
            msg = "it has no hex"
            raise ValueError(msg)
        return []
    if way not in ("in", "out"):
        msg = f"dir is in or out, not {line.dir!r}"
        raise ValueError(msg)
    t_ms = None if line.t_ms is None else round(line.t_ms)
    return [Transfer(t_ms, way, bytes.fromhex(line.hex), line.channel or "")]


def format_header(driver: str, **about: object) -> bytes:
    """The first line of a file, with its line end."""
    return msgspec.json.encode({"flagfall_capture": FORM, "driver": driver, **about}) + b"\n"


def format_transfer(transfer: Transfer) -> bytes:
    """One further line, with its line end."""
    line = {"t_ms": transfer.t_ms, "dir": transfer.way, "hex": transfer.data.hex()}
    return msgspec.json.encode({**line, "channel": transfer.channel} if transfer.channel else line) + b"\n"


def decode(capture: Capture, codec: Codec) -> Iterator[Stamped]:
    """What the device said, by a fresh codec; a transfer without a time has that of the one before."""
    at = next((transfer.t_ms for transfer in capture.transfers if transfer.t_ms is not None), 0)
    codec.connected(at)
    for transfer in capture.transfers:
        at = at if transfer.t_ms is None else transfer.t_ms
        if transfer.way == "in":
            data = Packet(transfer.data, transfer.channel) if transfer.channel else transfer.data
            for reading in codec.receive(data, at):
                yield Stamped(at, reading)
        codec.data_to_send()  # nobody to send it to
