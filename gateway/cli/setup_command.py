"""`flagfall setup`: five questions, and a hall is ready; asked again, nothing that stands is changed."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
from pathlib import Path
from typing import Annotated
from zoneinfo import ZoneInfo

import typer
from rich.console import Console

from gateway.model.errors import SettingsError
from gateway.model.messages import Message, message
from gateway.runtime.hall_setup.hall_files import HallPlaces, HallWriter
from gateway.runtime.hall_setup.hall_plan import (
    HallPlan,
    HallWifi,
    desk_host,
    event_name,
    read_plan,
    table_names,
    write_plan,
)
from gateway.texts.catalogue import Catalogue

from .language import Language, catalogue

__all__ = ["hall_places", "setup"]


def setup(
    title: Annotated[str, typer.Option(help="1. The event's name: 'Spring Open 2026'.")] = "",
    tables: Annotated[str, typer.Option(help="2. How many tables, or their names: 20, or 't1 t2'.")] = "",
    host: Annotated[str, typer.Option(help="3. The name or address of this computer, for the tables.")] = "",
    wifi: Annotated[str | None, typer.Option(help="4. The Wi-Fi's name; empty for cables.")] = None,
    chief: Annotated[str, typer.Option(help="5. The chief arbiter's name.")] = "",
    wifi_password: Annotated[
        str, typer.Option(envvar="FLAGFALL_WIFI_PASSWORD", help="The Wi-Fi's password; empty for an open one.")
    ] = "",
    country: Annotated[str, typer.Option(help="The country of the Wi-Fi, two letters: NL, CN.")] = "",
    ssh_key: Annotated[
        list[Path] | None, typer.Option(help="A public key for the tables' computers; ~/.ssh/*.pub if there is one.")
    ] = None,
    zone: Annotated[str, typer.Option(help="The time zone of the event.")] = "",
    wheels: Annotated[
        bool, typer.Option("--wheels/--no-wheels", help="Hand out the software here; else tables fetch it themselves.")
    ] = True,
    folder: Annotated[
        Path | None, typer.Option(help="Write everything into this folder, and start nothing.", file_okay=False)
    ] = None,
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port of the pages.")] = 8443,
    broker_port: Annotated[int, typer.Option(min=1, max=65535, help="The port of the broker.")] = 8883,
    bridge: Annotated[
        bool, typer.Option("--bridge", help="A bridge hall: its tables (1o 1c 2o ...) have two buttons and no board.")
    ] = False,
    language: Language = "",
) -> None:
    """Set a hall up: authority, broker, relay, a card for each table, sheets to print. Five questions, or options."""
    texts, console = catalogue(language), Console(highlight=False, soft_wrap=True)
    places = hall_places(folder)
    stands = read_plan(places.plan)
    if stands is None:
        asked = _Questions(texts)
        named = title or asked.ask(message("command.setup.title"), "--title")
        plan = HallPlan(
            title=named,
            event=event_name(named) or "event",
            tables=table_names(tables or asked.ask(message("command.setup.tables"), "--tables", "8")),
            host=desk_host(host or asked.ask(message("command.setup.host"), "--host", f"{socket.gethostname()}.local")),
            wifi=_wifi(asked, wifi, wifi_password, country),
            chief=chief or asked.ask(message("command.setup.chief"), "--chief"),
            ssh_keys=_keys(ssh_key),
            time_zone=zone or _zone(),
            port=port,
            broker_port=broker_port,
            wheels=wheels,
            bridge=bridge,
        )
    else:
        console.print(texts.text("command.setup.stands", file=str(places.plan)))
        wanted = table_names(tables) if tables else ()
        plan = _with_tables(stands, wanted)
    _write(places, plan, texts, console, system=folder is None)


def hall_places(folder: Path | None) -> HallPlaces:
    """The places of a hall: this computer's, for which one must be root, or a folder of one's own."""
    if folder is not None:
        return HallPlaces(folder.absolute(), folder.absolute())
    if os.geteuid() != 0:
        raise SettingsError("Only root can set this computer up: sudo flagfall setup. Or name a --folder of your own.")
    return HallPlaces(Path("/etc/flagfall"), Path("/var/lib/flagfall"))


class _Questions:
    """The questions, one after the other."""

    def __init__(self, texts: Catalogue) -> None:
        self._texts = texts

    def ask(self, question: Message, option: str, default: str | None = None, *, hidden: bool = False) -> str:
        """One question; where nobody can answer, the option that would."""
        if not os.isatty(0):
            raise SettingsError(self._texts.text("command.setup.no_answer", option=option))
        text = self._texts.render(question)
        return str(typer.prompt(text, default=default, hide_input=hidden, show_default=bool(default))).strip()


def _wifi(asked: _Questions, name: str | None, password: str, country: str) -> HallWifi:
    if name is None:
        name = asked.ask(message("command.setup.wifi"), "--wifi", "")
        if name:
            password = password or asked.ask(message("command.setup.wifi_password"), "--wifi-password", "", hidden=True)
            country = country or asked.ask(message("command.setup.country"), "--country", "")
    if password and not 8 <= len(password) <= 63:
        raise SettingsError("A Wi-Fi password has 8 to 63 characters.")
    if country and not (len(country) == 2 and country.isascii() and country.isalpha()):
        raise SettingsError(f"{country!r} is not a country: write two letters, such as NL or CN.")
    return HallWifi(name, password, country.upper())


def _keys(given: list[Path] | None) -> tuple[str, ...]:
    """The public keys in these files, or those of whoever asked root to do this."""
    home = Path(f"~{os.environ.get('SUDO_USER', '')}").expanduser()
    found = given if given is not None else sorted(home.glob(".ssh/*.pub"))
    try:
        return tuple(path.read_text(encoding="utf-8").strip() for path in found)
    except OSError as error:
        raise SettingsError(f"{error.filename} cannot be read: {error.strerror}.") from error


def _zone() -> str:
    """The time zone of this computer."""
    try:
        name = Path("/etc/localtime").resolve().relative_to("/usr/share/zoneinfo").as_posix()
        ZoneInfo(name)
    except (ValueError, OSError):
        return "UTC"
    return {"Etc/UTC": "UTC"}.get(name, name)


def _with_tables(plan: HallPlan, wanted: tuple[str, ...]) -> HallPlan:
    """The plan with the tables that are new; none is taken away, it may have its certificate."""
    import msgspec

    new = tuple(name for name in wanted if name not in plan.tables)
    return msgspec.structs.replace(plan, tables=(*plan.tables, *new)) if new else plan


def _addresses() -> list[str]:
    """The names and addresses of this computer, for its certificate."""
    name = socket.gethostname()
    found = [name, f"{name}.local"]
    with contextlib.suppress(OSError):  # a name that nobody knows
        found += sorted({str(each[4][0]) for each in socket.getaddrinfo(name, None, socket.AF_INET)})
    return found


def _write(places: HallPlaces, plan: HallPlan, texts: Catalogue, console: Console, *, system: bool) -> None:
    writer = HallWriter(places, plan)
    writer.places.state.mkdir(parents=True, exist_ok=True)
    if read_plan(places.plan) != plan:
        write_plan(places.plan, plan)
        writer.written.append(places.plan)
    writer.write(_addresses(), texts)
    for path in writer.written:
        console.print(texts.text("command.setup.written", file=str(path)), markup=False)
    if plan.wheels and not any(places.wheels.glob("flagfall-*.whl")):
        console.print(texts.text("command.setup.wheels"), markup=False)
        from gateway.runtime.installation.wheel_folder import MACHINES, PYTHONS, fill

        fill(places.wheels, MACHINES, PYTHONS)
    if system:
        _start(places)
    console.print(texts.text("command.setup.ready", link=writer.sign_in_link()), markup=False)
    command = f"sudo flagfall enrol --card /media/YOU/bootfs {plan.tables[0]}"
    cards = message("command.setup.cards", folder=str(places.cards), system="Raspberry Pi OS", command=command)
    console.print(texts.render(cards), markup=False)
    sheet, signs = (str(places.state / name) for name in ("desk.html", "signs.html"))
    console.print(texts.render(message("command.setup.sheets", sheet=sheet, signs=signs)), markup=False)


def _start(places: HallPlaces) -> None:
    """Give the files to the services, and let these run."""
    from gateway.runtime.installation import installer
    from gateway.runtime.installation.computer_setup import Computer

    computer, here = Computer(), installer.present()
    if here is None:
        raise SettingsError("The services are not installed: sudo python3 install.py hall, then this command again.")
    computer.settings_for_services(places.relay)
    for path in (places.authority, places.wheels):
        if path.exists():
            computer.own(path)
    for path in (places.plan, places.cards):
        shutil.chown(path, "root", "root")
        path.chmod(0o700 if path.is_dir() else 0o600)
    if not installer.activate(here, "hall"):
        raise typer.Exit(1)
