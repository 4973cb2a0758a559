"""Signing in by a link that holds a key, or by name and password; and out again."""

from __future__ import annotations

import logging
import math
from http import HTTPStatus

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from gateway.model.messages import message
from gateway.relay.access.access import RelayAccess
from gateway.relay.access.audit import AuditKind
from gateway.relay.access.officials import Official
from gateway.relay.access.sessions import days_of
from gateway.relay.web.notice import notice
from gateway.relay.web.openapi import answer, request_body
from gateway.relay.web.problems import PROBLEMS, Problem, json_response, reader_languages, refused
from gateway.relay.web.request_bodies import read_json
from gateway.relay.web.visitors import COOKIE, address_of, from_own_page
from gateway.texts.library import Library

from .people_bodies import PeopleDoneBody, SignInBody

__all__ = ["SIGN_IN_PROBLEMS", "TooManyTries", "signin_routes", "start_session"]

log = logging.getLogger(__name__)

SIGN_IN_PROBLEMS: dict[int | str, dict[str, object]] = {
    **{status: PROBLEMS[status] for status in (403, 413, 415, 422)},
    429: refused("Too many failures from this address."),
}


class TooManyTries(Problem):
    """A door that is closed to an address for a while."""

    def __init__(self, wait_ms: int) -> None:
        minutes = math.ceil(wait_ms / 60_000)
        super().__init__(HTTPStatus.TOO_MANY_REQUESTS, message("page.too_many_tries", minutes=minutes))


async def start_session(access: RelayAccess, official: Official, request: Request, answered: Response) -> Response:
    """Sign somebody in on the browser that gets this answer."""
    token = await access.sessions.begin(official)
    session = access.sessions.find(token)
    await access.audit.note(AuditKind.SIGNED_IN, session, official.name, address=address_of(request))
    log.info("%s signed in from %s.", official.name, address_of(request))
    answered.set_cookie(
        COOKIE,
        token,
        max_age=days_of(official.role) * 86_400,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return answered


def signin_routes(event: str, access: RelayAccess, library: Library) -> APIRouter:
    """`/sign-in/{key}`, `/api/sign-in` and `/sign-out`."""
    router, limit = APIRouter(), access.limit

    def refused(request: Request, status: HTTPStatus, why: str, **arguments: int | str) -> HTMLResponse:
        texts = library.find(*reader_languages(request))
        words = texts.text(why, **arguments), texts.text("page.wrong_link_then")
        return notice(texts, status, texts.text("page.wrong_link"), *words)

    @router.get("/sign-in/{key}", include_in_schema=False)
    async def by_link(key: str, request: Request) -> Response:
        if wait := limit.wait_ms(address_of(request), access.now()):
            answered: Response = refused(
                request, HTTPStatus.TOO_MANY_REQUESTS, "page.too_many_tries", minutes=math.ceil(wait / 60_000)
            )
            answered.headers["Retry-After"] = str(math.ceil(wait / 1000))
            return answered
        arbiter = access.arbiters.by_key(key)
        if arbiter is None:
            address = address_of(request)
            closes = limit.failed(address, access.now())
            log.warning("A sign-in from %s failed%s.", address, "; no more are taken for a while" if closes else "")
            await access.audit.note(AuditKind.NOT_SIGNED_IN, None, address=address, ok=False)
            return refused(request, HTTPStatus.FORBIDDEN, "page.wrong_link_why", event=event)
        home = RedirectResponse("/", HTTPStatus.SEE_OTHER, {"Cache-Control": "no-store"})
        return await start_session(access, arbiter.official, request, home)

    @router.post("/sign-out", include_in_schema=False)
    async def sign_out(request: Request) -> Response:
        from_own_page(request)
        session = access.sessions.find(request.cookies.get(COOKIE))
        if session is not None:
            await access.audit.note(AuditKind.SIGNED_OUT, session, address=address_of(request))
            await access.sessions.end(session)
            log.info("%s signed out.", session.official.name)
        answered = RedirectResponse("/", HTTPStatus.SEE_OTHER, {"Cache-Control": "no-store"})
        answered.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return answered

    router.routes += _password_routes(access).routes
    return router


def _password_routes(access: RelayAccess) -> APIRouter:
    router, limit = APIRouter(), access.limit

    @router.post(
        "/api/sign-in",
        summary="Sign in by name and password",
        responses=answer(PeopleDoneBody) | SIGN_IN_PROBLEMS,
        openapi_extra=request_body(SignInBody),
    )
    async def by_password(request: Request) -> Response:
        from_own_page(request)
        body = await read_json(request, SignInBody)
        address = address_of(request)
        if wait := limit.wait_ms(address, access.now()):
            raise TooManyTries(wait)
        # Counted as a failure beforehand: however many try at once, no more than so many passwords are looked at.
        if limit.failed(address, access.now()):
            log.warning("Sign-ins from %s fail; no more are taken for a while.", address)
        official = await access.signing_in(body.name, body.password)
        if official is None:
            await access.audit.note(AuditKind.NOT_SIGNED_IN, None, body.name[:60], address=address, ok=False)
            raise Problem(HTTPStatus.FORBIDDEN, message("problem.wrong_password"))
        limit.forgive(address)
        return await start_session(access, official, request, json_response(msgspec.json.encode(PeopleDoneBody())))

    return router
