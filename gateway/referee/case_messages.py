"""Messages about claims, cases, penalties and appeals."""

from __future__ import annotations

from gateway.clock.adjustments import Change
from gateway.model.messages import Message, message, name_of
from gateway.model.sides import Side

from .penalties import Penalty
from .roles import Role
from .rulings import CaseKind, Choice

__all__ = [
    "called",
    "choice",
    "decided",
    "offered",
    "opened",
    "overturned",
    "penalised",
    "position_set",
    "proposed",
    "rejected",
    "time_changed",
    "voided",
    "wrong_role",
]


def choice(kind: CaseKind, chosen: Choice, penalty: Penalty | None = None) -> Message:
    """What may be decided about a case, as its button and the record call it."""
    return Message(f"choice.{chosen.value}", {"kind": name_of(kind), "penalty": name_of(penalty) if penalty else ""})


def proposed(kind: CaseKind, side: Side | None, what: Message | None, taken_ms: int = 0) -> Message:
    """A case is laid before a person; what a press has added and is to be taken off is told with it."""
    told = Message(f"case.{kind.value}", {"side": name_of(side) if side else "", "what": what or ""})
    return Message("case.offence_increment", {**told.args, "ms": taken_ms}) if taken_ms else told


def decided(number: int, kind: CaseKind, chosen: Message, by: str, why: str = "") -> Message:
    """A case is closed."""
    return message("ruling.case_decided", case=number, kind=name_of(kind), choice=chosen, by=by, why=why)


def offered(side: Side, *, open_: bool) -> Message:
    """A draw offer, or its end."""
    return message("ruling.draw_offered" if open_ else "ruling.draw_refused", side=name_of(side))


def rejected(side: Side, why: Message) -> Message:
    """A claim that is not given."""
    return message("ruling.rejected", side=name_of(side), why=why)


def penalised(side: Side, penalty: Penalty, count: int, why: str) -> Message:
    """A penalty."""
    return message("ruling.penalised", side=name_of(side), penalty=name_of(penalty), count=count, why=why)


def time_changed(side: Side, change: Change, ms: int, why: str) -> Message:
    """A change of time."""
    return Message(f"ruling.time_{change.value}", {"side": name_of(side), "ms": ms, "why": why})


def position_set(by: str, why: str) -> Message:
    """The position was set."""
    return message("ruling.position_set", by=by, why=why)


def opened(side: Side, did: str) -> Message:
    """A step of an opening."""
    return message("ruling.opened", side=name_of(side), step=Message(f"opening_step.{did}"))


def voided(by: str, why: str) -> Message:
    """The game does not count."""
    return message("ruling.voided", by=by, why=why)


def overturned(number: int, by: str, why: str) -> Message:
    """A ruling no longer holds."""
    return message("ruling.overturned", ruling=number, by=by, why=why)


def called(side: Side, why: str | Message) -> Message:
    """A player wants the arbiter."""
    return message("alert.called", side=name_of(side), why=why)


def wrong_role(roles: tuple[Role, ...]) -> Message:
    """Somebody acts beyond his role."""
    return message("refusal.wrong_role", roles=tuple(name_of(role) for role in roles))
