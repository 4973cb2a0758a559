"""The demo's screen in the terminal: each process and what it is doing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Group
from rich.table import Table
from rich.text import Text

from gateway.model.instants import Instant
from gateway.model.messages import name_of
from gateway.model.sides import Side
from gateway.record.table_state import Status, TableState
from gateway.texts.catalogue import Catalogue

from .supervised import SupervisedPart

__all__ = ["draw"]

_COLOUR = {
    Status.WAITING: "dim",
    Status.READY: "cyan",
    Status.PLAYING: "green",
    Status.PAUSED: "yellow",
    Status.OVER: "magenta",
}


def draw(
    address: str,
    sign_in: str,
    parts: Sequence[SupervisedPart],
    states: Mapping[str, TableState],
    boards: Mapping[str, str],
    texts: Catalogue,
) -> Group:
    """The whole screen."""
    rows = Table(box=None, pad_edge=False, header_style="dim")
    for title in ("part", "pid", "on", "", "what it is doing"):
        rows.add_column(title, no_wrap=True, overflow="ellipsis")
    for part in parts:
        pid = str(part.process.pid) if part.running and part.process is not None else "-"
        again = f"started {part.starts} times" if part.starts > 1 else ""
        board = Text(boards.get(part.name, ""), "dim")
        rows.add_row(part.name, pid, board, Text(again, "yellow"), _doing(part, states.get(part.name), texts))
    return Group(
        Text.assemble("Everyone:  ", (address, "bold underline")),
        Text.assemble("Arbiter:   ", (sign_in, "bold underline")),
        "",
        rows,
        "",
        Text("Kill a part (kill -9 PID) and watch it come back. Ctrl-C ends the demo.", "dim"),
    )


def _doing(part: SupervisedPart, state: TableState | None, texts: Catalogue) -> Text:
    if not part.running:
        return Text("down", "red")
    if state is None:
        return Text("up", "green")
    words = Text(f"{state.players.white.name} - {state.players.black.name}  {state.control}  ")
    words.append(texts.text("command.demo.game", n=state.game, status=name_of(state.status)), _COLOUR[state.status])
    if state.ply:
        words.append(f"  {texts.text('command.demo.move', n=(state.ply + 1) // 2, move=state.moves[-1])}")
    if state.result is not None:
        words.append(f"  {texts.render(state.result.text)}")
    elif state.clock is not None:
        shown = [_clock(state.clock.shown_ms(side, Instant(state.at))) for side in Side]
        words.append(f"  {' - '.join(shown)}", "dim")
    return words


def _clock(ms: int) -> str:
    return f"{ms // 60_000}:{ms // 1000 % 60:02}"
