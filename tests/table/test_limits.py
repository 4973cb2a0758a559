"""What a command or an assignment may hold is bounded at the table itself, for every act and every request."""

from __future__ import annotations

import itertools
from typing import Any, get_args

import msgspec
import pytest

from gateway.model.instants import Instant, Millis
from gateway.model.persons import Person
from gateway.model.sides import BySide, Side
from gateway.record.commands import ActCommand, Command
from gateway.referee import acts
from gateway.referee.assignment import Assignment
from gateway.referee.limits import exceeded, out_of_range, unwritable
from gateway.referee.player_requests import PlayerRequest
from gateway.referee.rulings import Alert, AlertKind, Refused
from gateway.referee.state import Phase
from tests.english import assert_sayable, english
from tests.table.virtual import VirtualTable

MOST_MS = 7 * 24 * 3_600_000
TRICKS = ("\x00", "\n", "\x1b[2J", "\u202egnirts", "\u2066", "\u200f", "\x85", "\ufeff")


def samples() -> list[msgspec.Struct]:
    """One value of every act and of every request, with something in every field."""
    plain = [_filled(kind) for kind in get_args(acts.Act) if kind is not acts.EnterRequest]
    asked = [acts.EnterRequest(side=Side.WHITE, request=_filled(kind)) for kind in get_args(PlayerRequest)]
    return [*plain, *asked]


def _filled(kind: Any) -> Any:
    fields = {}
    for field in msgspec.structs.fields(kind):
        fields[field.encode_name] = _value(field.type)
    return msgspec.convert({"type": kind.__struct_config__.tag, **fields}, kind)


def _value(kind: Any) -> Any:
    return msgspec.to_builtins(_example(msgspec.inspect.type_info(kind)))


def _example(kind: Any) -> Any:
    match kind:
        case msgspec.inspect.StrType():
            return "x"
        case msgspec.inspect.IntType():
            return 1
        case msgspec.inspect.BoolType():
            return True
        case msgspec.inspect.EnumType():
            return next(iter(kind.cls))
        case msgspec.inspect.VarTupleType():
            return [_example(kind.item_type)]
        case msgspec.inspect.UnionType():
            return _example(next(each for each in kind.types if not isinstance(each, msgspec.inspect.NoneType)))
        case msgspec.inspect.StructType():
            return {field.encode_name: _example(field.type) for field in kind.fields}
        case _:
            raise TypeError(kind)


def leaves(value: Any, place: tuple[Any, ...] = ()) -> list[tuple[tuple[Any, ...], Any]]:
    if isinstance(value, dict):
        return list(itertools.chain.from_iterable(leaves(part, (*place, key)) for key, part in value.items()))
    if isinstance(value, list):
        return list(itertools.chain.from_iterable(leaves(part, (*place, n)) for n, part in enumerate(value)))
    return [(place, value)]


def changed(value: Any, place: tuple[Any, ...], to: Any) -> Any:
    if not place:
        return to
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[place[0]] = changed(copy[place[0]], place[1:], to)
    return copy


def variants() -> list[tuple[str, acts.Act]]:
    """Every act and request with one text or number that is beyond all measure."""
    found = []
    for sample in samples():
        plain = msgspec.to_builtins(sample)
        for place, value in leaves(plain):
            wrong: list[object] = []
            if isinstance(value, str) and place[-1] != "type":
                wrong = ["x" * 2001, *(f"a{trick}b" for trick in TRICKS)]
            elif isinstance(value, int) and not isinstance(value, bool):
                wrong = [-1, 2**54]
            for each in wrong:
                try:
                    act = msgspec.convert(changed(plain, place, each), acts.Act)
                except msgspec.ValidationError:
                    continue  # a name out of a list, which decoding refuses by itself
                found.append((".".join(map(str, place)), act))
    return found


def test_what_is_within_the_limits_passes() -> None:
    for sample in samples():
        assert exceeded(ActCommand("Ines", "chief", sample)) is None, sample  # type: ignore[arg-type]
    assert exceeded(ActCommand("裁判员王晓明", "chief", acts.Pause("火警；请稍候 🔥 – naïve, עברית"))) is None


def test_every_text_and_every_number_of_every_act_and_request_is_bounded() -> None:
    tried = variants()
    assert {type(act) for _, act in tried} == set(get_args(acts.Act))
    for place, act in tried:
        beyond = exceeded(ActCommand("Ines", "chief", act))
        assert beyond is not None, (place, act)
        assert_sayable(beyond)
        assert english(beyond).startswith(f"act.{place.partition('.0')[0]}")
        assert (unwritable(act) is None) is (out_of_range(act) is not None)


@pytest.mark.parametrize(
    ("act", "key"),
    [
        (acts.Pause("x" * 500), None),
        (acts.Pause("x" * 501), "limit.length"),
        (acts.SetPosition(fen="x" * 2000), None),
        (acts.AdjustTime(side=Side.WHITE, change="set", ms=Millis(MOST_MS)), None),  # type: ignore[arg-type]
        (acts.AdjustTime(side=Side.WHITE, change="set", ms=Millis(MOST_MS + 1)), "limit.number"),  # type: ignore[arg-type]
        (acts.OpenEnvelope(move="e4", times=BySide(Millis(0), Millis(MOST_MS + 1))), "limit.number"),
        (acts.RetractMoves(count=-1), "limit.number"),
    ],
)
def test_the_limits_themselves(act: acts.Act, key: str | None) -> None:
    beyond = exceeded(ActCommand("Ines", "chief", act))
    assert (beyond.key if beyond else None) == key


def test_the_table_answers_what_is_beyond_and_plays_on() -> None:
    table = VirtualTable()
    table.connect()
    table.wait(5000)
    table.start_clock()
    lines = len(table.entries)
    hostile = [
        ActCommand("Ines", "chief", acts.Pause("x" * 600_000)),
        ActCommand("Ines\u202e", "chief", acts.Pause()),
        ActCommand(" ", "chief", acts.Pause()),
        ActCommand("Ines", "c" * 600_000, acts.Pause()),
    ]
    for number, order in enumerate(hostile):
        table.hear(Command(f"h{number}", order))
        assert table.replies[-1].id == f"h{number}"
        assert not table.replies[-1].ok
        assert table.replies[-1].why is not None
    for command in ("", "x" * 65, "a b", "\n"):
        table.hear(Command(command, ActCommand("Ines", "chief", acts.Pause())))
    assert len(table.replies) == len(hostile)
    assert len(table.entries) == lines
    beyond: tuple[acts.Act, ...] = (acts.RetractMoves(count=-1), acts.Decide(case=2**54, choice="draw"))
    for number, act in enumerate(beyond):
        refused = table.act(act, f"r{number}")
        assert not refused.ok
        assert refused.why is not None
        assert refused.why.key == "limit.number"
    assert len(table.whats(Refused)) == 2
    assert table.folded().state == table.table.referee
    assert table.act(acts.Pause("fire alarm")).ok
    assert table.table.referee.phase is Phase.PAUSED


def test_an_assignment_beyond_the_limits_is_refused_without_its_contents() -> None:
    table = VirtualTable()
    table.connect()
    long = Assignment(
        n=3,
        rules="chess",
        rulebook="chess-rapid",
        control="10m",
        players=BySide(Person("x" * 600_000), Person("b")),
        start=Instant(1_800_000_000_000),
    )
    for _ in range(2):
        table.hear(long)
    alerts = [what for what in table.whats(Alert) if isinstance(what, Alert) and what.kind is AlertKind.ASSIGNMENT]
    assert len(alerts) == 1
    assert max(len(msgspec.json.encode(entry)) for entry in table.entries) < 5000
    kept = msgspec.structs.replace(long, players=BySide(Person("a"), Person("b")))
    table.hear(kept)
    assert table.table.referee.assignment == kept
