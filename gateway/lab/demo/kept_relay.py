"""A connection to the relay that stays signed in between calls, so that the audit is not full of comings and goings."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

from gateway.runtime.relay_client import RelayClient, RelayRefused

__all__ = ["KeptRelay"]


class KeptRelay:
    """A relay for one at a time; after a refusal the next one signs in anew, since the relay may be another."""

    def __init__(self, link: str) -> None:
        self._link = link
        self._client: RelayClient | None = None
        self._alone = threading.Lock()

    @contextlib.contextmanager
    def open(self) -> Iterator[RelayClient]:
        """The connection, signed in."""
        with self._alone:
            client, self._client = self._client or RelayClient(self._link), None
            try:
                yield client
            except RelayRefused:
                with contextlib.suppress(RelayRefused):  # it may be the relay that is gone
                    client.sign_out()
                raise
            self._client = client
