"""Every kind of entry, and who may see it. A kind that this list does not name must be for arbiters only."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest
from msgspec import inspect

from gateway.clock.face import ClockFace, Flag
from gateway.clock.facts import ClockFact, ClockPressed, FlagFell
from gateway.model.instants import Instant, Millis
from gateway.model.messages import Message
from gateway.model.sides import Side
from gateway.record.entries import Entry
from gateway.record.visibility import Visibility, public_face, visibility_of
from gateway.record.wire import ENTRY
from gateway.referee.inputs import Clocked, Input
from gateway.referee.penalties import Penalty
from gateway.referee.rulings import AlertKind, Overturned, Penalised, Ruling

PUBLIC = {
    "SetUp", "Moved", "Retracted", "Clocked", "DeviceChanged",
    "RoundStarted", "Arrived",
    "Started", "Paused", "Resumed", "Adjourned", "Sealed", "Ended", "Opened", "PositionSet", "TimeChanged", "Voided",
    "ControlChanged",
    "Overturned", "Penalised", "NewClock", "ClockPut", "ClockRun",
}  # fmt: skip
KINDS: tuple[type[Input | Ruling], ...] = (*get_args(Input), *get_args(Ruling))
AT = Instant(5)


def example(kind: inspect.Type, which: int = 0) -> object:
    """A value of any wire type; `which` picks the member of a union or an enum."""
    match kind:
        case inspect.StrType():
            return "x"
        case inspect.IntType():
            return 1
        case inspect.BoolType():
            return True
        case inspect.EnumType(cls=cls):
            members = list(cls)
            return members[which % len(members)].value
        case inspect.UnionType(types=types):
            some = [item for item in types if not isinstance(item, inspect.NoneType)]
            return example(some[which % len(some)])
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return [example(item)]
        case inspect.TupleType(item_types=items):
            return [example(item) for item in items]
        case inspect.DictType():
            return {}
        case inspect.StructType(fields=fields, tag_field=tag_field, tag=tag):
            value = {field.encode_name: example(field.type, which) for field in fields}
            return value | ({tag_field: tag} if tag_field else {})
        case _:
            raise AssertionError(f"No example for {kind}: teach this test.")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_only_what_is_listed_is_public(kind: type[Input | Ruling]) -> None:
    for which in range(len(AlertKind)):
        what = msgspec.convert(example(inspect.type_info(kind), which), kind)
        see = visibility_of(what)
        if kind.__name__ not in PUBLIC:
            assert see is Visibility.ARBITERS
        entry = Entry(1, AT, see, what)
        assert ENTRY.decode(ENTRY.encode(entry)) == entry


def test_that_a_result_no_longer_holds_is_public_and_that_another_ruling_does_not_is_not() -> None:
    text = Message("plain", {"text": ""})
    assert visibility_of(Overturned(ruling=1, was_result=True, text=text)) is Visibility.PUBLIC
    assert visibility_of(Overturned(ruling=1, text=text)) is Visibility.ARBITERS


def test_a_kind_that_is_new_is_for_arbiters_only() -> None:
    class Rumour(msgspec.Struct):
        text: Message

    assert visibility_of(Rumour(Message("x"))) is Visibility.ARBITERS  # type: ignore[arg-type]  # not a kind of entry yet


def face(*flags: Side) -> ClockFace:
    return ClockFace(Millis(0), Millis(9), None, AT, flags=tuple(Flag(side, AT) for side in flags))


@pytest.mark.parametrize("fact", [FlagFell(Side.WHITE, AT), ClockPressed(Side.BLACK)])
def test_a_fallen_flag_is_told_by_the_ruling_that_rests_on_it(fact: ClockFact) -> None:
    assert visibility_of(Clocked(fact, face(Side.WHITE))) is Visibility.ARBITERS
    assert visibility_of(Clocked(ClockPressed(Side.BLACK), face())) is Visibility.PUBLIC
    shown = public_face(face(Side.WHITE, Side.BLACK))
    assert (shown.flags, shown.first_flag) == ((), None)


@pytest.mark.parametrize("penalty", Penalty)
def test_a_warning_stays_between_arbiter_and_player(penalty: Penalty) -> None:
    ruling = Penalised(side=Side.WHITE, penalty=penalty, text=Message("x"))
    assert visibility_of(ruling) is (Visibility.ARBITERS if penalty is Penalty.WARNING else Visibility.PUBLIC)
