"""What the demo's organiser does, and when it leaves things to the visitor; how players end a game."""

from __future__ import annotations

from gateway.event.event_acts import PublishRound, Rank, ReportResult
from gateway.event.game_scores import GameScore
from gateway.games import registry
from gateway.lab.demo.conclusion import who_stands_worse
from gateway.lab.demo.demo_organiser import steps
from gateway.lab.demo.demo_pairings import pairings, regulations
from gateway.model.pairings import PairingId
from gateway.model.sides import Side
from tests.event.acting import Organiser


def test_each_step_follows_from_how_the_event_stands() -> None:
    organiser = Organiser(regulations(pairings(2), refereed=True))
    organiser.begin("Ann", "Bo", "Cy", "Di")
    done = []
    while organiser.event.ranking is None:
        found = list(steps(organiser.event))
        done += [step.what for step in found]
        if not found:  # they play
            for game in organiser.event.missing():
                told = ReportResult(pairing=game.id, score=GameScore.parse("1-0"), source=f"table {game.table}")
                organiser.do(told)
        for step in found:
            organiser.do(step.act)
    assert done[:6] == ["pair 1", "publish 1", "accept 1.1", "accept 1.2", "pair 2", "publish 2"]
    assert done[-1] == "rank"
    assert len(organiser.event.rounds) == 3
    assert list(steps(organiser.event)) == []


def test_two_words_for_one_game_are_settled_by_the_tables() -> None:
    organiser = Organiser(regulations(pairings(1), refereed=False))
    organiser.begin("Ann", "Bo")
    for step in list(steps(organiser.event)):
        organiser.do(step.act, PublishRound())
    for source, score in (("clerk", "0-1"), ("table t1", "1/2")):
        organiser.do(ReportResult(pairing=PairingId("1.1"), score=GameScore.parse(score), source=source))
    (step,) = steps(organiser.event)
    organiser.do(step.act)
    assert str(organiser.event.rounds[0].games[0].accepted) == "½-½"
    assert [each.act for each in steps(organiser.event)] == [Rank()]


def test_nobody_plays_at_two_tables() -> None:
    names = [person.name for each in pairings(30) for person in (each.white, each.black)]
    assert len(set(names)) == 60


def test_every_table_has_its_own_game_in_the_event() -> None:
    tables = pairings(8)
    wanted = regulations(tables, refereed=True)
    assert [wanted.at_tables[each.table].rules for each in tables] == [each.rules for each in tables]
    assert [table for table, each in wanted.at_tables.items() if each.options and each.options.attendance] == ["t3"]
    assert wanted.rounds == 7


def test_who_has_less_on_the_board_stands_worse() -> None:
    chess, draughts = registry.find("chess"), registry.find("draughts-international")
    assert who_stands_worse(chess.start()) is None
    assert who_stands_worse(draughts.start()) is None
    assert who_stands_worse(chess.position("4k3/8/8/8/8/8/4P3/4K2Q b - - 0 1")) is Side.BLACK
    assert who_stands_worse(draughts.position("W:W31:BK4,5")) is Side.WHITE
