"""Duties by GN 25: all officials, all moments, and what ticks by itself."""

from __future__ import annotations

import typer
from typer.testing import CliRunner

from gateway.cli.duty_list import duties
from gateway.tournament.duties import DUTIES, DutyFact, DutyMoment, Officer, checklist


def test_every_official_has_duties_at_every_moment() -> None:
    assert {(duty.officer, duty.moment) for duty in DUTIES} == {(who, when) for who in Officer for when in DutyMoment}
    assert len({duty.id for duty in DUTIES}) == len(DUTIES)
    articles = {officer: {duty.article for duty in DUTIES if duty.officer is officer} for officer in Officer}
    assert articles[Officer.PAIRING_CHIEF] == {"GN 25.2.1", "GN 25.2.2", "GN 25.2.3"}
    assert {duty.fact for duty in DUTIES} - {None} == set(DutyFact)


def test_facts_tick() -> None:
    listed = checklist({DutyFact.DEVICES_ANSWER}, officer=Officer.ARBITER, moment=DutyMoment.BEFORE)
    assert [duty.id for duty, ticked in listed if ticked] == ["check_equipment"]
    assert [duty.article for duty, _ in listed] == ["GN 25.4.1"] * 5
    assert not any(ticked for _, ticked in checklist(()))


def test_the_list_is_printed() -> None:
    app = typer.Typer()
    app.command()(duties)
    words = ["--officer", "arbiter", "--moment", "before", "--language", "en"]
    printed = CliRunner().invoke(app, words).output.splitlines()
    assert printed[0] == "Arbiter · before [GN 25.4.1]"
    assert len(printed) == 6
