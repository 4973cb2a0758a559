"""A journal judged again, for `flagfall judge`."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import get_args

import msgspec
from rich.console import Console
from rich.markup import escape

from gateway.model.errors import JournalDamaged, SettingsError
from gateway.model.instants import Instant, wall_time
from gateway.model.messages import Message, message
from gateway.model.sides import Side
from gateway.record.entries import Entry
from gateway.record.fold import JudgedAgain, judge_again
from gateway.record.wire import ENTRY, WireError
from gateway.referee.inputs import Input, SetUp
from gateway.referee.rulings import Alert, Ruling
from gateway.store.mending import sound_lines
from gateway.store.sqlite import in_words, open_file
from gateway.texts.catalogue import Catalogue
from gateway.texts.descriptions import describe

__all__ = ["judge_journal", "read_entries"]

_SQLITE = b"SQLite format 3\x00"
_STREAM = "entries"


def read_entries(path: Path) -> Iterator[Entry]:
    """The entries of a table's journal, or of a file that holds one on each line. Nothing is written or locked.

    What is sound of a damaged file comes first; then this raises `JournalDamaged`.
    """
    with path.open("rb") as file:
        start = file.read(len(_SQLITE))
        if start != _SQLITE:
            rest = (line for line in chain([start + file.readline()], file) if line.strip())
            yield from _decoded(path, rest)
            return
    with contextlib.closing(open_file(path)) as connection:
        try:
            lines, whole = sound_lines(connection, _STREAM)
        except sqlite3.Error as error:
            raise in_words(path, "read", error) from error
        if whole and not lines:
            raise SettingsError(
                f"{path} holds no record of a table. Of a relay's store 'flagfall journal export {path} "
                "--stream EVENT/TABLE' writes that of one table, which can be read instead."
            )
    yield from _decoded(path, lines)
    if not whole:
        raise _damaged(path, f"line {len(lines) + 1} is missing, or not what was written")


def _decoded(path: Path, lines: Iterable[bytes]) -> Iterator[Entry]:
    for count, line in enumerate(lines, 1):
        try:
            yield ENTRY.decode(line)
        except WireError as error:
            raise _damaged(path, f"line {count}: {error}") from error


def _damaged(path: Path, why: str) -> JournalDamaged:
    return JournalDamaged(
        f"{path} is damaged, or no record of a table ({why}). Start the table, and what is missing comes back from a "
        "relay that has it; or read the relay's: 'flagfall journal export relay.journal --stream EVENT/TABLE'."
    )


def judge_journal(path: Path, texts: Catalogue, *, everything: bool = False) -> int:
    """Print every ruling; the exit code is 1 if the record has others."""
    console = Console(highlight=False, soft_wrap=True)
    inputs = rulings = differing = 0
    for judged in judge_again(read_entries(path)):
        inputs += 1
        rulings += len(judged.now)
        differing += not judged.agrees
        if judged.now or judged.recorded or everything or isinstance(judged.entry.what, SetUp):
            _show(console, texts, judged)
    verdict = texts.text("command.judge.differ", n=differing) if differing else texts.text("command.judge.agrees")
    counted = texts.text("command.judge.counted", inputs=inputs, rulings=rulings)
    console.print(f"{escape(counted)} [{'red' if differing else 'green'}]{escape(verdict)}[/]")
    return 1 if differing else 0


def _show(console: Console, texts: Catalogue, judged: JudgedAgain) -> None:
    def line(words: str) -> None:
        console.print(f"{'':>8}{words}")

    entry = judged.entry
    if isinstance(entry.what, get_args(Input)):
        console.print(f"[dim]{entry.n:>6}  {_time(entry.at)}[/dim]  {escape(texts.render(describe(entry.what)))}")
    for ruling in judged.now:
        line(_ruling(texts, ruling))
    if judged.now:
        line(f"[dim]{escape('; '.join(texts.render(fact) for fact in _facts(judged)))}[/dim]")
    if judged.agrees:
        return
    for was in judged.recorded:
        if was.what not in judged.now:
            other = escape(msgspec.json.encode(was.what).decode())
            line(f"[red]{escape(texts.text('command.judge.recorded'))}[/red] {other}")
    if not judged.recorded:
        line(f"[red]{escape(texts.text('command.judge.not_recorded'))}[/red]")


def _ruling(texts: Catalogue, ruling: Ruling) -> str:
    cited = texts.text("citation.of", article=ruling.article)
    article = f"[cyan]{escape(cited)}[/cyan]  " if ruling.article else ""
    unannounced = isinstance(ruling, Alert) and not ruling.announce
    told = message("page.not_announced_text", text=ruling.text) if unannounced else ruling.text
    return f"{article}[bold]{escape(texts.render(told))}[/bold]"


def _facts(judged: JudgedAgain) -> Iterator[Message]:
    """What the rulings rested on: the position, the counts, the clock."""
    state = judged.after
    if state.play is not None:
        position = state.play.line.last
        yield message("command.judge.position", fen=position.fen(), side=position.turn.value)
        for counter in state.play.game.counters(state.play.line):
            yield message(
                "command.judge.counter",
                article=state.play.book.article(counter.rule),
                count=counter.count,
                limit=counter.limit,
            )
    face = state.face
    if face is not None:
        white, black = (face.shown_ms(side, judged.entry.at) for side in (Side.WHITE, Side.BLACK))
        running = face.running.value if face.running is not None else ""
        yield message("command.judge.clock", white_ms=white, black_ms=black, running=running)
        for flag in face.flags:
            yield message("page.flag_down", side=flag.side.value)


def _time(at: Instant) -> str:
    return wall_time(at).strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]
