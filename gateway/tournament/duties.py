"""The duties of each official before, during and after play (GN 25), as a checklist that ticks itself where it can."""

from __future__ import annotations

import enum
from collections.abc import Collection

import msgspec

from gateway.model.messages import Message, message

__all__ = ["DUTIES", "Duty", "DutyFact", "DutyMoment", "Officer", "checklist"]


class Officer(enum.StrEnum):
    """Whose duty it is."""

    CHIEF = "chief"
    PAIRING_CHIEF = "pairing_chief"
    DEPUTY = "deputy"
    ARBITER = "arbiter"


class DutyMoment(enum.StrEnum):
    """The moment when a duty is due."""

    BEFORE = "before"
    DURING = "during"
    AFTER = "after"


class DutyFact(enum.StrEnum):
    """A fact that the system knows, and that ticks a duty by itself."""

    DEVICES_ANSWER = "devices_answer"
    """The board and the clock of every table in use answer."""
    ENTRIES_CLOSED = "entries_closed"
    RULES_SET = "rules_set"
    """System, tie-breaks and control of the event are set."""
    LOTS_DRAWN = "lots_drawn"
    ROUND_PUBLISHED = "round_published"
    LINE_UPS_IN = "line_ups_in"
    ABSENT_RECORDED = "absent_recorded"
    """Every table where nobody came in time has its result."""
    RESULTS_IN = "results_in"
    RESULTS_CONFIRMED = "results_confirmed"
    NOTHING_WAITS = "nothing_waits"
    """No case and no appeal is open."""
    FINAL_PUBLISHED = "final_published"
    ARCHIVED = "archived"


class Duty(msgspec.Struct, frozen=True):
    """One line of the checklist."""

    id: str
    officer: Officer
    moment: DutyMoment
    article: str
    fact: DutyFact | None = None
    """None: only a person can tick it."""

    @property
    def each_round(self) -> bool:
        """Whether it comes again in every round, or once in the event."""
        return self.moment is DutyMoment.DURING or self.officer is Officer.ARBITER

    @property
    def text(self) -> Message:
        """What is to be done."""
        return message(f"duty.{self.id}")


def _duties(officer: Officer, moment: DutyMoment, article: str, **facts: DutyFact | None) -> tuple[Duty, ...]:
    return tuple(Duty(name, officer, moment, article, fact) for name, fact in facts.items())


DUTIES: tuple[Duty, ...] = (
    *_duties(
        Officer.CHIEF,
        DutyMoment.BEFORE,
        "GN 25.1.1",
        venue=None,
        schedule=None,
        supplementary_rules=DutyFact.RULES_SET,
        training=None,
        eligibility=None,
        technical_meeting=DutyFact.LOTS_DRAWN,
        inspection=DutyFact.DEVICES_ANSWER,
    ),
    *_duties(
        Officer.CHIEF,
        DutyMoment.DURING,
        "GN 25.1.2",
        order=None,
        supervise_pairing=None,
        decide_reports=DutyFact.NOTHING_WAITS,
        daily_meeting=None,
    ),
    *_duties(
        Officer.CHIEF,
        DutyMoment.AFTER,
        "GN 25.1.3",
        announce_results=DutyFact.FINAL_PUBLISHED,
        chief_report=None,
    ),
    *_duties(
        Officer.PAIRING_CHIEF,
        DutyMoment.BEFORE,
        "GN 25.2.1",
        pairing_equipment=None,
        publish_entries=DutyFact.ENTRIES_CLOSED,
        pairing_settings=DutyFact.RULES_SET,
        publish_first_round=DutyFact.ROUND_PUBLISHED,
    ),
    *_duties(
        Officer.PAIRING_CHIEF,
        DutyMoment.DURING,
        "GN 25.2.2",
        enter_results=DutyFact.RESULTS_IN,
        check_pairings=None,
        sign_round=None,
        publish_round=DutyFact.ROUND_PUBLISHED,
        answer_disputes=None,
    ),
    *_duties(
        Officer.PAIRING_CHIEF,
        DutyMoment.AFTER,
        "GN 25.2.3",
        publish_final=DutyFact.FINAL_PUBLISHED,
        keep_files=DutyFact.ARCHIVED,
        pairing_report=None,
    ),
    *_duties(
        Officer.DEPUTY,
        DutyMoment.BEFORE,
        "GN 25.3.1",
        check_sets=DutyFact.DEVICES_ANSWER,
        assign_arbiters=None,
    ),
    *_duties(
        Officer.DEPUTY,
        DutyMoment.DURING,
        "GN 25.3.2",
        patrol=None,
        report_serious=None,
        confirm_group_results=DutyFact.RESULTS_CONFIRMED,
    ),
    *_duties(
        Officer.DEPUTY,
        DutyMoment.AFTER,
        "GN 25.3.3",
        check_final=None,
        keep_disputes=None,
    ),
    *_duties(
        Officer.ARBITER,
        DutyMoment.BEFORE,
        "GN 25.4.1",
        arrive_early=None,
        check_equipment=DutyFact.DEVICES_ANSWER,
        name_cards=None,
        check_line_ups=DutyFact.LINE_UPS_IN,
        seat_players=None,
    ),
    *_duties(
        Officer.ARBITER,
        DutyMoment.DURING,
        "GN 25.4.2",
        report_absent=DutyFact.ABSENT_RECORDED,
        arbiter_patrol=None,
        settle_disputes=DutyFact.NOTHING_WAITS,
        confirm_results=DutyFact.RESULTS_CONFIRMED,
    ),
    *_duties(
        Officer.ARBITER,
        DutyMoment.AFTER,
        "GN 25.4.3",
        check_round=DutyFact.RESULTS_IN,
        set_up_next=None,
    ),
)


def checklist(
    facts: Collection[DutyFact], *, officer: Officer | None = None, moment: DutyMoment | None = None
) -> tuple[tuple[Duty, bool], ...]:
    """The duties of an official at a moment, each with whether the facts tick it."""
    return tuple(
        (duty, duty.fact is not None and duty.fact in facts)
        for duty in DUTIES
        if officer in {None, duty.officer} and moment in {None, duty.moment}
    )
