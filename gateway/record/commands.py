"""Commands from the relay to a table, and the table's replies."""

from __future__ import annotations

from typing import Annotated

import msgspec

from gateway.model.messages import Message
from gateway.referee.acts import Act

__all__ = ["ActCommand", "Command", "Reply", "RestoreLines", "SendLines", "SendReadings", "named_command"]


class SendLines(msgspec.Struct, frozen=True, tag_field="type", tag="send_lines", forbid_unknown_fields=True):
    """Publish the entries after number `after` again, up to and including `upto`; of a long stretch, its beginning."""

    after: Annotated[int, msgspec.Meta(ge=0)]
    upto: Annotated[int, msgspec.Meta(ge=0)]


class RestoreLines(msgspec.Struct, frozen=True, tag_field="type", tag="restore_lines", forbid_unknown_fields=True):
    """Take back lines that a relay holds: the answer to the question of a table that may have lost some."""

    question: str
    """Its id."""
    after: Annotated[int, msgspec.Meta(ge=0)]
    """The lines are those after this number."""
    lines: tuple[str, ...]
    last: Annotated[int, msgspec.Meta(ge=0)]
    """The last line that the relay holds; more answers follow until it has come."""
    differs: bool = False
    """The relay holds another record under the same numbers: the table keeps its own."""


class SendReadings(msgspec.Struct, frozen=True, tag_field="type", tag="send_readings", forbid_unknown_fields=True):
    """Send the raw readings between two instants of the table, for a person in a role who looks at a dispute."""

    who: str
    role: str
    since: Annotated[int, msgspec.Meta(ge=0)]
    upto: Annotated[int, msgspec.Meta(ge=0)]


class ActCommand(msgspec.Struct, frozen=True, tag_field="type", tag="act", forbid_unknown_fields=True):
    """Have an act carried out, on behalf of a person in a role."""

    who: str
    role: str
    act: Act


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One command; the id makes a repeat harmless."""

    id: str
    do: ActCommand | SendLines | RestoreLines | SendReadings


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to the command with this id."""

    id: str
    ok: bool
    why: Message | None = None
    article: str = ""
    entry: int = 0
    """The number of the entry that recorded the act."""


class _Named(msgspec.Struct, frozen=True):
    """The part of a command that its sender needs to hear again."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


_NAMED = msgspec.json.Decoder(_Named)
_LONGEST = 100_000
"""Bytes of a command that somebody may have meant as one."""


def named_command(payload: bytes) -> str:
    """The id of a command that cannot be read otherwise, so that it can be answered; empty if it has none."""
    if len(payload) > _LONGEST:
        return ""
    try:
        return _NAMED.decode(payload).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""
