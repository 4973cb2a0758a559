"""Signing in by a link that holds a key, and out again."""

from __future__ import annotations

from html import escape
from http import HTTPStatus

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from gateway.model.messages import message
from gateway.relay.access.arbiters import COOKIE, COOKIE_DAYS, Arbiters
from gateway.relay.hall.hall import Hall
from gateway.texts.catalogue import Catalogue
from gateway.texts.library import Library

from .problems import Problem, asked_for
from .security import is_own_page

__all__ = ["signin_routes"]

_WRONG = """<!doctype html><html lang="{lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><link rel="stylesheet" href="/pages/style.css">
<main class="notice"><h1>{title}</h1>
<p>{why}</p>
<p>{then}</p>
<p><a class="button" href="/">{watch}</a></p></main></html>"""


def signin_routes(hall: Hall, arbiters: Arbiters, library: Library) -> APIRouter:
    """`/sign-in/{key}` and `/sign-out`."""
    router = APIRouter(include_in_schema=False)

    @router.get("/sign-in/{key}")
    async def sign_in(key: str, request: Request) -> Response:
        arbiter = arbiters.by_key(key)
        if arbiter is None:
            return HTMLResponse(_wrong(library.find(*asked_for(request)), hall.event), HTTPStatus.FORBIDDEN)
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
            raise Problem(HTTPStatus.FORBIDDEN, message("problem.other_site"))
        answer = RedirectResponse("/", HTTPStatus.SEE_OTHER, {"Cache-Control": "no-store"})
        answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return answer

    return router


def _wrong(texts: Catalogue, event: str) -> str:
    return _WRONG.format(
        lang=texts.language,
        title=escape(texts.text("page.wrong_link")),
        why=escape(texts.text("page.wrong_link_why", event=event)),
        then=escape(texts.text("page.wrong_link_then")),
        watch=escape(texts.text("page.watch")),
    )
