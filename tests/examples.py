"""The number of examples that a property is tried with."""

from __future__ import annotations

from hypothesis import settings

__all__ = ["examples"]


def examples(count: int) -> settings:
    """A property is tried with so many examples in `make test`; `make explore` tries more, in the same proportion."""
    profile = settings()
    return settings(max_examples=count * profile.max_examples // 100)
