"""Every scenario ends as it says, and every article that the referee enforces has one, here or of a whole table."""

from __future__ import annotations

import pytest

from gateway.referee import rulebooks
from tests.table import scenario as whole

from .scenario import Scenario, Table, cited, load

SCENARIOS = load()


@pytest.mark.parametrize("scenario", [each for _, each in SCENARIOS], ids=[name for name, _ in SCENARIOS])
def test_scenario(scenario: Scenario) -> None:
    table = Table(scenario)
    if scenario.expect is not None:
        assert table.first == scenario.expect
    for number, step in enumerate(scenario.steps, 1):
        ruled = table.run(step)
        if step.expect is not None:
            assert ruled == step.expect, f"step {number}"
        if step.state:
            assert table.state.phase.value == step.state, f"step {number}"


def test_every_enforced_article_has_a_scenario() -> None:
    shown = {article for _, scenario in SCENARIOS for article in cited(scenario)}
    shown |= {article for _, scenario in whole.load() for article in whole.cited(scenario)}
    missing = {
        article.cite
        for name in rulebooks.NAMES
        for article in rulebooks.load(name).articles()
        if article.how.is_enforced and article.cite not in shown
    }
    assert not missing, sorted(missing)


def test_scenarios_cite_only_articles_of_their_book() -> None:
    for name, scenario in SCENARIOS:
        known = {article.cite for article in rulebooks.load(scenario.book).articles()}
        assert cited(scenario) <= known, name
