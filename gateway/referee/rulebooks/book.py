"""Articles of a written text, and what the referee does about each."""

from __future__ import annotations

import enum
from typing import NamedTuple

import msgspec

from gateway.model.messages import Message
from gateway.referee.penalties import Penalty

__all__ = [
    "Article",
    "ArticleSource",
    "Row",
    "Text",
    "Treatment",
    "automatic",
    "by_act",
    "known_by",
    "on_claim",
    "people",
    "proposed",
    "recorded",
]


class Treatment(enum.StrEnum):
    """The treatment of an article by the referee."""

    AUTOMATIC = "automatic"
    """It rules by itself."""
    ON_CLAIM = "on claim"
    """It rules when a player asks; until then only arbiters are told."""
    PROPOSED = "proposed"
    """It lays the case before the arbiter, who decides."""
    BY_ACT = "by act"
    """The arbiter applies it by an act under its number; no table can see the occasion."""
    RECORDED = "recorded"
    """It writes down what happened and decides nothing."""
    PEOPLE = "for people"
    """It cannot see it, or there is nothing to decide."""

    @property
    def is_enforced(self) -> bool:
        """A ruling may rest on it."""
        return self in {Treatment.AUTOMATIC, Treatment.ON_CLAIM, Treatment.PROPOSED, Treatment.BY_ACT}


class ArticleSource(enum.StrEnum):
    """The kind of source by which an article is known to us."""

    TEXT = "text"
    """The federation's own text."""
    COPY = "one copy"
    """The federation's own text, read from one copy."""
    RESTATED = "restated"
    """One complete restatement that keeps the numbers."""
    SUMMARY = "summary"
    """One summary: hold it against the text before an event relies on it."""


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
    source: ArticleSource | None = None
    """How it is known to us; None where the whole text is at hand."""

    @property
    def title(self) -> Message:
        """What it is about."""
        return Message(f"article.{self.titled or self.cite}")

    @property
    def why(self) -> Message:
        """Why it is treated so, and by what decision where the text leaves it open."""
        return Message(f"note.{self.note or self.cite}")


class Row(NamedTuple):
    """An article as the table of its text has it."""

    number: str
    how: Treatment
    note: str = ""
    direct: Penalty | None = None
    source: ArticleSource | None = None


def automatic(number: str, note: str = "") -> Row:
    """An article the referee applies by itself."""
    return Row(number, Treatment.AUTOMATIC, note)


def on_claim(number: str, note: str = "") -> Row:
    """An article the referee applies when a player asks."""
    return Row(number, Treatment.ON_CLAIM, note)


def proposed(number: str, note: str = "", direct: Penalty | None = None) -> Row:
    """An article whose application a person decides."""
    return Row(number, Treatment.PROPOSED, note, direct)


def by_act(number: str, note: str = "", direct: Penalty | None = None) -> Row:
    """An article that the arbiter applies by an act."""
    return Row(number, Treatment.BY_ACT, note, direct)


def recorded(number: str, note: str = "", direct: Penalty | None = None) -> Row:
    """An article of which only the facts are kept."""
    return Row(number, Treatment.RECORDED, note, direct)


def people(number: str, note: str = "", direct: Penalty | None = None) -> Row:
    """An article that is left to people."""
    return Row(number, Treatment.PEOPLE, note, direct)


def known_by(source: ArticleSource, *rows: Row) -> tuple[Row, ...]:
    """Articles that are known by one kind of source."""
    return tuple(row._replace(source=source) for row in rows)


class Text:
    """A written text: every article it has, in its order. Titles and notes are in the catalogues, by citation."""

    def __init__(self, tag: str, name: str, *rows: Row) -> None:
        self.tag = tag
        self.title = Message(f"text.{name}")
        self.articles = tuple(
            Article(f"{tag} {row.number}", row.how, row.note, row.direct, source=row.source) for row in rows
        )
