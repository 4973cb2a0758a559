"""Plural forms of numbers, by the rules that a language's catalogue brings along.

`language.plural` holds them in the notation of CLDR, for whole numbers: `one: n = 1` is English, and what holds where a
catalogue says nothing; Chinese has an empty text, since it has no such forms; Russian begins with
`one: n % 10 = 1 and n % 100 != 11; few: n % 10 = 2..4 and n % 100 != 12..14`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .template import TemplateError

__all__ = ["Plural", "read_rules"]

Plural = Callable[[int], str]
"""Names the form: `zero`, `one`, `two`, `few`, `many` or `other`."""

_RELATION = re.compile(r"n(?:\s*%\s*(\d+))?\s*(!?=)\s*(\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)")


def read_rules(text: str) -> Plural:
    """The rules that a text writes; raises `TemplateError`."""
    rules = [_rule(part) for part in text.split(";") if part.strip()]

    def plural(n: int) -> str:
        return next((form for form, holds in rules if holds(n)), "other")

    return plural


def _rule(text: str) -> tuple[str, Callable[[int], bool]]:
    form, _, condition = text.partition(":")
    ways = [[_relation(part) for part in way.split(" and ")] for way in condition.split(" or ")]
    return form.strip(), lambda n: any(all(holds(n) for holds in way) for way in ways)


def _relation(text: str) -> Callable[[int], bool]:
    found = _RELATION.fullmatch(text.strip())
    if found is None:
        raise TemplateError(f"{text.strip()!r} is not a rule for plurals, as 'n % 10 = 2..4' is")
    modulus, sign, ranges = found.groups()
    spans = [(int(low), int(high or low)) for low, _, high in (each.partition("..") for each in ranges.split(","))]

    def holds(n: int) -> bool:
        value = n % int(modulus) if modulus else n
        return any(low <= value <= high for low, high in spans) is (sign == "=")

    return holds
