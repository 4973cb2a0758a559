"""The HTTP server as it is meant to be run."""

from __future__ import annotations

import ssl
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from gateway.model.errors import SettingsError

from .address_limits import AddressLimits
from .connection_limits import LimitedHttp, LimitedServing, limit_encryption
from .viewer_socket import ViewerSocket

__all__ = ["make_server", "take_up_certificate"]


def make_server(
    app: FastAPI,
    host: str,
    port: int,
    certificate: Path | None = None,
    key: Path | None = None,
    addresses: AddressLimits | None = None,
) -> uvicorn.Server:
    """A server to `await .serve()` on the caller's loop; port 0 takes any free one. With a certificate it is https.

    Its own logging set-up is left out: the caller's holds. There is no access log, since sign-in links hold keys.
    """
    if certificate is not None:
        _check(certificate, key)
        limit_encryption()
    config = LimitedServing(
        app,
        host,
        port,
        http=LimitedHttp,
        backlog=128,  # also how often it tries to take a connection in a row, when it cannot take any
        ws=ViewerSocket,
        ws_max_size=65_536,  # viewers have little to say
        ws_ping_interval=20,
        ws_ping_timeout=20,
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=certificate is None,  # with one it is reached by everybody himself, who could say anything
        ssl_certfile=certificate,
        ssl_keyfile=key,
        timeout_graceful_shutdown=2,  # open pages would hold it up for ever; they come back by themselves
    )
    config.addresses = addresses
    return uvicorn.Server(config)


def take_up_certificate(server: uvicorn.Server, certificate: Path, key: Path | None) -> None:
    """Serve with what the files hold now, from the next connection on; those that are open stay."""
    _check(certificate, key)
    if server.config.ssl is not None:
        server.config.ssl.load_cert_chain(certificate, key)


def _check(certificate: Path, key: Path | None) -> None:
    """Raise in one sentence if the files cannot be used."""
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)
    except ssl.SSLError as error:
        raise SettingsError(
            f"{certificate} and {key} are no certificate and its key ({error.reason or error})."
        ) from error
    except OSError as error:
        raise SettingsError(f"{certificate} or {key} cannot be read: {error.strerror}.") from error
