"""`flagfall broker`: run a broker, write its permissions for one that runs elsewhere, check one that is there."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from gateway.bus.addresses import Brokers, Credentials
from gateway.bus.broker import BrokerEngine, write_config
from gateway.bus.closed_hall import BROKER
from gateway.bus.nats_config import ClusterNode
from gateway.model.errors import SettingsError

__all__ = ["broker"]

broker = typer.Typer(
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    help="Run the broker of a hall; 'check' looks at one that is there, 'permissions' writes the files of another.",
)

_Authority = Annotated[
    Path | None,
    typer.Option(envvar="FLAGFALL_AUTHORITY", help="The folder of the hall's authority: only its parties are let in."),
]
_Engine = Annotated[BrokerEngine, typer.Option(help="NATS comes with Flagfall; Mosquitto must be installed.")]
_Host = Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for a whole hall, with --authority.")]
_Port = Annotated[int | None, typer.Option(min=1, max=65535, help="The MQTT port; 1883, or 8883 with --authority.")]


@broker.callback()
def run(
    context: typer.Context,
    data: Annotated[Path | None, typer.Option(help="The folder for sessions and retained messages.")] = None,
    host: _Host = "127.0.0.1",
    port: _Port = None,
    authority: _Authority = None,
    engine: _Engine = BrokerEngine.NATS,
    name: Annotated[
        str, typer.Option(help="The broker's name in the authority; one of three has one of its own.")
    ] = BROKER,
    cluster: Annotated[str, typer.Option(help="HOST:PORT where the other two of three brokers reach this one.")] = "",
    peer: Annotated[
        list[str] | None, typer.Option(help="HOST:PORT of another of the three; once for each.", metavar="HOST:PORT")
    ] = None,
) -> None:
    """Run the broker of a hall; 'check' looks at one that is there, 'permissions' writes the files of another."""
    if context.invoked_subcommand is not None:
        return
    if data is None:
        raise SettingsError("Name a folder for sessions and retained messages: --data /var/lib/flagfall-broker.")
    from gateway.runtime.broker_process import run_broker

    node = _node(name, cluster, peer or []) if cluster or peer else None
    run_broker(engine, data, host, _port(port, authority), authority, name, node)


@broker.command()
def permissions(
    folder: Annotated[Path, typer.Argument(help="Where to write the files.")],
    host: _Host = "127.0.0.1",
    port: _Port = None,
    authority: _Authority = None,
    engine: _Engine = BrokerEngine.MOSQUITTO,
) -> None:
    """Write configuration and permissions for a broker that you run yourself; send it SIGHUP when they change."""
    from gateway.authority.authority_folder import AuthorityFolder
    from gateway.bus.closed_hall import ClosedHall

    if authority is None:
        raise SettingsError("Name the folder of the hall's authority: --authority /var/lib/flagfall/authority.")
    hall = ClosedHall.of(AuthorityFolder(authority))
    config = write_config(folder.absolute(), host, _port(port, authority), hall, engine)
    Console(highlight=False).print(f"{config}: {len(hall.parties)} users.", soft_wrap=True)


@broker.command()
def check(
    url: Annotated[str, typer.Argument(help="The broker's address: mqtts://desk.local:8883.")],
    event: Annotated[str, typer.Option(help="The event whose topics are tried.")] = "flagfall-check",
    authority: _Authority = None,
    ca: Annotated[Path | None, typer.Option(help="The authority's certificate, if its folder is elsewhere.")] = None,
    certificate: Annotated[Path | None, typer.Option(help="The relay's certificate.")] = None,
    key: Annotated[Path | None, typer.Option(help="The relay's key.")] = None,
) -> None:
    """Check a broker as the relay would use it: who is let in, what is delivered, what is retained."""
    from gateway.bus.broker_check import check_broker

    files = Credentials(ca, certificate, key)
    if authority is not None and files == Credentials():
        from gateway.authority.authority_folder import AuthorityFolder

        folder = AuthorityFolder(authority)
        files = Credentials(folder.certificate, folder.certificate_of("relay"), folder.key_of("relay"))
        event = folder.register().event
    findings = asyncio.run(check_broker(Brokers.at(url, credentials=files), event))
    console = Console(highlight=False)
    for finding in findings:
        console.print(f"{'good' if finding.good else 'WRONG'}  {finding.sentence}", soft_wrap=True)
    if not all(finding.good for finding in findings):
        raise typer.Exit(1)


def _node(name: str, listen: str, peers: list[str]) -> ClusterNode:
    if len(peers) != 2 or not listen or name == BROKER:
        raise SettingsError(
            "Three brokers stand in for each other, never two: give this one a --name of its own, --cluster with the "
            "address at which the others reach it, and --peer for each of the other two."
        )
    for each in (listen, *peers):
        host, _, port = each.rpartition(":")
        if not host or not port.isdigit():
            raise SettingsError(f"{each!r} is not an address of a broker in a cluster: write HOST:PORT.")
    return ClusterNode(name, listen, tuple(peers))


def _port(port: int | None, authority: Path | None) -> int:
    return port or (1883 if authority is None else 8883)
