"""A board that speaks the Chess Peripheral Protocol: a maker's own, with as many of its features as one likes."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from firmware_sim.gatt import BATTERY_LEVEL, BATTERY_SERVICE, Access, Characteristic, Profile, Value
from firmware_sim.sensor_flaws import Flaw
from firmware_sim.surface import EMPTY, Surface

from .board import SimulatedBoard

__all__ = ["ALL_FEATURES", "CppBoard"]

TELLS = "f535147e-b2c9-11ec-a0c2-8bbd706ec4e6"
ALL_FEATURES = ("get_state", "state_stream", "msg", "time", "squares")
SETTLED_MS = 250


class CppBoard(SimulatedBoard):
    """The board's own program. Without `get_state` it follows a game and tells moves, as most boards do."""

    def __init__(
        self,
        surface: Surface,
        *,
        name: str = "CPP board",
        features: Collection[str] = ALL_FEATURES,
        level: int = 90,
        tells_pieces: bool = True,
        scan_ms: int = 100,
        flaws: Sequence[Flaw] = (),
    ) -> None:
        super().__init__(surface, scan_ms=scan_ms, tells_pieces=tells_pieces, flaws=flaws)
        self._name = name
        self._features = frozenset(features)
        self._level = level
        self._packets = False
        self._input = b""
        self._position = ""
        self._landings: list[tuple[int, str]] = []
        self.text = ""
        self.times: tuple[int, int] | None = None
        self.accepted = 0
        """Moves that the other side acknowledged."""

    @property
    def profile(self) -> Profile:
        """The protocol's service, and the standard battery."""
        return Profile(
            self._name,
            {
                "f5351050-b2c9-11ec-a0c0-b3bc53b08d33": (
                    Characteristic("f53513ca-b2c9-11ec-a0c1-639b8957db99", Access.WRITE | Access.WRITE_COMMAND),
                    Characteristic(TELLS, Access.NOTIFY),
                ),
                BATTERY_SERVICE: (Characteristic(BATTERY_LEVEL, Access.READ | Access.NOTIFY, bytes([self._level])),),
            },
            says=TELLS,
        )

    def power_on(self, at: int) -> None:
        """No game."""
        super().power_on(at)
        self._input = b""
        self._position = ""
        self._landings = []
        self.text, self.times = "", None

    def receive(self, data: bytes, at: int) -> None:  # noqa: ARG002 - it answers at once
        """Over BLE each write is a line; otherwise lines end as lines do."""
        if isinstance(data, Value):
            self._packets = True
            self._obey(data.decode())
            return
        self._packets = False
        *lines, self._input = (self._input + data).split(b"\n")
        for line in lines:
            self._obey(line.decode().strip())

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word:
            case "feature":
                self._say("ok" if rest in self._features else "nok")
            case "variant":
                self._say("ok")
            case "get_state" if "get_state" in self._features:
                self._say(f"state {self._fen()}")
            case "begin":
                self._position = self._sensors.shown
                self._landings = []
                self._say(f"{'sync' if rest.split(' ')[0] == self._fen() else 'unsync'} {self._fen()}")
            case "ok":
                self.accepted += 1
            case "msg":
                self.text = rest
            case "time":
                white, black = rest.split()
                self.times = int(white), int(black)
            case "squares":
                self.lamps = frozenset(map(self._cell, rest.split()))

    def _changed(self, cell: int, piece: str, at: int) -> None:
        if "state_stream" in self._features:
            self._say(f"state {self._fen()}")
        elif self._position:
            self._landings += [(cell, piece)] if piece != EMPTY else []
            self._alarm = at + SETTLED_MS

    def _ring(self, at: int) -> None:  # noqa: ARG002 - messages have no time
        before, self._position = self._position, self._sensors.shown
        landings, self._landings = self._landings, []
        starts = [
            cell
            for cell, piece in enumerate(before)
            if piece != EMPTY
            and self._position[cell] == EMPTY
            and any(landed == piece and self._position[end] == piece for end, landed in landings)
        ]
        if not starts:
            if before != self._position:
                self._say(f"unsync {self._fen()}")
            return
        start = min(starts, key=lambda cell: before[cell] not in "kK")
        path = [start, *(cell for cell, piece in landings if piece == before[start] and cell != start)]
        self._say("move " + "".join(map(self._square, path)))

    def _fen(self) -> str:
        seen, cols = self._sensors.shown, self.surface.cols
        rows = (seen[start : start + cols] for start in range(0, len(seen), cols))
        return "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), row) for row in rows)

    def _square(self, cell: int) -> str:
        return chr(ord("a") + cell % self.surface.cols) + str(self.surface.rows - cell // self.surface.cols)

    def _cell(self, square: str) -> int:
        return (self.surface.rows - int(square[1:])) * self.surface.cols + ord(square[0]) - ord("a")

    def _say(self, line: str) -> None:
        self._out.append(Value(line.encode(), TELLS) if self._packets else line.encode() + b"\n")
