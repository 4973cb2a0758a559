"""Tournament report files are read liberally: every line end, every record, and problems with their place."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber, PointScale, RoundResult, RoundScore
from gateway.tournament.team_tables import MatchPointScale
from gateway.tournament.trf import crosstable, read_trf
from gateway.tournament.trf.report_tables import coming_round
from gateway.tournament.trf.tournament_report import (
    Acceleration,
    ByeRequest,
    ForbiddenPairs,
    ForfeitedMatch,
    MatchWinner,
    NationalRecord,
    PointAdjustment,
    RankMethod,
    ReportRound,
    ReportTeam,
    TeamBye,
    TeamLineUp,
    VirtualPoints,
)
from tests.english import assert_sayable, english
from tests.examples import examples

TINY = """\
### tiny example, individual Swiss, 7 players, 4 rounds
012 Riverside Mini Open
022 Testville
032 FID
042 2026/03/07
052 2026/03/08
062 7
072 7
092 Individual: Swiss-System
102 Nemo, Nina
122 60 min + 30 s
142 4
152 W
192 FIDE_DUTCH
202 DE,BH/C1,BH,SB
222 3600+30
240 H 003 0005
240 Z 004 0007
001    1 w    Arber, Lena                       2210 FID                         2.5    3     4 w 1     7 b 1     3 w =     2 b 0
001    2 m    Bruun, Otto                       2105 FID                         2.5    2     5 b =     3 w =     6 b =     1 w 1
001    3 m    Costa, Rui                        2050 FID                         3.0    1     6 w 1     2 b =     1 b =     4 w 1
001    4 w    Dahl, Maja                        1980 FID                         1.5    5     1 b 0     5 w +     7 w =     3 b 0
001    5 m    Egger, Paul                       1905 FID                         1.0    7     2 w =     4 b -  0000 - H     6 b 0
001    6 w    Fodor, Vera                       1840 FID                         2.5    4     3 b 0  0000 - U     2 w =     5 w 1
001    7 m    Gomez, Ivan                       1760 FID                         1.5    6  0000 - U     1 w 0     4 b =  0000 - Z
"""  # noqa: E501 - columns are the format
FILES = sorted(Path(__file__).parents[4].glob("shared/tournaments/*/*.[it][nr][pf]*"))


def number(value: int) -> PairingNumber:
    return PairingNumber(value)


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_every_line_end_gives_the_same_report(end: str) -> None:
    read = read_trf(TINY.replace("\n", end).encode())
    assert read == read_trf(TINY)
    assert read.problems == ()
    assert len(read.report.players) == 7
    assert read.lines[7] == 25


def test_the_header_is_read() -> None:
    found = read_trf(TINY).report
    assert (found.name, found.city, found.federation) == ("Riverside Mini Open", "Testville", "FID")
    assert (found.start_date, found.end_date) == ("2026/03/07", "2026/03/08")
    assert (found.player_count, found.rated_count, found.team_count) == ("7", "7", "")
    assert (found.kind, found.chief_arbiter) == ("Individual: Swiss-System", "Nemo, Nina")
    assert (found.time_control, found.coded_time_control) == ("60 min + 30 s", "3600+30")
    assert (found.round_count, found.initial_colour, found.system) == (4, Side.WHITE, "FIDE_DUTCH")
    assert found.tie_breaks == ("DE", "BH/C1", "BH", "SB")
    assert found.comments == ("tiny example, individual Swiss, 7 players, 4 rounds",)
    assert found.byes == (
        ByeRequest(RoundScore.HALF_BYE, RoundNumber(3), (number(5),)),
        ByeRequest(RoundScore.ZERO_BYE, RoundNumber(4), (number(7),)),
    )


def test_a_players_line_is_read() -> None:
    player = read_trf(TINY).report.players[4]
    assert (player.number, player.sex, player.name, player.rating) == (5, "m", "Egger, Paul", 1905)
    assert (player.federation, player.points, player.rank) == ("FID", Fraction(1), 7)
    assert player.rounds == (
        ReportRound(RoundScore.DRAW, number(2), Side.WHITE),
        ReportRound(RoundScore.FORFEIT_LOSS, number(4), Side.BLACK),
        ReportRound(RoundScore.HALF_BYE),
        ReportRound(RoundScore.LOSS, number(6), Side.BLACK),
    )


OTHER = """\
112 Deputy One
112 Deputy Two
132                                                                                        26/03/07  26/03/08
162  W 3.0    D 1.0    A-1.0    P 2.0    X 0.0
172 NED NIDOF
182 A person
212 PTS,BH/C1
250       1.0 001 002    1    4
250  2.0      003 003    5    6
260 001 004    1    4
299 -   1.0        003    4
299    -5.0   0.5    1    1    2
300   2   1   3    5 0000    1
310   1 Team A                           AAA     2100    4.0    4.0   1     1    5
013 Team A                             1    5
320  1.0  2.0   0   4
330 +-   1   1   2
352 WB
362 TW 3.0   TD 1.5   TL 0.5
XXA    3  1.0  1.0  0.5
XXP 4 9 17
XXZ 3 17
XXC rank black1
NED    1 m  m Arber, Lena                       2190 NED    12345678 1990/01/02
801 a table for people
XYZ something else
001    1      Arber, Lena
"""


def test_every_other_record_is_read() -> None:
    read = read_trf(OTHER)
    assert read.problems == ()
    found = read.report
    half = Fraction(1, 2)
    assert found.deputies == ("Deputy One", "Deputy Two")
    assert found.round_dates == ("26/03/07", "26/03/08")
    assert found.scale == PointScale(Fraction(3), Fraction(1), Fraction(0), Fraction(-1), Fraction(2))
    assert found.unknown_points == 0
    assert found.rank_methods == (RankMethod("NED", "NIDOF"),)
    assert found.paired_by == "A person"
    assert found.rank_order == ("PTS", "BH/C1")
    assert found.accelerations == (
        Acceleration(
            points=Fraction(1), first_round=RoundNumber(1), last_round=RoundNumber(2), first=number(1), last=number(4)
        ),
        Acceleration(
            match_points=Fraction(2),
            first_round=RoundNumber(3),
            last_round=RoundNumber(3),
            first=number(5),
            last=number(6),
        ),
    )
    assert found.forbidden_pairs == (
        ForbiddenPairs((number(1), number(4)), RoundNumber(1), RoundNumber(4)),
        ForbiddenPairs((number(4), number(9), number(17))),
    )
    assert found.adjustments == (
        PointAdjustment(kind="-", match_points=Fraction(1), round_number=RoundNumber(3), numbers=(number(4),)),
        PointAdjustment(
            match_points=Fraction(-5),
            game_points=half,
            round_number=RoundNumber(1),
            numbers=(number(1), number(2)),
        ),
    )
    assert found.line_ups == (TeamLineUp(RoundNumber(2), 1, 3, (number(5), None, number(1))),)
    assert found.teams == (
        ReportTeam(
            number=1,
            name="Team A",
            nickname="AAA",
            strength=Fraction(2100),
            match_points=Fraction(4),
            game_points=Fraction(4),
            rank=1,
            players=(number(1), number(5)),
        ),
    )
    assert found.old_teams == ()
    old = read_trf(OTHER.replace("310   1", "801   1")).report
    assert old.old_teams == (ReportTeam(name="Team A", players=(number(1), number(5))),)
    assert found.team_bye == TeamBye(Fraction(1), Fraction(2), (None, 4))
    assert found.forfeited_matches == (ForfeitedMatch(MatchWinner.WHITE, RoundNumber(1), 1, 2),)
    assert found.board_colours == (Side.WHITE, Side.BLACK)
    assert found.match_point_scale == MatchPointScale(Fraction(3), Fraction(3, 2), half)
    assert found.virtual_points == (VirtualPoints(number(3), (Fraction(1), Fraction(1), half)),)
    assert found.absent == (3, 17)
    assert found.pair_by_position
    assert found.initial_colour is Side.BLACK
    assert found.national == (
        NationalRecord(
            of="NED",
            number=number(1),
            sex="m",
            title="m",
            name="Arber, Lena",
            rating=2190,
            federation="NED",
            national_id="12345678",
            birth_date="1990/01/02",
        ),
    )
    assert found.other_lines == ("801 a table for people", "XYZ something else")


@pytest.mark.parametrize(
    "line", ["XXS W=3 D=1 PAB=1 FL=0", "162  W 3.0    D 1.0    P 1.0", "BBW  3.0\nBBD  1.0\nBBU  1.0"]
)
def test_points_come_in_three_manners(line: str) -> None:
    scale = read_trf(f"001    1\n{line}\n").report.scale
    assert scale == PointScale(Fraction(3), Fraction(1), pairing_bye=Fraction(1))


def test_a_late_entrys_games_are_read_past_the_blank_rounds() -> None:
    line = f"{'001    1':80} 1.0    1{' ' * 20}     2 w 1"
    found = read_trf(f"{line}\n001    2      B\n").report
    assert found.players[0].rounds == (None, None, ReportRound(RoundScore.WIN, number(2), Side.WHITE))
    absent = RoundResult(RoundScore.ZERO_BYE)
    table = crosstable(found)
    assert table[number(1)].rounds == (absent, absent, RoundResult(RoundScore.WIN, number(2), Side.WHITE))
    assert table[number(2)].rounds == (absent, absent, absent)


def test_who_is_absent_in_the_coming_round_stands_there() -> None:
    played = "".join(TINY.splitlines(keepends=True)).replace("  0000 - Z", "").replace("240 Z 004 0007\n", "")
    more = "240 H 005 0002\nXXZ 3\n"
    found = read_trf(played + more).report
    assert coming_round(found) == 5
    table = crosstable(found)
    assert table[number(2)].rounds[4] == RoundResult(RoundScore.HALF_BYE)
    assert table[number(3)].rounds[4] == RoundResult(RoundScore.ZERO_BYE)
    assert len(table[number(1)].rounds) == 4
    assert table[number(7)].rounds[3] == RoundResult(RoundScore.ZERO_BYE)


def test_a_game_without_a_result_is_not_there_yet() -> None:
    lines = [f"{'001    1':80} 0.0    1     2 w", f"{'001    2':80} 0.0    1     1 b"]
    found = read_trf("\n".join(lines)).report
    assert found.players[0].rounds == (ReportRound(None, number(2), Side.WHITE),)
    assert crosstable(found)[number(1)].rounds == ()


def test_columns_counted_in_bytes_are_understood() -> None:
    by_characters = (
        "001    1      Müller, Jürgen                    1905 GER                         1.0    1     2 w 1"
    )
    by_bytes = by_characters.replace("Jürgen  ", "Jürgen")
    assert read_trf(by_bytes).report.players == read_trf(by_characters).report.players


def test_latin_1_is_read_where_it_is_not_utf_8() -> None:
    line = "012 Liffré\n001    1\n"
    assert read_trf(line.encode("latin-1")).report.name == "Liffré"
    assert read_trf(line.encode("utf-8-sig")).report.name == "Liffré"


@pytest.mark.parametrize(
    ("line", "column", "said"),
    [
        ("001 abcd", 5, 'Columns 5 to 8 hold "abcd": write a whole number there.'),
        ("001    2 " + " " * 39 + "12x4", 49, 'Columns 49 to 52 hold "12x4": write a whole number there.'),
        ("001    2 " + " " * 71 + " x.5", 81, 'Columns 81 to 84 hold "x.5": write points there, such as 11.5.'),
        ("001    2 " + " " * 82 + "   1 x 1", 97, '"x" is not a colour: write w, b, or - where there was none.'),
        ("001    2 " + " " * 82 + "   1 w ?", 99, '"?" is not a result: write one of 1 = 0 W D L + - U F H Z.'),
        ("142 nine", 5, '"nine" is not a number of rounds: write a whole number from 1.'),
        ("042 tomorrow", 5, '"tomorrow" is not a date: write YYYY/MM/DD.'),
        ("152 green", 5, '"green" is not a colour: write w, b, or - where there was none.'),
        ("330 ++   1   1   2", 5, '"++" does not say who is given the match: write +-, -+ or --.'),
        ("XXS WW=1 BW=2", 5, None),
        ("240 Q   1    2", 5, None),
        ("250", 15, None),
        ("299 Q", 5, None),
        ("XXA q", 5, None),
        ("XXP q", 5, None),
        ("162 what", 5, None),
    ],
)
def test_a_problem_has_its_line_and_column(line: str, column: int, said: str | None) -> None:
    (problem,) = read_trf(f"001    1\n{line}\n").problems
    assert (problem.line, problem.column) == (2, column)
    assert_sayable(problem.what)
    if said is not None:
        assert english(problem.what) == said


def test_a_file_without_players_says_so() -> None:
    (problem,) = read_trf("012 Nothing here\n").problems
    assert problem.what.key == "trf.no_players"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_files_of_other_programs_are_read_without_a_problem(path: Path) -> None:
    read = read_trf(path.read_bytes())
    assert read.problems == ()
    assert read.report.other_lines == ()
    table = crosstable(read.report)
    assert len(table.participants) == len(read.report.players)


CODES = (
    "001 012 042 132 142 152 162 172 202 240 250 260 299 300 310 320 330 352 362 013 "
    "XXA XXC XXP XXR XXS XXZ BBW NED ###"
)
LINES = st.builds(
    lambda code, rest: f"{code} {rest}",
    st.sampled_from(CODES.split()),
    st.text("0123456789 wb-=+UHZ.,éx", max_size=120),
)


@examples(80)
@given(st.lists(LINES | st.text(max_size=60), max_size=12), st.sampled_from(["\n", "\r", "\r\n"]))
def test_no_text_breaks_the_reader(lines: list[str], end: str) -> None:
    read = read_trf(end.join(lines))
    for problem in read.problems:
        assert_sayable(problem.what)
    crosstable(read.report)


@examples(100)
@given(st.binary(max_size=300))
def test_no_bytes_break_the_reader(data: bytes) -> None:
    crosstable(read_trf(data).report)
