"""The verdict on a run: whether every line is where it should be, once, and says what the hands have done."""

from __future__ import annotations

import contextlib
import math
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path

from gateway.feeds.played_game import PlayedGame, games_of
from gateway.lab.demo.players import PlayedByHand
from gateway.model.instants import Instant
from gateway.model.results import Reason
from gateway.record.entries import Entry
from gateway.record.fold import fold
from gateway.record.wire import ENTRY
from gateway.referee.inputs import BoardMatched, BoardMismatched, Input, Known, Moved, SetUp
from gateway.referee.rulings import CaseKind, CaseOpened, Ended, Penalised, Ruling
from gateway.runtime.publisher import ENTRIES
from gateway.store import read_file
from gateway.store.sqlite import open_file, streams_of
from gateway.store.verifying import verified

__all__ = ["ChaosVerdict", "count_lines", "judge_entries", "judge_table"]

_NO_CHARGE = frozenset({CaseKind.POSITION, CaseKind.RULE_DRAW, CaseKind.CLOCK_FAILURE, CaseKind.FLAGS, CaseKind.RESULT})
"""Cases that charge nobody."""
_NEAR_MS = 20_000
_NEAR_MOVES = 8
"""How far from where moves are missing the record may say so: it is told when the board is in sight again."""


@dataclass
class ChaosVerdict:
    """The findings at one table, or at all of them."""

    lines: int = 0
    right: int = 0
    """Moves of the record that the hands have made, in their order."""
    missing: int = 0
    """Moves of the hands that the record does not have, after the arbiter was told that it does not follow."""
    inferred: int = 0
    """Moves that were worked out when the board was seen again, and are marked so."""
    late_s: float = 0.0
    """Seconds by which the hands themselves were late."""
    broken: list[str] = field(default_factory=list)
    """Promises that were not kept, in words."""

    def add(self, other: ChaosVerdict) -> None:
        """Take up what was found elsewhere."""
        self.lines += other.lines
        self.right += other.right
        self.missing += other.missing
        self.inferred += other.inferred
        self.broken += other.broken


def count_lines(file: Path, stream: str = ENTRIES) -> int:
    """How many lines a stream has; 0 as long as there is no such file."""
    if not file.exists():
        return 0
    with contextlib.closing(open_file(file)) as connection:
        try:
            (lines,) = connection.execute("SELECT count(*) FROM lines WHERE stream = ?", (stream,)).fetchone()
        except sqlite3.OperationalError:  # it is being made
            return 0
    return int(lines)


def judge_table(table: str, event: str, journal: Path, store: Path, played: Sequence[PlayedByHand]) -> ChaosVerdict:
    """Compare what the table has written with what the relay holds and what the hands have done."""
    found = ChaosVerdict()
    lines = read_file(journal, ENTRIES)
    found.lines = len(lines)
    _compare(found, table, event, lines, journal, store)
    found.add(judge_entries(table, [ENTRY.decode(line) for line in lines], played))
    return found


def judge_entries(table: str, entries: Sequence[Entry], played: Sequence[PlayedByHand]) -> ChaosVerdict:
    """Compare a table's record with itself, judged again, and with what the hands have done."""
    found = ChaosVerdict()
    found.broken += [f"{table}: judged again, {difference}" for difference in fold(entries).differences]
    found.broken += _charges(table, entries)
    by_number = {game.game: game for game in played}
    for game in games_of(entries):
        if (hands := by_number.get(game.setup.game)) is not None:
            _compare_moves(found, table, game, hands, list(_in_game(entries, game.setup.game)))
    return found


def _compare(found: ChaosVerdict, table: str, event: str, lines: list[bytes], journal: Path, store: Path) -> None:
    for file, stream in ((journal, ENTRIES), (store, f"{event}/{table}")):
        with contextlib.closing(open_file(file)) as connection:
            broken_at = verified(connection, stream).broken_at
            if broken_at is not None:
                found.broken.append(f"{table}: line {broken_at} of {file.name} is not what was written")
            forks = [name for name in streams_of(connection) if name.startswith(f"{event}/{table}~")]
            found.broken += [f"{table}: the relay began another record beside the first, {name}" for name in forks]
    held = read_file(store, f"{event}/{table}")
    if held != lines:
        differing = sum(mine != theirs for mine, theirs in zip(lines, held, strict=False))
        found.broken.append(f"{table}: {len(lines)} lines, the relay holds {len(held)}; {differing} differ")


def _charges(table: str, entries: Iterable[Entry]) -> list[str]:
    """Rulings against somebody: the hands play legal moves only, and have earned none."""
    found = []
    for entry in entries:
        match entry.what:
            case CaseOpened(case=case) if case.kind not in _NO_CHARGE:
                found.append(f"{table}: entry {entry.n} lays a case, {case.kind} {case.article}")
            case Penalised():
                found.append(f"{table}: entry {entry.n} punishes {entry.what.side}, {entry.what.article}")
            case Ended(article=article, reason=Reason.FORFEIT | Reason.PENALTY | Reason.NOT_PROVED as reason):
                found.append(f"{table}: entry {entry.n} ends the game by {reason}, {article}")
            case _:
                pass
    return found


def _in_game(entries: Iterable[Entry], game: int) -> Iterator[Entry]:
    """What happened from the set-up of a game to that of the next."""
    number = 0
    for entry in entries:
        if isinstance(entry.what, SetUp):
            number = entry.what.game
        if number == game:
            yield entry


def _compare_moves(
    found: ChaosVerdict, table: str, game: PlayedGame, hands: PlayedByHand, happened: Sequence[Entry]
) -> None:
    """Compare the list of moves with the hands'. What was worked out later is marked, and may be in another order."""
    told = [entry.at for entry in happened if _tells_of_moves_missing(entry.what)]
    inferred = {
        entry.what.text for entry in happened if isinstance(entry.what, Moved) and entry.what.known is Known.INFERRED
    }
    texts, seen_at, name = game.texts, _seen_at(game), f"{table}: game {game.setup.game}"
    for change, a, b, c, d in SequenceMatcher(None, texts, hands.moves, autojunk=False).get_opcodes():
        if change == "equal":
            found.right += b - a
            continue
        worked_out = [text for text in texts[a:b] if not text.startswith("[")]  # which marks where moves are missing
        found.inferred += len(worked_out)
        found.broken += [f"{name} has {text}, which was not played" for text in worked_out if text not in inferred]
        lacking = min(d, hands.made) - c - len(worked_out)
        found.missing += max(0, lacking)
        since = max(seen_at[:a], default=game.at) - _NEAR_MS
        until = min(seen_at[b:], default=math.inf) + _NEAR_MS
        told_here = any(since <= at <= until for at in told)
        if lacking > 0 and not told_here and inferred.isdisjoint(texts[max(0, a - _NEAR_MOVES) : b + _NEAR_MOVES]):
            found.broken.append(f"{name} lacks {', '.join(hands.moves[c:d])}, and nobody was told")


def _seen_at(game: PlayedGame) -> list[Instant]:
    """When each turn of the list was seen; of one that nobody saw, when the one before it was."""
    found: list[Instant] = []
    for stretch in game.stretches:
        last = found[-1] if found else game.at
        found += [last] * len(stretch.marks)
        for move in stretch.moves:
            last = last if move.at is None else move.at
            found.append(last)
    return found


def _tells_of_moves_missing(what: Input | Ruling) -> bool:
    """Whether arbiters are told that the list of moves does not lead to what stands on the board."""
    match what:
        case BoardMismatched() | BoardMatched(unseen=True):
            return True
        case CaseOpened(case=case):
            return case.kind is CaseKind.POSITION
        case _:
            return False
