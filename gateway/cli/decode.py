"""`flagfall decode`: bytes of a device to readings."""

from __future__ import annotations

import codecs
import enum
import io
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, cast

import msgspec
import typer

from drivers import registry
from drivers.codec import Packet
from drivers.errors import BadCaptureError, BadOptionError
from drivers.readings import Noise, Reading
from drivers.spec import DriverSpec
from drivers.transport.capture import Capture, Transfer, parse_capture
from drivers.transport.capture import decode as decode_capture
from gateway.model.errors import SettingsError

__all__ = ["DriverOptions", "DumpForm", "configured", "decode", "format_reading", "parse_input"]


class DumpForm(enum.StrEnum):
    """The form in which bytes are written in a file."""

    AUTO = "auto"
    RAW = "raw"
    HEX = "hex"
    CAPTURE = "capture"


DriverOptions = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the driver; may be given again."),
]


def decode(
    driver: Annotated[str, typer.Argument(metavar="DRIVER", help="The kind of device, such as dgt.")],
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="What it sent; - is standard input.")] = "-",
    form: Annotated[DumpForm, typer.Option(help="How the bytes are written.")] = DumpForm.AUTO,
    channel: Annotated[
        str, typer.Option(help="How raw bytes or digits came, where that matters: evdev, hid, or a characteristic.")
    ] = "",
    option: DriverOptions = None,
) -> None:
    """Turn what a device sent into readings, one JSON line each.

    Takes raw bytes, hexadecimal digits, or a capture as `flagfall record` writes it; then the lines have its times.
    With --form raw standard input is read as it comes, so that it may be a port.
    """
    spec = configured(driver, option)
    if file == "-" and form is DumpForm.RAW:
        _stream(spec, channel)
        return
    capture = parse_input(_read(file), form, driver)
    if channel:
        named = (replace(one, channel=one.channel or channel) for one in capture.transfers)
        capture = replace(capture, transfers=tuple(named))
    if capture.driver != driver:
        typer.echo(f"This is a capture of {capture.driver}, read as {driver}.", err=True)
    timed = any(transfer.t_ms is not None for transfer in capture.transfers)
    understood = False
    for stamped in decode_capture(capture, spec.codec()):
        understood |= not isinstance(stamped.reading, Noise)
        typer.echo(format_reading(stamped.reading, stamped.at if timed else None))
    count = sum(len(transfer.data) for transfer in capture.transfers if transfer.way == "in")
    if not understood:
        typer.echo(f"The driver {driver} finds no message in these {count} bytes from a device.", err=True)


def _stream(spec: DriverSpec, channel: str) -> None:
    """Standard input, as it comes."""
    codec = spec.codec()
    codec.connected(0)
    stdin = cast("io.BufferedReader", sys.stdin.buffer)
    while data := stdin.read1(4096):
        for reading in codec.receive(Packet(data, channel) if channel else data, 0):
            typer.echo(format_reading(reading, None))
        codec.data_to_send()  # nobody to send it to


def configured(driver: str, options: Sequence[str] | None) -> DriverSpec:
    """The driver with the options that a person gave; raises `DriverError`."""
    spec = registry.find(driver)
    values = {}
    for text in options or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOptionError(driver, text, "write NAME=VALUE")
        values[name] = value
    return spec.configured(values)


def format_reading(reading: Reading, at: int | None) -> str:
    """One line: the reading's own members, after the instant if there is one."""
    line = msgspec.to_builtins(reading)
    return msgspec.json.encode(line if at is None else {"at": at, **line}).decode()


def parse_input(data: bytes, form: DumpForm, driver: str) -> Capture:
    """The bytes in whatever form they are; raises `BadCaptureError`."""
    text = data.removeprefix(codecs.BOM_UTF8)  # as some editors begin a file of text
    if form is DumpForm.AUTO:
        form = _guess(text)
    match form:
        case DumpForm.CAPTURE:
            return parse_capture(text.splitlines(), driver)
        case DumpForm.HEX:
            return Capture(driver, tuple(_hex_lines(text)))
        case _:
            return Capture(driver, (Transfer(None, "in", data),))


_CAPTURED = re.compile(rb"\s*\{[^\n]*\"(?:flagfall_capture|hex|note)\"\s*:")
"""Objects alone do not make a capture: some devices talk in JSON themselves."""
_BITS = re.compile(rb"[01]{64}")
"""A bitmap of 64 squares, as some boards send it, is text although its digits come in pairs."""
_BETWEEN = rb"[\s,:-]|0x"
"""Characters that may stand between the digits of bytes."""


def _guess(data: bytes) -> DumpForm:
    if _CAPTURED.match(data):
        return DumpForm.CAPTURE
    # Hexadecimal digits come in pairs; lines of decimal numbers, which some boards send, do not.
    words = [word for line in _lines(data) for word in re.split(_BETWEEN, line) if word]
    if not words or any(_BITS.fullmatch(word) for word in words):
        return DumpForm.RAW
    return DumpForm.HEX if all(re.fullmatch(rb"(?:[0-9A-Fa-f]{2})+", word) for word in words) else DumpForm.RAW


def _lines(data: bytes) -> list[bytes]:
    """The lines without remarks, and without what `xxd` and `hexdump -C` write around the bytes."""
    lines = [b"" if line.lstrip().startswith(b"#") else line.strip() for line in data.splitlines()]
    return _undumped(lines) or lines


def _undumped(lines: Sequence[bytes]) -> list[bytes] | None:
    """The bytes of a dump, told by the offsets before them, which count; None if these lines are no dump."""
    count = 0
    found: list[bytes] = []
    for line in lines:
        dumped = re.fullmatch(rb"([0-9A-Fa-f]{4,8})(:?)(?:\s+(.*))?", line)
        if dumped is None or int(dumped[1], 16) != count:
            return None
        digits = dumped[3] or b""
        digits = digits.partition(b"  " if dumped[2] else b"|")[0].replace(b" ", b"")
        found.append(digits)
        count += len(digits) // 2
    return found if count else None


def _hex_lines(data: bytes) -> Iterator[Transfer]:
    """One transfer for each line, so that packets stay apart."""
    for number, line in enumerate(_lines(data), start=1):
        text = re.sub(_BETWEEN, b"", line)
        if text:
            try:
                yield Transfer(None, "in", bytes.fromhex(text.decode("ascii")))
            except ValueError as error:
                raise BadCaptureError(number, f"not hexadecimal digits in pairs: {error}") from error


def _read(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise SettingsError(f"{file} cannot be read: {error.strerror}.") from error
