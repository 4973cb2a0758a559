"""Roles and what each may do: arbiter, deputy, chief, organising committee, appeals committee; and the players."""

from __future__ import annotations

import enum

from gateway.model.sides import Side

__all__ = ["ALIASES", "ANY_ARBITER", "CHIEFS", "SENIOR", "Role", "find_role"]


class Role(enum.StrEnum):
    """The capacity in which somebody acts."""

    ARBITER = "arbiter"
    DEPUTY = "deputy"
    ACTING_CHIEF = "acting-chief"
    """A deputy in the chief arbiter's absence, with all his powers (GN 25.3.2)."""
    CHIEF = "chief"
    COMMITTEE = "committee"
    """The organising committee."""
    APPEALS = "appeals"
    """The appeals committee."""
    WHITE = "white"
    """The player who holds white at the start."""
    BLACK = "black"

    @property
    def is_player(self) -> bool:
        """Somebody who plays this game."""
        return self in {Role.WHITE, Role.BLACK}

    @property
    def side(self) -> Side | None:
        """The side a player holds."""
        return {Role.WHITE: Side.WHITE, Role.BLACK: Side.BLACK}.get(self)


ALIASES = {
    "chief arbiter": Role.CHIEF,
    "deputy chief arbiter": Role.DEPUTY,
    "organising committee": Role.COMMITTEE,
    "appeals committee": Role.APPEALS,
}

CHIEFS = (Role.CHIEF, Role.ACTING_CHIEF)
SENIOR = (Role.DEPUTY, *CHIEFS)
ANY_ARBITER = (Role.ARBITER, *SENIOR)


def find_role(name: str) -> Role | None:
    """The role that a command names; None if it names none that has a say here."""
    text = name.strip().lower()
    return next((role for role in Role if role.value == text), ALIASES.get(text))
