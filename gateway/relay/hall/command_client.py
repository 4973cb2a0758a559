"""The command client: sends an arbiter's act to a table and waits for the table's answer.

A command is sent again with the same id while no answer comes; the table knows the id and acts once.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import TypeVar

from gateway.bus.client import Disconnected, Session
from gateway.bus.topics import ASSIGNMENT, COMMANDS, ROUND_CLOCK, Address, Topic
from gateway.model.errors import GatewayError
from gateway.model.messages import message
from gateway.record.commands import ActCommand, Command, Reply, RestoreLines, SendLines, SendReadings
from gateway.record.round_clock_message import RoundClockMessage
from gateway.record.sensor_replay import ReplayCollector, ReplayPart, SensorReplay
from gateway.referee.assignment import Assignment

__all__ = ["CommandClient", "NoAnswer", "NoBroker"]

_ANSWER_S = 1.5
_SENDINGS = 3

T = TypeVar("T")


class NoBroker(GatewayError):
    """A table that cannot be reached."""


class NoAnswer(GatewayError):
    """The table does not answer."""


class _Awaited:
    """Readings that one table was asked for."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.collector = ReplayCollector()
        self.came = asyncio.Event()
        self.whole: SensorReplay | None = None


class CommandClient:
    """Commands to the tables of one event. `session` is the standing connection, None while there is none."""

    def __init__(self, event: str) -> None:
        self.session: Session | None = None
        self._event = event
        self._waiting: dict[str, list[asyncio.Future[Reply]]] = {}
        self._replays: dict[str, _Awaited] = {}

    async def act(self, table: str, asked: ActCommand, chosen: str = "") -> Reply:
        """Have the act carried out; the reply says whether it was. Raises `NoBroker`, `NoAnswer`.

        `chosen`: the id under which its sender may send it again, and have it done once.
        """
        command = Command(chosen or secrets.token_urlsafe(12), asked)
        waiting: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(command.id, []).append(waiting)  # it may be sent again while the first still waits
        try:
            for _ in range(_SENDINGS):
                await self._send(table, command)
                done, _ = await asyncio.wait({waiting}, timeout=_ANSWER_S)
                if done:
                    return waiting.result()
        finally:
            self._forget(command.id, waiting)
        raise NoAnswer(message("problem.no_answer", table=table, ms=int(_ANSWER_S * _SENDINGS * 1000)))

    async def readings(self, table: str, asked: SendReadings) -> SensorReplay | Reply:
        """The raw readings that are asked for, or the table's refusal. Raises `NoBroker`, `NoAnswer`."""
        command = Command(secrets.token_urlsafe(12), asked)
        awaited = self._replays[command.id] = _Awaited(table)
        refusal: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        refusal.add_done_callback(lambda _: awaited.came.set())
        self._waiting[command.id] = [refusal]
        try:
            for _ in range(_SENDINGS):
                await self._send(table, command)
                while await _within(awaited.came, _ANSWER_S):  # a long answer takes its time, as long as it comes
                    awaited.came.clear()
                    if refusal.done():
                        return refusal.result()
                    if awaited.whole is not None:
                        return awaited.whole
        finally:
            del self._replays[command.id], self._waiting[command.id]
        raise NoAnswer(message("problem.no_answer", table=table, ms=int(_ANSWER_S * _SENDINGS * 1000)))

    def take_readings(self, table: str, part: ReplayPart) -> None:
        """Readings have come; those that nobody waits for belong to another relay, and another table's are nobody's."""
        awaited = self._replays.get(part.id)
        if awaited is not None and awaited.table == table and awaited.whole is None:
            known = awaited.collector.count
            awaited.whole = awaited.collector.take(part)
            if awaited.whole is not None or awaited.collector.count > known:
                awaited.came.set()

    async def request_lines(self, table: str, lines: SendLines) -> None:
        """Ask the table to send lines again; they come on their own channel. Raises `NoBroker`."""
        await self._send(table, Command(secrets.token_urlsafe(12), lines))

    async def restore_lines(self, table: str, lines: RestoreLines) -> None:
        """Give the table back lines that it has lost. Raises `NoBroker`."""
        await self._send(table, Command(secrets.token_urlsafe(12), lines))

    def take_reply(self, reply: Reply) -> None:
        """A reply has come; one that nobody waits for is a repeat or belongs to another relay."""
        for waiting in self._waiting.get(reply.id, ()):
            if not waiting.done():
                waiting.set_result(reply)

    def _forget(self, command: str, waiting: asyncio.Future[Reply]) -> None:
        left = self._waiting[command]
        left.remove(waiting)
        if not left:
            del self._waiting[command]

    async def assign(self, table: str, assignment: Assignment) -> None:
        """Tell the table what to play; it answers in its record. Raises `NoBroker`."""
        await self._publish(table, ASSIGNMENT, assignment)

    async def tell_round_clock(self, clock: RoundClockMessage) -> None:
        """Publish the round clock. Raises `NoBroker`."""
        if self.session is None:
            raise NoBroker(message("problem.no_broker"))
        try:
            await self.session.publish_for_event(self._event, ROUND_CLOCK, clock)
        except Disconnected as error:
            raise NoBroker(message("problem.broker_broke")) from error

    async def _send(self, table: str, command: Command) -> None:
        await self._publish(table, COMMANDS, command)

    async def _publish(self, table: str, topic: Topic[T], value: T) -> None:
        if self.session is None:
            raise NoBroker(message("problem.no_broker"))
        try:
            await self.session.publish(Address(self._event, table), topic, value)
        except Disconnected as error:
            raise NoBroker(message("problem.broker_broke")) from error


async def _within(event: asyncio.Event, seconds: float) -> bool:
    """Whether something happens in time."""
    try:
        async with asyncio.timeout(seconds):
            return await event.wait()
    except TimeoutError:
        return False
