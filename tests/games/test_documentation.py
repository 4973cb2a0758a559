"""The page on games names code and tests; what it names exists."""

from __future__ import annotations

import re
from pathlib import Path

from gateway.games.registry import GAMES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "games.md").read_text(encoding="utf-8")


def test_every_game_is_listed() -> None:
    assert set(re.findall(r"^\| `([\w-]+)` \|", PAGE, re.MULTILINE)) == set(GAMES)


def test_tests_that_are_named_exist() -> None:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("*.py"))
    for name in re.findall(r"`(test_\w+)`", PAGE):
        assert f"def {name}(" in tests, name


def test_code_that_is_named_exists() -> None:
    code = {path: path.read_text(encoding="utf-8") for path in (ROOT / "gateway" / "games").rglob("*.py")}
    for named in re.findall(r"`((?:\w+/)?\w+\.py)`", PAGE):
        name = named.rpartition("/")[2]
        known = any(path.name == name for path in code) or (Path(__file__).parent / name).exists()
        assert known or (ROOT / named).exists(), named
    for module, names in re.findall(r"`(\w+\.py)` (`\w+`(?:, `\w+`)*)", PAGE):
        for name in re.findall(r"`(\w+)`", names):
            text = "".join(text for path, text in code.items() if path.name == module)
            assert re.search(rf"\b(?:def|class) {name}\b|^{name}\b", text, re.MULTILINE), (module, name)
