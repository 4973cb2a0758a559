"""Powers: which role may do which act under a rulebook. Refusals by role rest on it, and what pages offer.

Whether an act can be done now, or to this ruling, is another question: `acting` answers it.
"""

from __future__ import annotations

from functools import cache
from typing import Any, get_args

import msgspec

from gateway.model.results import Result

from . import rulebooks
from .acts import Act, Appeal, Decide, EnterRequest, Overturn, Penalise, SetPosition, SetResult, Void
from .penalties import Penalty
from .roles import ANY_ARBITER, CHIEFS, PLAYERS, Role
from .rulebooks.rulebook import Rulebook
from .rulebooks.rules import Authority

__all__ = ["Power", "acts_of", "may_do", "powers_of", "tag_of"]

_ANY = Authority(ANY_ARBITER, "")
_HEARD = Authority((*ANY_ARBITER, *PLAYERS), "")
"""For what players say themselves, or an arbiter enters for them."""
_SLIP = Authority((*ANY_ARBITER, Role.CLERK), "")
"""For a result that is on a slip which both players have signed (GN 25.2.2)."""


class Power(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The roles that may do an act under a rulebook. Of several that fit an act, the last holds."""

    act: str
    roles: tuple[Role, ...]
    article: str = ""
    """By which it is so, where the text says it."""
    penalty: Penalty | None = None
    """Only for this penalty; of `decide`, where this one is imposed."""
    result: Result | None = None
    """Only for this result."""
    under: str = ""
    """Only where the act names this article."""
    over: bool = False
    """Only once the game has a result."""


def tag_of(act: Act | type[Act]) -> str:
    """The name of a kind of act, as the wire writes it."""
    return str(act.__struct_config__.tag)


def may_do(book: Rulebook, act: Act, *, over: bool = False, slip: bool = False) -> Authority:
    """Who may do an act under a rulebook, and by which article.

    `over`: the game has a result; `slip`: it is one that a result clerk has entered.
    """
    match act:
        case Penalise():
            return book.may_impose(act.penalty)
        case SetResult() | SetPosition() if (reserved := book.may_rule_under(act.article)) is not None:
            return reserved
        case SetResult():
            return _may_set_result(book, act, over=over, slip=slip)
        case _:
            return _of_kind(book, type(act))


def _of_kind(book: Rulebook, kind: type[Act]) -> Authority:
    """Who may do acts of a kind, as far as it does not depend on what else they say."""
    if kind in {EnterRequest, Appeal}:
        return _HEARD
    if kind is Overturn:
        roles = CHIEFS if book.chief_only else ANY_ARBITER
        return Authority((*roles, Role.APPEALS), book.appeals.to_chief if book.appeals else "")
    return Authority(CHIEFS, book.chief_only) if kind is Void and book.chief_only else _ANY


def _may_set_result(book: Rulebook, act: SetResult, *, over: bool, slip: bool) -> Authority:
    """Both players' absence is found by any arbiter; a clerk copies slips, and puts right what a clerk has copied."""
    punishes_both = act.result is Result.BOTH_LOSE and act.article != book.clock.both_late
    if (over or punishes_both) and book.chief_only:
        return Authority(CHIEFS, book.chief_only)
    copied = not act.article and act.result is not Result.BOTH_LOSE and (slip or not over)
    return _SLIP if copied else _ANY


def powers_of(book: Rulebook) -> tuple[Power, ...]:
    """All powers under a rulebook, as a page can show them before anything is asked for."""

    def power(kind: type[Act], authority: Authority, **only: Any) -> Power:
        return Power(act=tag_of(kind), roles=authority.roles, article=authority.article, **only)

    found = [power(kind, _of_kind(book, kind)) for kind in get_args(Act) if kind is not Penalise]
    found += [power(SetResult, may_do(book, SetResult(result=each)), result=each) for each in Result]
    found.append(power(SetResult, may_do(book, SetResult(result=Result.DRAW), over=True), over=True))
    for article in book.articles():
        if (reserved := book.may_rule_under(article.cite)) is not None:
            found += [power(kind, reserved, under=article.cite) for kind in (SetResult, SetPosition)]
    if book.appeals is not None:
        found.append(power(Decide, Authority((*ANY_ARBITER, Role.APPEALS), "")))
    for penalty in (each for each in Penalty if book.event_penalties or not each.is_carried_out_by_the_event):
        found += [power(kind, book.may_impose(penalty), penalty=penalty) for kind in (Penalise, Decide)]
    return tuple(found)


@cache
def acts_of(role: Role | None) -> tuple[str, ...]:
    """The acts that a role may do at all, under one rulebook or another; a player those of his own side."""
    books = (rulebooks.load(name) for name in rulebooks.NAMES)
    return tuple(sorted({power.act for book in books for power in powers_of(book) if role in power.roles}))
