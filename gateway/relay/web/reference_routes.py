"""Routes of what does not belong to a table: rulebooks, and the relay's own health."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import APIRouter, Response

from gateway.model.errors import SettingsError
from gateway.referee import rulebooks
from gateway.relay.hall.hall import Hall, Health
from gateway.relay.hall.viewer_frames import written

from .answer_bodies import ArticleBody, RulebookBody
from .openapi import NameInPath, answer
from .problems import PROBLEMS, Problem, json_response

__all__ = ["reference_routes"]


def reference_routes(hall: Hall, version: str) -> APIRouter:
    """The routes of rulebooks and health."""
    router = APIRouter()

    @router.get(
        "/rulebooks/{name}", summary="A rulebook's articles", responses=answer(RulebookBody) | {404: PROBLEMS[404]}
    )
    async def rulebook(name: NameInPath) -> Response:
        try:
            articles = [ArticleBody.of(article) for article in rulebooks.load(name).articles()]
        except SettingsError as error:
            raise Problem(HTTPStatus.NOT_FOUND, error.message) from error
        return json_response(written(RulebookBody(name, articles)))

    @router.get(
        "/health",
        summary="How the relay is",
        responses=answer(Health) | answer(Health, 503, "As well, and why it does not work now."),
    )
    async def health() -> Response:
        found = hall.health(version)
        return json_response(written(found), 200 if found.ok else 503)

    return router
