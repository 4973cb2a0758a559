"""The table of the renju rules has the articles, the treatments and the sources that the digest of the text has."""

from __future__ import annotations

import pytest

from gateway.cli.rulebook import rulebook
from gateway.referee import rulebooks

DIGEST = """
1 people text; 2 people text; 3 people text; 4.1 recorded text; 4.2 recorded text; 4.3 people text
5 automatic restated; 6 recorded restated; 7 people restated; 8 proposed restated
9.1 claim restated; 9.2 claim restated; 9.3 automatic restated; 9.4 claim restated; 9.5 claim restated
9.6 claim restated; 9.7 claim restated; 9.8 claim restated
10.1 automatic restated; 10.2 claim restated; 10.3 automatic restated; 10.4 automatic restated; 10 b proposed restated
11 automatic restated; 12 automatic restated; 12.9 automatic restated
Yamaguchi automatic restated; Soosorv automatic restated; Soosorv-8 automatic restated
Tarannikov automatic restated; Taraguchi automatic restated; Taraguchi-10 automatic restated
13.1 recorded summary; 13.2 people summary
14.1 recorded summary; 14.2 recorded summary; 14.3 recorded summary; 14.4 recorded summary; 14.5 recorded summary
14.6 recorded summary; 14.7 claim summary; 14.8 claim summary; 14.9 people summary
15 proposed summary; 16 proposed summary; 17 proposed summary; 18 people summary
"""
"""Typed from the digest: article, mark, source."""
NAMES = [name for name in rulebooks.NAMES if name.startswith("renju-")]


@pytest.mark.parametrize("name", NAMES)
def test_articles_marks_and_sources_are_those_of_the_digest(name: str) -> None:
    expected = [each.strip().rsplit(" ", 2) for line in DIGEST.split("\n") if line for each in line.split(";")]
    found = [
        [
            article.cite.removeprefix("RIF "),
            article.how.value.removeprefix("on ").removeprefix("for "),
            article.source.value if article.source else "",
        ]
        for article in rulebooks.load(name).articles()
    ]
    assert found == expected


def test_what_decides_what() -> None:
    book = rulebooks.load("renju-standard")
    assert (book.foul_lapsed, book.foul_after_five, book.win_prevails) == ("RIF 9.8", "RIF 9.7", "RIF 9.2")
    assert (book.clock.flag, book.clock.flags.value, book.clock.both_flags) == ("RIF 9.4", "claim", "RIF 10.4")
    assert book.offences.accident == "RIF 8"


def test_the_command_shows_sources_and_open_points(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    rulebook("renju-rapid", None, as_markdown=False)
    told = capsys.readouterr().out
    assert "known by" in told
    assert "summary" in told
    assert "first_flag_loses" in told
    rulebook("gomoku-rapid", None, as_markdown=False)
    assert "known by" not in capsys.readouterr().out
