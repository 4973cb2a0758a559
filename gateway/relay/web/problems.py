"""The one shape of every refusal: `{"ok": false, "why": "what is wrong and what to do", "article": ""}`."""

from __future__ import annotations

import logging
from http import HTTPStatus

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from gateway.relay.hall.hall import UnknownTable

__all__ = ["Problem", "ProblemBody", "install", "json_response"]

log = logging.getLogger(__name__)


class ProblemBody(BaseModel):
    """Why a request was not carried out."""

    ok: bool = Field(default=False, description="Always false.")
    why: str = Field(description="One sentence: what is wrong and what to do.")
    article: str = Field(default="", description="The article of the rules, where a table refused by one.")


class Problem(Exception):
    """Raise it anywhere in a request."""

    def __init__(self, status: HTTPStatus, why: str, article: str = "") -> None:
        super().__init__(why)
        self.status = status
        self.why = why
        self.article = article


def json_response(content: bytes | str, status: int = 200) -> Response:
    """JSON that is already written."""
    return Response(content, status, media_type="application/json", headers={"Cache-Control": "no-store"})


def install(app: FastAPI) -> None:
    """Have every refusal of the app take the one shape."""

    @app.exception_handler(Problem)
    async def problem(_: Request, error: Problem) -> Response:
        return _answer(error.status, error.why, error.article)

    @app.exception_handler(UnknownTable)
    async def unknown(_: Request, error: UnknownTable) -> Response:
        return _answer(HTTPStatus.NOT_FOUND, str(error))

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        places = [f"{'.'.join(str(part) for part in item['loc'])}: {item['msg']}" for item in error.errors()]
        return _answer(HTTPStatus.UNPROCESSABLE_ENTITY, f"The request does not fit: {'; '.join(places)}.")

    @app.exception_handler(HTTPException)
    async def http(_: Request, error: HTTPException) -> Response:
        hints = {404: "There is nothing at this address: / is the hall, /api/openapi.json says what else there is."}
        return _answer(HTTPStatus(error.status_code), hints.get(error.status_code, f"{error.detail}."))

    @app.exception_handler(Exception)
    async def failure(request: Request, error: Exception) -> Response:
        log.error("A request for %s failed.", request.url.path, exc_info=error)
        return _answer(HTTPStatus.INTERNAL_SERVER_ERROR, "The relay made a mistake; its log says which. Try again.")


def _answer(status: HTTPStatus, why: str, article: str = "") -> Response:
    return json_response(msgspec.json.encode({"ok": False, "why": why, "article": article}), status)
