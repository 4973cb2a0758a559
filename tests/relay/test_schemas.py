"""What is written about messages is what they are: JSON Schema in `docs/`, and the answers in the OpenAPI document."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from gateway.bus.topics import TOPICS
from gateway.cli.app import app
from gateway.relay.web.schemas import SCHEMAS

from .conftest import Relay, eventually
from .fakes import FakeTable

FOLDER = Path(__file__).parents[2] / "docs/schema"


def refs(value: Any) -> Iterator[str]:
    match value:
        case {"$ref": str(ref)}:
            yield ref
        case dict():
            for part in value.values():
                yield from refs(part)
        case list():
            for part in value:
                yield from refs(part)
        case _:
            pass


def resolve(document: dict[str, Any], ref: str) -> Any:
    found: Any = document
    for part in ref.removeprefix("#/").split("/"):
        found = found[part]
    return found


def test_the_committed_schemas_are_up_to_date(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["schema", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        path.name: path.read_text() for path in FOLDER.iterdir()
    }, "run `make schema`"


def test_every_topic_has_a_schema_and_the_document_names_it() -> None:
    page = (FOLDER.parent / "bus.md").read_text(encoding="utf-8")
    for topic in TOPICS:
        rows = [line for line in page.splitlines() if line.startswith(f"| `{topic}` |")]
        assert any(f"(schema/{name}.json)" in row for name in SCHEMAS for row in rows), topic


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_whole(name: str) -> None:
    schema = json.loads((FOLDER / f"{name}.json").read_bytes())
    assert schema["$schema"].startswith("https://json-schema.org/")
    for ref in refs(schema):
        assert resolve(schema, ref)


async def test_the_relay_serves_them(relay: Relay) -> None:
    async with relay.client() as client:
        for name in SCHEMAS:
            answer = await client.get(f"/api/schema/{name}.json")
            assert answer.content == (FOLDER / f"{name}.json").read_bytes()
            assert answer.headers["content-type"] == "application/schema+json"
        assert (await client.get("/api/schema/nothing.json")).status_code == 404


async def test_every_get_says_what_it_answers(relay: Relay) -> None:
    async with relay.client() as client:
        document = (await client.get("/api/openapi.json")).json()
    assert len(document["paths"]) >= 9
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            (answer,) = (answer for status, answer in operation["responses"].items() if status == "200")
            for content in answer["content"].values():
                assert content["schema"], f"{method} {path}"
    for ref in refs(document):
        assert resolve(document, ref)


async def test_answers_have_the_fields_they_are_said_to_have(relay: Relay, table: FakeTable) -> None:
    table.write_game(2)
    await table.state()
    await eventually(lambda: relay.held("t1") == 5)
    async with relay.client(arbiter=True) as client:
        document = (await client.get("/api/openapi.json")).json()
        for path in ("/tables", "/tables/{table}", "/tables/{table}/entries", "/health", "/rulebooks/{name}"):
            content = document["paths"][f"/api{path}"]["get"]["responses"]["200"]["content"]["application/json"]
            schema = resolve(document, content["schema"]["$ref"])
            answer = (await client.get("/api" + path.format(table="t1", name="chess-rapid"))).json()
            assert set(answer) == set(schema["properties"]), path
            assert set(schema["required"]) <= set(answer)
