"""Powers as data: what a page is told before the click is what the table decides after it."""

from __future__ import annotations

from typing import get_args

import pytest

from gateway.model.results import Result
from gateway.model.sides import Side
from gateway.referee import rulebooks
from gateway.referee.acts import Act, Penalise, SetPosition, SetResult, Void
from gateway.referee.penalties import Penalty
from gateway.referee.powers import Power, acts_of, may_do, powers_of, tag_of
from gateway.referee.roles import ANY_ARBITER, Role


def holding(name: str, act: Act, *, over: bool = False) -> Power:
    """The power that holds for an act, as a page finds it: the last that fits."""

    def fits(power: Power) -> bool:
        return (
            power.act == tag_of(act)
            and power.penalty in {None, getattr(act, "penalty", None)}
            and power.result in {None, getattr(act, "result", None)}
            and power.under in {"", getattr(act, "article", "")}
            and (over or not power.over)
        )

    return [power for power in powers_of(rulebooks.load(name)) if fits(power)][-1]


@pytest.mark.parametrize("name", rulebooks.NAMES)
def test_the_data_are_what_is_decided(name: str) -> None:
    book = rulebooks.load(name)
    cites = [article.cite for article in book.articles()][:: max(1, len(book.articles()) // 40)]
    acts: list[Act] = [Void(), *(SetResult(result=result) for result in Result)]
    acts += [
        Penalise(side=Side.WHITE, penalty=each, article="") for each in Penalty if not each.is_carried_out_by_the_event
    ]
    acts += [kind for cite in cites for kind in (SetPosition(fen="", article=cite),)]
    acts += [SetResult(result=Result.WHITE, article=cite) for cite in cites if book.may_rule_under(cite)]
    for act in acts:
        found, decided = holding(name, act), may_do(book, act)
        assert (set(found.roles), found.article) == (set(decided.roles), decided.article), act
    over = SetResult(result=Result.WHITE)
    assert set(holding(name, over, over=True).roles) == set(may_do(book, over, over=True).roles)


def test_every_act_is_somebodys_and_watchers_have_none() -> None:
    every = {tag_of(kind) for kind in get_args(Act)}
    assert set(acts_of(Role.CHIEF)) == every == set(acts_of(Role.ARBITER))
    assert acts_of(Role.CLERK) == ("set_result",)
    assert acts_of(Role.WHITE) == acts_of(Role.BLACK) == ("appeal", "enter_request")
    assert acts_of(Role.OPERATOR) == acts_of(Role.SCREEN) == acts_of(None) == ()


def test_a_clerk_copies_slips_and_no_more() -> None:
    book = rulebooks.load("gomoku-standard")
    assert Role.CLERK in may_do(book, SetResult(result=Result.DRAW)).roles
    assert Role.CLERK not in may_do(book, SetResult(result=Result.WHITE, article="GN 18.9")).roles
    assert Role.CLERK not in may_do(book, SetResult(result=Result.BOTH_LOSE)).roles
    assert Role.CLERK not in may_do(book, SetResult(result=Result.DRAW), over=True, slip=True).roles, "GN 16.3"
    chess = rulebooks.load("chess-standard")
    assert Role.CLERK in may_do(chess, SetResult(result=Result.DRAW), over=True, slip=True).roles
    assert set(may_do(chess, SetResult(result=Result.DRAW), over=True).roles) == set(ANY_ARBITER)
