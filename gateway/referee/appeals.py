"""Appeals and the overturning of rulings: the path and its end (GN 22).

    a finding of fact ────────────────────────────────> final (22.2.1)
    an arbiter's or deputy's ruling ──> chief arbiter ──> appeals committee (22.2.3) ──> final (22.1.4)
    the chief's interpretation of what the rules cover > final (22.2.3)

To the committee only the team leader or the coach appeals (22.2.4).
"""

from __future__ import annotations

from gateway.model.instants import between
from gateway.model.messages import Message, message

from . import case_messages
from .acts import About, Appeal, Lodger
from .case_opening import open_case
from .judgement import Judgement
from .roles import ANY_ARBITER, CHIEFS, Role
from .rulings import CaseKind, Overturned
from .state import Made

__all__ = ["lodge", "why_not_appeal", "why_not_overturn"]

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


def why_not_overturn(judgement: Judgement, number: int, role: Role) -> Objection | None:
    """Why a role may not overturn a ruling; None if it may."""
    if (missing := _standing(judgement, number)) is not None:
        return missing
    made = _find(judgement, number)
    book = judgement.play.book
    if made is not None and made.role is Role.APPEALS and book.appeals:
        return message("refusal.committee_final"), book.appeals.final
    roles = (*CHIEFS, Role.APPEALS) if book.chief_only else (*ANY_ARBITER, Role.APPEALS)
    if role not in roles:
        return case_messages.wrong_role(roles), book.appeals.to_chief if book.appeals else ""
    return None


def why_not_appeal(judgement: Judgement, act: Appeal) -> Objection | None:
    """Why an appeal is not taken up; None if it is."""
    if (missing := _standing(judgement, act.ruling)) is not None:
        return missing
    made = _find(judgement, act.ruling)
    rules = judgement.play.book.appeals
    if made is None or rules is None:
        return None
    if act.about is About.FACT:
        return message("refusal.facts_final"), rules.to_chief
    if made.role is Role.APPEALS:
        return message("refusal.committee_final"), rules.final
    limit = judgement.play.options.appeal_ms
    if limit and between(made.at, judgement.at) > limit:
        return message("refusal.appeal_late"), rules.in_time
    if made.role in CHIEFS:
        if act.about is About.INTERPRETATION:
            return message("refusal.interpretation_final"), rules.to_committee
        if act.lodger is Lodger.PLAYER:
            return message("refusal.leader_only"), rules.lodger
    return None


def lodge(judgement: Judgement, act: Appeal) -> None:
    """Take an appeal up: it waits for the chief arbiter, or for the committee."""
    made = _find(judgement, act.ruling)
    book = judgement.play.book
    to_committee = made is not None and made.role in CHIEFS
    roles = (Role.APPEALS,) if to_committee else (*CHIEFS, Role.APPEALS)
    article = ""
    if book.appeals is not None:
        article = book.appeals.to_committee if to_committee else book.appeals.to_chief
    what = message("case.against_ruling", ruling=act.ruling)
    open_case(judgement, CaseKind.APPEAL, article, what=what, roles=roles, ruling=act.ruling)
