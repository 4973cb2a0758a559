"""The one shape of every refusal: a message, its sentence in the language of whoever asked; for a browser a page."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Annotated, Any

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from msgspec import Meta
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from gateway.model.errors import JournalError
from gateway.model.messages import Message, message
from gateway.relay.hall.hall import UnknownTable
from gateway.texts.library import Library

from .notice import notice
from .openapi import ref

__all__ = [
    "FOR_ARBITERS",
    "PROBLEMS",
    "Problem",
    "asked_for",
    "install",
    "json_response",
    "not_stored",
    "reader_languages",
    "refusal",
    "refused",
]

log = logging.getLogger(__name__)


class ProblemBody(msgspec.Struct):
    """The reason for which a request was not carried out."""

    why: Annotated[
        str, Meta(description="One sentence: what is wrong and what to do, in a language of `Accept-Language`.")
    ]
    message: Annotated[dict[str, Any], Meta(description="The same as a message: key and arguments of the catalogues.")]
    ok: Annotated[bool, Meta(description="Always false.")] = False
    article: Annotated[str, Meta(description="The article of the rules, where a table refused by one.")] = ""


def refused(description: str) -> dict[str, object]:
    """For a route: how it describes a refusal."""
    return {"description": description, "content": {"application/json": {"schema": ref(ProblemBody)}}}


PROBLEMS: dict[int | str, dict[str, object]] = {
    401: refused("Not signed in."),
    403: refused("Not for this role, or sent by a page of another site."),
    404: refused("No such table or rulebook."),
    413: refused("Longer than any act."),
    415: refused("Not sent as JSON."),
    422: refused("Something in it does not fit; says which field is wrong."),
    409: refused("The table refused, and says why."),
    503: refused("The table cannot be reached: agent or broker is away."),
    504: refused("The table has not answered."),
}
"""Descriptions of refusals in OpenAPI, by status."""
FOR_ARBITERS: dict[int | str, dict[str, object]] = {status: PROBLEMS[status] for status in (401, 403)}
"""Those of what only some roles may see."""


class Problem(Exception):
    """Raise it anywhere in a request."""

    def __init__(self, status: HTTPStatus, why: Message, article: str = "") -> None:
        super().__init__(str(why))
        self.status = status
        self.why = why
        self.article = article


def not_stored(error: JournalError) -> Problem:
    """The refusal of what could not be written down, and so does not hold."""
    return Problem(HTTPStatus.SERVICE_UNAVAILABLE, message("problem.not_stored", why=error.message))


def json_response(content: bytes | str, status: int = 200) -> Response:
    """JSON that is already written."""
    return Response(content, status, media_type="application/json", headers={"Cache-Control": "no-store"})


def refusal(library: Library, request: Request, status: HTTPStatus, why: Message, article: str = "") -> Response:
    """A refusal in that shape."""
    is_page = "text/html" in request.headers.get("accept", "")  # a person's browser
    texts = library.find(*(reader_languages if is_page else asked_for)(request))
    sentence = texts.render(why)
    if is_page:
        missing = status is HTTPStatus.NOT_FOUND
        return notice(texts, status, texts.text("page.not_found" if missing else "page.not_done"), sentence)
    body = {"ok": False, "why": sentence, "message": why, "article": article}
    return json_response(msgspec.json.encode(body), status)


def install(app: FastAPI, library: Library) -> None:
    """Have every refusal of the app take the one shape."""

    def answer(request: Request, status: HTTPStatus, why: Message, article: str = "") -> Response:
        return refusal(library, request, status, why, article)

    @app.exception_handler(Problem)
    async def problem(request: Request, error: Problem) -> Response:
        return answer(request, error.status, error.why, error.article)

    @app.exception_handler(UnknownTable)
    async def unknown(request: Request, error: UnknownTable) -> Response:
        return answer(request, HTTPStatus.NOT_FOUND, error.message)

    @app.exception_handler(JournalError)
    async def unreadable(request: Request, error: JournalError) -> Response:
        log.warning("A request for %s could not be answered: %s", request.url.path, error)
        return answer(request, HTTPStatus.SERVICE_UNAVAILABLE, message("problem.not_readable"))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        places = [f"{'.'.join(str(part) for part in item['loc'])}: {item['msg']}" for item in error.errors()]
        why = message("problem.does_not_fit", what="; ".join(places))
        return answer(request, HTTPStatus.UNPROCESSABLE_ENTITY, why)

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        status = HTTPStatus(error.status_code)
        nothing = status is HTTPStatus.NOT_FOUND
        return answer(request, status, message("problem.nothing_here" if nothing else "plain", text=str(error.detail)))

    @app.exception_handler(ClientDisconnect)
    async def gone(request: Request, error: ClientDisconnect) -> Response:  # noqa: ARG001 - the framework's
        return Response(status_code=HTTPStatus.BAD_REQUEST)  # nobody hears it: he left before he had said all

    @app.exception_handler(Exception)
    async def failure(request: Request, error: Exception) -> Response:
        log.error("A request for %s failed.", request.url.path, exc_info=error)
        return answer(request, HTTPStatus.INTERNAL_SERVER_ERROR, message("problem.failure"))


def reader_languages(request: Request) -> list[str]:
    """The language that somebody has chosen on our pages, then those of the browser; for answers that nobody keeps."""
    return [*filter(None, [request.cookies.get("flagfall-language")]), *asked_for(request)]


def asked_for(request: Request) -> list[str]:
    """The languages that a browser asks for, in its order."""
    return [part.partition(";")[0] for part in request.headers.get("accept-language", "").split(",")]
