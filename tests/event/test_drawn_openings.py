"""Openings drawn for a round of draughts on 64 squares: by their moves, by their names in a table, or by lot."""

from __future__ import annotations

from gateway.event.event_acts import ChangeRegulations, PairRound, PublishRound, SetOpening
from gateway.event.event_deciding import EventRefused
from gateway.event.regulations import System
from gateway.event.table_assignments import assignments
from gateway.model.pairings import RoundNumber
from gateway.tournament.lots import shuffled
from tests.english import refused

from .acting import Organiser, regulations

TABLE = "I.1 ab4 ba5\nI.2 cd4 dc5   # a comment\nII.1 1. gh4 fe5\n"


def russian(**more: object) -> Organiser:
    rules = regulations(
        System.DUTCH, 3, rules="draughts-russian", control="5m+3s", tables=("t1", "t2"), opening_table=TABLE, **more
    )
    organiser = Organiser(rules)
    organiser.begin("Ada", "Bob", "Cleo", "Dan")
    return organiser


def test_a_table_is_told_the_opening_that_was_drawn_for_it() -> None:
    organiser = russian()
    organiser.do(
        SetOpening(round=RoundNumber(1), opening="I.2"), SetOpening(round=RoundNumber(1), opening="ab4", board=2)
    )
    organiser.do(PairRound(), PublishRound())
    told = assignments(organiser.event, organiser.event.rounds[-1])
    assert {table: found.options.drawn_opening for table, found in told.items()} == {"t1": "I.2 cd4 dc5", "t2": "ab4"}
    organiser.do(SetOpening(round=RoundNumber(1), board=2))
    told = assignments(organiser.event, organiser.event.rounds[-1])
    assert told["t2"].options.drawn_opening == "I.2 cd4 dc5"


def test_lots_are_drawn_from_a_seed_that_anybody_can_use_again() -> None:
    organiser = russian()
    organiser.do(SetOpening(round=RoundNumber(2), seed="spoken by the mayor"))
    first = shuffled(["I.1", "I.2", "II.1"], "spoken by the mayor/2.0")[0]
    assert organiser.event.opening(RoundNumber(2), 1).split()[0] == first


def test_what_is_no_opening_is_refused_with_the_reason() -> None:
    organiser = russian()
    with refused(EventRefused, "neither an opening of the event’s table nor moves of this game"):
        organiser.do(SetOpening(round=RoundNumber(1), opening="e2e4"))
    with refused(EventRefused, "line 2"):
        organiser.do(ChangeRegulations(regulations=regulations(
            System.DUTCH, 3, rules="draughts-russian", control="5m+3s", opening_table="I.1 ab4\nI.2 ab5"
        )))  # fmt: skip
    organiser.do(PairRound(), PublishRound())
    organiser.results(_1_1="1-0")
    with refused(EventRefused, "has results"):
        organiser.do(SetOpening(round=RoundNumber(1), opening="I.1"))
    chess = Organiser(regulations(System.DUTCH, 3))
    with refused(EventRefused, "no table of openings"):
        chess.do(SetOpening(round=RoundNumber(1), seed="x"))
