"""`flagfall enrol`: make this computer part of a hall."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from gateway.authority.claim_text import ClaimText
from gateway.model.errors import SettingsError
from gateway.runtime import enrolling

__all__ = ["enrol"]


def enrol(
    claim: Annotated[
        str,
        typer.Argument(
            help="The claim, as the desk shows it: https://desk.local:8443/enrol#...; or, with --card, a name."
        ),
    ] = "",
    card: Annotated[
        Path | None,
        typer.Option(help="Write the card of a table instead: the card's boot partition.", metavar="FOLDER"),
    ] = None,
    hall: Annotated[
        Path | None, typer.Option(help="With --card, the folder that 'flagfall setup --folder' has written.")
    ] = None,
    join: Annotated[str, typer.Option(help="Ask to be let in without a claim: the relay's address.")] = "",
    name: Annotated[str, typer.Option(help="With --join, the name of this table.")] = "",
    renew: Annotated[
        Path | None, typer.Option(help="Renew this certificate, if it ends within a month.", metavar="CERTIFICATE")
    ] = None,
    at_once: Annotated[bool, typer.Option("--at-once", help="With --renew, however long it is still valid.")] = False,
    folder: Annotated[Path, typer.Option(help="Where to keep key and certificates.")] = Path(
        "/var/lib/flagfall/certificates"
    ),
    write: Annotated[
        Path | None, typer.Option(help="The table's settings file, to add the section [broker] to.", metavar="SETTINGS")
    ] = None,
) -> None:
    """Get this computer a certificate of the hall. Its key is made here and never leaves it."""
    console = Console(highlight=False)
    if card is not None:
        _write_card(console, claim, card, hall)
        return
    if [bool(claim), bool(join), renew is not None].count(True) != 1:
        raise SettingsError("Give a claim, or --join with the relay's address, or --renew with a certificate.")
    if renew is not None:
        new = enrolling.renew(renew, at_once=at_once)
        if new is None:
            console.print(f"{renew} is good for a month yet.", soft_wrap=True)
            return
        folder = renew.parent
    elif join:
        if not name:
            raise SettingsError("Name this table: --name t1.")
        new = enrolling.join(join, name, lambda word: _show(console, word), _confirm)
    else:
        new = enrolling.enrol_by_claim(ClaimText.parse(sys.stdin.readline() if claim == "-" else claim))
    section = enrolling.keep(new, folder)
    console.print(f"{new.name} of {new.event} has its certificate in {folder}.", soft_wrap=True)
    if renew is None:
        _settings(console, section, write, new)


def _write_card(console: Console, table: str, card: Path, hall: Path | None) -> None:
    """Write the files that make a Raspberry Pi with this card a table of the hall."""
    from gateway.authority.register import check_name
    from gateway.runtime.hall_setup.card_files import check_card
    from gateway.runtime.hall_setup.hall_files import HallWriter
    from gateway.runtime.hall_setup.hall_plan import read_plan

    from .setup_command import hall_places

    places = hall_places(hall)
    plan = read_plan(places.plan)
    if plan is None:
        raise SettingsError(f"There is no {places.plan}: set the hall up first, with 'flagfall setup'.")
    if not table:
        raise SettingsError("Name the table: flagfall enrol --card /media/you/bootfs table-07.")
    check_name(table)
    check_card(card)
    HallWriter(places, plan).write_card(table, card)
    console.print(f"{card} is the card of {table}: put it into the Pi and switch it on.", soft_wrap=True)


def _show(console: Console, word: str) -> None:
    console.print(f"The word is [bold]{word}[/bold]. Let the desk compare it and let this table in ...")


def _confirm(word: str) -> bool:
    return typer.confirm(f"The desk has let us in. Did it show the word {word}, too?")


def _settings(console: Console, section: str, write: Path | None, new: enrolling.NewCertificate) -> None:
    """Add the section to the settings, or show it where that is not wanted or not possible."""
    if write is None:
        console.print(f"For the table's settings:\n\n{section}", markup=False, soft_wrap=True)
        return
    try:
        text = write.read_text(encoding="utf-8") if write.exists() else ""
        settings = tomllib.loads(text)
        for key, right in (("event", new.event), ("table", new.name)):
            if settings.get(key, right) != right:
                raise SettingsError(
                    f"{write} says {key} = {settings[key]!r}, the certificate is for {right!r}: change it."
                )
        if "broker" in settings:
            console.print(
                f"{write} has a section [broker] already; it should be:\n\n{section}", markup=False, soft_wrap=True
            )
            return
        write.write_text(f"{text.rstrip()}\n\n{section}".lstrip(), encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"{write} cannot be written: {error.strerror}.") from error
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{write} is not TOML: {error}.") from error
    console.print(f"{write} names the broker now.", soft_wrap=True)
