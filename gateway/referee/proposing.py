"""Laying a case before a person."""

from __future__ import annotations

from gateway.model.instants import Instant, Millis
from gateway.model.sides import Side

from . import phrases
from .case import Case
from .penalties import Penalty
from .roles import ANY_ARBITER, CHIEFS, Role
from .rulings import Choice, Proposal, ProposalKind, Proposed, Wording

__all__ = ["propose"]

_NOTHING = Wording("", "")
_CHOICES = {
    ProposalKind.IRREGULARITY: (Choice.CORRECT, Choice.ACCEPT),
    ProposalKind.OFFENCE: (Choice.IMPOSE, Choice.ACCEPT, Choice.DISMISS),
    ProposalKind.OPENING: (Choice.IMPOSE, Choice.CORRECT, Choice.ACCEPT),
    ProposalKind.POSITION: (Choice.PUT_BACK, Choice.LET_STAY, Choice.DRAW, Choice.REPLAY),
    ProposalKind.RULE_DRAW: (Choice.DRAW, Choice.PLAY_ON),
    ProposalKind.TIME_TROUBLE: (Choice.DRAW, Choice.PLAY_ON),
    ProposalKind.FLAGS: (Choice.DRAW, Choice.WHITE_WINS, Choice.BLACK_WINS, Choice.PLAY_ON),
    ProposalKind.SHARED_TIME: (Choice.DRAW, Choice.WHITE_WINS, Choice.BLACK_WINS, Choice.PLAY_ON),
    ProposalKind.ABSENCE: (Choice.FORFEIT, Choice.WAIT),
    ProposalKind.RESULT: (Choice.DRAW, Choice.WHITE_WINS, Choice.BLACK_WINS, Choice.PLAY_ON),
    ProposalKind.APPEAL: (Choice.UPHOLD, Choice.DISMISS),
}


def propose(
    case: Case,
    kind: ProposalKind,
    article: str,
    *,
    side: Side | None = None,
    what: Wording = _NOTHING,
    choices: tuple[Choice, ...] = (),
    roles: tuple[Role, ...] = (),
    penalty: Penalty | None = None,
    ms: Millis = Millis(0),
    deadline: Instant | None = None,
    accepted_by_move: str = "",
    ruling: int = 0,
    shown: str = "",
    move: str = "",
    turn: Side | None = None,
    silent: bool = False,
) -> None:
    """Open a case; one that is open already, for the same side and article, takes on what is new."""
    play = case.play
    known = next(
        (p for p in play.proposals if (p.kind, p.side, p.article, p.ruling) == (kind, side, article, ruling)), None
    )
    number = known.id if known else play.proposed + 1
    senior = CHIEFS if kind is ProposalKind.POSITION and play.book.chief_only else ANY_ARBITER
    proposal = Proposal(
        id=number,
        kind=kind,
        article=article,
        text=phrases.proposed(kind, side, what),
        choices=choices or _CHOICES[kind],
        roles=roles or (play.book.may_impose(penalty).roles if penalty is not None else senior),
        side=side,
        penalty=penalty,
        ms=ms,
        deadline=deadline,
        accepted_by_move=accepted_by_move,
        ruling=ruling,
        shown=shown,
        move=move,
        turn=turn,
        silent=silent,
    )
    if known == proposal:
        return
    others = tuple(each for each in play.proposals if each.id != number)
    case.put(proposals=(*others, proposal), proposed=max(play.proposed, number))
    case.rule(Proposed(proposal=proposal, article=article, text=proposal.text))
