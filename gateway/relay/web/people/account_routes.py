"""Routes of one's own account: accepting an invitation, another password, signing out everywhere."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from gateway.model.messages import message
from gateway.referee.roles import Role, find_role
from gateway.relay.access.access import RelayAccess
from gateway.relay.access.accounts import Invitation
from gateway.relay.access.audit import AuditKind
from gateway.relay.access.passwords import check_password
from gateway.relay.hall.viewer_frames import written
from gateway.relay.web.openapi import answer, request_body
from gateway.relay.web.problems import PROBLEMS, Problem, json_response
from gateway.relay.web.request_bodies import read_json
from gateway.relay.web.visitors import Visitors, address_of, from_own_page

from .people_bodies import AcceptBody, OpenInvitationBody, PasswordBody, PeopleDoneBody
from .people_routes import PEOPLE_PROBLEMS, refusals
from .sign_in import SIGN_IN_PROBLEMS, TooManyTries, start_session

__all__ = ["account_routes"]

_Secret = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{16,100}$", description="The secret part of the link.")]
_ACCEPT_PROBLEMS = SIGN_IN_PROBLEMS | {
    404: {**PROBLEMS[404], "description": "The invitation was accepted or withdrawn, is too old, or never was one."},
    409: PEOPLE_PROBLEMS[409],
    503: PEOPLE_PROBLEMS[503],
}


def account_routes(event: str, access: RelayAccess, visitors: Visitors) -> APIRouter:
    """`/api/invitations/{secret}`, `/api/me/...`."""
    router, accounts = APIRouter(prefix="/api"), access.accounts

    def find(secret: str, request: Request) -> Invitation:
        address = address_of(request)
        if wait := access.limit.wait_ms(address, access.now()):
            raise TooManyTries(wait)
        invitation = accounts.invitation(secret)
        if invitation is None:
            access.limit.failed(address, access.now())
            raise Problem(HTTPStatus.NOT_FOUND, message("problem.no_invitation"))
        return invitation

    @router.get(
        "/invitations/{secret}",
        summary="An invitation, for the one who has its link",
        responses=answer(OpenInvitationBody) | {status: _ACCEPT_PROBLEMS[status] for status in (404, 429)},
    )
    async def look(secret: _Secret, request: Request) -> Response:
        found = find(secret, request)
        body = OpenInvitationBody(
            event, found.role, found.by, found.until, found.account, password=not _is_screen(found.role)
        )
        return json_response(written(body))

    @router.post(
        "/invitations/{secret}",
        summary="Accept an invitation, and sign in",
        responses=answer(PeopleDoneBody) | _ACCEPT_PROBLEMS,
        openapi_extra=request_body(AcceptBody),
    )
    async def accept(secret: _Secret, request: Request) -> Response:
        from_own_page(request)
        found = find(secret, request)
        body = await read_json(request, AcceptBody)
        with refusals():
            name = found.account or accounts.free_name(body.name)
            kept = ""
            if not _is_screen(found.role):
                check_password(body.password, name, event)
                kept = await access.passwords.hash(body.password)
            account = await accounts.accept(secret, name, kept)
        kind = AuditKind.PASSWORD if found.account else AuditKind.ACCOUNT_MADE
        await access.audit.note(
            kind, None, account.name, role=account.role, about=found.by, address=address_of(request)
        )
        done = json_response(written(PeopleDoneBody()))
        return done if account.disabled else await start_session(access, account.official, request, done)

    router.routes += _own_routes(event, access, visitors).routes
    return router


def _own_routes(event: str, access: RelayAccess, visitors: Visitors) -> APIRouter:
    router, accounts = APIRouter(prefix="/api/me"), access.accounts

    @router.put(
        "/password",
        summary="Change one's own password",
        responses=answer(PeopleDoneBody) | PEOPLE_PROBLEMS | SIGN_IN_PROBLEMS,
        openapi_extra=request_body(PasswordBody),
    )
    async def password(request: Request) -> Response:
        session = visitors.acting(request)
        body = await read_json(request, PasswordBody)
        name = session.official.name
        if accounts.find(name) is None:
            raise Problem(HTTPStatus.CONFLICT, message("problem.from_settings", name=name))
        if wait := access.limit.wait_ms(address_of(request), access.now()):
            raise TooManyTries(wait)
        access.limit.failed(address_of(request), access.now())
        if await access.signing_in(name, body.old) is None:
            raise Problem(HTTPStatus.FORBIDDEN, message("problem.wrong_old_password"))
        access.limit.forgive(address_of(request))
        with refusals():
            check_password(body.new, name, event)
            await accounts.change_password(name, await access.passwords.hash(body.new))
        await access.audit.note(AuditKind.PASSWORD, session, address=address_of(request))
        account = accounts.find(name)
        done = json_response(written(PeopleDoneBody()))
        # All sessions have ended with the old password; this browser goes on with a new one.
        return done if account is None else await start_session(access, account.official, request, done)

    @router.post(
        "/sign-out",
        summary="Sign out on every browser",
        responses=answer(PeopleDoneBody) | {status: PROBLEMS[status] for status in (401, 403)},
    )
    async def everywhere(request: Request) -> Response:
        session = visitors.acting(request)
        await access.audit.note(
            AuditKind.SIGNED_OUT_EVERYWHERE, session, about=session.official.name, address=address_of(request)
        )
        await access.sessions.end_all(session.official.name)
        return json_response(written(PeopleDoneBody()))

    return router


def _is_screen(role: str) -> bool:
    return find_role(role) is Role.SCREEN
