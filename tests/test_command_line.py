"""The `flagfall` command as a user meets it."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer import Context
from typer.core import TyperGroup
from typer.testing import CliRunner

from gateway.cli.app import COMMANDS, app, main
from gateway.store import SqliteStore, StoredLine


def flagfall(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "gateway", *words], capture_output=True, text=True, timeout=60, check=False
    )


def test_help_lists_every_command() -> None:
    listed = flagfall("--help").stdout
    assert [command for command in COMMANDS if command not in listed] == []


def every_command(group: TyperGroup, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The words of each command, and of those below it."""
    context = Context(group)
    for name in group.list_commands(context):
        yield (*words, name)
        command = group.get_command(context, name)
        assert command is not None, name
        if isinstance(command, TyperGroup):
            yield from every_command(command, (*words, name))


@pytest.mark.long
def test_every_command_has_help() -> None:
    """In this process: most of the time would go into starting others."""
    commands = typer.main.get_command(app)
    assert isinstance(commands, TyperGroup)
    found = list(every_command(commands))
    assert {words[0] for words in found} == set(COMMANDS)
    assert len(found) > 2 * len(COMMANDS)
    for words in found:
        told = CliRunner().invoke(app, [*words, "--help"])
        assert (told.exit_code, told.stderr) == (0, ""), words
        assert "--help" in told.stdout, words
        assert "completion" not in told.stdout, words


@pytest.mark.long
def test_whoever_gives_a_link_can_name_the_halls_authority() -> None:
    """In a closed hall the relay's certificate is of an authority that no computer knows by itself."""
    commands = typer.main.get_command(app)
    assert isinstance(commands, TyperGroup)
    without = set()
    for words in every_command(commands):
        found: Any = commands
        for word in words:
            found = found.get_command(Context(found), word)
        if any(each.envvar == "FLAGFALL_LINK" for each in found.params):
            without |= set() if any("--ca" in each.opts for each in found.params) else {words}
    assert without == set()


@pytest.mark.parametrize("command", ["table", "relay"])
def test_a_command_that_runs_for_long_explains_itself_in_a_process_of_its_own(command: str) -> None:
    """One that imports what this command needs, and no other."""
    done = flagfall(command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "--config" in done.stdout


@pytest.mark.parametrize("module", ["runtime.agent", "cli.forms_command", "cli.bridge_commands", "cli.tournament"])
def test_what_serves_no_pages_loads_no_web_server(module: str) -> None:
    """It would be half of what such a command costs to start, which is seconds on a Pi."""
    look = f"import gateway.{module}, sys; print('fastapi' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, timeout=60, check=True)
    assert told.stdout == "False\n"


def test_a_command_is_read_by_the_name_that_it_had() -> None:
    assert "对局记录纸" in flagfall("form", "score-sheet", "--language", "zh").stdout


def test_the_version_is_told() -> None:
    assert flagfall("--version").stdout.startswith("flagfall ")


@pytest.mark.parametrize("role", ["table", "relay"])
def test_a_wrong_setting_is_a_sentence_and_exit_code_2(role: str, tmp_path: Path) -> None:
    config = tmp_path / "wrong.toml"
    config.write_text('event = "open"\ncolour = "green"\n', encoding="utf-8")
    done = flagfall(role, "--config", str(config))
    assert done.returncode == 2
    assert "colour: is not a setting" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("role", ["table", "relay"])
def test_settings_that_are_no_text_are_a_sentence(role: str, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_bytes(b"\xff\xfe\x00")
    done = flagfall(role, "--config", str(tmp_path / "a.toml"))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_an_unknown_driver_is_a_sentence(tmp_path: Path) -> None:
    config = tmp_path / "t1.toml"
    config.write_text(
        f'event = "open"\ntable = "t1"\njournal = "{tmp_path}/t1.journal"\n[game]\ncontrol = "5m"\n'
        'rulebook = "draughts-blitz"\n[device]\ndriver = "abacus"\nurl = "serial:///dev/null"\n',
        encoding="utf-8",
    )
    done = flagfall("table", "--config", str(config))
    assert done.returncode == 2
    assert "abacus" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["assign", "t1", "--relay", "http://[::1/sign-in/abc"],
        ["assign", "t1", "--relay", "http://192.0.2.1:8000/sign-in/abc"],
        ["enrol", "https://[::1/enrol#alux-mfcu-nqn7-ymk6.yeiz-xpiq-bml7-mzcw"],
        ["enrol", "--join", "https://[::1", "--name", "t1"],
        ["broker", "check", "mqtts://[::1"],
    ],
)
def test_an_address_that_is_none_or_not_safe_is_a_sentence(words: list[str]) -> None:
    done = flagfall(*words)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "reached" not in done.stderr


@pytest.mark.parametrize("words", [["broker", "--data", "/dev/full/data"], ["authority", "list", "--folder", "FOLDER"]])
def test_what_stands_in_the_way_of_a_file_is_a_sentence(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "register.json").mkdir()
    done = flagfall(*(word.replace("FOLDER", str(tmp_path)) for word in words))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr


@pytest.mark.parametrize(("why", "code"), [(errno.EIO, 1), (errno.ENOSPC, 1), (errno.EROFS, 1), (errno.EACCES, 2)])
def test_a_failing_disk_is_no_wrong_setting(
    why: int, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit code 2 keeps systemd from trying again."""
    on_disk, read = tmp_path / "register.json", Path.read_bytes
    on_disk.touch()

    def failing(path: Path) -> bytes:
        if path == on_disk:
            raise OSError(why, os.strerror(why), str(path))
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", failing)
    monkeypatch.setattr(sys, "argv", ["flagfall", "authority", "list", "--folder", str(tmp_path)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == code


@pytest.mark.parametrize("words", [["demo", "--port"], ["broker", "--data", "DATA", "--port"]])
def test_a_port_in_use_is_one_sentence(words: list[str], tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = flagfall(*(word.replace("DATA", str(tmp_path)) for word in words), port)
    assert done.returncode == 2
    assert f"Port {port} on 127.0.0.1 cannot be used" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_mistake_that_is_found_in_one_of_several_tasks_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As where a hall is started with a broker that is not installed."""
    monkeypatch.setattr("gateway.bus.broker.shutil.which", lambda *_, **__: None)
    monkeypatch.setattr(sys, "argv", ["flagfall", "chaos", "--engine", "mosquitto", "--data", str(tmp_path)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert told.startswith("flagfall: The program mosquitto is not installed: run 'sudo apt install mosquitto'")
    assert told.count("\n") == 1


def test_perft_prints_the_count_last() -> None:
    done = flagfall("perft", "draughts-international", "5")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "27117"


def test_perft_of_an_unknown_game_names_the_known_ones() -> None:
    done = flagfall("perft", "draughts-martian", "3")
    assert done.returncode == 2
    assert "draughts-international" in done.stderr


def test_a_journal_is_verified_shown_and_saved(tmp_path: Path) -> None:
    path = tmp_path / "t1.journal"
    lines = [b'{"n":1,"at":5,"visibility":"public","what":{"type":"board_matched"}}', b'{"n":2,"new":"kind"}']

    async def write() -> None:
        with SqliteStore(path) as store:
            await store.append_many([StoredLine("entries", n, line) for n, line in enumerate(lines, 1)])

    asyncio.run(write())
    whole = flagfall("journal", "verify", str(path))
    assert (whole.returncode, whole.stdout) == (0, "entries: 2 lines, each as it was written.\n")
    shown = flagfall("journal", "show", str(path)).stdout.splitlines()
    assert shown == ["1\t5\tThe board shows the position again", '2\t{"n":2,"new":"kind"}']
    with contextlib.closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE lines SET data = x'ff' WHERE n = 2")
    broken = flagfall("journal", "verify", str(path))
    assert broken.returncode == 1
    assert "broken at line 2" in broken.stdout
    assert flagfall("journal", "export", str(path)).stdout.splitlines() == [
        lines[0].decode(),
        "\N{REPLACEMENT CHARACTER}",
    ]
    path.write_bytes(b"something else" * 100)
    done = flagfall("journal", "verify", str(path))
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)


def _damaged_journal(folder: Path) -> Path:
    """A journal whose second line the disk has changed into another entry, and whose fourth into none."""
    path = folder / "t1.journal"
    line = '{"n":%d,"at":5,"visibility":"public","what":{"type":"board_matched"}}'

    async def write() -> None:
        with SqliteStore(path) as store:
            await store.append_many([StoredLine("entries", n, (line % n).encode()) for n in range(1, 6)])

    asyncio.run(write())
    with contextlib.closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE lines SET data = CAST(replace(data, '5', '6') AS BLOB) WHERE n = 2")
        file.execute("UPDATE lines SET data = x'ff' WHERE n = 4")
    return path


@pytest.mark.parametrize("words", [["judge", "PATH"], ["export", "PATH"], ["forms", "protocol", "PATH"]])
def test_of_a_damaged_journal_it_is_said_where_and_what_to_do(words: list[str], tmp_path: Path) -> None:
    path = _damaged_journal(tmp_path)
    done = flagfall(*(word.replace("PATH", str(path)) for word in words))
    assert done.returncode == 1
    assert f"{path} is damaged" in done.stderr
    assert "line 2 " in done.stderr
    assert "a relay that has it" in done.stderr
    assert done.stderr.count("\n") == 1


def test_what_is_saved_of_a_damaged_journal_comes_with_a_word_of_warning(tmp_path: Path) -> None:
    path = _damaged_journal(tmp_path)
    assert "broken at line 2;" in flagfall("journal", "verify", str(path)).stdout
    for action in ("show", "export"):
        done = flagfall("journal", action, str(path))
        assert done.returncode == 1
        assert len(done.stdout.splitlines()) == 5
        assert "broken at line 2;" in done.stderr


def test_a_stream_that_is_not_there_is_said(tmp_path: Path) -> None:
    done = flagfall("journal", "show", str(_damaged_journal(tmp_path)), "--stream", "spring/t1")
    assert done.returncode == 2
    assert "There is no stream spring/t1" in done.stderr
    assert "entries" in done.stderr


@pytest.mark.parametrize("words", [["judge"], ["tournament", "show", "--file"], ["ratings"], ["relay", "--config"]])
def test_a_folder_in_place_of_a_file_is_one_sentence(words: list[str], tmp_path: Path) -> None:
    done = flagfall(*words, str(tmp_path))
    assert done.returncode in {1, 2}
    assert "Traceback" not in done.stderr
    assert done.stderr.strip()
