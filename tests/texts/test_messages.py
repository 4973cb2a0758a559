"""Messages become sentences. The page's renderer is held to the same vectors in `tests/relay/test_texts.py`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.model.errors import SettingsError
from gateway.model.messages import Message, message, name_of
from gateway.model.results import Reason
from gateway.model.sides import Side
from gateway.texts.catalogue import Catalogue
from gateway.texts.library import Library
from gateway.texts.template import TemplateError, parse

VECTORS: dict[str, Any] = json.loads((Path(__file__).parent / "vectors.json").read_text())
CATALOGUES = {language: Catalogue(language, texts) for language, texts in VECTORS["catalogues"].items()}


@pytest.mark.parametrize("vector", VECTORS["sentences"], ids=lambda vector: vector["is"])
def test_a_message_becomes_its_sentence(vector: dict[str, Any]) -> None:
    given_message = msgspec.convert(vector["message"], Message)
    assert CATALOGUES[vector["in"]].render(given_message) == vector["is"]


@pytest.mark.parametrize("text", VECTORS["wrong"])
def test_a_template_outside_the_subset_is_refused(text: str) -> None:
    with pytest.raises(TemplateError):
        parse(text)


@given(st.text())
def test_any_text_is_a_template_or_refused(text: str) -> None:
    try:
        parse(text)
    except TemplateError:
        return
    Catalogue("en", {"x": text}).text("x")


@given(st.text(alphabet=st.characters(exclude_characters="{}'#")))
def test_what_persons_typed_is_shown_as_typed(text: str) -> None:
    catalogue = Catalogue("en", {"x": "<{why}>"})
    assert catalogue.text("x", why=text) == f"<{text}>"


def test_on_the_wire_a_message_is_a_key_and_arguments() -> None:
    given_message = message("ruling.ended", reason=name_of(Reason.NO_PIECES), n=3, sides=(name_of(Side.WHITE), "x"))
    line = msgspec.json.encode(given_message)
    assert json.loads(line) == {
        "key": "ruling.ended",
        "args": {"reason": {"key": "reason.no_pieces"}, "n": 3, "sides": [{"key": "side.white"}, "x"]},
    }
    assert msgspec.json.decode(line, type=Message) == given_message
    assert str(given_message) == "ruling.ended(reason=reason.no_pieces, n=3, sides=[side.white, x])"


def test_messages_too_deep_to_be_meant_do_not_hang() -> None:
    deep = message("deep", x="end")
    for _ in range(50):
        deep = message("deep", x=deep)
    assert CATALOGUES["en"].render(deep).startswith("<<<<")


def test_a_language_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "xx.json").write_text('{"language.name": "Toy", "side.white": "‹White›"}')
    (tmp_path / "zh.json").write_text('{"side.white": "白"}')
    (tmp_path / "README.md").write_text("not a language")
    library = Library.load(tmp_path)
    assert library.languages == {"en": "English", "xx": "Toy", "zh": "中文"}
    assert library["xx"].text("side.white") == "‹White›"
    assert library["xx"].text("side.black") == "Black"
    assert library["zh"].text("side.white") == "白"
    assert library["zh"].text("side.black") == "黑方"


@pytest.mark.parametrize(
    ("wishes", "found"),
    [
        (("zh_CN.UTF-8",), "zh"),
        (("", "", "zh-Hans"), "zh"),
        (("fr_FR", "zh"), "zh"),
        (("C.UTF-8",), "en"),
        ((), "en"),
        (("EN-gb", "zh"), "en"),
    ],
)
def test_the_nearest_language_is_found(wishes: tuple[str, ...], found: str) -> None:
    assert Library.load().find(*wishes).language == found


@pytest.mark.parametrize("content", ["[]", "{", '{"a": 1}', '{"a": "{"}', '{"language.plural": "n is 1"}'])
def test_a_file_that_is_no_catalogue_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "xx.json").write_text(content)
    with pytest.raises(SettingsError, match=r"xx\.json"):
        Library.load(tmp_path)
    with pytest.raises(SettingsError, match="no folder"):
        Library.load(tmp_path / "nothing")


def test_an_article_without_a_number_is_cited_by_words() -> None:
    library = Library.load()
    for language, cited in (("en", "FMJD64, on draws by agreement"), ("zh", "FMJD64 议和")):
        words = library[language]
        assert words.text("citation.of", article="FMJD64 agreement") == cited
        assert cited in words.text("page.with_article", text="", article="FMJD64 agreement")
        assert words.text("citation.of", article="GN 17.8") == "GN 17.8"
