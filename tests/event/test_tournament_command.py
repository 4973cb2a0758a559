"""`flagfall tournament` in a file of its own: an event from its entry list to a report that other programs read."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from gateway.cli.tournament import tournament
from gateway.event.event_deciding import EventRefused
from gateway.model.errors import SettingsError
from gateway.tournament.trf.trf_reader import read_trf


def test_an_event_without_a_browser(tmp_path: Path) -> None:
    def run(*words: str) -> str:
        done = CliRunner().invoke(
            tournament, ["-f", str(tmp_path / "open.tournament"), "--by", "Olga", *words], catch_exceptions=False
        )
        assert done.exit_code == 0, done.output
        return done.output

    entries = tmp_path / "entries.csv"
    entries.write_text("name,rating\nAnn,2100\nBob,2000\nCleo,1900\nDan,1800\n", encoding="utf-8")
    run("open", "City Open", "--rounds", "2", "--tie-breaks", "BH,SB")
    assert run("enter", str(entries)).count("entered a player") == 4
    assert (
        "Ann is number 1"
        in CliRunner().invoke(tournament, ["-f", str(tmp_path / "open.tournament"), "--preview", "close"]).output
    )
    run("close")
    assert "Round 1" in run("pair", "--publish")
    with pytest.raises(EventRefused, match="results_missing"):
        run("pair")
    run("result", "1.1", "1-0")
    run("result", "1.2", "1/2")
    run("withdraw", "4")
    run("withdraw", "4", "--back")
    run("bye", "4", "2", "--points", "half")
    run("pair", "--publish")
    assert run("show", "--round", "2").count("H") >= 1
    for game in ("2.1",):
        run("result", game, "0-1")
    assert "Ann" in run("rank")
    assert "fixed the final ranking" in run("record")
    run("undo", "17")
    run("export", str(tmp_path / "open.trf"))
    report = read_trf((tmp_path / "open.trf").read_text(encoding="utf-8")).report
    assert report.name == "City Open"
    assert [len(player.rounds) for player in report.players] == [2, 2, 2, 2]


def test_it_says_where_a_tournament_can_be(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="--file"):
        CliRunner().invoke(tournament, ["show"], catch_exceptions=False)
    with pytest.raises(EventRefused, match="not_open"):
        CliRunner().invoke(tournament, ["-f", str(tmp_path / "x"), "show"], catch_exceptions=False)


def test_groups_then_a_knock_out_without_a_browser(tmp_path: Path) -> None:
    def run(*words: str) -> str:
        done = CliRunner().invoke(tournament, ["-f", str(tmp_path / "cup"), *words], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.output

    entries = tmp_path / "entries.csv"
    entries.write_text("name,rating\n" + "".join(f"P{n},{2000 - n}\n" for n in range(1, 7)), encoding="utf-8")
    final = "knock_out seeds=0 play_off=5m,3m name='Final stage'"
    run("open", "Cup", "--stage", "round_robin groups=2 qualifiers=4 tie_breaks=TPN", "--stage", final)
    run("enter", str(entries))
    run("close")
    run("arrange", "1 3 5", "2 4 6")
    assert "1.2" in run("pair", "--publish")
    for number in (1, 2, 3):
        if number > 1:
            run("pair", "--publish")
        for board in (1, 2):
            run("result", f"{number}.{board}", "1-0")
    assert run("standings").count("Stage 1") == 2
    assert "Stage 2 begins" in run("--preview", "next-stage")
    assert "(1-1)" in run("next-stage")
    run("draw", "--names", "spoken", "--numbers", "17")
    assert "same order" in run("draw", "--check")
    assert "Final stage" in run("pair", "--publish")
    run("result", "4.1", "1/2")
    assert "4.1.2" in run("show", "--round", "4")
    run("result", "4.1.2", "1-0")
    run("result", "4.2", "1-0")
    run("pair", "--publish")
    run("result", "5.1", "0-1")
    assert "5.1 0-1" in run("bracket")
    run("rank")
    for wrong in ("chessboxing", "knock_out seeds=few", ""):
        with pytest.raises(SettingsError, match="stage"):
            run("open", "Cup", "--stage", wrong)
