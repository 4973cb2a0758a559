"""Access as one thing: who may sign in, who has, and what they did. Made once for a relay."""

from __future__ import annotations

from collections.abc import Callable

from gateway.store import LineStore

from .accounts import Accounts
from .arbiters import Arbiters
from .audit import Audit
from .bridge_links import BridgeLinks
from .officials import Official
from .passwords import Passwords
from .player_cards import PlayerCards
from .rate_limit import RateLimit
from .result_links import ResultLinks
from .sessions import Sessions

__all__ = ["RelayAccess"]


class RelayAccess:
    """The people of a relay: arbiters with a link from the settings, and accounts."""

    def __init__(
        self, arbiters: Arbiters, now: Callable[[], int], store: LineStore | None = None, event: str = ""
    ) -> None:
        """Without a store everything ends with the process. `now` is the wall clock in milliseconds since 1970."""
        self.arbiters = arbiters
        self.now = now
        self.accounts = Accounts((arbiter.name for arbiter in arbiters.all), now, store)
        self.sessions = Sessions(self, now, store)
        self.audit = Audit(now, store)
        self.cards = PlayerCards(event, store)
        self.result_links = ResultLinks(event, self.cards.code)
        self.bridge_links = BridgeLinks(event, self.cards.code)
        self.passwords = Passwords()
        self.limit = RateLimit()
        self.accounts.changed = self.sessions.recheck

    async def load(self) -> None:
        """Take up what the store holds; accounts first, since sessions rest on them."""
        await self.accounts.load()
        await self.sessions.load()
        await self.audit.load()
        await self.cards.load()

    def named(self, name: str) -> Official | None:
        """Who may sign in under this name."""
        return self.arbiters.named(name) or self.accounts.named(name)

    async def signing_in(self, name: str, password: str) -> Official | None:
        """Who signs in with this name and password; None if nobody does."""
        account = self.accounts.find(name)
        kept = "" if account is None or account.disabled else account.password
        fits = await self.passwords.fits(password, kept)
        return account.official if fits and account is not None else None
