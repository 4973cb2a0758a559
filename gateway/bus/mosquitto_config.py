"""The configuration of a Mosquitto: open on loopback, or for a closed hall."""

from __future__ import annotations

import getpass
from collections.abc import Sequence
from pathlib import Path

from gateway.authority.register import Party

from .closed_hall import ClosedHall
from .permissions import granted

__all__ = ["access_list", "mosquitto_config"]


def mosquitto_config(permissions: Path, host: str, port: int, hall: ClosedHall | None = None) -> str:
    """The configuration file; `permissions` is the file with the access list, which is read again on SIGHUP."""
    return f"""# Written by flagfall: changes are lost.
listener {port} {host}
{"allow_anonymous true" if hall is None else _closed(permissions, hall)}
# By default a small message may wait 40 ms for the acknowledgement of the one before it.
set_tcp_nodelay true
# By default messages are dropped for a subscriber that lags.
max_queued_messages 0
# Without a bound one client fills the memory of the broker, and of whoever listens to it.
max_packet_size {1 << 20}
# Nothing relies on what a broker keeps: tables and relay say everything again when they connect.
persistence false
user {getpass.getuser()}
"""


def _closed(permissions: Path, hall: ClosedHall) -> str:
    return f"""cafile {hall.authority}
certfile {hall.certificate}
keyfile {hall.key}
crlfile {hall.revoked}
require_certificate true
# The whole subject is the user, not its name alone: a certificate that is revoked stays without rights on a connection
# that is still open, even when its name is given to another device.
use_subject_as_username true
allow_anonymous false
acl_file {permissions}"""


def access_list(parties: Sequence[Party]) -> str:
    """The access list: without a line in it nothing may be read or written."""
    lines = ["# Written by flagfall: changes are lost."]
    for party in parties:
        grants = granted(party)
        lines += ["", f"user {party.subject.distinguished_name}"]
        lines += [f"topic write {topic}" for topic in grants.write]
        lines += [f"topic read {topic}" for topic in grants.read]
    return "\n".join([*lines, ""])
