"""The OpenAPI document, with what the pages' own tool cannot see: bodies that are defined by the record's types."""

from __future__ import annotations

import functools
from typing import Annotated, Any

import msgspec
from fastapi import FastAPI, Path

__all__ = ["NameInPath", "answer", "asks_to_act", "asks_to_do", "describe", "ref", "request_body"]

NameInPath = Annotated[str, Path(pattern=r"^[a-z0-9_-]{1,64}$", description="A table's or rulebook's name.")]
"""The name of a table or a rulebook in an address."""

_REF = "#/components/schemas/{name}"
_described: dict[str, Any] = {}
"""The types that the document names, by the name under which it defines them."""


def ref(kind: Any, name: str = "") -> dict[str, str]:
    """A schema that points to the definition of a type; one that has no name of its own needs one."""
    name = name or kind.__name__
    _described[name] = kind
    return {"$ref": _REF.format(name=name)}


def answer(kind: Any, status: int = 200, description: str = "") -> dict[int | str, dict[str, Any]]:
    """For a route: with this status it answers JSON of this type."""
    body = {"description": description or kind.__doc__.partition("\n")[0]}
    return {status: {**body, "content": {"application/json": {"schema": ref(kind)}}}}


def request_body(kind: Any) -> dict[str, Any]:
    """For a route: its body is JSON of this type."""
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": ref(kind)}}}}


def asks_to_do(kind: Any, name: str, description: str, **examples: dict[str, Any]) -> dict[str, Any]:
    """For a route: its body is `{"do": ...}` with one of these requests; each example is what stands there."""
    return _asks_for("do", kind, name, description, examples)


def asks_to_act(kind: Any, name: str, **examples: dict[str, Any]) -> dict[str, Any]:
    """For a route: its body is `{"act": ...}` with one of these acts of a record; each example is what stands there."""
    return _asks_for("act", kind, name, "One act. `why` is the reason and is written into the record.", examples)


def _asks_for(
    field: str, kind: Any, name: str, description: str, examples: dict[str, dict[str, Any]]
) -> dict[str, Any]:
    schema = {
        "type": "object",
        "required": [field],
        "additionalProperties": False,
        "properties": {field: ref(kind, name)},
    }
    shown = {example: {"value": {field: value}} for example, value in examples.items()}
    content = {"application/json": {"schema": schema, "examples": shown}}
    return {"requestBody": {"required": True, "description": description, "content": content}}


def describe(app: FastAPI) -> None:
    """Have the app's document define every type that it names. It is made once: that takes long, and anybody may ask
    for it."""
    plain = app.openapi

    @functools.cache
    def described() -> dict[str, Any]:
        document = plain()
        whole, parts = msgspec.json.schema_components(_described.values(), ref_template=_REF)
        schemas = document.setdefault("components", {}).setdefault("schemas", {})
        schemas.update(parts)
        schemas.update({name: schema for name, schema in zip(_described, whole, strict=True) if name not in parts})
        return document

    app.openapi = described  # type: ignore[method-assign]
