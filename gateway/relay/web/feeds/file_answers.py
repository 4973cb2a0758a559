"""Answers with public files: an ETag always, to be kept for a while once they are final, readable by any site."""

from __future__ import annotations

from collections.abc import AsyncIterator

from fastapi import Request, Response
from fastapi.responses import StreamingResponse

__all__ = ["file_answer"]

_KEEP_S = 60
"""Seconds for which a proxy may hand out what is final: an arbiter may still correct it."""


def file_answer(
    request: Request, content: bytes | AsyncIterator[bytes], media_type: str, etag: str, *, final: bool, own: bool
) -> Response:
    """The file, or that it has not changed. `own`: somebody sees more, or earlier, than others; no proxy keeps that."""
    headers = {
        "ETag": etag,
        "Cache-Control": "private, no-cache" if own else f"public, max-age={_KEEP_S}" if final else "no-cache",
        "Vary": "Cookie",
        "Access-Control-Allow-Origin": "*",
        "Cross-Origin-Resource-Policy": "cross-origin",
    }
    if etag in request.headers.get("if-none-match", ""):
        return Response(None, 304, headers)
    if isinstance(content, bytes):
        return Response(content, 200, headers, media_type)
    return StreamingResponse(content, 200, headers, media_type)
