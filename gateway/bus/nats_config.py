"""The configuration of a NATS server with its MQTT listener on: open on loopback, or for a closed hall."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from gateway.authority.register import Party

from .closed_hall import ClosedHall
from .permissions import granted

__all__ = ["ClusterNode", "nats_config"]


class ClusterNode(NamedTuple):
    """One of three brokers that stand in for each other. Two would be none: the one that is left has no majority."""

    name: str
    listen: str
    """Where the others reach this one, `host:port`."""
    peers: tuple[str, ...]
    """The others."""


def nats_config(
    folder: Path, host: str, port: int, hall: ClosedHall | None = None, node: ClusterNode | None = None
) -> str:
    """The configuration file; sessions and retained messages live in `folder`."""
    # MQTT in NATS stands on JetStream. The NATS port itself is not used by anyone: any free one on loopback.
    name = "flagfall" if node is None else node.name
    text = f'server_name: "{name}"\nlisten: "127.0.0.1:-1"\njetstream {{ store_dir: {_quoted(folder / "store")} }}\n'
    if node is not None:
        text += _cluster(node, hall)
    # A message that a client received and did not acknowledge comes again after this long (30 s by default).
    mqtt = f'host: "{host}", port: {port}, ack_wait: "2s"'
    if node is not None:
        # Who comes before all three have met would else have what is kept on two, and two have no majority without one.
        mqtt += ", stream_replicas: 3"
    if hall is None:
        return f"{text}mqtt {{ {mqtt} }}\n"
    text += f"mqtt {{ {mqtt}, tls {{ {_files(hall)}, verify_and_map: true }} }}\n"
    return f"{text}authorization {{\n  users: [\n{_users(hall.parties)}  ]\n}}\n"


def _files(hall: ClosedHall) -> str:
    return f"cert_file: {_quoted(hall.certificate)}, key_file: {_quoted(hall.key)}, ca_file: {_quoted(hall.authority)}"


def _cluster(node: ClusterNode, hall: ClosedHall | None) -> str:
    """The cluster's part. Whoever joins it hears all, so a certificate is not enough: each table has one."""
    if hall is None:
        shown, guard = "", ""
    else:
        shown = f"flagfall:{hall.cluster_key}@"
        guard = f', authorization {{ user: "flagfall", password: "{hall.cluster_key}", timeout: 5 }}'
        guard += f", tls {{ {_files(hall)}, verify: true, timeout: 5 }}"
    routes = json.dumps([f"nats-route://{shown}{peer}" for peer in node.peers])
    return f'cluster {{ name: "flagfall", listen: "{node.listen}", routes: {routes}{guard} }}\n'


def _users(parties: Sequence[Party]) -> str:
    """One user for each party. They have no passwords, so they may come by MQTT only, where a certificate is asked."""
    # A list without users would let everybody in: nobody has the subject of the first.
    users = [_user("CN=nobody", (), ())]
    for party in parties:
        grants = granted(party)
        users.append(_user(party.subject.distinguished_name, _subjects(grants.write), _subjects(grants.read)))
    return "".join(users)


def _user(name: str, publish: Sequence[str], subscribe: Sequence[str]) -> str:
    rights = f"publish: {_allowed(publish)}, subscribe: {_allowed(subscribe)}"
    return f'    {{ user: {json.dumps(name)}, allowed_connection_types: ["MQTT"], permissions: {{ {rights} }} }}\n'


def _allowed(subjects: Sequence[str]) -> str:
    return f"{{ allow: {json.dumps(list(subjects))} }}" if subjects else '{ deny: [">"] }'


def _subjects(filters: Sequence[str]) -> list[str]:
    """Filters of MQTT as subjects of NATS. What ends in `#` stands for the level above, too."""
    subjects: list[str] = []
    for each in filters:
        subject = each.replace("/", ".").replace("+", "*")
        subjects += [subject.removesuffix(".#"), subject.removesuffix("#") + ">"] if each.endswith("/#") else [subject]
    return subjects


def _quoted(path: Path) -> str:
    return json.dumps(str(path))
