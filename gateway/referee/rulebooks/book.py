"""What a written text is made of: articles, and what the referee does about each."""

from __future__ import annotations

import enum

import msgspec

from gateway.referee.penalties import Penalty

__all__ = ["Article", "Text", "Treatment", "automatic", "on_claim", "people", "proposed", "recorded"]


class Treatment(enum.StrEnum):
    """What the referee does about an article."""

    AUTOMATIC = "automatic"
    """It rules by itself."""
    ON_CLAIM = "on claim"
    """It rules when a player asks; until then only arbiters are told."""
    PROPOSED = "proposed"
    """It lays the case before the arbiter, who decides."""
    RECORDED = "recorded"
    """It writes down what happened and decides nothing."""
    PEOPLE = "for people"
    """It cannot see it, or there is nothing to decide."""

    @property
    def chinese(self) -> str:
        """The name in Chinese."""
        return _CHINESE[self]

    @property
    def is_enforced(self) -> bool:
        """A ruling may rest on it."""
        return self in {Treatment.AUTOMATIC, Treatment.ON_CLAIM, Treatment.PROPOSED}


_CHINESE = {
    Treatment.AUTOMATIC: "自动判定",
    Treatment.ON_CLAIM: "经提出后判定",
    Treatment.PROPOSED: "提请裁判员决定",
    Treatment.RECORDED: "仅作记录",
    Treatment.PEOPLE: "由人掌握",
}


class Article(msgspec.Struct, frozen=True):
    """One article of a text."""

    cite: str
    """As cited: `FMJD 4.13`."""
    how: Treatment
    en: str
    zh: str
    why: str
    """Why it is treated so, and by what decision where the text leaves it open."""
    direct: Penalty | None = None
    """The penalty that may be imposed at once, where the text names one."""


Row = tuple[str, Treatment, str, str, str, Penalty | None]


def automatic(number: str, en: str, zh: str, why: str) -> Row:
    """An article the referee applies by itself."""
    return number, Treatment.AUTOMATIC, en, zh, why, None


def on_claim(number: str, en: str, zh: str, why: str) -> Row:
    """An article the referee applies when a player asks."""
    return number, Treatment.ON_CLAIM, en, zh, why, None


def proposed(number: str, en: str, zh: str, why: str, direct: Penalty | None = None) -> Row:
    """An article whose application a person decides."""
    return number, Treatment.PROPOSED, en, zh, why, direct


def recorded(number: str, en: str, zh: str, why: str, direct: Penalty | None = None) -> Row:
    """An article of which only the facts are kept."""
    return number, Treatment.RECORDED, en, zh, why, direct


def people(number: str, en: str, zh: str, why: str, direct: Penalty | None = None) -> Row:
    """An article that is left to people."""
    return number, Treatment.PEOPLE, en, zh, why, direct


class Text:
    """A written text: every article it has, in its order."""

    def __init__(self, tag: str, title: str, chinese: str, *rows: Row) -> None:
        self.tag = tag
        self.title = title
        self.chinese = chinese
        self.articles = tuple(
            Article(f"{tag} {number}", how, en, zh, why, direct) for number, how, en, zh, why, direct in rows
        )
