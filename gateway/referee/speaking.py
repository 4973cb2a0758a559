"""What players say: offers, claims, resignation, calls for the arbiter, openings."""

from __future__ import annotations

from typing import assert_never

from gateway.clock.adjustments import Change
from gateway.clock.flags import Overstepped, overstepped
from gateway.games.game import Claim
from gateway.model.errors import GameError
from gateway.model.messages import message, name_of
from gateway.model.results import Reason, Result
from gateway.model.sides import Side

from . import cases, openings, phrases, punishing, timing
from .case_opening import open_case
from .claims import claimable_draw, win_claims
from .judgement import Judgement
from .material import gate_is_open, has_increment, pieces
from .moving import advance
from .options import DrawGate
from .player_requests import (
    AcceptDraw,
    AcceptIrregularity,
    CallArbiter,
    ChooseFifth,
    ClaimDraw,
    ClaimFive,
    ClaimFlag,
    ClaimForbidden,
    ClaimIllegal,
    ClaimWin,
    DeclareFifths,
    DeclineDraw,
    DemandCorrection,
    Ground,
    KeepColours,
    LayTwoMore,
    OfferDraw,
    OfferFifths,
    Pass,
    PlayerRequest,
    Resign,
    SwapColours,
)
from .rulings import AlertKind, CaseKind, Choice, Offered, Paused
from .state import Phase, Trial

__all__ = ["said"]

_MINUTE_MS = 60_000
_FEW = 8


def said(judgement: Judgement, side: Side, what: PlayerRequest) -> None:
    """A player said something."""
    if judgement.state.play is None or judgement.phase not in {Phase.READY, Phase.PLAYING, Phase.PAUSED}:
        judgement.reject(side, "", message("refusal.not_played"))
        return
    match what:
        case OfferDraw():
            _offer(judgement, side)
        case AcceptDraw():
            _accept(judgement, side)
        case DeclineDraw():
            _decline(judgement, side)
        case Resign():
            judgement.end(Result.win_for(side.other), Reason.RESIGNATION, judgement.play.book.resign)
        case ClaimDraw():
            _claim_draw(judgement, side, what)
        case ClaimFive():
            _claim_five(judgement, side, what.point)
        case ClaimForbidden():
            _claim_forbidden(judgement, side, what.point)
        case ClaimFlag():
            _claim_flag(judgement, side)
        case ClaimIllegal():
            _claim_illegal(judgement, side)
        case ClaimWin():
            _claim_win(judgement, side)
        case CallArbiter():
            _call(judgement, side, what.why)
        case DemandCorrection():
            _choose(judgement, side, Choice.CORRECT)
        case AcceptIrregularity():
            _choose(judgement, side, Choice.ACCEPT)
        case Pass():
            _pass(judgement, side)
        case SwapColours() | KeepColours() | LayTwoMore() | DeclareFifths() | OfferFifths() | ChooseFifth():
            openings.speak(judgement, side, what)
        case _:
            assert_never(what)


# Offers -------------------------------------------------------------------------------------------------------------


def _offer(judgement: Judgement, side: Side, *, gated: bool = True) -> None:
    play = judgement.play
    rules = play.book.draws
    if judgement.phase is Phase.READY:
        judgement.reject(side, rules.agreed, message("refusal.not_begun"))
        return
    if gated and not gate_is_open(play):
        ten = play.draw_gate is DrawGate.PIECES_10
        why = message("refusal.ten_pieces" if ten else "refusal.forty_moves")
        judgement.reject(side, rules.gate_article or rules.agreed, why)
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
    if rules.offer and not _just_moved(judgement, side):  # GN 19.2.2 A: after the move, before the press
        punishing.accuse(judgement, side, rules.offer_offence, message("offence.offer"))
    judgement.put(offer=side, refused=None)
    judgement.rule(Offered(side=side, article=rules.offer or rules.agreed, text=phrases.offered(side, open_=True)))


def _just_moved(judgement: Judgement, side: Side) -> bool:
    """The side has made its move and its own clock still runs, or stands."""
    play, face = judgement.play, judgement.state.face
    moved = bool(play.line.moves) and play.line.last.turn is side.other
    return moved and (face is None or face.running in (side, None))


def _accept(judgement: Judgement, side: Side) -> None:
    if judgement.play.offer is not side.other:
        judgement.reject(side, judgement.play.book.draws.agreed, message("refusal.no_offer"))
        return
    article = judgement.play.book.draws.agreed
    if judgement.play.draw_gate is DrawGate.PIECES_10:
        article = judgement.play.book.draws.gate_article or article
    judgement.end(Result.DRAW, Reason.AGREEMENT, article)


def _decline(judgement: Judgement, side: Side) -> None:
    if judgement.play.offer is not side.other:
        judgement.reject(side, judgement.play.book.draws.agreed, message("refusal.no_offer"))
        return
    judgement.put(offer=None, refused=side.other)
    article = "GN 19.2.2 C" if judgement.play.book.draws.offer_again else ""
    judgement.rule(Offered(side=side.other, open=False, article=article, text=phrases.offered(side.other, open_=False)))


# Claims of a draw ---------------------------------------------------------------------------------------------------


def _claim_draw(judgement: Judgement, side: Side, claim: ClaimDraw) -> None:
    match claim.ground:
        case Ground.RULES:
            _claim_rules(judgement, side, claim.move)
        case Ground.MATERIAL:
            _claim_material(judgement, side)
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
    if move and rules.claim_by_mover:
        try:
            line = line.play(line.last.read(move))
        except GameError as error:
            judgement.reject(side, rules.claim, error.message)
            return
    outcome = claimable_draw(play, line)
    if outcome is not None:
        judgement.end(Result.DRAW, outcome.reason, play.book.cite(outcome.article))
        return
    judgement.reject(side, rules.claim, message("refusal.no_draw"))
    if rules.wrong_claim_ms:  # FIDE 9.5.3
        judgement.change_time(side.other, Change.ADD, rules.wrong_claim_ms, rules.wrong_claim)


def _claim_material(judgement: Judgement, side: Side) -> None:
    """DH rapid 8: three pieces or fewer with a king against a lone king, without Fischer clock (decision R7)."""
    play = judgement.play
    article = play.book.draws.rule_draw
    if not article or has_increment(play):
        why = message("refusal.fischer_counted")
        judgement.reject(side, article or play.book.draws.claim, why)
    elif not any(counter.article in {"FMJD 6.3", "FMJD 6.4"} for counter in play.game.counters(play.line)):
        judgement.reject(side, article, message("refusal.material"))
    elif not play.options.attended:  # nobody is there to whom a win could be shown
        judgement.end(Result.DRAW, Reason.FEW_PIECES, article)
    else:
        judgement.pause(side.value, article, phrases.called(side, ""))
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
        judgement.pause(side.value, article, phrases.called(side, ""))
        open_case(judgement, CaseKind.TIME_TROUBLE, article, side=side)


# Claims of a win ----------------------------------------------------------------------------------------------------


def _claim_five(judgement: Judgement, side: Side, point: str) -> None:
    play = judgement.play
    for claim in _at(judgement, win_claims(play).fives, point):
        if claim.by is side:
            judgement.end(Result.win_for(side), Reason.FIVE, play.book.cite(claim.article))
            return
    judgement.reject(side, play.book.win_claim, message("refusal.no_five"))


def _claim_forbidden(judgement: Judgement, side: Side, point: str) -> None:
    play = judgement.play
    fives, fouls = win_claims(play)
    for claim in _at(judgement, fouls, point):
        if claim.by is side:
            judgement.end(Result.win_for(side), Reason.FORBIDDEN, play.book.cite(claim.article))
            return
    last = play.line.moves[-1].path if play.line.moves else ()
    if any(claim.by is side.other and claim.cells == last for claim in fives):
        judgement.reject(side, play.book.win_prevails, message("refusal.five_prevails"))
    elif _foul_before(judgement):
        judgement.reject(side, play.book.foul_lapsed, message("refusal.foul_lapsed"))
    else:
        judgement.reject(side, play.book.win_claim, message("refusal.no_foul"))


def _at(judgement: Judgement, claims: tuple[Claim, ...], point: str) -> list[Claim]:
    """The claims about a point, or all if none is named."""
    if not point.strip():
        return list(claims)
    try:
        cells = judgement.play.game.start().read(point).path
    except GameError:
        return []
    return [claim for claim in claims if claim.cells == cells]


def _foul_before(judgement: Judgement) -> bool:
    """Black's last stone but one move was forbidden and has been answered."""
    earlier = judgement.play.line.positions[:-1]
    return any(
        getattr(getattr(position, "verdict", None), "forbidden", None) is not None and position.turn is Side.WHITE
        for position in earlier
    )


def _claim_flag(judgement: Judgement, side: Side) -> None:
    face, book = judgement.state.face, judgement.play.book
    article = book.clock.flag_claim or timing.flag_article(judgement.play)
    who = overstepped(face) if face is not None else Overstepped.NOBODY
    if who is Overstepped.NOBODY:
        judgement.reject(side, article, message("refusal.no_flag"))
    else:
        timing.rule_flag(judgement, side, article)


def _claim_illegal(judgement: Judgement, side: Side) -> None:
    """FIDE A.5.2: the opponent points it out before the next move; the arbiter judges."""
    for case in judgement.play.cases:
        if case.kind is CaseKind.OFFENCE and case.side is side.other:
            judgement.pause(side.value, case.article, phrases.called(side, ""))
            judgement.alert(AlertKind.CALLED, phrases.called(side, ""), case.article, subject=side.value)
            return
    judgement.reject(side, judgement.play.book.offences.unsupervised, message("refusal.no_illegal_move"))


def _claim_win(judgement: Judgement, side: Side) -> None:
    """GO app.6 §8: the clock has failed; a win within five rounds, proved on the board (decisions O5, O6)."""
    play = judgement.play
    article = play.book.clock.failure
    called = phrases.called(side, message("alert.wins_in_five"))
    if not article or not judgement.state.raised(AlertKind.CLOCK):
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


# The rest -----------------------------------------------------------------------------------------------------------


def _call(judgement: Judgement, side: Side, why: str) -> None:
    """DH rapid 6, GN 31.4: the clock may be stopped; in normal gomoku only the arbiter stops it (decision G16)."""
    rules = judgement.play.book.clock
    text = phrases.called(side, why)
    if rules.stop:
        judgement.pause(side.value, rules.stop, text)
    judgement.alert(AlertKind.CALLED, text, rules.stop or rules.stop_not, subject=side.value)


def _choose(judgement: Judgement, side: Side, choice: Choice) -> None:
    """FMJD 5.4, GN 17: the opponent has the choice."""
    for case in judgement.play.cases:
        if case.side is side.other and choice in case.choices:
            cases.decide(judgement, case, choice)
            return
        if case.side is side.other and choice is Choice.CORRECT and case.kind is CaseKind.OFFENCE:
            judgement.alert(AlertKind.CALLED, phrases.called(side, ""), case.article, subject=side.value)
            return
    judgement.reject(side, judgement.play.book.offences.accept, message("refusal.nothing_to_choose"))


def _pass(judgement: Judgement, side: Side) -> None:
    play = judgement.play
    position = play.line.last
    if judgement.phase is not Phase.PLAYING or position.turn is not side or openings.is_under_way(judgement):
        judgement.reject(side, play.book.cite("GN 24.3.1"), message("refusal.no_pass"))
        return
    try:
        move = position.read("pass")
    except GameError as error:
        article = play.book.cite(getattr(error, "article", ""))
        judgement.reject(side, article, error.message)
        return
    cases.answered(judgement, side)
    told = message("ruling.passed", side=name_of(side))  # nothing on the board shows it
    judgement.tell_line(play.line.play(move), (*play.texts, "pass"), "", told)
    advance(judgement, move, "pass")
