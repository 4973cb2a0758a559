"""An event of teams: entries, line-ups, boards, results, standings, and what is refused."""

from __future__ import annotations

from decimal import Decimal

import msgspec
import pytest

from gateway.event.event_acts import (
    AcceptResult,
    AdvancePlayer,
    ChangeTeam,
    CloseEntries,
    EnterPlayer,
    EnterTeam,
    EventAct,
    PairRound,
    PublishRound,
    Rank,
    SeatPlayer,
    SetLineUp,
    TeamEntry,
    Undo,
    WithdrawPlayer,
)
from gateway.event.event_deciding import EventRefused
from gateway.event.event_rounds import EventGame
from gateway.event.event_standings import standings
from gateway.event.game_scores import GameScore
from gateway.event.regulations import Regulations, StageRules, System
from gateway.event.table_assignments import assignments
from gateway.event.team_regulations import MatchPoints, TeamRegulations
from gateway.model.instants import Instant
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import Person, PersonId
from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.line_ups import TeamKind
from gateway.tournament.standings.explained import written
from gateway.tournament.team_swiss.team_rules import PrimaryScore, TeamSwissRules
from tests.event.acting import Organiser, regulations


def rules(boards: int = 2, system: System = System.TEAM_SWISS, rounds: int = 3, **more: object) -> Regulations:
    of_event = {name: more.pop(name) for name in ("tie_breaks", "tables", "control", "stages") if name in more}
    teams = msgspec.structs.replace(TeamRegulations(boards=boards), **more)
    return regulations(system, rounds, teams=teams, **of_event)


def team(name: str, *members: str, id_: str = "") -> TeamEntry:
    return TeamEntry(
        name=name,
        id=PersonId(id_),
        members=tuple(Person(each, rating=2000 - 10 * at) for at, each in enumerate(members)),
    )


def begun(count: int = 4, size: int = 3, wanted: Regulations | None = None) -> Organiser:
    """Teams A, B, ... with players A1, A2, ..., the first the strongest."""
    event = Organiser(wanted or rules())
    for at in range(count):
        letter = chr(ord("A") + at)
        members = tuple(Person(f"{letter}{board}", rating=2400 - 50 * at - 10 * board) for board in range(1, size + 1))
        event.do(EnterTeam(team=TeamEntry(name=letter, members=members)))
    event.do(CloseEntries())
    return event


def refused(event: Organiser, act: EventAct) -> str:
    with pytest.raises(EventRefused) as caught:
        event.do(act)
    return caught.value.message.key


def names(event: Organiser, game: EventGame) -> tuple[str, str]:
    """Who has White, and who Black; empty where nobody sits."""
    white, black = (event.event.person(game, side) for side in Side)
    return white.name if white else "", black.name if black else ""


def play(event: Organiser, *scores: str) -> None:
    """Publish the round and enter the results of its boards; an empty one is left."""
    if not event.event.rounds[-1].published:
        event.do(PublishRound())
    for game, text in zip(event.event.rounds[-1].games, scores, strict=False):
        if text:
            event.do(AcceptResult(pairing=game.id, score=GameScore.parse(text)))


def table(event: Organiser) -> list[tuple[str, str]]:
    return [(event.event.entrant(row.number).person.name, written(row.points)) for row in standings(event.event).rows]


def line_up(event: Organiser, name: str, number: int, *players: str, why: str = "") -> SetLineUp:
    entrant = next(each for each in event.event.entrants.values() if each.person.name == name)
    ids = {member.name: member.id for member in entrant.members}
    seated = tuple(ids.get(player, PersonId(player)) if player else None for player in players)
    return SetLineUp(team=entrant.id, round=RoundNumber(number), players=seated, why=why)


def test_boards_are_numbered_through_a_round_and_colours_alternate() -> None:
    event = begun()
    event.do(PairRound())
    games = event.event.rounds[0].games
    assert [(game.id, game.match, game.seat, *names(event, game)) for game in games] == [
        ("1.1", 1, 1, "A1", "C1"),
        ("1.2", 1, 2, "C2", "A2"),
        ("1.3", 2, 1, "D1", "B1"),
        ("1.4", 2, 2, "B2", "D2"),
    ]
    assert [member.id for member in event.event.entrant(PairingNumber(1)).members] == ["team1-1", "team1-2", "team1-3"]
    assert event.event.entrant(PairingNumber(1)).person.rating == 2385


def test_match_points_follow_from_boards_and_the_next_round_from_them() -> None:
    event = begun(wanted=rules(tie_breaks=("MPvGP", "DE")))
    event.do(PairRound())
    play(event, "1-0", "½-½", "½-½")
    assert [game.id for game in event.event.missing()] == ["1.4"]
    assert refused(event, PairRound()) == "event.results_missing"
    play(event, "", "", "", "½-½")
    assert table(event) == [("A", "2"), ("B", "1"), ("D", "1"), ("C", "0")]
    event.do(PairRound())
    games = event.event.rounds[1].games
    # A alone has two: B or D floats up, B comes first. D and C are left.
    assert {frozenset(names(event, game)) for game in games if game.seat == 1} == {
        frozenset({"A1", "B1"}),
        frozenset({"C1", "D1"}),
    }


def test_a_substitute_sits_anywhere_and_the_others_stay() -> None:
    event = begun()
    event.do(line_up(event, "A", 1, "A3", "A2"), PairRound())
    assert names(event, event.event.rounds[0].games[0]) == ("A3", "C1")
    assert refused(event, line_up(event, "A", 1, "A2", "A3")) == "line_up.out_of_order"
    assert refused(event, line_up(event, "A", 1, "A1")) == "line_up.boards"
    assert refused(event, line_up(event, "A", 1, "A1", "B2")) == "line_up.stranger"
    assert refused(event, line_up(event, "A", 1, "A3", "A3")) == "line_up.twice"
    assert refused(event, line_up(event, "A", 9, "A1", "A2")) == "event.round_past"
    event.do(PublishRound(), line_up(event, "A", 1, "A1", "A3"))
    assert names(event, event.event.rounds[0].games[1]) == ("C2", "A3")
    event.do(AcceptResult(pairing=PairingId("1.2"), score=GameScore.parse("0-1")))
    assert refused(event, line_up(event, "A", 1, "A1", "A2")) == "event.board_begun"
    event.do(line_up(event, "A", 1, "A1", "A3"))
    # The line-up for the next round is kept until then.
    event.do(line_up(event, "C", 2, "C1", "C3"))
    play(event, "1-0", "", "1-0", "1-0")
    event.do(PairRound())
    assert ("C3" in {name for game in event.event.rounds[1].games for name in names(event, game)}) is True


def test_the_order_is_free_where_it_is_set_before_each_match() -> None:
    event = begun(wanted=rules(kind=TeamKind.AD_HOC))
    event.do(line_up(event, "A", 1, "A3", "A1"), PairRound())
    assert names(event, event.event.rounds[0].games[0]) == ("A3", "C1")
    assert names(event, event.event.rounds[0].games[1]) == ("C2", "A1")
    fixed = begun(wanted=rules(kind=TeamKind.FIXED))
    assert refused(fixed, line_up(fixed, "A", 1, "A3", "A2")) == "line_up.out_of_order"


def test_an_empty_board_is_lost_without_play() -> None:
    event = begun()
    event.do(line_up(event, "A", 1, "A1", ""), PairRound(), PublishRound())
    assert [game.id for game in event.event.missing()] == ["1.1", "1.3", "1.4"]
    assert str(event.event.settled(event.event.rounds[0].games[1])) == "+/-"
    event.do(line_up(event, "C", 1, "C1", ""))
    assert str(event.event.settled(event.event.rounds[0].games[1])) == "-/-"
    play(event, "0-1", "", "1-0", "1-0")
    assert dict(table(event)) == {"C": "2", "D": "1", "B": "1", "A": "0"}


def test_a_match_that_nobody_played_is_no_meeting_and_bars_the_bye() -> None:
    event = begun(5)
    event.do(PairRound())
    assert event.event.rounds[0].byes == {5: "U"}
    play(event, "+/-", "-/+", "1-0", "0-1")
    assert dict(table(event)) == {"A": "2", "D": "2", "E": "1", "B": "0", "C": "0"}
    event.do(PairRound())
    assert 2 in event.event.rounds[1].byes  # B has played, C has not; the bye is B's by 3.4.3
    assert {3, 1} != {event.event.rounds[1].games[0].white, event.event.rounds[1].games[0].black}


@pytest.mark.parametrize(
    ("forfeit", "bye", "points"),
    [(None, None, ["2", "1", "0"]), (Decimal(1), Decimal(2), ["1", "2", "0"])],
)
def test_what_a_forfeit_and_a_bye_are_worth(forfeit: Decimal | None, bye: Decimal | None, points: list[str]) -> None:
    wanted = rules(
        forfeited_match=forfeit,
        match_points=MatchPoints(bye_games=bye),
        pairing=TeamSwissRules(primary=PrimaryScore.GAME_POINTS),
    )
    event = begun(3, wanted=wanted)
    event.do(PairRound())
    play(event, "+/-", "-/+")
    found = dict(table(event))
    assert [found[name] for name in "ACB"] == points


def test_two_games_on_a_board() -> None:
    stage = StageRules(system=System.ROUND_ROBIN, games=2)
    wanted = rules(system=System.ROUND_ROBIN, stages=(stage,), tie_breaks=("MPvGP",))
    event = begun(2, wanted=wanted)
    event.do(PairRound())
    games = event.event.rounds[0].games
    assert [(game.id, *names(event, game)) for game in games] == [
        ("1.1", "A1", "B1"),
        ("1.1.2", "B1", "A1"),
        ("1.2", "B2", "A2"),
        ("1.2.2", "A2", "B2"),
    ]
    play(event, "1-0", "0-1", "1-0", "½-½")
    assert dict(table(event)) == {"A": "2", "B": "0"}
    row = standings(event.event).rows[0]
    assert row.values[0] is not None
    assert row.values[0].text == "2.5"
    # By boards it is one each.
    again = begun(2, wanted=rules(system=System.ROUND_ROBIN, stages=(stage,), board_points=True))
    again.do(PairRound())
    play(again, "1-0", "0-1", "1-0", "½-½")
    assert dict(table(again)) == {"A": "1", "B": "1"}


def test_a_round_robin_and_a_withdrawal_in_it() -> None:
    event = begun(4, wanted=rules(system=System.ROUND_ROBIN, tie_breaks=("EMGSB",)))
    for _ in range(2):
        event.do(PairRound())
        play(event, "1-0", "1-0", "1-0", "½-½")
    first = event.event.order[0]
    event.do(WithdrawPlayer(player=first), PairRound())
    assert len(event.event.rounds[2].games) == 2
    play(event, "1-0", "1-0")
    event.do(Rank())
    assert event.event.ranking is not None


def test_a_knock_out_of_teams_needs_somebody_to_go_on() -> None:
    event = begun(4, wanted=rules(system=System.KNOCK_OUT, rounds=2))
    event.do(PairRound())
    play(event, "1-0", "0-1", "1-0", "1-0")
    assert refused(event, PairRound()) == "event.tie_undecided"
    a_round = event.event.rounds[0]
    level = next(games for games in a_round.matches() if event.event.tie_result(a_round, games[0].board) is None)
    event.do(AdvancePlayer(pairing=level[0].id, number=level[0].white), PairRound())
    final = event.event.rounds[1]
    assert [game.seat for game in final.games] == [1, 2]
    play(event, "1-0", "½-½")
    event.do(Rank())


def test_tables_are_told_persons_and_a_member_keeps_a_table() -> None:
    event = begun(wanted=rules(tables=("t1", "t2", "t3", "t4"), control="10m+5s"))
    event.do(SeatPlayer(player=PersonId("team2-2"), table="t1"), line_up(event, "D", 1, "D1", ""), PairRound())
    event.do(PublishRound())
    a_round = event.event.rounds[0]
    assert [(game.id, game.table) for game in a_round.games] == [
        ("1.1", "t2"),
        ("1.2", "t3"),
        ("1.3", "t4"),
        ("1.4", "t1"),
    ]
    told = assignments(event.event, a_round)
    assert {where: (one.players.white.name, one.players.black.name) for where, one in told.items()} == {
        "t2": ("A1", "C1"),
        "t3": ("C2", "A2"),
        "t4": ("D1", "B1"),
    }
    assert told["t2"].players.white.club == "A"


def test_line_ups_have_a_deadline_which_a_reason_breaks() -> None:
    event = begun(wanted=rules(line_up_minutes=60))
    event.do(PairRound(), PublishRound(start=Instant(3_600_000 * 2)))
    event.at = 3_600_000 - 5000
    event.do(line_up(event, "A", 1, "A3", "A2"))
    event.at = 3_600_000
    assert refused(event, line_up(event, "A", 1, "A1", "A2")) == "event.line_up_late"
    event.do(line_up(event, "A", 1, "A1", "A3", why="A2 is ill"))


def test_a_line_up_is_undone_unless_a_result_stands_on_it() -> None:
    event = begun()
    event.do(PairRound(), PublishRound())
    n = event.do(line_up(event, "A", 1, "A3", "A2")).n
    event.do(Undo(n=n))
    assert names(event, event.event.rounds[0].games[0]) == ("A1", "C1")
    n = event.do(line_up(event, "A", 1, "A3", "A2")).n
    event.do(AcceptResult(pairing=PairingId("1.1"), score=GameScore.parse("1-0")))
    assert refused(event, Undo(n=n)) == "event.built_upon"


def test_a_team_is_corrected_and_may_have_more_reserves() -> None:
    event = begun()
    entrant = event.event.entrant(PairingNumber(1))
    members = entrant.members
    swapped = TeamEntry(name="A", id=entrant.id, members=(members[1], members[0], members[2]))
    event.do(ChangeTeam(team=swapped), PairRound())
    assert names(event, event.event.rounds[0].games[0])[0] == "A2"
    assert refused(event, ChangeTeam(team=TeamEntry(name="A", id=entrant.id, members=members))) == (
        "event.team_order_fixed"
    )
    more = TeamEntry(name="Alpha", id=entrant.id, captain="Cy", members=(*swapped.members, Person("A4")))
    event.do(ChangeTeam(team=more))
    changed = event.event.entrant(PairingNumber(1))
    assert (changed.person.name, changed.captain, changed.members[-1].id) == ("Alpha", "Cy", "team1-4")
    assert refused(event, ChangeTeam(team=team("X", "x", id_="nobody"))) == "event.unknown_player"


@pytest.mark.parametrize(
    ("entry", "key"),
    [
        (team("A", "z"), "event.entered_already"),
        (team("Z", "z", "z"), "event.entered_already"),
        (team("Z", "1", "2", "3", "4", "5"), "event.team_size"),
        (team("Z", " "), "event.name_missing"),
        (team("Z", "z", id_="team1"), "event.entered_already"),
    ],
)
def test_teams_that_are_not_entered(entry: TeamEntry, key: str) -> None:
    event = Organiser(rules())
    event.do(EnterTeam(team=team("A", "a", "b")))
    assert refused(event, EnterTeam(team=entry)) == key


def test_persons_and_teams_have_events_of_their_own() -> None:
    event = Organiser(rules())
    assert refused(event, EnterPlayer(person=Person("Ann"))) == "event.teams_enter"
    event.do(EnterTeam(team=team("A", "a", "b")))
    of_persons = Organiser(regulations())
    assert refused(of_persons, EnterTeam(team=team("A", "a"))) == "event.no_teams"
    assert refused(event, SeatPlayer(player=PersonId("team1"), table="t1")) == "event.seat_a_member"


@pytest.mark.parametrize(
    ("wanted", "key"),
    [
        (regulations(System.TEAM_SWISS), "team_plan.no_teams"),
        (rules(system=System.DUTCH), "team_plan.of_persons"),
        (rules(kind=TeamKind.SUM), "team_plan.kind"),
        (rules(colours="W"), "team_plan.colours"),
        (
            rules(
                system=System.KNOCK_OUT,
                stages=(StageRules(system=System.KNOCK_OUT, play_off=("10m+5s",)),),
                control="30m",
            ),
            "team_plan.play_off",
        ),
    ],
)
def test_plans_that_cannot_be(wanted: Regulations, key: str) -> None:
    with pytest.raises(EventRefused) as caught:
        Organiser(wanted)
    assert caught.value.message.key == key
