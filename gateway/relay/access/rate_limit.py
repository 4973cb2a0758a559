"""A limit on failed sign-ins: so many from one address within a while, then none until some of them are forgotten."""

from __future__ import annotations

import ipaddress
from collections import deque
from typing import Final

__all__ = ["RateLimit", "network_of"]

FAILURES_MAX: Final = 10
WINDOW_MS: Final = 300_000
ADDRESSES_MAX: Final = 10_000
"""How many addresses are remembered; the one that failed longest ago is forgotten first."""


class RateLimit:
    """The failures of each address within the last `WINDOW_MS`."""

    def __init__(self, most: int = FAILURES_MAX, window_ms: int = WINDOW_MS) -> None:
        """`most` within `window_ms`, then none until some are older."""
        self._most = most
        self._window_ms = window_ms
        self._failures: dict[str, deque[int]] = {}

    def wait_ms(self, address: str, now: int) -> int:
        """How long this address has to wait before it may try again; 0: it may now."""
        failures = self._recent(network_of(address), now)
        return failures[0] + self._window_ms - now if len(failures) >= self._most else 0

    def failed(self, address: str, now: int) -> bool:
        """Take note of a failure; True if it is the one that closes the door."""
        network = network_of(address)
        failures = self._recent(network, now)
        failures.append(now)
        self._failures.pop(network, None)
        self._failures[network] = failures
        if len(self._failures) > ADDRESSES_MAX:
            del self._failures[next(iter(self._failures))]
        return len(failures) == self._most

    def forgive(self, address: str) -> None:
        """Take back the latest failure: what was counted beforehand has succeeded."""
        failures = self._failures.get(network_of(address))
        if failures:
            failures.pop()

    def _recent(self, network: str, now: int) -> deque[int]:
        failures = self._failures.get(network, deque())
        while failures and not 0 <= now - failures[0] < self._window_ms:
            failures.popleft()
        return failures


def network_of(address: str) -> str:
    """Who is counted together: an IPv4 address, or the /64 of an IPv6 one, of which a single host has all."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)
