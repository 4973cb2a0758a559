"""The `flagfall` command as a user meets it."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from gateway.cli.app import COMMANDS


def flagfall(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "gateway", *words], capture_output=True, text=True, timeout=60, check=False
    )


def test_help_lists_every_command() -> None:
    listed = flagfall("--help").stdout
    assert [command for command in COMMANDS if command not in listed] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    told = flagfall(command, "--help")
    assert told.returncode == 0
    assert "--help" in told.stdout


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


def test_perft_prints_the_count_last() -> None:
    done = flagfall("perft", "draughts-international", "5")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "27117"


def test_perft_of_an_unknown_game_names_the_known_ones() -> None:
    done = flagfall("perft", "draughts-martian", "3")
    assert done.returncode == 2
    assert "draughts-international" in done.stderr
