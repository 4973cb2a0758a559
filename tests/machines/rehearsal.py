"""The rehearsal of a hall, from empty cards to an empty room, by the documented commands only.

    make hall                       # four tables
    make hall ARGS="--tables 12"
    make install-test               # one table, and all that a computer's installation must do

A desk and tables, each a computer of its own (`machine.py`) with a Debian that has Python and cloud-init and nothing of
ours. The desk is installed from a folder of wheels and set up; every table gets its card, which cloud-init reads; it
installs itself from the desk, enrols, finds its board (`boards.py`; one of Bluetooth is named by hand), and is assigned
a game. Then a round is played, the network drops in the middle of it, all plugs are pulled, the doctor is asked about
services that are stopped, broken and killed, everything is upgraded, rolled back, played on with a card that is only
read, and taken away.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from gateway.runtime.installation.wheel_folder import fill

from .boards import HCI, KINDS, RADIO, Board, install_radio, radio_packages
from .debian_root import debian_root, release
from .machine import HallNetwork, Machine, MachineError, closing_all, waited

FIRST, SECOND, BROKEN = "0.9.1", "0.9.2", "0.9.3"
DESK = "10.77.0.1"
RELEASE = "/media/release"
_IMAGE = "datasource_list: [NoCloud]\ndatasource:\n  NoCloud:\n    seedfrom: file:///boot/firmware/\n"
"""What an image of Raspberry Pi OS tells cloud-init."""
_OF_THIS_COMPUTER = {"clock_not_kept", "clock_without_battery", "radio_missing"}
"""What is true of a computer made of namespaces."""
_MATE = ("53-45", "12-28", "54-38", "3-39")
"""The shortest game of chess, as cells from the upper left."""


_Item = TypeVar("_Item")


class Hall:
    """The desk, the tables and what lies between them."""

    def __init__(self, network: HallNetwork, desk: Machine, tables: dict[str, Machine]) -> None:
        self.network, self.desk, self.tables = network, desk, tables
        self.boards: dict[str, Board] = {}

    def link(self) -> str:
        """The chief arbiter's sign-in link."""
        said = self.desk.call("flagfall", "setup")
        return next(word for word in said.split() if "/sign-in/" in word).replace(f"//{DESK}", "//127.0.0.1")

    def seen(self) -> dict[str, Any]:
        """Every table, as the relay shows it."""
        code = (
            "import ssl, urllib.request as u\n"
            "c = ssl.create_default_context(cafile='/var/lib/flagfall/authority/authority.crt')\n"
            "print(u.urlopen('https://127.0.0.1:8443/api/tables',context=c,timeout=10).read().decode())"
        )
        said = self.desk.call("python3", "-c", code, check=False, seconds=60)
        if not said:
            return {}
        found = json.loads(said)
        listed = found if isinstance(found, list) else found.get("tables", found)
        return {each["table"]: each for each in listed} if isinstance(listed, list) else listed

    def all_there(self, *, boards: bool) -> bool:
        """Whether every table is on the bus, and sees its board."""
        seen = self.seen()
        return all(
            name in seen and seen[name]["online"] and (not boards or seen[name]["devices"].get("board"))
            for name in self.tables
        )

    def status(self, table: str) -> str:
        """How a table's game stands."""
        return str(((self.seen().get(table) or {}).get("state") or {}).get("status", ""))


def _say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


def install_desk(hall: Hall, count: int) -> None:
    """The documented commands of the desk."""
    desk = hall.desk
    desk.start()
    desk.call("python3", f"{RELEASE}/install.py", "hall")
    desk.call("cp", "-r", RELEASE, "/var/lib/flagfall/wheels")  # what `flagfall wheels` fetches where there is internet
    desk.call(
        *("flagfall", "setup", "--title", "Rehearsal 2026", "--tables", str(count), "--host", DESK),
        *("--wifi", "", "--chief", "Ann Able"),
    )
    waited(
        "broker and relay run", lambda: hall.seen() is not None and _active(desk, "flagfall-broker", "flagfall-relay")
    )
    _check_units(desk, "flagfall-broker.service", "flagfall-relay.service")


def _active(machine: Machine, *units: str) -> bool:
    said = machine.call("systemctl", "is-active", *units, check=False, seconds=30).split()
    return said == ["active"] * len(units)


def _check_units(machine: Machine, *units: str) -> None:
    """systemd's own judgement of the units."""
    said = machine.call("systemd-analyze", "verify", "--man=no", *units)
    if said.strip():
        raise MachineError(f"systemd-analyze verify: {said}")
    for unit in units:
        verdict = machine.call("systemd-analyze", "security", unit).strip().splitlines()[-1]
        _say(f"  {unit}: {verdict.partition(':')[2].strip()}")


def bring_tables(hall: Hall) -> None:
    """Put its card into each Pi, and switch it on."""
    for name, machine in hall.tables.items():
        card = hall.desk.disk / "var/lib/flagfall/cards" / name
        for file in ("user-data", "network-config", "meta-data"):
            machine.put(f"/boot/firmware/{file}", (card / file).read_text())
        machine.put("/etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg", _IMAGE)
        machine.put("/etc/cloud/ds-identify.cfg", "policy: enabled\n")
    _each(hall.tables.values(), Machine.start)
    waited("every table has installed itself and enrolled", lambda: hall.all_there(boards=False), 1500)
    for name, board in hall.boards.items():
        if board.kind.bluetooth:
            _say(f"  {name}: the Bluetooth board is named by a person")
            machine, settings = hall.tables[name], f"/etc/flagfall/{name}.toml"
            radio = (f"PYTHONPATH={RADIO}", f"FLAGFALL_HCI={HCI}")
            machine.call("env", *radio, "flagfall", "devices", "--write", settings)
            machine.call("systemctl", "restart", f"flagfall-table@{name}")
    waited("every table sees its board", lambda: hall.all_there(boards=True), 300)
    name, machine = next(iter(hall.tables.items()))
    _check_units(machine, f"flagfall-table@{name}.service", f"flagfall-renew@{name}.service")
    rules = machine.call("udevadm", "verify", "/etc/udev/rules.d/70-flagfall.rules", check=False)
    _say(f"  udevadm verify: {rules.strip().splitlines()[-1] if rules.strip() else 'no complaint'}")


def ask_the_doctor(hall: Hall) -> None:
    """Services that do not run, each of which the doctor names, by what systemd says of them."""
    name, machine = next(iter(hall.tables.items()))
    unit, settings = f"flagfall-table@{name}", f"/etc/flagfall/{name}.toml"
    for machine_asked in (hall.desk, *hall.tables.values()):
        _diagnosed(machine_asked)
    machine.call("systemctl", "stop", unit)
    _diagnosed(machine, "service_stopped")
    machine.call(
        "sh", "-c", f"cp -p {settings} /root/kept; echo 'no TOML' >> {settings}; systemctl start {unit}", check=False
    )
    _diagnosed(machine, "settings_wrong")
    machine.call("cp", "-p", "/root/kept", settings)
    _diagnosed(machine, "service_failed")
    machine.call("systemctl", "start", unit)
    for _ in range(5):
        waited("the table runs", lambda: _active(machine, unit))
        machine.call("systemctl", "kill", "--signal", "KILL", unit)
    waited("the table runs", lambda: _active(machine, unit))
    _diagnosed(machine, "service_restarts")
    machine.call("systemctl", "restart", unit)
    hall.desk.call("systemctl", "stop", "flagfall-relay", "flagfall-broker")
    _diagnosed(hall.desk, "service_stopped", "broker_down")
    _diagnosed(machine, "broker_down")
    hall.desk.call("systemctl", "start", "flagfall-broker", "flagfall-relay")
    waited("everything is back", lambda: hall.all_there(boards=True), 300)


def _diagnosed(machine: Machine, *wanted: str) -> None:
    said = machine.call("flagfall", "doctor", "--json", check=False)
    found = {each["kind"] for each in json.loads(said)["findings"]} - _OF_THIS_COMPUTER
    if found != set(wanted):
        raise MachineError(f"{machine.name}: the doctor should name {sorted(wanted)}, and says {said}")


def play_round(hall: Hall, number: int, *, dropping: bool) -> None:
    """Assign a game to every table and play it; with `dropping`, the network is away in the middle."""
    link = hall.link()
    authority = "/var/lib/flagfall/authority/authority.crt"

    def assign(name: str) -> None:
        hall.boards[name].say("set up")
        hall.desk.call(
            *("flagfall", "assign", name, "--rules", "chess", "--control", "10m", "--white", f"W {name}"),
            *("--black", f"B {name}", "--round", str(number), "--relay", link, "--ca", authority),
        )

    _each(hall.tables, assign)
    waited("every table is set up", lambda: all(hall.status(name) in {"ready", "waiting"} for name in hall.tables), 120)

    def play(name: str) -> None:
        board = hall.boards[name]
        board.say("run")
        for at, move in enumerate(_MATE):
            if dropping and at == 2:
                hall.network.carry(_number(name), up=False)
            board.say(move, ("right", "left")[at % 2])

    _each(hall.tables, play)
    if dropping:
        _say("  the network is away during the last two moves of every game")
        time.sleep(20)
        for name in hall.tables:
            hall.network.carry(_number(name), up=True)
    waited(
        "every game is over on the desk's page", lambda: all(hall.status(name) == "over" for name in hall.tables), 180
    )


def _each(items: Iterable[_Item], do: Callable[[_Item], object]) -> None:
    """Do it with all of them at once."""
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(do, items))


def _number(name: str) -> int:
    return 10 + int(name.rpartition("-")[2])


def _versions(hall: Hall) -> set[str]:
    return {machine.call("flagfall", "--version").split()[-1] for machine in (hall.desk, *hall.tables.values())}


def _restarted(hall: Hall) -> None:
    """Pull all plugs, and switch everything on again."""
    everything = [hall.desk, *hall.tables.values()]
    for machine in everything:
        machine.cut_power()
    _each(everything, Machine.start)
    waited("everything is back", lambda: hall.all_there(boards=True), 300)


def rehearse(hall: Hall, releases: Path) -> None:
    """The whole story."""
    begun = time.monotonic()
    _say("the desk: install.py hall, flagfall setup")
    install_desk(hall, len(hall.tables))
    before = hall.desk.call("sha256sum", "/etc/flagfall/relay.toml", "/var/lib/flagfall/authority/authority.key")
    hall.link()
    if before != hall.desk.call("sha256sum", "/etc/flagfall/relay.toml", "/var/lib/flagfall/authority/authority.key"):
        raise MachineError("flagfall setup changed what stood")
    _say("the tables: a card each")
    bring_tables(hall)
    _say("a round, with the network away in the middle")
    play_round(hall, 1, dropping=True)
    _say("all plugs are pulled")
    _restarted(hall)
    _say("services that are stopped, broken and killed: the doctor names each")
    ask_the_doctor(hall)
    _say(f"upgrade to {SECOND}: the desk from its folder, the tables from the desk")
    shutil.copy(next((releases / "second").glob("flagfall-*.whl")), releases / "wheels")
    hall.desk.call("sh", "-c", f"cp {RELEASE}/flagfall-*.whl /var/lib/flagfall/wheels/")
    hall.desk.call("flagfall", "upgrade")
    _each(hall.tables.values(), lambda machine: machine.call("flagfall", "upgrade"))
    _expect(hall, SECOND)
    waited("everything is back", lambda: hall.all_there(boards=True), 300)
    play_round(hall, 2, dropping=False)
    _say("roll back")
    _each((hall.desk, *hall.tables.values()), lambda machine: machine.call("flagfall", "rollback"))
    _expect(hall, FIRST)
    waited("everything is back", lambda: hall.all_there(boards=True), 300)
    play_with_a_card_that_is_only_read(hall)
    _say(f"upgrade to {BROKEN}, which does not run")
    _taken_back(hall, releases)
    _say("uninstall")
    _each(hall.tables.values(), _uninstall)
    _uninstall(hall.desk)
    _say(f"kept, in {time.monotonic() - begun:.0f} s: {len(hall.tables)} tables, 3 rounds")


def play_with_a_card_that_is_only_read(hall: Hall) -> None:
    """A round in which the first table has an overlay that a power cut empties, and its record on a disk of its own."""
    name, machine = next(iter(hall.tables.items()))
    _say(f"a round; the card of {name} is only read, its record is on a stick")
    machine.cut_power()
    machine.read_only = True
    machine.start()
    waited("everything is back", lambda: hall.all_there(boards=True), 300)
    machine.call("touch", "/etc/written-to-the-card")
    play_round(hall, 3, dropping=False)
    machine.cut_power()
    machine.start()
    waited("everything is back", lambda: hall.all_there(boards=True), 300)
    machine.call("flagfall", "journal", "verify", f"/var/lib/flagfall/{name}.journal")
    if hall.status(name) != "over":
        raise MachineError(f"{name}: the game did not survive a power cut with a card that is only read")
    if "written-to-the-card" in machine.call("ls", "/etc"):
        raise MachineError(f"{name}: its card was written")
    machine.cut_power()
    machine.read_only = False
    machine.start()
    waited("everything is back", lambda: hall.all_there(boards=True), 300)


def _taken_back(hall: Hall, releases: Path) -> None:
    """A version that does not run is taken back by itself: on the desk, which hands it out, and at a table."""
    shutil.copy(next((releases / "broken").glob("flagfall-*.whl")), releases / "wheels")
    hall.desk.call("sh", "-c", f"cp {RELEASE}/flagfall-*.whl /var/lib/flagfall/wheels/")
    for machine in (hall.desk, next(iter(hall.tables.values()))):
        said = machine.call("sh", "-c", "flagfall upgrade 2>&1; echo exit code $?")
        if f"Version {FIRST} runs again." not in said or "exit code 2" not in said:
            raise MachineError(f"{machine.name}: {said}")
    _expect(hall, FIRST)
    waited("everything is back", lambda: hall.all_there(boards=True), 300)


def _expect(hall: Hall, version: str) -> None:
    if (found := _versions(hall)) != {version}:
        raise MachineError(f"{version} should be everywhere, and there are {sorted(found)}")


def _uninstall(machine: Machine) -> None:
    machine.call("flagfall", "uninstall")
    left = machine.call(
        "sh",
        "-c",
        "ls -d /opt/flagfall /usr/local/bin/flagfall /etc/systemd/system/flagfall-*.service 2>/dev/null",
        check=False,
    )
    if [line for line in left.split() if "first-boot" not in line]:
        raise MachineError(f"{machine.name}: left behind: {left}")
    if not machine.call("ls", "/var/lib/flagfall").strip():
        raise MachineError(f"{machine.name}: its records are gone")
    if machine.call("pgrep", "-u", "flagfall", check=False).strip():
        raise MachineError(f"{machine.name}: something still runs")


def main() -> int:
    """Build what is needed, and rehearse."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--suite", default="trixie", help="which Debian: trixie, bookworm")
    parser.add_argument("--build", type=Path, default=Path("build/machines"), help="where Debian and wheels are kept")
    parser.add_argument("--keep", action="store_true", help="leave disks and consoles of a failure")
    given = parser.parse_args()
    if os.geteuid() != 0:
        print("Namespaces and debootstrap need root: sudo make hall", file=sys.stderr)
        return 2
    build = given.build.absolute()
    build.mkdir(parents=True, exist_ok=True)
    base = debian_root(build, given.suite)
    _say("wheels")
    for name, version in (("wheels", FIRST), ("second", SECOND), ("broken", BROKEN)):
        for old in (build / name).glob("flagfall-*.whl"):
            old.unlink()
        release(build / name, version, broken=version == BROKEN)
    python = {"bookworm": "3.11", "trixie": "3.13"}[given.suite]
    fill(build / "wheels", [os.uname().machine], [python], next((build / "wheels").glob("flagfall-*.whl")))
    folder = Path(tempfile.mkdtemp(prefix="ff-", dir=build))
    network = HallNetwork(f"ff{os.getpid()}")
    names = [f"table-{number:02}" for number in range(1, given.tables + 1)]
    desk = Machine("desk", base, folder / "desk", network.plug(1), build / "wheels")
    tables = {name: Machine(name, base, folder / name, network.plug(_number(name)), build / "wheels") for name in names}
    hall = Hall(network, desk, tables)
    try:
        with closing_all(*([] if given.keep else [*tables.values(), desk]), network):
            for number, (name, machine) in enumerate(tables.items()):
                board = Board(KINDS[number % len(KINDS)], folder / f"{name}.board", machine.space)
                hall.boards[name] = board
                if board.kind.bluetooth:
                    install_radio(machine, name, radio_packages(build / "radio", python))
                else:
                    machine.board = board.path.resolve()
            rehearse(hall, build)
    except MachineError as error:
        _say(f"FAILED: {error}")
        return 1
    finally:
        for machine in (desk, *tables.values()):
            machine.cut_power()
        for board in hall.boards.values():
            board.close()
        if not given.keep:
            shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
