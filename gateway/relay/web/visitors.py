"""Visitors of the relay: who sends a request, and what he may see and do."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import Request
from starlette.requests import HTTPConnection

from gateway.model.messages import message
from gateway.record.visibility import Visibility
from gateway.relay.access.arbiters import Arbiter
from gateway.relay.access.sessions import ArbiterSession, Sessions

from .problems import Problem
from .security import is_own_page

__all__ = ["COOKIE", "Visitors"]

COOKIE = "flagfall_session"


class Visitors:
    """The visitors, known by their cookies."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    def session(self, request: HTTPConnection) -> ArbiterSession | None:
        """The session that the visitor's browser shows."""
        return self._sessions.find(request.cookies.get(COOKIE))

    def visibility(self, request: Request) -> Visibility:
        """The circle that the visitor belongs to."""
        return Visibility.PUBLIC if self.session(request) is None else Visibility.ARBITERS

    def known(self, request: Request) -> Arbiter:
        """The arbiter who asks; anybody else is sent to sign in."""
        session = self.session(request)
        if session is None:
            raise Problem(HTTPStatus.UNAUTHORIZED, message("problem.sign_in"))
        return session.arbiter

    def acting(self, request: Request) -> Arbiter:
        """The arbiter who acts, from our own page and no other site's."""
        arbiter = self.known(request)
        if not is_own_page(request.headers):
            raise Problem(HTTPStatus.FORBIDDEN, message("problem.other_site"))
        return arbiter
