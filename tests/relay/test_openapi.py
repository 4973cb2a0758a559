"""The API answers as its OpenAPI document says, whatever it is asked: no failure, no answer that is not described."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from gateway.authority.authority_folder import AuthorityFolder
from tests.table.scenario import Scenario, lay_out

from .conftest import Relay, eventually, run_relay
from .fakes import Broker
from .judged import JudgedTable

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
EXAMPLES = 12


async def test_the_document_names_one_shape_of_refusal(relay: Relay) -> None:
    async with relay.client() as client:
        document = (await client.get("/api/openapi.json")).json()
    assert "HTTPValidationError" not in document["components"]["schemas"]


async def test_the_document_is_made_once(relay: Relay, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anybody may ask for it as often as he likes, and it takes long to make."""
    async with relay.client() as client:
        first = await client.get("/api/openapi.json")
        monkeypatch.setattr(msgspec.json, "schema_components", None)
        assert (await client.get("/api/openapi.json")).content == first.content


@pytest.mark.long
@pytest.mark.parametrize("signed_in", [False, True], ids=["public", "arbiter"])
async def test_every_answer_is_described(broker: Broker, event: str, tmp_path: Path, *, signed_in: bool) -> None:
    real = lay_out(Scenario(name="", book="draughts-blitz", steps=[]), "buttons")
    real.open()
    authority = AuthorityFolder.create(tmp_path / "authority", event, 60, datetime.now(UTC))
    async with (
        run_relay(broker.url, event, tmp_path / "relay.journal", authority=authority) as relay,
        JudgedTable(broker.url, event, real).running() as table,
    ):
        headers = {"Cookie": await relay.cookie()} if signed_in else {}
        await table.tell()
        await eventually(lambda: relay.held("t1") == len(table.lines))
        asked = await asyncio.to_thread(_ask_everything, relay.url, headers)
        await eventually(lambda: relay.held("t1") == len(table.lines))
    assert asked >= {"GET /api/tables", "POST /api/tables/{table}/commands", "PUT /api/joining", "POST /enrol"}


def _ask_everything(url: str, headers: dict[str, str]) -> set[str]:
    """Ask each operation for what its description allows, and for what it does not; returns those that were asked."""
    schema = schemathesis.openapi.from_url(f"{url}/api/openapi.json")
    asked: set[str] = set()
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()

        @given(
            operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
            | operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)
        )
        @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        def ask(case: Case[Any]) -> None:
            if case.operation.label == "GET /api/events":
                case.query = {**(case.query or {}), "once": "true"}  # it would not end
            case.validate_response(case.call(headers=headers), checks=CHECKS)
            if "table" in case.path_parameters:  # whatever came to mind, and one that is there
                case.path_parameters["table"] = "t1"
                case.validate_response(case.call(headers=headers), checks=CHECKS)

        ask()
        asked.add(operation.label)
    return asked
