"""What the position holds for those who notice: fives, forbidden moves, draws that may be claimed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gateway.games.game import Claim, Line
from gateway.model.results import Outcome, Reason, Result
from gateway.model.sides import Side

from .state import Play

__all__ = ["FIVE", "WinClaims", "claimable_draw", "draws_by_claim", "win_claims"]

FIVE = "five"
_EXACT = {"renju", "gomoku-double-swap"}
"""Games in which Black needs exactly five."""


class WinClaims(NamedTuple):
    """Who could claim what now."""

    fives: tuple[Claim, ...]
    fouls: tuple[Claim, ...]


def win_claims(play: Play) -> WinClaims:
    """Fives and forbidden moves that may be pointed out now."""
    found = list(play.game.claims(play.line))
    if play.game.name in _EXACT:
        found += _fives_beside_an_overline(play.line, found)
    return WinClaims(
        tuple(claim for claim in found if claim.what == FIVE), tuple(claim for claim in found if claim.what != FIVE)
    )


def _fives_beside_an_overline(line: Line, found: Sequence[Claim]) -> list[Claim]:
    """A stone that makes a five in one line and six in another has made a five (GN 19.1.2 C)."""
    known = {claim.cells for claim in found if claim.what == FIVE}
    more = []
    for position in line.positions:
        last, verdict = getattr(position, "last", None), getattr(position, "verdict", None)
        if last is not None and verdict is not None and verdict.five and getattr(position, "row", 0) > 5:
            claim = Claim(position.turn.other, FIVE, "GN 19.1.1", (last,))
            if claim.by is Side.BLACK and claim.cells not in known:
                more.append(claim)
    return more


def draws_by_claim(play: Play) -> bool:
    """Whether the rule draws of this game wait for a claim."""
    return play.book.draws.by_claim and play.setup.draws == "claim"


def claimable_draw(play: Play, line: Line) -> Outcome | None:
    """The draw that a player may claim now, if the line holds one."""
    outcome = play.game.outcome(line)
    if outcome is not None and outcome.result is Result.DRAW:
        return outcome
    for counter in play.game.counters(line):  # FIDE 9.2 and 9.3: claimed long before they end the game by themselves
        if counter.article == "FIDE 9.6.1" or (counter.article == "FIDE 9.2" and counter.count >= counter.limit):
            return Outcome(Result.DRAW, Reason.REPETITION, "FIDE 9.2")
        if counter.article == "FIDE 9.6.2" or (counter.article == "FIDE 9.3" and counter.count >= counter.limit):
            return Outcome(Result.DRAW, Reason.MOVE_LIMIT, "FIDE 9.3")
    return None
