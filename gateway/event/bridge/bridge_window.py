"""A bridge event as the public may see it: what nobody has still to play.

A board of a match is shown once every table of the match has played it; where the deals of the round are loaded, and
so all matches are known to have the same, once every table of the round has. Where all play the same sets one after the
other (whist, pairs, individuals), once every table has that is ever to play it. Everything else is reckoned from that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from .bridge_acts import LoadDeals
from .bridge_drawing import known_rounds
from .bridge_entries import BridgeEntry
from .bridge_event import BoardAtTable, BridgeEvent, BridgeRoundState, BridgeTable, Room

__all__ = ["as_public", "record_without_sealed_deals", "with_open_deals"]

_replace = msgspec.structs.replace


def as_public(event: BridgeEvent) -> BridgeEvent:
    """The event with what is published, and of that the boards that may be talked about; no reports, no calls."""
    to_come = set(_still_to_play(event))
    published = event.as_published
    rounds = tuple(
        _replace(a_round, tables=tuple(_shown(event, a_round, table, to_come) for table in a_round.tables))
        for a_round in published.rounds
    )
    line_ups = {key: players for key, players in event.line_ups.items() if key[1] <= len(rounds)}
    return with_open_deals(_replace(published, rounds=rounds, line_ups=line_ups, calls=()), _open_deals(event))


def with_open_deals(event: BridgeEvent, known: frozenset[tuple[int, int]] | None = None) -> BridgeEvent:
    """The event with the deals that anybody may know: those of boards that nobody has still to play.

    Also a director is shown no others: he may sit down at a table himself.
    """
    shown = _open_deals(event) if known is None else known
    return _replace(event, deals={key: deal for key, deal in event.deals.items() if key in shown})


def record_without_sealed_deals(entries: Iterable[BridgeEntry], event: BridgeEvent | None) -> list[BridgeEntry]:
    """The entries as they may be read: of a deal that is sealed only that it was loaded."""
    shown = _open_deals(event) if event is not None else frozenset()
    return [_unsealed(entry, shown) for entry in entries]


def _unsealed(entry: BridgeEntry, shown: frozenset[tuple[int, int]]) -> BridgeEntry:
    if not isinstance(entry.act, LoadDeals):
        return entry
    number = entry.act.round
    deals = {board: deal if (number, board) in shown else "" for board, deal in entry.act.deals.items()}
    return _replace(entry, act=_replace(entry.act, deals=deals))


def _open_deals(event: BridgeEvent) -> frozenset[tuple[int, int]]:
    """The boards, by the round under which their deals are kept, that every table has played which ever will."""
    if not event.deals:
        return frozenset()
    to_come = set(_still_to_play(event)) if not event.regulations.numbers_boards_anew else set[int]()
    return frozenset(key for key in event.deals if key[1] not in to_come and _is_played_out(event, *key))


def _is_played_out(event: BridgeEvent, number: int, board: int) -> bool:
    """Whether there are tables that have the board, and each of them has a result of it that counts."""
    tables = [
        table
        for a_round in event.rounds
        if number in {0, a_round.number}
        for table in a_round.tables
        if board in table.boards
    ]
    return bool(tables) and all(event.counted(table, board) is not None for table in tables)


def _still_to_play(event: BridgeEvent) -> Iterator[int]:
    """Boards that some table of a known movement has no result of, drawn already or not."""
    played = {
        (table.id, board)
        for a_round in event.rounds
        for table in a_round.tables
        for board in table.boards
        if event.counted(table, board) is not None
    }
    for planned in known_rounds(event) if event.closed else ():
        for table in planned.tables:
            yield from (board for board in table.boards if (table.id, board) not in played)


def _shown(event: BridgeEvent, a_round: BridgeRoundState, table: BridgeTable, to_come: set[int]) -> BridgeTable:
    beside = [each for each in a_round.tables if each.match == table.match] if table.room is not Room.ONLY else [table]
    results: dict[int, BoardAtTable] = {}
    for board in table.boards:
        alike = a_round.tables if event.deal_of(a_round.number, board) else beside
        counted = [event.counted(each, board) for each in alike if board in each.boards]
        own = event.counted(table, board)
        if own is not None and None not in counted and board not in to_come:
            results[board] = BoardAtTable(accepted=own, at=table.results[board].at)
    return _replace(table, results=results)
