"""Everything the referee can decide. What needs a person's judgement is an alert, not a decision."""

from __future__ import annotations

import enum

import msgspec

from gateway.model.results import Reason, Result

__all__ = ["Alert", "AlertKind", "Ended", "Paused", "Refused", "Resumed", "Ruling", "Started", "Wording"]


class Wording(msgspec.Struct, frozen=True):
    """The same sentence in the two languages of the rulebooks."""

    en: str
    zh: str


class _Ruling(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True, kw_only=True):
    """Base of all rulings."""

    article: str = ""
    """What it rests on, as cited; empty where an arbiter's own authority is enough."""
    text: Wording


class Started(_Ruling, frozen=True, tag="started"):
    """Play has begun."""


class Paused(_Ruling, frozen=True, tag="paused"):
    """Play is stopped by an arbiter."""

    by: str


class Resumed(_Ruling, frozen=True, tag="resumed"):
    """Play goes on."""

    by: str


class Ended(_Ruling, frozen=True, tag="ended"):
    """The game is over."""

    result: Result
    reason: Reason
    by: str = ""
    """Who set it, where a person did."""


class Refused(_Ruling, frozen=True, tag="refused"):
    """An arbiter's act could not be carried out."""

    command: str


class AlertKind(enum.StrEnum):
    """What an arbiter is told about."""

    BOARD_DIFFERS = "board_differs"
    ILLEGAL_MOVE = "illegal_move"
    IRREGULAR = "irregular"
    DEVICE_LOST = "device_lost"
    CLOCK = "clock"
    MOVE_INFERRED = "move_inferred"
    DRAW_CLAIMABLE = "draw_claimable"


class Alert(_Ruling, frozen=True, tag="alert"):
    """Something an arbiter should look at."""

    kind: AlertKind
    open: bool = True
    """False: what an earlier alert of this kind said no longer holds."""


Ruling = Started | Paused | Resumed | Ended | Refused | Alert
