"""The events that a webhook is sent, made from public lines, and their signature. No I/O."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from typing import Any

import msgspec

from gateway.record.visibility import Visibility

__all__ = ["KINDS", "event_of", "signature", "signed_by"]

KINDS = {
    "set_up": "game",
    "started": "started",
    "moved": "move",
    "retracted": "correction",
    "position_set": "correction",
    "voided": "correction",
    "overturned": "correction",
    "paused": "paused",
    "resumed": "resumed",
    "ended": "result",
}
"""The kind of event that each type of line is; the others are not sent."""


class _What(msgspec.Struct):
    type: str = ""
    game: int | None = None


class _Line(msgspec.Struct):
    n: int
    at: int
    visibility: Visibility
    what: _What


_LINE = msgspec.json.Decoder(_Line)


def event_of(
    line: bytes, table: str, journal: int, offset: int, game_at: Callable[[int], str | None]
) -> dict[str, Any] | None:
    """The event that a line is; None for one that is not sent. `game_at` tells the id of the game that a line is of."""
    try:
        read = _LINE.decode(line)
    except (msgspec.MsgspecError, UnicodeError):
        return None  # of a later version
    kind = KINDS.get(read.what.type)
    if kind is None or read.visibility is not Visibility.PUBLIC:
        return None
    return {
        "id": f"{table}:{read.n}" + (f":{journal}" if journal > 1 else ""),
        "kind": kind,
        "table": table,
        "game": game_at(read.n),
        "at": read.at + offset,
        "entry": msgspec.Raw(line),
    }


def signature(secret: str, at_s: int, body: bytes) -> str:
    """What the header `Flagfall-Signature` says: when it was signed, and the HMAC-SHA256 over that and the body."""
    digest = hmac.new(secret.encode(), b"%d." % at_s + body, hashlib.sha256).hexdigest()
    return f"t={at_s},v1={digest}"


def signed_by(secret: str, header: str, body: bytes, now_s: int, tolerance_s: int = 300) -> bool:
    """Whether a body was signed with this secret, and not long ago: what a receiver has to ask."""
    at, comma, _ = header.removeprefix("t=").partition(",v1=")
    if not comma or not at.isdigit() or len(at) > 15 or abs(now_s - int(at)) > tolerance_s:
        return False
    return hmac.compare_digest(signature(secret, int(at), body).encode(), header.encode())
