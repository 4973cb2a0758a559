"""Visitors of the relay: who sends a request, and what he may see and do."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from fastapi import Request

from gateway.model.messages import message
from gateway.record.visibility import Visibility
from gateway.relay.access.arbiters import COOKIE, Arbiter, Arbiters

from .problems import Problem
from .security import is_own_page

__all__ = ["Visitors"]


class Visitors:
    """The visitors, known by their cookies."""

    def __init__(self, arbiters: Arbiters, now: Callable[[], int]) -> None:
        """`now` is the wall clock in milliseconds since 1970."""
        self._arbiters = arbiters
        self._now = now

    def visibility(self, request: Request) -> Visibility:
        """The circle that the visitor belongs to."""
        return Visibility.PUBLIC if self._signed_in(request) is None else Visibility.ARBITERS

    def known(self, request: Request) -> Arbiter:
        """The arbiter who asks; anybody else is sent to sign in."""
        arbiter = self._signed_in(request)
        if arbiter is None:
            raise Problem(HTTPStatus.UNAUTHORIZED, message("problem.sign_in"))
        return arbiter

    def acting(self, request: Request) -> Arbiter:
        """The arbiter who acts, from our own page and no other site's."""
        arbiter = self.known(request)
        if not is_own_page(request.headers):
            raise Problem(HTTPStatus.FORBIDDEN, message("problem.other_site"))
        return arbiter

    def _signed_in(self, request: Request) -> Arbiter | None:
        return self._arbiters.by_cookie(request.cookies.get(COOKIE), self._now())
