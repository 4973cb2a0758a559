"""Messages: what people read, before it is in any language. Catalogues turn key and arguments into a sentence.

Whatever has a name in every language (a side, a result, a penalty) is a message of its own inside another; only what
persons typed, names, squares, moves and article numbers are plain text. Lengths of time are integer milliseconds.
"""

from __future__ import annotations

import enum
import re

import msgspec

__all__ = ["Argument", "Message", "message", "name_of", "namespace"]


class Message(msgspec.Struct, frozen=True, omit_defaults=True):
    """A key of the catalogues and what its sentence is about."""

    key: str
    args: dict[str, str | int | Message | tuple[str | Message, ...]] = {}

    def __str__(self) -> str:
        """For logs and tests: the key and its arguments, in no language."""
        if not self.args:
            return self.key
        if self.key == "plain":
            return str(self.args["text"])
        return f"{self.key}({', '.join(f'{name}={_plain(value)}' for name, value in self.args.items())})"


Argument = str | int | Message | tuple[str | Message, ...]


def message(key: str, /, **args: Argument) -> Message:
    """The message of that key about these arguments."""
    return Message(key, args)


def namespace(kind: type[enum.Enum]) -> str:
    """What the keys of an enumeration begin with: `case_kind` of `CaseKind`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", kind.__name__).lower()


def name_of(value: enum.StrEnum) -> Message:
    """The name of one of an enumeration's values: `side.white`."""
    return Message(f"{namespace(type(value))}.{value.value}")


def _plain(value: Argument) -> str:
    return f"[{', '.join(map(str, value))}]" if isinstance(value, tuple) else str(value)
