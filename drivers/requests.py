"""What may be asked of a device. A codec that cannot do a thing says so with a `ClockAnswer`, never with silence."""

from __future__ import annotations

import msgspec

__all__ = ["ClearText", "ReadBoard", "Request", "ShowText", "tag"]


class _Request(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Base of all requests."""


class ReadBoard(_Request, frozen=True, tag="read_board"):
    """Send the whole board."""


class ShowText(_Request, frozen=True, tag="show_text"):
    """Show a short text on the clock in place of the times; the clock goes on."""

    text: str
    beep: bool = False


class ClearText(_Request, frozen=True, tag="clear_text"):
    """Show the times again."""


Request = ReadBoard | ShowText | ClearText


def tag(request: Request) -> str:
    """The type tag of a request, as a `ClockAnswer` names it."""
    return str(request.__struct_config__.tag)
