"""JSON Schema of every message, of the bus and of the WebSocket: served, and written into `docs/schema`."""

from __future__ import annotations

import functools
from typing import Any

from fastapi import APIRouter, Path, Response
from starlette.exceptions import HTTPException

from gateway.record.schema import MESSAGES, json_schema
from gateway.relay.hall.summaries import TableSummary
from gateway.relay.hall.viewer_frames import PlayerFrame, Subscribe, ViewerFrame

from .problems import refused

__all__ = ["SCHEMAS", "schema_routes"]

SCHEMAS: dict[str, Any] = {
    **MESSAGES,
    "frame": ViewerFrame,
    "player": PlayerFrame,
    "subscribe": Subscribe,
    "summary": TableSummary,
}
"""Name to type."""


@functools.cache
def _files() -> dict[str, bytes]:
    """All of them, as they are served: types do not change."""
    return {name: json_schema(name, kind) for name, kind in SCHEMAS.items()}


def schema_routes() -> APIRouter:
    """`/api/schema/{name}.json`."""
    router = APIRouter(prefix="/api/schema")

    @router.get(
        "/{name}.json",
        summary="The JSON Schema of a message",
        responses={
            200: {"content": {"application/schema+json": {"schema": {"type": "object"}}}},
            404: refused("There is no such message."),
        },
        response_class=Response,
    )
    async def schema(name: str = Path(description=f"One of {', '.join(SCHEMAS)}.")) -> Response:
        if name not in SCHEMAS:
            raise HTTPException(404)
        return Response(_files()[name], media_type="application/schema+json", headers={"Cache-Control": "no-cache"})

    return router
