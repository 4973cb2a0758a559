"""`flagfall people`: who may sign in at a relay, invitations, roles: the page of people, without a browser."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from gateway.model.errors import SettingsError
from gateway.runtime.relay_client import RelayClient

from .relay_options import HallAuthority, SignInLink

__all__ = ["people"]

people = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Invite people to a relay, list them, change roles, keep somebody out.",
)

_Name = Annotated[str, typer.Argument(help="The name of the account, as it signs in.")]
_ROLES = ("arbiter", "deputy", "acting-chief", "chief", "committee", "appeals", "clerk", "operator", "screen")
_Role = Annotated[str, typer.Argument(help=f"One of {', '.join(_ROLES)}.")]


@people.command("list")
def list_people(relay: SignInLink = "", ca: HallAuthority = None) -> None:
    """Write who may sign in, and the invitations that are open."""
    with RelayClient(relay, ca) as client:
        found = client.people()
    shown = Table(box=None, pad_edge=False)
    for title in ("name", "role", "by", "now"):
        shown.add_column(title)
    for person in found["people"]:
        now = "disabled" if person["disabled"] else f"{person['sessions']} signed in" if person["sessions"] else ""
        by = f"invited by {person['by']}" if person["account"] else "link in the settings"
        shown.add_row(person["name"], person["role"], by, now)
    for invitation in found["invitations"]:
        name = invitation["account"] or "-"
        shown.add_row(name, invitation["role"], f"invited by {invitation['by']}", f"open: {invitation['id'][:12]}")
    Console(highlight=False).print(shown)


@people.command()
def invite(
    role: _Role = "arbiter",
    days: Annotated[int, typer.Option("--days", min=1, max=30, help="How long the link works.")] = 7,
    account: Annotated[str, typer.Option("--again", help="Somebody who has an account and needs a new password.")] = "",
    relay: SignInLink = "",
    ca: HallAuthority = None,
) -> None:
    """Make a link that works once: whoever opens it chooses a name and a password."""
    with RelayClient(relay, ca) as client:
        made = client.invite(_known(role), days, account)
    print(made)  # alone on its line, so that it can be piped


@people.command()
def role(name: _Name, role: _Role, relay: SignInLink = "", ca: HallAuthority = None) -> None:
    """Give somebody another role; who is signed in signs in again."""
    with RelayClient(relay, ca) as client:
        client.change_person(name=name, role=_known(role))


@people.command()
def disable(name: _Name, relay: SignInLink = "", ca: HallAuthority = None) -> None:
    """Keep somebody out: all sessions end at once."""
    with RelayClient(relay, ca) as client:
        client.change_person(name=name, disabled=True)


@people.command()
def enable(name: _Name, relay: SignInLink = "", ca: HallAuthority = None) -> None:
    """Let somebody in again."""
    with RelayClient(relay, ca) as client:
        client.change_person(name=name, disabled=False)


def _known(role: str) -> str:
    if role not in _ROLES:
        raise SettingsError(f"There is no role {role}; take one of {', '.join(_ROLES)}.")
    return role
