"""Rights: what each role may see and do at the relay, decided here and nowhere else.

Which acts a role may do at a table is the referee's to say (`gateway.referee.powers`); this module only hands it on.
"""

from __future__ import annotations

import enum
from functools import cache

from gateway.record.visibility import Audience, Visibility
from gateway.referee.powers import acts_of
from gateway.referee.roles import ANY_ARBITER, CHIEFS, SEES_ALL, SENIOR, Role, find_role

__all__ = ["Right", "acts_for", "audience_of", "may", "may_watch", "rights_for", "sees"]


class Right(enum.StrEnum):
    """A right to something that is the relay's own, not a table's."""

    ASSIGN = "assign"
    """To assign what a table plays."""
    ADMIT = "admit"
    """To let tables in, and give out claims for them."""
    PEOPLE = "people"
    """To invite people, change their roles, disable their accounts."""
    AUDIT = "audit"
    """To read who did what."""
    CARDS = "cards"
    """To print the players' cards, and to make the old ones useless."""
    QUEUE = "queue"
    """To take what waits at a table in hand, hand it over, and say that it is seen to."""
    TOURNAMENT = "tournament"
    """To run the tournament: entries, pairings, withdrawals, the ranking."""
    RESULTS = "results"
    """To enter, confirm and correct results."""
    DELAY = "delay"
    """To say how far behind the hall an audience is."""
    WITHHOLD = "withhold"
    """To hold one table back from those who look on, and to release it."""
    ROUND_CLOCK = "round_clock"
    """To set and run the round clock."""
    PUSHES = "pushes"
    """To see how what is sent to others gets on, and to have it tried again."""


_HELD_BY: dict[Right, tuple[Role, ...]] = {
    Right.ASSIGN: (*SENIOR, Role.COMMITTEE),
    Right.ADMIT: (*SENIOR, Role.COMMITTEE),
    Right.PEOPLE: (*CHIEFS, Role.COMMITTEE),
    Right.AUDIT: (*CHIEFS, Role.COMMITTEE),
    Right.CARDS: (*ANY_ARBITER, Role.COMMITTEE),
    Right.QUEUE: (*ANY_ARBITER, Role.APPEALS),
    Right.TOURNAMENT: (*SENIOR, Role.COMMITTEE),
    Right.RESULTS: (*ANY_ARBITER, Role.COMMITTEE, Role.CLERK),
    Right.DELAY: (*CHIEFS, Role.COMMITTEE),
    Right.WITHHOLD: (*ANY_ARBITER, Role.COMMITTEE, Role.OPERATOR),
    Right.ROUND_CLOCK: (*ANY_ARBITER, Role.COMMITTEE),
    Right.PUSHES: (*CHIEFS, Role.COMMITTEE, Role.OPERATOR),
}


def sees(role: str | None) -> Visibility:
    """The circle that somebody of this role belongs to; None: nobody in particular."""
    return Visibility.ARBITERS if role is not None and find_role(role) in SEES_ALL else Visibility.PUBLIC


def audience_of(role: str | None) -> Audience | None:
    """The audience that somebody of this role belongs to; None: he sees the present, since he works with it."""
    found = None if role is None else find_role(role)
    if found in SEES_ALL or found is Role.CLERK:
        return None
    return Audience.SCREENS if found is Role.SCREEN else Audience.PUBLIC


def may_watch(role: str | None, audience: Audience) -> bool:
    """Whether somebody of this role may ask for what an audience is shown. A broadcast operator may see what is on the
    hall's screens, but has to ask for it: what he has open is likely to be on the air."""
    return audience in {Audience.PUBLIC, audience_of(role)} or audience_of(role) is None or _is_operator(role)


def _is_operator(role: str | None) -> bool:
    return role is not None and find_role(role) is Role.OPERATOR


def may(role: str, right: Right) -> bool:
    """Whether a role has a right."""
    return find_role(role) in _HELD_BY[right]


def rights_for(role: str | None) -> tuple[Right, ...]:
    """All rights of a role."""
    return tuple(right for right in Right if role is not None and may(role, right))


@cache
def acts_for(role: str | None) -> tuple[str, ...]:
    """The acts that a role may do at all, at one table or another."""
    return acts_of(find_role(role)) if role is not None else ()
