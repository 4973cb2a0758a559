"""What each kind of case and alert asks for: nothing is left out, and only what there is is suggested."""

from __future__ import annotations

from typing import get_args

from gateway.referee.acts import Act
from gateway.referee.attention import ALERTS, CASES, Concern
from gateway.referee.case_opening import _CHOICES
from gateway.referee.powers import tag_of
from gateway.referee.rulings import AlertKind, CaseKind


def test_every_kind_has_its_line() -> None:
    assert set(ALERTS) == set(AlertKind)
    assert set(CASES) == set(CaseKind)


def test_what_is_suggested_can_be_chosen() -> None:
    acts = {tag_of(kind) for kind in get_args(Act)}
    assert {act for attention in ALERTS.values() for act in attention.acts} <= acts
    for kind, attention in CASES.items():
        assert attention.suggested is None or attention.suggested in _CHOICES[kind]
        assert attention.urgent
        assert not attention.acts


def test_every_class_has_something() -> None:
    assert {attention.concern for attention in (*ALERTS.values(), *CASES.values())} == set(Concern)
