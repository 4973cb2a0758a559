"""`flagfall doctor`: one page of what is wrong with this computer and its services, and what to do."""

from __future__ import annotations

import asyncio
import logging
import os
import pwd
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from gateway.model.errors import SettingsError

from .language import Language, catalogue

__all__ = ["doctor"]

_SERVICE_USER = "flagfall"


def doctor(
    config: Annotated[
        list[Path] | None,
        typer.Option("--config", "-c", help="A settings file to look at; without any, those in /etc/flagfall."),
    ] = None,
    relay: Annotated[
        str, typer.Option("--relay", "-r", help="The relay's address, to ask whether it knows the table.")
    ] = "",
    ca: Annotated[Path | None, typer.Option(help="The certificate of the hall's authority, for the relay.")] = None,
    root: Annotated[
        Path, typer.Option(help="Where the computer's files are; the mounted card of another one.", file_okay=False)
    ] = Path("/"),
    user: Annotated[
        str, typer.Option(help="The user that services run as; flagfall, if there is one and root asks.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
    language: Language = "",
) -> None:
    """Look at this computer, its settings, disk, clock, devices, certificates, broker and relay; say what is wrong.

    The exit code is 0 if nothing is, 1 if something is in trouble, 0 with warnings only.
    """
    from gateway.lab.radio import VARIABLE
    from gateway.runtime.doctor.diagnoses import Gravity, Surroundings
    from gateway.runtime.doctor.examination import examine, settings_files

    for name in ("gateway", "drivers", "mqtt"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what it would say is said below
    own_radio = bool(os.environ.get(VARIABLE))
    around = Surroundings(root=root, user=_checked(user) or _service_user(), own_radio=own_radio)
    configs = config or settings_files(around)
    findings = asyncio.run(examine(around, configs, relay, ca))
    texts = catalogue(language)
    trouble = any(finding.gravity is Gravity.TROUBLE for finding in findings)
    if as_json:
        found = [
            {
                "kind": each.kind,
                "gravity": each.gravity,
                "what": texts.render(each.what),
                "do": texts.render(each.do),
                "args": each.what.args,
            }
            for each in findings
        ]
        print(
            msgspec.json.encode({"ok": not trouble, "looked_at": list(map(str, configs)), "findings": found}).decode()
        )
        raise typer.Exit(trouble)
    console = Console(highlight=False)
    for each in findings:
        mark, style = ("✗", "bold red") if each.gravity is Gravity.TROUBLE else ("!", "bold yellow")
        console.print(f"{mark} ", style=style, end="")
        console.print(texts.render(each.what), markup=False, soft_wrap=True)
        console.print(f"  → {texts.render(each.do)}", markup=False, soft_wrap=True, style="dim")
    if not configs:
        console.print(texts.text("doctor.no_settings"), soft_wrap=True)
    key = "doctor.all_well" if not findings else "doctor.count"
    console.print(texts.text(key, count=len(findings), files=", ".join(map(str, configs))), soft_wrap=True)
    raise typer.Exit(trouble)


def _checked(user: str) -> str:
    try:
        return pwd.getpwnam(user).pw_name if user else ""
    except KeyError as error:
        raise SettingsError(f"--user: this computer knows no user {user!r}.") from error


def _service_user() -> str:
    """The user of the services, if root asks on their behalf."""
    if os.getuid() != 0:
        return ""
    try:
        return pwd.getpwnam(_SERVICE_USER).pw_name
    except KeyError:
        return ""
