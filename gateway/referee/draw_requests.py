"""Requests about a draw: offers and answers to them, and claims that the rules make it one."""

from __future__ import annotations

from typing import assert_never

from gateway.clock.adjustments import Change
from gateway.model.errors import GameError, IllegalMove
from gateway.model.messages import Message, message
from gateway.model.results import Reason, Result
from gateway.model.sides import Side

from . import case_messages, punishing, quickplay
from .case_opening import open_case
from .claims import claimable_draw
from .clock_times import bounded
from .drawn_material import has_drawn_material
from .judgement import Judgement
from .material import each_has_moved, gate_is_open, has_increment, pieces
from .options import DrawGate
from .player_requests import (
    AcceptDraw,
    AskIncrement,
    ClaimDraw,
    DeclineDraw,
    Ground,
    OfferDraw,
)
from .rulebooks.citing import cite_rules
from .rulings import CaseKind, Offered
from .state import Bound, Phase, Play

__all__ = ["handle_draw_request"]

_MINUTE_MS = 60_000
"""The most a player may have left who asks for a draw in time trouble."""
_FEW = 8
"""The most pieces there may be then."""


def handle_draw_request(
    judgement: Judgement, side: Side, request: OfferDraw | AcceptDraw | DeclineDraw | AskIncrement | ClaimDraw
) -> None:
    """Judge an offer, the answer to one, or a claim."""
    match request:
        case OfferDraw():
            _offer(judgement, side)
        case AcceptDraw():
            _accept(judgement, side)
        case DeclineDraw():
            _decline(judgement, side)
        case AskIncrement():
            quickplay.ask_increment(judgement, side)
        case ClaimDraw():
            _claim_draw(judgement, side, request)
        case _:
            assert_never(request)


def _offer(judgement: Judgement, side: Side, *, gated: bool = True) -> None:
    play = judgement.play
    rules = play.book.draws
    if judgement.phase is Phase.READY:
        judgement.reject(side, rules.agreed, message("refusal.not_begun"))
        return
    if gated and not gate_is_open(play):
        judgement.reject(side, rules.gate_article or rules.agreed, _why_gated(play))
        return
    if play.offer is side.other:
        _accept(judgement, side)
        return
    if play.offer is side:
        return
    if rules.offer_again and play.refused is side:
        judgement.reject(side, rules.offer_again, message("refusal.offer_again"))
        punishing.accuse(judgement, side, rules.offer_offence, message("offence.offer"))
        return
    if rules.offer_offence and not _is_in_order(judgement, side):  # GN 19.2.2 A: after the move, before the press
        punishing.accuse(judgement, side, rules.offer_offence, message("offence.offer"))
    judgement.put(offer=side, refused=None, offered_at=judgement.at)
    judgement.rule(
        Offered(side=side, article=rules.offer or rules.agreed, text=case_messages.offered(side, open_=True))
    )


def _why_gated(play: Play) -> Message:
    match play.draw_gate:
        case DrawGate.PIECES_10:
            return message("refusal.ten_pieces")
        case DrawGate.MOVES:
            return message("refusal.draw_moves", count=play.options.draw_moves)
        case DrawGate.NEVER:
            return message("refusal.no_draws")
        case _:
            return message("refusal.forty_moves")


def _is_in_order(judgement: Judgement, side: Side) -> bool:
    """The side has made its move and its own clock still runs, or stands; or the game is adjourned."""
    play, face = judgement.play, judgement.state.face
    if play.is_sealed:
        return True
    moved = play.line.before is not None and play.line.last.turn is side.other
    return moved and (face is None or face.running in (side, None))


def _accept(judgement: Judgement, side: Side) -> None:
    if judgement.play.offer is not side.other:
        judgement.reject(side, judgement.play.book.draws.agreed, message("refusal.no_offer"))
        return
    article = judgement.play.book.draws.agreed
    if judgement.play.book.draws.agreed_after_moves and not each_has_moved(judgement.play):
        judgement.reject(side, article, message("refusal.each_moves"))
        return
    if judgement.play.draw_gate is DrawGate.PIECES_10:
        article = judgement.play.book.draws.gate_article or article
    judgement.end(Result.DRAW, Reason.AGREEMENT, article)


def _decline(judgement: Judgement, side: Side) -> None:
    if judgement.play.offer is not side.other:
        judgement.reject(side, judgement.play.book.draws.agreed, message("refusal.no_offer"))
        return
    judgement.put(offer=None, refused=side.other)
    article = judgement.play.book.draws.declined
    judgement.rule(
        Offered(side=side.other, open=False, article=article, text=case_messages.offered(side.other, open_=False))
    )
    quickplay.refused_offer(judgement, side.other)


# Claims --------------------------------------------------------------------------------------------------------------


def _claim_draw(judgement: Judgement, side: Side, claim: ClaimDraw) -> None:
    match claim.ground:
        case Ground.RULES:
            _claim_rules(judgement, side, claim.move)
        case Ground.MATERIAL:
            _claim_material(judgement, side)
        case Ground.NORMAL_MEANS:
            quickplay.claim_no_win(judgement, side)
        case Ground.TIME_TROUBLE:
            _claim_time_trouble(judgement, side)
        case _:
            assert_never(claim.ground)


def _claim_rules(judgement: Judgement, side: Side, move: str) -> None:
    play = judgement.play
    rules = play.book.draws
    line = play.line
    if rules.claim_by_mover and line.last.turn is not side:
        judgement.reject(side, rules.claim, message("refusal.only_mover"))
        return
    why, outcome = message("refusal.no_draw"), None
    try:
        line = line.play(line.last.read(move)) if move and rules.claim_by_mover else line
        outcome = claimable_draw(play, line)
    except IllegalMove as error:  # written all the same: the claim is wrong
        why = cite_rules(error.message, play.book)
    except GameError as error:
        judgement.reject(side, rules.claim, cite_rules(error.message, play.book))
        return
    if outcome is not None:
        judgement.end(Result.DRAW, outcome.reason, play.book.article(outcome.rule))
        return
    if judgement.phase is Phase.READY:
        judgement.reject(side, rules.claim, message("refusal.not_begun"))
        return
    judgement.reject(side, rules.wrong_claim_binds or rules.claim, why)
    if rules.wrong_claim_ms:  # FIDE 9.5.3
        full = play.has_full_penal_time
        ms, article = (play.penal_ms, rules.wrong_claim_binds) if full else (rules.wrong_claim_ms, rules.wrong_claim)
        judgement.change_time(side.other, Change.ADD, bounded(judgement, side.other, Change.ADD, ms), article)
    if rules.wrong_claim_binds and line is not play.line:
        judgement.put(bound=Bound(line.moves[-1], len(play.line.moves)))
    offers = rules.claim_offers if play.options.wrong_claim_offers else ""
    if offers and play.offer is None and gate_is_open(play):
        judgement.put(offer=side, refused=None, offered_at=judgement.at)
        text = case_messages.offered(side, open_=True)
        judgement.rule(Offered(side=side, article=offers, text=text))


def _claim_material(judgement: Judgement, side: Side) -> None:
    """DH rapid 8: three pieces or fewer with a king against a lone king, without Fischer clock (decision R7)."""
    play = judgement.play
    article = play.book.draws.rule_draw
    if not article or has_increment(play):
        why = message("refusal.fischer_counted")
        judgement.reject(side, article or play.book.draws.claim, why)
    elif not has_drawn_material(play, play.line.last):
        judgement.reject(side, article, message("refusal.material"))
    elif not play.options.attended:  # nobody is there to whom a win could be shown
        judgement.end(Result.DRAW, Reason.FEW_PIECES, article)
    else:
        judgement.pause(side.value, article, case_messages.called(side, ""))
        if not any(case.kind is CaseKind.RULE_DRAW for case in play.cases):  # it may wait already, unasked
            open_case(judgement, CaseKind.RULE_DRAW, article, side=side)


def _claim_time_trouble(judgement: Judgement, side: Side) -> None:
    """DH rapid 9: a minute or less, eight pieces or fewer, and clearly better, which is the arbiter's (decision R8)."""
    play, face = judgement.play, judgement.state.face
    article = play.book.draws.time_trouble
    left = face.shown_ms(side, judgement.at) if face is not None else None
    if not article or has_increment(play):
        judgement.reject(side, article or play.book.draws.claim, message("refusal.fischer"))
    elif left is None or left > _MINUTE_MS:
        judgement.reject(side, article, message("refusal.minute_left"))
    elif (count := pieces(play)) > _FEW:
        why = message("refusal.too_many_pieces", count=count, limit=_FEW)
        judgement.reject(side, article, why)
    elif not play.options.attended:
        _offer(judgement, side, gated=False)
    else:
        judgement.pause(side.value, article, case_messages.called(side, ""))
        open_case(judgement, CaseKind.TIME_TROUBLE, article, side=side)
