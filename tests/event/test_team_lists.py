"""Lists of teams, board prizes and report files of a team event."""

from __future__ import annotations

import pytest

from gateway.event.board_prizes import board_prizes
from gateway.event.entry_list import BadEntryList
from gateway.event.event_acts import EnterTeam, GrantBye, PairRound, WithdrawPlayer
from gateway.event.event_report import event_report
from gateway.event.event_standings import standings
from gateway.event.event_team_tables import event_team_table
from gateway.event.regulations import StageRules, System
from gateway.event.team_list import read_team_list, write_team_list
from gateway.model.pairings import RoundNumber
from gateway.model.persons import Person
from gateway.tournament.crosstable import RoundScore
from gateway.tournament.pairing_engine import RoundPairing
from gateway.tournament.standings.explained import written
from gateway.tournament.team_swiss.team_engine import TeamSwissEngine
from gateway.tournament.trf import check_trf, read_trf, team_table, write_trf
from gateway.tournament.trf.team_pairing_request import team_round_request
from tests.event.acting import Organiser
from tests.event.test_teams import begun, line_up, play, rules

CSV = """\
Team,Board,Name,Rating,Federation,Captain
Alpha,2,Ann,2200,NED,
Alpha,1,Bob,2100,NED,Cy
Beta,1,Dan,,GER,
Alpha,R,Eva,1900,NED,
Beta,2,Fay,2000,AUT,
"""


def test_a_list_of_teams_is_read_by_boards_and_written_again() -> None:
    alpha, beta = read_team_list(CSV)
    assert [member.name for member in alpha.members] == ["Bob", "Ann", "Eva"]
    assert (alpha.name, alpha.federation, alpha.captain, beta.federation) == ("Alpha", "NED", "Cy", "")
    assert [
        (team.name, [member.name for member in team.members]) for team in read_team_list(write_team_list([alpha, beta]))
    ] == [
        ("Alpha", ["Bob", "Ann", "Eva"]),
        ("Beta", ["Dan", "Fay"]),
    ]
    chinese = "代表队,台次,姓名,等级分\n一队,1,王一,2000\n一队,替补,李二,\n一队,2,张三,1900\n"
    (team,) = read_team_list(chinese)
    assert [member.name for member in team.members] == ["王一", "张三", "李二"]
    event = Organiser(rules())
    event.do(EnterTeam(team=alpha), EnterTeam(team=beta))
    assert [entrant.person.rating for entrant in event.event.entrants.values()] == [2150, 2000]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "entry_list.empty"),
        ("team,rating\nA,1\n", "entry_list.no_names"),
        ("team,name\n,Ann\n", "entry_list.team_missing"),
        ("team,name,board\nA,Ann,x\n", "entry_list.no_board"),
        ("team,name,rating\nA,Ann,x\n", "entry_list.no_rating"),
    ],
)
def test_lists_that_cannot_be_read(text: str, key: str) -> None:
    with pytest.raises(BadEntryList) as caught:
        read_team_list(text)
    assert caught.value.message.key == key


def played() -> Organiser:
    """Seven teams on two boards: a substitute, an empty board, a bye, a forfeited match, a withdrawal."""
    event = begun(7, wanted=rules(rounds=5, tie_breaks=("MPvGP", "DE", "BH:MP/C1", "EMGSB")))
    event.do(line_up(event, "A", 1, "A3", "A2"), line_up(event, "B", 1, "B1", ""), PairRound())
    play(event, "1-0", "½-½", "1-0", "", "0-1", "½-½")
    event.do(PairRound())
    play(event, "½-½", "0-1", "+/-", "-/+", "1-0", "1-0")
    event.do(GrantBye(player=event.event.order[2], round=RoundNumber(3), score=RoundScore.HALF_BYE))
    event.do(WithdrawPlayer(player=event.event.order[6]))
    event.do(PairRound())
    play(event, "1-0", "1-0", "0-1", "½-½", "1-0", "1-0")
    return event


def test_board_prizes() -> None:
    event = played()
    scores = board_prizes(event.event)
    # A's and D's games: A3 won in round 1 for A1; D met B's empty second board.
    found = {each.person.name: (each.board, each.games, written(each.points)) for each in scores}
    assert found["A3"] == (3, 1, "1")
    assert found["A1"][1] == 2
    games = [game for a_round in event.event.rounds for game in a_round.games]
    assert sum(each.games for each in scores) == 2 * sum(
        1 for game in games if (score := event.event.counted(game)) is not None and score.is_played
    )
    for board in (1, 2, 3):
        ranks = [(each.rank, -each.points, each.games) for each in scores if each.board == board]
        assert ranks == sorted(ranks)
        assert ranks[0][0] == 1
    assert all(each.performance is None or 1000 < each.performance < 3300 for each in scores)
    assert board_prizes(Organiser(rules()).event) == ()


def test_the_report_of_teams_reads_back_as_the_same_event() -> None:
    event = played()
    text = write_trf(event_report(event.event))
    reading = read_trf(text.encode())
    assert not reading.problems
    assert not check_trf(reading)
    mine = event_team_table(event.event, event.event.regulations.teams, event.event.stages, event.event.crosstable())  # type: ignore[arg-type]
    theirs = team_table(reading.report)
    assert [
        [(each.score, each.match_points, each.game_points, each.opponent, each.side) for each in row.rounds if each]
        for row in theirs.rows
    ] == [
        [(each.score, each.match_points, each.game_points, each.opponent, each.side) for each in row.rounds if each]
        for row in mine.rows
    ]
    for code in ("013", "240", "300", "310", "320", "330", "352", "362"):
        assert f"\n{code} " in text, code
    assert "192 FIDE_TEAM_TYPEA_MP_GP" in text
    assert [team.rank for team in reading.report.teams] == [
        row.rank for row in sorted(standings(event.event).rows, key=lambda row: row.number)
    ]


def test_another_program_pairs_the_next_round_from_the_file_as_the_event_does() -> None:
    event = played()
    asked, request = team_round_request(read_trf(write_trf(event_report(event.event)).encode()).report)
    made = TeamSwissEngine(asked).pair(request)
    event.do(PairRound())
    last = event.event.rounds[-1]
    assert isinstance(made, RoundPairing)
    assert [(each.white, each.black) for each in made.pairs] == [
        (each[0].white, each[0].black) for each in last.matches()
    ]


def test_two_games_on_a_board_are_two_rounds_of_the_file() -> None:
    stage = StageRules(system=System.ROUND_ROBIN, games=2)
    event = begun(2, wanted=rules(system=System.ROUND_ROBIN, rounds=1, stages=(stage,)))
    event.do(PairRound())
    play(event, "1-0", "0-1", "1-0", "½-½")
    report = event_report(event.event)
    assert report.round_count == 2
    assert report.comments
    assert [len(player.rounds) for player in report.players] == [2, 2, 0, 2, 2, 0]
    assert read_trf(write_trf(report).encode()).report.players == report.players


def test_members_need_not_be_rated() -> None:
    event = Organiser(rules())
    for name in "AB":
        members = (Person(f"{name}1"), Person(f"{name}2"))
        event.do(EnterTeam(team=read_team_list(f"team,name\n{name},{members[0].name}\n{name},{members[1].name}\n")[0]))
    assert all(entrant.person.rating is None for entrant in event.event.entrants.values())
