"""`flagfall draw` and `flagfall pair`: what they print, and what they say of a wrong file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from gateway.cli.draw import draw
from gateway.cli.pair_command import pair
from gateway.model.errors import GatewayError

PAIR = typer.Typer()
PAIR.command()(pair)

PLAYERS = """\
name,rating,club,rounds
Anna,2300,x,4w1
Bert,2200,y,5w=
Cid,2100,x,6w0
Dora,2000,y,1b0
Eva,1900,x,2b=
Fay,1800,y,3b1
Gus,1700,x,-U
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "players.csv"
    path.write_text(PLAYERS, encoding="utf-8")
    return str(path)


def run(app: typer.Typer, *words: str) -> str:
    done = CliRunner(env={"COLUMNS": "150", "FLAGFALL_LANGUAGE": "en"}).invoke(app, [*words])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.output


def lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines()]


def test_the_next_round_of_a_swiss(file: str) -> None:
    printed = lines(run(PAIR, file))
    assert printed[1:] == ["1 6 Fay 1 1 Anna 1", "2 7 Gus 1 2 Bert 0.5", "3 5 Eva 0.5 3 Cid 0", "bye: 4 Dora"]
    explained = run(PAIR, file, "--explain")
    assert "[GN app.6 (4)]" in explained
    assert "7 Gus comes down." in explained
    apart = lines(run(PAIR, file, "--absent", "7", "--apart", "1,6"))
    assert "1 1 Anna 1 6 Fay 1" not in apart
    assert "DH" in run(PAIR, file, "--rounds", "3")


def test_a_bracket(file: str) -> None:
    printed = lines(run(draw, "bracket", file, "--seeds", "2", "--third"))
    assert printed[1:3] == ["1 1 Anna x", "2 bye"]
    assert printed[8] == "8 2 Bert y"
    assert "third loser of 2-1 loser of 2-2" in printed
    assert run(draw, "bracket", file, "--numbers", "another") != run(draw, "bracket", file)
    assert "2 contested" in lines(run(draw, "bracket", file, "--contested"))
    assert "F6-1 winner of W3-1 winner of L5-1" in lines(run(draw, "bracket", file, "--double"))


def test_a_round_robin_and_groups(file: str, tmp_path: Path) -> None:
    printed = lines(run(draw, "round-robin", file))
    assert printed[1:6] == ["Round 1", "1 2 Bert 7 Gus", "2 3 Cid 6 Fay", "3 4 Dora 5 Eva", "1 Anna bye"]
    assert "Round 14" in lines(run(draw, "round-robin", file, "--double"))
    listed = tmp_path / "players.json"
    listed.write_text(json.dumps([{"name": f"P{n}", "rating": 2000 - n} for n in range(8)]), encoding="utf-8")
    printed = lines(run(draw, "groups", str(listed), "--qualifiers", "4"))
    assert printed[:5] == ["Group A", "1 P0", "4 P3", "5 P4", "8 P7"]
    assert printed[-1] == "A1–B2 A2–B1"
    assert run(draw, "scheveningen", "4").startswith(" 1  A1-B1  A2-B2  B3-A3  B4-A4\n")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "entrants are wanted"),
        ("rating\n7\n", "entrants are wanted"),
        ("[1, 2]", "list of objects"),
        ("[", "not JSON"),
        ("name,rating\nA,high\n", "high is not a number"),
        ("name,number\nA,1\nB,1\n", "same number"),
        ("name,rounds\nA,2w1\nB,won\n", "won is not a result"),
        ("name,rounds\nA,2w1\nB,-U\n", "does not say so"),
    ],
)
def test_a_wrong_file_is_a_sentence(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "wrong"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(GatewayError, match=why):
        run(PAIR, str(path))


def test_no_file_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(GatewayError, match="cannot be read"):
        run(PAIR, str(tmp_path / "none.csv"))
