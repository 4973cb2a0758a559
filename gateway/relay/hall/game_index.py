"""The index of all games of an event: who plays or played what, and how it stands or ended.

It is made of the public lines as they come, one after the other, and at a start of those that are stored. A line costs
the same whatever came before it: positions and moves are not worked out here (`played_games.py` does, for the game that
is asked for).
"""

from __future__ import annotations

import asyncio
import bisect
import enum
import logging
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TypeVar, cast

import msgspec

from gateway.games import registry
from gateway.model.errors import GatewayError
from gateway.model.instants import Instant
from gateway.model.messages import message
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import Person
from gateway.model.sides import BySide, Side
from gateway.record.game_id import GameId
from gateway.record.visibility import Visibility
from gateway.record.wire import ENTRY, WireError
from gateway.referee.inputs import SetUp
from gateway.referee.rulings import Ended, Opened
from gateway.store import LineStore

__all__ = ["GameIndex", "GameStatus", "GameSummary", "UnknownGameId"]

log = logging.getLogger(__name__)

_CHUNK = 2000
"""Lines that are read at once at a start; between two chunks others have their turn."""


class UnknownGameId(GatewayError, LookupError):
    """An id that no game of the event has."""

    def __init__(self, wanted: GameId) -> None:
        super().__init__(message("problem.no_such_game_id", id=str(wanted)))


class GameStatus(enum.StrEnum):
    """The status of a game, as the record tells it."""

    READY = "ready"
    """Set up; nobody has moved and no clock runs."""
    PLAYING = "playing"
    PAUSED = "paused"
    """Stopped, or adjourned."""
    OVER = "over"
    VOID = "void"
    """It does not count, and is played again."""
    BROKEN_OFF = "broken_off"
    """The table has gone on to another game, and this one has no result."""
    SET_ASIDE = "set_aside"
    """Set up, and set up anew before anybody moved."""

    @property
    def is_final(self) -> bool:
        """Whether the table has turned to another game, or this one has its result; an arbiter may still correct it."""
        return self not in {GameStatus.READY, GameStatus.PLAYING, GameStatus.PAUSED}


class GameSummary(msgspec.Struct, frozen=True, kw_only=True):
    """One game of the event, as it is listed."""

    id: str
    """Its id: `t7.3`. The page is `/games/{id}`, the whole game `/api/games/{id}`."""
    table: str
    journal: int
    game: int
    """Its number at the table."""
    round: RoundNumber
    """0 where there are no rounds."""
    pairing: PairingId
    players: BySide[Person]
    """Who holds which colour, or held it in the end."""
    rules: str
    rulebook: str
    control: str
    form: str
    """The notation of its rules: `/api/games/{id}.{form}`."""
    status: GameStatus
    result: Ended | None
    """Who won and why, by which article."""
    set_up: Instant
    """When it was set up; instants are of the table's clock."""
    started: Instant | None
    """When play began: by the clock, or by the first move."""
    ended: Instant | None
    plies: int
    """How many turns were taken."""
    first: int
    """The number of its first line in the table's record."""
    last: int
    """The number of its last public line so far."""
    turn: Side
    fen: str
    """The position by its last line."""

    @property
    def game_id(self) -> GameId:
        """The id as a value."""
        return GameId(self.table, self.game, self.journal)


class _Outline(msgspec.Struct):
    """The part of a line that can be read without knowing its kind."""

    type: str = ""
    side: Side = Side.WHITE
    turn: Side = Side.WHITE
    fen: str = ""
    base: str = ""
    stood: str = ""
    moves: tuple[str, ...] = ()
    ruling: int = 0


class _Line(msgspec.Struct):
    n: int
    at: Instant
    visibility: Visibility
    what: _Outline


_LINE = msgspec.json.Decoder(_Line)
_replace = msgspec.structs.replace
T = TypeVar("T", Ended, Opened)


class GameIndex:
    """Every game that the tables of an event have set up."""

    def __init__(self) -> None:
        self._games: dict[GameId, GameSummary] = {}
        self._order: list[tuple[tuple[object, ...], GameId]] = []
        """In the order of rounds, then of tables."""
        self._tables: dict[str, list[GameId]] = {}
        """The games of each table, as they were set up."""
        self._counts: dict[RoundNumber, Counter[GameStatus]] = {}
        self._present: dict[tuple[str, int], GameId] = {}
        """The game that each journal's lines are about."""
        self.changes = 0
        """Goes up with each change, so that whoever has listed the games knows whether to do it again."""
        self.changed_in: dict[RoundNumber, int] = {}
        """By round, what `changes` was when a game of it changed last."""

    def copy(self) -> GameIndex:
        """One with the same games, which goes its own way."""
        other = GameIndex()
        other._games, other._order, other._present = dict(self._games), list(self._order), dict(self._present)
        other._tables = {table: list(games) for table, games in self._tables.items()}
        other.changes, other.changed_in = self.changes, dict(self.changed_in)
        other._counts = {number: counts.copy() for number, counts in self._counts.items()}
        return other

    # Asking ---------------------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._games)

    def __iter__(self) -> Iterator[GameSummary]:
        """In the order of rounds, then of tables, then as they were played."""
        return (self._games[each] for _, each in self._order)

    def find(self, wanted: GameId) -> GameSummary:
        """The game of that id; raises `UnknownGameId`."""
        found = self._games.get(wanted)
        if found is None:
            raise UnknownGameId(wanted)
        return found

    def of_round(self, number: int) -> Iterator[GameSummary]:
        """The games of one round, by tables."""
        begin, end = (self._place((each,)) for each in (number, number + 1))
        return (self._games[each] for _, each in self._order[begin:end])

    def of_table(self, table: str) -> Iterator[GameSummary]:
        """The games of one table, as they were set up."""
        return (self._games[each] for each in self._tables.get(table, ()))

    @property
    def counts(self) -> Mapping[RoundNumber, Mapping[GameStatus, int]]:
        """How many games of each round stand how."""
        return self._counts

    def _place(self, key: tuple[object, ...]) -> int:
        return bisect.bisect_left(self._order, key, key=lambda item: item[0])

    def after(self, last: GameId | None) -> Iterator[GameSummary]:
        """The games behind one in the order, to go on with a list; all, if that one is not known."""
        start = 0
        if last in self._games:
            start = bisect.bisect_right(self._order, _key(self._games[last]), key=lambda item: item[0])
        return (self._games[each] for _, each in self._order[start:])

    # Learning -------------------------------------------------------------------------------------------------------

    async def load(self, store: LineStore, table: str, journal: int, stream: str, held: int) -> None:
        """Take in what is stored of one journal, up to line `held`."""
        after = 0
        while after < held:
            lines = await store.read(stream, after, min(_CHUNK, held - after))
            if not lines:
                return
            for n, line in enumerate(lines, after + 1):
                self.take(table, journal, n, line)
            after += len(lines)
            await asyncio.sleep(0)

    def take(self, table: str, journal: int, n: int, line: bytes) -> None:
        """Take in one line of a table's record; lines come in order. What nobody may see changes nothing."""
        try:
            read = _LINE.decode(line)
        except (msgspec.MsgspecError, UnicodeError):
            return  # of a later version, or not for us
        if read.visibility is not Visibility.PUBLIC:
            return
        if read.what.type == "set_up":
            self._set_up(table, journal, n, line)
            return
        present = self._present.get((table, journal))
        if present is None:
            return
        game = self._games[present]
        self._put(present, _after(game, read, line, n))

    def follow(self, other: GameIndex, table: str, journal: int, n: int, line: bytes) -> None:
        """Take in one line that another index, which has listed all that we have, has just taken in."""
        present = self._present.get((table, journal))
        game = other._games.get(present) if present is not None else None
        if game is None or present is None or game.last != n or game.first == n:
            self.take(table, journal, n, line)
        else:
            self._put(present, game)

    def forget(self, table: str) -> None:
        """Leave out the games of a table."""
        for wanted in self._tables.pop(table, []):
            game = self._games.pop(wanted)
            self._order.remove((_key(game), wanted))
            self._counts[game.round][game.status] -= 1
            if not any(self._counts[game.round].values()):
                del self._counts[game.round]
            self._note(game.round)
        self._present = {key: game for key, game in self._present.items() if key[0] != table}

    def take_over(self, other: GameIndex, table: str) -> None:
        """List a table's games as another index does."""
        self.forget(table)
        for game in other.of_table(table):
            self._insert(game)
        self._present |= {key: game for key, game in other._present.items() if key[0] == table}

    def _insert(self, game: GameSummary) -> None:
        wanted = game.game_id
        bisect.insort(self._order, (_key(game), wanted), key=lambda item: item[0])
        self._tables.setdefault(game.table, []).append(wanted)
        self._put(wanted, game)

    def _note(self, number: RoundNumber) -> None:
        self.changes += 1
        self.changed_in[number] = self.changes

    def _set_up(self, table: str, journal: int, n: int, line: bytes) -> None:
        try:
            entry = ENTRY.decode(line)
            what = cast("SetUp", entry.what)
            wanted, game = GameId(table, what.game, journal), registry.find(what.rules)
        except GatewayError as error:
            log.warning("Line %d of table %s sets up a game that cannot be listed: %s", n, table, error)
            self._present.pop((table, journal), None)
            return
        before = self._present.get((table, journal))
        if before is not None:
            self._put(before, _left(self._games[before]))
        self._present[table, journal] = wanted
        if (taken := self._games.pop(wanted, None)) is not None:  # the later game has the number
            self._order.remove((_key(taken), wanted))
            self._tables[table].remove(wanted)
            self._counts[taken.round][taken.status] -= 1
            self.changed_in[taken.round] = self.changes + 1
        summary = GameSummary(
            id=str(wanted),
            table=table,
            journal=journal,
            game=what.game,
            round=what.round,
            pairing=what.pairing,
            players=what.players,
            rules=what.rules,
            rulebook=what.rulebook,
            control=what.control,
            form=game.written_as,
            status=GameStatus.READY,
            result=None,
            set_up=entry.at,
            started=None,
            ended=None,
            plies=0,
            first=n,
            last=n,
            turn=game.first,
            fen=what.fen,
        )
        self._insert(summary)

    def _put(self, wanted: GameId, game: GameSummary) -> None:
        """A game is new, or stands otherwise."""
        before = self._games.get(wanted)
        self._games[wanted] = game
        self._note(game.round)
        if before is None or before.status is not game.status:
            counts = self._counts.setdefault(game.round, Counter())
            counts[game.status] += 1
            if before is not None:
                counts[before.status] -= 1


def _key(game: GameSummary) -> tuple[object, ...]:
    return game.round, game.game_id.order


def _left(game: GameSummary) -> GameSummary:
    """A game that another one follows."""
    if game.status.is_final:
        return game
    status = GameStatus.BROKEN_OFF if game.plies or game.started is not None else GameStatus.SET_ASIDE
    return _replace(game, status=status)


def _after(game: GameSummary, read: _Line, line: bytes, n: int) -> GameSummary:
    """The game after one more public line."""
    game = _replace(game, last=n)
    match read.what.type:
        case "moved" | "retracted" | "position_set" | "opened":
            return _on_the_board(game, read, line)
        case "started" | "round_started":
            return _begun(game, read.at) if read.what.type == "started" else game
        case "paused" | "adjourned" | "sealed":
            return game if game.status.is_final else _replace(game, status=GameStatus.PAUSED)
        case "resumed":
            return _replace(game, status=GameStatus.PLAYING, result=None, ended=None)
        case "ended":
            return _replace(game, status=GameStatus.OVER, result=_decoded(line, Ended), ended=read.at)
        case "overturned":
            return _reopened(game, read)
        case "voided":
            return _replace(game, status=GameStatus.VOID, result=None, ended=read.at)
        case _:
            return game


def _reopened(game: GameSummary, read: _Line) -> GameSummary:
    """The game once its result no longer holds: it can go on, if no other result takes its place."""
    if game.result is None or game.result.no != read.what.ruling:
        return game
    status = GameStatus.PAUSED if game.plies or game.started is not None else GameStatus.READY
    return _replace(game, status=status, result=None, ended=None)


def _on_the_board(game: GameSummary, read: _Line, line: bytes) -> GameSummary:
    """The game after what changes the position or the list of moves."""
    what = read.what
    match what.type:
        case "moved":
            plies = game.plies + _stood(game, what) + 1
            return _replace(_begun(game, read.at), plies=plies, fen=what.fen, turn=what.side.other)
        case "retracted":
            return _replace(game, plies=max(0, game.plies - 1), fen=what.fen, turn=what.side)
        case "position_set":
            return _replace(game, plies=len(what.moves), fen=what.fen, turn=what.turn)
        case _:
            opened = _decoded(line, Opened)
            if opened is None:
                return game
            # A fifth stone may have been chosen, or stones taken back.
            more = _stones(opened.fen) - _stones(game.fen) if opened.fen else 0
            plies, turn = max(0, game.plies + more), game.turn if more % 2 == 0 else game.turn.other
            return _replace(game, players=opened.players, plies=plies, fen=opened.fen or game.fen, turn=turn)


def _begun(game: GameSummary, at: Instant) -> GameSummary:
    status = GameStatus.PLAYING if game.status is GameStatus.READY else game.status
    return _replace(game, status=status, started=at if game.started is None else game.started)


def _stood(game: GameSummary, moved: _Outline) -> int:
    """How many turns more the list has by irregular ones that were played on from, told or not."""
    in_turn = moved.side is game.turn
    if moved.stood and moved.base != game.fen:
        # One of the other side came after the last turn; one of the same side took its place.
        return 1 if not in_turn else 0 if game.plies else 2
    if moved.base and moved.base != game.fen:
        return 1 if game.plies and not in_turn else 0
    return 0 if in_turn else 1


def _stones(fen: str) -> int:
    """How many stones a position has, as text: `B:Bh8,i9:Wh9`."""
    return sum(side.count(",") + 1 for side in fen.split(":")[1:] if len(side) > 1)


def _decoded(line: bytes, kind: type[T]) -> T | None:
    """What the line holds; None if it cannot be read, so that nobody is shown it."""
    try:
        what = ENTRY.decode(line).what
    except WireError:
        return None
    return what if isinstance(what, kind) else None
