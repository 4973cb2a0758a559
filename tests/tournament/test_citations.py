"""Articles that pairing, standings and the event cite: each stands in this list, and in the digests of the rules.

A new citation is looked up and added here by hand; so a number that was guessed or mistyped is found.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULEBOOK = ROOT.parent / "shared" / "rulebook"
CITATION = re.compile(
    r"\b(GN|GO|DH|BR|C\.04\.[1-7]|C\.07|B\.02) "
    r"(app\. ?\d+(?: ?\(\d+\))?|\d+(?:\.\d+)*|[一二三四]?\([一二三四五]\)\d?)"
)
ARTICLES = {
    "B.02": """
        8.1 8.3
    """,
    "BR": """
        (一) (三) (二) (二)1 (二)2 (四)1
    """,
    "C.04.1": """
        4 6 9
    """,
    "C.04.2": """
        2.3 2.4 3.4 3.5 3.6
    """,
    "C.04.3": """
        1.2 1.3.2 1.4 1.6 2.1.1 2.1.2 2.1.3 2.2.1 2.3.1 2.4 3.3 3.6 3.8 4 4.2 4.3
    """,
    "C.04.6": """
        1 1.2 1.4 1.6 2.1.1 2.1.2 2.2.1 2.3 3.3 3.4 3.4.1 3.5 3.5.4 3.6 3.6.3 4
    """,
    "C.07": """
        4.2 6 7 8 10 10.2 10.3 12 15.2 16 16.2 16.5
    """,
    "DH": """
        (三) (二) (五) (四) 一(一)
    """,
    "GN": """
        10.1.1 10.1.4 15.3 16.4 24.1 24.3.2 24.4 24.4.1 24.4.2 24.4.3 24.4.4 25 25.1.1 25.1.2 25.1.3 25.2.1
        25.2.2 25.2.3 25.3.1 25.3.2 25.3.3 25.4.1 25.4.2 25.4.3 26.2 26.2.1 26.2.2 26.2.3 26.2.4 26.2.5 27.1
        27.3 27.5 27.6.1 28.1 29 29.1.1 29.1.2 29.3 30.4 app.3 app.4 app.5 app.6 app.6(3) app.6(4) app.6(5)
        app.6(6) app.6(7) app.6(8) app.6(9) app.7
    """,
    "GO": """
        app.1 app.2 app.3 app.4 app.5
    """,
}
"""By book. Items of an appendix are written without the space: `app.6(3)`."""
DIGESTS = {
    "GN": ("gomoku-2025.md", "tournaments.md"),
    "GO": ("tournaments.md", "gomoku-older-rapid-blitz.md"),
    "DH": ("tournaments.md", "draughts-rapid-blitz.md"),
    "BR": ("tournaments.md", "bridge.md"),
    "C.07": ("fide-tiebreaks.md",),
    "B.02": ("fide-tiebreaks.md",),
}
ELSEWHERE = {
    # The digest has C1 to C21 in their order and one number, C12 = 2.4.7; the articles of C3 (2.1.3), C6 and C7 (2.4.1,
    # 2.4.2) stand so in other programs of the same text, and C4, C5 have the two articles between.
    "C.04.3": {"2.1.1", "2.1.2", "2.1.3", "2.2.1", "2.3.1"},
    # Articles of the team system by FIDE's checker; the digest has what they say, and not every number.
    "C.04.6": {"2.1.1", "2.1.2", "2.2.1", "3.4.1", "3.5.4", "3.6.3"},
    # Items of the split-half method, which the digest counts 1 to 9 in its section 5.1.
    "GN": {f"app.6({n})" for n in range(1, 10)},
    "BR": {"(四)1"},
}
"""Articles whose number does not stand in the digest, and how it is known."""


def cited() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    files = [*(ROOT / "gateway/tournament").rglob("*.py"), *(ROOT / "gateway/event").rglob("*.py")]
    for path in (*files, ROOT / "docs" / "tournaments.md"):
        for book, article in CITATION.findall(path.read_text(encoding="utf-8")):
            found.setdefault(book, set()).add(article.replace(" ", ""))
    return found


def test_every_article_that_is_cited_was_looked_up() -> None:
    known = {book: set(words.split()) for book, words in ARTICLES.items()}
    strange = {(book, each) for book, articles in cited().items() for each in articles - known.get(book, set())}
    assert strange == set()


@pytest.mark.parametrize("book", ARTICLES)
def test_the_digests_have_them(book: str) -> None:
    if not RULEBOOK.is_dir():
        pytest.skip("no digests here")
    text = "".join((RULEBOOK / name).read_text(encoding="utf-8") for name in DIGESTS.get(book, ("fide-swiss.md",)))
    text = text.replace("app. ", "app.")
    missing = {
        article for article in ARTICLES[book].split() if not re.search(rf"(?<![\d.]){re.escape(article)}(?!\d)", text)
    }
    assert missing <= ELSEWHERE.get(book, set())


def test_the_criteria_have_their_articles() -> None:
    from gateway.tournament.dutch.explanation import Criterion

    articles = {criterion.value: criterion.article for criterion in Criterion}
    assert articles == {
        "C1": "C.04.3 2.1.1", "C2": "C.04.3 2.1.2", "C3": "C.04.3 2.1.3", "C4": "C.04.3 2.2.1", "C5": "C.04.3 2.3.1",
        "C6": "C.04.3 2.4.1", "C7": "C.04.3 2.4.2", "C8": "C.04.3 2.4.3", "C9": "C.04.3 2.4.4", "C10": "C.04.3 2.4.5",
        "C11": "C.04.3 2.4.6", "C12": "C.04.3 2.4.7", "C13": "C.04.3 2.4.8", "C14": "C.04.3 2.4.9",
        "C15": "C.04.3 2.4.10", "C16": "C.04.3 2.4.11", "C17": "C.04.3 2.4.12", "C18": "C.04.3 2.4.13",
        "C19": "C.04.3 2.4.14", "C20": "C.04.3 2.4.15", "C21": "C.04.3 2.4.16",
    }  # fmt: skip
