"""Every rulebook is complete, cites what it has, and is what the documentation says."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import msgspec
import pytest

from gateway.cli.rulebook import markdown
from gateway.clock.control_notation import parse_control
from gateway.games import registry
from gateway.games.draughts.draughts import Draughts
from gateway.games.game import Game, PieceSet
from gateway.games.renju.opening_protocols import PROTOCOLS
from gateway.model.errors import IllegalMove, SettingsError
from gateway.model.messages import message
from gateway.model.play_rules import PlayRule
from gateway.model.results import Result
from gateway.model.sides import BySide, Side
from gateway.referee import rulebooks
from gateway.referee.assignment import Assignment
from gateway.referee.options import Options
from gateway.referee.rulebooks.citing import cite_rules
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
            assert text in known or text.rpartition(".")[0] in known, text  # or a paragraph of one that it has


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
    with refused(SettingsError, "There is no rulebook gomoku-rapid for International draughts"):
        rulebooks.find("gomoku-rapid", "draughts-international")
    with refused(SettingsError, "There is no rulebook bridge"):
        rulebooks.load("bridge")


def test_every_game_has_a_book() -> None:
    for game in registry.GAMES:
        assert any(game in rulebooks.load(name).games for name in rulebooks.NAMES), game


def rules_named_by(game: Game) -> set[PlayRule]:
    """The rules of play that the modules of a game name; those of a variant's draws are its own."""
    folder = Path(import_module(type(game).__module__).__file__ or "").parent
    code = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py") if path.name != "variants.py")
    named = {PlayRule[name] for name in re.findall(r"PlayRule\.([A-Z_]+)", code)} - {PlayRule.OPENING}
    return named | ({draw.rule for draw in game.variant.draws} if isinstance(game, Draughts) else set())


@pytest.mark.parametrize(
    ("name", "game"), [(name, game) for name in rulebooks.NAMES for game in rulebooks.load(name).games]
)
def test_a_book_has_an_article_for_every_rule_that_its_games_name(name: str, game: str) -> None:
    book, named = rulebooks.load(name), rules_named_by(registry.find(game))
    assert registry.find(game).pieces in PieceSet
    assert len(named) > 5
    assert {rule for rule in named if not book.article(rule)} == set()


@pytest.mark.parametrize("name", [name for name in rulebooks.NAMES if "renju" in rulebooks.load(name).games])
def test_a_book_has_an_article_for_every_opening_protocol(name: str) -> None:
    assert set(rulebooks.load(name).openings) == set(PROTOCOLS)


def test_a_refusal_is_told_with_the_article_of_the_book() -> None:
    refusal = IllegalMove(PlayRule.EMPTY_POINT, message("illegal.occupied", point="h8"))
    outer = message("refusal.not_now", why=refusal.message)
    assert LIBRARY["en"].render(refusal.message) == "h8 is not empty", "without a book there is no article"
    for name, article in (("renju-standard", "RIF 5"), ("gomoku-standard", "GN 12.2")):
        book = rulebooks.load(name)
        cited = cite_rules(refusal.message, book)
        assert LIBRARY["en"].render(cited) == f"{article}: h8 is not empty"
        assert cite_rules(outer, book).args["why"] == cited


@pytest.mark.parametrize(
    ("name", "result", "score"),
    [
        ("draughts-blitz", Result.DRAW, ("1", "1")),
        ("draughts64-standard", Result.BLACK, ("0", "2")),
        ("chess-rapid", Result.DRAW, ("½", "½")),
        ("gomoku-standard", Result.WHITE, ("1", "0")),
        ("chess-standard", Result.BOTH_LOSE, ("0", "0")),
    ],
)
def test_a_book_says_what_a_result_counts(name: str, result: Result, score: tuple[str, str]) -> None:
    assert rulebooks.load(name).score(result) == BySide(*score)


@pytest.mark.parametrize(
    ("game", "control", "name"),
    [
        ("chess", "5m+3s", "chess-blitz"),
        ("chess", "15m+10s", "chess-rapid"),
        ("chess", "90m+30s", "chess-standard"),
        ("draughts-international", "5m+3s", "draughts-blitz"),
        ("draughts-russian", "20m+5s", "draughts64-rapid"),
        ("gomoku", "10m+5s", "gomoku-rapid"),
    ],
)
def test_a_control_names_the_rulebook_of_its_pace(game: str, control: str, name: str) -> None:
    book = rulebooks.fitting(game, parse_control(control))
    assert book is not None
    assert book.name == name


def test_every_game_has_a_rulebook_for_any_control() -> None:
    for game in registry.GAMES:
        book = rulebooks.fitting(game, parse_control("60m"))
        assert book is not None
        assert game in book.games
    assert rulebooks.fitting("ludo", parse_control("60m")) is None


@pytest.mark.parametrize("name", rulebooks.NAMES)
def test_an_open_point_is_an_option_with_the_default_that_holds(name: str) -> None:
    book = rulebooks.load(name)
    settings = msgspec.to_builtins(msgspec.structs.asdict(Options()))
    settings |= {field.name: field.default for field in msgspec.structs.fields(Assignment) if field.name == "draws"}
    own = {
        "draw_gate": book.draws.gate.value,
        "flags": book.clock.flags.value,
        "foul_lapses_by_pass": book.foul_lapses_by_pass,
        "supervision": book.supervision.value,
        "wins": book.wins.value,
    }
    assert book.open_points
    for point in book.open_points:
        default = settings[point.option]
        value = own[point.option] if default is None else default
        assert point.default == (str(value).lower() if isinstance(value, bool) else str(value)), point.option
        assert book.has_article(point.article), point.article


def test_a_side_that_is_ruled_lost_after_a_draw_has_no_point_and_the_other_half_a_one() -> None:
    book = rulebooks.load("gomoku-standard")
    assert book.score(Result.DRAW, lost=Side.BLACK) == BySide("½", "0")
    assert book.score(Result.DRAW, lost=Side.WHITE) == BySide("0", "½")
