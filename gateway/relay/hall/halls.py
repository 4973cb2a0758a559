"""The halls of one event: the present one, and what each audience is shown of it."""

from __future__ import annotations

from gateway.record.visibility import Audience

from .hall import Hall
from .present_hall import PresentHall

__all__ = ["Halls"]


class Halls:
    """The present hall, and the hall of each audience."""

    def __init__(self, present: PresentHall) -> None:
        self.present = present

    def of(self, audience: Audience | None) -> Hall:  # noqa: ARG002
        """The hall that an audience is shown, the same one for as long as the relay runs; None: the present one."""
        return self.present
