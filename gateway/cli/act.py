"""`flagfall act`: carry out an act at a table, as the page does."""

from __future__ import annotations

import sys
from typing import Annotated, Any, get_args

import msgspec
import typer
from rich.console import Console

from gateway.model.errors import SettingsError
from gateway.record.act_examples import act_examples
from gateway.referee.acts import Act
from gateway.referee.player_requests import PlayerRequest
from gateway.runtime.relay_client import RelayClient

from .relay_options import HallAuthority, SignInLink

__all__ = ["act"]

_ACT: msgspec.json.Decoder[Act] = msgspec.json.Decoder(Act)
_REQUESTS = {kind.__struct_config__.tag for kind in get_args(PlayerRequest)}


def act(
    table: Annotated[str, typer.Argument(help="The table's name.")] = "",
    what: Annotated[
        str, typer.Argument(help="The act or player's request: pause. Or all of it as JSON; - reads standard input.")
    ] = "",
    fields: Annotated[
        list[str] | None, typer.Argument(help="What belongs to it: why='fire alarm' side=white ms=60000.")
    ] = None,
    relay: SignInLink = "",
    ca: HallAuthority = None,
    list_: Annotated[bool, typer.Option("--list", help="Write every act and request with an example.")] = False,
) -> None:
    """Have an act carried out at a table: done, or refused and why."""
    if list_:
        print(listed())
        return
    if not table or not what:
        raise SettingsError("Name the table and the act: flagfall act t1 pause. `flagfall act --list` has all of them.")
    given = _read(what, fields or [])
    with RelayClient(relay, ca) as client:
        entry = client.act(table, given)
    Console(highlight=False).print(f"Done at table {table}: entry {entry}.")


def listed() -> str:
    """Every act and every request in Markdown, with an example."""
    lines = ["| act | what it is | `act` in the body |", "|---|---|---|"]
    for example in act_examples():
        body = msgspec.json.encode(example.act).decode()
        lines.append(f"| `{example.name}` | {example.meaning.replace('|', '/')} | `{body}` |")
    return "\n".join(lines)


def _read(what: str, fields: list[str]) -> Act:
    given: Act
    try:
        if what == "-" or what.startswith("{"):
            given = _ACT.decode(sys.stdin.buffer.read() if what == "-" else what)
        else:
            given = msgspec.convert(_body(what, dict(map(_field, fields))), Act, strict=False)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{what}: {error}. `flagfall act --list` has an example of each act.") from error
    return given


def _body(what: str, values: dict[str, Any]) -> dict[str, Any]:
    if what not in _REQUESTS:
        return {"type": what, **values}
    around = {name: values.pop(name) for name in ("side",) if name in values}
    return {"type": "enter_request", **around, "request": {"type": what, **values}}


def _field(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise SettingsError(f"{text}: fields are written NAME=VALUE.")
    return name, msgspec.json.decode(value) if value.startswith(("{", "[")) else value
