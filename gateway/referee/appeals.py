"""Appeals and the overturning of rulings: the path and its end (GN 22).

    a finding of fact ────────────────────────────────> final (22.2.1)
    an arbiter's or deputy's ruling ──> chief arbiter ──> appeals committee (22.2.3) ──> final (22.1.4)
    the chief's interpretation of what the rules cover > final (22.2.3)

To the committee only the team leader or the coach appeals (22.2.4).
"""

from __future__ import annotations

from gateway.model.instants import between
from gateway.model.messages import Message, message
from gateway.model.results import Result
from gateway.model.sides import Side

from . import case_messages, powers
from .acts import About, Appeal, Lodger, Overturn
from .case_opening import open_case
from .judgement import Judgement
from .penalties import Penalty
from .roles import ANY_ARBITER, CHIEFS, Role
from .rulebooks.rules import AppealRules
from .rulings import CaseDecided, CaseKind, Ended, Overturned, Penalised
from .state import Made

__all__ = ["is_final", "lodge", "why_not_appeal", "why_not_overturn"]

Objection = tuple[Message, str]


def _find(judgement: Judgement, number: int) -> Made | None:
    made = judgement.play.made
    return made[number - 1] if 1 <= number <= len(made) else None


def _standing(judgement: Judgement, number: int) -> Objection | None:
    """Why there is no such ruling to speak of."""
    made = _find(judgement, number)
    if made is None:
        return message("refusal.no_ruling", ruling=number), ""
    if made.struck or isinstance(made.ruling, Overturned):
        return message("refusal.overturned", ruling=number), ""
    return None


def is_final(judgement: Judgement, number: int) -> bool:
    """Whether the appeals committee has decided about a ruling, or about one that stands or falls with it."""
    if judgement.play.book.appeals is None:
        return False
    play = judgement.play
    decided = {each for each, made in enumerate(play.made, start=1) if Role.APPEALS in (made.role, made.confirmed)}
    before, after = {number}, {number}
    for each in range(number, 0, -1):
        causes = play.made[each - 1].causes
        before |= set(causes) if each in before and len(causes) == 1 else set()
    for each in range(number, len(play.made) + 1):
        after |= {each} if after & set(play.made[each - 1].causes) else set()
    return bool(decided & (before | after))


def why_not_overturn(judgement: Judgement, act: Overturn, role: Role) -> Objection | None:
    """Why a role may not overturn a ruling; None if it may."""
    number = act.ruling
    if (missing := _standing(judgement, number)) is not None:
        return missing
    made = _find(judgement, number)
    book = judgement.play.book
    authority = powers.may_do(book, act)
    if role not in authority.roles:
        return case_messages.wrong_role(authority.roles), authority.article
    if made is None or book.appeals is None:
        return None
    if is_final(judgement, number):
        return message("refusal.committee_final"), book.appeals.final
    found = isinstance(made.ruling, CaseDecided) and made.role in ANY_ARBITER and made.role not in CHIEFS
    if found and role in CHIEFS:  # what was imposed upon it may be changed
        return message("refusal.facts_final"), book.appeals.facts
    return None


def why_not_appeal(judgement: Judgement, act: Appeal, role: Role) -> Objection | None:
    """Why an appeal is not taken up; None if it is."""
    rules = judgement.play.book.appeals
    made = _find(judgement, act.ruling)
    if made is not None and not made.struck and rules is not None and is_final(judgement, act.ruling):
        return message("refusal.committee_final"), rules.final
    if (missing := _standing(judgement, _object(judgement, act.ruling))) is not None:
        return missing
    if made is None:
        return None
    if (stranger := _why_not_lodge(act, made, role)) is not None or rules is None:
        return stranger
    if act.about is About.FACT:
        return message("refusal.facts_final"), rules.to_chief
    return _why_not_further(judgement, act, made, rules)


def _why_not_further(judgement: Judgement, act: Appeal, made: Made, rules: AppealRules) -> Objection | None:
    """Why an appeal comes too late, or does not go on from the chief arbiter to the committee."""
    limit = judgement.play.options.appeal_ms
    if limit and between(made.at, judgement.at) > limit:
        return message("refusal.appeal_late"), rules.in_time
    if _decided_by_chief(made):
        if act.about is About.INTERPRETATION:
            return message("refusal.interpretation_final"), rules.to_committee
        if act.lodger is Lodger.PLAYER:
            return message("refusal.leader_only"), rules.lodger
    return None


def _why_not_lodge(act: Appeal, made: Made, role: Role) -> Objection | None:
    """Why this role does not lodge the appeal: arbiters enter it for others, players lodge their own."""
    if role in ANY_ARBITER:
        return None
    if role.side is None:
        return case_messages.wrong_role((*ANY_ARBITER, Role.WHITE, Role.BLACK)), ""
    own = role.side.other if made.swapped else role.side
    if act.lodger is not Lodger.PLAYER or own not in _against(made):
        return message("refusal.not_concerned"), ""
    return None


def _against(made: Made) -> tuple[Side, ...]:
    """Whom a ruling is against; both where it may be against either."""
    match made.ruling:
        case Penalised(side=side, penalty=penalty) if penalty is not Penalty.DOUBLE_LOSS:
            return (side,)
        case Ended(result=Result.WHITE):
            return (Side.BLACK,)
        case Ended(result=Result.BLACK):
            return (Side.WHITE,)
        case _:
            return tuple(Side)


def _decided_by_chief(made: Made) -> bool:
    """Whether the chief arbiter made a ruling, or has dismissed an appeal against it."""
    return made.role in CHIEFS or made.confirmed in CHIEFS


def _object(judgement: Judgement, number: int) -> int:
    """The ruling that an appeal is really against: who appeals against a dismissal wants the ruling itself undone."""
    made = _find(judgement, number)
    return number if made is None else made.confirms or number


def lodge(judgement: Judgement, act: Appeal) -> None:
    """Take an appeal up: it waits for the chief arbiter, or for the committee."""
    number = _object(judgement, act.ruling)
    made = _find(judgement, number)
    book = judgement.play.book
    to_committee = made is not None and _decided_by_chief(made)
    roles = (Role.APPEALS,) if to_committee else (*CHIEFS, Role.APPEALS)
    article = ""
    if book.appeals is not None:
        article = book.appeals.to_committee if to_committee else book.appeals.to_chief
    what = message("case.against_ruling", ruling=number)
    open_case(judgement, CaseKind.APPEAL, article, what=what, roles=roles, ruling=number)
