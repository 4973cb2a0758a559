"""What the public may see of a board, and when: nothing that a table has still to play."""

from __future__ import annotations

from random import Random

import pytest

from gateway.event.bridge.board_results import Played
from gateway.event.bridge.bridge_acts import DrawBridgeRound, LoadDeals, PublishBridgeRound
from gateway.event.bridge.bridge_regulations import BridgeForm, BridgeSystem
from gateway.event.bridge.bridge_window import as_public
from gateway.lab.demo.bridge_players import random_deal
from tests.event.bridge.directing import BridgeDirecting, opened


def begun(form: BridgeForm = BridgeForm.TEAMS) -> BridgeDirecting:
    directing = opened(BridgeSystem.ROUND_ROBIN, 4, form, boards=8)
    directing.act(DrawBridgeRound())
    directing.act(PublishBridgeRound())
    return directing


def shown(directing: BridgeDirecting) -> set[str]:
    """The tables of which board 1 is told."""
    return {table.id for table in as_public(directing.event).rounds[0].tables if 1 in table.results}


@pytest.mark.parametrize("form", [BridgeForm.TEAMS, BridgeForm.EIGHTS])
def test_a_board_of_a_match_is_told_once_its_tables_have_played_it(form: BridgeForm) -> None:
    directing = begun(form)
    *first, last = [table for table in directing.event.rounds[0].tables if table.match == 1]
    for table in first:
        directing.accept(table, 1, Played("6N N ="))
    assert shown(directing) == set()
    directing.accept(last, 1, Played("6N N ="))
    assert shown(directing) == {table.id for table in (*first, last)}


def test_a_board_that_all_matches_have_is_told_once_all_have_played_it() -> None:
    directing = begun()
    deals = {board: random_deal(Random(board)).written() for board in range(1, 9)}
    directing.act(LoadDeals(round=1, deals=deals))
    tables = directing.event.rounds[0].tables
    for table in tables[:-1]:
        directing.accept(table, 1, Played("6N N ="))
        assert shown(directing) == set()
        assert not as_public(directing.event).deals
    directing.accept(tables[-1], 1, Played("6N N ="))
    assert shown(directing) == {table.id for table in tables}
    assert list(as_public(directing.event).deals) == [(1, 1)]
