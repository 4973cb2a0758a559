"""Whole numbers in addresses, in figures alone: `1.0`, `+1` and `1_0` would be other addresses of the same thing."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import Path
from pydantic import BeforeValidator

__all__ = ["RoundInPath", "WholeNumber"]

_FIGURES = re.compile(r"-?[0-9]{1,19}")


def _figures(given: object) -> object:
    if isinstance(given, str) and _FIGURES.fullmatch(given) is None:
        raise ValueError("write a whole number in figures")
    return given


WholeNumber = Annotated[int, BeforeValidator(_figures)]
"""An integer in a path or a query."""
RoundInPath = Annotated[WholeNumber, Path(ge=1, le=99, description="A round.")]
