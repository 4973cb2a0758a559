"""The frames that viewers are sent.

What a table has written itself (a line, its state, its clock) is put in as the bytes that came: `as_sent` lets them
stand for a value of their type.
"""

from __future__ import annotations

from typing import Annotated, TypeVar, cast

import msgspec

from gateway.record.availability import Absence
from gateway.record.entries import Entry
from gateway.record.round_clock_message import RoundClockMessage
from gateway.record.table_state import ClockMessage, PlayerState, TableState
from gateway.record.visibility import Audience, Visibility

from .colleagues import Colleague
from .message_bytes import MessageBytes
from .patches import Patch
from .queue_record import Handling
from .sectors import Sector

__all__ = [
    "AudienceDelay",
    "AvailabilityFrame",
    "BrokerFrame",
    "ChangeFrame",
    "ClockFrame",
    "ColleaguesFrame",
    "DelaysFrame",
    "EntryFrame",
    "FloodingFrame",
    "HandlingsFrame",
    "HelloFrame",
    "JoiningFrame",
    "KnockingFrame",
    "PlayerFrame",
    "RoundClockFrame",
    "SectorsFrame",
    "StateFrame",
    "StoreFrame",
    "Subscribe",
    "SummariesFrame",
    "TableBody",
    "TableFrame",
    "TimeFrame",
    "ViewerFrame",
    "WithheldFrame",
    "WithheldTable",
    "as_sent",
    "message_of",
    "written",
]

T = TypeVar("T")

TABLES_NAMED = 500
"""Tables that a viewer may name; whoever looks at more looks at all of them."""
TableName = Annotated[str, msgspec.Meta(max_length=64)]


class TableBody(msgspec.Struct, frozen=True, kw_only=True):
    """One table as somebody may see it."""

    table: str
    journal: int
    """Which journal of the table this is, from 1; more than 1 means that the table has lost one."""
    offset: int
    """Milliseconds to add to the table's instants to get the relay's."""
    online: bool | None
    """None before anything is known."""
    absence: Absence | None = None
    """Why it is not online, where it is not."""
    absent_since: int | None = None
    """And since when, by the relay's clock."""
    devices: dict[str, bool]
    clock: ClockMessage | None
    state: TableState | None


class HelloFrame(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    """The first frame: who we are, and as whom the viewer is known."""

    now: int
    event: str
    role: str | None
    name: str
    version: str
    broker: bool
    protocol: int = 1
    """The one that is spoken: at most the one that was asked for."""
    sees: Visibility = Visibility.PUBLIC
    """The circle that the viewer belongs to."""
    acts: tuple[str, ...] = ()
    """The acts that the viewer's role may do at all; what a rulebook reserves is in `/api/rulebooks/{name}`."""
    rights: tuple[str, ...] = ()
    """What the role may do at the relay itself: `assign`, `people`, `queue`, `delay`, `withhold` and the like."""
    behind: int = 0
    """How far `now` and all that is shown are behind the relay's clock, in milliseconds."""
    still: bool = False
    """Time stands, as in `TimeFrame`."""
    title: str = ""
    """The event's name as people write it."""


class TableFrame(TableBody, frozen=True, tag_field="type", tag="table", kw_only=True):
    """A whole table, with the lines of its present game that the viewer lacks."""

    n: int
    """The number of the last change that is in the state; later ones are counted on from it."""
    after: int
    """The lines are those after this number."""
    entries: list[Entry]


class ChangeFrame(msgspec.Struct, frozen=True, tag_field="type", tag="change"):
    """A table's state has changed, and how; from protocol 2 on."""

    table: str
    n: int
    """One more than that of the change before, or of the whole table."""
    offset: int
    state: Patch


class SummariesFrame(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="summaries"):
    """The changes in the summaries of tables."""

    n: int
    """One more than that of the frame before."""
    tables: dict[str, Patch]
    """What makes the summary (`TableSummary`) of each table; of one that is new, of an empty one."""
    whole: bool = False
    """These are all tables, and all summaries begin anew."""


class StateFrame(msgspec.Struct, frozen=True, tag_field="type", tag="state"):
    """A table's state has changed; in protocol 1."""

    table: str
    offset: int
    state: TableState


class ClockFrame(msgspec.Struct, frozen=True, tag_field="type", tag="clock"):
    """A table's clock has changed."""

    table: str
    offset: int
    clock: ClockMessage


class AvailabilityFrame(msgspec.Struct, frozen=True, tag_field="type", tag="availability"):
    """A table's agent came or went, or one of its devices did."""

    table: str
    online: bool | None
    devices: dict[str, bool]
    absence: Absence | None = None
    absent_since: int | None = None


class EntryFrame(msgspec.Struct, frozen=True, tag_field="type", tag="entry"):
    """A line more."""

    table: str
    entry: Entry


class BrokerFrame(msgspec.Struct, frozen=True, tag_field="type", tag="broker"):
    """The relay's broker came or went."""

    online: bool


class StoreFrame(msgspec.Struct, frozen=True, tag_field="type", tag="store"):
    """The relay's disk takes no lines, or takes them again; for arbiters."""

    failing: bool


class KnockingFrame(msgspec.Struct, frozen=True, tag_field="type", tag="knocking"):
    """Senders on the bus that say to be tables and are none of the event; for arbiters."""

    tables: list[str]


class FloodingFrame(msgspec.Struct, frozen=True, tag_field="type", tag="flooding"):
    """Tables that send more than any table has to tell, and are taken slowly; for arbiters."""

    tables: list[str]


class JoiningFrame(msgspec.Struct, frozen=True, tag_field="type", tag="joining"):
    """The door for tables that have no certificate yet; for arbiters, where the relay can enrol."""

    until: int
    """When it closes, by the relay's clock; 0 while it is closed."""
    waiting: list[dict[str, str | bool]]
    """Those who ask: `ticket`, `name`, `word` to compare, and whether it `replaces` a table that is enrolled."""


class HandlingsFrame(msgspec.Struct, frozen=True, tag_field="type", tag="handlings"):
    """The handlings of everything that waits, as far as somebody has touched it; for arbiters."""

    handlings: list[Handling]


class ColleaguesFrame(msgspec.Struct, frozen=True, tag_field="type", tag="colleagues"):
    """The colleagues who see to what waits; for arbiters."""

    people: list[Colleague]


class SectorsFrame(msgspec.Struct, frozen=True, tag_field="type", tag="sectors"):
    """The tables that each arbiter watches; for arbiters."""

    sectors: list[Sector]


class AudienceDelay(msgspec.Struct, frozen=True):
    """The delay of an audience behind the hall."""

    delay: int
    """How far it is meant to be, in milliseconds."""
    stands_until: int
    """Its time stands until this instant of the relay, when the present is that far ahead; 0: it goes on."""


class DelaysFrame(msgspec.Struct, frozen=True, tag_field="type", tag="delays"):
    """The delay of each audience; for arbiters."""

    audiences: dict[Audience, AudienceDelay]


class WithheldTable(msgspec.Struct, frozen=True):
    """A table that is held back from everybody but arbiters."""

    table: str
    since: int
    """By the relay's clock."""
    by: str
    why: str


class WithheldFrame(msgspec.Struct, frozen=True, tag_field="type", tag="withheld"):
    """The tables that are held back from spectators, and by whom; for arbiters."""

    tables: list[WithheldTable]


class PlayerFrame(msgspec.Struct, frozen=True, tag_field="type", tag="player"):
    """A table as one of its players sees it, sent whenever it has changed and every few seconds."""

    now: int
    version: str
    event: str
    offset: int
    """Milliseconds to add to the table's instants to get the relay's."""
    online: bool
    """The table can be reached."""
    clock: ClockMessage | None
    state: PlayerState | None
    """None before anything is known of the table."""


class TimeFrame(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="time"):
    """The instant that is shown, every few seconds: the relay's clock, or as far behind it as the viewer is."""

    now: int
    behind: int = 0
    """How far that is behind the relay's clock, in milliseconds."""
    still: bool = False
    """It stands: a delay was set, and nothing goes on before the present is as far ahead."""
    acts: int = 0
    """How many acts of the tournament are shown: a page that shows it asks anew when there are others."""


class RoundClockFrame(msgspec.Struct, frozen=True, tag_field="type", tag="round_clock"):
    """The round clock was set or changed; to everybody at once, whatever the delay: it tells when to play, not what
    was played, and the telephones that show it are in the hall. Its instants are the relay's own."""

    clock: RoundClockMessage


ViewerFrame = (
    HelloFrame
    | TableFrame
    | ChangeFrame
    | SummariesFrame
    | StateFrame
    | ClockFrame
    | AvailabilityFrame
    | EntryFrame
    | BrokerFrame
    | StoreFrame
    | KnockingFrame
    | FloodingFrame
    | JoiningFrame
    | HandlingsFrame
    | SectorsFrame
    | ColleaguesFrame
    | DelaysFrame
    | WithheldFrame
    | RoundClockFrame
    | TimeFrame
)
"""All frames that a viewer is sent over the WebSocket."""


class Subscribe(msgspec.Struct, tag_field="type", tag="subscribe", forbid_unknown_fields=True):
    """A subscription: what a viewer looks at from now on, and what it holds of it."""

    tables: Annotated[list[TableName], msgspec.Meta(max_length=TABLES_NAMED)] | None = None
    """The tables that are wanted whole, with every change; without it, all."""
    follow: Annotated[list[TableName], msgspec.Meta(max_length=TABLES_NAMED)] | None = None
    """The tables whose lines are wanted as well; without it, of all that are wanted."""
    summaries: bool = False
    """Whether summaries of all tables are wanted."""
    have: dict[str, int | tuple[int, int]] = {}
    """Up to which line, of which journal, the viewer holds a table."""
    again: Annotated[list[str], msgspec.Meta(max_length=TABLES_NAMED)] = []
    """Tables of which the viewer has missed a change, and wants the whole; an empty name stands for the summaries."""


_ENCODER = msgspec.json.Encoder()


def written(frame: msgspec.Struct) -> str:
    """A frame or body as JSON."""
    return _ENCODER.encode(frame).decode()


def message_of(frame: msgspec.Struct) -> MessageBytes:
    """A frame as everybody is sent it."""
    return MessageBytes(_ENCODER.encode(frame))


def as_sent(line: bytes, kind: type[T]) -> T:  # noqa: ARG001 - says what the bytes stand for
    """Bytes that are JSON of this type already, and are written as they are."""
    return cast("T", msgspec.Raw(line))
