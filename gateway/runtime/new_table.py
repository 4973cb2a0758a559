"""The settings of a table that has just been enrolled: place and broker only. Its board it finds by itself."""

from __future__ import annotations

from pathlib import Path

from gateway.model.errors import SettingsError

__all__ = ["table_settings_head", "write_table_settings"]


def table_settings_head(event: str, table: str, journal: Path, *, bridge: bool = False) -> str:
    """The settings without the broker."""
    if bridge:
        remark = """\
# A bridge table: no board, two buttons. Without a section [clock] the table looks for them by itself, on its pins and
# on USB; to name them: flagfall devices. All settings: deploy/table.example.toml.
"""
    else:
        remark = """\
# Written when this table was enrolled. Without a section [device] the table looks for its board by itself; to name the
# board: flagfall devices. All settings: deploy/table.example.toml.
"""
    kind = "bridge = true\n" if bridge else ""
    return f'{remark}event = "{event}"\ntable = "{table}"\njournal = "{journal}"\n{kind}'


def write_table_settings(path: Path, event: str, table: str, journal: Path, broker: str) -> None:
    """Write a new file; one that is there keeps all but its section `[broker]`, which must be the last."""
    head = table_settings_head(event, table, journal)
    try:
        if path.exists():
            head = path.read_text(encoding="utf-8").partition("\n[broker]")[0].rstrip() + "\n"
        path.write_text(f"{head}\n{broker}", encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"{path} cannot be written: {error.strerror}.") from error
