"""The link of a virtual table to its hall: what the table makes of what happens, and what players ask of it."""

from __future__ import annotations

import asyncio
import logging
import time
import uuid
from collections.abc import Callable

from gateway.bus.client import Bus, Disconnected, Received, Session
from gateway.bus.topics import CLOCK, COMMANDS, ENTRIES, REPLIES, STATE, Address
from gateway.clock.face import ClockFace
from gateway.model.instants import Instant
from gateway.model.messages import Message
from gateway.model.sides import Side
from gateway.record.commands import ActCommand, Command, Reply
from gateway.record.lines import EntryLine
from gateway.record.table_state import ClockMessage, Status, TableState
from gateway.record.visibility import Visibility
from gateway.record.wire import ENTRY
from gateway.referee.acts import Act, EnterRequest, Void
from gateway.referee.player_requests import PlayerRequest
from gateway.referee.rulings import Offered, Rejected

__all__ = ["PLAYERS", "HallLink"]

log = logging.getLogger(__name__)

PLAYERS = {Side.WHITE: "Ada", Side.BLACK: "Bo"}
"""The names of those who sit at a virtual table, by the colour that they begin with."""
_PATIENCE_S = 5.0
_UNDER_WAY = {Status.PLAYING, Status.PAUSED}
_KEPT = 4
"""How many of the table's last words are kept."""


class HallLink:
    """Follows the table on the bus while `run` runs; `changed` is called when there is something new."""

    def __init__(self, broker: str, address: Address) -> None:
        self._bus = Bus(broker, "flagfall-virtual-table")
        self._address = address
        self._session: Session | None = None
        self._news = asyncio.Event()
        self._asked: set[str] = set()
        self.changed: Callable[[], None] = lambda: None
        self.state: TableState | None = None
        self.told: tuple[Message, ...] = ()
        """What the table has told those who sit there, the latest last."""
        self.face: ClockFace | None = None
        self._at = Instant(0)
        self._heard_s = 0.0

    async def run(self) -> None:
        """Listen until cancelled."""

        async def session(bus: Session) -> None:
            self._session = bus
            try:
                await bus.subscribe(self._address, STATE, self._heard)
                await bus.subscribe(self._address, CLOCK, self._heard_clock)
                await bus.subscribe(self._address, ENTRIES, self._heard_entry)
                await bus.subscribe(self._address, REPLIES, self._heard_reply)
                await bus.listen()
            finally:
                self._session = None

        await self._bus.run(session)

    def now(self) -> Instant:
        """The table's instant, as far as it was told."""
        return Instant(self._at + int(1000 * (time.monotonic() - self._heard_s)))

    @property
    def swapped(self) -> bool:
        """Whether the players hold other colours than at the start."""
        return self.state is not None and self.state.players.white.name == PLAYERS[Side.BLACK]

    async def ask(self, side: Side, request: PlayerRequest) -> None:
        """Take what the holder of a colour asks for to the table, as a player's page does."""
        role = side.other if self.swapped else side
        await self._send(PLAYERS[role], role.value, EnterRequest(side=side, request=request))

    async def abandon(self) -> None:
        """End a game under way without a result; where the table does not answer, the pieces are its own to judge."""
        if self._session is None or not self._is_under_way():
            return
        await self._send("Virtual table", "chief", Void(why="the pieces were set up anew"))
        try:
            async with asyncio.timeout(_PATIENCE_S):
                while self._is_under_way():
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            log.warning("The table was told that its game does not count, and has not answered.")

    def forget(self) -> None:
        """Another game is laid out: what was told is of the one before."""
        self.told = ()
        self._changed()

    # -- inside ------------------------------------------------------------------------------------------------------

    def _is_under_way(self) -> bool:
        return self.state is not None and self.state.status in _UNDER_WAY

    async def _send(self, who: str, role: str, act: Act) -> None:
        if self._session is None:
            self._tell(Message("virtual.no_hall"))
            return
        command = Command(uuid.uuid4().hex, ActCommand(who, role, act))
        self._asked.add(command.id)
        try:
            await self._session.publish(self._address, COMMANDS, command)
        except Disconnected:
            self._tell(Message("virtual.no_hall"))

    def _tell(self, text: Message) -> None:
        self.told = (*self.told, text)[-_KEPT:]
        self._changed()

    def _changed(self) -> None:
        self._news.set()
        self.changed()

    def _heard(self, received: Received[TableState]) -> None:
        self.state = received.value
        if received.value.clock is not None:
            self._show(received.value.clock, received.value.at)
        self._changed()

    def _heard_clock(self, received: Received[ClockMessage]) -> None:
        self._show(received.value.face, received.value.at)
        self._changed()

    def _show(self, face: ClockFace, at: Instant) -> None:
        self.face, self._at, self._heard_s = face, at, time.monotonic()

    def _heard_entry(self, received: Received[EntryLine]) -> None:
        """What everybody may know, and what is between the two: a refusal, an offer."""
        entry = ENTRY.decode(received.payload)
        between = isinstance(entry.what, Rejected | Offered)
        text = getattr(entry.what, "text", None)
        if (between or entry.visibility is Visibility.PUBLIC) and isinstance(text, Message):
            self._tell(text)

    def _heard_reply(self, received: Received[Reply]) -> None:
        reply = received.value
        if reply.id in self._asked:
            self._asked.discard(reply.id)
            if not reply.ok and reply.why is not None:
                self._tell(reply.why)
