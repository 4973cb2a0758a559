"""`flagfall assign`: tell a table of an event what it plays next."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from gateway.clock.control_notation import parse_control
from gateway.model.errors import SettingsError
from gateway.model.instants import Instant
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import named
from gateway.record.wire import ASSIGNMENT
from gateway.referee import rulebooks
from gateway.referee.assigning import check_assignment
from gateway.referee.assignment import Assignment
from gateway.referee.options import Mode, Options
from gateway.runtime.relay_client import RelayClient

from .relay_options import HallAuthority, SignInLink

__all__ = ["assign"]

_NO_DATE = 1900
"""The year of a time that was given without a date."""


def assign(
    table: Annotated[str, typer.Argument(help="The table's name.")],
    relay: SignInLink,
    control: Annotated[str, typer.Option(help="The time control: 10m+5s. Without one, show what is assigned.")] = "",
    rules: Annotated[str, typer.Option(help="The game: chess, draughts-international, renju ...")] = "chess",
    rulebook: Annotated[str, typer.Option(help="The rulebook; without one, the one of the control's pace.")] = "",
    white: Annotated[str, typer.Option(help="Who has White.")] = "",
    black: Annotated[str, typer.Option(help="Who has Black.")] = "",
    pairing: Annotated[str, typer.Option(help="The event's id for this game; with one, it is played once.")] = "",
    round_: Annotated[int, typer.Option("--round", min=0, help="The round.")] = 0,
    draws: Annotated[
        Mode, typer.Option(help="Draw rules end the game by themselves, or wait for a claim.")
    ] = Mode.CLAIM,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="NAME=VALUE: what the rules leave to the event.")
    ] = None,
    start: Annotated[
        datetime | None,
        typer.Option(
            formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%H:%M"],
            help="When the round starts: 2026-05-01T14:00, or 14:00 of today, on this computer's clock.",
        ),
    ] = None,
    set_clock: Annotated[bool, typer.Option("--set-clock", help="Set the clock on the table to the control.")] = False,
    ca: HallAuthority = None,
    file: Annotated[
        Path | None,
        typer.Option(help="Take everything from a JSON file instead, - for standard input.", allow_dash=True),
    ] = None,
) -> None:
    """Assign to a table what it plays next, or show what is assigned."""
    console = Console(highlight=False)
    if not control and file is None:
        with RelayClient(relay, ca) as client:
            found = client.assigned(table)
        console.print_json(ASSIGNMENT.encode(found).decode())
        return
    if file is not None:
        assignment = _read(file)
    else:
        assignment = Assignment(
            rules=rules,
            rulebook=rulebook or _rulebook(rules, control),
            control=control,
            players=named(white, black),
            pairing=PairingId(pairing),
            round=RoundNumber(round_),
            draws=draws,
            options=_options(option or []),
            set_clock=set_clock,
            start=None if start is None else _instant(start),
        )
    check_assignment(assignment)
    with RelayClient(relay, ca) as client:
        n, sent = client.assign(table, assignment)
    console.print(f"Assignment {n} of table {table}: {assignment.rules}, {assignment.rulebook}, {assignment.control}.")
    if not sent:
        console.print("The relay has no broker now; it sends the assignment as soon as there is one.")


def _read(file: Path) -> Assignment:
    try:
        return ASSIGNMENT.decode(sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes())
    except OSError as error:
        raise SettingsError(f"{file} cannot be read: {error.strerror}.") from error


def _instant(given: datetime) -> Instant:
    """The instant of a local time; one without a date is of today."""
    if given.year == _NO_DATE:
        given = datetime.combine(datetime.now().astimezone().date(), given.time())
    return Instant(round(given.astimezone().timestamp() * 1000))


def _options(given: list[str]) -> Options:
    values = {name: value for name, _, value in (each.partition("=") for each in given)}
    try:
        return msgspec.convert(values, Options, strict=False)
    except msgspec.ValidationError as error:
        raise SettingsError(f"--option: {error}; there are {', '.join(Options.__struct_fields__)}.") from error


def _rulebook(rules: str, control: str) -> str:
    """The name of the rulebook for a game at this pace; empty for an unknown game, which is refused later."""
    book = rulebooks.fitting(rules, parse_control(control))
    return "" if book is None else book.name
