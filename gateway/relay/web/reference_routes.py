"""Routes of what does not belong to a table: rulebooks, who asks, and the relay's own health."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import APIRouter, Request, Response

from gateway.model.errors import SettingsError
from gateway.referee import rulebooks
from gateway.referee.powers import powers_of
from gateway.relay.access.rights import acts_for, rights_for, sees
from gateway.relay.hall.hall import Health
from gateway.relay.hall.viewer_frames import written

from .answer_bodies import ArticleBody, MeBody, RulebookBody
from .openapi import NameInPath, answer
from .problems import PROBLEMS, Problem, json_response
from .visitors import Visitors

__all__ = ["reference_routes"]


def reference_routes(visitors: Visitors, version: str) -> APIRouter:
    """The routes of rulebooks, health and the visitor himself."""
    router = APIRouter(prefix="/api")

    @router.get(
        "/rulebooks/{name}", summary="A rulebook's articles", responses=answer(RulebookBody) | {404: PROBLEMS[404]}
    )
    async def rulebook(name: NameInPath) -> Response:
        try:
            book = rulebooks.load(name)
        except SettingsError as error:
            raise Problem(HTTPStatus.NOT_FOUND, error.message) from error
        articles = [ArticleBody.of(article) for article in book.articles()]
        return json_response(written(RulebookBody(name, articles, powers_of(book))))

    @router.get("/me", summary="Who asks, and what he may see and do", responses=answer(MeBody))
    async def me(request: Request) -> Response:
        session = visitors.session(request)
        name, role = ("", None) if session is None else (session.official.name, session.official.role)
        return json_response(written(MeBody(name, role, sees(role), acts_for(role), rights_for(role))))

    @router.get(
        "/health",
        summary="How the relay is",
        responses=answer(Health) | answer(Health, 503, "As well, and why it does not work now."),
    )
    async def health(request: Request) -> Response:
        found = visitors.hall(request).health(version)
        return json_response(written(found), 200 if found.ok else 503)

    return router
