"""The mirror on the bus: each table as the public is shown it, retained, for programs that may know no more."""

from __future__ import annotations

import asyncio
import contextlib
import logging

import msgspec

from gateway.bus.client import Disconnected, Session
from gateway.bus.topics import DISCOVERY, PUBLIC, Address
from gateway.record.public_mirror import PublicMirror, mirror_of
from gateway.record.visibility import public_state
from gateway.relay.hall.hall import Hall, UnknownTable
from gateway.relay.hall.present_hall import PresentHall

from .home_assistant import discovery_message

__all__ = ["BusMirror"]

log = logging.getLogger(__name__)

_LOOK_S = 2.0
_AGAIN_S = 45.0
"""Everything is said again so often: so a hall in which nothing happens can be told from a relay that is gone."""


class BusMirror:
    """The tables of the public's hall, told to the broker."""

    def __init__(self, public: Hall, present: PresentHall, *, home_assistant: bool) -> None:
        self._public = public
        self._present = present
        self._home_assistant = home_assistant
        self._told: dict[str, PublicMirror] = {}
        self._session: Session | None = None
        self._all_at = 0.0

    async def run(self) -> None:
        """Follow the public's hall until cancelled."""
        loop = asyncio.get_running_loop()
        with self._public.followers.following_all() as changes:
            while True:
                names: set[str] = set()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(_LOOK_S):
                        names = await changes.next()
                session = self._present.command_client.session
                if session is None:
                    continue
                new = session is not self._session
                self._session = session
                if new or loop.time() - self._all_at > _AGAIN_S:
                    self._all_at = loop.time()
                    self._told.clear()
                    names = {table.name for table in self._public.tables}
                with contextlib.suppress(Disconnected):  # the next connection tells all again
                    for name in sorted(names):
                        await self._tell(session, name, introduce=new or name not in self._told)

    async def _tell(self, session: Session, name: str, *, introduce: bool) -> None:
        with contextlib.suppress(UnknownTable):
            mirror = self._mirror(name)
            address = Address(self._public.event, name)
            if introduce and self._home_assistant:
                await session.publish(address, DISCOVERY, discovery_message(address, self._public.title))
            known = self._told.get(name)
            if known is None or msgspec.structs.replace(known, at=mirror.at) != mirror:
                self._told[name] = mirror
                await session.publish(address, PUBLIC, mirror)

    def _mirror(self, name: str) -> PublicMirror:
        table = self._public.find(name)
        state = None if table.state is None else public_state(table.state)
        return mirror_of(
            self._public.event,
            name,
            (state, table.clock),
            online=table.online is True,
            now=self._present.now(),
            offset=table.offset.value + self._public.behind,
        )
