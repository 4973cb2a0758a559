"""A player's request, handed to whoever judges it: draws, wins, openings; resignation, calls and passes are here."""

from __future__ import annotations

from typing import assert_never

from gateway.model.errors import GameError
from gateway.model.messages import Message, message, name_of
from gateway.model.play_rules import PlayRule
from gateway.model.results import Reason, Result
from gateway.model.sides import Side

from . import attendance, case_messages, cases, complaints, openings
from .draw_requests import handle_draw_request
from .judgement import Judgement
from .material import can_never_win, result_of_resigning
from .moving import advance
from .player_requests import (
    AcceptDraw,
    AcceptIrregularity,
    AnnounceArrival,
    AskIncrement,
    CallArbiter,
    ChooseFifth,
    ClaimDraw,
    ClaimFive,
    ClaimFlag,
    ClaimForbidden,
    ClaimIllegal,
    ClaimWin,
    Complain,
    DeclareFifths,
    DeclineDraw,
    DemandCorrection,
    KeepColours,
    LayTwoMore,
    OfferDraw,
    OfferFifths,
    Pass,
    PlayerRequest,
    Resign,
    SwapColours,
)
from .reading import read_move
from .rulebooks.citing import cite_rules, refusal_article
from .rulings import AlertKind, CaseKind, Choice
from .state import Phase
from .timing import put_no_mate
from .win_requests import handle_win_claim

__all__ = ["handle_request"]

_ON_THE_BOARD = (Pass, SwapColours, KeepColours, LayTwoMore, DeclareFifths, OfferFifths, ChooseFifth)
"""Requests that take the place of a move, or of a part of one."""


def handle_request(judgement: Judgement, side: Side, request: PlayerRequest) -> None:
    """Judge what a player asks for."""
    not_now = _why_not_now(judgement, request)
    if not_now is not None:
        judgement.reject(side, "", not_now)
        return
    if isinstance(request, AnnounceArrival):
        attendance.announce(judgement, side)
        return
    attendance.prove_presence(judgement, side)
    match request:
        case OfferDraw() | AcceptDraw() | DeclineDraw() | AskIncrement() | ClaimDraw():
            handle_draw_request(judgement, side, request)
        case ClaimFive() | ClaimForbidden() | ClaimFlag() | ClaimIllegal() | ClaimWin():
            handle_win_claim(judgement, side, request)
        case SwapColours() | KeepColours() | LayTwoMore() | DeclareFifths() | OfferFifths() | ChooseFifth():
            openings.handle_opening_request(judgement, side, request)
        case Resign():
            _resign(judgement, side)
        case CallArbiter() | Complain():
            _turn_to_the_arbiter(judgement, side, request)
        case DemandCorrection() | AcceptIrregularity():
            _choose(judgement, side, Choice.CORRECT if isinstance(request, DemandCorrection) else Choice.ACCEPT)
        case Pass():
            _pass(judgement, side)
        case _:
            assert_never(request)


def _why_not_now(judgement: Judgement, request: PlayerRequest) -> Message | None:
    """Why nothing can be asked for, or nothing of this kind; None if it can."""
    if not judgement.is_open:
        return message("refusal.not_played")
    if judgement.play.is_sealed and isinstance(request, _ON_THE_BOARD):
        return message("refusal.sealed")
    return None


def _resign(judgement: Judgement, side: Side) -> None:
    play = judgement.play
    result = result_of_resigning(play, side)
    if result is not Result.DRAW and play.book.resign_no_mate and can_never_win(play, side.other):
        put_no_mate(judgement, side, Reason.RESIGNATION, play.book.resign_no_mate)
    else:
        judgement.end(result, Reason.RESIGNATION, play.book.resign)


def _turn_to_the_arbiter(judgement: Judgement, side: Side, request: CallArbiter | Complain) -> None:
    if isinstance(request, Complain):
        complaints.complain(judgement, side, request)
    else:
        _call(judgement, side, request.why)


def _call(judgement: Judgement, side: Side, why: str) -> None:
    """DH rapid 6, GN 31.4: the clock may be stopped; in normal gomoku only the arbiter stops it (decision G16)."""
    rules = judgement.play.book.clock
    text = case_messages.called(side, why)
    cases.told(judgement, side)
    out_of_place = judgement.state.raised(AlertKind.IRREGULAR) or judgement.state.raised(AlertKind.BOARD_DIFFERS)
    stop = (rules.stop_displaced if out_of_place else "") or rules.stop
    if stop:
        judgement.pause(side.value, stop, text)
    judgement.alert(AlertKind.CALLED, text, stop or rules.stop_not, subject=side.value)


def _choose(judgement: Judgement, side: Side, choice: Choice) -> None:
    """FMJD 5.4, GN 17: the opponent has the choice."""
    for case in judgement.play.cases:
        if case.side is side.other and choice in case.choices:
            cases.decide(judgement, case, choice)
            return
        if case.side is side.other and choice is Choice.CORRECT and case.kind is CaseKind.OFFENCE:
            cases.told(judgement, side)
            judgement.alert(AlertKind.CALLED, case_messages.called(side, ""), case.article, subject=side.value)
            return
    judgement.reject(side, judgement.play.book.offences.accept, message("refusal.nothing_to_choose"))


def _pass(judgement: Judgement, side: Side) -> None:
    play = judgement.play
    position = play.line.last
    if judgement.phase is not Phase.PLAYING or position.turn is not side or not openings.may_pass(judgement, side):
        judgement.reject(side, play.book.article(PlayRule.PASSING), message("refusal.no_pass"))
        return
    try:
        move = read_move(play, "pass")
    except GameError as error:
        article = refusal_article(error, play.book)
        judgement.reject(side, article, cite_rules(error.message, play.book))
        return
    cases.answered(judgement, side)
    openings.leave(judgement)
    told = message("ruling.passed", side=name_of(side))  # nothing on the board shows it
    judgement.tell_line(play.line.play(move), (*play.texts, "pass"), "", told)
    advance(judgement, move, "pass")
