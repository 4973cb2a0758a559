"""Limits on the connections of one address, so that one computer cannot take all that a relay can serve.

A whole hall may stand behind one address, and a proxy on this computer speaks for everybody: the limit is generous, and
this computer itself is not counted. Arbiters are not either. Nobody is turned away before he has said who he is: where
an address has all its connections, the oldest that has asked for nothing yet makes room for a new one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Final, Protocol

from starlette.requests import Request, cookie_parser
from starlette.types import Receive, Scope, Send

from gateway.bus.addresses import is_loopback
from gateway.model.messages import message
from gateway.relay.access.rate_limit import network_of
from gateway.relay.access.sessions import Sessions
from gateway.texts.library import Library

from .problems import refusal
from .visitors import COOKIE

__all__ = ["PER_ADDRESS", "AddressLimits", "Cuttable"]

log = logging.getLogger(__name__)

PER_ADDRESS: Final = 1000
"""Connections that are nobody's session: a page that is open holds one, one that is being loaded up to six."""
_SIGNING_IN: Final = 50
"""Connections beyond it that may still sign in."""
_TO_SIGN_IN: Final = ("/sign-in", "/api/sign-in", "/api/texts", "/pages/")
"""What a browser asks for on the way to that."""


class Cuttable(Protocol):
    """A connection, as far as it can be cut."""

    def abort(self) -> None:
        """Cut it."""


class AddressLimits:
    """The connections of each address that are open now."""

    def __init__(
        self,
        sessions: Sessions,
        library: Library,
        per_address: int = PER_ADDRESS,
        uncounted: Callable[[str], bool] = is_loopback,
    ) -> None:
        self._sessions = sessions
        self._library = library
        self._per_address = per_address
        self._uncounted = uncounted
        self._lines: dict[str, dict[Cuttable, bool]] = {}
        """By address, in the order in which they came: each connection, and whether it has asked for nothing yet."""
        self._networks: dict[Cuttable, str] = {}
        self._full: set[str] = set()

    def opened(self, line: Cuttable, host: str) -> None:
        """Somebody has connected."""
        network = network_of(host)
        if self._uncounted(host) or self._uncounted(network):
            return
        lines = self._lines.setdefault(network, {})
        if len(lines) >= self._per_address:
            self._tell(network)
            waiting = next((each for each, waits in lines.items() if waits), None)
            if waiting is not None:
                self.closed(waiting)
                waiting.abort()
        self._lines.setdefault(network, lines)[line] = True
        self._networks[line] = network

    def admits(self, line: Cuttable, path: str, cookies: str) -> bool:
        """Whether a connection may have an answer, now that it has asked for something."""
        network = self._networks.get(line)
        if network is None:
            return True
        if self._sessions.find(cookie_parser(cookies).get(COOKIE)) is not None:
            self.closed(line)  # from now on it is an arbiter's
            return True
        lines = self._lines[network]
        lines[line] = False
        room = _SIGNING_IN if path == "/" or path.startswith(_TO_SIGN_IN) else 0
        if len(lines) <= self._per_address + room:
            return True
        self._tell(network)
        self.closed(line)  # it gets its refusal and is cut; how long that takes is no matter of the others
        return False

    def closed(self, line: Cuttable) -> None:
        """A connection is gone, or counts no more."""
        network = self._networks.pop(line, None)
        if network is None:
            return
        lines = self._lines[network]
        del lines[line]
        if len(lines) < self._per_address // 2:
            self._full.discard(network)
        if not lines:
            del self._lines[network]

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The answer to whoever is not admitted, as an ASGI application."""
        why = message("problem.too_many_connections")
        response = refusal(self._library, Request(scope), HTTPStatus.SERVICE_UNAVAILABLE, why)
        response.headers["Connection"] = "close"
        response.headers["Retry-After"] = "30"
        await response(scope, receive, send)

    def _tell(self, network: str) -> None:
        if network not in self._full:  # once, until half of them have gone
            self._full.add(network)
            log.warning(
                "%d connections come from %s, as many as one address may have (listen.per_address): more are turned "
                "away, but arbiters are let in.",
                self._per_address,
                network,
            )
