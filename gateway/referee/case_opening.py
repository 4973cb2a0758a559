"""Laying a case before a person."""

from __future__ import annotations

import msgspec

from gateway.model.instants import Instant, Millis
from gateway.model.messages import Message
from gateway.model.sides import Side

from . import case_messages
from .judgement import Judgement
from .penalties import Penalty
from .roles import ANY_ARBITER, CHIEFS, Role
from .rulings import Case, CaseKind, CaseOpened, Choice

__all__ = ["open_case"]

_CHOICES = {
    CaseKind.IRREGULARITY: (Choice.CORRECT, Choice.ACCEPT),
    CaseKind.OFFENCE: (Choice.IMPOSE, Choice.ACCEPT, Choice.DISMISS),
    CaseKind.OPENING: (Choice.IMPOSE, Choice.CORRECT, Choice.ACCEPT),
    CaseKind.POSITION: (Choice.PUT_BACK, Choice.LET_STAY, Choice.DRAW, Choice.REPLAY),
    CaseKind.RULE_DRAW: (Choice.DRAW, Choice.PLAY_ON),
    CaseKind.TIME_TROUBLE: (Choice.DRAW, Choice.PLAY_ON),
    CaseKind.FLAGS: (Choice.DRAW, Choice.WHITE_WINS, Choice.BLACK_WINS, Choice.PLAY_ON),
    CaseKind.SHARED_TIME: (Choice.DRAW, Choice.WHITE_WINS, Choice.BLACK_WINS, Choice.PLAY_ON),
    CaseKind.CLOCK_FAILURE: (Choice.DRAW, Choice.WHITE_WINS, Choice.BLACK_WINS, Choice.PLAY_ON),
    CaseKind.ABSENCE: (Choice.FORFEIT, Choice.WAIT),
    CaseKind.RESULT: (Choice.DRAW, Choice.WHITE_WINS, Choice.BLACK_WINS, Choice.PLAY_ON),
    CaseKind.APPEAL: (Choice.UPHOLD, Choice.DISMISS),
}


def open_case(
    judgement: Judgement,
    kind: CaseKind,
    article: str,
    *,
    side: Side | None = None,
    what: Message | None = None,
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
) -> None:
    """Open a case under a number of its own; the same charge, seen again while it waits, is not opened twice."""
    play = judgement.play
    number = play.opened_cases + 1
    senior = CHIEFS if kind is CaseKind.POSITION and play.book.chief_only else ANY_ARBITER
    case = Case(
        id=number,
        kind=kind,
        article=article,
        text=case_messages.proposed(kind, side, what),
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
    )
    same = {"id": number, "accepted_by_move": accepted_by_move}
    if any(msgspec.structs.replace(known, **same) == case for known in play.cases):
        return
    judgement.put(cases=(*play.cases, case), opened_cases=number)
    judgement.rule(CaseOpened(case=case, article=article, text=case.text))
