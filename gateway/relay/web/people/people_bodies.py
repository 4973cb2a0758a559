"""Bodies of requests and answers about people: invitations, accounts, passwords, and the audit."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from gateway.relay.access.accounts import INVITATION_DAYS_MAX
from gateway.relay.access.audit import AuditLine

__all__ = [
    "AcceptBody",
    "AuditBody",
    "ChangePersonBody",
    "InvitationBody",
    "InviteBody",
    "InvitedBody",
    "OpenInvitationBody",
    "PasswordBody",
    "PeopleBody",
    "PeopleDoneBody",
    "PersonBody",
    "RoleName",
    "SignInBody",
]

RoleName = Literal["arbiter", "deputy", "acting-chief", "chief", "committee", "appeals", "clerk", "operator", "screen"]
"""A role that somebody may be given."""
_Name = Annotated[str, msgspec.Meta(max_length=200)]
_Secret = Annotated[str, msgspec.Meta(max_length=1000)]


class SignInBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Name and password of an account."""

    name: _Name
    password: _Secret


class InviteBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation to be given out."""

    role: RoleName = "arbiter"
    days: Annotated[int, msgspec.Meta(ge=1, le=INVITATION_DAYS_MAX)] = 7
    account: _Name = ""
    """Somebody who has an account already and needs a new password; the role stays as it is."""


class AcceptBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name and the password that an invited person chooses. A screen needs no password."""

    name: _Name = ""
    password: _Secret = ""


class PasswordBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A password for another one."""

    old: _Secret
    new: _Secret


class ChangePersonBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The changes about somebody; what is not named stays as it is."""

    name: _Name
    role: RoleName | None = None
    disabled: bool | None = None
    sign_out: bool = False
    """On every browser."""


class PeopleDoneBody(msgspec.Struct, frozen=True):
    """The answer that it is done."""

    ok: Literal[True] = True


class InvitedBody(msgspec.Struct, frozen=True):
    """A new invitation. Its link is told this once."""

    id: str
    link: str
    """For the one who is invited, and nobody else."""
    svg: str
    """The same as a QR code."""
    until: int


class OpenInvitationBody(msgspec.Struct, frozen=True):
    """An invitation as the one sees it who has its link."""

    event: str
    role: str
    by: str
    until: int
    account: str
    """Whose password it renews; empty: it makes a new account."""
    password: bool
    """Whether a password is to be chosen; a screen has none."""


class InvitationBody(msgspec.Struct, frozen=True):
    """An invitation that nobody has accepted yet."""

    id: str
    role: str
    by: str
    until: int
    account: str


class PersonBody(msgspec.Struct, frozen=True):
    """Somebody who may sign in."""

    name: str
    role: str
    account: bool
    """False: by a link from the relay's settings, and changed there."""
    disabled: bool
    by: str
    """Who invited."""
    since: int
    """Milliseconds since 1970; 0 for a link."""
    sessions: int
    """On how many browsers he is signed in."""


class PeopleBody(msgspec.Struct, frozen=True):
    """Everybody who may sign in, and the invitations that are open."""

    people: list[PersonBody]
    invitations: list[InvitationBody]


class AuditBody(msgspec.Struct, frozen=True):
    """Lines of the audit, newest first."""

    lines: list[AuditLine]
    next: int | None
    """Ask for lines before this number to go on; None: there are no more."""
