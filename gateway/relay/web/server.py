"""The HTTP server as it is meant to be run."""

from __future__ import annotations

import uvicorn
from fastapi import FastAPI

__all__ = ["make_server"]


def make_server(app: FastAPI, host: str, port: int) -> uvicorn.Server:
    """A server to `await .serve()` on the caller's loop; port 0 takes any free one.

    Its own logging set-up is left out: the caller's holds. There is no access log, since sign-in links hold keys.
    """
    config = uvicorn.Config(
        app,
        host,
        port,
        ws="websockets-sansio",
        ws_per_message_deflate=False,  # costs two thirds more time and twice the memory for each viewer
        ws_max_size=65_536,  # viewers have little to say
        ws_ping_interval=20,
        ws_ping_timeout=20,
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=2,  # open pages would hold it up for ever; they come back by themselves
    )
    return uvicorn.Server(config)
