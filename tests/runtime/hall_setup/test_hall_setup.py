"""A hall from five answers: what is written, that cloud-init reads the cards, that asking again changes nothing."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from gateway.authority.authority_folder import AuthorityFolder
from gateway.cli.app import app
from gateway.model.errors import GatewayError, SettingsError
from gateway.runtime.hall_setup.card_files import card_files
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
from gateway.runtime.new_table import write_table_settings
from gateway.runtime.settings import RelaySettings, TableSettings
from tests.examples import examples

ANSWERS = ["--title", "Spring Open 2026", "--tables", "3", "--host", "desk.local", "--wifi", "Hall", "--no-wheels"]
ANSWERS += ["--wifi-password", "long enough", "--country", "nl", "--chief", "Ann Able"]
PLAN = HallPlan(title="Spring", event="spring", tables=("table-01",), host="desk.local", chief="Ann")


def run(*words: str) -> str:
    done = CliRunner().invoke(app, words)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.output


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_everything_of_a_hall_is_written_and_can_be_used(tmp_path: Path) -> None:
    told = run("setup", "--folder", str(tmp_path), *ANSWERS)
    settings = RelaySettings.from_file(tmp_path / "relay.toml")
    assert (settings.event, settings.title, settings.listen.port) == ("spring-open-2026", "Spring Open 2026", 8443)
    key = settings.arbiters[0].key.get_secret_value()
    assert f"https://desk.local:8443/sign-in/{key}" in told
    register = AuthorityFolder(tmp_path / "authority").register()
    assert set(register.parties) == {"broker", "relay"}
    assert "desk.local" in register.parties["relay"].hosts
    assert [claim.name for claim in register.claims] == ["table-01", "table-02", "table-03"]
    assert sorted(each.name for each in (tmp_path / "cards").iterdir()) == ["table-01", "table-02", "table-03"]
    for secret in ("hall.toml", "desk.html"):
        assert (tmp_path / secret).stat().st_mode & 0o077 == 0
    assert "table-03" in (tmp_path / "signs.html").read_text()


def test_asked_again_nothing_that_stands_is_changed(tmp_path: Path) -> None:
    run("setup", "--folder", str(tmp_path), *ANSWERS)
    before = contents(tmp_path)
    told = run("setup", "--folder", str(tmp_path), *ANSWERS, "--title", "Another")
    assert contents(tmp_path) == before
    assert "Written" not in told


def test_more_tables_are_added_to_those_that_stand(tmp_path: Path) -> None:
    run("setup", "--folder", str(tmp_path), *ANSWERS)
    before = contents(tmp_path / "cards")
    run("setup", "--folder", str(tmp_path), "--tables", "4")
    after = contents(tmp_path / "cards")
    assert {path: after[path] for path in before} == before
    assert len(after) == len(before) + 3


def test_the_card_of_a_table_is_written_once_its_place_is_named(tmp_path: Path) -> None:
    run("setup", "--folder", str(tmp_path / "hall"), *ANSWERS)
    card = tmp_path / "bootfs"
    card.mkdir()
    for name in ("cmdline.txt", "meta-data"):
        (card / name).write_text("of the image\n")
    run("enrol", "--card", str(card), "--hall", str(tmp_path / "hall"), "table-02")
    written = (card / "user-data").read_text()
    assert written == (tmp_path / "hall/cards/table-02/user-data").read_text()
    assert 'hostname: "table-02"' in written
    run("enrol", "--card", str(card), "--hall", str(tmp_path / "hall"), "late-7")  # one that nobody planned
    assert 'hostname: "late-7"' in (card / "user-data").read_text()


def test_a_card_with_an_old_system_is_told_before_anything_is_written(tmp_path: Path) -> None:
    run("setup", "--folder", str(tmp_path / "hall"), *ANSWERS)
    (tmp_path / "cmdline.txt").write_text("of an old image\n")
    with pytest.raises(SettingsError, match="before October 2025"):
        run("enrol", "--card", str(tmp_path), "--hall", str(tmp_path / "hall"), "table-02")
    with pytest.raises(SettingsError, match="set the hall up first"):
        run("enrol", "--card", str(tmp_path), "--hall", str(tmp_path / "elsewhere"), "table-02")


@contextmanager
def terminal(*command: str) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    master, slave = pty.openpty()
    process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, close_fds=True)
    os.close(slave)
    try:
        yield master, process
    finally:
        process.kill()
        process.wait()
        os.close(master)


def until(master: int, words: str) -> str:
    said = ""
    while words not in said:
        assert select.select([master], [], [], 60)[0], f"{words!r} was not said: {said}"
        said += os.read(master, 4096).decode(errors="replace")
    return said


def test_five_questions_are_asked_of_a_person_in_the_language_asked_for(tmp_path: Path) -> None:
    command = (sys.executable, "-m", "gateway", "setup", "--folder", str(tmp_path), "--no-wheels", "--language", "zh")
    with terminal(*command) as (master, process):
        for question, answer in (("赛事名称", "春季公开赛 2026"), ("多少台", "2"), ("连接本机", "10.0.0.2"),
                                 ("无线网络的名称", ""), ("裁判长是谁", "李娜")):  # fmt: skip
            until(master, question)
            os.write(master, f"{answer}\n".encode())
        until(master, "signs.html")
        assert process.wait(30) == 0
    plan = read_plan(tmp_path / "hall.toml")
    assert plan is not None
    assert (plan.title, plan.event, plan.tables) == ("春季公开赛 2026", "2026", ("table-01", "table-02"))
    assert (plan.host, plan.wifi, plan.chief) == ("10.0.0.2", HallWifi(), "李娜")


def test_where_nobody_can_answer_the_option_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="--title"):
        run("setup", "--folder", str(tmp_path))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [("3", ("table-01", "table-02", "table-03")), ("t1 t2", ("t1", "t2")), ("t1, t1,t2", ("t1", "t2"))],
)
def test_tables_are_counted_or_named(text: str, names: tuple[str, ...]) -> None:
    assert table_names(text) == names


@pytest.mark.parametrize("text", ["0", "2001", "Table 1", "t_1", "-1", "t1-"])
def test_names_that_no_computer_can_have_are_refused(text: str) -> None:
    with pytest.raises(GatewayError):
        table_names(text)


@pytest.mark.parametrize(
    ("text", "host"),
    [("laptop.local", "laptop.local"), (" desk ", "desk"), ("10.0.0.2", "10.0.0.2"), ("[fd00::1]", "fd00::1")],
)
def test_the_desk_has_a_name_or_an_address(text: str, host: str) -> None:
    assert desk_host(text) == host


@pytest.mark.parametrize("text", ["a b", "https://desk/", "desk:8443", "300.1.1.1", "-desk", "", "des\nk", "a..b"])
def test_a_desk_that_nobody_could_reach_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"laptop\.local|--host"):
        run("setup", "--folder", str(tmp_path), "--title", "X", "--tables", "2", "--host", text, "--chief", "A")
    assert list(tmp_path.iterdir()) == []


def test_a_title_becomes_a_name_for_topics() -> None:
    assert event_name("Spring Open — 2026!") == "spring-open-2026"


@given(st.text(max_size=30), st.text(max_size=30), st.text(min_size=1, max_size=32), st.text(max_size=63))
@examples(60)
def test_a_plan_is_read_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, title: str, chief: str, wifi: str, password: str
) -> None:
    plan = msgspec.structs.replace(PLAN, title=title, chief=chief, wifi=HallWifi(wifi, password, "NL"))
    try:
        tomllib.loads(f"x = {msgspec.json.encode(title).decode()}")
    except tomllib.TOMLDecodeError:
        return  # control characters, which nobody types
    path = tmp_path_factory.mktemp("plan") / "hall.toml"
    write_plan(path, plan)
    assert read_plan(path) == plan


HARD = HallWifi("Hall: 'A' #1 \\ \"B\"", 'pass"word: {8} \\', "NL")


def test_cards_are_what_cloud_init_reads(tmp_path: Path) -> None:
    """Its own program checks them; whatever is in a Wi-Fi's name and password."""
    if shutil.which("cloud-init") is None:
        pytest.skip("cloud-init is not installed")
    plan = msgspec.structs.replace(PLAN, wifi=HARD, ssh_keys=("ssh-ed25519 AAAA somebody's key: #1",))
    files = card_files("table-01", plan, "https://desk/enrol#a.b", "CERTIFICATE", "print()\n\n# the end", 1_800_000_000)
    path = tmp_path / "user-data"
    path.write_text(files["user-data"])
    done = subprocess.run(["cloud-init", "schema", "--config-file", path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    checker = "import json, sys, yaml; print(json.dumps([yaml.safe_load(open(each)) for each in sys.argv[1:]]))"
    (tmp_path / "network-config").write_text(files["network-config"])
    read = subprocess.run(
        ["/usr/bin/python3", "-c", checker, path, tmp_path / "network-config"], capture_output=True, check=True
    )
    user, network = msgspec.json.decode(read.stdout)
    access = network["network"]["wifis"]["wlan0"]["access-points"]
    assert access == {HARD.name: {"password": HARD.password}}
    assert user["users"][0]["ssh_authorized_keys"] == list(plan.ssh_keys)
    written = {each["path"]: each["content"] for each in user["write_files"]}
    assert written["/usr/local/lib/flagfall/install.py"] == "print()\n\n# the end\n"
    assert "--from https://desk.local:8443/wheels/" in written["/etc/systemd/system/flagfall-first-boot.service"]


def test_a_bridge_hall_has_cards_for_two_buttons(tmp_path: Path) -> None:
    plan = HallPlan(title="Teams", event="teams", tables=("1o", "1c"), host="desk.local", chief="Ines", bridge=True)
    card = tmp_path / "card"
    card.mkdir()
    (card / "config.txt").write_text("[all]\nenable_uart=1\n", encoding="utf-8")
    writer = HallWriter(HallPlaces(tmp_path, tmp_path), plan)
    writer.make_authority(())
    for _ in range(2):  # written again, nothing is there twice
        writer.write_card("1o", card)
    assert (card / "config.txt").read_text(encoding="utf-8").count("dtoverlay=gpio-key") == 2
    text = (card / "user-data").read_text(encoding="utf-8")
    assert "path: /etc/flagfall/1o.toml" in text
    assert "      bridge = true\n" in text
    # The enrolment adds the road, and a table's settings are whole.
    written = next(part for part in text.split("  - path: ") if part.startswith("/etc/flagfall/1o.toml"))
    lines = written.partition("content: |\n")[2].partition("runcmd:")[0]
    path = tmp_path / "1o.toml"
    path.write_text("\n".join(line.removeprefix("      ") for line in lines.splitlines()) + "\n", encoding="utf-8")
    write_table_settings(path, "teams", "1o", tmp_path / "1o.journal", '[broker]\nurl = "mqtt://127.0.0.1:1883"\n')
    assert TableSettings.from_file(path).bridge
