"""Teams of a tournament report: matches from the boards, byes, forfeits, adjusted points; and a second computation."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.tournament.crosstable import PairingNumber, RoundScore
from gateway.tournament.report_standings import report_event, report_tie_breaks
from gateway.tournament.standings import (
    UnplayedRule,
    parse_tie_break,
    parse_tie_breaks,
    rank,
    team_event,
    tie_break_value,
)
from gateway.tournament.standings.direct_encounter import extended_encounter
from gateway.tournament.team_tables import TeamRound, TeamRow, TeamTable, team_match
from gateway.tournament.trf import read_trf, team_table
from tests.examples import examples

FOLDER = Path(__file__).parents[4] / "shared" / "tournaments" / "team"

FOUR = """\
012 Four teams
142 3
192 FIDE_TEAM
352 WB
362 TW 2.0   TD 1.0   TL 0.0
"""
GAMES = {1: "2w1 3w0 4w1", 5: "6b= 7b= 8b1", 2: "1b0 4w1 3w1", 6: "5w= 8b1 7b0", 3: "4w= 1b1 2b0", 7: "8b= 5w= 6w1",
         4: "3b= 2b0 1b0", 8: "7w= 6w0 5w0"}  # fmt: skip
"""The event of the worked example, player by player."""


def four() -> str:
    lines = []
    for number in range(1, 9):
        rounds = "".join(f"  {each[0]:>4} {each[1]} {each[2]}" for each in GAMES[number].split())
        lines.append(f"001 {number:>4}{'':72} 0.0    0{rounds}")
    teams = [f"310 {at:>3} {'Team ' + 'ABCD'[at - 1]:64}{at:>4} {at + 4:>4}" for at in range(1, 5)]
    return FOUR + "\n".join([*lines, *teams]) + "\n"


def test_matches_are_put_together_from_the_boards() -> None:
    read = read_trf(four())
    assert read.problems == ()
    event = report_event(read.report)
    scores = [[event.ledger(name).scores[PairingNumber(at)] for at in range(1, 5)] for name in ("MP", "GP")]
    assert scores == [[4, 3, 4, 1], [4, Fraction(7, 2), Fraction(7, 2), 1]]
    assert tie_break_value(event, parse_tie_break("BC"), PairingNumber(3)).text == "5.5"
    found = rank(event, parse_tie_breaks(report_tie_breaks(read.report, UnplayedRule.SWISS)))
    assert [row.number for row in found.rows] == [1, 3, 2, 4]


def test_the_coded_type_says_which_score_comes_first() -> None:
    event = report_event(read_trf(four().replace("192 FIDE_TEAM", "192 FIDE_TEAM_GP_MP")).report)
    assert event.primary_name == "GP"
    assert event.primary.scores[PairingNumber(2)] == Fraction(7, 2)


@pytest.mark.skipif(not FOLDER.is_dir(), reason="no files of other programs here")
@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("team_330_forfeit", {"MP": [2, 0, 2, 0], "GP": [1, 0, 1, 0]}),
        ("team_board_forfeit_win", {"MP": [0, 2, 2, 0, 2], "GP": [1, 2, Fraction(5, 2), Fraction(1, 2), 3]}),
        ("team_299_forfeit", {"MP": [2, 0, 2, 1, 1]}),
        ("team_299_target", {"MP": [2, 0, 2, 1, 1]}),
        ("team_299_blank", {"MP": [2, 0, 2, 3, 1]}),
        ("team_42_secondary", {"MP": [4, 4, 0, 0], "GP": [Fraction(7, 2), 4, 0, Fraction(1, 2)]}),
        ("team_utf8_names", {"MP": [4, 4, 0, 0]}),
    ],
)
def test_points_of_teams_in_files_of_another_program(name: str, points: dict[str, list[object]]) -> None:
    event = report_event(read_trf((FOLDER / f"{name}.input").read_bytes()).report)
    for score, expected in points.items():
        scores = event.ledger(score).scores
        assert [scores[number] for number in sorted(scores)] == expected


def test_a_line_up_out_of_order_is_heeded() -> None:
    text = four() + "300   1   1   2    5    1\n"
    table = team_table(read_trf(text).report)
    first = table.rows[0].rounds[0]
    assert first is not None
    assert first.boards == (Fraction(1, 2), Fraction(1))


# -- any event of teams -----------------------------------------------------------------------------------------------

BOARDS = 3
Match = tuple[int, int, str]
OTHER = {"1": "0", "0": "1", "=": "="}
WORTH = {"1": 1.0, "=": 0.5, "0": 0.0}


@st.composite
def events(draw: st.DrawFn) -> list[list[Match]]:
    """Rounds of matches of an even number of teams, on three boards."""
    count = draw(st.sampled_from([2, 4, 6]))
    boards = st.text("10=", min_size=BOARDS, max_size=BOARDS)
    rounds = []
    for _ in range(draw(st.integers(1, 4))):
        order = draw(st.permutations(range(1, count + 1)))
        rounds.append([(one, two, draw(boards)) for one, two in zip(order[::2], order[1::2], strict=True)])
    return rounds


def built(rounds: list[list[Match]]) -> TeamTable:
    rows: dict[int, list[TeamRound]] = {}
    for matches in rounds:
        for one, two, boards in matches:
            ours = [RoundScore(letter) for letter in boards]
            theirs = [RoundScore(OTHER[letter]) for letter in boards]
            rows.setdefault(one, []).append(team_match(ours, theirs, opponent=PairingNumber(two)))
            rows.setdefault(two, []).append(team_match(theirs, ours, opponent=PairingNumber(one)))
    made = tuple(TeamRow(number=PairingNumber(at), rounds=tuple(rows[at])) for at in sorted(rows))
    return TeamTable(rows=made, board_count=BOARDS)


def results(rounds: list[list[Match]], team: int) -> list[tuple[int, list[float], float, float]]:
    """(opponent, boards, game points, match points) of each round, read off the matches."""
    found = []
    for matches in rounds:
        for one, two, boards in matches:
            if team in (one, two):
                points = [WORTH[letter if team == one else OTHER[letter]] for letter in boards]
                games = sum(points)
                match = 2.0 if games > BOARDS / 2 else 1.0 if games == BOARDS / 2 else 0.0
                found.append((two if team == one else one, points, games, match))
    return found


@examples(60)
@given(events())
def test_tie_breaks_of_teams_equal_a_second_computation(rounds: list[list[Match]]) -> None:
    event = team_event(built(rounds))
    teams = sorted({team for matches in rounds for one, two, _ in matches for team in (one, two)})
    mine = {team: results(rounds, team) for team in teams}
    mp = {team: sum(each[3] for each in mine[team]) for team in teams}
    gp = {team: sum(each[2] for each in mine[team]) for team in teams}
    for team in teams:
        boards = [sum(each[1][board] for each in mine[team]) for board in range(BOARDS)]
        expected = {
            "EMMSB": [sum(mp[other] * match for other, _, _, match in mine[team])],
            "EMGSB": [sum(mp[other] * games for other, _, games, _ in mine[team])],
            "EGMSB": [sum(gp[other] * match for other, _, _, match in mine[team])],
            "EGGSB": [sum(gp[other] * games for other, _, games, _ in mine[team])],
            "BH": [sum(mp[other] for other, *_ in mine[team])],
            "BH:GP/C1": [sum(sorted(gp[other] for other, *_ in mine[team])[1:])],
            "MPVGP": [gp[team]],
            "TBR": boards,
            "BBE": [boards[0] + boards[1], boards[0]],
            "BC": [boards[0] + 2 * boards[1] + 3 * boards[2]],
            "SSSC/K4": [gp[team] + sum(mp[other] for other, *_ in mine[team]) / 4],
        }
        divisor = max(int(2 * len(rounds) / BOARDS), 1)
        expected["SSSC"] = [gp[team] + sum(mp[other] for other, *_ in mine[team]) / divisor]
        for code, numbers in expected.items():
            found = tie_break_value(event, parse_tie_break(code), PairingNumber(team))
            assert [float(each) for each in found.value] == pytest.approx(numbers), (team, code)


def test_the_extended_direct_encounter_goes_on_to_game_points_and_boards() -> None:
    """A, B, C beat each other in a circle, with other game points; and two who drew their match on other boards."""
    rounds: list[list[Match]] = [[(1, 2, "110")], [(2, 3, "111")], [(3, 1, "1=1")]]
    event = team_event(built(rounds))
    group = [PairingNumber(number) for number in (1, 2, 3)]
    assert extended_encounter(event, parse_tie_break("EDE"), group) == [
        [2],
        [3],
        [1],
    ]  # of 1 and 3, who start again, 3 won
    drawn = team_event(built([[(1, 2, "10=")]]))
    pair = group[:2]
    assert extended_encounter(drawn, parse_tie_break("EDE"), pair) == [pair]
    for code in ("EDEBT", "EDEBB", "EDET", "EDEB"):  # 1 won the higher board
        assert extended_encounter(drawn, parse_tie_break(code), pair[::-1]) == [[1], [2]]
