"""`flagfall demo`: a live hall without hardware."""

from __future__ import annotations

import enum
import secrets
from pathlib import Path
from typing import Annotated

import typer

from gateway.lab.demo.bridge_hall import BridgeDemoSettings, run_bridge_demo
from gateway.lab.demo.demo_hall import DemoSettings, run_demo
from gateway.lab.demo.incident_plan import Incidents

__all__ = ["demo"]


class _Hall(enum.StrEnum):
    BOARDS = "boards"
    BRIDGE = "bridge"


def demo(
    hall: Annotated[
        _Hall, typer.Option(help="Boards and clocks; or bridge: eight teams, sixteen tables, one clock for all.")
    ] = _Hall.BOARDS,
    port: Annotated[int, typer.Option(help="The port of the page.")] = 8000,
    tables: Annotated[int, typer.Option(min=1, max=64, help="How many tables play.")] = 8,
    data: Annotated[Path | None, typer.Option(help="Keep journals and logs here instead of in a new folder.")] = None,
    seed: Annotated[int | None, typer.Option(help="The seed of chance: one seed, one set of games.")] = None,
    pace: Annotated[float, typer.Option(min=0.1, max=50, help="How fast the players think; 1 is a blitz game.")] = 1.0,
    incidents: Annotated[Incidents, typer.Option(help="How much there is to referee.")] = Incidents.SOME,
    settle_after: Annotated[
        float, typer.Option(min=1, help="Seconds until the demo's own arbiter decides what nobody has decided.")
    ] = 150.0,
    length: Annotated[
        int, typer.Option(min=0, max=400, help="About how many moves a game has, both sides counted; 0 plays it out.")
    ] = 40,
) -> None:
    """Show a live hall without any hardware: a broker, a relay, and simulated tables that play by themselves.

    Sign in by the arbiter's link, and referee: players make illegal moves, claim draws and fives, offer draws, call the
    arbiter, come late and lose on time; a sensor dies, a cable is pulled. Mostly one or two tables wait for a decision,
    and the others play on. What you do not decide, the "Demo arbiter" decides after some minutes.

    They play a Swiss of seven rounds in which every table has a game of its own; the event pairs them.
    Results come from the tables; confirm them, pair and publish under Tournament, or the "Demo arbiter" does it after
    some seconds. When it is ranked, they play on for pleasure.

    --hall bridge shows eight teams of eight at sixteen tables instead: results come from simulated telephones, the
    clock on the wall runs quickly, and there are wrong scores, calls and slow tables to see to, under Bridge, Queue
    and Round clock.
    """
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    if hall is _Hall.BRIDGE:
        run_bridge_demo(port=port, data=data, settings=BridgeDemoSettings(seed, pace, settle_after))
        return
    run_demo(port=port, data=data, settings=DemoSettings(tables, seed, pace, incidents, settle_after, length))
