"""The bodies of REST answers, beside those that viewers are sent as frames."""

from __future__ import annotations

import msgspec

from gateway.feeds.export import format_of
from gateway.feeds.played_game import PlayedGame
from gateway.model.instants import Instant
from gateway.model.messages import Message
from gateway.model.persons import Person
from gateway.model.sides import BySide
from gateway.record.entries import Entry
from gateway.record.visibility import Visibility
from gateway.referee.penalties import Penalty
from gateway.referee.powers import Power
from gateway.referee.rulebooks.book import Article, Treatment
from gateway.referee.rulings import Ended
from gateway.relay.hall.viewer_frames import TableBody

__all__ = [
    "ArticleBody",
    "EntriesBody",
    "GameBody",
    "GamesBody",
    "KnockingBody",
    "MeBody",
    "OneTableBody",
    "RulebookBody",
    "TablesBody",
]


class TablesBody(msgspec.Struct, frozen=True):
    """Every table of the event."""

    event: str
    now: int
    """The instant that is shown, in milliseconds since 1970: the relay's clock, less `behind`."""
    tables: list[TableBody]
    behind: int = 0
    """How far that is behind the relay's clock, in milliseconds."""


class KnockingBody(msgspec.Struct, frozen=True):
    """Senders on the bus that say to be tables and are none of the event: nothing is taken from them."""

    knocking: dict[str, int]
    """By name, when each was first heard: milliseconds since 1970."""


class OneTableBody(TableBody, frozen=True, kw_only=True):
    """One table, and the instant that is shown."""

    now: int
    behind: int = 0


class EntriesBody(msgspec.Struct, frozen=True):
    """Lines of a table's record."""

    table: str
    journal: int
    held: int
    """The number of the last line that the relay holds."""
    next: int | None
    """Ask for lines after this number to go on; None: there are no more."""
    entries: list[Entry]


class GameBody(msgspec.Struct, frozen=True):
    """One game of a table, also one that is over."""

    game: int
    """Its number at this table."""
    begun: Instant
    """When it was set up, by the table's clock."""
    rules: str
    rulebook: str
    players: BySide[Person]
    moves: list[str]
    result: Ended | None
    void: bool
    form: str
    """The notation in which it is written: `/api/tables/{table}/games/{game}.{form}`."""

    @classmethod
    def of(cls, game: PlayedGame) -> GameBody:
        """The game as it is listed."""
        setup, form = game.setup, format_of(game)
        return cls(
            setup.game, game.at, setup.rules, setup.rulebook, game.players, game.texts, game.ended, game.void, form
        )


class GamesBody(msgspec.Struct, frozen=True):
    """Every game of a table, the present one last."""

    table: str
    games: list[GameBody]


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
    powers: tuple[Power, ...] = ()
    """Who may do which act under it, so that a page can tell before the click. Of several that fit, the last holds."""


class MeBody(msgspec.Struct, frozen=True):
    """The person who asks, as the relay knows him."""

    name: str
    """Empty for whoever has not signed in."""
    role: str | None
    sees: Visibility
    acts: tuple[str, ...]
    """The acts that the role may do at all; what a rulebook reserves is in `/api/rulebooks/{name}`."""
    rights: tuple[str, ...]
    """What the role may do at the relay itself."""
