"""A server for LiveChess's WebSocket API, `ws://localhost:1982/api/v1.0`, over whatever boards it is given.

The port has no password, and any page that a browser shows may knock: only pages of the sites that are listed come in,
and those that this computer serves itself. Programs, which send no `Origin`, do. `GET /api/v1.0/eboards` lists the
boards as the call does; where there is a tournament, `tournaments`, `tournament/ID`, `round/ID/N` and `game/ID` tell
of it, as LiveChess does.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from gateway.bus.addresses import is_loopback
from gateway.feeds.eboards.conversation import LONGEST_CALL, Conversation, listed
from gateway.feeds.eboards.eboard import Boards
from gateway.model.instants import Instant

__all__ = ["ORIGINS", "PATH", "PORT", "LiveChessServer"]

log = logging.getLogger(__name__)

_QUIET = logging.getLogger("websockets.livechess")
_QUIET.setLevel(logging.CRITICAL)  # whoever knocks with nonsense would fill the log with traces
PORT = 1982
PATH = "/api/v1.0"
ORIGINS = ("https://lichess.org", "https://www.chess.com", "https://chess.com")
"""The sites whose pages are known to play on boards of this API."""
_WAITING_MAX = 2000
"""Messages that may wait for one client; who reads no faster is let go."""
_TRY_LATER = 1013
_AGAIN_S = 15.0
"""Seconds until a port that another program has is tried again."""
_REFUSED_LOGGED = 100


class LiveChessServer:
    """The server: one conversation for each client."""

    def __init__(
        self,
        boards: Boards,
        now: Callable[[], Instant],
        origins: tuple[str, ...] = ORIGINS,
        clients_max: int = 32,
        tournament: Callable[[str], Awaitable[bytes | None]] | None = None,
    ) -> None:
        """`origins` are the sites whose pages may come in; `*` stands for every site. `tournament(path)` answers what
        is asked of one; without it there is none."""
        self._boards = boards
        self._tournament = tournament or _no_tournament
        self._now = now
        self._origins = frozenset(origin.rstrip("/").lower() for origin in origins)
        self._clients_max = clients_max
        self._changed: set[asyncio.Event] = set()
        self._refused: set[str] = set()
        self._host = ""

    def changed(self) -> None:
        """Some board looks different."""
        for event in self._changed:
            event.set()

    async def run(self, host: str = "127.0.0.1", port: int = PORT) -> None:
        """Serve until cancelled."""
        self._host = host
        async with serve(
            self._talk,
            _hosts(host, port),  # type: ignore[arg-type] # what asyncio takes, which it is handed to
            port,
            process_request=self._admit,
            max_size=LONGEST_CALL,
            max_queue=16,
            compression=None,
            server_header=None,
            open_timeout=5,
            close_timeout=1,
            logger=_QUIET,
        ):
            log.info("Boards are served as LiveChess does at ws://%s:%d%s.", host, port, PATH)
            await asyncio.Event().wait()

    async def run_for_ever(self, host: str, port: int) -> None:
        """Serve until cancelled; where another program has the port, wait until it lets it go."""
        told = False
        while True:
            try:
                await self.run(host, port)
            except OSError as error:
                if not told:
                    why = error.strerror or str(error)
                    log.warning("Port %d cannot be used for LiveChess's API (%s): it is tried again.", port, why)
                told = True
            await asyncio.sleep(_AGAIN_S)

    # Who comes in ---------------------------------------------------------------------------------------------------

    async def _admit(self, connection: ServerConnection, request: Request) -> Response | None:
        """None for a client that may talk; else the answer, with the boards or with why not."""
        origins = request.headers.get_all("Origin")
        if not self._is_here(request.headers.get_all("Host")) or not self._is_listed(origins):
            return self._refuse(connection, origins[0] if origins else "")
        path = request.path.partition("?")[0].rstrip("/")
        if path != PATH:
            return await self._read(connection, path, origins[0] if origins else "")
        if len(self._changed) >= self._clients_max:
            return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "Too many clients: close another one.\n")
        return None

    async def _read(self, connection: ServerConnection, path: str, origin: str) -> Response:
        """The answer to whoever asks by HTTP."""
        wanted = path.removeprefix(f"{PATH}/")
        found = msgspec.json.encode(listed(self._boards)) if wanted == "eboards" else await self._tournament(wanted)
        if found is None:
            known = ", ".join(f"{PATH}/{each}" for each in ("eboards", "tournaments"))
            return connection.respond(HTTPStatus.NOT_FOUND, f"There is {PATH}, and {known}.\n")
        return _json_answer(found, origin)

    def _is_listed(self, origins: list[str]) -> bool:
        """Whether it is a page of a listed site or of this computer, or no page at all."""
        if not origins or "*" in self._origins:
            return True
        return len(origins) == 1 and (origins[0].lower() in self._origins or self._is_local_page(origins[0]))

    def _is_local_page(self, origin: str) -> bool:
        """Whether a program on this computer serves the page; such a one could as well come without a browser."""
        return is_loopback(self._host) and origin.startswith(("http://", "https://")) and _is_this_computer(origin)

    def _is_here(self, hosts: list[str]) -> bool:
        """Whether the client asked for this computer by its own name: a site may have its own lead here."""
        if not is_loopback(self._host):
            return True
        return len(hosts) == 1 and _is_this_computer(f"//{hosts[0]}")

    def _refuse(self, connection: ServerConnection, origin: str) -> Response:
        said = f"Pages of {origin or 'that name'} may not read this board: list the site under `origins` to allow it."
        if origin not in self._refused and len(self._refused) < _REFUSED_LOGGED:
            self._refused.add(origin)
            log.warning("%s", said)
        return connection.respond(HTTPStatus.FORBIDDEN, f"{said}\n")

    # What is said ---------------------------------------------------------------------------------------------------

    async def _talk(self, client: ServerConnection) -> None:
        conversation, changed = Conversation(self._boards), asyncio.Event()
        waiting: asyncio.Queue[str] = asyncio.Queue(_WAITING_MAX)
        self._changed.add(changed)
        tasks = {
            asyncio.create_task(self._listen(client, conversation, changed, waiting), name="livechess calls"),
            asyncio.create_task(self._watch(conversation, changed, waiting), name="livechess feeds"),
            asyncio.create_task(_send(client, waiting), name="livechess answers"),
        }
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except asyncio.QueueFull:
            await client.close(_TRY_LATER, "too far behind")
        except ConnectionClosed:
            pass  # as clients do
        finally:
            self._changed.discard(changed)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _listen(
        self,
        client: ServerConnection,
        conversation: Conversation,
        changed: asyncio.Event,
        waiting: asyncio.Queue[str],
    ) -> None:
        async for text in client:
            for answer in conversation.receive(text, self._now()):
                waiting.put_nowait(answer)
            changed.set()  # there may be another moment to wait for
            await asyncio.sleep(0)  # whoever calls without end does not keep the table waiting

    async def _watch(self, conversation: Conversation, changed: asyncio.Event, waiting: asyncio.Queue[str]) -> None:
        while True:
            wake = conversation.wake_at(self._now())
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(None if wake is None else max(0, wake - self._now()) / 1000):
                    await changed.wait()
            changed.clear()
            for message in conversation.look(self._now()):
                waiting.put_nowait(message)


def _hosts(host: str, port: int) -> list[str]:
    """Where to listen: `localhost` is either loopback address, and some clients try one only."""
    if host != "127.0.0.1":
        return [host]
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("::1", port))
    except OSError:  # a computer without it, or somebody else's there
        return [host]
    return [host, "::1"]


def _is_this_computer(address: str) -> bool:
    try:
        return is_loopback(urlsplit(address).hostname or "")
    except ValueError:
        return False


async def _send(client: ServerConnection, waiting: asyncio.Queue[str]) -> None:
    while True:
        await client.send(await waiting.get())


async def _no_tournament(path: str) -> bytes | None:
    """A board by itself is of no tournament."""
    return b"[]" if path == "tournaments" else None


def _json_answer(body: bytes, origin: str) -> Response:
    headers = Headers(
        {
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
            "Cache-Control": "no-store",
            "Connection": "close",
        }
    )
    if origin:
        headers["Access-Control-Allow-Origin"] = origin
        headers["Vary"] = "Origin"
    return Response(HTTPStatus.OK, "OK", headers, body)
