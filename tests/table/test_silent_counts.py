"""What is counted towards a draw is shown to everybody only where nobody has to claim it."""

from __future__ import annotations

import pytest

from gateway.record.table_state import DrawCounter

from .whole import Options, WholeTable


def _after(book: str, control: str, moves: str, **settled: str) -> WholeTable:
    table = WholeTable(
        buttons=True, book=book, game="", control=control, sees_pieces=True, options=Options(), **settled
    )
    table.open()
    table.run(table.game.first)
    for text in moves.split():
        mover = table.make(text)
        table.press(mover)
        table.wait(1000)
    return table


@pytest.mark.parametrize("book", ["chess-standard", "chess-blitz"])
def test_repetitions_of_chess_are_for_arbiters(book: str) -> None:
    state = _after(book, "10m", "Nf3 Nf6 Ng1 Ng8").state
    assert state.counters == ()
    assert state.arbiters is not None
    assert DrawCounter("FIDE 9.2", 2, 3) in state.arbiters.counters


@pytest.mark.parametrize("draws", ["automatic", "claim"])
def test_what_ends_a_game_by_itself_is_for_everybody(draws: str) -> None:
    table = _after("draughts-standard", "60m", "", draws=draws)
    table.place("W:WK5,K10:BK46")
    state = table.state
    assert state.arbiters is not None
    assert (bool(state.counters), bool(state.arbiters.counters)) == (draws == "automatic", draws == "claim")
