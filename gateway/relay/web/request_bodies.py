"""Bodies of arbiters' requests over HTTP, read by the referee's own definitions: a new act needs no change here."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, TypeVar

import msgspec
from fastapi import Request

from gateway.model.errors import GatewayError
from gateway.model.messages import Message, message
from gateway.record.act_examples import act_examples
from gateway.referee.acts import Act
from gateway.referee.assigning import check_assignment
from gateway.referee.assignment import Assignment
from gateway.referee.limits import exceeded, is_command_id

from .openapi import ref
from .problems import Problem

__all__ = ["ASSIGNMENT_BODY", "REQUEST_BODY", "does_not_fit", "read_act", "read_assignment", "read_bytes", "read_json"]

T = TypeVar("T", bound=msgspec.Struct)

_LONGEST_BODY = 16_384


class _Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of an act: what a table is told to do."""

    act: Act
    id: str = ""
    """The command's id, where the sender chooses it: what is sent again under the same one is done once."""


REQUEST_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "description": "One act. `why` is the arbiter's reason and is written into the record.",
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "required": ["act"],
                    "additionalProperties": False,
                    "properties": {
                        "act": ref(Act, "Act"),
                        "id": {
                            "type": "string",
                            "pattern": "^[A-Za-z0-9_.:-]{1,64}$",
                            "description": "The command's id, chosen by the sender: sent again under the same id,"
                            " an act is done once, and the answer is the same.",
                        },
                    },
                },
                "examples": {
                    each.name: {"summary": each.meaning, "value": {"act": msgspec.to_builtins(each.act)}}
                    for each in act_examples()
                },
            }
        },
    }
}


ASSIGNMENT_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "description": "Who plays what at the table. The relay gives it its number `n`.",
        "content": {
            "application/json": {
                "schema": ref(Assignment),
                "examples": {
                    "round 3": {
                        "value": {
                            "rules": "chess",
                            "rulebook": "chess-rapid",
                            "control": "10m+5s",
                            "players": {"white": {"id": "17", "name": "Ann Able"}, "black": {"name": "Bo Bright"}},
                            "pairing": "r3-b1",
                            "round": 3,
                            "start": 1777644000000,
                            "options": {"grace_ms": 900000},
                        }
                    }
                },
            }
        },
    }
}


async def read_act(request: Request) -> tuple[Act, str]:
    """The act in the body of a request, and its id if one was chosen; raises `Problem` with what does not fit."""
    body = await _read(request, _Body)
    if body.id and not is_command_id(body.id):
        raise does_not_fit("id: letters, figures and _.:- only, 64 at most")
    return body.act, body.id


async def read_assignment(request: Request) -> Assignment:
    """The assignment in the body of a request; raises `Problem` with what cannot be played."""
    assignment = await _read(request, Assignment)
    try:
        check_assignment(assignment)
    except GatewayError as error:
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, error.message) from error
    return assignment


async def _read(request: Request, kind: type[T]) -> T:
    value = await read_json(request, kind)
    if (beyond := exceeded(value)) is not None:
        raise does_not_fit(beyond)
    return value


async def read_json(request: Request, kind: type[T]) -> T:
    """The body of a request, which may not be long; raises `Problem` with what does not fit and where."""
    sent_as = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if sent_as != "application/json":
        raise Problem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, message("problem.not_json"))
    body = await read_bytes(request, _LONGEST_BODY)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise does_not_fit(_in_words(str(error))) from error


async def read_bytes(request: Request, longest: int) -> bytes:
    """The body of a request as it was sent; raises `Problem` where it is longer than so many bytes."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > longest:
            raise Problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, message("problem.too_long", bytes=longest))
    return bytes(body)


def does_not_fit(what: str | Message) -> Problem:
    """The refusal of a body that says too much or too little."""
    return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, message("problem.no_act", what=what))


def _in_words(error: str) -> str:
    """`act.side: Invalid enum value 'green'`, with the place in front."""
    what, _, place = error.partition(" - at ")
    place = place.strip("`").removeprefix("$").removeprefix(".")
    return f"{place}: {what}" if place else what
