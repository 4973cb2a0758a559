"""A journal judged again, for `flagfall judge`."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from rich.console import Console
from rich.markup import escape

from gateway.model.errors import JournalError
from gateway.model.instants import Instant
from gateway.model.sides import Side
from gateway.record.entries import Entry
from gateway.record.fold import JudgedAgain, judge_again
from gateway.record.wire import ENTRY
from gateway.referee.inputs import Acted, Assigned, Clocked, Moved, Said, SetUp
from gateway.referee.rulings import Ruling

__all__ = ["judge_journal", "read_entries"]

_SQLITE = b"SQLite format 3\x00"
_STREAM = "entries"


def read_entries(path: Path) -> Iterator[Entry]:
    """The entries of a table's journal, or of a file that holds one on each line. Nothing is written or locked."""
    with path.open("rb") as file:
        is_store = file.read(len(_SQLITE)) == _SQLITE
    if not is_store:
        with path.open("rb") as file:
            yield from (ENTRY.decode(line) for line in file if line.strip())
        return
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
        try:
            rows = connection.execute("SELECT data FROM lines WHERE stream = ? ORDER BY n", (_STREAM,))
            yield from (ENTRY.decode(data) for (data,) in rows)
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise JournalError(f"The journal {path} cannot be read: {error}.") from error


def judge_journal(path: Path, *, everything: bool = False, chinese: bool = False) -> int:
    """Print every ruling; the exit code is 1 if the record has others."""
    console = Console(highlight=False, soft_wrap=True)
    inputs = rulings = differing = 0
    for judged in judge_again(read_entries(path)):
        inputs += 1
        rulings += len(judged.now)
        differing += not judged.agrees
        if judged.now or judged.recorded or everything or isinstance(judged.entry.what, SetUp):
            _show(console, judged, chinese=chinese)
    verdict = "[green]the record agrees[/green]" if not differing else f"[red]{differing} differ from the record[/red]"
    console.print(f"{inputs} inputs, {rulings} rulings judged again: {verdict}")
    return 1 if differing else 0


def _show(console: Console, judged: JudgedAgain, *, chinese: bool) -> None:
    entry = judged.entry
    console.print(f"[dim]{entry.n:>6}  {_time(entry.at)}[/dim]  {escape(_input(entry.what))}")
    for ruling in judged.now:
        console.print(f"{'':>8}{_ruling(ruling, chinese=chinese)}")
    if judged.now:
        console.print(f"{'':>8}[dim]{escape(_facts(judged))}[/dim]")
    if not judged.agrees:
        for was in judged.recorded:
            if was.what not in judged.now:
                console.print(f"{'':>8}[red]the record has[/red] {escape(msgspec.json.encode(was.what).decode())}")
        if not judged.recorded:
            console.print(f"{'':>8}[red]the record has no ruling here[/red]")


def _ruling(ruling: Ruling, *, chinese: bool) -> str:
    kind = str(msgspec.to_builtins(ruling)["type"]).replace("_", " ")
    article = f"[cyan]{escape(ruling.article)}[/cyan]  " if ruling.article else ""
    return f"[bold]{kind}[/bold]  {article}{escape(ruling.text.zh if chinese else ruling.text.en)}"


def _input(what: object) -> str:
    match what:
        case Assigned():
            given = what.assignment
            return f"assigned: {given.n}, {given.rules}, {given.rulebook}, {given.control}"
        case SetUp():
            white, black = what.players.white.name, what.players.black.name
            return f"set up: {white} - {black}, {what.rules}, {what.rulebook}, {what.control}"
        case Moved():
            return f"moved: {what.side.value} {what.text} ({what.known.value})"
        case Clocked():
            return f"clock: {msgspec.to_builtins(what.fact)['type'].replace('_', ' ')}"
        case Said():
            return f"said: {what.side.value}, {msgspec.to_builtins(what.what)['type'].replace('_', ' ')}"
        case Acted():
            act = msgspec.to_builtins(what.act)
            rest = {key: value for key, value in act.items() if key != "type"}
            return f"act: {what.who} ({what.role}), {act['type'].replace('_', ' ')} {rest or ''}".rstrip()
        case _:
            return str(msgspec.to_builtins(what)["type"]).replace("_", " ")


def _facts(judged: JudgedAgain) -> str:
    """What the rulings rested on: the position, the counts, the clock."""
    state = judged.after
    facts = []
    if state.play is not None:
        play = state.play
        facts.append(f"{play.line.last.fen()}, {play.line.last.turn.value} to move")
        facts += [f"{counter.article}: {counter.count} of {counter.limit}" for counter in play.game.counters(play.line)]
    if state.face is not None:
        times = [f"{side.value} {state.face.shown_ms(side, judged.entry.at) / 1000:.1f} s" for side in Side]
        running = state.face.running
        flags = "".join(f", {flag.side.value}'s flag down" for flag in state.face.flags)
        facts.append(f"{', '.join(times)}, {running.value + ' runs' if running else 'clock stands'}{flags}")
    return "; ".join(facts)


def _time(at: Instant) -> str:
    return datetime.fromtimestamp(at / 1000, tz=UTC).strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]
