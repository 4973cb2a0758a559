"""Routes of people, for those who look after them: invitations, roles, disabled accounts, and the audit."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from gateway.forms.qr_codes import qr_code
from gateway.model.errors import GatewayError, JournalError
from gateway.model.messages import message
from gateway.relay.access.access import RelayAccess
from gateway.relay.access.audit import Audit, AuditKind
from gateway.relay.access.rights import Right
from gateway.relay.hall.viewer_frames import written
from gateway.relay.web.openapi import answer, request_body
from gateway.relay.web.problems import FOR_ARBITERS, PROBLEMS, Problem, json_response, not_stored
from gateway.relay.web.request_bodies import read_json
from gateway.relay.web.visitors import Visitors, address_of
from gateway.relay.web.whole_numbers import WholeNumber

from .people_bodies import (
    AuditBody,
    ChangePersonBody,
    InvitationBody,
    InviteBody,
    InvitedBody,
    PeopleBody,
    PeopleDoneBody,
    PersonBody,
)

__all__ = ["PEOPLE_PROBLEMS", "people_routes", "refusals"]

PEOPLE_PROBLEMS: dict[int | str, dict[str, object]] = {
    **FOR_ARBITERS,
    **{status: PROBLEMS[status] for status in (413, 415, 422)},
    409: {**PROBLEMS[409], "description": "It cannot be done; says why."},
    503: {**PROBLEMS[503], "description": "It could not be written down."},
}


@contextlib.contextmanager
def refusals() -> Iterator[None]:
    """What the accounts refuse, as an answer."""
    try:
        yield
    except JournalError as error:
        raise not_stored(error) from error
    except GatewayError as error:
        raise Problem(HTTPStatus.CONFLICT, error.message) from error


def people_routes(access: RelayAccess, visitors: Visitors) -> APIRouter:
    """`/api/people`, `/api/invitations`, `/api/audit`."""
    router, accounts, audit = APIRouter(prefix="/api"), access.accounts, access.audit

    @router.get("/people", summary="Everybody who may sign in", responses=answer(PeopleBody) | FOR_ARBITERS)
    async def people(request: Request) -> Response:
        visitors.trusted(request, Right.PEOPLE)
        return json_response(written(_people(access)))

    @router.patch(
        "/people",
        summary="Give somebody another role, keep him out or let him in again, sign him out",
        responses=answer(PeopleDoneBody) | PEOPLE_PROBLEMS,
        openapi_extra=request_body(ChangePersonBody),
    )
    async def change(request: Request) -> Response:
        session = visitors.entitled(request, Right.PEOPLE)
        body = await read_json(request, ChangePersonBody)
        account = accounts.find(body.name)
        name = body.name if account is None else account.name
        told = {"about": name, "address": address_of(request)}
        if name == session.official.name and (body.role is not None or body.disabled is not None):
            raise Problem(HTTPStatus.CONFLICT, message("problem.not_oneself"))
        if account is None and access.arbiters.named(name) is not None and not body.sign_out:
            raise Problem(HTTPStatus.CONFLICT, message("problem.from_settings", name=name))
        with refusals():
            if body.role is not None:
                await accounts.change_role(name, body.role, session.official.name)
                await audit.note(AuditKind.ROLE, session, as_role=body.role, **told)
            if body.disabled is not None:
                await accounts.disable(name, session.official.name, disabled=body.disabled)
                await audit.note(AuditKind.DISABLED if body.disabled else AuditKind.ENABLED, session, **told)
        if body.sign_out:
            await access.sessions.end_all(name)
            await audit.note(AuditKind.SIGNED_OUT_EVERYWHERE, session, **told)
        return json_response(written(PeopleDoneBody()))

    @router.post(
        "/invitations",
        summary="Invite somebody, or give somebody a link for a new password",
        responses=answer(InvitedBody) | PEOPLE_PROBLEMS,
        openapi_extra=request_body(InviteBody),
    )
    async def invite(request: Request) -> Response:
        session = visitors.entitled(request, Right.PEOPLE)
        body = await read_json(request, InviteBody)
        with refusals():
            secret, made = await accounts.invite(body.role, session.official.name, body.days, body.account)
        await audit.note(AuditKind.INVITED, session, as_role=made.role, about=made.account, address=address_of(request))
        link = f"{str(request.base_url).rstrip('/')}/invitation/{secret}"
        return json_response(written(InvitedBody(made.id, link, qr_code(link), made.until)))

    @router.delete(
        "/invitations/{invitation}",
        summary="Withdraw an invitation",
        responses=answer(PeopleDoneBody) | PEOPLE_PROBLEMS,
    )
    async def withdraw(invitation: Annotated[str, Path(pattern=r"^[0-9a-f]{64}$")], request: Request) -> Response:
        session = visitors.entitled(request, Right.PEOPLE)
        with refusals():
            gone = await accounts.withdraw(invitation, session.official.name)
        await audit.note(
            AuditKind.WITHDRAWN, session, as_role=gone.role, about=gone.account, address=address_of(request)
        )
        return json_response(written(PeopleDoneBody()))

    router.routes += _audit_routes(access.audit, visitors).routes
    return router


def _audit_routes(audit: Audit, visitors: Visitors) -> APIRouter:
    router = APIRouter(prefix="/api")

    @router.get("/audit", summary="Who did what, newest first", responses=answer(AuditBody) | FOR_ARBITERS)
    async def lines(
        request: Request,
        before: Annotated[
            WholeNumber, Query(ge=0, le=2**53, description="Lines numbered below this; 0: the latest.")
        ] = 0,
        limit: Annotated[WholeNumber, Query(ge=1, le=500, description="How many lines at most.")] = 100,
    ) -> Response:
        visitors.trusted(request, Right.AUDIT)
        found = await audit.read(before, limit)
        more = found[-1].n if len(found) == limit and found[-1].n > 1 else None
        return json_response(written(AuditBody(found, more)))

    return router


def _people(access: RelayAccess) -> PeopleBody:
    def open_now(name: str) -> int:
        return len(access.sessions.of(name))

    linked = [
        PersonBody(who.name, who.role, account=False, disabled=False, by="", since=0, sessions=open_now(who.name))
        for who in access.arbiters.all
    ]
    made = [
        PersonBody(
            who.name,
            who.role,
            account=True,
            disabled=who.disabled,
            by=who.by,
            since=who.since,
            sessions=open_now(who.name),
        )
        for who in access.accounts.all
    ]
    invitations = [
        InvitationBody(each.id, each.role, each.by, each.until, each.account) for each in access.accounts.invitations
    ]
    return PeopleBody([*linked, *made], invitations)
