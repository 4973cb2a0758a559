"""`flagfall rulebook` as a user meets it."""

from __future__ import annotations

import pytest

from gateway.cli.rulebook import rulebook
from gateway.model.errors import SettingsError
from gateway.referee.rulebooks import NAMES, Treatment
from tests.english import refused


def test_without_a_name_all_are_listed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    rulebook("", None, as_markdown=False)
    told = capsys.readouterr().out
    assert all(name in told for name in NAMES)


def test_a_book_lists_its_articles(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    rulebook("draughts-blitz", Treatment.PROPOSED, as_markdown=False)
    told = capsys.readouterr().out
    assert "DH rapid 9" in told
    assert "Time trouble without Fischer clock" in told
    assert "FMJD 6.1" not in told
    rulebook("gomoku-rapid", Treatment.PROPOSED, as_markdown=False)
    assert "organising committee" in capsys.readouterr().out


def test_a_book_speaks_the_language_it_is_asked_in(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    rulebook("gomoku-rapid", Treatment.PROPOSED, as_markdown=False, language="zh")
    told = capsys.readouterr().out
    assert "五子棋快棋" in told
    assert "竞赛组委会" in told
    assert "arbiter" not in told


def test_an_unknown_book_is_one_sentence() -> None:
    with refused(SettingsError, "There is no rulebook chess-bullet"):
        rulebook("chess-bullet", None, as_markdown=False)
