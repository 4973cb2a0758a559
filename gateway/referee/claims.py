"""Claims that the position holds for those who notice: fives, forbidden moves, draws."""

from __future__ import annotations

from typing import NamedTuple

from gateway.games.game import Claim, Line
from gateway.model.play_rules import PlayRule
from gateway.model.results import Outcome, Reason, Result

from .state import Play

__all__ = ["FIVE", "WinClaims", "claimable_draw", "counts_in_silence", "draws_by_claim", "foul_article", "win_claims"]

FIVE = "five"


class WinClaims(NamedTuple):
    """The wins that could be claimed now, and by whom."""

    fives: tuple[Claim, ...]
    fouls: tuple[Claim, ...]


def win_claims(play: Play) -> WinClaims:
    """Fives and forbidden moves that may be pointed out now."""
    by_pass = play.foul_lapses_by_pass
    found = [claim for claim in play.game.claims(play.line) if not (claim.passed and by_pass)]
    return WinClaims(
        tuple(each for each in found if each.what == FIVE and not (each.answered and play.options.five_lapses)),
        tuple(each for each in found if each.what != FIVE),
    )


def foul_article(play: Play, foul: Claim) -> str:
    """The article by which the claim of a forbidden move wins."""
    book = play.book
    if foul.after_five and book.foul_after_five:
        return book.foul_after_five
    if foul.answered and foul.rule is PlayRule.OVERLINE and book.overline_later:
        return book.overline_later
    return book.article(foul.rule)


def draws_by_claim(play: Play) -> bool:
    """Whether the rule draws of this game wait for a claim."""
    return play.book.draws.by_claim and play.setup.draws == "claim"


def counts_in_silence(play: Play) -> bool:
    """Whether what is counted is for arbiters only: who may claim a draw has to notice it (FIDE 6.12.2)."""
    return draws_by_claim(play) or play.book.draws.claim_by_mover


def claimable_draw(play: Play, line: Line) -> Outcome | None:
    """The draw that a player may claim now, if the line holds one."""
    outcome = play.game.outcome(line)
    if outcome is not None and outcome.result is Result.DRAW:
        return outcome
    for counter in play.game.counters(line):  # FIDE 9.2 and 9.3: claimed long before they end the game by themselves
        reached = counter.count >= counter.limit
        if counter.rule is PlayRule.REPETITION_ENDS or (counter.rule is PlayRule.REPETITION and reached):
            return Outcome(Result.DRAW, Reason.REPETITION, PlayRule.REPETITION)
        if counter.rule is PlayRule.QUIET_MOVES_END or (counter.rule is PlayRule.QUIET_MOVES and reached):
            return Outcome(Result.DRAW, Reason.MOVE_LIMIT, PlayRule.QUIET_MOVES)
    return None
