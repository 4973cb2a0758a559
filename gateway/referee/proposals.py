"""Cases that wait for a person: laid open, decided, accepted by playing on, decided by time."""

from __future__ import annotations

from typing import assert_never

from gateway.games.game import Line
from gateway.model.instants import Instant
from gateway.model.results import Reason, Result
from gateway.model.sides import Side

from . import openings, phrases, punishing
from .case import Case
from .roles import ANY_ARBITER, Role
from .rulings import AlertKind, Choice, Decided, Proposal, ProposalKind, Voided
from .state import Phase, State

__all__ = ["PUT_OR_STAY", "answered", "decide", "expire", "may_decide", "next_deadline", "play_on", "restored", "void"]

PUT_OR_STAY = (Choice.PUT_BACK, Choice.LET_STAY)
_WINNER = {Choice.WHITE_WINS: Result.WHITE, Choice.BLACK_WINS: Result.BLACK, Choice.DRAW: Result.DRAW}


def may_decide(case: Case, proposal: Proposal, choice: Choice) -> tuple[tuple[Role, ...], str]:
    """Who may decide so, and by which article."""
    if choice is Choice.IMPOSE and proposal.penalty is not None:
        authority = case.play.book.may_impose(proposal.penalty)
        return authority.roles, authority.article
    if proposal.kind is ProposalKind.APPEAL or choice in {Choice.REPLAY, Choice.LET_STAY}:
        return proposal.roles, proposal.article
    return ANY_ARBITER, ""


def decide(case: Case, proposal: Proposal, choice: Choice, article: str = "", why: str = "") -> None:
    """Close a case by one of its choices."""
    remaining = tuple(each for each in case.play.proposals if each.id != proposal.id)
    case.put(proposals=remaining)
    text = phrases.decided(proposal.kind, choice, case.by, why)
    cite = article or _article(case, proposal, choice)
    case.rule(Decided(proposal=proposal.id, choice=choice, article=cite, text=text))
    if not any(each.kind is ProposalKind.IRREGULARITY for each in remaining):
        case.clear(AlertKind.IRREGULAR, text)
    _carry_out(case, proposal, choice, why)


def _article(case: Case, proposal: Proposal, choice: Choice) -> str:
    """The article that a choice rests on, where the text has one for each."""
    own = case.play.book.offences.by_choice if proposal.kind is ProposalKind.POSITION else {}
    return own.get(choice.value, proposal.article)


def _carry_out(case: Case, proposal: Proposal, choice: Choice, why: str) -> None:
    match choice:
        case Choice.DISMISS | Choice.PUT_BACK | Choice.PLAY_ON | Choice.WAIT:
            pass
        case Choice.CORRECT:
            if proposal.kind is ProposalKind.OPENING:
                openings.take_off(case, proposal.move)
        case Choice.ACCEPT | Choice.LET_STAY:
            if proposal.kind is not ProposalKind.OPENING:
                _let_stand(case, proposal)
        case Choice.IMPOSE:
            if proposal.kind is ProposalKind.OPENING:
                openings.take_off(case, proposal.move)
            if proposal.penalty is not None and proposal.side is not None:
                punishing.impose(case, proposal.side, proposal.penalty, proposal.article, proposal.ms, why)
        case Choice.REPLAY:
            void(case, _article(case, proposal, choice), why)
        case Choice.WHITE_WINS | Choice.BLACK_WINS | Choice.DRAW:
            reason = Reason.FEW_PIECES if proposal.kind is ProposalKind.RULE_DRAW else Reason.ARBITER
            reason = Reason.FLAG if proposal.kind is ProposalKind.FLAGS else reason
            if proposal.kind is ProposalKind.RESULT:
                reason = Reason.AGREEMENT if choice is Choice.DRAW else Reason.RESIGNATION
            case.end(_WINNER[choice], reason, _article(case, proposal, choice), why)
        case Choice.FORFEIT:
            result = Result.BOTH_LOSE if proposal.side is None else Result.win_for(proposal.side.other)
            case.end(result, Reason.FORFEIT, proposal.article, why)
        case Choice.UPHOLD:
            punishing.overturn(case, proposal.ruling, why, proposal.article)
        case _:
            assert_never(choice)


def _let_stand(case: Case, proposal: Proposal) -> None:
    """What the board shows becomes the position, as far as the pieces tell it; the next move will tell otherwise."""
    play = case.play
    if not proposal.shown or proposal.turn is None:
        return
    standing = play.game.standing(proposal.shown, proposal.turn, play.line.last)
    if standing is not None and standing.board() != play.line.last.board():
        case.set_line(Line((standing,)), play.texts, proposal.article)


def answered(case: Case, mover: Side) -> None:
    """A side has moved: what the opponent did before is accepted, and what it did itself is put right."""
    play_on(case)
    for proposal in case.play.proposals:
        if proposal.side is mover.other and proposal.accepted_by_move:
            _close(case, proposal, Choice.ACCEPT, proposal.accepted_by_move)
        elif proposal.side is mover and proposal.kind is ProposalKind.IRREGULARITY:
            _close(case, proposal, Choice.CORRECT)


def restored(case: Case) -> None:
    """The board shows the position again: what waited for a correction has been corrected."""
    if case.state.play is None:
        return
    play_on(case)
    for proposal in case.play.proposals:
        if proposal.kind in {ProposalKind.IRREGULARITY, ProposalKind.POSITION}:
            choice = Choice.CORRECT if Choice.CORRECT in proposal.choices else Choice.PUT_BACK
            _close(case, proposal, choice)


def play_on(case: Case) -> None:
    """A result that the players showed no longer holds: they play on, or show another one."""
    for proposal in case.play.proposals:
        if proposal.kind is ProposalKind.RESULT:
            _close(case, proposal, Choice.PLAY_ON)


def _close(case: Case, proposal: Proposal, choice: Choice, article: str = "") -> None:
    """Close a case without anybody's act: the position has changed by what happened on the board."""
    remaining = tuple(each for each in case.play.proposals if each.id != proposal.id)
    case.put(proposals=remaining)
    text = phrases.decided(proposal.kind, choice, "")
    case.rule(Decided(proposal=proposal.id, choice=choice, article=article or proposal.article, text=text))
    if not any(each.kind is ProposalKind.IRREGULARITY for each in remaining):
        case.clear(AlertKind.IRREGULAR, text)


def void(case: Case, article: str, why: str) -> None:
    """The game does not count."""
    case.put(offer=None, proposals=(), pressed=None, trial=None)
    case.set(phase=Phase.WAITING)
    case.rule(Voided(article=article, by=case.by, text=phrases.voided(case.by, why)))


def expire(case: Case) -> None:
    """Decide what has reached its deadline, by the last of its choices."""
    for proposal in case.play.proposals:
        if proposal.deadline is not None and proposal.deadline <= case.at and case.is_open:
            decide(case, proposal, proposal.choices[-1])
    pressed = case.play.pressed
    if pressed is not None and pressed.until <= case.at:
        case.put(pressed=None)
        if case.phase is Phase.PLAYING and case.play.line.last.turn is pressed.side:
            punishing.accuse(case, pressed.side, case.play.book.clock.pressed_first, phrases.offence("pressed_first"))


def next_deadline(state: State) -> Instant | None:
    """When the referee wants to be woken with `MomentReached`."""
    if state.play is None or state.phase in {Phase.WAITING, Phase.OVER}:
        return None
    moments = [each.deadline for each in state.play.proposals if each.deadline is not None]
    if state.play.pressed is not None:
        moments.append(state.play.pressed.until)
    return min(moments, default=None)
