"""Tournament report files are written strictly, and read again they say the same."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber, PointScale, RoundScore
from gateway.tournament.team_tables import MatchPointScale
from gateway.tournament.trf import (
    LineEnd,
    TournamentReport,
    TrfDialect,
    TrfUnwritable,
    check_trf,
    crosstable,
    read_trf,
    report,
    write_trf,
)
from gateway.tournament.trf.tournament_report import (
    Acceleration,
    ByeRequest,
    ForbiddenPairs,
    ForfeitedMatch,
    MatchWinner,
    NationalRecord,
    PointAdjustment,
    RankMethod,
    ReportPlayer,
    ReportRound,
    ReportTeam,
    TeamBye,
    TeamLineUp,
    VirtualPoints,
)
from tests.english import assert_sayable, english, refused
from tests.examples import examples

from .test_trf_reader import FILES, OTHER, TINY


def test_the_example_comes_out_as_it_is_printed() -> None:
    found = read_trf(TINY).report
    lines = write_trf(found, line_end=LineEnd.LF).splitlines()
    assert sorted(lines) == sorted(TINY.splitlines())


def test_every_record_comes_back() -> None:
    found = read_trf(OTHER).report
    assert read_trf(write_trf(found, TrfDialect.ENGINE)).report == found
    limited, always = found.forbidden_pairs
    every_round = msgspec.structs.replace(
        always, first_round=RoundNumber(1), last_round=RoundNumber(found.round_count or 999)
    )
    assert read_trf(write_trf(found)).report == msgspec.structs.replace(found, forbidden_pairs=(limited, every_round))


@pytest.mark.parametrize("dialect", [TrfDialect.TRF26, TrfDialect.ENGINE])
@pytest.mark.parametrize("end", LineEnd)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_files_of_other_programs_mean_the_same_when_written_again(
    path: Path, end: LineEnd, dialect: TrfDialect
) -> None:
    found = read_trf(path.read_bytes()).report
    assert read_trf(write_trf(found, dialect, end)) == msgspec.structs.replace(
        read_trf(write_trf(found, dialect)), report=found, problems=()
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_players_mean_the_same_in_the_older_form(path: Path) -> None:
    found = read_trf(path.read_bytes()).report
    again = read_trf(write_trf(found, TrfDialect.TRF16)).report
    assert crosstable(again).participants == crosstable(found).participants
    assert again.round_count == found.round_count


def test_the_older_form_has_no_record_of_the_newer() -> None:
    found = read_trf(TINY + "250       1.0 001 002    1    2\n260 005 006    1    4\n").report
    found = msgspec.structs.replace(found, players=found.players[:3] + found.players[3:])
    lines = write_trf(found, TrfDialect.TRF16, LineEnd.LF).splitlines()
    assert not [line for line in lines if line[:1] in "12" and line[:3] not in {"102", "112", "122", "132"}]
    assert {"XXR 4", "XXC white1", "XXP 1 4", "XXA    1  1.0  1.0", "XXA    2  1.0  1.0"} <= set(lines)


def test_a_bye_of_the_coming_round_stands_in_the_players_line() -> None:
    text = TINY.replace("240 Z 004 0007\n", "240 H 005 0002\n")
    lines = write_trf(read_trf(text).report, TrfDialect.TRF16, LineEnd.LF).splitlines()
    (line,) = [line for line in lines if line.startswith("001    2")]
    assert line.endswith("1 w 1  0000 - H")


def test_points_that_have_no_place_are_refused() -> None:
    one = ReportPlayer(number=PairingNumber(1), points=Fraction(1, 3))
    with refused(TrfUnwritable, "1/3 points have no place"):
        write_trf(TournamentReport(players=(one,)))
    with refused(TrfUnwritable, '"10000" is wider than its 4 columns'):
        write_trf(TournamentReport(players=(ReportPlayer(number=PairingNumber(10000)),)))


def test_a_crosstable_becomes_a_report() -> None:
    found = read_trf(TINY).report
    made = report(crosstable(found), {player.number: player.rank or 0 for player in found.players})
    for one, other in zip(made.players, found.players, strict=True):
        assert msgspec.structs.replace(one, sex=other.sex) == other


# -- what contradicts itself ------------------------------------------------------------------------------------------


def faults(text: str) -> list[tuple[int, int, str]]:
    found = check_trf(read_trf(text))
    for each in found:
        assert_sayable(each.what)
    return [(each.line, each.column, english(each.what)) for each in found]


def test_a_sound_file_has_no_fault() -> None:
    assert faults(TINY) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_files_of_other_programs_do_not_contradict_themselves(path: Path) -> None:
    assert check_trf(read_trf(path.read_bytes())) == ()


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "said"),
    [
        ("2.5    3     4 w 1", "3.5    3     4 w 1", 19, 81, "Player 1 has 3.5 points in columns 81 to 84, and 2.5 by"),
        ("     4 w 1     7 b 1", "     9 w 1     7 b 1", 19, 92, "Round 1: nobody has the number 9"),
        ("     4 w 1     7 b 1", "     5 w 1     7 b 1", 19, 92, "Round 1: 1 names 5 as opponent, and 5 does not"),
        ("     4 w 1     7 b 1", "     4 b 1     7 b 1", 19, 92, "Round 1: 1 and 4 have the same colour"),
        ("1.5    5     1 b 0", "2.5    5     1 b 1", 19, 92, 'Round 1: 1 has "1" and 4 has "1"; both cannot'),
        ("001    2 m", "001    1 m", 19, 5, "The start number 1 stands there twice"),
        ("142 4", "142 3", 0, 0, "The event has 3 rounds, and round 4 is played"),
        ("1.5    5     1 b 0", "2.5    5  0000 - U", 0, 0, "Round 1 has two byes that the pairing allocated"),
    ],
)
def test_a_contradiction_is_told_with_its_place(old: str, new: str, line: int, column: int, said: str) -> None:
    assert old in TINY
    found = faults(TINY.replace(old, new, 1))
    assert any((line, column) == each[:2] and each[2].startswith(said) for each in found), found


# -- any report -------------------------------------------------------------------------------------------------------

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")) | st.just(" "), max_size=12).map(str.strip)
NUMBERS = st.integers(1, 9999).map(PairingNumber)
ROUND_NUMBERS: st.SearchStrategy[Any] = st.integers(1, 99)
POINTS = st.integers(-99, 999).map(lambda tenths: Fraction(tenths, 10))
MAYBE_POINTS = st.none() | POINTS
IDS = st.lists(NUMBERS, max_size=4).map(tuple)
SIDES = st.sampled_from(Side)
CODES = st.lists(st.sampled_from(["BH", "BH/C1", "SB", "DE"]), max_size=3).map(tuple)
BYES = st.sampled_from([RoundScore.FULL_BYE, RoundScore.HALF_BYE, RoundScore.ZERO_BYE])


def several(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(strategy, max_size=2).map(tuple)


def rounds() -> st.SearchStrategy[Any]:
    games = st.builds(ReportRound, st.sampled_from(RoundScore), st.none() | NUMBERS, st.none() | SIDES)
    waiting = st.builds(ReportRound, st.none(), NUMBERS, st.none() | SIDES)
    return st.tuples(several(st.none() | games | waiting), games).map(lambda pair: (*pair[0], pair[1])) | st.just(())


PERSON: dict[str, st.SearchStrategy[Any]] = {
    "number": NUMBERS,
    "sex": st.sampled_from(["", "m", "w"]),
    "title": st.sampled_from(["", "g", "IM", "wfm"]),
    "name": WORDS,
    "rating": st.none() | st.integers(1, 3000),
    "federation": st.sampled_from(["", "NED", "CHN"]),
    "birth_date": st.sampled_from(["", "1990/01/02"]),
}
REPORTS = st.builds(
    TournamentReport,
    name=WORDS,
    city=WORDS,
    start_date=st.sampled_from(["", "2026/03/07"]),
    deputies=several(WORDS.filter(bool)),
    round_dates=several(st.sampled_from(["26/03/07", "26/03/08"])),
    round_count=st.none() | st.integers(1, 99),
    initial_colour=st.none() | SIDES,
    scale=st.builds(
        PointScale, win=st.just(Fraction(3)), draw=POINTS, loss=POINTS, absence=POINTS, pairing_bye=MAYBE_POINTS
    ).filter(lambda scale: scale.pairing_bye != scale.win),
    rank_methods=several(st.builds(RankMethod, st.just("NED"), st.sampled_from(["FIDE", "NIDOF"]))),
    tie_breaks=CODES,
    rank_order=CODES,
    board_colours=several(SIDES),
    match_point_scale=st.none() | st.builds(MatchPointScale, POINTS, POINTS, POINTS),
    players=st.lists(
        st.builds(ReportPlayer, **PERSON, points=MAYBE_POINTS, rounds=rounds()), min_size=1, max_size=4
    ).map(tuple),
    national=several(st.builds(NationalRecord, of=st.sampled_from(["NED", "CHN"]), **PERSON)),
    byes=several(st.builds(ByeRequest, BYES, ROUND_NUMBERS, IDS)),
    accelerations=several(
        st.builds(
            Acceleration,
            match_points=MAYBE_POINTS,
            points=MAYBE_POINTS,
            first_round=ROUND_NUMBERS,
            last_round=ROUND_NUMBERS,
            first=NUMBERS,
            last=NUMBERS,
        )
    ),
    virtual_points=several(st.builds(VirtualPoints, NUMBERS, several(POINTS))),
    forbidden_pairs=several(st.builds(ForbiddenPairs, IDS, ROUND_NUMBERS, ROUND_NUMBERS)),
    absent=IDS,
    pair_by_position=st.booleans(),
    adjustments=several(
        st.builds(
            PointAdjustment,
            kind=st.sampled_from(["", *"WDLFHZ+-"]),
            match_points=MAYBE_POINTS,
            game_points=MAYBE_POINTS,
            round_number=st.none() | ROUND_NUMBERS,
            numbers=IDS,
        )
    ),
    teams=several(
        st.builds(
            ReportTeam,
            number=st.integers(1, 999),
            name=WORDS,
            nickname=st.sampled_from(["", "AAA"]),
            strength=MAYBE_POINTS,
            match_points=MAYBE_POINTS,
            rank=st.none() | st.integers(1, 999),
            players=IDS,
        )
    ),
    line_ups=several(
        st.builds(
            TeamLineUp,
            ROUND_NUMBERS,
            st.integers(1, 999),
            st.none() | st.integers(1, 999),
            st.lists(st.none() | NUMBERS, max_size=3).map(tuple),
        )
    ),
    team_bye=st.none() | st.builds(TeamBye, MAYBE_POINTS, MAYBE_POINTS, several(st.none() | st.integers(1, 999))),
    forfeited_matches=several(
        st.builds(ForfeitedMatch, st.sampled_from(MatchWinner), ROUND_NUMBERS, st.integers(1, 999), st.integers(1, 999))
    ),
    comments=several(WORDS),
)


@examples(70)
@given(REPORTS, st.sampled_from(LineEnd))
def test_any_report_comes_back(found: TournamentReport, end: LineEnd) -> None:
    again = read_trf(write_trf(found, line_end=end))
    assert again.problems == ()
    for name in TournamentReport.__struct_fields__:
        assert getattr(again.report, name) == getattr(found, name), name


@examples(25)
@given(REPORTS)
def test_both_sets_of_lines_say_the_same(found: TournamentReport) -> None:
    assert read_trf(write_trf(found, TrfDialect.ENGINE)).report == found
    read_trf(write_trf(found, TrfDialect.TRF16))
