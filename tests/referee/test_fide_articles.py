"""The articles of the FIDE Laws as they are printed, and what a table can do about each, against our own tables."""

from __future__ import annotations

import pytest

from gateway.referee import rulebooks
from gateway.referee.rulebooks.book import ArticleSource, Treatment

MARKS = {
    "auto": (Treatment.AUTOMATIC,),
    "claim": (Treatment.ON_CLAIM,),
    "arbiter": (Treatment.PROPOSED, Treatment.BY_ACT),
    "record": (Treatment.RECORDED,),
    "people": (Treatment.PEOPLE,),
}
LAWS = {
    "auto": "1.4.1 3.10.2 5.1.1 5.2.1 5.2.2 6.9 9.1.2.3 9.2.3 9.6.1 9.6.2 6.3 6.4 8.4 10.2 9.1.1 II.2 II.3.1 II.3.2",
    "claim": "4.8 5.1.2 5.2.3 6.11.2 7.4.2 9.2 9.2.1 9.2.2 9.3 9.3.1 9.3.2 9.5.1 9.5.2 9.5.3 III.5",
    "arbiter": "6.2.4 6.2.6 6.7.1 6.10.1 6.10.2 6.11.4 7.1 7.2.1 7.2.2 7.3 7.4.3 7.5.1 7.5.2 7.5.3 7.5.4 7.5.5 7.6 8.6"
    " 11.3.2.2 11.6 11.7 11.8 12.5 12.9.1 12.9.2 12.9.3 12.9.4 12.9.5 12.9.6 12.9.7 12.9.8 12.9.9"
    " III.3.1.1 III.3.1.2 III.4 III.5.1 III.5.2 III.5.3 III.6",
    "record": "3.10 3.10.3 4.6 4.7 6.2.1 6.2.2 6.6 6.7.2 6.8 6.11.1 6.11.3 7.4.1 8.7 9.1.2.1 11.9 11.10 12.9 III.2",
    "people": "1.2 1.3 1.5 2.1 4.1 4.2 4.3 4.4 4.5 4.9 6.2.3 6.2.5 6.5 6.12 8.1 8.2 8.3 8.5 9.1.2.2 9.4"
    " 10.1 11.1 11.2 11.3.1 11.3.2 11.3.2.1 11.3.3 11.3.4 11.4 11.5 11.11 11.12"
    " 12.1 12.2 12.3 12.4 12.6 12.7 12.8 III.1",
}
FAST = {
    "auto": "A.3",
    "claim": "A.5.1.2 A.5.3",
    "arbiter": "A.5.1.1 A.5.2 A.5.4",
    "record": "A.2 A.5.5",
    "people": "A.5 A.5.1",
}
RULED_UNDER_ANOTHER = {
    *("6.3", "6.4", "7.5.1", "8.4", "9.2.1", "9.2.2", "9.2.3", "9.3.1", "9.3.2", "9.5.1", "9.5.2"),
    *("II.2", "II.3.1", "II.3.2"),
}
"""Articles that are applied, and whose rulings cite another one or none: their rows say which."""


def treated(name: str) -> dict[str, Treatment]:
    return {article.cite.removeprefix("FIDE "): article.how for article in rulebooks.load(name).articles()}


@pytest.mark.parametrize("mark", MARKS)
def test_an_article_is_treated_as_its_mark_says(mark: str) -> None:
    ours = treated("chess-standard")
    for number in LAWS[mark].split():
        expected = MARKS[mark]
        if number in RULED_UNDER_ANOTHER:
            expected = (Treatment.RECORDED,)
        assert ours[number] in expected, number


def test_what_a_table_does_less_about_is_marked_otherwise() -> None:
    marked = {number for mark in ("auto", "claim", "arbiter") for number in LAWS[mark].split()}
    assert marked >= RULED_UNDER_ANOTHER


def test_every_ruling_article_is_one_that_the_laws_have() -> None:
    known = {number for numbers in (*LAWS.values(), *FAST.values()) for number in numbers.split()} | {
        "9.5",
        "A.1",
        "B.1",
        "I.8",
    }
    for name in ("chess-standard", "chess-rapid", "chess-blitz"):
        assert {number for number, how in treated(name).items() if how.is_enforced} <= known


def test_there_is_no_article_9_7() -> None:
    assert "9.7" not in treated("chess-standard")


@pytest.mark.parametrize("name", ["chess-rapid", "chess-blitz"])
def test_blitz_takes_over_three_articles_of_rapid(name: str) -> None:
    ours = treated(name)
    for mark, numbers in FAST.items():
        for number in numbers.split():
            assert ours[number] in MARKS[mark], number
    own = {number for number in ours if number in {"A.1", "A.4", "A.6", "B.1", "B.2", "B.3", "B.4"}}
    assert own == ({"A.1", "A.4", "A.6"} if name == "chess-rapid" else {"B.1", "B.2", "B.3", "B.4"})


def test_only_these_articles_name_the_loss() -> None:
    loses = {article.cite for article in rulebooks.load("chess-standard").articles() if article.direct}
    assert loses == {"FIDE 7.5.5", "FIDE 11.3.2.2", "FIDE 11.7"}


@pytest.mark.parametrize("name", ["chess-standard", "chess-rapid", "chess-blitz"])
def test_every_row_says_that_one_copy_was_read(name: str) -> None:
    assert {article.source for article in rulebooks.load(name).articles()} == {ArticleSource.COPY}
