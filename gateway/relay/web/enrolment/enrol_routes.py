"""Routes of enrolment: devices get certificates, and somebody in charge lets them in."""

from __future__ import annotations

import contextlib
import logging
import math
from collections.abc import Iterator
from http import HTTPStatus
from typing import Annotated
from urllib.parse import urlsplit, urlunsplit

import msgspec
from fastapi import APIRouter, Path, Request, Response

from gateway.authority.certificates import AuthorityError
from gateway.bus.addresses import is_loopback
from gateway.forms.qr_codes import qr_code
from gateway.model.messages import message
from gateway.relay.access.audit import Audit, AuditKind
from gateway.relay.access.enrolment import Enrolled, Enrolment
from gateway.relay.access.joining import Applicant, ApplicantState, JoiningRefused
from gateway.relay.access.rate_limit import RateLimit
from gateway.relay.access.rights import Right
from gateway.relay.access.sessions import BrowserSession
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.viewer_frames import JoiningFrame, written
from gateway.relay.web.openapi import answer, request_body
from gateway.relay.web.problems import FOR_ARBITERS, PROBLEMS, Problem, json_response
from gateway.relay.web.request_bodies import read_json
from gateway.relay.web.visitors import Visitors, address_of

from .enrol_bodies import (
    AdmissionBody,
    ClaimBody,
    ClaimForBody,
    DecisionBody,
    EnrolBody,
    EnrolledBody,
    JoinBody,
    JoiningBody,
    JoinTicketBody,
    OpenDoorBody,
    RenewBody,
    TellBody,
)

__all__ = ["enrol_routes"]

log = logging.getLogger(__name__)

_PEM = "application/x-pem-file"
_Ticket = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,64}$", description="As it was given out.")]
_FOR_DEVICES: dict[int | str, dict[str, object]] = {
    403: {**PROBLEMS[403], "description": "The claim, the certificate or the application is not taken."},
    413: PROBLEMS[413],
    415: PROBLEMS[415],
    422: PROBLEMS[422],
    429: {**PROBLEMS[403], "description": "Too many failures from this address."},
}


def enrol_routes(hall: PresentHall, enrolment: Enrolment, visitors: Visitors, audit: Audit) -> APIRouter:
    """`/enrol` for devices, `/api/joining` and `/api/claims` for those in charge."""
    router = APIRouter()
    router.routes += _device_routes(hall, enrolment).routes
    router.routes += _desk_routes(hall, enrolment, visitors, audit).routes
    hall.joining = lambda: _frame(hall, enrolment)
    return router


class _Attempts:
    """The attempts of devices: whoever fails too often is not heard for a while."""

    def __init__(self, hall: PresentHall) -> None:
        self._hall = hall
        self._limit = RateLimit()

    @contextlib.contextmanager
    def counted(self, request: Request) -> Iterator[None]:
        """Turns a failure into an answer, and counts it."""
        address, now = request.client.host if request.client is not None else "", self._hall.now()
        if wait := self._limit.wait_ms(address, now):
            minutes = math.ceil(wait / 60_000)
            raise Problem(HTTPStatus.TOO_MANY_REQUESTS, message("problem.too_many_tries", minutes=minutes))
        try:
            with _refusals():
                yield
        except Problem as problem:
            self._limit.failed(address, now)
            log.warning("A device at %s was not enrolled: %s", address, problem.why)
            raise


def _device_routes(hall: PresentHall, enrolment: Enrolment) -> APIRouter:
    router, attempts = APIRouter(prefix="/enrol"), _Attempts(hall)

    def given(enrolled: Enrolled, request: Request) -> EnrolledBody:
        party, certificate = enrolled
        brokers = [_as_reached(url, request) for url in enrolment.brokers]
        return EnrolledBody(party.name, party.event, certificate.decode(), enrolment.authority.decode(), brokers)

    @router.get(
        "/authority",
        summary="The certificate of the hall's authority",
        responses={200: {"description": "PEM.", "content": {_PEM: {"schema": {"type": "string"}}}}},
        response_class=Response,
    )
    async def authority() -> Response:
        return Response(enrolment.authority, media_type=_PEM, headers={"Cache-Control": "no-store"})

    @router.post(
        "",
        summary="Buy a certificate with a claim",
        responses=answer(EnrolledBody) | _FOR_DEVICES,
        openapi_extra=request_body(EnrolBody),
    )
    async def enrol(request: Request) -> Response:
        body = await read_json(request, EnrolBody)
        with attempts.counted(request):
            return _sent(given(await enrolment.redeem(body.word, body.request.encode()), request))

    @router.post(
        "/renewals",
        summary="Renew a certificate with the old one",
        responses=answer(EnrolledBody) | _FOR_DEVICES,
        openapi_extra=request_body(RenewBody),
    )
    async def renew(request: Request) -> Response:
        body = await read_json(request, RenewBody)
        with attempts.counted(request):
            signature = bytes.fromhex(body.signature)
            return _sent(
                given(await enrolment.renew(body.certificate.encode(), body.request.encode(), signature), request)
            )

    @router.post(
        "/applications",
        summary="Ask to be let in without a claim, while the door is open",
        responses=answer(JoinTicketBody) | _FOR_DEVICES,
        openapi_extra=request_body(JoinBody),
    )
    async def apply(request: Request) -> Response:
        body = await read_json(request, JoinBody)
        with attempts.counted(request):
            applicant = enrolment.begin(body.name, body.request.encode(), body.commitment)
        return _sent(JoinTicketBody(applicant.ticket, applicant.nonce.hex(), enrolment.authority.decode()))

    @router.post(
        "/applications/{ticket}",
        summary="Tell the number, and ask whether we are let in",
        responses=answer(AdmissionBody) | _FOR_DEVICES,
        openapi_extra=request_body(TellBody),
    )
    async def tell(ticket: _Ticket, request: Request) -> Response:
        body = await read_json(request, TellBody)
        with attempts.counted(request):
            known = enrolment.joining.find(ticket).state
            applicant = enrolment.joining.tell(ticket, bytes.fromhex(body.nonce), hall.now())
            party = enrolment.party(applicant.name)
        if known is ApplicantState.NEW:
            hall.show_joining()
        if applicant.state is not ApplicantState.ADMITTED or party is None:
            return _sent(AdmissionBody(applicant.state))
        return _sent(AdmissionBody(applicant.state, given(Enrolled(party, applicant.certificate), request)))

    return router


def _desk_routes(hall: PresentHall, enrolment: Enrolment, visitors: Visitors, audit: Audit) -> APIRouter:
    router = APIRouter(prefix="/api")

    def in_charge(request: Request) -> BrowserSession:
        return visitors.entitled(request, Right.ADMIT)

    def door() -> Response:
        hall.show_joining()
        frame = _frame(hall, enrolment)
        return _sent(JoiningBody(frame.until, frame.waiting))

    @router.get("/joining", summary="Which tables ask to be let in", responses=answer(JoiningBody) | FOR_ARBITERS)
    async def joining(request: Request) -> Response:
        visitors.trusted(request)
        frame = _frame(hall, enrolment)
        return _sent(JoiningBody(frame.until, frame.waiting))

    @router.put(
        "/joining",
        summary="Let tables ask to be let in, for a few minutes",
        responses=answer(JoiningBody) | FOR_ARBITERS | _FOR_DEVICES,
        openapi_extra=request_body(OpenDoorBody),
    )
    async def open_door(request: Request) -> Response:
        in_charge(request)
        body = await read_json(request, OpenDoorBody)
        enrolment.joining.open_until(hall.now() + body.minutes * 60_000 if body.minutes else 0)
        return door()

    @router.post(
        "/joining/{ticket}",
        summary="Let a table in, or not: are the words alike?",
        responses=answer(JoiningBody) | FOR_ARBITERS | _FOR_DEVICES,
        openapi_extra=request_body(DecisionBody),
    )
    async def decide(ticket: _Ticket, request: Request) -> Response:
        session = in_charge(request)
        body = await read_json(request, DecisionBody)
        with _refusals():
            about = enrolment.joining.find(ticket).name
            await enrolment.decide(ticket, admit=body.admit, who=session.official.name)
        await audit.note(AuditKind.ADMITTED, session, about=about, ok=body.admit, address=address_of(request))
        return door()

    @router.post(
        "/claims",
        summary="Give out a claim for a table's certificate",
        responses=answer(ClaimBody) | FOR_ARBITERS | _FOR_DEVICES,
        openapi_extra=request_body(ClaimForBody),
    )
    async def claim(request: Request) -> Response:
        session = in_charge(request)
        body = await read_json(request, ClaimForBody)
        home = urlsplit(str(request.base_url))
        with _refusals():
            text = await enrolment.offer(body.name, f"https://{home.netloc}")
        await audit.note(AuditKind.ADMITTED, session, about=body.name, address=address_of(request))
        return _sent(ClaimBody(text, qr_code(text)))

    return router


def _frame(hall: PresentHall, enrolment: Enrolment) -> JoiningFrame:
    now = hall.now()
    waiting = [_shown(each, enrolment) for each in enrolment.joining.waiting(now)]
    return JoiningFrame(enrolment.joining.until(now), waiting)


def _shown(applicant: Applicant, enrolment: Enrolment) -> dict[str, str | bool]:
    return {
        "ticket": applicant.ticket,
        "name": applicant.name,
        "word": applicant.word,
        "replaces": enrolment.party(applicant.name) is not None,
    }


def _as_reached(url: str, request: Request) -> str:
    """A broker's address for a device: what is this computer for us is, for it, the host by which it has found us."""
    parts = urlsplit(url)
    host = request.url.hostname
    if parts.hostname is None or host is None or not is_loopback(parts.hostname):
        return url
    host = f"[{host}]" if ":" in host else host
    return urlunsplit(parts._replace(netloc=f"{host}:{parts.port}" if parts.port else host))


def _sent(body: msgspec.Struct) -> Response:
    return json_response(written(body))


@contextlib.contextmanager
def _refusals() -> Iterator[None]:
    """Turns what the authority does not take into an answer."""
    try:
        yield
    except (AuthorityError, JoiningRefused) as error:
        raise Problem(HTTPStatus.FORBIDDEN, error.message) from error
