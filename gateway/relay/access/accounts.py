"""Accounts: who may sign in by name and password, and the invitations by which accounts are made.

A fold over lines of their own, which a restart keeps. An invitation is a link that works once and for a while; only the
digest of its secret is kept. Nothing is forgotten by changing it: a disabled account keeps its name for ever, since the
record has it.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from gateway.model.errors import GatewayError
from gateway.model.messages import message
from gateway.store import LineStore, StoredLine

from .officials import Official, clean_name, same_name

__all__ = ["INVITATION_DAYS_MAX", "Account", "AccountRefused", "Accounts", "Invitation"]

log = logging.getLogger(__name__)

ACCOUNTS_MAX: Final = 1000
INVITATIONS_MAX: Final = 200
INVITATION_DAYS_MAX: Final = 30
_DAY_MS = 86_400_000
_STREAM = "accounts"
_SECRET_MAX = 100


class AccountRefused(GatewayError):
    """Something that cannot be done to accounts or invitations."""


class _Line(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True, kw_only=True):
    """Base of all lines."""

    at: int
    by: str = ""


class Invited(_Line, frozen=True, tag="invited", kw_only=True):
    """A link was given out; with `account` for somebody who has an account and needs a new password."""

    id: str
    role: str
    until: int
    account: str = ""


class InvitationWithdrawn(_Line, frozen=True, tag="withdrawn", kw_only=True):
    """A link does not work any more."""

    id: str


class AccountMade(_Line, frozen=True, tag="made", kw_only=True):
    """An invitation was accepted."""

    name: str
    role: str
    password: str
    invitation: str


class PasswordChanged(_Line, frozen=True, tag="password", kw_only=True):
    """A password was changed, by its owner or by an invitation for him."""

    name: str
    password: str
    invitation: str = ""


class RoleChanged(_Line, frozen=True, tag="role", kw_only=True):
    """Somebody has another role."""

    name: str
    role: str


class AccountDisabled(_Line, frozen=True, tag="disabled", kw_only=True):
    """Somebody may not sign in any more, or may again."""

    name: str
    disabled: bool = True


AccountLine = Invited | InvitationWithdrawn | AccountMade | PasswordChanged | RoleChanged | AccountDisabled
_LINE = msgspec.json.Decoder(AccountLine)


class Account(msgspec.Struct, frozen=True):
    """Somebody who signs in by name and password; a screen has no password and stays signed in."""

    name: str
    role: str
    password: str
    by: str
    """Who invited him."""
    since: int
    stamp: int
    """The number of the line by which signing in was changed last."""
    disabled: bool = False

    @property
    def official(self) -> Official:
        """As sessions know him."""
        return Official(self.name, self.role, f"account {self.stamp}")


class Invitation(msgspec.Struct, frozen=True):
    """A link that somebody may accept."""

    id: str
    role: str
    by: str
    until: int
    account: str = ""
    """Whose account it gives a new password to; empty: it makes a new one."""


class Accounts:
    """All accounts, and the invitations that are open."""

    def __init__(self, taken: Iterable[str], now: Callable[[], int], store: LineStore | None = None) -> None:
        """`taken` are names that others have already; `now` is the wall clock in milliseconds since 1970."""
        self._taken = frozenset(map(same_name, taken))
        self._now = now
        self._store = store
        self._accounts: dict[str, Account] = {}
        self._invitations: dict[str, Invitation] = {}
        self._written = 0
        self._one_at_a_time = asyncio.Lock()
        self.changed: Callable[[str], None] = lambda _: None
        """Called with the name of an account by which sessions may have ended."""

    async def load(self) -> None:
        """Take up what the store holds."""
        if self._store is None:
            return
        self._written = await self._store.last(_STREAM)
        for n, line in enumerate(await self._store.read(_STREAM), start=1):
            try:
                self._fold(n, _LINE.decode(line))
            except msgspec.DecodeError as error:
                log.warning("A line of the accounts cannot be read and is left out: %s.", error)

    # Who there is ---------------------------------------------------------------------------------------------------

    @property
    def all(self) -> list[Account]:
        """Every account, in the order in which they were made."""
        return list(self._accounts.values())

    @property
    def invitations(self) -> list[Invitation]:
        """The invitations that can still be accepted."""
        return [each for each in self._invitations.values() if self._now() < each.until]

    def find(self, name: str) -> Account | None:
        """The account of this name."""
        return self._accounts.get(same_name(name))

    def named(self, name: str) -> Official | None:
        """Who may sign in under this name."""
        account = self.find(name)
        return None if account is None or account.disabled else account.official

    def invitation(self, secret: str) -> Invitation | None:
        """The invitation whose link this is, if it can be accepted."""
        found = self._invitations.get(_digest(secret)) if len(secret) <= _SECRET_MAX else None
        if found is None or self._now() >= found.until:
            return None
        return found if not found.account or self.find(found.account) is not None else None

    # What is done ---------------------------------------------------------------------------------------------------

    async def invite(self, role: str, by: str, days: int, account: str = "") -> tuple[str, Invitation]:
        """A new invitation; returns the secret part of its link. Raises `AccountRefused`, `JournalError`."""
        async with self._one_at_a_time:
            known = self.find(account) if account else None
            if account and known is None:
                raise AccountRefused(message("problem.no_account", name=account))
            if len(self.invitations) >= INVITATIONS_MAX or len(self._accounts) >= ACCOUNTS_MAX:
                raise AccountRefused(message("problem.too_many_invitations"))
            secret = secrets.token_urlsafe(24)
            until = self._now() + min(max(1, days), INVITATION_DAYS_MAX) * _DAY_MS
            role, name = (role, "") if known is None else (known.role, known.name)
            line = Invited(at=self._now(), by=by, id=_digest(secret), role=role, until=until, account=name)
            await self._write(line)
            return secret, self._invitations[line.id]

    async def withdraw(self, invitation: str, by: str) -> Invitation:
        """Have a link not work any more; returns which it was."""
        async with self._one_at_a_time:
            found = self._invitations.get(invitation)
            if found is None:
                raise AccountRefused(message("problem.no_invitation"))
            await self._write(InvitationWithdrawn(at=self._now(), by=by, id=invitation))
            return found

    async def accept(self, secret: str, name: str, password: str) -> Account:
        """Make the account of an invitation, or give one a new password; `password` is its hash."""
        async with self._one_at_a_time:
            invitation = self.invitation(secret)
            if invitation is None:
                raise AccountRefused(message("problem.no_invitation"))
            if invitation.account:
                name = invitation.account
                await self._write(
                    PasswordChanged(at=self._now(), by=name, name=name, password=password, invitation=invitation.id)
                )
                return self._accounts[same_name(name)]
            name = self.free_name(name)
            await self._write(
                AccountMade(
                    at=self._now(),
                    by=invitation.by,
                    name=name,
                    role=invitation.role,
                    password=password,
                    invitation=invitation.id,
                )
            )
            return self._accounts[same_name(name)]

    def free_name(self, name: str) -> str:
        """A name as it is kept; raises if somebody has it, since the record must tell people apart."""
        name = clean_name(name)
        if same_name(name) in self._taken or self.find(name) is not None:
            raise AccountRefused(message("problem.name_taken", name=name))
        return name

    async def change_password(self, name: str, password: str) -> None:
        """Another password; `password` is its hash."""
        async with self._one_at_a_time:
            self._known(name)
            await self._write(PasswordChanged(at=self._now(), by=name, name=name, password=password))

    async def change_role(self, name: str, role: str, by: str) -> None:
        """Another role; who is signed in signs in again."""
        async with self._one_at_a_time:
            if self._known(name).role != role:
                await self._write(RoleChanged(at=self._now(), by=by, name=name, role=role))

    async def disable(self, name: str, by: str, *, disabled: bool) -> None:
        """Keep somebody out, or let him in again."""
        async with self._one_at_a_time:
            if self._known(name).disabled is not disabled:
                await self._write(AccountDisabled(at=self._now(), by=by, name=name, disabled=disabled))

    def _known(self, name: str) -> Account:
        account = self.find(name)
        if account is None:
            raise AccountRefused(message("problem.no_account", name=name))
        return account

    # The fold -------------------------------------------------------------------------------------------------------

    async def _write(self, line: AccountLine) -> None:
        """On disk first: an account that a restart forgets would lock somebody out in the middle of a round."""
        n = self._written + 1
        if self._store is not None:
            await self._store.append_many([StoredLine(_STREAM, n, msgspec.json.encode(line))])
        self._written = n
        self._fold(n, line)
        if not isinstance(line, Invited | InvitationWithdrawn):
            self.changed(line.name)

    def _fold(self, n: int, line: AccountLine) -> None:
        match line:
            case Invited():
                self._invitations[line.id] = Invitation(line.id, line.role, line.by, line.until, line.account)
            case InvitationWithdrawn():
                self._invitations.pop(line.id, None)
            case AccountMade():
                self._invitations.pop(line.invitation, None)
                made = Account(line.name, line.role, line.password, line.by, line.at, n)
                self._accounts[same_name(line.name)] = made
            case PasswordChanged():
                self._invitations.pop(line.invitation, None)
                self._replace(line.name, password=line.password, stamp=n)
            case RoleChanged():
                self._replace(line.name, role=line.role, stamp=n)
            case AccountDisabled():
                self._replace(line.name, disabled=line.disabled, stamp=n)

    def _replace(self, name: str, **changes: str | int | bool) -> None:
        account = self._accounts.get(same_name(name))
        if account is not None:
            self._accounts[same_name(name)] = msgspec.structs.replace(account, **changes)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
