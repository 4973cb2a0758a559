"""Requests by which players win: fives, forbidden moves, flags, illegal moves, a clock that failed."""

from __future__ import annotations

from typing import assert_never

from gateway.clock.flags import Overstepped, overstepped
from gateway.games.game import Claim
from gateway.model.errors import GameError
from gateway.model.messages import message
from gateway.model.results import Reason, Result
from gateway.model.sides import Side

from . import case_messages, cases, clock_faults, punishing, timing
from .claims import foul_article, win_claims
from .clock_orders import has_taken_too_much
from .judgement import Judgement
from .player_requests import (
    ClaimFive,
    ClaimFlag,
    ClaimForbidden,
    ClaimIllegal,
    ClaimWin,
)
from .rulings import AlertKind, CaseKind, Paused
from .state import Phase, Trial

__all__ = ["handle_win_claim"]


def handle_win_claim(
    judgement: Judgement, side: Side, claim: ClaimFive | ClaimForbidden | ClaimFlag | ClaimIllegal | ClaimWin
) -> None:
    """Judge what a player has pointed out."""
    if isinstance(claim, ClaimFive | ClaimForbidden) and _is_out_of_time(judgement, side):
        judgement.reject(side, judgement.play.book.win_claim, message("refusal.own_time_up"))
        return
    match claim:
        case ClaimFive():
            _claim_five(judgement, side, claim.point)
        case ClaimForbidden():
            _claim_forbidden(judgement, side, claim.point)
        case ClaimFlag():
            _claim_flag(judgement, side)
        case ClaimIllegal():
            _claim_illegal(judgement, side)
        case ClaimWin():
            _claim_win(judgement, side)
        case _:
            assert_never(claim)


def _is_out_of_time(judgement: Judgement, side: Side) -> bool:
    """RIF 9.6: the claimant's button must be up, which is taken to mean that his time has not run out."""
    face = judgement.state.face
    return judgement.play.book.win_claim_in_time and face is not None and face.has_flag(side)


def _claim_five(judgement: Judgement, side: Side, point: str) -> None:
    play = judgement.play
    for claim in _at(judgement, win_claims(play).fives, point):
        if claim.by is side:
            judgement.end(Result.win_for(side), Reason.FIVE, play.book.win_claim)
            return
    judgement.reject(side, play.book.win_claim, message("refusal.no_five"))
    _wrong_claim(judgement, side)


def _claim_forbidden(judgement: Judgement, side: Side, point: str) -> None:
    play = judgement.play
    fives, fouls = win_claims(play)
    for claim in _at(judgement, fouls, point):
        if claim.by is side:
            judgement.end(Result.win_for(side), Reason.FORBIDDEN, foul_article(play, claim))
            return
    last = play.line.moves[-1].path if play.line.moves else ()
    if any(claim.by is side.other and set(last) & set(claim.cells) for claim in fives):
        judgement.reject(side, play.book.win_prevails, message("refusal.five_prevails"))
    elif _foul_before(judgement):
        judgement.reject(side, play.book.foul_lapsed, message("refusal.foul_lapsed"))
    elif play.book.foul_allowed and play.line.last.after_allowed_foul:
        judgement.reject(side, play.book.foul_allowed, message("refusal.foul_allowed"))
    else:
        judgement.reject(side, play.book.foul_claim or play.book.win_claim, message("refusal.no_foul"))
    _wrong_claim(judgement, side)


def _wrong_claim(judgement: Judgement, side: Side) -> None:
    """Decision J5: a wrong claim costs nothing; who goes on so disturbs, and that is put to the arbiter."""
    play = judgement.play
    who = side.other if play.swapped else side
    wrong = play.wrong_claims.replace(who, play.wrong_claims[who] + 1)
    judgement.put(wrong_claims=wrong)
    if play.book.wrong_claims and 0 < play.options.wrong_claims <= wrong[who]:
        punishing.accuse(judgement, side, play.book.wrong_claims, message("offence.wrong_claims"))


def _at(judgement: Judgement, claims: tuple[Claim, ...], point: str) -> list[Claim]:
    """The claims about a point, or all if none is named and none has to be (decision J4)."""
    if not point.strip():
        return [] if judgement.play.options.claims_name_points else list(claims)
    try:
        cells = judgement.play.game.start().read(point).path
    except GameError:
        return []
    return [claim for claim in claims if set(cells) <= set(claim.cells)]


def _foul_before(judgement: Judgement) -> bool:
    """Black's last stone but one move was forbidden and has been answered."""
    earlier = judgement.play.line.positions[:-1]
    return any(position.after_foul and position.turn is Side.WHITE for position in earlier)


def _claim_flag(judgement: Judgement, side: Side) -> None:
    face, rules = judgement.state.face, judgement.play.book.clock
    article = timing.claim_article(judgement.play)
    who = overstepped(face) if face is not None else Overstepped.NOBODY
    if who is Overstepped.NOBODY:
        judgement.reject(side, rules.flag_refused or article, message("refusal.no_flag"))
    elif face is not None and any(has_taken_too_much(judgement.state, flag.side) for flag in face.flags):
        judgement.reject(side, rules.flag_refused or article, message("refusal.clock_not_set"))
    else:
        timing.rule_flag(
            judgement, side, article if article == rules.flag_claim_basic else rules.flag_claimed or article
        )


def _claim_illegal(judgement: Judgement, side: Side) -> None:
    """FIDE A.5.2: the opponent points it out before the next move; the arbiter judges."""
    for case in judgement.play.cases:
        if case.kind is CaseKind.OFFENCE and case.side is side.other:
            cases.told(judgement, side)
            judgement.pause(side.value, case.article, case_messages.called(side, ""))
            judgement.alert(AlertKind.CALLED, case_messages.called(side, ""), case.article, subject=side.value)
            return
    judgement.reject(side, judgement.play.book.offences.unsupervised, message("refusal.no_illegal_move"))


def _claim_win(judgement: Judgement, side: Side) -> None:
    """GO app.6 §8: the clock has failed; a win within five rounds, proved on the board (decisions O5, O6)."""
    play = judgement.play
    article = play.book.clock.failure
    called = case_messages.called(side, message("alert.wins_in_five"))
    if not article or not clock_faults.has_failed(judgement):
        judgement.reject(side, article, message("refusal.clock_works"))
    elif play.trial is None:
        # Played on without clock: the ruling stops it, the game itself goes on.
        judgement.put(trial=Trial(side, 5))
        judgement.set(phase=Phase.PLAYING)
        judgement.rule(Paused(by=side.value, article=article, text=called))
        judgement.alert(AlertKind.CALLED, called, article, subject=side.value)
    elif play.trial.side is not side and play.trial.then is None:
        # The side to move is tried first.
        first = play.line.last.turn if play.trial.left == 5 else play.trial.side
        left = play.trial.left if first is play.trial.side else 5
        judgement.put(trial=Trial(first, left, first.other))
        judgement.alert(AlertKind.CALLED, called, article, subject=side.value)
