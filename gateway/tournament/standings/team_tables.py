"""Tables of teams, and of matches of several games: what each got in each round, in both scores and on each board."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber, PointScale, RoundScore
from gateway.tournament.trf.tournament_report import MatchPointScale

from .ledger import Ledger, LedgerRound, UnplayedRule
from .tie_break_event import TieBreakEvent

__all__ = ["TeamRound", "TeamRow", "TeamTable", "team_event", "team_match"]


class TeamRound(msgspec.Struct, frozen=True, kw_only=True):
    """One round of a team."""

    score: RoundScore
    """The match as a whole: won, drawn, lost, not played."""
    match_points: Fraction
    game_points: Fraction
    opponent: PairingNumber | None = None
    side: Side | None = None
    """That of board 1."""
    boards: tuple[Fraction, ...] = ()
    """Points board by board; of a two-game match game by game."""


class TeamRow(msgspec.Struct, frozen=True, kw_only=True):
    """A team, or one of two who play matches."""

    number: PairingNumber
    name: str = ""
    rounds: tuple[TeamRound | None, ...] = ()


class TeamTable(msgspec.Struct, frozen=True, kw_only=True):
    """All rows."""

    rows: tuple[TeamRow, ...]
    board_count: int
    game_scale: PointScale = PointScale()
    match_scale: MatchPointScale = MatchPointScale()
    round_count: int | None = None

    @property
    def rounds_known(self) -> int:
        """The number of the last round of which anything is known."""
        return max((len(row.rounds) for row in self.rows), default=0)


def team_match(
    boards: Sequence[RoundScore],
    theirs: Sequence[RoundScore],
    *,
    opponent: PairingNumber,
    side: Side | None = None,
    game_scale: PointScale | None = None,
    match_scale: MatchPointScale | None = None,
) -> TeamRound:
    """A match by the results of its boards, or of its games: who has more game points has won it."""
    games, matches = game_scale or PointScale(), match_scale or MatchPointScale()
    points, against = (tuple(map(games.of, each)) for each in (boards, theirs))
    ours, other = sum(points, Fraction(0)), sum(against, Fraction(0))
    played = any(one.is_played for one in boards)
    if ours == other:
        score = RoundScore.DRAW if played else RoundScore.FORFEIT_LOSS
        worth = matches.draw if played else matches.loss
    elif ours > other:
        score, worth = (RoundScore.WIN if played else RoundScore.FORFEIT_WIN), matches.win
    else:
        score, worth = (RoundScore.LOSS if played else RoundScore.FORFEIT_LOSS), matches.loss
    return TeamRound(score=score, match_points=worth, game_points=ours, opponent=opponent, side=side, boards=points)


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
