"""The simulator of a device, served on a pseudo-terminal, a TCP port or the air, for anybody's software."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from drivers.errors import UnknownDriverError
from drivers.transport.capture import Transfer, parse_capture
from firmware_sim.devices import SimulatedDevice
from firmware_sim.devices.capture_replay import BleReplay, CaptureReplay
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
    from firmware_sim.air import BleDevice

__all__ = ["BOARDS", "DRIVERS", "Connection", "LineFaults", "run_simulator"]

DRIVERS = tuple(sorted(DOUBLES))
"""Names of the drivers that have a simulated device."""


class Connection(NamedTuple):
    """The one way on which the device is reached; exactly one of them is given."""

    pty: Path | None = None
    tcp: int | None = None
    ble: str | None = None


class LineFaults(NamedTuple):
    """Faults of the line between device and computer, each a chance from 0 to 1; `burst` messages arrive together."""

    noise: float = 0.0
    loss: float = 0.0
    stumps: float = 0.0
    burst: int = 1

    def drawn_from(self, rng: random.Random) -> tuple[Fault, ...]:
        """The faults, drawn from one source of chance."""
        faults: tuple[Fault, ...] = (LineNoise(rng, self.noise), Loss(rng, self.loss), Stump(rng, self.stumps))
        return (*faults, Burst(self.burst)) if self.burst > 1 else faults


def run_simulator(
    driver: str,
    connection: Connection,
    faults: LineFaults,
    *,
    board: str,
    clock: str,
    remote: bool,
    replay: Path | None,
    flaws: str,
    seed: int,
    pace: bool,
) -> None:
    """Serve the double of a driver's device until standard input ends."""
    if driver not in DOUBLES:
        raise UnknownDriverError(driver, sorted(DOUBLES))
    if sum(way is not None for way in connection) != 1:
        raise SettingsError("Choose one of --pty PATH, --tcp PORT and --ble HCI.")
    rng = random.Random(seed)  # noqa: S311 - noise, not a secret
    try:
        double = make_double(driver, board, clock=clock, remote=remote, flaws=tuple(parse_flaws(flaws, rng)))
    except ValueError as error:
        raise SettingsError(f"{error}.") from error
    if replay is not None:
        double = _replayed(replay, driver, double)
    asyncio.run(_serve(double, connection, faults.drawn_from(rng), double.baud if pace else None))


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


async def _serve(double: Double, connection: Connection, faults: tuple[Fault, ...], baud: int | None) -> None:
    time = WallTime()
    port: Port
    if connection.ble is not None:
        await _serve_ble(_on_air(double.device), double, connection.ble, time, faults)
        return
    if connection.pty is not None:
        port = PtyPort(double.device, connection.pty.absolute(), time, baud=baud, faults=faults)
    else:
        port = TcpPort(double.device, connection.tcp or 0, time, baud=baud, faults=faults)
    try:
        await serve(double, port, time)
    except OSError as error:
        raise SettingsError(f"{port.url} cannot be served: {error.strerror or error}.") from error


async def _serve_ble(device: BleDevice, double: Double, ble: str, time: WallTime, faults: tuple[Fault, ...]) -> None:
    try:
        from bumble.core import BaseBumbleError

        from firmware_sim.air import Air, BlePort
        from firmware_sim.antenna import AirServer
        from firmware_sim.chip import Chip
    except ImportError as error:
        raise SettingsError("Simulated Bluetooth needs bumble: pip install 'flagfall[radio]'.") from error
    kind, _, port = ble.partition(":")
    if kind == "air" and not (port.isdecimal() and int(port) <= 0xFFFF):
        raise SettingsError(f"{ble!r} is not an air: write air:PORT, such as air:6402.")
    async with contextlib.AsyncExitStack() as stack:
        try:
            if kind == "air":
                air = await stack.enter_async_context(Air())
                server = await stack.enter_async_context(AirServer(air, int(port)))
                print(f"Programs that are started with FLAGFALL_HCI={server.hci} hear it.", file=sys.stderr)
            else:
                air = await stack.enter_async_context(Chip(ble))
        except (OSError, ValueError, BaseBumbleError) as error:
            raise SettingsError(f"There is no Bluetooth by {ble}: {str(error) or type(error).__name__}.") from error
        await serve(double, BlePort(device, air, time, faults=faults), time)
