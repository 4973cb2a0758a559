"""What pages may offer: nothing that the referee would grant is left out, and what is barred is refused."""

from __future__ import annotations

import msgspec
import pytest

from gateway.model.sides import Side
from gateway.record.act_examples import act_examples
from gateway.referee.acts import Act, EnterRequest
from gateway.referee.admission import admitted_requests, barred_acts
from gateway.referee.inputs import Acted
from gateway.referee.machine import step
from gateway.referee.powers import tag_of
from gateway.referee.rulings import Refused, Rejected
from gateway.referee.state import State
from tests.relay.test_walk import WALKS, Walk
from tests.table.scenario import happen, lay_out
from tests.table.whole import WholeTable

NAMES = [f"{walk.act}{walk.request}: {walk.name}" for walk in WALKS]


def table_of(walk: Walk) -> WholeTable:
    table = lay_out(walk, walk.clock or "buttons")
    table.open()
    if walk.fen:
        table.place(walk.fen)
    for each in walk.steps:
        happen(table, each)
    return table


def asked(table: WholeTable, act: Act) -> tuple[State, bool]:
    """The referee after an act of the chief, and whether it was done."""
    state, rulings = step(table.table.referee, Acted("c-admission", "Iris", "chief", act), table.at)
    return state, not any(isinstance(ruling, Refused | Rejected) for ruling in rulings)


@pytest.mark.parametrize("walk", WALKS, ids=NAMES)
def test_what_is_asked_for_and_granted_is_offered(walk: Walk) -> None:
    table = table_of(walk)
    admitted = admitted_requests(table.table.referee, table.at)
    offered = {(side, each.request) for side in Side for each in admitted[side]}
    barred = {each.act for each in barred_acts(table.table.referee, table.at)}
    if walk.request:
        assert (walk.by, walk.request) in offered
    else:
        assert walk.act not in barred
    if table.state.arbiters is not None and table.state.arbiters.offer is not None:
        offered |= {(side, "offer_draw") for side in Side}  # is an answer to it, or says it once more
    for example in act_examples():
        act = example.act
        if isinstance(act, EnterRequest):
            for side in Side:
                kind = str(act.request.__struct_config__.tag)
                if asked(table, msgspec.structs.replace(act, side=side))[1]:
                    assert (side, kind) in offered, f"{kind} of {side} would be granted, and is not offered"
        elif tag_of(act) in barred:
            assert not asked(table, act)[1], f"{tag_of(act)} is barred, and would be done"


def test_a_complaint_and_a_claim_say_under_what_they_are_heard() -> None:
    table = table_of(next(walk for walk in WALKS if walk.request == "complain"))
    admitted = {each.request: each for each in admitted_requests(table.table.referee, table.at).white}
    assert admitted["complain"].articles
    assert "claim_draw" not in admitted or admitted["claim_draw"].grounds


def test_a_forbidden_move_is_claimed_by_the_side_that_may_make_any() -> None:
    table = table_of(next(walk for walk in WALKS if walk.request == "claim_forbidden"))
    admitted = admitted_requests(table.table.referee, table.at)
    claimants = [side for side in Side if any(each.request == "claim_forbidden" for each in admitted[side])]
    assert claimants == [Side.WHITE]
