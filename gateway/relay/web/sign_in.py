"""Signing in by a link that holds a key, and out again."""

from __future__ import annotations

import logging
import math
from http import HTTPStatus

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from gateway.model.messages import message
from gateway.relay.access.rate_limit import RateLimit
from gateway.relay.access.sessions import SESSION_DAYS, Sessions
from gateway.relay.hall.hall import Hall
from gateway.texts.library import Library

from .notice import notice
from .problems import Problem, asked_for
from .security import is_own_page
from .visitors import COOKIE

__all__ = ["signin_routes"]

log = logging.getLogger(__name__)


def signin_routes(hall: Hall, sessions: Sessions, library: Library) -> APIRouter:
    """`/sign-in/{key}` and `/sign-out`."""
    router, limit = APIRouter(include_in_schema=False), RateLimit()

    def refused(request: Request, status: HTTPStatus, why: str, **arguments: int | str) -> HTMLResponse:
        texts = library.find(*asked_for(request))
        words = texts.text(why, **arguments), texts.text("page.wrong_link_then")
        return notice(texts, status, texts.text("page.wrong_link"), *words)

    @router.get("/sign-in/{key}")
    async def sign_in(key: str, request: Request) -> Response:
        address, now = request.client.host if request.client is not None else "", hall.now()
        if wait := limit.wait_ms(address, now):
            answer: Response = refused(
                request, HTTPStatus.TOO_MANY_REQUESTS, "page.too_many_tries", minutes=math.ceil(wait / 60_000)
            )
            answer.headers["Retry-After"] = str(math.ceil(wait / 1000))
            return answer
        arbiter = sessions.arbiters.by_key(key)
        if arbiter is None:
            closes = limit.failed(address, now)
            log.warning("A sign-in from %s failed%s.", address, "; no more are taken for a while" if closes else "")
            return refused(request, HTTPStatus.FORBIDDEN, "page.wrong_link_why", event=hall.event)
        token = await sessions.begin(arbiter)
        log.info("%s signed in from %s.", arbiter.name, address)
        answer = RedirectResponse("/", HTTPStatus.SEE_OTHER, {"Cache-Control": "no-store"})
        answer.set_cookie(
            COOKIE,
            token,
            max_age=SESSION_DAYS * 86_400,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
        return answer

    @router.post("/sign-out")
    async def sign_out(request: Request) -> Response:
        if not is_own_page(request.headers):
            raise Problem(HTTPStatus.FORBIDDEN, message("problem.other_site"))
        session = sessions.find(request.cookies.get(COOKIE))
        if session is not None:
            await sessions.end(session)
            log.info("%s signed out.", session.arbiter.name)
        answer = RedirectResponse("/", HTTPStatus.SEE_OTHER, {"Cache-Control": "no-store"})
        answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return answer

    return router
