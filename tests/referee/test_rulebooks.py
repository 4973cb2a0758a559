"""Every rulebook is complete, cites what it has, and is what the documentation says."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from gateway.cli.rulebook import markdown
from gateway.games import registry
from gateway.model.errors import SettingsError
from gateway.referee import rulebooks
from gateway.texts.library import Library
from tests.english import refused

LIBRARY = Library.load()
DOCS = Path(__file__).parents[2] / "docs" / "rulebooks.md"


def test_the_names() -> None:
    assert rulebooks.NAMES == (
        "draughts-standard", "draughts-rapid", "draughts-blitz",
        "draughts64-standard", "draughts64-rapid", "draughts64-blitz",
        "gomoku-standard", "gomoku-rapid", "gomoku-blitz", "gomoku-lightning",
        "gomoku-older-rapid", "gomoku-older-blitz",
        "renju-standard", "renju-rapid", "renju-blitz",
        "chess-standard", "chess-rapid", "chess-blitz",
    )  # fmt: skip


def test_the_documentation_is_what_the_tables_say() -> None:
    assert DOCS.read_text(encoding="utf-8") == markdown(), "run: flagfall rulebook --markdown > docs/rulebooks.md"


@pytest.mark.parametrize("name", rulebooks.NAMES)
def test_every_article_has_a_treatment_a_reason_and_both_titles(name: str) -> None:
    english, chinese = LIBRARY["en"], LIBRARY["zh"]
    articles = rulebooks.load(name).articles()
    assert len({article.cite for article in articles}) == len(articles)
    for article in articles:
        for each in (article.title, article.why):
            assert each.key in english.texts, each
            assert any("一" <= letter <= "鿿" for letter in chinese.render(each)), each


@pytest.mark.parametrize("name", rulebooks.NAMES)
def test_a_book_cites_only_articles_that_it_has(name: str) -> None:
    book = rulebooks.load(name)
    known = {article.cite for article in book.articles()}
    tags = tuple(f"{text.tag} " for text in book.load_texts())
    for text in _texts(msgspec.to_builtins(book)):
        if text.startswith(tags):
            assert text in known, text


def _texts(value: object) -> list[str]:
    match value:
        case str():
            return [value]
        case dict():
            skip = {"edition", "note", "titled", "amended"}
            return [text for key, each in value.items() if key not in skip for text in _texts(each)]
        case list() | tuple():
            return [text for each in value for text in _texts(each)]
        case _:
            return []


def test_a_book_is_found_for_its_games_only() -> None:
    assert rulebooks.find("gomoku-rapid", "renju").name == "gomoku-rapid"
    with pytest.raises(SettingsError, match=r"No rulebook 'gomoku-rapid' for draughts-international.*draughts-blitz"):
        rulebooks.find("gomoku-rapid", "draughts-international")
    with refused(SettingsError, "There is no rulebook bridge"):
        rulebooks.load("bridge")


def test_every_game_has_a_book() -> None:
    for game in registry.GAMES:
        assert any(game in rulebooks.load(name).games for name in rulebooks.NAMES), game
