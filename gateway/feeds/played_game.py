"""A game as it was played in the end, out of the entries of a record.

Moves that were taken back are left out. Where a position was set that the moves do not lead to, a new stretch begins.
The public's part of a record is enough; of an irregular turn that it does not tell, only that there was one is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import assert_never

import msgspec

from gateway.clock.face import ClockFace, Way
from gateway.clock.facts import ClockPressed, ClockStarted
from gateway.games import registry
from gateway.games.game import Position
from gateway.games.irregular_turns import mark_of
from gateway.model.errors import GameError
from gateway.model.instants import Instant, Millis
from gateway.model.persons import Person
from gateway.model.sides import BySide, Side
from gateway.record.entries import Entry
from gateway.referee.inputs import Clocked, Irregular, Moved, Retracted, SetUp
from gateway.referee.rulings import Ended, Opened, Overturned, PositionSet, Resumed, TimeChanged, Voided

__all__ = ["HIDDEN", "ClockSighting", "PlayedGame", "PlayedMove", "Stretch", "begun_by", "games_of", "led_on"]

HIDDEN = "[...]"
"""An irregular turn that only arbiters were told of, in the list of everybody who sees that the game has gone on."""
_WAITING = 32
"""Presses that wait for their moves at most; more belong to none."""
_replace = msgspec.structs.replace


class ClockSighting(msgspec.Struct, frozen=True):
    """The clock as an entry tells it."""

    n: int
    """The number of the entry."""
    times: BySide[Millis]
    """What it showed."""
    face: ClockFace


class PlayedMove(msgspec.Struct, frozen=True):
    """One move."""

    side: Side
    text: str
    """As people write it."""
    after: Position
    pressed: ClockSighting | None = None
    """The clock when the mover pressed it; in shared time, when the move was seen."""
    at: Instant | None = None
    """When it was seen; None of one that an arbiter or an opening put in."""
    path: tuple[int, ...] = ()
    """The cells on which the piece stood, for a display."""
    taken: tuple[int, ...] = ()

    @property
    def times(self) -> BySide[Millis] | None:
        """What the clock showed when the mover pressed it; None also in shared time, where nobody does."""
        common = self.pressed is not None and self.pressed.face.way is Way.SHARED
        return None if self.pressed is None or common else self.pressed.times


class Stretch(msgspec.Struct, frozen=True):
    """Moves that follow from one position."""

    start: Position
    moves: tuple[PlayedMove, ...] = ()
    marks: tuple[str, ...] = ()
    """The irregular turn that led to its start, `[20-30]`; none where the position was set, or the game began.

    There are several where it is not told what stood between them."""

    @property
    def mark(self) -> str:
        """The irregular turns that led to its start, in one text."""
        return " ".join(self.marks)

    @property
    def last(self) -> Position:
        """Where the moves have led to."""
        return self.moves[-1].after if self.moves else self.start


class PlayedGame(msgspec.Struct, frozen=True):
    """One game of a table."""

    setup: SetUp
    at: Instant
    """When it was set up."""
    players: BySide[Person]
    """Who held which colour in the end."""
    stretches: tuple[Stretch, ...]
    pressed: tuple[tuple[Side, ClockSighting], ...] = ()
    """Who has pressed before the move was seen, and the clock then: in blitz a board may be some moves behind."""
    face: ClockFace | None = None
    """The clock as it was told last."""
    begun: ClockSighting | None = None
    """The clock when it was started."""
    changes: tuple[tuple[int, TimeChanged], ...] = ()
    """Rulings that changed a side's time, each with the number of its entry."""
    ended: Ended | None = None
    void: bool = False

    @property
    def last(self) -> Stretch:
        """The stretch that led to the end."""
        return self.stretches[-1]

    @property
    def texts(self) -> list[str]:
        """Every turn in order, irregular ones that stand in brackets."""
        return [text for stretch in self.stretches for text in (*stretch.marks, *(move.text for move in stretch.moves))]


def games_of(entries: Iterable[Entry]) -> Iterator[PlayedGame]:
    """The games of a record in the order in which they were set up."""
    game: PlayedGame | None = None
    for entry in entries:
        if isinstance(entry.what, SetUp):
            if game is not None:
                yield game
            game = begun_by(entry.what, entry.at)
        elif game is not None:
            game = led_on(game, entry)
    if game is not None:
        yield game


def begun_by(setup: SetUp, at: Instant) -> PlayedGame:
    """The game that is set up so; raises `GameError` for what makes no game."""
    return PlayedGame(setup, at, setup.players, (Stretch(registry.find(setup.rules).position(setup.fen)),))


def led_on(game: PlayedGame, entry: Entry) -> PlayedGame:
    """The game after one more entry."""
    match entry.what:
        case Moved() as moved:
            return _moved(game, moved, entry)
        case Irregular() | Retracted() | PositionSet() | Opened() as other:
            return _otherwise(game, other)
        case Clocked() as clocked:
            return _clocked(game, clocked, entry)
        case TimeChanged() as changed:
            return _replace(game, changes=(*game.changes, (entry.n, changed)))
        case Ended() as ended:
            return _replace(game, ended=ended)
        case Overturned() as overturned if game.ended is not None and overturned.ruling != game.ended.no:
            return game
        case Overturned() | Resumed():
            return _replace(game, ended=None, pressed=())
        case Voided():
            return _replace(game, ended=None, void=True)
        case _:
            return game


def _otherwise(game: PlayedGame, what: Irregular | Retracted | PositionSet | Opened) -> PlayedGame:
    """The game after something else than a move that changes what stands on the board."""
    match what:
        case Irregular():
            return _played_on(game, what.base, what.stood)
        case Retracted():
            return _retracted(game, what) if game.texts[-1:] == [what.text] else game
        case PositionSet():
            return _set(_replace(game, pressed=()), what)
        case Opened():
            return _replace(_opened(game, what.fen), players=what.players)
        case _:
            assert_never(what)


def _played_on(game: PlayedGame, base: str, stood: str) -> PlayedGame:
    """The game with what somebody has played on from: an irregular turn, or the last one as it was changed."""
    if not base or base == game.last.last.fen():
        return game
    if not stood:
        return _stand(game, base, _mark(game, base))
    turn = registry.find(game.setup.rules).recorded_position(base).turn
    if turn is not game.last.last.turn:
        return _turn(game, base, stood)
    last = game.last
    if len(last.marks) > 1 and not last.moves:  # it is not told what stood between them: only the last is another
        return _stand(_replace(game, stretches=game.stretches[:-1]), base, *last.marks[:-1], stood)
    return _turn(_back_to(game, len(game.texts) - 1), base, stood) if game.texts else _stand(game, base, HIDDEN, stood)


def _turn(game: PlayedGame, fen: str, text: str, *more: str) -> PlayedGame:
    """The game with one more turn: a legal move, or what stands; with several, if only their end is known."""
    before = game.last.last
    for move in () if more else before.moves():
        after = before.play(move)
        if after.fen() == fen:
            played = PlayedMove(before.turn, text, after, path=move.path, taken=move.taken)
            return _with_last(game, _played(game.last, played))
    return _stand(game, fen, text, *more)


def _moved(game: PlayedGame, moved: Moved, entry: Entry) -> PlayedGame:
    game = _played_on(game, moved.base, moved.stood)
    before = game.last.last
    hidden = (HIDDEN,) if moved.side is not before.turn else ()
    try:
        after = before.play(before.read(moved.move))
    except GameError:
        return _stand(game, moved.fen, *hidden, moved.text)
    if hidden or (moved.fen and after.fen() != moved.fen):
        return _stand(game, moved.fen, *hidden, moved.text)
    seen, waiting = _press_of(game, moved.side)
    if seen is None and game.face is not None and game.face.way is Way.SHARED:
        seen = _sighting(game.face, entry)  # nobody presses; the common time goes on
    move = PlayedMove(moved.side, moved.text, after, seen, entry.at, moved.path, moved.taken)
    return _with_last(_replace(game, pressed=waiting), _played(game.last, move))


def _retracted(game: PlayedGame, what: Retracted) -> PlayedGame:
    """The game without its last turn; what led up to it may not be known turn by turn."""
    shorter = _back_to(game, len(game.texts) - 1)
    missing = game.texts[len(shorter.texts) : -1]
    return _stand(shorter, what.fen, *missing) if missing else shorter


def _set(game: PlayedGame, ruling: PositionSet) -> PlayedGame:
    """The game with the list of moves that a ruling gives it: some are gone, one has come, or it stands otherwise."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(game.texts, ruling.moves, strict=False)))
    if same < len(game.texts):
        game = _back_to(game, same, ruling.fen)
    came = ruling.moves[len(game.texts) :]
    while len(came) > 1 and (played := _read(game, came[0])) is not None:
        game, came = played, came[1:]
    if not came:
        return game if game.last.last.fen() == ruling.fen else _stand(game, ruling.fen)
    return _turn(game, ruling.fen, *came)


def _read(game: PlayedGame, text: str) -> PlayedGame | None:
    """The game with one more move, if it is a legal one."""
    before = game.last.last
    try:
        move = before.read(text)
    except GameError:
        return None
    played = PlayedMove(before.turn, text, before.play(move), path=move.path, taken=move.taken)
    return _with_last(game, _played(game.last, played))


def _opened(game: PlayedGame, fen: str) -> PlayedGame:
    """The game after a step of an opening: a fifth may have been chosen, or the last stone taken back."""
    before = game.last.last
    if before.fen() == fen:
        return game
    for move in before.moves():
        after = before.play(move)
        if after.fen() == fen:
            played = PlayedMove(before.turn, before.write(move), after, path=move.path, taken=move.taken)
            return _with_last(game, _played(game.last, played))
    for turns in range(len(game.texts) - 1, -1, -1):
        shorter = _back_to(game, turns, fen)
        if shorter.last.last.fen() == fen:
            return shorter
    return _stand(game, fen, _mark(game, fen))


def _stand(game: PlayedGame, fen: str, *marks: str) -> PlayedGame:
    """The game with a position that no legal move has led to."""
    position = registry.find(game.setup.rules).recorded_position(fen)
    return _replace(game, stretches=(*game.stretches, Stretch(position, marks=tuple(filter(None, marks)))))


def _mark(game: PlayedGame, fen: str) -> str:
    """What an irregular turn is called where the record does not say."""
    rules = registry.find(game.setup.rules)
    return mark_of(rules, game.last.last, rules.recorded_position(fen)) if game.texts else ""


def _back_to(game: PlayedGame, turns: int, fen: str = "") -> PlayedGame:
    """The game after so many turns; of what was set up then, as much as leads to `fen`, or all."""
    kept: list[Stretch] = []
    for stretch in game.stretches:
        if len(stretch.marks) > turns:
            break
        turns -= len(stretch.marks)
        part = _replace(stretch, moves=stretch.moves[:turns])
        kept.append(part)
        turns -= len(part.moves)
        if not turns and (part.last.fen() == fen or len(part.moves) < len(stretch.moves)):
            break
    return _replace(game, stretches=tuple(kept))


def _clocked(game: PlayedGame, clocked: Clocked, entry: Entry) -> PlayedGame:
    """The game with what the clock showed, where that tells something about its moves."""
    game = _replace(game, face=clocked.face)
    seen = _sighting(clocked.face, entry)
    match clocked.fact:
        case ClockPressed(by=side):
            return _pressed(game, side, seen)
        case ClockStarted() if game.begun is None and not game.texts:
            return _replace(game, begun=seen)
        case ClockStarted(side=side) if game.begun is None and seen.face.way is Way.SHARED:
            return _pressed(_replace(game, begun=seen), side.other, seen)  # by the first move
        case _:
            return game


def _sighting(face: ClockFace, entry: Entry) -> ClockSighting:
    return ClockSighting(entry.n, BySide(*(face.shown_ms(each, entry.at) for each in Side)), face)


def _pressed(game: PlayedGame, side: Side, seen: ClockSighting) -> PlayedGame:
    moves = game.last.moves
    if game.pressed or not moves or moves[-1].side is not side or moves[-1].pressed is not None:
        again = game.pressed[-1:] != () and game.pressed[-1][0] is side  # of two in a row the last one counts
        waiting = game.pressed[:-1] if again else game.pressed
        return _replace(game, pressed=(*waiting, (side, seen))[-_WAITING:])
    return _with_last(game, _replace(game.last, moves=(*moves[:-1], _replace(moves[-1], pressed=seen))))


def _press_of(game: PlayedGame, side: Side) -> tuple[ClockSighting | None, tuple[tuple[Side, ClockSighting], ...]]:
    """The press that a side's move was waited for with, and those that wait for the moves after it."""
    for at, (presser, seen) in enumerate(game.pressed):
        if presser is side:
            return seen, game.pressed[at + 1 :]
    return None, ()


def _played(stretch: Stretch, move: PlayedMove) -> Stretch:
    return _replace(stretch, moves=(*stretch.moves, move))


def _with_last(game: PlayedGame, stretch: Stretch) -> PlayedGame:
    return _replace(game, stretches=(*game.stretches[:-1], stretch))
