"""`flagfall sim`: the double of a device, for anybody's software."""

from __future__ import annotations

import asyncio
import contextlib
import random
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from drivers.errors import UnknownDriverError
from drivers.transport.capture import Transfer, parse_capture
from firmware_sim.devices import SimulatedDevice
from firmware_sim.devices.replay import BleReplay, CaptureReplay
from firmware_sim.doubles import BOARDS, DOUBLES, Double, make_double
from firmware_sim.faults import Burst, Fault, LineNoise, Loss, Stump
from firmware_sim.gatt import Value
from firmware_sim.ports import Port, PtyPort, TcpPort
from firmware_sim.sensor_flaws import parse_flaws
from firmware_sim.serve import serve
from firmware_sim.surface import EMPTY, Surface
from firmware_sim.timebase import WallTime
from gateway.model.errors import SettingsError

if TYPE_CHECKING:
    from firmware_sim.radio import BleDevice

__all__ = ["sim"]


def sim(
    driver: Annotated[str, typer.Argument(metavar="DRIVER", help="Whose double: " + ", ".join(sorted(DOUBLES)) + ".")],
    pty: Annotated[
        Path | None, typer.Option(metavar="PATH", help="Serve on a pseudo-terminal linked to this path.")
    ] = None,
    tcp: Annotated[
        int | None,
        typer.Option(metavar="PORT", min=0, max=65535, help="Serve on this TCP port of 127.0.0.1; 0 takes a free one."),
    ] = None,
    ble: Annotated[
        str | None,
        typer.Option(
            metavar="HCI", help="Serve over Bluetooth: air:PORT without any radio, or a chip as bumble names it, usb:0."
        ),
    ] = None,
    board: Annotated[str, typer.Option(help="Which board, where there are several: " + ", ".join(BOARDS) + ".")] = "",
    replay: Annotated[
        Path | None, typer.Option(metavar="CAPTURE", help="Say again what a real device said, instead.")
    ] = None,
    noise: Annotated[float, typer.Option(min=0, max=1, help="Chance of noise before a message.")] = 0.0,
    loss: Annotated[float, typer.Option(min=0, max=1, help="Chance that a message gets lost.")] = 0.0,
    stumps: Annotated[float, typer.Option(min=0, max=1, help="Chance that a message is cut short.")] = 0.0,
    burst: Annotated[int, typer.Option(min=1, help="So many messages arrive at a time.")] = 1,
    flaws: Annotated[str, typer.Option(help="Bad sensors: dead:44,stuck:20=M,chatter:12,bounce:0.05, by cells.")] = "",
    seed: Annotated[int, typer.Option(help="The same seed, the same noise and flaws.")] = 0,
    pace: Annotated[bool, typer.Option(help="As slow as the device's line.")] = True,
) -> None:
    """Start the double of a device and print its address; lines on standard input move its pieces.

    `52-36` moves what stands on cell 52 (counted row by row from 0), `lift 52`, `put 36 P`, `set up`; `left` and
    `right` press the clock, `run` starts and stops it; `unplug` and `plug` pull the cable and put it back.
    """
    if driver not in DOUBLES:
        raise UnknownDriverError(driver, sorted(DOUBLES))
    if sum(road is not None for road in (pty, tcp, ble)) != 1:
        raise SettingsError("Choose one of --pty PATH, --tcp PORT and --ble HCI.")
    rng = random.Random(seed)  # noqa: S311 - noise, not a secret
    try:
        double = make_double(driver, board, flaws=tuple(parse_flaws(flaws, rng)))
    except ValueError as error:
        raise SettingsError(f"{error}.") from error
    if replay is not None:
        double = _replayed(replay, driver, double)
    faults: list[Fault] = [LineNoise(rng, noise), Loss(rng, loss), Stump(rng, stumps)]
    faults += [Burst(burst)] if burst > 1 else []
    asyncio.run(_serve(double, pty and pty.absolute(), tcp, ble, tuple(faults), double.baud if pace else None))


def _replayed(path: Path, driver: str, double: Double) -> Double:
    try:
        capture = parse_capture(path.read_bytes().splitlines(), driver)
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}.") from error
    said = [(transfer.t_ms, _on_channel(transfer)) for transfer in capture.transfers if transfer.way == "in"]
    asked = any(transfer.way == "out" for transfer in capture.transfers)
    profile = getattr(double.device, "profile", None)
    device = CaptureReplay(said, waits=asked) if profile is None else BleReplay(said, profile, waits=asked)
    return Double(device, Surface(1, 1), EMPTY, None, None, double.baud)


def _on_channel(transfer: Transfer) -> bytes:
    return Value(transfer.data, transfer.channel) if transfer.channel else transfer.data


def _on_air(device: SimulatedDevice) -> BleDevice:
    if not hasattr(device, "profile"):
        raise SettingsError("This device has no Bluetooth; serve it with --pty or --tcp.")
    return cast("BleDevice", device)


async def _serve(
    double: Double, pty: Path | None, tcp: int | None, ble: str | None, faults: tuple[Fault, ...], baud: int | None
) -> None:
    time = WallTime()
    port: Port
    if ble is not None:
        await _serve_ble(_on_air(double.device), double, ble, time, faults)
        return
    if pty is not None:
        port = PtyPort(double.device, pty, time, baud=baud, faults=faults)
    else:
        port = TcpPort(double.device, tcp or 0, time, baud=baud, faults=faults)
    try:
        await serve(double, port, time)
    except OSError as error:
        raise SettingsError(f"{port.url} cannot be served: {error.strerror or error}.") from error


async def _serve_ble(device: BleDevice, double: Double, ble: str, time: WallTime, faults: tuple[Fault, ...]) -> None:
    try:
        from bumble.core import BaseBumbleError

        from firmware_sim.antenna import AirServer
        from firmware_sim.chip import Chip
        from firmware_sim.radio import Air, BlePort
    except ImportError as error:
        raise SettingsError("Simulated Bluetooth needs bumble: pip install 'flagfall[radio]'.") from error
    road, _, port = ble.partition(":")
    if road == "air" and not (port.isdecimal() and int(port) <= 0xFFFF):
        raise SettingsError(f"{ble!r} is no air: write air:PORT, such as air:6402.")
    async with contextlib.AsyncExitStack() as stack:
        try:
            if road == "air":
                air = await stack.enter_async_context(Air())
                server = await stack.enter_async_context(AirServer(air, int(port)))
                typer.echo(f"Programs that are started with FLAGFALL_HCI={server.hci} hear it.", err=True)
            else:
                air = await stack.enter_async_context(Chip(ble))
        except (OSError, ValueError, BaseBumbleError) as error:
            raise SettingsError(f"There is no Bluetooth by {ble}: {str(error) or type(error).__name__}.") from error
        await serve(double, BlePort(device, air, time, faults=faults), time)
