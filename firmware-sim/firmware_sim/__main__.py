"""`python -m firmware_sim dgt --pty PATH | --tcp PORT`: a board in the start position with a stopped clock."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from .devices.dgt_clock import Control, Fischer, SuddenDeath
from .ports import Port, PtyPort, TcpPort
from .sets import DgtSet

__all__ = ["main"]

LINE_BAUD = 9600


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="firmware_sim", description=__doc__)
    devices = parser.add_subparsers(dest="device", required=True)
    dgt = devices.add_parser("dgt", help="a DGT board with a DGT 3000 clock")
    road = dgt.add_mutually_exclusive_group(required=True)
    road.add_argument("--pty", type=Path, metavar="PATH", help="serve on a pseudo-terminal linked to this path")
    road.add_argument("--tcp", type=int, metavar="PORT", help="serve on this TCP port of 127.0.0.1; 0 takes a free one")
    dgt.add_argument("--game", choices=["draughts", "chess"], default="draughts", help="10x10 or 8x8")
    dgt.add_argument("--minutes", type=float, default=5.0, help="starting time of both sides")
    dgt.add_argument("--increment", type=float, default=0.0, metavar="SECONDS", help="Fischer bonus per move")
    dgt.add_argument("--no-pace", action="store_true", help="faster than 9600 baud")
    return parser


def _port(arguments: argparse.Namespace) -> Port:
    main_ms, increment_ms = round(arguments.minutes * 60_000), round(arguments.increment * 1000)
    control: Control = Fischer(main_ms, increment_ms) if increment_ms else SuddenDeath(main_ms)
    kit = DgtSet.draughts(control) if arguments.game == "draughts" else DgtSet.chess(control)
    baud = None if arguments.no_pace else LINE_BAUD
    if arguments.pty is not None:
        return PtyPort(kit.board, arguments.pty.absolute(), baud=baud)
    return TcpPort(kit.board, arguments.tcp, baud=baud)


async def _serve(port: Port) -> None:
    enough = asyncio.Event()
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(signal_number, enough.set)
    async with port:
        sys.stdout.write(f"{port.url}\n")
        sys.stdout.flush()
        await enough.wait()


def main(argv: Sequence[str] | None = None) -> None:
    """Serve until interrupted."""
    arguments = _arguments().parse_args(argv)
    asyncio.run(_serve(_port(arguments)))


if __name__ == "__main__":
    main()
