"""Whole events by every system: from the entry list to the ranking, with byes, withdrawals and forfeits."""

from __future__ import annotations

import hashlib

import pytest

from gateway.event.event import Event
from gateway.event.event_acts import (
    AcceptResult,
    AdvancePlayer,
    ForbidMeeting,
    GrantBye,
    PairRound,
    PublishRound,
    Rank,
    WithdrawPlayer,
)
from gateway.event.event_deciding import EventRefused
from gateway.event.event_fold import EventFold
from gateway.event.event_preview import preview
from gateway.event.event_report import event_report
from gateway.event.event_schedule import schedule
from gateway.event.event_standings import standings
from gateway.event.game_scores import GameScore
from gateway.event.regulations import Regulations, System
from gateway.model.instants import Instant
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import PersonId
from gateway.tournament.crosstable import PairingNumber, RoundScore
from gateway.tournament.trf.report_tables import crosstable
from gateway.tournament.trf.trf_reader import read_trf
from gateway.tournament.trf.trf_writer import write_trf

from .acting import Organiser, regulations

SWISS = (System.DUTCH, System.SPLIT_HALF, System.ADJACENT, System.FIRST_LAST)
SCORES = ("1-0", "½-½", "0-1", "1-0", "0-1", "½-½", "1-0", "+/-")


def drawn(what: str) -> str:
    """A result from a hat that is the same every time."""
    return SCORES[hashlib.sha256(what.encode()).digest()[0] % len(SCORES)]


def play_round(organiser: Organiser, *, decisive: bool = False) -> None:
    organiser.do(PairRound(), PublishRound())
    for game in organiser.event.rounds[-1].games:
        text = drawn(f"{game.id} {game.white} {game.black}")
        score = GameScore.parse("1-0" if decisive and text == "½-½" else text)
        organiser.do(AcceptResult(pairing=game.id, score=score))


def begun(rules: Regulations, players: int) -> Organiser:
    organiser = Organiser(rules)
    organiser.begin(*(f"Player {n:02}" for n in range(1, players + 1)))
    return organiser


def met(event: Event) -> list[frozenset[PairingNumber]]:
    games = [game for a_round in event.rounds for game in a_round.games]
    return [frozenset((game.white, game.black)) for game in games if (score := event.counted(game)) and score.is_played]


@pytest.mark.parametrize("system", SWISS)
def test_a_swiss_from_entries_to_the_ranking(system: System) -> None:
    organiser = begun(regulations(system, rounds=5, tie_breaks=("BH/C1", "BH", "SB")), players=15)
    organiser.do(GrantBye(player=PersonId("p7"), round=RoundNumber(2), score=RoundScore.HALF_BYE))
    organiser.do(ForbidMeeting(players=(PersonId("p1"), PersonId("p8"))))
    for number in range(1, 6):
        play_round(organiser)
        if number == 3:
            organiser.do(WithdrawPlayer(player=PersonId("p2")))
    event = organiser.event
    assert len(met(event)) == len(set(met(event))), "two have met twice"
    assert frozenset((1, 8)) not in met(event)
    rows = event.crosstable().participants
    byes = [[each.score for each in row.rounds if each is not None and each.score.is_bye] for row in rows]
    assert all(row.count(RoundScore.PAIRING_BYE) <= 1 for row in byes)
    assert byes[1] == [RoundScore.ZERO_BYE] * 2  # who withdrew
    assert RoundScore.HALF_BYE in byes[6]
    organiser.do(Rank())
    found = standings(event)
    assert [event.order[row.number - 1] for row in found.rows] == list(organiser.event.ranking or ())
    assert [row.points for row in found.rows] == sorted((row.points for row in found.rows), reverse=True)
    assert EventFold.of(organiser.fold.entries) == organiser.fold


def test_what_another_program_reads_of_it_is_the_same_crosstable() -> None:
    organiser = begun(regulations(System.DUTCH, rounds=4, tie_breaks=("BH", "SB")), players=9)
    for _ in range(3):
        play_round(organiser)
    report = event_report(organiser.event)
    read = crosstable(read_trf(write_trf(report)).report)
    ours = organiser.event.crosstable()
    assert [(row.number, row.rounds) for row in read.participants] == [
        (row.number, row.rounds) for row in ours.participants
    ]
    assert read.round_count == 4


def test_everybody_meets_everybody_in_a_round_robin() -> None:
    organiser = begun(regulations(System.ROUND_ROBIN, rounds=5), players=5)
    for _ in range(5):
        play_round(organiser)
    met_or_not = {frozenset((game.white, game.black)) for a_round in organiser.event.rounds for game in a_round.games}
    assert len(met_or_not) == 10
    table = organiser.event.crosstable()
    byes = [[each.score.is_bye for each in row.rounds if each is not None] for row in table.participants]
    assert [sum(row) for row in byes] == [1] * 5


@pytest.mark.parametrize("announced", [3, 5, 12])
def test_a_round_robin_is_played_to_its_end_whatever_was_announced(announced: int) -> None:
    organiser = begun(regulations(System.ROUND_ROBIN, rounds=announced), players=6)
    for _ in range(5):
        play_round(organiser)
    with pytest.raises(EventRefused, match="no_round_left"):
        organiser.do(PairRound())
    assert event_report(organiser.event).round_count == 5
    organiser.do(Rank())


def test_who_leaves_a_round_robin_early_takes_the_results_along() -> None:
    organiser = begun(regulations(System.ROUND_ROBIN, rounds=5), players=6)
    play_round(organiser)
    organiser.do(WithdrawPlayer(player=PersonId("p1")))  # after one of five games
    for _ in range(4):
        play_round(organiser)
    rows = {row.number: row for row in standings(organiser.event).rows}
    assert rows[PairingNumber(1)].points == 0
    assert sum(row.points for row in rows.values()) <= 10  # the ten games of the five who stayed


def test_who_leaves_it_late_leaves_points_to_those_not_met() -> None:
    organiser = begun(regulations(System.ROUND_ROBIN, rounds=5), players=6)
    for _ in range(4):
        play_round(organiser)
    before = {row.number: row.points for row in standings(organiser.event).rows}
    organiser.do(WithdrawPlayer(player=PersonId("p6")))
    play_round(organiser)
    after = {row.number: row.points for row in standings(organiser.event).rows}
    (last,) = (pair for pair in _scheduled(organiser.event) if 6 in pair)
    opponent = next(number for number in last if number != 6)
    assert after[PairingNumber(opponent)] == before[PairingNumber(opponent)] + 1
    assert after[PairingNumber(6)] == before[PairingNumber(6)]


def _scheduled(event: Event) -> list[tuple[int, int]]:
    return [(int(one), int(other)) for one, other in schedule(event, event.current, event.current.groups[0])[4].pairs]


def test_a_knock_out_goes_on_with_those_who_won() -> None:
    organiser = begun(regulations(System.KNOCK_OUT, rounds=3), players=6)
    organiser.do(PairRound(), PublishRound())
    first = organiser.event.rounds[0]
    assert [{game.white, game.black} for game in first.games] == [{4, 5}, {3, 6}]  # 1 and 2 have byes
    organiser.do(AcceptResult(pairing=PairingId("1.1"), score=GameScore.parse("1-0")))
    organiser.do(AcceptResult(pairing=PairingId("1.2"), score=GameScore.parse("½")))
    with pytest.raises(EventRefused) as refused:
        organiser.do(PairRound())
    assert refused.value.message.key == "event.tie_undecided"
    with pytest.raises(EventRefused):
        organiser.do(AdvancePlayer(pairing=PairingId("1.2"), number=PairingNumber(1)))
    organiser.do(AdvancePlayer(pairing=PairingId("1.2"), number=PairingNumber(6), why="blitz play-off 2-0"))
    play_round(organiser, decisive=True)
    won = {"1-0", "+/-"}
    through = {game.white if str(game.accepted) in won else game.black for game in organiser.event.rounds[1].games}
    play_round(organiser, decisive=True)
    assert {organiser.event.rounds[2].games[0].white, organiser.event.rounds[2].games[0].black} == through
    organiser.do(Rank())
    assert organiser.event.ranking is not None
    assert len(organiser.event.ranking) == 6
    assert {organiser.event.entrants[player].number for player in organiser.event.ranking[:2]} == through


def test_in_gomoku_black_moves_first() -> None:
    chess = begun(regulations(System.ROUND_ROBIN, rounds=3), players=4)
    gomoku = begun(regulations(System.ROUND_ROBIN, rounds=3, rules="gomoku"), players=4)
    for organiser in (chess, gomoku):
        organiser.do(PairRound())
    one, other = chess.event.rounds[0].games[0], gomoku.event.rounds[0].games[0]
    assert (one.white, one.black) == (other.black, other.white)


@pytest.mark.parametrize(
    ("system", "rounds", "rule", "article"),
    [
        (System.ROUND_ROBIN, 0, "before_start", "GN 24.4.1"),
        (System.ROUND_ROBIN, 2, "cancelled", "GN 24.4.2"),
        (System.ROUND_ROBIN, 3, "forfeited", "GN 24.4.2"),
        (System.DUTCH, 1, "standing", "GN 24.4.3"),
        (System.KNOCK_OUT, 1, "bracket", None),
    ],
)
def test_what_follows_from_a_withdrawal_is_said_before_it_is_done(
    system: System, rounds: int, rule: str, article: str | None
) -> None:
    organiser = begun(regulations(system, rounds=5), players=6)
    for _ in range(rounds):
        play_round(organiser, decisive=True)
    told = {each.key: each for each in preview(organiser.fold, WithdrawPlayer(player=PersonId("p1")), "O", Instant(1))}
    assert told[f"withdrawal.{rule}"].args.get("article") == article
    points_change = "event_effect.points" in told
    assert points_change == (rule == "cancelled")
