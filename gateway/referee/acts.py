"""What an arbiter may do to a game."""

from __future__ import annotations

import msgspec

from gateway.model.results import Result

__all__ = ["Act", "Pause", "Resume", "SetResult"]


class _Act(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True, forbid_unknown_fields=True):
    """Base of all acts."""

    why: str = ""
    """The arbiter's reason, as typed."""


class Pause(_Act, frozen=True, tag="pause"):
    """Stop play; both clocks are to stand."""


class Resume(_Act, frozen=True, tag="resume"):
    """Let play go on after a pause."""


class SetResult(_Act, frozen=True, tag="set_result", kw_only=True):
    """End the game with this result, or change the result of an ended one."""

    result: Result


Act = Pause | Resume | SetResult
