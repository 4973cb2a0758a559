"""`flagfall decode`: bytes of a device to readings."""

from __future__ import annotations

import enum
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from drivers import registry
from drivers.errors import BadCaptureError, BadOptionError
from drivers.readings import Reading
from drivers.spec import DriverSpec
from drivers.transport.capture import Capture, Transfer, parse_capture
from drivers.transport.capture import decode as decode_capture
from gateway.model.errors import SettingsError

__all__ = ["Form", "Options", "configured", "decode", "format_reading", "parse_input"]


class Form(enum.StrEnum):
    """How bytes are written in a file."""

    AUTO = "auto"
    RAW = "raw"
    HEX = "hex"
    CAPTURE = "capture"


Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the driver; may be given again."),
]


def decode(
    driver: Annotated[str, typer.Argument(metavar="DRIVER", help="The kind of device, such as dgt.")],
    file: Annotated[str, typer.Argument(metavar="[FILE|-]", help="What it sent; - is standard input.")] = "-",
    form: Annotated[Form, typer.Option(help="How the bytes are written.")] = Form.AUTO,
    option: Options = None,
) -> None:
    """Turn what a device sent into readings, one JSON line each.

    Takes raw bytes, hexadecimal digits, or a capture as `flagfall record` writes it; then the lines have its times.
    """
    spec = configured(driver, option)
    capture = parse_input(_read(file), form, driver)
    timed = any(transfer.t_ms is not None for transfer in capture.transfers)
    for stamped in decode_capture(capture, spec.codec()):
        typer.echo(format_reading(stamped.reading, stamped.at if timed else None))


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


def parse_input(data: bytes, form: Form, driver: str) -> Capture:
    """The bytes in whatever form they are; raises `BadCaptureError`."""
    if form is Form.AUTO:
        form = _guess(data)
    match form:
        case Form.CAPTURE:
            return parse_capture(data.splitlines())
        case Form.HEX:
            return Capture(driver, tuple(_hex_lines(data)))
        case _:
            return Capture(driver, (Transfer(None, "in", data),))


def _guess(data: bytes) -> Form:
    if data.lstrip().startswith(b"{"):
        return Form.CAPTURE
    # Hexadecimal digits come in pairs; lines of decimal numbers, which some boards send, do not.
    words = re.split(rb"[\s,:]+|0x", data.strip())
    is_hex = bool(data.strip()) and all(re.fullmatch(rb"(?:[0-9A-Fa-f]{2})+", word) for word in words if word)
    return Form.HEX if is_hex else Form.RAW


def _hex_lines(data: bytes) -> Iterator[Transfer]:
    """One transfer for each line, so that packets stay apart."""
    for number, line in enumerate(data.splitlines(), start=1):
        text = re.sub(rb"[\s,:]|0x", b"", line)
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
