"""`python -m firmware_sim DRIVER --pty PATH | --tcp PORT`: a device in the start position, its clock stopped."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from pathlib import Path

from .devices.dgt_clock import ClockMode, FischerMode, SuddenDeathMode
from .doubles import BOARDS, DOUBLES, Double, make_double
from .ports import Port, PtyPort, TcpPort
from .serve import serve
from .timebase import WallTime

__all__ = ["main"]


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="firmware_sim", description=__doc__)
    parser.add_argument("device", choices=sorted(DOUBLES), help="the driver whose double it is")
    road = parser.add_mutually_exclusive_group(required=True)
    road.add_argument("--pty", type=Path, metavar="PATH", help="serve on a pseudo-terminal linked to this path")
    road.add_argument("--tcp", type=int, metavar="PORT", help="serve on this TCP port of 127.0.0.1; 0 takes a free one")
    parser.add_argument("--game", choices=sorted(BOARDS), default="", help="which board, where there are several")
    parser.add_argument("--minutes", type=float, default=5.0, help="starting time of both sides")
    parser.add_argument("--increment", type=float, default=0.0, metavar="SECONDS", help="Fischer bonus per move")
    parser.add_argument("--remote", action="store_true", help="the clock is in option 25: a computer may set it")
    parser.add_argument("--no-pace", action="store_true", help="faster than the device's line")
    return parser


def _port(arguments: argparse.Namespace, double: Double, time: WallTime) -> Port:
    baud = None if arguments.no_pace else double.baud
    if arguments.pty is not None:
        return PtyPort(double.device, arguments.pty.absolute(), time, baud=baud)
    return TcpPort(double.device, arguments.tcp, time, baud=baud)


async def _serve(arguments: argparse.Namespace) -> None:
    main_ms, increment_ms = round(arguments.minutes * 60_000), round(arguments.increment * 1000)
    control: ClockMode = FischerMode(main_ms, increment_ms) if increment_ms else SuddenDeathMode(main_ms)
    double = make_double(arguments.device, arguments.game, control=control, remote=arguments.remote)
    time = WallTime()
    await serve(double, _port(arguments, double, time), time)


def main(argv: Sequence[str] | None = None) -> None:
    """Serve until interrupted."""
    arguments = _arguments().parse_args(argv)
    if arguments.game and arguments.game not in DOUBLES[arguments.device].boards:
        _arguments().error(f"{arguments.device} is not made for {arguments.game}")
    asyncio.run(_serve(arguments))


if __name__ == "__main__":
    main()
