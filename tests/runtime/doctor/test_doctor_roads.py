"""The doctor on what lies between the parts of a hall: services, ports, roads, radio, the relay at the other end."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import socket
import ssl
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path

import aiomqtt
import pytest

from drivers.transport import ble
from firmware_sim.air import Air
from firmware_sim.bleak_bumble import backends
from gateway.authority.authority_folder import AuthorityFolder
from gateway.authority.register import PartyKind
from gateway.bus import topics
from gateway.bus.broker import BrokerEngine
from gateway.bus.topics import Address
from gateway.model.instants import Instant
from gateway.record.entries import Entry
from gateway.record.visibility import Visibility
from gateway.record.wire import ENTRY
from gateway.referee.inputs import DeviceChanged
from gateway.runtime.board_search import DeviceAddress, FoundDevices, keep_devices
from gateway.runtime.doctor import broker_checks, relay_checks
from gateway.runtime.doctor.computer_checks import check_service
from gateway.runtime.doctor.device_checks import is_in_use, runs_table
from gateway.runtime.doctor.diagnoses import Surroundings
from gateway.runtime.doctor.examination import examine
from gateway.runtime.doctor.relay_checks import check_listening
from gateway.runtime.settings import RelaySettings, TableSettings
from tests.closed_hall import eventually
from tests.ports import free_port
from tests.system.hall import Hall

from .doctor_kit import HOST, NOBODY, TableKit, kinds, named, open_broker, relay_config

pytestmark = pytest.mark.system  # real brokers, relays and devices


# -- services ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "wanted"),
    [
        ("ActiveState=active\nResult=success\nNRestarts=0\nStatusText=playing; all connected", []),
        ("ActiveState=activating\nResult=success\nNRestarts=0\nStatusText=", []),
        ("ActiveState=inactive\nResult=success\nNRestarts=0\nStatusText=", ["service_stopped"]),
        ("ActiveState=failed\nResult=exit-code\nNRestarts=0\nStatusText=", ["service_failed"]),
        ("ActiveState=activating\nResult=exit-code\nNRestarts=7\nStatusText=", ["service_restarts"]),
        ("ActiveState=active\nResult=success\nNRestarts=7\nStatusText=ready; without clock", ["service_restarts"]),
        ("LoadState=masked\nActiveState=inactive\nUnitFileState=masked", ["service_masked"]),
        ("LoadState=bad-setting\nActiveState=inactive\nUnitFileState=enabled", ["service_unreadable"]),
        ("LoadState=loaded\nActiveState=active\nUnitFileState=enabled\nNRestarts=0", []),
        ("LoadState=loaded\nActiveState=active\nUnitFileState=disabled\nNRestarts=0", ["service_not_enabled"]),
        ("", []),
    ],
)
def test_states_of_a_service(told: str, wanted: list[str]) -> None:
    """As systemd tells them; `make install-test` has it tell them of real services."""
    state = dict(line.split("=", 1) for line in told.splitlines())
    assert kinds(list(check_service(state, "flagfall-table@t1.service"))) == wanted


# -- the relay --------------------------------------------------------------------------------------------------------


async def test_a_relay_that_hears_no_table_and_one_of_another_version(
    kit: TableKit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Hall(tmp_path) as hall:
        kit.broker["url"] = f'"mqtt://{HOST}:{hall.broker_port}"'
        kit.values["event"] = '"test"'
        await hall.start_table("t1", kit.device["url"].strip('"'))

        async def well() -> bool:
            return kinds(await kit.examined(hall.address)) == []

        await eventually(well)
        with monkeypatch.context() as patch:
            patch.setattr(relay_checks, "__version__", "99.0")
            assert kinds(await kit.examined(hall.address)) == ["versions_differ"]
        await hall.kill("t1")
        await eventually(lambda: named(kit, "table_offline", relay=hall.address))


class HallWithAnotherDisk(Hall):
    """A hall whose relay has a disk of its own."""

    disk: Path

    async def start_relay(self) -> None:
        self.folder, kept = self.disk, self.folder
        await super().start_relay()
        self.folder = kept


async def test_a_relay_whose_disk_is_full(kit: TableKit, small_disk: Path, tmp_path: Path) -> None:
    hall = HallWithAnotherDisk(tmp_path)
    hall.disk = small_disk
    async with hall:
        kit.broker["url"] = f'"mqtt://{HOST}:{hall.broker_port}"'
        kit.values["event"] = '"test"'
        with (small_disk / "films").open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while file.write(bytes(4096)):
                pass
        await hall.start_table("t1", kit.device["url"].strip('"'))
        flood = asyncio.create_task(say_much(hall))
        await eventually(lambda: named(kit, "relay_disk", relay=hall.address))
        flood.cancel()
        await asyncio.gather(flood, return_exceptions=True)


async def say_much(hall: Hall) -> None:
    """Lines of another table, more than fits into what the relay's file has been given already; again and again, as a
    table says them that is asked for them."""
    lines = [Entry(n, Instant(n), Visibility.PUBLIC, DeviceChanged("." * 900, True)) for n in range(1, 2000)]
    async with aiomqtt.Client(HOST, hall.broker_port) as client:
        while True:
            for line in lines:
                await client.publish(topics.ENTRIES.of(Address("test", "t2")), ENTRY.encode(line), qos=0)
            await asyncio.sleep(1)  # the relay has other things to do: it is to answer the doctor


@contextlib.asynccontextmanager
async def tls_server(authority: AuthorityFolder) -> AsyncIterator[str]:
    """Somebody who shows a certificate of this authority."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(authority.certificate_of("relay"), authority.key_of("relay"))
    server = await asyncio.start_server(lambda _, writer: writer.close(), HOST, 0, ssl=context)
    async with server:
        yield f"https://{HOST}:{server.sockets[0].getsockname()[1]}"


async def test_a_relay_of_an_authority_that_nobody_knows(kit: TableKit, tmp_path: Path) -> None:
    now = datetime.now(UTC)
    authority = AuthorityFolder.create(tmp_path / "authority", "open", 60, now)
    authority.make_party("relay", PartyKind.RELAY, [HOST], now)
    async with tls_server(authority) as address:
        assert kinds(await kit.examined(address)) == ["relay_distrust"]


def test_where_a_relay_cannot_listen(tmp_path: Path) -> None:
    around = Surroundings(tmp_path, NOBODY, synchronised=True)
    now = datetime.now(UTC)
    AuthorityFolder.create(tmp_path / "hall", "test", 60, now).make_party("relay", PartyKind.RELAY, [HOST], now)
    path = relay_config(tmp_path, 443, "mqtt://127.0.0.1:1", f'authority = "{tmp_path}/hall"')
    found = [each for each in check_listening(around, RelaySettings.from_file(path)) if each.kind != "port_taken"]
    assert kinds(found) == ["port_low"]
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("port = 443", f'port = {free_port()}\nhost = "192.0.2.1"'), encoding="utf-8")
    assert kinds(list(check_listening(around, RelaySettings.from_file(path)))) == ["address_not_here"]


# -- the road to the broker -------------------------------------------------------------------------------------------


async def test_a_broker_that_does_not_answer(kit: TableKit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broker_checks, "_PATIENCE_S", 0.3)
    with socket.socket() as deaf, contextlib.ExitStack() as waiting:
        deaf.bind((HOST, 0))
        deaf.listen(0)
        for _ in range(3):  # nobody takes them: from here on nobody gets through
            one = waiting.enter_context(socket.socket())
            one.setblocking(False)
            one.connect_ex(deaf.getsockname())
        kit.broker["url"] = f'"mqtt://{HOST}:{deaf.getsockname()[1]}"'
        assert kinds(await kit.examined()) == ["broker_unreachable"]


@pytest.mark.skipif(not (shutil.which("mosquitto") or Path("/usr/sbin/mosquitto").exists()), reason="no Mosquitto")
async def test_a_broker_that_takes_no_large_messages(kit: TableKit, tmp_path: Path) -> None:
    async with open_broker(tmp_path, BrokerEngine.MOSQUITTO, "message_size_limit 5000\n") as url:
        kit.broker["url"] = f'"{url}"'
        assert kinds(await kit.examined()) == ["broker_drops"]


async def test_certificates_of_tomorrow(kit: TableKit, tmp_path: Path) -> None:
    now = datetime.now(UTC)
    authority = AuthorityFolder.create(tmp_path / "authority", "open", 60, now)
    authority.make_party("t1", PartyKind.TABLE, (), now)
    kit.with_credentials(authority)
    kit.broker["url"] = f'"mqtts://{HOST}:{free_port()}"'
    assert kinds(await kit.examined(now=now.replace(year=now.year - 30))) == ["certificate_early"]


# -- devices ----------------------------------------------------------------------------------------------------------


async def test_a_table_that_has_found_no_board(kit: TableKit) -> None:
    board = kit.device["url"].strip('"')
    kit.device = {}
    assert kinds(await kit.examined()) == ["board_not_found"]
    keep_devices(TableSettings.from_file(kit.config), FoundDevices(DeviceAddress("dgt", board)))
    assert kinds(await kit.examined()) == []
    keep_devices(TableSettings.from_file(kit.config), FoundDevices(DeviceAddress("dgt", f"{board}-gone")))
    assert kinds(await kit.examined()) == ["device_missing"]


async def test_a_bridge_table_that_has_found_no_buttons(kit: TableKit) -> None:
    board = kit.device["url"].strip('"')  # anything that can be opened: buttons say nothing by themselves
    kit.device = {}
    kit.values["bridge"] = "true"
    assert kinds(await kit.examined()) == ["buttons_not_found"]
    keep_devices(TableSettings.from_file(kit.config), FoundDevices(None, DeviceAddress("buttons", board)))
    assert kinds(await kit.examined()) == []
    keep_devices(TableSettings.from_file(kit.config), FoundDevices(None, DeviceAddress("buttons", f"{board}-gone")))
    assert kinds(await kit.examined()) == ["device_missing"]


async def test_an_address_that_is_none(kit: TableKit) -> None:
    kit.device["url"] = '"tcp://127.0.0.1"'  # without a port
    assert kinds(await kit.examined()) == ["device_address"]


async def test_a_bluetooth_board_that_is_switched_off(kit: TableKit, monkeypatch: pytest.MonkeyPatch) -> None:
    kit.device = {"driver": '"chessnut"', "url": '"ble://Chessnut Air"'}
    monkeypatch.setattr(ble, "SCAN_S", 0.5)
    around = Surroundings(kit.root, synchronised=True, own_radio=True)
    async with Air() as air:
        with ble.using(ble.Radio(*backends(air))):
            assert kinds(await examine(around, [kit.config])) == ["device_not_heard"]


async def test_a_radio_that_cannot_be_used(kit: TableKit) -> None:
    """Chip and service are there, and yet the system's Bluetooth does not answer."""
    kit.device = {"driver": '"chessnut"', "url": '"ble://Chessnut Air"'}
    kit.put("sys/class/bluetooth/hci0/address", "00:11\n")
    kit.put("proc/7/comm", "bluetoothd\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={kit.root}/no-bus")
        assert kinds(await kit.examined()) == ["radio_off"]


def test_what_only_one_can_have_is_left_to_a_table_that_has_it(tmp_path: Path) -> None:
    assert is_in_use("ble://Chessnut", "board", "playing; all connected")
    assert is_in_use("rfc2217://desk:7001", "board", "ready; without clock")
    assert not is_in_use("ble://Chessnut", "board", "ready; without board, clock")
    assert not is_in_use("ble://Chessnut", "board", "")
    assert not is_in_use("serial:///dev/ttyACM0", "board", "playing; all connected")  # its file tells
    assert not runs_table(tmp_path / "t1.toml")


# -- all of them ------------------------------------------------------------------------------------------------------


def test_every_diagnosis_has_a_fault_that_was_prepared() -> None:
    catalogue = json.loads((files("gateway.texts") / "catalogues/en.json").read_text(encoding="utf-8"))
    known = {key.split(".")[1] for key in catalogue if key.startswith("doctor.") and key.endswith(".do")}
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert {kind for kind in known if f'"{kind}"' not in tests} == set()
