"""The record of the queue: which arbiter sees to which matter. A fold over lines: a restart keeps it.

Nothing is lost when two act at once: whoever acts says which version of the matter he saw, and the second is told what
the first has done.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Iterable
from typing import Annotated, Final

import msgspec

from gateway.model.errors import GatewayError
from gateway.model.messages import Message, message
from gateway.store import LineStore, StoredLine

from .kept_lines import read_kept
from .matters import Matter

__all__ = [
    "HISTORY_MAX",
    "HandOver",
    "HandedOver",
    "Handling",
    "LetGo",
    "PutAside",
    "PutBack",
    "QueueLine",
    "QueueRecord",
    "QueueRefused",
    "QueueRequest",
    "Reopen",
    "Resolve",
    "ResolvedMatter",
    "Take",
    "Taken",
    "after",
    "why_not",
]

HISTORY_MAX: Final = 100
_HANDLINGS_MAX: Final = 5000
"""How many matters are remembered; the one that was touched longest ago is forgotten first."""

_Id = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
_Note = Annotated[str, msgspec.Meta(max_length=500, pattern=r"\S")]
_Version = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


# What is asked for ---------------------------------------------------------------------------------------------------


class _Request(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """Base of what an arbiter asks for."""

    matter: _Id
    version: _Version
    """The version of the matter that he has seen; 0: nobody has touched it."""


class Take(_Request, frozen=True, tag="take"):
    """Take a matter in hand, also out of another's."""


class HandOver(_Request, frozen=True, tag="hand_over", kw_only=True):
    """Handling a matter over to a colleague who is signed in."""

    to: _Name


class LetGo(_Request, frozen=True, tag="let_go"):
    """Let go of a matter that one has in hand."""


class Resolve(_Request, frozen=True, tag="resolve", kw_only=True):
    """Say that an alert is seen to, and how; it leaves the queue until it opens anew."""

    note: _Note


class Reopen(_Request, frozen=True, tag="reopen"):
    """Put an alert that was seen to back into the queue."""


QueueRequest = Take | HandOver | LetGo | Resolve | Reopen


class QueueRefused(GatewayError):
    """A request that is not carried out: somebody was first, or it cannot be done."""


# What is recorded ----------------------------------------------------------------------------------------------------


class _Line(msgspec.Struct, frozen=True, tag_field="type", kw_only=True):
    """Base of the lines."""

    matter: str
    by: str
    at: int
    """By the relay's clock, in milliseconds since 1970."""


class Taken(_Line, frozen=True, tag="taken"):
    """Somebody has it in hand."""


class HandedOver(_Line, frozen=True, tag="handed_over", kw_only=True):
    """Somebody has given it to another."""

    to: str


class PutBack(_Line, frozen=True, tag="put_back"):
    """A matter is let go: nobody has it in hand any more."""


class PutAside(_Line, frozen=True, tag="put_aside", kw_only=True):
    """A matter is seen to."""

    note: str
    what: Matter
    """As it stood then: the table will forget it."""


class Reopened(_Line, frozen=True, tag="reopened"):
    """A matter is in the queue again."""


QueueLine = Taken | HandedOver | PutBack | PutAside | Reopened
_LINE = msgspec.json.Decoder(QueueLine)


class Handling(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The handling of one matter: how often it was touched, and what was done last, by whom and when."""

    matter: str
    version: int
    did: str
    """`taken`, `handed_over`, `put_back`, `put_aside` or `reopened`."""
    by: str
    at: int
    """By the relay's clock, in milliseconds since 1970."""
    holder: str = ""
    """Who has it in hand; empty: nobody."""
    note: str = ""
    resolved: bool = False


class ResolvedMatter(msgspec.Struct, frozen=True, kw_only=True):
    """A matter that was seen to."""

    what: Matter
    by: str
    at: int
    note: str


def after(before: Handling | None, line: QueueLine) -> Handling:
    """The handling of a matter after a line of the record."""
    version = 1 + (before.version if before is not None else 0)
    did = str(line.__struct_config__.tag)
    hand = Handling(matter=line.matter, version=version, did=did, by=line.by, at=line.at)
    match line:
        case Taken(by=by):
            return msgspec.structs.replace(hand, holder=by)
        case HandedOver(to=to):
            return msgspec.structs.replace(hand, holder=to)
        case PutAside(note=note):
            return msgspec.structs.replace(hand, note=note, resolved=True)
        case _:
            return hand


def why_not(
    hand: Handling | None, request: QueueRequest, who: str, now: int, *, matter: Matter | None, there: Collection[str]
) -> Message | None:
    """Why a request is not carried out; `matter` None: it is not open, `there`: colleagues who are signed in."""
    if matter is None:
        return message("problem.matter_closed")
    if hand is not None and request.version != hand.version:
        return message(
            "problem.matter_touched",
            did=hand.did,
            by=hand.by,
            holder=hand.holder,
            note=hand.note,
            ago_ms=max(0, now - hand.at),
        )
    holder = hand.holder if hand is not None else ""
    resolved = hand is not None and hand.resolved
    match request:
        case Reopen():
            return None if resolved else message("problem.matter_not_resolved")
        case _ if resolved:
            return message("problem.matter_resolved")
        case Resolve() if matter.case:
            return message("problem.case_to_decide")
        case LetGo() if holder != who:
            return message("problem.matter_not_yours")
        case HandOver(to=to) if to not in there or to == who:
            return message("problem.colleague_away", who=to)
        case Resolve() | HandOver() if holder not in ("", who):
            return message("problem.matter_in_hand", who=holder)
        case _:
            return None


def _line(request: QueueRequest, who: str, now: int, matter: Matter) -> QueueLine:
    match request:
        case Take():
            return Taken(matter=matter.id, by=who, at=now)
        case HandOver(to=to):
            return HandedOver(matter=matter.id, by=who, at=now, to=to)
        case LetGo():
            return PutBack(matter=matter.id, by=who, at=now)
        case Resolve(note=note):
            return PutAside(matter=matter.id, by=who, at=now, note=note.strip(), what=matter)
        case Reopen():
            return Reopened(matter=matter.id, by=who, at=now)


class QueueRecord:
    """The handling of all matters of an event, kept on disk before anybody is told."""

    def __init__(self, event: str, store: LineStore, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        # ":" cannot be part of an event's name, so no table's own stream is called like this.
        self._stream = f"{event}:handlings"
        self._written = 0
        self._handlings: dict[str, Handling] = {}
        self._history: deque[ResolvedMatter] = deque(maxlen=HISTORY_MAX)
        self._writing = asyncio.Lock()

    async def load(self) -> None:
        """Take up what the store holds."""
        self._written, lines = await read_kept(self._store, self._stream, _LINE, "who sees to what")
        for line in lines:
            self._fold(line)

    def find(self, matter: str) -> Handling | None:
        """The handling of a matter; None: nobody has touched it."""
        return self._handlings.get(matter)

    def on(self, matters: Iterable[str]) -> list[Handling]:
        """The handlings of these matters, as far as they were touched."""
        return [self._handlings[matter] for matter in matters if matter in self._handlings]

    def known(self) -> list[Handling]:
        """All handlings that are remembered."""
        return list(self._handlings.values())

    @property
    def history(self) -> list[ResolvedMatter]:
        """What was seen to, the latest first."""
        return list(reversed(self._history))

    async def act(self, request: QueueRequest, who: str, matter: Matter | None, there: Collection[str]) -> Handling:
        """Carry a request out; raises `QueueRefused`, or `JournalError` where it cannot be kept and does not hold."""
        async with self._writing:
            now = self._now()
            refused = why_not(self.find(request.matter), request, who, now, matter=matter, there=there)
            if refused is not None or matter is None:
                raise QueueRefused(refused or message("problem.matter_closed"))
            line = _line(request, who, now, matter)
            await self._store.append_many([StoredLine(self._stream, self._written + 1, msgspec.json.encode(line))])
            self._written += 1
            return self._fold(line)

    def _fold(self, line: QueueLine) -> Handling:
        hand = after(self._handlings.pop(line.matter, None), line)
        self._handlings[line.matter] = hand
        if len(self._handlings) > _HANDLINGS_MAX:
            del self._handlings[next(iter(self._handlings))]
        if isinstance(line, PutAside):
            self._history.append(ResolvedMatter(what=line.what, by=line.by, at=line.at, note=line.note))
        return hand
