"""The duties of GN 25 at an event: ticked by what is known, and by people where only they know."""

from __future__ import annotations

from gateway.event.event_acts import CloseEntries, PairRound, PublishRound, Rank, TickDuty
from gateway.event.event_deciding import EventRefused
from gateway.event.event_duties import duty_states, event_facts
from gateway.event.regulations import System
from gateway.tournament.duties import DUTIES, DutyFact
from tests.english import refused

from .acting import Organiser, regulations


def done(organiser: Organiser) -> set[str]:
    event = organiser.event
    return {state.duty.id for state in duty_states(event, event_facts(event)) if state.done}


def test_duties_are_ticked_as_the_event_goes_on() -> None:
    assert not [state for state in duty_states(None, event_facts(None)) if state.done]
    organiser = Organiser(regulations(System.DUTCH, 1, control="10m", tie_breaks=("BH",)))
    assert done(organiser) == {"supplementary_rules", "pairing_settings"}
    organiser.enter("Ada", "Bob")
    organiser.do(CloseEntries())
    assert "publish_entries" in done(organiser)
    organiser.do(PairRound())
    assert "publish_first_round" not in done(organiser)
    organiser.do(PublishRound())
    assert {"publish_first_round", "publish_round"} <= done(organiser)
    assert "enter_results" not in done(organiser)
    organiser.results(_1_1="1-0")
    assert {"enter_results", "confirm_results", "check_round"} <= done(organiser)
    organiser.do(Rank())
    assert {"announce_results", "publish_final"} <= done(organiser)


def test_somebody_ticks_what_only_people_know() -> None:
    organiser = Organiser(regulations(System.DUTCH, 2))
    organiser.begin("Ada", "Bob", "Cleo", "Dan")
    organiser.do(TickDuty(duty="venue"), PairRound(), PublishRound(), TickDuty(duty="patrol", round=1))
    states = {state.duty.id: state for state in duty_states(organiser.event, ())}
    assert states["venue"].ticked_by == "Olga"
    assert states["patrol"].ticked_by == "Olga"
    organiser.results(_1_1="1-0", _1_2="1-0")
    organiser.do(PairRound(), PublishRound())
    states = {state.duty.id: state for state in duty_states(organiser.event, ())}
    assert not states["patrol"].done, "it comes again each round"
    assert states["venue"].done
    organiser.do(TickDuty(duty="venue", done=False))
    assert "venue" not in done(organiser)
    with refused(EventRefused, "no duty"):
        organiser.do(TickDuty(duty="dance"))


def test_every_fact_is_known_to_somebody() -> None:
    """Facts of the hall are the relay's; all others come out of some event."""
    of_the_hall = {DutyFact.DEVICES_ANSWER, DutyFact.NOTHING_WAITS, DutyFact.ARCHIVED}
    asked = {duty.fact for duty in DUTIES if duty.fact is not None}
    assert asked <= set(DutyFact)
    assert of_the_hall <= asked
