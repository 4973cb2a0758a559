"""`flagfall bridge event` in a file of its own: from a list of teams to the ranking."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from gateway.cli.bridge_commands import bridge
from gateway.event.event_refusals import EventRefused
from gateway.model.errors import SettingsError

TEAMS = "team,name\n" + "".join(f"Team {team},{team}{at}\n" for team in "ABCD" for at in range(1, 6))


def test_a_bridge_event_without_a_browser(tmp_path: Path) -> None:
    def run(*words: str) -> str:
        command = ["event", "-f", str(tmp_path / "cup.bridge"), "--by", "Olga", *words]
        done = CliRunner().invoke(bridge, command, catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.output

    (tmp_path / "teams.csv").write_text(TEAMS, encoding="utf-8")
    run("open", "City Teams", "--boards", "1", "--column", "8")
    assert run("enter", str(tmp_path / "teams.csv")).count("Entered") == 4
    assert "1 Team A" in run("close")
    for number in (1, 2, 3):
        run("draw")
        rows = "".join(f"{number}.{match}{room},1,pass\n" for match in (1, 2) for room in "oc")
        (tmp_path / "round.csv").write_text("table,board,result\n" + rows, encoding="utf-8")
        run("results", str(tmp_path / "round.csv"))
    with pytest.raises(EventRefused, match="reason_missing"):
        run("result", "1.1o", "1", "4S N =")
    run("result", "1.1o", "1", "4S N =", "--why", "Slip")  # Team A at home against Team D: 420, 9 IMPs
    run("line-up", "1", "1", "A5", "A2", "A3", "A4")
    run("penalize", "4", "2", "1.5", "--why", "late")
    assert "9 : 0 IMP  18 : 12 VP" in run("round", "1")
    places = run("standings").splitlines()
    assert [line.split()[3] for line in places[1:]] == ["A", "B", "C", "D"]
    assert [line.split()[4] for line in places[1:]] == ["48", "45", "45", "40.5"]
    assert "1 Team A" in run("rank")
    assert "Ranking fixed" in run("record")
    run("undo", str(len(run("record").splitlines())))


def test_it_says_where_a_bridge_event_can_be(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="--file"):
        CliRunner().invoke(bridge, ["event", "standings"], catch_exceptions=False)
    with pytest.raises(EventRefused, match="not_open"):
        CliRunner().invoke(bridge, ["event", "-f", str(tmp_path / "x"), "standings"], catch_exceptions=False)


def test_a_printed_whist_movement_names_no_team_that_is_not_there() -> None:
    done = CliRunner().invoke(bridge, ["whist", "8"], catch_exceptions=False)
    rows = [line.split() for line in done.output.splitlines()[1:]]
    assert len(rows) == 8
    for row in rows:
        teams = [int(team) for cell in row if cell.count("-") == 1 and cell != "-" for team in cell.split("-")]
        assert row.count("-") == 2
        assert set(teams) <= set(range(1, 9))
