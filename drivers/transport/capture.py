"""Bytes kept in a file: what a device and a host said to each other, one transfer per line.

    {"flagfall_capture": 1, "driver": "dgt", ...}              the first line, about the whole
    {"t_ms": 1200, "dir": "in", "hex": "8e00053400"}           then one line per transfer; "in" is device to host

`t_ms` is null where the time was not kept; `channel` names a BLE characteristic; further members are remarks, and so
is a line that holds a `note` and nothing else.
"""

from __future__ import annotations

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


class _Line(msgspec.Struct, omit_defaults=True):
    t_ms: float | None
    dir: str
    hex: str
    channel: str = ""


class _Remark(msgspec.Struct, forbid_unknown_fields=True):
    note: object


def parse_capture(lines: Iterable[str | bytes]) -> Capture:
    """Read a file's lines; raises `BadCaptureError` naming the line."""
    about: dict[str, object] | None = None
    transfers = []
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        try:
            if about is None:
                about = msgspec.json.decode(text, type=dict[str, object])
                if about.get("flagfall_capture") != FORM or not isinstance(about.get("driver"), str):
                    raise BadCaptureError(number, f"expected flagfall_capture {FORM} and a driver's name")
            else:
                line = _line(text)
                if isinstance(line, _Line):
                    transfers.append(_transfer(line))
        except (ValueError, msgspec.MsgspecError) as error:
            raise BadCaptureError(number, str(error)) from error
    if about is None:
        raise BadCaptureError(1, "there is nothing in it")
    return Capture(str(about["driver"]), tuple(transfers), about)


def _line(text: str | bytes) -> _Line | _Remark:
    try:
        return msgspec.json.decode(text, type=_Remark)
    except msgspec.ValidationError:
        return msgspec.json.decode(text, type=_Line)


def _transfer(line: _Line) -> Transfer:
    if line.dir not in ("in", "out"):
        msg = f"dir is in or out, not {line.dir!r}"
        raise ValueError(msg)
    t_ms = None if line.t_ms is None else round(line.t_ms)
    return Transfer(t_ms, line.dir, bytes.fromhex(line.hex), line.channel)


def format_header(driver: str, **about: object) -> bytes:
    """The first line of a file, with its line end."""
    return msgspec.json.encode({"flagfall_capture": FORM, "driver": driver, **about}) + b"\n"


def format_transfer(transfer: Transfer) -> bytes:
    """One further line, with its line end."""
    line = _Line(transfer.t_ms, transfer.way, transfer.data.hex(), transfer.channel)
    return msgspec.json.encode(line) + b"\n"


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
