"""Visitors of the relay: who sends a request, and what he may see and do.

Whatever is for the public takes its hall from `Visitors.hall`, and from nowhere else. With `sees=public` in the address
somebody who may see more is shown what everybody sees, and with `sees=screens` what the hall's screens show.
"""

from __future__ import annotations

from http import HTTPStatus

from fastapi import Request
from starlette.requests import HTTPConnection

from gateway.model.messages import message
from gateway.record.visibility import Audience, Visibility
from gateway.relay.access.rights import Right, audience_of, may, may_watch, sees
from gateway.relay.access.sessions import BrowserSession, Sessions
from gateway.relay.hall.hall import Hall
from gateway.relay.hall.halls import Halls

from .problems import Problem
from .security import is_own_page

__all__ = ["COOKIE", "Visitors", "address_of", "from_own_page"]

COOKIE = "flagfall_session"
_REFUSED = {
    Right.ASSIGN: message("problem.may_not_assign"),
    Right.ADMIT: message("problem.may_not_admit"),
    Right.PEOPLE: message("problem.may_not_invite"),
    Right.AUDIT: message("problem.may_not_audit"),
    Right.CARDS: message("problem.may_not_cards"),
    Right.QUEUE: message("problem.may_not_queue"),
    Right.TOURNAMENT: message("problem.may_not_tournament"),
    Right.RESULTS: message("problem.may_not_results"),
    Right.DELAY: message("problem.may_not_delay"),
    Right.WITHHOLD: message("problem.may_not_withhold"),
    Right.ROUND_CLOCK: message("problem.may_not_clock"),
    Right.PUSHES: message("problem.may_not_push"),
}


class Visitors:
    """The visitors, known by their cookies."""

    def __init__(self, sessions: Sessions, halls: Halls) -> None:
        self._sessions = sessions
        self._halls = halls

    def session(self, request: HTTPConnection) -> BrowserSession | None:
        """The session that the visitor's browser shows."""
        return self._sessions.find(request.cookies.get(COOKIE))

    def viewer(self, request: HTTPConnection) -> BrowserSession | None:
        """The session of a visitor who looks with its eyes; none where he wants to see what others see, or where a
        page of another site has opened a WebSocket."""
        if _watched(request) is not None or (request.scope["type"] == "websocket" and not is_own_page(request)):
            return None
        return self.session(request)

    def visibility(self, request: HTTPConnection) -> Visibility:
        """The circle as whose member the visitor looks."""
        return sees(_role(self.viewer(request)))

    def audience(self, request: HTTPConnection) -> Audience | None:
        """The audience as whose member the visitor looks; None: he sees the present."""
        watched = _watched(request)
        if watched is None:
            return audience_of(_role(self.viewer(request)))
        return watched if may_watch(_role(self.session(request)), watched) else Audience.PUBLIC

    def is_public(self, request: HTTPConnection) -> bool:
        """Whether the visitor is shown what anybody is who asks for the same: a proxy may keep that for others."""
        return self.audience(request) is Audience.PUBLIC

    def hall(self, request: HTTPConnection) -> Hall:
        """The hall as the visitor is shown it; for requests and WebSockets, pages, files and feeds alike."""
        return self._halls.of(self.audience(request))

    @property
    def crowd(self) -> int:
        """How many look on by WebSocket, at whichever hall."""
        return sum(len(hall.viewers) for hall in self._halls)

    @property
    def public_hall(self) -> Hall:
        """The hall as everybody is shown it, whoever asks: for pages that read no cookie."""
        return self._halls.of(Audience.PUBLIC)

    def known(self, request: Request) -> BrowserSession:
        """The session of the person who asks; whoever has not signed in is sent to do so."""
        session = self.session(request)
        if session is None:
            raise Problem(HTTPStatus.UNAUTHORIZED, message("problem.sign_in"))
        return session

    def trusted(self, request: Request, right: Right | None = None) -> BrowserSession:
        """The session of a person who reads what is kept from others: from players and spectators, or a right's own."""
        session = self.known(request)
        if sees(session.official.role) is not Visibility.ARBITERS:
            raise Problem(HTTPStatus.FORBIDDEN, message("problem.for_arbiters"))
        if right is not None and not may(session.official.role, right):
            raise Problem(HTTPStatus.FORBIDDEN, _REFUSED[right])
        return session

    def entitled(self, request: Request, right: Right) -> BrowserSession:
        """The session of a person who has this right and uses it, from our own page and no other site's."""
        session = self.acting(request)
        if not may(session.official.role, right):
            raise Problem(HTTPStatus.FORBIDDEN, _REFUSED[right])
        return session

    def acting(self, request: Request) -> BrowserSession:
        """The session of a person who does something, from our own page and no other site's."""
        session = self.known(request)
        from_own_page(request)
        return session


def _watched(request: HTTPConnection) -> Audience | None:
    """The audience whose sight is asked for in the address."""
    asked = request.query_params.get("sees")
    return Audience(asked) if asked in set(Audience) else None


def _role(session: BrowserSession | None) -> str | None:
    return None if session is None else session.official.role


def from_own_page(request: Request) -> None:
    """Raise `Problem` for what a page of another site sends."""
    if not is_own_page(request):
        raise Problem(HTTPStatus.FORBIDDEN, message("problem.other_site"))


def address_of(request: HTTPConnection) -> str:
    """Where a request comes from."""
    return request.client.host if request.client is not None else ""
