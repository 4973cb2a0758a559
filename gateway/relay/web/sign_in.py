"""Signing in by a link that holds a key, and out again."""

from __future__ import annotations

from html import escape
from http import HTTPStatus

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from gateway.relay.access.arbiters import COOKIE, COOKIE_DAYS, Arbiters
from gateway.relay.hall.hall import Hall

from .problems import Problem
from .security import is_own_page

__all__ = ["signin_routes"]

_WRONG = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>This link does not open</title><link rel="stylesheet" href="/pages/style.css">
<main class="notice"><h1>This link does not open</h1>
<p>Its key is not one of {event}. Perhaps a character was lost when it was copied, or the key has been changed.</p>
<p>Ask the chief arbiter for your link. Everybody may watch without one.</p>
<p lang="zh">此链接无效：密钥不正确或已更换。请向裁判长索取链接。观看比赛不需要登录。</p>
<p><a class="button" href="/">Watch the tables</a></p></main></html>"""


def signin_routes(hall: Hall, arbiters: Arbiters) -> APIRouter:
    """`/sign-in/{key}` and `/sign-out`."""
    router = APIRouter(include_in_schema=False)

    @router.get("/sign-in/{key}")
    async def sign_in(key: str, request: Request) -> Response:
        arbiter = arbiters.by_key(key)
        if arbiter is None:
            return HTMLResponse(_WRONG.format(event=escape(hall.event)), HTTPStatus.FORBIDDEN)
        answer = RedirectResponse("/", HTTPStatus.SEE_OTHER, {"Cache-Control": "no-store"})
        answer.set_cookie(
            COOKIE,
            arbiters.cookie(arbiter, hall.now()),
            max_age=COOKIE_DAYS * 86_400,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
        return answer

    @router.post("/sign-out")
    async def sign_out(request: Request) -> Response:
        if not is_own_page(request.headers):
            raise Problem(HTTPStatus.FORBIDDEN, "This request came from another site: use the relay's own page.")
        answer = RedirectResponse("/", HTTPStatus.SEE_OTHER, {"Cache-Control": "no-store"})
        answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return answer

    return router
