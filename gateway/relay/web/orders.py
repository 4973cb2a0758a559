"""An arbiter's act as it comes over HTTP, read by the referee's own definitions: a new act needs no change here."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

import msgspec
from fastapi import FastAPI, Request

from gateway.referee.acts import Act

from .problems import Problem

__all__ = ["REQUEST_BODY", "describe_acts", "read_act"]

_LONGEST_BODY = 16_384
_LONGEST_TEXT = 500
_LARGEST_NUMBER = 2**31 - 1
"""In milliseconds more than three weeks; as a number of a case or a move more than enough."""


class _Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table is told to do."""

    act: Act


_DECODER = msgspec.json.Decoder(_Body)
_REF = "#/components/schemas/{name}"

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
                    "properties": {"act": {"$ref": _REF.format(name="Act")}},
                },
                "examples": {
                    "pause": {"value": {"act": {"type": "pause", "why": "fire alarm"}}},
                    "decide": {"value": {"act": {"type": "decide", "case": 1, "choice": "accept"}}},
                    "penalise": {
                        "value": {
                            "act": {
                                "type": "penalise",
                                "side": "white",
                                "penalty": "warning",
                                "article": "GN 17.1",
                                "why": "spoke to a spectator",
                            }
                        }
                    },
                    "adjust_time": {
                        "value": {"act": {"type": "adjust_time", "side": "black", "change": "add", "ms": 60000}}
                    },
                },
            }
        },
    }
}


def describe_acts(app: FastAPI) -> None:
    """Have the app's OpenAPI document define every act."""
    plain = app.openapi

    def described() -> dict[str, Any]:
        document = plain()
        (act,), parts = msgspec.json.schema_components([Act], ref_template=_REF)
        document.setdefault("components", {}).setdefault("schemas", {}).update({**parts, "Act": act})
        return document

    app.openapi = described  # type: ignore[method-assign]


async def read_act(request: Request) -> Act:
    """The act in the body of a request; raises `Problem` with what does not fit and where."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Problem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Send the act as JSON: Content-Type: application/json.")
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > _LONGEST_BODY:
            why = f"The request is too long: an act has at most {_LONGEST_BODY} bytes."
            raise Problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, why)
    try:
        act = _DECODER.decode(body).act
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _does_not_fit(_in_words(str(error))) from error
    for place, wrong in _beyond(msgspec.to_builtins(act), "act"):
        raise _does_not_fit(f"{place}: {wrong}")
    return act


def _does_not_fit(what: str) -> Problem:
    why = f"The request does not fit: {what}. /api/openapi.json describes every act."
    return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, why)


def _in_words(error: str) -> str:
    """`act.side: Invalid enum value 'green'`, with the place in front."""
    what, _, place = error.partition(" - at ")
    place = place.strip("`").removeprefix("$").removeprefix(".")
    return f"{place}: {what}" if place else what


def _beyond(value: object, place: str) -> Iterator[tuple[str, str]]:
    """Texts too long for a record and numbers that no act can mean."""
    match value:
        case str() if len(value) > _LONGEST_TEXT:
            yield place, f"more than {_LONGEST_TEXT} characters"
        case int() if not 0 <= value <= _LARGEST_NUMBER:
            yield place, f"a number from 0 to {_LARGEST_NUMBER} is expected"
        case dict():
            for key, part in value.items():
                yield from _beyond(part, f"{place}.{key}")
        case list() | tuple():
            for index, part in enumerate(value):
                yield from _beyond(part, f"{place}[{index}]")
        case _:
            pass
