"""The parts of a catalogue: what the public's pages need, so that a phone on a bad line need not wait for all of it."""

from __future__ import annotations

from collections.abc import Callable

from gateway.relay.web.static import Pages

__all__ = ["catalogue_parts"]

_ENTRIES = ("public/event.js", "public/tournament.js", "public/game.js", "public/embed.js", "public/overlay.js")
_NAMED = frozenset(
    {
        "citation",
        "duration",
        "game",
        "game_status",
        "language",
        "list",
        "offence",
        "penalty",
        "piece",
        "plain",
        "reason",
        "result",
        "role",
        "rulebook",
        "ruling",
        "side",
        "status",
    }
)
"""Beginnings of keys that are put together from a value, or come in a ruling."""


def catalogue_parts(pages: Pages) -> dict[str, Callable[[str], bool]]:
    """By the name of each part, which keys belong to it. `articles` are asked for where one is cited."""
    spelled_out = pages.text_keys(*_ENTRIES)
    return {
        "public": lambda key: key in spelled_out or key.partition(".")[0] in _NAMED,
        "articles": lambda key: key.startswith("article."),
    }
