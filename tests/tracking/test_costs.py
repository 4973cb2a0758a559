"""Costs and limits of tracking: where they come from, and that each of them decides something."""

from __future__ import annotations

import math

import msgspec
import pytest

from gateway.tracking import costs, reinterpretation
from gateway.tracking.surprisal import Cost, Limit

from .decisive import SITUATIONS
from .situations import NOTHING, Situation, verdict

COSTS = {name: value for name, value in vars(costs).items() if isinstance(value, Cost)}
LIMITS = {name: value for name, value in vars(costs).items() if isinstance(value, Limit)}
KNIGHT = Situation(
    "",
    "8/4P3/1k6/8/8/8/8/4K3 w - - 0 1",
    "500 e7. 1000 e8? 2000 press 2500 b6. 3000 b7? 4000 press 4500 e8. 5000 f6? 6000 press",
    now=20_000,
    verdict="e8=N Kb7 Nf6",
)
"""A pawn becomes a knight, which is seen only when it moves like one."""


def _decides(situation: Situation, name: str, sign: str) -> bool:
    return any(word.rstrip("+-") == name and sign in word for word in situation.decides.split())


def _changed(bits: int, sign: str) -> int:
    """Half as much again, or half of it."""
    return max(bits + 1, math.ceil(bits * 1.5)) if sign == "+" else bits // 2


@pytest.mark.parametrize("situation", [*SITUATIONS, KNIGHT], ids=lambda one: f"{one.verdict}, {one.heard or one.away}")
def test_the_cheapest_hypothesis_wins(situation: Situation) -> None:
    assert verdict(situation) == situation.verdict


@pytest.mark.parametrize("sign", ["+", "-"])
@pytest.mark.parametrize("name", [*COSTS, *LIMITS])
def test_every_cost_and_limit_decides_something(name: str, sign: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Raised by half, or lowered by half, each of them alone changes a verdict."""
    decided = [situation for situation in SITUATIONS if _decides(situation, name, sign)]
    assert decided, f"no situation in decisive.py is decided by {name}{sign}"
    known: Cost | Limit = getattr(costs, name)
    monkeypatch.setattr(costs, name, msgspec.structs.replace(known, bits=_changed(known.bits, sign)))
    for situation in decided:
        assert verdict(situation) != situation.verdict, situation


def test_situations_name_nothing_but_costs_and_limits() -> None:
    named = {word.rstrip("+-") for situation in SITUATIONS for word in situation.decides.split()}
    assert named == {*COSTS, *LIMITS}


def test_a_hypothesis_is_not_given_up_too_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reinterpretation, "HOPELESS_BITS", 20)
    assert verdict(KNIGHT) == NOTHING


@pytest.mark.parametrize("name", COSTS)
def test_a_cost_is_what_was_counted_or_says_why_not(name: str) -> None:
    cost = COSTS[name]
    assert cost.meaning.endswith(".")
    if cost.per is None:
        assert (cost.charged, cost.occasions) == (0, 0)
        assert cost.why
    elif not cost.why:
        assert cost.counted_bits is not None
        assert cost.bits == round(cost.counted_bits)
    else:
        assert cost.occasions > 0


def test_all_costs_and_limits_are_public() -> None:
    assert {*COSTS, *LIMITS, "COUNTED_OVER"} == set(costs.__all__)
