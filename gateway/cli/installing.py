"""`flagfall install`, `upgrade`, `rollback`, `uninstall`: this computer's version, and what runs of it."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from gateway import __version__
from gateway.model.errors import SettingsError
from gateway.runtime.installation import installer
from gateway.runtime.installation.computer_setup import Computer
from gateway.runtime.installation.installer import CURRENT, HOME, PREVIOUS, ROLES, InstallError, WheelSource
from gateway.runtime.installation.services import Services

__all__ = ["install", "rollback", "uninstall", "upgrade"]


def install(
    role: Annotated[
        str, typer.Argument(help=f"What this computer is: {', '.join(ROLES)}; without it, the one it had.")
    ] = "",
    name: Annotated[str, typer.Argument(help="The table's name, where no claim says it.")] = "",
    claim: Annotated[str, typer.Option(help="The claim of a table, as the desk shows it.")] = "",
    claim_file: Annotated[Path | None, typer.Option(help="A file that holds the claim.")] = None,
) -> None:
    """Make this version the present one: user, folders, services and devices' names. `install.py` calls it."""
    _root()
    here = Path(sys.prefix).resolve()
    if here.parent != HOME / "versions":
        raise SettingsError(
            f"This Flagfall is not in {HOME}/versions: begin with 'sudo python3 install.py {role or 'hall'}'."
        )
    if role and role not in ROLES:
        raise SettingsError(f"{role!r} is not a role: there are {', '.join(ROLES)}.")
    computer, services, console = Computer(), Services(), Console(highlight=False, soft_wrap=True)
    roles = computer.roles() | ({role} if role else set())
    computer.make_user()
    computer.make_folders()
    if claim_file is not None and not claim:
        claim = _read_claim(claim_file)
    if claim:
        name = _enrol(computer, claim, console)
    elif name and name not in computer.tables():
        raise SettingsError(
            f"There is no {computer.etc}/{name}.toml: give a --claim, or write it (deploy/table.example.toml)."
        )
    computer.check_settings()
    computer.write_files(roles)
    installer.point(here)
    computer.link_command(CURRENT / "bin/flagfall")
    services.reload()
    units = computer.services(roles)
    services.enable(units)
    if claim_file is not None:
        claim_file.unlink(missing_ok=True)
    if failed := services.restart(units):
        raise SettingsError("\n".join(["These services do not run:", *(f"  {line}" for line in failed)]))
    _say(console, units, services, roles)


def upgrade(
    source: Annotated[
        str, typer.Option("--from", help="A folder of wheels, or a relay's https://desk.local:8443/wheels/.")
    ] = "",
    ca: Annotated[
        Path | None, typer.Option(help="The certificate of the hall's authority, for a relay's address.")
    ] = None,
    version: Annotated[str, typer.Option(help="This version instead of the newest.")] = "",
) -> None:
    """Install a newer version from where this one came from; one that does not run is taken back at once."""
    _root()
    before = installer.present()
    if before is None:
        raise SettingsError("Nothing is installed yet: begin with 'sudo python3 install.py'.")
    wanted = WheelSource(source, str(ca or "")) if source else installer.source_of(before)
    try:
        target = installer.add_version(wanted.absolute(), version)
        installer.upgrade_to(target)
        installer.forget_old()
    except InstallError as error:
        raise SettingsError(str(error)) from error


def rollback() -> None:
    """Go back to the version before this one, at once and without a network."""
    _root()
    before = installer.present(PREVIOUS)
    if before is None:
        raise SettingsError("There is no version to go back to.")
    if not installer.activate(before):
        raise typer.Exit(1)


def uninstall(
    purge: Annotated[bool, typer.Option("--purge", help="Remove settings, records and certificates, too.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Stop every service and remove Flagfall. Settings and records stay, unless they are to be purged."""
    _root()
    computer, services = Computer(), Services()
    if (
        purge
        and not yes
        and not typer.confirm(f"Remove {computer.etc} and {computer.state} with every record, for ever?")
    ):
        raise typer.Exit(1)
    services.remove(computer.services({*ROLES}))
    computer.remove_files(purge=purge)
    services.reload()
    Console(highlight=False, soft_wrap=True).print(
        "Flagfall is gone."
        if purge
        else f"Flagfall is gone. {computer.etc} and {computer.state} are left as they were."
    )
    shutil.rmtree(HOME, ignore_errors=True)  # last: what runs here is in it


def _read_claim(path: Path) -> str:
    """The claim in a file; nothing, if the file is gone because it was used."""
    try:
        return path.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}.") from error


def _enrol(computer: Computer, claim: str, console: Console) -> str:
    """Get the table's certificate, and write settings for it; what was enrolled before is left alone."""
    from gateway.authority.claim_text import ClaimText
    from gateway.runtime import enrolling
    from gateway.runtime.new_table import write_table_settings

    folder = computer.state / "certificates"
    used = folder / f"claim-{hashlib.sha256(claim.encode()).hexdigest()[:16]}"
    if used.exists():  # the power failed after it was used: it cannot be used again, and need not be
        return used.read_text(encoding="utf-8")
    new = enrolling.enrol_by_claim(ClaimText.parse(claim))
    section = enrolling.keep(new, folder)
    path = computer.etc / f"{new.name}.toml"
    write_table_settings(path, new.event, new.name, computer.state / f"{new.name}.journal", section)
    computer.settings_for_services(path)
    used.write_text(new.name, encoding="utf-8")
    computer.own(folder)
    console.print(f"This computer is {new.name} of {new.event}.")
    return new.name


def _say(console: Console, units: list[str], services: Services, roles: set[str]) -> None:
    console.print(f"Flagfall {__version__} is the present version.")
    if units:
        console.print(
            f"{'Running' if services.running else 'Enabled, to run when the computer starts'}: {', '.join(units)}."
        )
    if "hall" in roles and not any("relay" in unit for unit in units):
        console.print("Next: sudo flagfall setup")
    if "table" in roles and not any("table@" in unit for unit in units):
        console.print("Next: the claim of a table, from the desk: sudo flagfall install table --claim CLAIM")


def _root() -> None:
    if os.geteuid() != 0:
        raise SettingsError("Only root can do that: sudo flagfall ...")
