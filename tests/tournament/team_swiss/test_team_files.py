"""Team Swiss from a file, as a user asks for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from gateway.cli.report_pairing import trf
from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.team_swiss.team_rules import TeamSwissRules
from gateway.tournament.trf import read_trf, team_table
from gateway.tournament.trf.team_pairing_request import team_round_request

FILE = """\
012 Six teams, two boards
142 5
152 W
192 FIDE_TEAM
001    1      A1                                2500                             1.0    1     7 w 1
001    2      A2                                2400                             1.0    2     8 b 1
001    3      B1                                2500                             0.5    3     9 b =
001    4      B2                                2400                             0.5    4    10 w =
001    5      C1                                2500                             0.0    5    11 w -
001    6      C2                                2400                             1.0    6    12 b 1
001    7      D1                                2500                             0.0    7     1 b 0
001    8      D2                                2400                             0.0    8     2 w 0
001    9      E1                                2500                             0.5    9     3 w =
001   10      E2                                2400                             0.5   10     4 b =
001   11      F1                                2500                             1.0   11  0000 - +
001   12      F2                                2400                             0.0   12     6 w 0
""" + "".join(
    f"310 {number:>3} {name:<60}{number:>3}  {2 * number - 1:>4} {2 * number:>4}\n"
    for number, name in enumerate("ABCDEF", 1)
)


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "teams.trf"
    path.write_text(FILE, encoding="utf-8")
    return str(path)


def run(*words: str, code: int = 0, language: str = "en") -> list[str]:
    done = CliRunner(env={"COLUMNS": "150", "FLAGFALL_LANGUAGE": language}).invoke(trf, ["pair", *words])
    assert done.exit_code == code, done.output
    return done.output.splitlines()


def test_a_file_of_teams_is_paired_with_reasons(file: str) -> None:
    # A has 2; B, C, E and F have 1, of whom B and E have met, and C and F; D has none.
    assert run(file) == ["3", "2 1", "5 3", "6 4"]
    assert run(file, "--explain")[4:] == [
        "2: 2 teams, 1 of them from below: 1 match. Every criterion is kept.",
        "1: 4 teams, 1 of them from below: 2 matches. Every criterion is kept.",
    ]
    assert run(file, "--player", "1")[4:] == [
        "1 meets 2, and 2 came up from a lower scoregroup for it (C.04.6 3.5, 3.6).",
        "White 2, Black 1: White to the team with the lower colour difference (4.3.5)",
    ]
    assert (
        run(file, "--player", "5", language="zh")[4]
        == "3对5：按本分数组编排标识的次序，第一个满足准则者（C.04.6 3.6）。"
    )
    assert "players only" in "\n".join(run(file, "--program", "bbpPairings", code=2))
    assert "9" in "\n".join(run(file, "--player", "9", code=2))


def test_a_team_has_the_colour_of_board_1_however_it_ended(file: str) -> None:
    sides = {row.name: row.rounds[0].side for row in team_table(read_trf(FILE.encode()).report).rows if row.rounds[0]}
    assert sides == {
        "A": Side.WHITE, "B": Side.BLACK, "C": Side.WHITE, "D": Side.BLACK, "E": Side.WHITE, "F": Side.BLACK,
    }  # fmt: skip


def test_who_is_absent_is_a_team() -> None:
    asked = FILE + "240 H   2    1    2\n260   2   2    3    5\n250       1.0   1   2    4    4\n"
    rules, request = team_round_request(read_trf(asked.encode()).report)
    assert request.absent == frozenset({PairingNumber(1), PairingNumber(2)})
    assert request.forbidden == (frozenset({PairingNumber(3), PairingNumber(5)}),)
    assert [sum(request.virtual_points[PairingNumber(number)]) for number in (3, 4)] == [0, 2]
    assert rules == TeamSwissRules()
