"""Everything the referee must judge. Each input becomes one entry of the record, so that the game can be judged again.

Inputs carry what a display needs (the board after a move, the clock's face), so that nobody behind the record has to
know the rules.
"""

from __future__ import annotations

import enum

import msgspec

from gateway.clock.face import ClockFace
from gateway.clock.facts import ClockFact
from gateway.model.sides import BySide, Side

from .acts import Act

__all__ = ["Acted", "BoardAgreed", "BoardDiffered", "Clocked", "DeviceChanged", "Input", "Known", "Moved", "SetUp"]


class Known(enum.StrEnum):
    """How a move was known."""

    SETTLED = "settled"
    """The picture stood still long enough."""
    PRESSED = "pressed"
    """The picture showed it when the clock was pressed."""
    INFERRED = "inferred"
    """Several moves explain one picture, or the board was out of sight meanwhile."""


class _Input(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Base of all inputs."""


class SetUp(_Input, frozen=True, tag="set_up"):
    """A new game is on the table."""

    game: int
    """The number of the game at this table, from 1."""
    rules: str
    """The game's name: `draughts-international`."""
    rulebook: str
    control: str
    players: BySide[str]
    fen: str
    board: str
    rows: int
    cols: int
    draws: str = "automatic"
    """Whether draw rules end the game by themselves (`automatic`) or wait for a claim (`claim`)."""
    turned: bool = False
    """The board lies the other way round: White sits where the device has its top."""


class Moved(_Input, frozen=True, tag="moved"):
    """A move was seen on the board."""

    side: Side
    move: str
    """In full, as in `gateway.games.game.Move.text`."""
    text: str
    """As people write it."""
    path: tuple[int, ...]
    taken: tuple[int, ...]
    board: str
    fen: str
    known: Known = Known.SETTLED


class Clocked(_Input, frozen=True, tag="clocked"):
    """Something happened to the clock."""

    fact: ClockFact
    face: ClockFace


class BoardDiffered(_Input, frozen=True, tag="board_differed"):
    """The board has shown something else than the position for a while."""

    cells: tuple[int, ...]
    shown: str
    """What stands on those cells, in their order."""


class BoardAgreed(_Input, frozen=True, tag="board_agreed"):
    """The board shows the position again."""


class DeviceChanged(_Input, frozen=True, tag="device"):
    """A device went away or came back."""

    device: str
    online: bool
    detail: str = ""


class Acted(_Input, frozen=True, tag="acted"):
    """An arbiter did something."""

    command: str
    """The id of the command, so that a repeat is recognised."""
    who: str
    role: str
    act: Act


Input = SetUp | Moved | Clocked | BoardDiffered | BoardAgreed | DeviceChanged | Acted
