"""Events of teams as tie-breaks read them."""

from __future__ import annotations

from fractions import Fraction

from gateway.tournament.crosstable import RoundScore
from gateway.tournament.team_tables import TeamRound, TeamTable

from .ledger import Ledger, LedgerRound, UnplayedRule
from .tie_break_event import TieBreakEvent

__all__ = ["team_event"]


def team_event(
    table: TeamTable,
    *,
    primary: str = "MP",
    rule: UnplayedRule = UnplayedRule.SWISS,
    through: int | None = None,
) -> TieBreakEvent:
    """An event of teams to the end of a round, ranked by match points (MP) or by game points (GP)."""
    last = table.rounds_known if through is None else min(through, table.rounds_known)
    games, matches = table.game_scale, table.match_scale
    boards = Fraction(table.board_count)
    ledgers = {
        "MP": _ledger(table, last, "match_points", (matches.win, matches.draw, matches.loss), rule),
        "GP": _ledger(table, last, "game_points", (games.win * boards, games.draw * boards, games.loss * boards), rule),
    }
    by_round = {
        row.number: tuple(() if each is None else _boards(table, each) for each in row.rounds[:last])
        for row in table.rows
    }
    return TieBreakEvent(
        ledgers[primary],
        secondary=ledgers["GP" if primary == "MP" else "MP"],
        primary_name=primary,
        boards=by_round,
        board_win=games.win,
        board_count=table.board_count,
    )


def _boards(table: TeamTable, each: TeamRound) -> tuple[Fraction, ...]:
    """The points of the boards; the pairing's bye is a win on each of them (C.07 12)."""
    if each.score is RoundScore.PAIRING_BYE:
        return (table.game_scale.win,) * table.board_count
    return each.boards


def _ledger(
    table: TeamTable, last: int, points: str, worth: tuple[Fraction, Fraction, Fraction], rule: UnplayedRule
) -> Ledger:
    rows = {
        row.number: tuple(
            LedgerRound(at, each.score, getattr(each, points), each.opponent, each.side)
            for at, each in enumerate(row.rounds[:last], start=1)
            if each is not None
        )
        for row in table.rows
    }
    win, draw, loss = worth
    return Ledger(rows, round_count=last, win=win, draw=draw, loss=loss, rule=rule)
