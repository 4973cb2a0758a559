"""Laying a case before a person, or a lesser one in its place."""

from __future__ import annotations

import msgspec

from gateway.model.instants import Instant, Millis
from gateway.model.messages import Message
from gateway.model.results import Reason
from gateway.model.sides import Side

from . import case_messages
from .judgement import Judgement
from .penalties import Penalty
from .roles import ANY_ARBITER, CHIEFS, Role
from .rulings import Case, CaseDecided, CaseKind, CaseOpened, Choice

__all__ = ["lessen_case", "open_case"]

_CHOICES = {
    CaseKind.IRREGULARITY: (Choice.CORRECT, Choice.ACCEPT),
    CaseKind.OFFENCE: (Choice.IMPOSE, Choice.ACCEPT, Choice.DISMISS),
    CaseKind.OPENING: (Choice.IMPOSE, Choice.CORRECT, Choice.ACCEPT),
    CaseKind.POSITION: (Choice.PUT_BACK, Choice.LET_STAY, Choice.DRAW, Choice.REPLAY),
    CaseKind.RULE_DRAW: (Choice.DRAW, Choice.PLAY_ON),
    CaseKind.TIME_TROUBLE: (Choice.DRAW, Choice.PLAY_ON),
    CaseKind.FLAGS: (Choice.DRAW, Choice.WHITE_WINS, Choice.BLACK_WINS, Choice.PLAY_ON),
    CaseKind.SHARED_TIME: (Choice.DRAW, Choice.WHITE_WINS, Choice.BLACK_WINS, Choice.PLAY_ON),
    CaseKind.CLOCK_FAILURE: (Choice.DRAW, Choice.WHITE_WINS, Choice.BLACK_WINS, Choice.REPLACE, Choice.PLAY_ON),
    CaseKind.ABSENCE: (Choice.FORFEIT, Choice.WAIT),
    CaseKind.COMPLAINT: (Choice.CORRECT, Choice.DISMISS),
    CaseKind.NO_MATE: (Choice.DRAW, Choice.PLAY_ON),
    CaseKind.NORMAL_MEANS: (Choice.DRAW, Choice.POSTPONE, Choice.DISMISS),
    CaseKind.INCREMENT: (Choice.UPHOLD, Choice.DISMISS),
    CaseKind.ILLEGAL_POSITION: (Choice.DRAW, Choice.PLAY_ON),
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
    rests_on: tuple[int, ...] = (),
    needs: int = 0,
    otherwise: Penalty | None = None,
    graver: Penalty | None = None,
    ms: Millis = Millis(0),
    deadline: Instant | None = None,
    accepted_by_move: str = "",
    ruling: int = 0,
    shown: str = "",
    move: str = "",
    turn: Side | None = None,
    reason: Reason | None = None,
    taken_ms: Millis = Millis(0),
) -> None:
    """Open a case under a number of its own. The same charge, seen again while it waits, is not opened twice; unless
    what was done had been put right, and was done again."""
    play = judgement.play
    number = play.opened_cases + 1
    senior = CHIEFS if kind is CaseKind.POSITION and play.book.chief_only else ANY_ARBITER
    case = Case(
        id=number,
        kind=kind,
        article=article,
        text=case_messages.proposed(kind, side, what, taken_ms),
        choices=choices or _CHOICES[kind],
        roles=roles or (play.book.may_impose(penalty).roles if penalty is not None else senior),
        side=side,
        penalty=penalty,
        rests_on=rests_on,
        needs=needs,
        otherwise=otherwise,
        graver=graver,
        ms=ms,
        deadline=deadline,
        accepted_by_move=accepted_by_move,
        ruling=ruling,
        shown=shown,
        move=move,
        turn=turn,
        reason=reason,
        taken_ms=taken_ms,
    )
    same = {"id": number, "accepted_by_move": accepted_by_move}
    if any(msgspec.structs.replace(known, **same) == case for known in play.cases):
        return
    judgement.put(cases=(*play.cases, case), opened_cases=number)
    judgement.rule(CaseOpened(case=case, article=article, text=case.text))


def lessen_case(judgement: Judgement, case: Case, ms: Millis) -> None:
    """Close a charge that is no longer as grave as it was, and put the lesser one to the arbiter if there is one."""
    _withdraw(judgement, case)
    if case.otherwise is not None:
        lesser = msgspec.structs.replace(case, penalty=case.otherwise, ms=ms, rests_on=(), needs=0, otherwise=None)
        _put(judgement, lesser)


def aggravate_case(judgement: Judgement, case: Case, rests_on: tuple[int, ...]) -> None:
    """Close a charge that has become a graver one by what was punished meanwhile, and put that to the arbiter."""
    _withdraw(judgement, case)
    graver = msgspec.structs.replace(
        case,
        penalty=case.graver,
        ms=Millis(0),
        taken_ms=Millis(0),
        rests_on=rests_on,
        otherwise=case.penalty,
        graver=None,
    )
    _put(judgement, graver)


def _withdraw(judgement: Judgement, case: Case) -> None:
    judgement.put(cases=tuple(each for each in judgement.play.cases if each.id != case.id))
    dismissed = case_messages.choice(case.kind, Choice.DISMISS, case.penalty)
    text = case_messages.decided(case.id, case.kind, dismissed, "")
    judgement.rule(CaseDecided(case=case.id, choice=Choice.DISMISS, article=case.article, text=text))


def _put(judgement: Judgement, charge: Case) -> None:
    """Put a changed charge to the arbiter, under a number of its own."""
    play = judgement.play
    number = play.opened_cases + 1
    roles = charge.roles if charge.penalty is None else play.book.may_impose(charge.penalty).roles
    case = msgspec.structs.replace(charge, id=number, roles=roles)
    judgement.put(cases=(*play.cases, case), opened_cases=number)
    judgement.rule(CaseOpened(case=case, article=case.article, text=case.text))
