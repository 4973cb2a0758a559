"""Routes of the tournament's desk: entry lists taken in from a file, and the officials' duties as a checklist."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query, Request, Response

from gateway.event.entry_import import entry_acts
from gateway.event.entry_list import BadEntryList
from gateway.event.event_acts import EnterPlayer, EnterTeam
from gateway.event.event_deciding import EventRefused
from gateway.event.event_duties import DutyState, duty_states, event_facts
from gateway.model.errors import JournalError
from gateway.model.instants import Instant
from gateway.model.messages import Message, message, name_of
from gateway.relay.access.audit import Audit, AuditKind
from gateway.relay.access.rights import Right
from gateway.relay.hall.event_tables import EventTables
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.viewer_frames import written
from gateway.relay.web.openapi import answer
from gateway.relay.web.problems import FOR_ARBITERS, PROBLEMS, Problem, json_response, not_stored
from gateway.relay.web.request_bodies import read_bytes
from gateway.relay.web.visitors import Visitors, address_of
from gateway.tournament.duties import DutyFact, DutyMoment, Officer

__all__ = ["tournament_desk_routes"]

_LONGEST = 1_000_000
"""Bytes of a list: some ten thousand entries."""
_LIST: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "description": "The list as a file: CSV with a heading (UTF-8, UTF-16, GB 18030 or Windows-1252), or a report"
        " (TRF) of another program. Of teams a row for each player, with team and board.",
        "content": {"text/csv": {"schema": {"type": "string"}}},
    }
}
_Preview = Annotated[bool, Query(description="Only say who would be entered.")]


class ImportedBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """Entries that were taken from a list, or would be."""

    names: list[str]
    """Persons, or teams."""
    players: int
    """How many persons that are."""


class DutyBody(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A duty of an official."""

    id: str
    officer: Officer
    moment: DutyMoment
    article: str
    text: Message
    round: int = 0
    """The round that it is due in; 0: once in the event."""
    fact: Message | None = None
    """What ticks it by itself; none: only a person can tell."""
    known: bool = False
    """That is so."""
    ticked_by: str = ""
    """Who has said that it is done."""


class DutiesBody(msgspec.Struct, frozen=True):
    """The checklist of GN 25."""

    duties: list[DutyBody]


def tournament_desk_routes(  # noqa: C901 - one route after the other
    hall: PresentHall, tables: EventTables, visitors: Visitors, audit: Audit
) -> APIRouter:
    """The routes."""
    router = APIRouter(prefix="/api")

    @router.post(
        "/tournament/entries",
        summary="Enter everybody of a list, or nobody of it",
        responses=answer(ImportedBody) | PROBLEMS,
        openapi_extra=_LIST,
    )
    async def enter(request: Request, preview: _Preview = False) -> Response:
        session = visitors.entitled(request, Right.TOURNAMENT)
        event = hall.event_record.fold.event
        if event is None:
            raise Problem(HTTPStatus.CONFLICT, message("event.not_open"))
        try:
            acts = entry_acts(event.regulations, await read_bytes(request, _LONGEST))
        except BadEntryList as error:
            raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, error.message) from error
        by = session.official.name
        try:
            if preview:
                _try_all(acts, by)
            else:
                entries = await tables.enter_all(acts, by)
                first, last = entries[0].n, entries[-1].n
                await audit.note(
                    AuditKind.TOURNAMENT,
                    session,
                    did="enter_list",
                    about=f"{first}-{last}",
                    address=address_of(request),
                )
        except EventRefused as error:
            raise Problem(HTTPStatus.CONFLICT, error.message) from error
        except JournalError as error:
            raise not_stored(error) from error
        return json_response(written(_imported(acts)))

    @router.get(
        "/tournament/duties",
        summary="The duties of the officials (GN 25), with those that are done",
        responses=answer(DutiesBody) | FOR_ARBITERS,
    )
    async def duties(request: Request) -> Response:
        visitors.trusted(request)
        event = hall.event_record.fold.event
        facts = event_facts(event) | frozenset(_hall_facts())
        return json_response(written(DutiesBody([_duty(state) for state in duty_states(event, facts)])))

    def _try_all(acts: tuple[EnterPlayer | EnterTeam, ...], by: str) -> None:
        fold, now = hall.event_record.fold, Instant(hall.now())
        for act in acts:
            fold = fold.after(fold.decide(act, by, now))

    def _hall_facts() -> Iterator[DutyFact]:
        """What the tables and the queue know."""
        event = hall.event_record.fold.event
        named = event.regulations.tables if event is not None else ()
        used = [table for table in hall.tables if not named or table.name in named]
        if used and all(table.online and all(table.devices.values()) for table in used):
            yield DutyFact.DEVICES_ANSWER
        if not hall.matters():
            yield DutyFact.NOTHING_WAITS

    return router


def _imported(acts: tuple[EnterPlayer | EnterTeam, ...]) -> ImportedBody:
    names = [act.person.name if isinstance(act, EnterPlayer) else act.team.name for act in acts]
    players = sum(1 if isinstance(act, EnterPlayer) else len(act.team.members) for act in acts)
    return ImportedBody(names, players)


def _duty(state: DutyState) -> DutyBody:
    duty = state.duty
    return DutyBody(
        id=duty.id,
        officer=duty.officer,
        moment=duty.moment,
        article=duty.article,
        text=duty.text,
        round=state.round,
        fact=None if duty.fact is None else name_of(duty.fact),
        known=state.known,
        ticked_by=state.ticked_by,
    )
