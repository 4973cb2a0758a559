"""Articles of a written text, and what the referee does about each."""

from __future__ import annotations

import enum

import msgspec

from gateway.model.messages import Message
from gateway.referee.penalties import Penalty

__all__ = ["Article", "Text", "Treatment", "automatic", "on_claim", "people", "proposed", "recorded"]


class Treatment(enum.StrEnum):
    """The treatment of an article by the referee."""

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
    def is_enforced(self) -> bool:
        """A ruling may rest on it."""
        return self in {Treatment.AUTOMATIC, Treatment.ON_CLAIM, Treatment.PROPOSED}


class Article(msgspec.Struct, frozen=True):
    """One article of a text."""

    cite: str
    """As cited: `FMJD 4.13`."""
    how: Treatment
    note: str = ""
    """Which note of the catalogues says why it is treated so; empty for the one of its own."""
    direct: Penalty | None = None
    """The penalty that may be imposed at once, where the text names one."""
    titled: str = ""
    """Which title of the catalogues it has, where that is not the one of its citation."""

    @property
    def title(self) -> Message:
        """What it is about."""
        return Message(f"article.{self.titled or self.cite}")

    @property
    def why(self) -> Message:
        """Why it is treated so, and by what decision where the text leaves it open."""
        return Message(f"note.{self.note or self.cite}")


Row = tuple[str, Treatment, str, Penalty | None]


def automatic(number: str, note: str = "") -> Row:
    """An article the referee applies by itself."""
    return number, Treatment.AUTOMATIC, note, None


def on_claim(number: str, note: str = "") -> Row:
    """An article the referee applies when a player asks."""
    return number, Treatment.ON_CLAIM, note, None


def proposed(number: str, note: str = "", direct: Penalty | None = None) -> Row:
    """An article whose application a person decides."""
    return number, Treatment.PROPOSED, note, direct


def recorded(number: str, note: str = "", direct: Penalty | None = None) -> Row:
    """An article of which only the facts are kept."""
    return number, Treatment.RECORDED, note, direct


def people(number: str, note: str = "", direct: Penalty | None = None) -> Row:
    """An article that is left to people."""
    return number, Treatment.PEOPLE, note, direct


class Text:
    """A written text: every article it has, in its order. Titles and notes are in the catalogues, by citation."""

    def __init__(self, tag: str, name: str, *rows: Row) -> None:
        self.tag = tag
        self.title = Message(f"text.{name}")
        self.articles = tuple(Article(f"{tag} {number}", how, note, direct) for number, how, note, direct in rows)
