"""The rulebook's tables, where that folder is there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parents[3] / "shared" / "rulebook" / "data"

needs_tables = pytest.mark.skipif(not DATA.is_dir(), reason="the rulebook's tables are not here")


def table(name: str) -> Any:
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
