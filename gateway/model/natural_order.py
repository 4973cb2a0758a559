"""The order in which people expect names with numbers in them: `t2` before `t10`."""

from __future__ import annotations

__all__ = ["natural_order"]


def natural_order(name: str) -> tuple[tuple[bool, int, str], ...]:
    """A key to sort by: letters as letters, numbers by value."""
    parts: list[str] = [""]
    for letter in name:
        if letter.isdigit() != parts[-1].isdigit():
            parts.append("")
        parts[-1] += letter
    return tuple((not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts)
