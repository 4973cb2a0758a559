"""The choices that the rules of a team competition leave (C.04.6 1.2, 1.7), and the code of them in a file (192)."""

from __future__ import annotations

import enum

import msgspec

__all__ = ["NextScoregroup", "PreferenceType", "PrimaryScore", "TeamSwissRules", "rules_of"]


class PrimaryScore(enum.StrEnum):
    """The score by which teams are grouped and ranked (1.2)."""

    MATCH_POINTS = "match_points"
    GAME_POINTS = "game_points"


class PreferenceType(enum.StrEnum):
    """The kind of preferences for colours (1.7)."""

    SIMPLE = "simple"
    """Type A: only who is out of balance has one."""
    GRADED = "graded"
    """Type B: strong and mild ones."""
    NONE = "none"
    """Preferences are not used."""


class NextScoregroup(enum.StrEnum):
    """The test whether the following scoregroup is left well (C6); the text can be read in two ways."""

    FEWEST_BY_NUMBER = "fewest_by_number"
    """It needs no more upfloaters than an odd number makes necessary. If no choice does it, C6 decides nothing."""
    AS_FEW_AS_CAN_BE = "as_few_as_can_be"
    """It needs as few upfloaters as any choice leaves it."""


class TeamSwissRules(msgspec.Struct, frozen=True, kw_only=True):
    """The choices of the competition."""

    primary: PrimaryScore = PrimaryScore.MATCH_POINTS
    secondary_decides: bool = True
    """Whether the other score has a say in who is the first team of a pair (4.2.2)."""
    preferences: PreferenceType = PreferenceType.SIMPLE
    next_scoregroup: NextScoregroup = NextScoregroup.FEWEST_BY_NUMBER


_SCORES = {"MP": PrimaryScore.MATCH_POINTS, "GP": PrimaryScore.GAME_POINTS}
_TYPES = {"TYPEA": PreferenceType.SIMPLE, "TYPEB": PreferenceType.GRADED}


def rules_of(code: str) -> TeamSwissRules:
    """The rules that a coded type of tournament (192) names; those that hold by default where it names none.

    A code with scores and without a type is of a competition without colour preferences, as FIDE's table of codes has
    it; `FIDE_TEAM` alone stands for the defaults.
    """
    words = code.upper().split("_")
    if words[:2] not in (["FIDE", "TEAM"], ["CUSTOM", "TEAM"]):
        return TeamSwissRules()
    scores = [_SCORES[word] for word in words[2:] if word in _SCORES]
    if not scores:
        return TeamSwissRules()
    preferences = next((_TYPES[word] for word in words[2:] if word in _TYPES), PreferenceType.NONE)
    if words[0] == "CUSTOM":
        preferences = PreferenceType.SIMPLE
    return TeamSwissRules(primary=scores[0], secondary_decides=len(scores) > 1, preferences=preferences)
