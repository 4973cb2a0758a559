"""The doctor: faults that are really there, each of which it names, and a table with which nothing is wrong."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import pwd
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gateway.authority.authority_folder import AuthorityFolder
from gateway.authority.register import PartyKind
from gateway.bus.broker import BrokerEngine
from gateway.model.instants import Instant
from gateway.model.messages import Message
from gateway.record.entries import Entry
from gateway.record.visibility import Visibility
from gateway.record.wire import ENTRY
from gateway.referee.inputs import DiskChanged
from gateway.runtime.doctor.diagnoses import Diagnosis, Gravity, Surroundings
from gateway.runtime.doctor.examination import examine
from gateway.store import SqliteStore, StoredLine
from gateway.texts.library import Library
from tests.closed_hall import ENGINES, ClosedHallForTests, eventually
from tests.ports import free_port
from tests.system.hall import Hall

from .doctor_kit import HOST, NOBODY, ROOT, TableKit, kinds, named, open_broker, relay_config

pytestmark = pytest.mark.system  # real brokers, relays and devices


def real(path: Path) -> Path:
    return path.resolve()


def line(at: datetime) -> StoredLine:
    instant = int(at.timestamp() * 1000)
    return StoredLine("entries", 1, ENTRY.encode(Entry(1, Instant(instant), Visibility.ARBITERS, DiskChanged(False))))


async def write_journal(path: Path, at: datetime | None = None) -> None:
    with SqliteStore(path) as store:
        await store.append_many([line(at or datetime.now(UTC))])


async def test_nothing_is_wrong_with_a_table_that_is_well(kit: TableKit) -> None:
    await write_journal(kit.journal)
    assert kinds(await kit.examined()) == []


# -- settings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        ("this is = = no TOML", "is not TOML"),
        ('evnt = "open"', "evnt: is not a setting"),
        ("[game]\ncontrol = 'a while'", "game.control"),
        ("[livechess]\nport = 70000", "livechess.port"),
        ("[clock]\ndriver = 'dgt'\nurl = 'serial:///dev/ttyS0'", "clock.driver"),
    ],
)
async def test_settings_that_cannot_be_used(tmp_path: Path, broken: str, says: str) -> None:
    kit = TableKit(tmp_path, "serial:///dev/none", "mqtt://127.0.0.1:1")
    kit.more = broken
    if broken.startswith("evnt"):
        kit.values["evnt"] = '"open"'
        kit.more = ""
    (found,) = await kit.examined()
    assert kinds([found]) == ["settings_wrong"]
    assert says in Library.load()["en"].render(found.what)


async def test_settings_that_are_not_there(tmp_path: Path) -> None:
    found = await examine(Surroundings(tmp_path, synchronised=True), [tmp_path / "none.toml"])
    assert kinds(found) == ["settings_wrong"]


@pytest.mark.skipif(os.getuid() != 0, reason="needs root, to be somebody else")
def test_whoever_may_not_read_the_settings_is_told_so() -> None:
    code = (
        "import os, sys, pathlib\n"
        "from gateway.runtime.doctor.computer_checks import check_computer\n"
        "from gateway.runtime.doctor.diagnoses import Surroundings\n"
        "from gateway.runtime.doctor.examination import settings_files\n"
        "os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
        "around = Surroundings(pathlib.Path(sys.argv[1]), synchronised=True)\n"
        "assert list(check_computer(around)) == []\n"
        "settings_files(around)\n"
    )
    with tempfile.TemporaryDirectory() as root:  # others get through to it, as they do not to pytest's folders
        Path(root).chmod(0o755)
        closed = Path(root) / "etc/flagfall"
        closed.mkdir(parents=True)
        (closed / "claim").touch()
        closed.chmod(0o750)
        done = subprocess.run([sys.executable, "-c", code, root], capture_output=True, text=True, check=False)
    assert "SettingsError: You may not read the settings in" in done.stderr, done.stderr
    assert "sudo flagfall doctor" in done.stderr


# -- the computer -----------------------------------------------------------------------------------------------------


async def test_faults_of_the_computer(kit: TableKit) -> None:
    for name, text, kind in (
        ("etc/hostname", "raspberrypi\n", "host_name_shared"),
        ("etc/os-release", 'ID=debian\nVERSION_ID="11"\nPRETTY_NAME="Debian 11"\n', "system_old"),
        ("sys/devices/platform/soc/soc:firmware/get_throttled", "50005\n", "power_low"),
        ("sys/devices/platform/soc/soc:firmware/get_throttled", "80008\n", "too_hot"),
        ("etc/flagfall/claim", "a claim\n", "not_enrolled"),
    ):
        before = (kit.root / name).read_text(encoding="utf-8") if (kit.root / name).exists() else None
        kit.put(name, text)
        assert kinds(await kit.examined()) == [kind]
        if before is None:
            (kit.root / name).unlink()
        else:
            kit.put(name, before)
    assert kinds(await kit.examined(synchronised=False)) == ["clock_not_kept"]
    shutil.rmtree(kit.root / "sys/class/rtc")
    assert kinds(await kit.examined(synchronised=False)) == ["clock_without_battery"]


async def test_a_32_bit_card_and_a_version_that_is_gone(tmp_path: Path) -> None:
    kit = TableKit(tmp_path, "serial:///dev/none", "mqtt://127.0.0.1:1")
    head = bytearray((kit.root / "usr/bin/env").read_bytes())
    head[4], head[18] = 1, 40  # programs for armv7l
    (kit.root / "usr/bin/env").write_bytes(head)
    current = kit.root / "opt/flagfall/current"
    current.parent.mkdir(parents=True)
    current.symlink_to("versions/0.9.0")
    found = await examine(Surroundings(kit.root, synchronised=True), [])
    assert kinds(found) == ["system_32_bit", "version_gone"]
    assert "(armv7l)" in Library.load()["en"].render(found[0].what)
    (kit.root / "opt/flagfall/versions/0.9.0").mkdir(parents=True)
    assert kinds(await examine(Surroundings(kit.root, synchronised=True), [])) == ["system_32_bit"]


# -- disk and record --------------------------------------------------------------------------------------------------


async def test_a_disk_that_fills_and_one_that_cannot_be_written(kit: TableKit, small_disk: Path) -> None:
    kit.values["journal"] = f'"{small_disk}/t1.journal"'
    assert kinds(await kit.examined()) == []
    with (small_disk / "films").open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, 150 << 20)
        assert kinds(await kit.examined()) == ["disk_low"]
        os.posix_fallocate(file.fileno(), 0, 290 << 20)
        assert kinds(await kit.examined()) == ["disk_full"]
    await asyncio.to_thread(subprocess.check_call, ["mount", "-o", "remount,ro", str(small_disk)])
    assert kinds(await kit.examined()) == ["disk_read_only"]


async def test_records_that_cannot_be_used(kit: TableKit) -> None:
    await write_journal(kit.journal, datetime.now(UTC) + timedelta(days=900))
    assert kinds(await kit.examined()) == ["clock_behind"]
    kit.journal.unlink()
    with SqliteStore(kit.journal) as store:
        await store.append_many([line(datetime.now(UTC))])
    with contextlib.closing(sqlite3.connect(kit.journal)) as disk, disk:  # a bit that a card has turned
        disk.execute("UPDATE lines SET data = replace(data, 'false', 'true')")
    assert kinds(await kit.examined()) == ["record_damaged"]
    for path in kit.folder.glob("t1.journal-*"):
        path.unlink()
    kit.journal.write_bytes(b"this never was a record" * 100)
    assert kinds(await kit.examined()) == ["record_damaged"]


@pytest.mark.skipif(not ROOT, reason="needs root, to ask for another user")
async def test_a_record_and_a_folder_of_somebody_else(reached_kit: TableKit) -> None:
    kit, nobody = reached_kit, pwd.getpwnam(NOBODY).pw_uid
    await write_journal(kit.journal)
    board = real(kit.folder / "board")
    board.chmod(0o666)
    assert kinds(await kit.examined(user=NOBODY)) == ["record_closed"]
    os.chown(kit.journal, nobody, -1)
    kit.journal.chmod(0o400)  # read it may, and not write
    assert kinds(await kit.examined(user=NOBODY)) == ["record_closed"]
    kit.values["journal"] = f'"{kit.folder}/closed/t1.journal"'
    (kit.folder / "closed").mkdir(mode=0o700)
    assert kinds(await kit.examined(user=NOBODY)) == ["folder_closed"]
    os.chown(kit.folder / "closed", nobody, -1)
    for mode in (0o600, 0o644):
        board.chmod(mode)
        assert kinds(await kit.examined(user=NOBODY)) == ["device_denied"]
    board.chmod(0o666)
    kit.folder.chmod(0o700)
    assert kinds(await kit.examined(user=NOBODY)) == ["file_closed"]  # the settings themselves


@pytest.mark.skipif(not ROOT, reason="needs root, to ask for another user")
async def test_files_that_the_service_may_not_read(reached_kit: TableKit) -> None:
    kit, nobody = reached_kit, pwd.getpwnam(NOBODY).pw_uid
    now = datetime.now(UTC)
    authority = AuthorityFolder.create(kit.folder / "hall", "open", 60, now)
    authority.make_party("t1", PartyKind.TABLE, (), now)
    for name, path in (
        ("ca", authority.certificate),
        ("crt", authority.certificate_of("t1")),
        ("key", authority.key_of("t1")),
    ):
        shutil.copy(path, kit.folder / f"t1.{name}")
        os.chown(kit.folder / f"t1.{name}", nobody, -1)
        (kit.folder / f"t1.{name}").chmod(0o400)
    kit.broker |= {
        "ca": f'"{kit.folder}/t1.ca"',
        "certificate": f'"{kit.folder}/t1.crt"',
        "key": f'"{kit.folder}/t1.key"',
    }
    real(kit.folder / "board").chmod(0o666)
    kit.values["journal"] = '"/var/tmp/t1.journal"'
    for name, kind in (("ca", "file_closed"), ("crt", "file_closed"), ("key", "key_closed")):
        os.chown(kit.folder / f"t1.{name}", 0, -1)
        found = await kit.examined(user=NOBODY)
        assert kinds(found) == [kind]
        assert f"t1.{name}" in str(found[0].what.args)
        os.chown(kit.folder / f"t1.{name}", nobody, -1)


@pytest.mark.skipif(not ROOT, reason="needs root, to ask as another user")
async def test_whoever_is_kept_from_the_files_gets_no_traceback(reached_kit: TableKit) -> None:
    kit = reached_kit
    closed = kit.folder / "closed"
    closed.mkdir()
    kit.values["journal"] = f'"{closed}/t1.journal"'
    kit.broker |= {name: f'"{closed}/{name}"' for name in ("ca", "certificate", "key")}
    await write_journal(closed / "t1.journal")
    for name in ("ca", "certificate", "key"):
        (closed / name).write_text("", encoding="utf-8")
    closed.chmod(0o700)
    code = (
        "import asyncio, os, pathlib, sys\n"
        "from gateway.runtime.doctor.examination import examine\n"
        "from gateway.runtime.doctor.diagnoses import Surroundings\n"
        "around, config = Surroundings(pathlib.Path(sys.argv[1]), synchronised=True), pathlib.Path(sys.argv[2])\n"
        "asyncio.run(examine(around, [config]))\n"  # whatever it imports, which that user may not read
        "os.setgid(65534), os.setuid(65534)\n"
        "found = asyncio.run(examine(around, [config]))\n"
        "print(*(each.kind for each in found))\n"
    )
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", code, str(kit.root), str(kit.config)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert set(done.stdout.split()) >= {"record_closed", "file_closed", "key_closed"}, done.stderr


# -- devices ----------------------------------------------------------------------------------------------------------


async def test_a_board_that_is_not_there_or_in_other_hands(kit: TableKit, tmp_path: Path) -> None:
    there = kit.device["url"]
    kit.device["url"] = f'"serial://{tmp_path}/gone"'
    assert kinds(await kit.examined()) == ["device_missing"]
    kit.device["url"] = there
    port = str(real(tmp_path / "board"))
    code = f"import os, sys; os.open({port!r}, os.O_RDWR | os.O_NOCTTY); print(flush=True); sys.stdin.read()"
    other = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    assert other.stdout is not None
    await other.stdout.readline()
    (found,) = await kit.examined()
    assert kinds([found]) == ["device_busy"]
    assert str(other.pid) in str(found.what)
    other.kill()
    await other.wait()
    kit.device["url"] = f'"tcp://{HOST}:{free_port()}"'
    assert kinds(await kit.examined()) == ["device_host"]


async def test_a_board_that_says_nothing_and_one_of_another_make(kit: TableKit, tmp_path: Path) -> None:
    kit.device["driver"] = '"certabo"'
    found = await kit.examined()
    assert kinds(found) == ["device_of_another_make"]
    assert found[0].what.args["found"] == "dgt"
    near, far = os.openpty()
    kit.device["url"] = f'"serial://{os.ttyname(far)}"'
    os.close(far)
    assert kinds(await kit.examined()) == ["device_quiet"]
    os.close(near)


async def test_a_radio_that_is_missing_blocked_or_not_served(kit: TableKit) -> None:
    kit.device = {"driver": '"chessnut"', "url": '"ble://Chessnut Air"'}
    assert kinds(await kit.examined()) == ["radio_missing"]
    kit.put("sys/class/bluetooth/hci0/address", "00:11\n")
    for name, value in (("type", "bluetooth"), ("soft", "1"), ("hard", "0")):
        kit.put(f"sys/class/rfkill/rfkill0/{name}", value)
    assert kinds(await kit.examined()) == ["radio_blocked"]
    kit.put("sys/class/rfkill/rfkill0/soft", "0")
    assert kinds(await kit.examined()) == ["radio_unserved"]


# -- broker and certificates ------------------------------------------------------------------------------------------


async def test_a_broker_that_is_not_there(kit: TableKit) -> None:
    kit.broker["url"] = f'"mqtt://{HOST}:{free_port()}"'
    assert kinds(await kit.examined()) == ["broker_down"]
    kit.broker["url"] = '"mqtts://no-such-host.invalid:8883"'
    assert kinds(await kit.examined()) == ["broker_unnamed"]
    with socket.create_server((HOST, 0)) as other:
        kit.broker["url"] = f'"mqtt://{HOST}:{other.getsockname()[1]}"'
        assert kinds(await kit.examined()) == ["broker_refuses"]


@pytest.mark.skipif(not (shutil.which("mosquitto") or Path("/usr/sbin/mosquitto").exists()), reason="no Mosquitto")
async def test_a_broker_that_does_not_retain(kit: TableKit, tmp_path: Path) -> None:
    async with open_broker(tmp_path, BrokerEngine.MOSQUITTO, "retain_available false\n") as url:
        kit.broker["url"] = f'"{url}"'
        assert kinds(await kit.examined()) == ["broker_forgets"]


@pytest.mark.parametrize("engine", ENGINES)
async def test_certificates_that_do_not_fit(kit: TableKit, tmp_path: Path, engine: BrokerEngine) -> None:
    plain = kit.broker["url"]
    (tmp_path / "hall").mkdir()
    async with ClosedHallForTests(tmp_path / "hall", engine).running() as hall:
        authority = hall.authority
        kit.broker["url"] = f'"{hall.url}"'
        kit.with_credentials(authority)
        assert kinds(await kit.examined()) == []
        if engine is BrokerEngine.NATS:  # what is wrong with files is the same for every broker
            await files_that_do_not_fit(kit, authority, tmp_path)
            kit.with_credentials(authority)
            kit.values["event"] = '"another"'
            assert kinds(await kit.examined()) == ["broker_no_rights"]  # Mosquitto grants it, and delivers nothing
            kit.values["event"] = '"open"'
        kit.broker["url"] = plain.replace("mqtt://", "mqtts://")
        assert kinds(await kit.examined()) == ["broker_distrust"]
        kit.broker["url"] = f'"{hall.url}"'
        other = AuthorityFolder.create(tmp_path / "other", "open", 60, datetime.now(UTC))
        other.make_party("t1", PartyKind.TABLE, (), datetime.now(UTC))
        kit.with_credentials(other)
        (found,) = await kit.examined()
        assert kinds([found]) == ["broker_distrust"]
        kit.with_credentials(authority)
        for name in ("certificate", "key"):  # the table has its own; those of the authority go
            copy = tmp_path / f"t1.{name}"
            shutil.copy(kit.broker[name].strip('"'), copy)
            kit.broker[name] = f'"{copy}"'
        authority.revoke("t1", datetime.now(UTC))
        await eventually(lambda: named(kit, "broker_refuses", "broker_distrust"))


async def files_that_do_not_fit(kit: TableKit, authority: AuthorityFolder, folder: Path) -> None:
    key = authority.key_of("t1")
    mode = key.stat().st_mode
    key.chmod(0o644)
    (folder / "hall").chmod(0o755)
    if all(parent.stat().st_mode & 0o001 for parent in key.parents):
        assert kinds(await kit.examined()) == ["secret_open"]
    key.chmod(mode)
    kit.broker["key"] = f'"{authority.key_of("t2")}"'
    assert kinds(await kit.examined()) == ["key_of_another"]
    kit.with_credentials(authority, "t2")
    assert kinds(await kit.examined()) == ["certificate_of_another"]
    kit.with_credentials(authority)
    kit.broker["certificate"] = f'"{folder}/none.crt"'
    assert kinds(await kit.examined()) == ["certificate_missing"]
    damaged = folder / "damaged.crt"
    damaged.write_text("no certificate", encoding="utf-8")
    kit.broker["certificate"] = f'"{damaged}"'
    assert kinds(await kit.examined()) == ["certificate_damaged"]
    kit.with_credentials(authority)
    past = datetime.now(UTC) - timedelta(days=100)
    old = AuthorityFolder.create(folder / "old", "open", 60, past)
    old.make_party("t1", PartyKind.TABLE, (), past)
    kit.with_credentials(old)
    assert kinds(await kit.examined()) == ["certificate_expired"]
    almost = AuthorityFolder.create(folder / "almost", "open", 60, datetime.now(UTC) - timedelta(days=55))
    almost.make_party("t1", PartyKind.TABLE, (), datetime.now(UTC) - timedelta(days=55))
    kit.with_credentials(almost)
    assert kinds(await kit.examined())[0] == "certificate_ends"
    kit.with_credentials(authority)
    kit.broker["ca"] = f'"{almost.certificate}"'
    assert kinds(await kit.examined()) == ["authority_of_another"]


# -- the relay --------------------------------------------------------------------------------------------------------


async def test_a_relay_seen_from_a_table_and_from_itself(kit: TableKit, tmp_path: Path) -> None:
    around = Surroundings(kit.root, synchronised=True)
    async with Hall(tmp_path) as hall:
        broker = f"mqtt://{HOST}:{hall.broker_port}"
        kit.broker["url"] = f'"{broker}"'
        kit.values["event"] = '"test"'
        await eventually(lambda: named(kit, "table_unknown", relay=hall.address))
        assert kinds(await kit.examined(f"http://{HOST}:{free_port()}")) == ["relay_unreachable"]
        # Its own settings: the relay that listens there is the one that they are for.
        own = relay_config(tmp_path, hall.port, broker)
        assert kinds(await examine(around, [own])) == []
        await hall.kill("broker")

        async def told() -> bool:
            return kinds(await kit.examined(hall.address)) == ["broker_down", "relay_without_broker"]

        await eventually(told)


async def test_settings_of_a_relay(tmp_path: Path) -> None:
    kit = TableKit(tmp_path, "serial:///dev/none", "mqtt://127.0.0.1:1")
    around = Surroundings(kit.root, synchronised=True)
    async with open_broker(tmp_path) as url:
        with socket.create_server((HOST, 0)) as other:
            taken = relay_config(tmp_path, other.getsockname()[1], url)
            server = asyncio.create_task(asyncio.to_thread(hang_up, other))
            assert kinds(await examine(around, [taken])) == ["port_taken"]
            other.shutdown(socket.SHUT_RDWR)
            await server
        assert kinds(await examine(around, [relay_config(tmp_path, free_port(), url, arbiters=False)])) == [
            "nobody_signs_in"
        ]
        gone = relay_config(tmp_path, free_port(), url, f'authority = "{tmp_path}/no-authority"')
        assert kinds(await examine(around, [gone])) == ["authority_missing"]


def hang_up(listener: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while True:
            listener.accept()[0].close()


# -- the command ------------------------------------------------------------------------------------------------------


def run(*words: str, language: str = "en", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "gateway", "doctor", *words, "--language", language],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )


async def test_the_command_speaks_both_languages_and_json(kit: TableKit) -> None:
    kit.broker["url"] = f'"mqtt://{HOST}:{free_port()}"'
    words = ("--config", str(kit.config), "--root", str(kit.root))
    said, chinese, told = await asyncio.gather(
        asyncio.to_thread(run, *words),
        asyncio.to_thread(run, *words, language="zh"),
        asyncio.to_thread(run, *words, "--json"),
    )
    assert said.returncode == 1
    assert "the broker is not running" in said.stdout
    assert "systemctl status flagfall-broker" in said.stdout
    assert "消息服务器没有运行" in chinese.stdout
    answer = json.loads(told.stdout)
    assert told.returncode == 1
    assert not answer["ok"]
    assert "broker_down" in [each["kind"] for each in answer["findings"]]
    assert not told.stderr


async def test_a_clock_that_is_years_behind_is_named(kit: TableKit) -> None:
    """A Pi without a battery clock, in a hall without internet: the process itself is put into the year 2020."""
    faketime = shutil.which("faketime")
    if faketime is None:
        pytest.skip("faketime is not installed")
    await write_journal(kit.journal)
    command = [faketime, "2020-01-01", sys.executable, "-m", "gateway", "doctor", "--json", "--root", str(kit.root)]
    process = await asyncio.create_subprocess_exec(
        *command, "--config", str(kit.config), stdout=asyncio.subprocess.PIPE
    )
    said, _ = await process.communicate()
    assert "clock_behind" in [each["kind"] for each in json.loads(said)["findings"]]
    assert process.returncode == 1


async def test_a_table_that_runs_has_its_board_and_is_well(kit: TableKit) -> None:
    """The doctor does not disturb a table that plays."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "gateway", "table", "--config", str(kit.config), stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None
    try:
        async with asyncio.timeout(60):
            while b": connected" not in await process.stderr.readline():
                pass
        assert kinds(await kit.examined()) == []
    finally:
        process.send_signal(signal.SIGTERM)
        await process.communicate()


def test_every_diagnosis_says_what_to_do() -> None:
    library = Library.load()
    texts = [library[language] for language in ("en", "zh")]
    what = Message("doctor.disk_full", {"path": "/var"})
    found = Diagnosis.trouble(what, Message("doctor.disk_full.do", {"command": "du"}))
    assert found.gravity is Gravity.TROUBLE
    assert [text.render(found.what) for text in texts] == [
        "The disk under /var is full: nothing is recorded.",
        "/var所在的磁盘已满，什么都没有记录。",
    ]
