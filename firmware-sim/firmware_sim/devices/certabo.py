"""Boards that write lines of numbers all the time: Certabo reads a radio tag under each piece, Tabutronic only sees.

The tags are invented. On empty squares the radio hears things, each time something else.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from firmware_sim.sensor_flaws import Flaw
from firmware_sim.surface import EMPTY, SensorGrid, Surface

__all__ = ["CertaboBoard", "TabutronicBoard"]

BYTES_PER_S = 3_840
"""What a line of 38400 baud carries."""


class _LineBoard(ABC):
    """The common part of both: a line every so often, and eight bytes of lamps; or 81 coloured ones."""

    waits_for_line = True
    """It looks at its squares again when the last line is out: it has no memory for old pictures."""

    def __init__(
        self, surface: Surface, line_ms: int, *, sees_pieces: bool, flaws: Sequence[Flaw], coloured: bool = False
    ) -> None:
        self.stirred: Callable[[], None] = lambda: None
        self.surface = surface
        self.lamps: frozenset[int] = frozenset()
        self._coloured = coloured
        self._sensors = SensorGrid(surface, line_ms, tells_pieces=sees_pieces, flaws=flaws)
        self._line_ms = line_ms
        self._next = 0
        self._input = bytearray()
        self._out: list[bytes] = []

    def power_on(self, at: int) -> None:
        """Lamps go out; the first line comes at once."""
        self.lamps = frozenset()
        self._input.clear()
        self._out.clear()
        self._next = at

    def receive(self, data: bytes, at: int) -> None:  # noqa: ARG002 - the lamps do not wait
        """Eight bytes are the lamps, rank 8 first, file a in bit 0."""
        self._input += data
        if self._coloured:
            self._take_colours()
            return
        while len(self._input) >= 8:
            ranks, self._input = self._input[:8], self._input[8:]
            self.lamps = frozenset(row * 8 + col for row in range(8) for col in range(8) if ranks[row] >> col & 1)
            self._out.append(b"L\r\n")

    def _take_colours(self) -> None:
        """FF 55, three bytes for each of 9 by 9 lamps from the corner of h1 on, CR LF. Others are not understood."""
        while len(self._input) >= 247:
            if self._input[:2] != b"\xff\x55" or self._input[245:247] != b"\r\n":
                del self._input[0]
                continue
            on = {lamp for lamp in range(81) if any(self._input[2 + 3 * lamp : 5 + 3 * lamp])}
            del self._input[:247]
            corners = {(rank, file): {9 * rank + 7 - file + step for step in (0, 1, 9, 10)}
                       for rank in range(8) for file in range(8)}  # fmt: skip
            self.lamps = frozenset((7 - rank) * 8 + file for (rank, file), four in corners.items() if four <= on)
            self._out.append(b"D\r\n")

    def wake(self, at: int) -> None:
        """Write a line when its time has come; not before the last one is out, since no old picture is kept."""
        self._sensors.wake(at)
        if at >= self._next:
            line = b":" + self._line(self._sensors.shown).encode("ascii") + b"\r\n"
            self._next = at + max(self._line_ms, len(line) * 1000 // BYTES_PER_S + 1)
            self._out.append(line)

    def data_to_send(self) -> Sequence[bytes]:
        """Take the queued lines, oldest first."""
        out, self._out = self._out, []
        return out

    def next_deadline(self) -> int | None:
        """The next line, or a cell's turn before it."""
        deadline = self._sensors.next_deadline()
        return self._next if deadline is None else min(deadline, self._next)

    @abstractmethod
    def _line(self, seen: str) -> str:
        """One line of the board's stream for what its sensors see."""


class CertaboBoard(_LineBoard):
    """A board that sends 64 tags of five bytes. Every piece has its own; new ones are made as pieces appear."""

    def __init__(
        self,
        surface: Surface,
        *,
        rng: random.Random | None = None,
        noise: float = 0.2,
        line_ms: int = 220,
        flaws: Sequence[Flaw] = (),
        coloured: bool = False,
    ) -> None:
        super().__init__(surface, line_ms, sees_pieces=True, flaws=flaws, coloured=coloured)
        self._rng = rng or random.Random(0)
        self._noise = noise
        self._homes = [self._tag(letter, cell) for cell, letter in enumerate(surface.cells)]
        self._before = surface.cells
        surface.watch(self._carried)
        self._in_hand: list[tuple[str, str]] = []

    def _tag(self, letter: str, cell: int) -> str:
        return "" if letter == EMPTY else f"3 0 84 {ord(letter)} {cell}"

    def _carried(self, cell: int, at: int) -> None:  # noqa: ARG002 - a watcher is given both
        """Tags travel with their pieces: what is put down is the piece of that letter that was lifted last."""
        was, now = self._before[cell], self.surface[cell]
        self._before = self.surface.cells
        if was != EMPTY:
            self._in_hand.append((was, self._homes[cell]))
        self._homes[cell] = ""
        if now != EMPTY:
            place = next((i for i in reversed(range(len(self._in_hand))) if self._in_hand[i][0] == now), None)
            self._homes[cell] = self._tag(now, cell) if place is None else self._in_hand.pop(place)[1]

    def _line(self, seen: str) -> str:
        return " ".join(self._reads(cell, letter) for cell, letter in enumerate(seen))

    def _reads(self, cell: int, letter: str) -> str:
        if letter != EMPTY and self._homes[cell]:
            return self._homes[cell]
        if self._rng.random() < self._noise:
            return " ".join(str(self._rng.randrange(256)) for _ in range(5))
        return "0 0 0 0 0"


class TabutronicBoard(_LineBoard):
    """A board that sends one number for each rank, rank 8 first, file a in bit 7."""

    def __init__(self, surface: Surface, *, line_ms: int = 100, flaws: Sequence[Flaw] = ()) -> None:
        super().__init__(surface, line_ms, sees_pieces=False, flaws=flaws)

    def _line(self, seen: str) -> str:
        ranks = [sum(0x80 >> col for col in range(8) if seen[row * 8 + col] != EMPTY) for row in range(8)]
        return " ".join(map(str, ranks)) + " "
