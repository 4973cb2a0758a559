"""`flagfall standings` and `flagfall trf`, as a user meets them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from gateway.cli.app import app
from gateway.tournament.report_standings import report_event
from gateway.tournament.standings import BadTieBreak, parse_tie_break, tie_break_value
from gateway.tournament.trf import read_trf
from tests.english import english

from .trf.test_trf_reader import TINY


@pytest.fixture
def tiny(tmp_path: Path) -> str:
    (tmp_path / "tiny.trf").write_bytes(TINY.replace("\n", "\r").encode())
    return str(tmp_path / "tiny.trf")


def flagfall(*words: str, text: str | None = None) -> Result:
    return CliRunner().invoke(app, [*words, *(["--language", "en"] if words[-1] != "--help" else [])], input=text)


def test_places_by_the_files_own_tie_breaks(tiny: str) -> None:
    done = flagfall("standings", tiny)
    lines = [line.split() for line in done.stdout.splitlines()]
    assert lines[0] == ["Rank", "No", "Name", "Points", "DE", "BH/C1", "BH", "SB"]
    assert [line[1] for line in lines[1:]] == list("3216475")


def test_another_list_and_an_earlier_round(tiny: str) -> None:
    done = flagfall("standings", tiny, "--tie-breaks", "PS,TPN", "--through", "2")
    lines = [line.split() for line in done.stdout.splitlines()]
    assert [line[1] for line in lines[1:]] == list("1372465")


def test_every_number_is_explained(tiny: str) -> None:
    told = flagfall("standings", tiny, "--explain", "6").stdout
    assert told.startswith("6 Fodor, Vera: place 4, 2.5 points\n")
    assert "Round 2, not played: as if against somebody with 2, at most a draw in every round (C.07 16.4)" in told
    assert "Round 4, against 5, who has 1 - left out: the lowest is cut" in told
    assert "Place 1 of 3 who are tied, by the games among them; they decide nothing." in told


def test_json_has_the_exact_numbers(tiny: str) -> None:
    rows = json.loads(flagfall("standings", tiny, "--json").stdout)
    assert (rows[0]["number"], rows[0]["points"]) == (3, "3")
    assert rows[1]["tie_breaks"]["SB"]["value"] == ["23/4"]


def test_a_code_that_is_none_is_a_sentence(tiny: str) -> None:
    error = flagfall("standings", tiny, "--tie-breaks", "XYZ").exception
    assert isinstance(error, BadTieBreak)
    assert english(error.message).startswith('"XYZ" is not a tie-break. Known are DE, WIN,')


def test_a_file_that_contradicts_itself_is_not_ranked_unless_wanted(tmp_path: Path) -> None:
    file = tmp_path / "wrong.trf"
    file.write_text(TINY.replace("2.5    3     4 w 1", "3.5    3     4 w 1"))
    done = flagfall("standings", str(file))
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"{file}:19:81: Player 1 has 3.5 points in columns 81 to 84, and 2.5 by the results" in done.stderr
    assert flagfall("standings", str(file), "--anyway").exit_code == 0
    checked = flagfall("trf", "check", str(file))
    assert checked.exit_code == 1
    assert checked.stderr in done.stderr


def test_a_sound_file_is_told_of(tiny: str) -> None:
    assert flagfall("trf", "check", tiny).stdout == "Sound: 7 players, 4 rounds.\n"


def test_a_file_is_written_again(tiny: str, tmp_path: Path) -> None:
    out = tmp_path / "out.trf"
    assert flagfall("trf", "convert", tiny, str(out), "--to", "engine").exit_code == 0
    assert read_trf(out.read_bytes()).report == read_trf(TINY).report
    assert b"XXR 4\r\n" in out.read_bytes()
    piped = flagfall("trf", "convert", "-", "--line-end", "lf", text=TINY)
    assert sorted(piped.stdout.splitlines()) == sorted(TINY.splitlines())


def test_a_file_that_is_not_there_or_no_report_is_a_sentence(tmp_path: Path) -> None:
    assert "cannot be read" in str(flagfall("trf", "check", str(tmp_path / "none.trf")).exception)
    done = flagfall("trf", "convert", "-", text="hello\n")
    assert done.exit_code == 2
    assert "No player's line (001)" in done.stderr


def test_bonus_and_penalty_of_a_player_count() -> None:
    text = TINY + "299          -0.5    2    1\n299 D         0.0  000    2\n"
    report = read_trf(text).report
    event = report_event(report)
    scores = {int(number): float(points) for number, points in event.primary.scores.items()}
    assert (scores[1], scores[2], scores[3]) == (2.0, 1.0, 3.0)
    assert tie_break_value(event, parse_tie_break("PS"), report.players[0].number).text == "6.5"
