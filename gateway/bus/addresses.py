"""Addresses of brokers, and what a client shows there: `mqtt://` on this computer, `mqtts://` anywhere.

A connection that leaves the computer is encrypted, or it is not made: whoever can write on it can be chief arbiter.
"""

from __future__ import annotations

import hashlib
import ipaddress
import ssl
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from gateway.model.errors import BusError

__all__ = ["BrokerAddress", "Brokers", "Credentials", "is_loopback", "parse_address"]

_PORTS = {"mqtt": 1883, "mqtts": 8883}


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """The address at which one broker listens."""

    host: str
    port: int
    encrypted: bool
    user: str | None = None
    password: str | None = field(default=None, repr=False)

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


class Credentials(NamedTuple):
    """The files that a client shows to a broker, and by which it knows the broker. They are read at each connection."""

    authority: Path | None = None
    """The certificate of the authority that the broker's must be of; without it, those that the system trusts."""
    certificate: Path | None = None
    key: Path | None = None

    def context(self) -> ssl.SSLContext:
        """The TLS side of a connection; raises `BusError` if a file is missing or does not fit."""
        if self.authority is not None:
            _require(self.authority)
        try:
            context = ssl.create_default_context(cafile=self.authority)
        except ssl.SSLError as error:
            raise BusError(f"{self.authority} holds no certificate of an authority (PEM).") from error
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        if self.certificate is not None and self.key is not None:
            _require(self.certificate)
            _require(self.key)
            try:
                context.load_cert_chain(self.certificate, self.key)
            except ssl.SSLError as error:
                raise BusError(_misfit(self.certificate, self.key, error)) from error
        return context

    def client_name(self, name: str) -> str:
        """The name of our connection: the same each time, and known to nobody who has not our key.

        A broker gives a connection's place to whoever comes with its name, whatever his certificate is.
        """
        if self.key is None:
            return name
        _require(self.key)
        return f"{name}-{hashlib.sha256(b'flagfall connection' + self.key.read_bytes()).hexdigest()[:16]}"


class Brokers(NamedTuple):
    """The brokers of one event: several addresses of one cluster, and what is shown at each of them."""

    addresses: Sequence[BrokerAddress]
    credentials: Credentials = Credentials()

    @classmethod
    def at(cls, *urls: str, credentials: Credentials = Credentials()) -> Brokers:  # noqa: B008 - holds nothing
        """The brokers at these addresses, in the order in which they are tried."""
        return cls([parse_address(url) for url in urls], credentials)


def parse_address(url: str) -> BrokerAddress:
    """Read `mqtt[s]://[user:password@]host[:port]`; raises `BusError` for what is none, or not safe."""
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise BusError(
            "A broker's address cannot be read: write mqtt://127.0.0.1:1883 or mqtts://host:8883."
        ) from error
    try:
        port = parts.port
    except ValueError as error:
        raise BusError(f"{_hidden(url)!r} has no port that can be: write 1 to 65535.") from error
    if parts.scheme not in _PORTS or not parts.hostname:
        raise BusError(f"{_hidden(url)!r} is not a broker's address: write mqtt://127.0.0.1:1883 or mqtts://host:8883.")
    if parts.scheme == "mqtt" and not is_loopback(parts.hostname):
        raise BusError(
            f"{_hidden(url)!r} leaves this computer without encryption: whoever is on the network could give orders to "
            "the tables. Write mqtts://, with certificates of the hall's authority (docs/security.md)."
        )
    return BrokerAddress(
        parts.hostname,
        port or _PORTS[parts.scheme],
        parts.scheme == "mqtts",
        unquote(parts.username) if parts.username else None,
        unquote(parts.password) if parts.password else None,
    )


def is_loopback(host: str) -> bool:
    """Whether only this computer can reach it."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _misfit(certificate: Path, key: Path, error: ssl.SSLError) -> str:
    if error.reason == "KEY_VALUES_MISMATCH":
        return f"{certificate} and {key} do not belong together: enrol again, or bring back copies."
    return f"{certificate} or {key} is damaged, or no PEM: enrol again, or bring back copies."


def _require(path: Path) -> None:
    try:
        path.open("rb").close()
    except OSError as error:
        raise BusError(f"{path} cannot be read: {error.strerror}.") from error


def _hidden(url: str) -> str:
    """The address without its password, for messages."""
    parts = urlsplit(url)
    return url.replace(f":{parts.password}@", ":***@") if parts.password else url
