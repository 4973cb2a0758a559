"""`flagfall sim`: the simulated device of a driver, for anybody's software."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gateway.lab.simulator import BOARDS, DRIVERS, Connection, LineFaults, run_simulator

__all__ = ["sim"]


def sim(
    driver: Annotated[str, typer.Argument(metavar="DRIVER", help=f"Whose device: {', '.join(DRIVERS)}.")],
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
    clock: Annotated[str, typer.Option(help="Which clock is plugged into a DGT board: 3000, xl or none.")] = "3000",
    remote: Annotated[
        bool,
        typer.Option("--remote", help="The clock stands in option 25 (an XL in 23): a computer may set its times."),
    ] = False,
    replay: Annotated[
        Path | None, typer.Option(metavar="CAPTURE", help="Send what a real device sent, from a capture.")
    ] = None,
    noise: Annotated[float, typer.Option(min=0, max=1, help="Chance of noise before a message.")] = 0.0,
    loss: Annotated[float, typer.Option(min=0, max=1, help="Chance that a message gets lost.")] = 0.0,
    stumps: Annotated[float, typer.Option(min=0, max=1, help="Chance that a message is cut short.")] = 0.0,
    burst: Annotated[int, typer.Option(min=1, help="How many messages arrive at a time.")] = 1,
    flaws: Annotated[str, typer.Option(help="Bad sensors: dead:44,stuck:20=M,chatter:12,bounce:0.05, by cells.")] = "",
    seed: Annotated[int, typer.Option(help="The seed of chance: one seed, one noise.")] = 0,
    pace: Annotated[bool, typer.Option(help="As slow as the device's line.")] = True,
) -> None:
    """Start a simulated device and print its address; lines on standard input move its pieces.

    `52-36` moves what stands on cell 52 (counted row by row from 0), `lift 52`, `put 36 P`, `set up`; `left` and
    `right` press the clock, `run` starts and stops it; `unplug` and `plug` pull the cable and put it back.
    """
    run_simulator(
        driver,
        Connection(pty, tcp, ble),
        LineFaults(noise, loss, stumps, burst),
        board=board,
        clock=clock,
        remote=remote,
        replay=replay,
        flaws=flaws,
        seed=seed,
        pace=pace,
    )
