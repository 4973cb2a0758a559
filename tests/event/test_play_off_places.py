"""Places that are shared are played off: a stage of its own, at a faster control, that parts those who share them."""

from __future__ import annotations

import pytest

from gateway.event.event_acts import BeginPlayOff, CloseEntries, CloseStage, PairRound, PublishRound, Rank, Undo
from gateway.event.event_deciding import EventRefused
from gateway.event.event_preview import preview
from gateway.event.event_report import event_report
from gateway.event.event_standings import shared_places, standings
from gateway.event.regulations import StageRules, System
from gateway.event.table_assignments import assignments
from gateway.model.instants import Instant
from gateway.tournament.crosstable import PairingNumber
from tests.english import english

from .acting import Organiser, regulations


def numbers(*them: int) -> tuple[PairingNumber, ...]:
    return tuple(map(PairingNumber, them))


def level(**more: object) -> Organiser:
    """Four who all draw with one another in a round robin."""
    organiser = Organiser(regulations(System.ROUND_ROBIN, 3, tables=("t1", "t2"), control="20m+10s", **more))
    organiser.begin("Ada", "Bob", "Cleo", "Dan")
    for number in (1, 2, 3):
        organiser.do(PairRound(), PublishRound())
        organiser.results(**{f"_{number}_{board}": "½-½" for board in (1, 2)})
    return organiser


def test_two_who_share_a_place_play_a_match_at_a_faster_control() -> None:
    organiser = Organiser(regulations(System.ROUND_ROBIN, 3, tables=("t1", "t2"), control="20m+10s"))
    organiser.begin("Ada", "Bob", "Cleo", "Dan")
    scores = {"1.1": "½-½", "1.2": "1-0", "2.1": "½-½", "2.2": "1-0", "3.1": "½-½", "3.2": "½-½"}
    for number in (1, 2, 3):
        organiser.do(PairRound(), PublishRound())
        organiser.results(
            **{"_" + game.replace(".", "_"): text for game, text in scores.items() if game[0] == str(number)}
        )
    shared = shared_places(organiser.event, organiser.event.current)
    pair = next(tied for tied in shared if len(tied) == 2)
    before = [(row.number, row.rank) for row in standings(organiser.event).rows]
    act = BeginPlayOff(numbers=pair, control="5m+3s", games=2)
    told = english(preview(organiser.fold, act, "Olga", Instant(99))[0])
    assert told == f"Numbers {pair[0]} and {pair[1]} play for their places in 1 round of 2 games each at 5m+3s."
    organiser.do(act, PairRound(), PublishRound())
    a_round = organiser.event.rounds[-1]
    assert [game.id for game in a_round.games] == ["4.1", "4.1.2"]
    assert {table: found.control for table, found in assignments(organiser.event, a_round).items()} == {"t1": "5m+3s"}
    assert [(row.number, row.rank) for row in standings(organiser.event).rows] == before, "nothing is decided yet"
    game = a_round.games[0]
    organiser.results(_4_1="0-1", _4_1_2="½-½")
    ranks = {row.number: (row.rank, row.by_play_off) for row in standings(organiser.event).rows}
    first = min(rank for rank, _ in (ranks[each] for each in pair))
    assert ranks[game.black] == (first, True)
    assert ranks[game.white] == (first + 1, True)
    assert standings(organiser.event).rows[0].points == max(row.points for row in standings(organiser.event).rows)
    report = event_report(organiser.event)
    assert max(len(player.rounds) for player in report.players) == 3, "games of a play-off are none of the report's"
    organiser.do(Rank())
    order = organiser.event.ranking
    assert order is not None
    assert order.index(organiser.event.order[game.black - 1]) + 1 == order.index(organiser.event.order[game.white - 1])


def test_more_play_a_round_robin_and_those_still_level_once_more() -> None:
    organiser = level()
    assert shared_places(organiser.event, organiser.event.current) == [numbers(1, 2, 3, 4)]
    organiser.do(BeginPlayOff(numbers=numbers(4, 3, 2, 1), control="5m+3s"))
    for number in (4, 5, 6):
        organiser.do(PairRound(), PublishRound())
        for game in organiser.event.rounds[-1].games:
            won = "1-0" if game.white == 4 else "0-1" if game.black == 4 else "½-½"
            organiser.results(**{f"_{number}_{game.board}": won})
    assert shared_places(organiser.event, organiser.event.planned) == [numbers(1, 2, 3)]
    organiser.do(BeginPlayOff(numbers=numbers(1, 2, 3)))
    for number in (7, 8, 9):
        organiser.do(PairRound(), PublishRound())
        game = organiser.event.rounds[-1].games[0]
        organiser.results(**{f"_{number}_1": "1-0" if game.white < game.black else "0-1"})
    assert [(row.number, row.rank) for row in standings(organiser.event).rows] == [(4, 1), (1, 2), (2, 3), (3, 4)]
    organiser.do(Rank())
    assert organiser.event.ranking == ("p4", "p1", "p2", "p3")


def test_who_may_play_off_and_when() -> None:
    organiser = level()
    with pytest.raises(EventRefused) as refused:
        organiser.do(BeginPlayOff(numbers=numbers(1, 2)))
    assert "a place is shared by 1, 2, 3, 4" in english(refused.value.message)
    organiser.do(BeginPlayOff(numbers=numbers(1, 2, 3, 4)))
    with pytest.raises(EventRefused):  # it has to be played before anything is fixed
        organiser.do(Rank())
    organiser.do(Undo(n=organiser.fold.entries[-1].n), Rank())
    assert organiser.event.ranking is not None


def test_the_book_says_how_fast() -> None:
    organiser = level(rules="draughts-international")
    with pytest.raises(EventRefused) as refused:
        organiser.do(BeginPlayOff(numbers=numbers(1, 2, 3, 4), control="60m+30s"))
    assert "DH rapid 3" in english(refused.value.message)


def test_a_play_off_before_the_next_stage_decides_who_goes_on() -> None:
    plan = (StageRules(system=System.ROUND_ROBIN, groups=1, qualifiers=2), StageRules(system=System.KNOCK_OUT))
    organiser = Organiser(regulations(System.ROUND_ROBIN, 6, stages=plan))
    organiser.enter("Ada", "Bob", "Cleo")
    organiser.do(CloseEntries())
    for number in (1, 2, 3):
        organiser.do(PairRound(), PublishRound())
        organiser.results(**{f"_{number}_1": "½-½"})
    organiser.do(BeginPlayOff(numbers=numbers(1, 2, 3)))
    for number in (4, 5, 6):
        organiser.do(PairRound(), PublishRound())
        game = organiser.event.rounds[-1].games[0]
        organiser.results(**{f"_{number}_1": "1-0" if game.white > game.black else "0-1"})
    organiser.do(CloseStage())
    assert organiser.event.current.number == 2
    assert organiser.event.current.numbers == {3, 2}
