from __future__ import annotations

import pytest
import typer
from typer.testing import CliRunner

from gateway.cli.timecontrol import drawing, timecontrol
from gateway.clock.control_in_words import course
from gateway.clock.control_notation import parse_control
from gateway.model.instants import Millis


def run(*arguments: str) -> tuple[int, str]:
    app = typer.Typer()
    app.command()(timecontrol)
    result = CliRunner().invoke(app, list(arguments), env={"COLUMNS": "130", "NO_COLOR": "1"})
    return result.exit_code, result.output


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("10m+5s", ("Each side has 10 minutes", "DH rapid 1.2", "blitz", '[TimeControl "600+5"]')),
        ("shared 60m, 5m+3s", ("shares one time of 1 hour", "GN 14.1.3", '[TimeControl "?"]')),
        ("40/90m, 30m+30s", ("for 40 moves", '[TimeControl "40/5400:1800+30"]', "                2\n")),
        ("gomoku-blitz", ("5m+3s", "GN 30.3.2")),
        ("hourglass 3m", ("the other gains", "*180")),
        ("10m, 5x30s", ("5 byo-yomi periods of 30 seconds",)),
        ("10m, canadian 5/1m", ("must make 5 moves in 1 minute",)),
        ("count-up", ("Nobody can lose on time",)),
        ("white 5m; black 4m", ('[TimeControlWhite "300"]', '[TimeControlBlack "240"]')),
    ],
)
def test_it_explains_a_control(text: str, parts: tuple[str, ...]) -> None:
    code, output = run(text)
    assert code == 0
    for part in parts:
        assert part in output


def test_it_shows_where_a_control_is_wrong() -> None:
    code, output = run("10+5")
    assert code == 2
    assert output.splitlines()[1:] == ["  10+5", "    ^"]
    assert run("10m", "--think", "1x2s")[0] == 2


def test_it_draws_the_flag() -> None:
    code, output = run("10s", "--think", "4s")
    assert code == 0
    assert "⚑" in output


def test_the_drawing_is_as_high_as_the_time() -> None:
    lines = drawing(course(parse_control("8s"), 8, Millis(1_000)))
    assert lines[0] == "     0:08 │█"
    assert lines[7] == "          │████████"
    assert lines[8] == "     0:00 └─────────"
