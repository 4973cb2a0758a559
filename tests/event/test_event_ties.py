"""Ties of several games, and play-offs at faster controls: the next game comes to the table by itself."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.event.event import Event
from gateway.event.event_acts import AcceptResult, AdvancePlayer, PairRound, PublishRound, Rank
from gateway.event.event_deciding import EventRefused
from gateway.event.event_fold import EventFold
from gateway.event.event_standings import standings
from gateway.event.game_scores import GameScore
from gateway.event.regulations import Regulations, StageRules, System
from gateway.event.table_assignments import assignments
from gateway.model.pairings import PairingId
from gateway.tournament.crosstable import PairingNumber
from tests.examples import examples

from .acting import Organiser
from .test_event_systems import begun


def knock_out(*play_off: str, games: int = 1, rules: str = "chess", control: str = "15m+5s") -> Regulations:
    stage = StageRules(system=System.KNOCK_OUT, games=games, play_off=play_off)
    tables = ("t1", "t2")
    return Regulations(
        title="Cup", system=System.KNOCK_OUT, rounds=9, stages=(stage,), control=control, tables=tables, rules=rules
    )


def accept(organiser: Organiser, pairing: str, text: str, why: str = "") -> None:
    organiser.do(AcceptResult(pairing=PairingId(pairing), score=GameScore.parse(text), why=why))


def ids(event: Event) -> list[str]:
    return [game.id for game in event.rounds[-1].games]


def begin(rules: Regulations, players: int = 4) -> Organiser:
    organiser = begun(rules, players)
    organiser.do(PairRound(), PublishRound())
    return organiser


def test_who_is_level_plays_on_at_the_same_table_and_faster() -> None:
    organiser = begin(knock_out("5m+3s", "5m+3s", "3m+2s"))
    assert ids(organiser.event) == ["1.1", "1.2"]
    accept(organiser, "1.1", "½-½")
    assert ids(organiser.event) == ["1.1", "1.1.2", "1.1.3", "1.2"]
    event = organiser.event
    first, second, third = event.rounds[0].meeting_at(1)
    assert (second.white, second.black) == (first.black, first.white)
    assert third.players == first.players
    assert {first.table, second.table, third.table} == {"t1"}
    told = assignments(event, event.rounds[0])["t1"]
    assert (told.pairing, told.control, told.players.white.name) == (
        "1.1.2",
        "5m+3s",
        event.entrant(first.black).person.name,
    )
    assert told.rulebook == "chess-blitz"
    assert assignments(event, event.rounds[0])["t2"].control == "15m+5s"
    accept(organiser, "1.1.2", "1-0")
    accept(organiser, "1.1.3", "1-0")  # one each: the next, at another control
    assert ids(organiser.event) == ["1.1", "1.1.2", "1.1.3", "1.1.4", "1.2"]
    assert assignments(organiser.event, organiser.event.rounds[0])["t1"].control == "3m+2s"
    accept(organiser, "1.1.4", "0-1")
    accept(organiser, "1.2", "1-0")
    organiser.do(PairRound())
    through = {organiser.event.rounds[1].games[0].white, organiser.event.rounds[1].games[0].black}
    assert first.white in through
    assert EventFold.of(organiser.fold.entries) == organiser.fold


def test_after_the_last_play_off_game_somebody_says_who_goes_on() -> None:
    organiser = begin(knock_out("3m+2s"), players=2)
    accept(organiser, "1.1", "½")
    accept(organiser, "1.1.2", "½")
    with pytest.raises(EventRefused, match="tie_undecided"):
        organiser.do(Rank())
    organiser.do(AdvancePlayer(pairing=PairingId("1.1"), number=PairingNumber(2), why="lots"), Rank())
    assert organiser.event.ranking == ("p2", "p1")


def test_a_correction_takes_games_back_that_nobody_has_begun() -> None:
    organiser = begin(knock_out("5m+3s"))
    accept(organiser, "1.1", "½")
    accept(organiser, "1.1", "1-0", why="slip read wrongly")
    assert ids(organiser.event) == ["1.1", "1.2"]
    accept(organiser, "1.1", "½", why="it was right")
    accept(organiser, "1.1.2", "1-0")
    accept(organiser, "1.1", "1-0", why="no, it was not")
    assert ids(organiser.event) == ["1.1", "1.1.2", "1.2"]  # it was played, and stays in the record
    accept(organiser, "1.2", "1-0")
    organiser.do(PairRound())
    assert organiser.event.rounds[0].games[0].white in organiser.event.current.numbers
    final = organiser.event.rounds[1].games[0]
    assert organiser.event.rounds[0].games[0].white in (final.white, final.black)


def test_a_match_of_two_games_is_decided_by_their_sum() -> None:
    organiser = begin(knock_out("5m+3s", games=2))
    assert ids(organiser.event) == ["1.1", "1.1.2", "1.2", "1.2.2"]
    accept(organiser, "1.1", "1-0")
    assert assignments(organiser.event, organiser.event.rounds[0])["t1"].pairing == "1.1.2"
    accept(organiser, "1.1.2", "½")
    accept(organiser, "1.2", "1-0")
    accept(organiser, "1.2.2", "1-0")
    assert ids(organiser.event)[-1] == "1.2.3"
    accept(organiser, "1.2.3", "+/-")
    organiser.do(PairRound())


def test_games_that_cannot_change_anything_are_not_waited_for() -> None:
    organiser = begin(knock_out(games=4), players=2)
    for game, text in (("1.1", "1-0"), ("1.1.2", "0-1"), ("1.1.3", "1-0")):
        accept(organiser, game, text)
    assert not list(organiser.event.missing())
    organiser.do(Rank())
    assert organiser.event.ranking == ("p1", "p2")


def test_nobody_goes_on_where_neither_came() -> None:
    organiser = begin(knock_out("5m+3s"))
    accept(organiser, "1.1", "-/-")
    accept(organiser, "1.2", "1-0")
    organiser.do(Rank())
    winner = organiser.event.rounds[0].games[1].white
    assert organiser.event.ranking is not None
    assert organiser.event.ranking[0] == organiser.event.order[winner - 1]


@pytest.mark.parametrize(
    ("rules", "control", "play_off", "article"),
    [
        ("draughts-international", "10m", "10m+1s", "DH rapid 3"),
        ("gomoku", "10m", "10m", "GN 30.4"),
    ],
)
def test_a_play_off_is_faster_than_the_event(rules: str, control: str, play_off: str, article: str) -> None:
    with pytest.raises(EventRefused) as refused:
        Organiser(knock_out(play_off, rules=rules, control=control))
    assert refused.value.message.args["article"] == article


def test_matches_of_two_games_in_a_round_robin_have_match_points_and_game_points() -> None:
    rules = msgspec.structs.replace(
        knock_out(),
        system=System.ROUND_ROBIN,
        stages=(StageRules(system=System.ROUND_ROBIN, games=2),),
        tie_breaks=("GAME_POINTS", "MATCH_WINS"),
    )
    organiser = begin(rules, players=2)
    accept(organiser, "1.1", "1-0")
    assert [game.id for game in organiser.event.missing()] == ["1.1.2"]
    accept(organiser, "1.1.2", "½")
    rows = standings(organiser.event).rows
    assert [(int(row.number), int(row.points)) for row in rows] == [(1, 1), (2, 0)]
    assert [[value.text for value in row.values if value is not None] for row in rows] == [["1.5", "1"], ["0.5", "0"]]


@given(st.integers(1, 3), st.lists(st.sampled_from(["5m", "3m"]), max_size=4), st.data())
@examples(60)
def test_a_tie_is_decided_or_has_a_next_game_or_waits_for_a_word(
    games: int, controls: list[str], data: st.DataObject
) -> None:
    organiser = begin(knock_out(*controls, games=games, control="15m"), players=2)
    scores = st.sampled_from(["1-0", "½-½", "0-1", "+/-", "-/-", "0-0"])
    while missing := list(organiser.event.missing()):
        accept(organiser, missing[0].id, data.draw(scores))
    (a_round,) = organiser.event.rounds
    played = [game for game in a_round.games if organiser.event.settled(game) is not None]
    assert [game.game for game in a_round.games] == list(range(1, len(a_round.games) + 1))
    assert len({game.id for game in a_round.games}) == len(a_round.games)
    result = organiser.event.tie_result(a_round, 1)
    if result is None:
        assert len(played) == games + len(controls), "everything was tried"
    assert EventFold.of(organiser.fold.entries) == organiser.fold
