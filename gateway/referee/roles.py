"""Roles: arbiter, deputy, chief, organising committee, appeals committee; their helpers, hall screens; and the players.

What each may do is in `powers`.
"""

from __future__ import annotations

import enum

from gateway.model.sides import Side

__all__ = ["ALIASES", "ANY_ARBITER", "CHIEFS", "PLAYERS", "SENIOR", "Role", "find_role"]


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
    CLERK = "clerk"
    """A result clerk, who works under the pairing chief and copies result slips (GN 25.2.2)."""
    OPERATOR = "operator"
    """A broadcast operator, who looks after what the public is shown; has no say at a table."""
    SCREEN = "screen"
    """A screen in the hall, which shows what everybody may see; has no say at a table."""
    WHITE = "white"
    """The player who holds white at the start."""
    BLACK = "black"

    @property
    def is_player(self) -> bool:
        """Somebody who plays this game."""
        return self in PLAYERS

    @property
    def side(self) -> Side | None:
        """The side a player holds."""
        return {Role.WHITE: Side.WHITE, Role.BLACK: Side.BLACK}.get(self)


ALIASES = {
    "chief arbiter": Role.CHIEF,
    "deputy chief arbiter": Role.DEPUTY,
    "organising committee": Role.COMMITTEE,
    "appeals committee": Role.APPEALS,
    "result clerk": Role.CLERK,
    "broadcast operator": Role.OPERATOR,
}

CHIEFS = (Role.CHIEF, Role.ACTING_CHIEF)
SENIOR = (Role.DEPUTY, *CHIEFS)
ANY_ARBITER = (Role.ARBITER, *SENIOR)
PLAYERS = (Role.WHITE, Role.BLACK)
SEES_ALL = frozenset({*ANY_ARBITER, Role.COMMITTEE, Role.APPEALS})
"""Who sees what is kept from players and spectators. Clerks, operators and screens work in front of them."""


def find_role(name: str) -> Role | None:
    """The role that a command names; None if it names none that has a say here."""
    text = name.strip().lower()
    return next((role for role in Role if role.value == text), ALIASES.get(text))
