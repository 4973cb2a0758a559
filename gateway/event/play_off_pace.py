"""The pace of play-offs: as fast as the event's games, or faster. DH rapid 3, GN 30.4."""

from __future__ import annotations

from gateway.clock.classes import first_moves_ms
from gateway.clock.control_notation import parse_control
from gateway.model.instants import Millis
from gateway.model.messages import Message
from gateway.tournament.play_off import PlayOffBook, too_slow

from .regulations import Regulations

__all__ = ["slow_games", "slow_play_off"]


def slow_play_off(regulations: Regulations) -> Message | None:
    """What is wrong with the controls of play-offs by the book of the game, if anything."""
    book = _book(regulations.rules)
    if book is None:
        return None
    found = (
        _wrong(rules.control or regulations.control, control, book)
        for rules in regulations.plan
        for control in rules.play_off
    )
    return next((wrong for wrong in found if wrong is not None), None)


def slow_games(regulations: Regulations, normal: str, extra: str) -> Message | None:
    """What is wrong with the control of games for a shared place, if anything; raises a `GatewayError` if it cannot be
    read. Empty ones are those of the event."""
    book = _book(regulations.rules)
    asked = extra or normal or regulations.control
    if asked:
        parse_control(asked)
    return None if book is None else _wrong(normal or regulations.control, asked, book)


def _wrong(normal: str, extra: str, book: PlayOffBook) -> Message | None:
    """What is wrong with a control beside the one of normal games."""
    most, asked = _allotted(normal), _allotted(extra)
    return None if most is None or asked is None else too_slow(most, asked, book)


def _book(rules: str) -> PlayOffBook | None:
    """The book that speaks of play-offs in a game; none does in chess and renju."""
    if rules.startswith("draughts"):
        return PlayOffBook.DRAUGHTS
    return PlayOffBook.GOMOKU if rules == "gomoku" else None


def _allotted(control: str) -> Millis | None:
    """What a side has in all, or for the first 60 moves; None where that cannot be said."""
    if not control:
        return None
    parsed = parse_control(control)
    sides = [first_moves_ms(stages) for stages in (parsed.white, parsed.black)]
    return None if None in sides else max(each for each in sides if each is not None)
