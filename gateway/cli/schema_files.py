"""`flagfall schema`: the JSON Schema of every message, as files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gateway.model.errors import SettingsError
from gateway.record.schema import json_schema
from gateway.relay.web.schemas import SCHEMAS

from .message_fields import field_list

__all__ = ["schema"]


def schema(
    folder: Annotated[Path, typer.Argument(help="Where to write them.", file_okay=False)],
    fields: Annotated[
        Path | None, typer.Option(help="A file to write, with the meaning of every field of the bus.", dir_okay=False)
    ] = None,
) -> None:
    """Write the JSON Schema of every message of the bus and the WebSocket into a folder."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, kind in SCHEMAS.items():
            (folder / f"{name}.json").write_bytes(json_schema(name, kind))
        if fields is not None:
            fields.write_text(field_list(), encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"{folder} cannot be written: {error.strerror}.") from error
    print(f"{len(SCHEMAS)} schemas in {folder}.")
