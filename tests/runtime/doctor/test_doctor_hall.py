"""The doctor on what the parts of a hall are to each other: certificates, clocks, events, and what two of them want."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import ssl
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gateway.authority.authority_folder import AuthorityFolder
from gateway.authority.register import PartyKind
from gateway.bus.broker import BrokerEngine
from gateway.runtime.doctor.diagnoses import Surroundings
from gateway.runtime.doctor.examination import examine
from gateway.runtime.doctor.relay_checks import check_relay, check_watch
from gateway.runtime.settings import WatchSection
from gateway.runtime.watch_server import Readiness, WatchServer
from tests.closed_hall import eventually
from tests.ports import free_port
from tests.system.hall import Hall

from .doctor_kit import HOST, TableKit, kinds, open_broker, relay_config

pytestmark = pytest.mark.system  # real brokers, relays and devices


@contextlib.asynccontextmanager
async def tls_server(authority: AuthorityFolder) -> AsyncIterator[int]:
    """Somebody who shows the relay's certificate of this authority, and says nothing."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(authority.certificate_of("relay"), authority.key_of("relay"))
    server = await asyncio.start_server(lambda _, writer: writer.close(), HOST, 0, ssl=context)
    async with server:
        yield server.sockets[0].getsockname()[1]


def hall_made(folder: Path, age_days: int, *hosts: str) -> AuthorityFolder:
    """The authority of a hall of sixty days, with its relay's certificate."""
    made = datetime.now(UTC) - timedelta(days=age_days)
    authority = AuthorityFolder.create(folder, "open", 60, made)
    authority.make_party("relay", PartyKind.RELAY, hosts, made)
    return authority


@pytest.mark.parametrize(
    ("age_days", "host", "kind"),
    [
        (0, HOST, "relay_unreachable"),  # trusted, and says nothing
        (100, HOST, "relay_certificate_expired"),
        (-5000, HOST, "relay_certificate_early"),
        (0, "10.9.8.7", "relay_of_another_host"),
    ],
)
async def test_what_is_wrong_with_a_relays_certificate(tmp_path: Path, age_days: int, host: str, kind: str) -> None:
    authority = hall_made(tmp_path / "hall", age_days, host)
    async with tls_server(authority) as port:
        found = check_relay(Surroundings(), f"https://{HOST}:{port}", authority.certificate)
        assert kinds([each async for each in found]) == [kind]


async def test_certificates_of_the_pages(kit: TableKit, tmp_path: Path) -> None:
    around = Surroundings(kit.root, synchronised=True)
    url = kit.broker["url"].strip('"')
    good, old = hall_made(tmp_path / "hall", 0, HOST), hall_made(tmp_path / "old", 100, HOST)

    async def of(certificate: Path, key: Path) -> list[str]:
        port = free_port()
        config = relay_config(tmp_path, port, url)
        text = config.read_text(encoding="utf-8")
        named = f'port = {port}\ncertificate = "{certificate}"\nkey = "{key}"'
        config.write_text(text.replace(f"port = {port}", named, 1), encoding="utf-8")
        return kinds(await examine(around, [config]))

    assert await of(good.certificate_of("relay"), good.key_of("relay")) == []
    assert await of(old.certificate_of("relay"), old.key_of("relay")) == ["certificate_expired"]
    assert await of(good.certificate_of("relay"), old.key_of("relay")) == ["key_of_another"]
    assert await of(tmp_path / "none", good.key_of("relay")) == ["certificate_missing"]


async def test_a_relay_of_another_event_and_a_clock_that_is_wrong(kit: TableKit, tmp_path: Path) -> None:
    async with Hall(tmp_path) as hall:
        kit.broker["url"] = f'"mqtt://{HOST}:{hall.broker_port}"'
        assert kinds(await kit.examined(hall.address)) == ["event_of_another"]
        kit.values["event"] = '"test"'
        await hall.start_table("t1", kit.device["url"].strip('"'))

        async def named() -> bool:
            late = datetime.now(UTC) + timedelta(minutes=20)
            return kinds(await kit.examined(hall.address, now=late)) == ["clocks_differ"]

        await eventually(named)


async def test_two_settings_for_one_table_or_one_board(kit: TableKit) -> None:
    around = Surroundings(kit.root, synchronised=True)
    copy = kit.folder / "t1-old.toml"
    shutil.copy(kit.config, copy)
    assert kinds(await examine(around, [kit.config, copy])) == ["settings_clash"]
    for changed in (
        {"table": '"t2"'},  # still its record
        {"table": '"t2"', "journal": f'"{kit.folder}/t2.journal"'},  # still its board
    ):
        kit.values |= changed
        assert kinds(await examine(around, [copy, kit.config])) == ["settings_clash"]
    kit.device = {}
    assert "settings_clash" not in kinds(await examine(around, [copy, kit.config]))


async def test_metrics_where_another_program_listens(kit: TableKit, tmp_path: Path) -> None:
    hung_up = await asyncio.start_server(lambda _, writer: writer.close(), HOST, 0)
    async with hung_up:
        kit.more = f"[watch]\nport = {hung_up.sockets[0].getsockname()[1]}"
        assert kinds(await kit.examined()) == ["port_taken"]
    token = tmp_path / "token"
    token.write_text("a-token-for-tests-only", encoding="utf-8")
    section = WatchSection(port=free_port(), token_file=token)
    ours = asyncio.create_task(WatchServer(section, list, lambda: Readiness(True, "")).run())
    try:

        async def listens() -> bool:
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection(HOST, section.port)
                writer.close()
                return True
            return False

        await eventually(listens)
        assert kinds(await asyncio.to_thread(lambda: list(check_watch(section)))) == []
    finally:
        ours.cancel()
        await asyncio.gather(ours, return_exceptions=True)
    token.unlink()
    kit.more = f'[watch]\nport = {section.port}\ntoken_file = "{token}"'
    assert kinds(await kit.examined()) == ["settings_wrong"]


async def test_a_broker_that_asks_nobody_for_a_certificate(kit: TableKit, tmp_path: Path) -> None:
    authority = hall_made(tmp_path / "hall", 0, HOST)
    authority.make_party("t1", PartyKind.TABLE, (), datetime.now(UTC))
    kit.with_credentials(authority)
    shown = f"certfile {authority.certificate_of('relay')}\nkeyfile {authority.key_of('relay')}\n"
    async with open_broker(tmp_path, BrokerEngine.MOSQUITTO, shown) as url:
        kit.broker["url"] = f'"{url.replace("mqtt:", "mqtts:")}"'
        assert kinds(await kit.examined()) == ["broker_open"]
