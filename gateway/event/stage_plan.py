"""The plan of an event, checked before it is opened: whether each stage can follow the one before it."""

from __future__ import annotations

from itertools import pairwise

from gateway.model.errors import TournamentError
from gateway.model.messages import message

from .regulations import Regulations, StageRules, System

__all__ = ["check_plan"]

_OF_CLUBS = {System.SCHEVENINGEN, System.CHALLENGE_SERIES}


def check_plan(regulations: Regulations) -> None:
    """Raise a `TournamentError` that says which stage cannot be played, and why."""
    plan = regulations.stages
    if not plan:
        return
    _demand(plan[0].system is regulations.system, "stage_plan.first_system", 1)
    _demand(not plan[0].carry_over, "stage_plan.carry_over", 1)
    for at, rules in enumerate(plan, 1):
        _demand(rules.rounds > 0 or rules.system.says_rounds, "stage_plan.rounds", at)
        _demand((rules.qualifiers > 0) == (at < len(plan)), "stage_plan.qualifiers", at)
        _demand(not rules.accelerated or rules.system is System.DUTCH, "stage_plan.accelerated", at)
        _check_bracket(rules, at)
    for at, (before, after) in enumerate(pairwise(plan), 1):
        _check_passage(before, after, at)
    known = sum(rules.rounds for rules in plan)
    _demand(regulations.rounds >= known, "stage_plan.too_many_rounds", len(plan))


def _check_bracket(rules: StageRules, at: int) -> None:
    """Whether what belongs to a knock-out alone is only there."""
    asks = rules.seeds is not None or rules.contested or bool(rules.play_off)
    _demand(rules.system.is_bracket or not asks, "stage_plan.bracket_only", at)
    _demand(not rules.contested or rules.system is System.KNOCK_OUT, "stage_plan.double_contested", at)
    _demand(rules.groups == 1 or rules.system not in _OF_CLUBS, "stage_plan.one_group", at)
    _demand(rules.games == 1 or rules.system is not System.CHALLENGE_SERIES, "stage_plan.one_game", at)
    seeds = rules.seeds or 0
    _demand(seeds & (seeds - 1) == 0, "stage_plan.seeds", at)


def _check_passage(before: StageRules, after: StageRules, at: int) -> None:
    """Whether those who go on from a stage fit into the next."""
    _demand(before.qualifiers % before.groups == 0, "stage_plan.uneven", at)
    _demand(before.qualifiers >= 2 * after.groups, "stage_plan.qualifiers", at)
    _demand(not after.separate_mates or after.system.is_bracket, "stage_plan.separate_mates", at + 1)
    if after.carry_over:
        fits = before.groups == 2 and before.system.is_scheduled and after.groups == 1
        _demand(fits and after.system is System.ROUND_ROBIN, "stage_plan.carry_over", at + 1)


def _demand(fulfilled: bool, key: str, stage: int) -> None:
    if not fulfilled:
        raise TournamentError(message(key, stage=stage))
