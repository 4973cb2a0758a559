"""Looking at a position after every change of it: whether the game has ended, and what only arbiters should know."""

from __future__ import annotations

import msgspec

from gateway.games.game import Position
from gateway.model.messages import Message, message, name_of
from gateway.model.play_rules import PlayRule
from gateway.model.results import Reason, Result
from gateway.model.sides import Side

from . import game_messages
from .case_opening import open_case
from .claims import claimable_draw, draws_by_claim, foul_article, win_claims
from .judgement import Judgement
from .options import Mode
from .rulings import AlertKind, CaseKind
from .state import Trial

__all__ = ["look", "look_for_illegal_position", "prove_win"]


def look(judgement: Judgement) -> None:
    """Whether the game has ended, and what only arbiters should know."""
    play = judgement.play
    judgement.looked_at = play.line
    outcome = play.game.outcome(play.line)
    if outcome is not None and not (outcome.result is Result.DRAW and draws_by_claim(play)):
        judgement.end(outcome.result, outcome.reason, play.book.article(outcome.rule))
        return
    _look_for_wins(judgement)
    if judgement.is_open:
        _look_for_draws(judgement)
        _look_for_rest(judgement)


def _look_for_wins(judgement: Judgement) -> None:
    play = judgement.play
    fives, fouls = win_claims(play)
    if play.wins is Mode.AUTOMATIC:
        for claim in (*fives, *fouls):
            reason = Reason.FIVE if claim in fives else Reason.FORBIDDEN
            article = play.book.article(claim.rule) if claim in fives else foul_article(play, claim)
            judgement.end(Result.win_for(claim.by), reason, article)
            return
        return
    five_gone = message("alert.five_gone")
    foul_gone = message("alert.foul_gone")
    latest = {claim.by: claim for claim in fives}
    for side in Side:
        if side in latest:
            five = message("alert.undeclared_five", side=name_of(side))
            _tell(judgement, AlertKind.UNDECLARED_FIVE, five, play.book.win_claim, side.value)
        else:
            judgement.clear(AlertKind.UNDECLARED_FIVE, five_gone, side.value)
    if fouls:
        text = message("alert.forbidden_move", what=Message(f"forbidden.{fouls[-1].what}"))
        # An overline may be claimed at any later time; that is told at once, and once.
        article = foul_article(play, msgspec.structs.replace(fouls[-1], answered=True))
        _tell(judgement, AlertKind.FORBIDDEN_MOVE, text, article)
    else:
        judgement.clear(AlertKind.FORBIDDEN_MOVE, foul_gone)


def _tell(judgement: Judgement, kind: AlertKind, text: Message, article: str, subject: str = "") -> None:
    """Tell arbiters once; not again while the same holds."""
    for raised in judgement.state.alerts:
        if raised.is_about(kind, subject) and (raised.alert.text, raised.alert.article) == (text, article):
            return
    judgement.alert(kind, text, article, subject=subject, announce=False)


def _look_for_draws(judgement: Judgement) -> None:
    play = judgement.play
    if not (draws_by_claim(play) or play.book.draws.claim_by_mover):
        return
    outcome = claimable_draw(play, play.line)
    if outcome is not None:
        _tell(
            judgement,
            AlertKind.DRAW_CLAIMABLE,
            game_messages.draw_claimable(outcome.reason),
            play.book.article(outcome.rule),
        )
    else:
        judgement.clear(AlertKind.DRAW_CLAIMABLE, message("alert.draw_gone"))


def _look_for_rest(judgement: Judgement) -> None:
    """FIDE 5.2.2: what material does not prove is offered to the arbiter, or counts where none is at hand (C2)."""
    play = judgement.play
    article = play.book.article(PlayRule.DEAD_POSITION)
    if not (article and play.options.mate_search and play.line.last.has_come_to_rest):
        return
    if play.options.attended:
        open_case(judgement, CaseKind.NO_MATE, article, reason=Reason.DEAD_POSITION)
    else:
        judgement.end(Result.DRAW, Reason.DEAD_POSITION, article)


def look_for_illegal_position(judgement: Judgement, observed: Position, now: Position | None) -> None:
    """FIDE A.5.4: what stood on the board against the rules has been left there by one more move.

    A lawful answer to an illegal move makes it stand (A.5.2); the move after that is the one that is waited for. Where
    both kings are in check an answer that leaves them so is illegal itself, and no other is waited for.
    """
    play = judgement.play
    article = play.book.offences.illegal_position if play.leaves_to_the_opponent else ""
    asked = any(case.kind is CaseKind.ILLEGAL_POSITION for case in play.cases)
    if article and not asked and now is not None and observed.is_unresolved and now.is_unresolved:
        open_case(judgement, CaseKind.ILLEGAL_POSITION, article)


def prove_win(judgement: Judgement, trial: Trial, mover: Side) -> None:
    """GO app.6 §8: the claimant has at most five moves (decision O5); if both claimed, then the other (O6)."""
    if mover is not trial.side:
        return
    article = judgement.play.book.clock.failure
    if any(claim.by is trial.side for claim in win_claims(judgement.play).fives):
        judgement.end(Result.win_for(trial.side), Reason.FIVE, article)
    elif trial.left > 1:
        judgement.put(trial=Trial(trial.side, trial.left - 1, trial.then))
    elif trial.then is not None:
        judgement.put(trial=Trial(trial.then, 5))
    else:
        judgement.end(Result.DRAW, Reason.NOT_PROVED, article)
