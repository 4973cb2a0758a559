"""Addresses that QR codes on forms open: the page of the event, and for each game where its result is entered."""

from __future__ import annotations

from .form_event import FormGame, FormPairing
from .printed_form import FormCode

__all__ = ["live_codes", "live_link", "result_link"]


def live_link(site: str) -> str:
    """The page on which everybody follows the event; empty where the forms know no site."""
    return f"{site}/" if site else ""


def live_codes(site: str) -> tuple[FormCode, ...]:
    """The code for the corner of a list."""
    return (FormCode(live_link(site)),) if site else ()


def result_link(site: str, pairing: FormPairing, game: FormGame) -> str:
    """Where the result of a game is entered; where nobody has told that address, where the game is shown."""
    if game.link or not site:
        return game.link
    return f"{site}/tables/{pairing.table}" if pairing.table else live_link(site)
