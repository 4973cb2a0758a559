"""The bodies of REST answers, beside those that viewers are sent as frames."""

from __future__ import annotations

import msgspec

from gateway.model.messages import Message
from gateway.record.entries import Entry
from gateway.referee.penalties import Penalty
from gateway.referee.rulebooks.book import Article, Treatment
from gateway.relay.hall.viewer_frames import TableBody

__all__ = ["ArticleBody", "EntriesBody", "OneTableBody", "RulebookBody", "TablesBody"]


class TablesBody(msgspec.Struct, frozen=True):
    """Every table of the event."""

    event: str
    now: int
    """The relay's clock, in milliseconds since 1970."""
    tables: list[TableBody]


class OneTableBody(TableBody, frozen=True, kw_only=True):
    """One table, and the relay's clock."""

    now: int


class EntriesBody(msgspec.Struct, frozen=True):
    """Lines of a table's record."""

    table: str
    journal: int
    held: int
    """The number of the last line that the relay holds."""
    next: int | None
    """Ask for lines after this number to go on; None: there are no more."""
    entries: list[Entry]


class ArticleBody(msgspec.Struct, frozen=True):
    """One article of a rulebook, and what the referee does about it."""

    cite: str
    how: Treatment
    title: Message
    why: Message
    direct: Penalty | None

    @classmethod
    def of(cls, article: Article) -> ArticleBody:
        """The article as it is shown."""
        return cls(article.cite, article.how, article.title, article.why, article.direct)


class RulebookBody(msgspec.Struct, frozen=True):
    """Every article of a rulebook."""

    rulebook: str
    articles: list[ArticleBody]
