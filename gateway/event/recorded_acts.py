"""The common part of the acts of every event: a reason, and that an act can be taken back."""

from __future__ import annotations

from typing import Annotated

import msgspec

__all__ = ["ActText", "RecordedAct", "Undo"]

ActText = Annotated[str, msgspec.Meta(max_length=200)]
"""A line that somebody types."""


class RecordedAct(
    msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True, forbid_unknown_fields=True, kw_only=True
):
    """Base of all acts."""

    why: Annotated[str, msgspec.Meta(max_length=500)] = ""
    """The reason, as typed."""


class Undo(RecordedAct, frozen=True, tag="undo", kw_only=True):
    """An act taken back, where nothing has been built on it."""

    n: int
    """The number of its entry."""
