"""`flagfall authority`: the hall's certificates. Make the authority once, then say who belongs to the hall."""

from __future__ import annotations

import socket
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import segno
import typer
from rich.console import Console
from rich.table import Table

from gateway.authority.authority_folder import AuthorityFolder, read_or_explain
from gateway.authority.certificates import fingerprint
from gateway.authority.claim_text import ClaimText, short_fingerprint
from gateway.authority.register import PartyKind

__all__ = ["authority"]

authority = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Make the hall's certificate authority, and say who belongs to the hall.",
)

_Folder = Annotated[
    Path,
    typer.Option("--folder", "-f", envvar="FLAGFALL_AUTHORITY", help="The folder of the authority. Keep it secret."),
]
_FOLDER = Path("/var/lib/flagfall/authority")
_Hosts = Annotated[
    list[str] | None, typer.Option("--host", help="A name or address under which it serves; several times for several.")
]
_Kind = Annotated[PartyKind, typer.Option(help="Its place in the hall.")]


@authority.command()
def create(
    event: Annotated[str, typer.Option(help="The event that is played: the same name as in all settings.")],
    folder: _Folder = _FOLDER,
    host: _Hosts = None,
    days: Annotated[int, typer.Option(min=1, max=450, help="How long a certificate is valid; it can be renewed.")] = 60,
) -> None:
    """Make the authority of a hall, with certificates for its broker and its relay."""
    hosts = [*(host or _own_names()), "localhost", "127.0.0.1"]  # broker and relay often share a computer
    made = AuthorityFolder.create(folder, event, days, datetime.now(UTC))
    for name, kind in (("broker", PartyKind.BROKER), ("relay", PartyKind.RELAY)):
        made.make_party(name, kind, hosts, datetime.now(UTC))
    console = _console()
    console.print(f"The authority of {event} is in {folder}, with the certificates of broker and relay.")
    console.print(f"They serve as {', '.join(hosts)}.")
    console.print("Whoever can read authority.key can be anybody in the hall: copy the folder to a safe place only.")


@authority.command()
def issue(
    name: Annotated[str, typer.Argument(help="The name of the party, which is its user at the broker.")],
    kind: _Kind = PartyKind.TABLE,
    folder: _Folder = _FOLDER,
    host: _Hosts = None,
    event: Annotated[str, typer.Option(help="Another event than the authority's.")] = "",
) -> None:
    """Make key and certificate of a party here, to be carried to its computer. Better: a claim, and enrol there."""
    opened = AuthorityFolder(folder)
    opened.make_party(name, kind, host or (), datetime.now(UTC), event)
    _console().print(f"{opened.certificate_of(name)}\n{opened.key_of(name)}\n{opened.certificate}", soft_wrap=True)


@authority.command()
def claim(
    name: Annotated[str, typer.Argument(help="The name of the table, or of another party.")],
    relay: Annotated[str, typer.Option(help="The relay's address as the table reaches it: https://desk.local:8443.")],
    kind: _Kind = PartyKind.TABLE,
    folder: _Folder = _FOLDER,
    minutes: Annotated[int, typer.Option(min=1, max=10_080, help="How long the claim can be used.")] = 60,
) -> None:
    """Show a claim, as text and as QR code: with it a device gets the certificate of this name, once."""
    opened = AuthorityFolder(folder)
    word = opened.offer(name, kind, minutes * 60, datetime.now(UTC))
    text = str(ClaimText(relay.rstrip("/"), word, short_fingerprint(fingerprint(read_or_explain(opened.certificate)))))
    ClaimText.parse(text)  # a wrong address is told here, not at the table
    if (console := _console()).is_terminal:
        segno.make(text, error="m").terminal(compact=True)
    console.print(f"flagfall enrol {text}", soft_wrap=True)


@authority.command()
def renew(
    name: Annotated[str, typer.Argument(help="A party whose key was made here: broker, relay.")],
    folder: _Folder = _FOLDER,
) -> None:
    """Renew a certificate whose key was made here. A table renews its own: flagfall enrol --renew."""
    party = AuthorityFolder(folder).renew_party(name, datetime.now(UTC))
    _console().print(f"The certificate of {name} is valid until {_day(party.until)}.")


@authority.command()
def revoke(
    name: Annotated[str, typer.Argument(help="The party that is no longer part of the hall.")],
    folder: _Folder = _FOLDER,
) -> None:
    """Revoke the certificates of a party. A running broker cuts its connection at once."""
    AuthorityFolder(folder).revoke(name, datetime.now(UTC))
    _console().print(f"{name} is revoked.")


@authority.command(name="list")
def list_parties(folder: _Folder = _FOLDER) -> None:
    """List who has a certificate, and until when."""
    register = AuthorityFolder(folder).register()
    table = Table("name", "kind", "event", "valid until", "serves as", box=None)
    for kind in PartyKind:
        for party in register.of_kind(kind):
            table.add_row(party.name, party.kind, party.event, _day(party.until), ", ".join(party.hosts))
    _console().print(table)


def _own_names() -> list[str]:
    name = socket.gethostname()
    return [name, f"{name}.local"]


def _day(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()


def _console() -> Console:
    return Console(highlight=False)
