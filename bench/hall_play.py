"""What the tables of a hall would say while they play, made beforehand, so that making it is not measured."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from gateway.clock.face import ClockFace
from gateway.games import registry
from gateway.games.game import Line, Position
from gateway.model.instants import Instant, Millis
from gateway.model.persons import Person, named
from gateway.model.sides import BySide, Side
from gateway.record.entries import Entry
from gateway.record.table_state import ArbitersState, ClockMessage, Device, LastMove, Status, TableState
from gateway.record.visibility import Visibility
from gateway.record.wire import CLOCK, ENTRY, TABLE_STATE
from gateway.referee.inputs import Moved, SetUp

MARK = b"@@"
"""Stands in a position's text before the instant at which a move was made."""


class Said(NamedTuple):
    """What a table says of one move."""

    entry: bytes
    state: bytes
    clock: bytes


def game(event: str, table: str, moves: int, *, played: int = 30, n: int = 0, marked: bool = True) -> Iterator[Said]:
    """A game of chess, as so many lines after `n` others: its set-up, with so many moves played, then moves; `marked`
    with an instant."""
    dice = random.Random(table)
    rules = registry.find("chess")
    line, texts, made = Line((rules.start(),)), list[str](), 0
    while made < moves:
        legal = line.last.moves()
        if not legal:
            line = Line((rules.start(),))
            continue
        move = dice.choice(legal)
        texts.append(line.last.write(move))
        side, line = line.last.turn, line.play(move)
        if len(texts) <= played:
            continue
        made += 1
        last, mark = LastMove(texts[-1], move.path, move.taken), f"{MARK.decode()}{0:019d} " if marked else ""
        what = _moved(side, last, line.last) if made > 1 else _set_up(table, line.last)
        yield _said(event, table, n + made, what, texts, line, last, dice, mark)


def _set_up(table: str, position: Position) -> SetUp:
    return SetUp(1, "chess", "chess-blitz", "3m+2s", _players(table), position.fen(), position.board(), 8, 8)


def _moved(side: Side, last: LastMove, position: Position) -> Moved:
    return Moved(side, last.text, last.text, last.path, last.taken, position.board(), position.fen())


def _players(table: str) -> BySide[Person]:
    return named(f"Ann Able {table}", f"Bo Bright {table}")


def _said(
    event: str,
    table: str,
    n: int,
    what: SetUp | Moved,
    texts: list[str],
    line: Line,
    last: LastMove,
    dice: random.Random,
    mark: str,
) -> Said:
    at, position = Instant(1_700_000_000_000 + n * 4000), line.last
    face = ClockFace(Millis(dice.randrange(20_000, 180_000)), Millis(90_000), position.turn, at)
    fen = mark + position.fen()
    state = TableState(
        event=event,
        table=table,
        at=at,
        last=n,
        first=1,
        game=1,
        rules="chess",
        rulebook="chess-blitz",
        control="3m+2s",
        players=_players(table),
        status=Status.PLAYING,
        turn=position.turn,
        rows=8,
        cols=8,
        board=position.board(),
        fen=fen,
        ply=len(texts),
        moves=tuple(texts),
        clock=face,
        devices=(Device("board", True, battery=80),),
        last_move=last,
        arbiters=ArbitersState(),
    )
    entry = Entry(n, at, Visibility.PUBLIC, what)
    return Said(ENTRY.encode(entry), TABLE_STATE.encode(state), CLOCK.encode(ClockMessage(at, face)))


def stamped(text: bytes, now: Callable[[], int] = time.monotonic_ns) -> bytes:
    """The same with the present instant in its mark."""
    at = text.find(MARK)
    return text[: at + 2] + b"%019d" % now() + text[at + 21 :] if at >= 0 else text
