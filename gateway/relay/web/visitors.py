"""Visitors of the relay: who sends a request, and what he may see and do."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import Request
from starlette.requests import HTTPConnection

from gateway.model.messages import message
from gateway.record.visibility import Visibility
from gateway.relay.access.arbiters import Arbiter
from gateway.relay.access.rights import Right, may, sees
from gateway.relay.access.sessions import ArbiterSession, Sessions

from .problems import Problem
from .security import is_own_page

__all__ = ["COOKIE", "Visitors"]

COOKIE = "flagfall_session"
_REFUSED = {
    Right.ASSIGN: message("problem.may_not_assign"),
    Right.ADMIT: message("problem.may_not_admit"),
    Right.PEOPLE: message("problem.may_not_invite"),
    Right.AUDIT: message("problem.may_not_audit"),
    Right.CARDS: message("problem.may_not_cards"),
}


class Visitors:
    """The visitors, known by their cookies."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    def session(self, request: HTTPConnection) -> ArbiterSession | None:
        """The session that the visitor's browser shows."""
        return self._sessions.find(request.cookies.get(COOKIE))

    def visibility(self, request: Request) -> Visibility:
        """The circle that the visitor belongs to."""
        session = self.session(request)
        return sees(None if session is None else session.arbiter.role)

    def known(self, request: Request) -> Arbiter:
        """The person who asks; whoever has not signed in is sent to do so."""
        session = self.session(request)
        if session is None:
            raise Problem(HTTPStatus.UNAUTHORIZED, message("problem.sign_in"))
        return session.arbiter

    def trusted(self, request: Request) -> Arbiter:
        """The person who asks for what is kept from players and spectators."""
        arbiter = self.known(request)
        if sees(arbiter.role) is not Visibility.ARBITERS:
            raise Problem(HTTPStatus.FORBIDDEN, message("problem.for_arbiters"))
        return arbiter

    def entitled(self, request: Request, right: Right) -> Arbiter:
        """The person who has this right and uses it, from our own page and no other site's."""
        arbiter = self.acting(request)
        if not may(arbiter.role, right):
            raise Problem(HTTPStatus.FORBIDDEN, _REFUSED[right])
        return arbiter

    def acting(self, request: Request) -> Arbiter:
        """The person who does something, from our own page and no other site's."""
        arbiter = self.known(request)
        if not is_own_page(request.headers):
            raise Problem(HTTPStatus.FORBIDDEN, message("problem.other_site"))
        return arbiter
