"""What tables are told to play: the same everywhere, or each its own where the regulations say so."""

from __future__ import annotations

import pytest

from gateway.event.event_acts import PairRound, PublishRound
from gateway.event.event_deciding import EventRefused, check_regulations
from gateway.event.regulations import Regulations, System, TableRules
from gateway.event.table_assignments import assignments
from gateway.referee.options import Mode, Options

from .acting import Organiser, regulations

OPTIONS = Options(draw_moves=30)


def all_round(**at_tables: TableRules) -> Regulations:
    tables = ("t1", "t2", "t3", "t4")
    return regulations(System.DUTCH, control="10m+5s", tables=tables, options=OPTIONS, at_tables=at_tables)


def test_tables_play_their_own_game_and_control_where_the_event_says_so() -> None:
    apart = all_round(
        t2=TableRules(
            rules="renju", rulebook="renju-standard", control="10m, 5x30s", options=Options(opening="taraguchi-10")
        ),
        t3=TableRules(control="90m+30s"),
        t4=TableRules(draws=Mode.AUTOMATIC),
    )
    organiser = Organiser(apart)
    organiser.begin(*"abcdefgh")
    organiser.do(PairRound(), PublishRound())
    told = assignments(organiser.event, organiser.event.rounds[0])
    assert [(each.rules, each.rulebook, each.control) for each in told.values()] == [
        ("chess", "chess-rapid", "10m+5s"),
        ("renju", "renju-standard", "10m, 5x30s"),
        ("chess", "chess-standard", "90m+30s"),
        ("chess", "chess-rapid", "10m+5s"),
    ]
    assert [each.options for each in told.values()] == [OPTIONS, Options(opening="taraguchi-10"), OPTIONS, OPTIONS]
    assert [each.draws for each in told.values()] == [Mode.CLAIM, Mode.CLAIM, Mode.CLAIM, Mode.AUTOMATIC]
    assert [each.pairing for each in told.values()] == ["1.1", "1.2", "1.3", "1.4"]


@pytest.mark.parametrize("wrong", [TableRules(rules="poker"), TableRules(control="soon"), TableRules(rulebook="mine")])
def test_what_no_table_can_play_is_refused_before_the_event_opens(wrong: TableRules) -> None:
    with pytest.raises(EventRefused):
        check_regulations(all_round(t2=wrong))
