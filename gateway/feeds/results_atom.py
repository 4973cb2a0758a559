"""Results as an Atom feed, the latest first."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from gateway.model.instants import Instant, wall_time
from gateway.model.messages import Message
from gateway.model.persons import Person
from gateway.model.results import Result
from gateway.model.sides import BySide, Side
from gateway.referee.rulings import Ended

__all__ = ["FinishedGame", "results_atom"]

_LATEST = 100
_SCORES = {Result.WHITE: "1–0", Result.BLACK: "0–1", Result.DRAW: "½–½", Result.BOTH_LOSE: "0–0"}


class FinishedGame(NamedTuple):
    """A game with its result."""

    id: str
    round: int
    table: str
    players: BySide[Person]
    ended: Ended
    at: Instant


def results_atom(
    event: str, title: str, games: Sequence[FinishedGame], words: Callable[[Message], str], base: str = ""
) -> bytes:
    """The feed; `words` makes sentences, `base` is the address of the site, without a slash at its end."""
    latest = sorted(games, key=lambda game: (game.at, game.id), reverse=True)[:_LATEST]
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"<title>{_text(title)}</title>",
        f"<id>{_id(event)}</id>",
        f"<updated>{_time(latest[0].at if latest else Instant(0))}</updated>",
        "<author><name>Flagfall</name></author>",
    ]
    if base:
        lines.append(f'<link rel="self" href={quoteattr(f"{base}/feeds/results.atom")}/>')
        lines.append(f'<link rel="alternate" type="text/html" href={quoteattr(f"{base}/")}/>')
    for game in latest:
        lines += _entry(event, game, words, base)
    return "\n".join([*lines, "</feed>", ""]).encode()


def _entry(event: str, game: FinishedGame, words: Callable[[Message], str], base: str) -> list[str]:
    white, black = (
        " ".join(filter(None, (each.title, each.name or "?"))) for each in (game.players.white, game.players.black)
    )
    place = f"{game.round}.{game.table}" if game.round else game.table
    return [
        "<entry>",
        f"<title>{_text(f'{white} – {black} {_score(game.ended)}')}</title>",
        f"<id>{_id(f'{event}/{game.id}')}</id>",
        f"<updated>{_time(game.at)}</updated>",
        f'<link rel="alternate" type="text/html" href={quoteattr(f"{base}/games/{game.id}")}/>',
        f"<category term={quoteattr(place)}/>",
        f"<summary>{_text(words(game.ended.text))}</summary>",
        "</entry>",
    ]


def _score(ended: Ended) -> str:
    if ended.lost is not None:
        return "0–½" if ended.lost is Side.WHITE else "½–0"
    return _SCORES[ended.result]


def _id(name: str) -> str:
    """An id that stays, wherever the event is served from."""
    return uuid.uuid5(uuid.NAMESPACE_URL, f"flagfall:{name}").urn


def _time(at: Instant) -> str:
    moment: datetime = wall_time(at).astimezone(UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _text(value: str) -> str:
    """The text without what XML has no place for."""
    return escape("".join(letter for letter in value if letter in "\t\n" or letter >= " "))
