"""`flagfall tournament` with teams: from a list of players to board prizes."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from gateway.cli.tournament import tournament
from gateway.model.errors import GatewayError

CSV = """\
team,board,name,rating
Alpha,1,Ann,2300
Alpha,2,Bob,2200
Alpha,R,Cy,2100
Beta,1,Dan,2250
Beta,2,Eva,2150
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "teams.csv").write_text(CSV, encoding="utf-8")
    return tmp_path / "cup.tournament"


def run(file: Path, *words: str) -> str:
    done = CliRunner(env={"COLUMNS": "160", "FLAGFALL_LANGUAGE": "en"}).invoke(tournament, ["-f", str(file), *words])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.output


def test_a_cup_of_two_teams(file: Path) -> None:
    run(file, "open", "Cup", "--system", "team_swiss", "--rounds", "1", "--teams", "2 kind=substitutes")
    run(file, "enter", str(file.parent / "teams.csv"))
    run(file, "close")
    run(file, "line-up", "1", "1", "1", "3")
    shown = run(file, "pair", "--publish")
    assert "Ann (1 Alpha)" in shown
    assert "Cy (1 Alpha)" in shown
    effects = run(file, "--preview", "line-up", "1", "1", "1", "-")
    assert "Alpha, board 2: nobody instead of Cy." in effects
    run(file, "result", "1.1", "1-0")
    run(file, "result", "1.2", "0-1")
    assert "1 Alpha" in run(file, "show", "--round", "1")
    assert "Cy" in run(file, "board-prizes")
    assert "team1-3" in run(file, "members")
    assert "C.04.6" in run(file, "why", "1", "1")
    assert "\n310   1 Alpha" in run(file, "export", "-").replace("\r", "")


@pytest.mark.parametrize(
    "words",
    [
        ("open", "Cup", "--system", "team_swiss", "--teams", "two"),
        ("open", "Cup", "--system", "dutch", "--teams", "2"),
    ],
)
def test_what_cannot_be_opened(file: Path, words: tuple[str, ...]) -> None:
    with pytest.raises(GatewayError):
        run(file, *words)


def test_a_stranger_does_not_play(file: Path) -> None:
    run(file, "open", "Cup", "--system", "round_robin", "--rounds", "1", "--teams", "2")
    run(file, "enter", str(file.parent / "teams.csv"))
    run(file, "close")
    with pytest.raises(GatewayError):
        run(file, "line-up", "1", "1", "1", "Zoe")
