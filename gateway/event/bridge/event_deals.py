"""Deals for a bridge event out of a PBN file: which board of which round each belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from gateway.event.event_refusals import EventRefused
from gateway.model.errors import GatewayError
from gateway.model.messages import message
from gateway.tournament.bridge.pbn import PbnGame, read_pbn

from .bridge_acts import LoadDeals
from .bridge_regulations import BridgeRegulations

__all__ = ["deals_of_file"]

_AT_ONCE = 64
"""Boards of one act: an entry is to stay short enough to be sent."""


def deals_of_file(text: str, rules: BridgeRegulations, round_number: int = 0, why: str = "") -> tuple[LoadDeals, ...]:
    """What loads the deals of a file; raises `EventRefused`.

    Where boards are numbered from 1 in each round, the round is named, or each game of the file says it (`Round`).
    """
    try:
        games = [game for game in read_pbn(text) if game.deal is not None]
    except GatewayError as error:
        raise EventRefused(error.message) from error
    if not games:
        raise EventRefused(message("bridge_event.no_deals"))
    by_round: dict[int, dict[int, str]] = {}
    for game in games:
        number = _round(game, round_number) if rules.numbers_boards_anew else 0
        by_round.setdefault(number, {})[game.board] = game.deal.written() if game.deal is not None else ""
    return tuple(
        LoadDeals(round=number, deals=dict(part), why=why)
        for number, deals in sorted(by_round.items())
        for part in _parts(deals.items())
    )


def _parts(deals: Iterable[tuple[int, str]]) -> Iterator[list[tuple[int, str]]]:
    rest = iter(deals)
    while part := list(islice(rest, _AT_ONCE)):
        yield part


def _round(game: PbnGame, asked: int) -> int:
    if not asked and not game.round.isdecimal():
        raise EventRefused(message("bridge_event.deals_of_round"))
    return asked or int(game.round)
