"""The fields of players' requests, as a page needs them to ask for each."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.inspect import EnumType, IntType, StructType, VarTupleType, type_info

from gateway.referee.player_requests import PlayerRequest

__all__ = ["request_fields"]


def request_fields() -> dict[str, list[dict[str, Any]]]:
    """By a request's word, what may or must be said with it: a field's name, its kind, and whether it must be."""
    found: dict[str, list[dict[str, Any]]] = {}
    union = type_info(PlayerRequest)
    for each in getattr(union, "types", ()):
        if isinstance(each, StructType):
            found[str(each.tag)] = [_field(field) for field in each.fields]
    return found


def _field(field: msgspec.inspect.Field) -> dict[str, Any]:
    match field.type:
        case EnumType(cls=cls):
            kind: dict[str, Any] = {"kind": "choice", "values": [member.value for member in cls]}
        case IntType():
            kind = {"kind": "number"}
        case VarTupleType():
            kind = {"kind": "list"}
        case _:
            kind = {"kind": "text"}
    return {"name": field.encode_name, "required": field.required, **kind}
