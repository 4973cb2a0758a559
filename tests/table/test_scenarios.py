"""Every scenario of a whole table ends as it says, and what the rulebooks promise is shown by one, or listed here."""

from __future__ import annotations

import pytest

from gateway.referee import rulebooks

from .scenario import CLOCKS, Scenario, cited, difference, happen, lay_out, load

SCENARIOS = load()
NOT_SHOWN_YET: frozenset[str] = frozenset()
"""Articles that a rulebook calls enforced, and that no scenario of a whole table shows enforced as the text has it."""


def _cases() -> list[object]:
    return [
        pytest.param(
            scenario,
            clock,
            id=f"{name} [{clock}]",
            marks=pytest.mark.xfail(reason=scenario.wrong_today, strict=True, raises=AssertionError)
            if scenario.wrong_today
            else (),
        )
        for name, scenario in SCENARIOS
        for clock in CLOCKS
        if scenario.clock in ("", clock)
    ]


@pytest.mark.parametrize(("scenario", "clock"), _cases())
def test_scenario(scenario: Scenario, clock: str) -> None:
    table = lay_out(scenario, clock)
    first = table.open()
    if scenario.expect is not None:
        assert first == scenario.expect
    if scenario.fen:
        table.place(scenario.fen)
    for number, step in enumerate(scenario.steps, 1):
        happen(table, step)
        ruled = table.ruled()
        if step.expect is not None:
            assert ruled == step.expect, f"step {number}"
        assert difference(table, step) == "", f"step {number}"
    assert table.folded().state == table.table.referee, "judged again from its record, the game is another one"


def test_every_enforced_article_is_shown_by_a_whole_table_or_listed() -> None:
    shown = {article for _, scenario in SCENARIOS if not scenario.wrong_today for article in cited(scenario)}
    enforced = {
        article.cite
        for name in rulebooks.NAMES
        for article in rulebooks.load(name).articles()
        if article.how.is_enforced
    }
    assert enforced - shown == NOT_SHOWN_YET


def test_scenarios_cite_only_articles_of_their_book() -> None:
    for name, scenario in SCENARIOS:
        known = {article.cite for article in rulebooks.load(scenario.book).articles()}
        assert scenario.wrong_today or cited(scenario) <= known, name
