"""The conversation with one client of LiveChess's WebSocket API: texts in, texts out, no I/O.

    {"id": 1, "call": "eboards"}
    {"id": 2, "call": "subscribe", "param": {"feed": "eboardevent", "id": 1, "param": {"serialnr": "t7"}}}
    {"id": 3, "call": "call", "param": {"id": 1, "method": "setup", "param": {"fen": "..."}}}
    {"id": 3, "call": "call", "param": {"id": 1, "method": "flip", "param": {"flip": true}}}
    {"id": 4, "call": "unsubscribe", "param": {"id": 1}}

An answer repeats the caller's number; a feed's message has the number that the subscription gave it. What cannot be
done is answered as `error`, with a sentence.
"""

from __future__ import annotations

from typing import Any

import msgspec

from gateway.model.instants import Instant

from .eboard import Boards, EBoard
from .feed import Feed

__all__ = ["LONGEST_CALL", "Conversation", "listed"]

LONGEST_CALL = 16 * 1024
"""Characters of a call; none of the clients' has a tenth of it."""
FEEDS_MAX = 500
"""Feeds of one client: a big hall's boards."""

Number = int | str | None


class _Call(msgspec.Struct):
    """A call by a client."""

    id: Number = None
    call: str = ""
    param: Any = None


class _Refused(Exception):
    """The refusal of a call, with the sentence that says why."""


_CALL = msgspec.json.Decoder(_Call)
_ENCODER = msgspec.json.Encoder()


def listed(boards: Boards) -> list[dict[str, Any]]:
    """Every board as `eboards` answers."""
    return [
        {
            "serialnr": eboard.serialnr,
            "source": eboard.source,
            "state": eboard.state,
            "battery": eboard.battery,
            "comment": eboard.comment,
            "board": eboard.board,
            "flipped": eboard.flipped,
            "clock": eboard.clock,
        }
        for eboard in boards.all()
    ]


class Conversation:
    """One client, from its first call on."""

    def __init__(self, boards: Boards) -> None:
        self._boards = boards
        self._feeds: dict[int | str, Feed] = {}

    def receive(self, text: str | bytes, at: Instant) -> list[str]:
        """The answers to what the client has said."""
        try:
            if len(text) > LONGEST_CALL:
                raise _Refused(f"A call of more than {LONGEST_CALL} characters is not read.")
            call = _CALL.decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            return [_message("error", None, {"message": f"Not a call: {error}."}, at)]
        except _Refused as refused:
            return [_message("error", None, {"message": str(refused)}, at)]
        try:
            param, more = self._answer(call, at)
        except _Refused as refused:
            return [_message("error", call.id, {"message": str(refused)}, at)]
        return [_message("call", call.id, param, at), *more]

    def look(self, at: Instant) -> list[str]:
        """The messages that tell what has changed on the boards that the client follows."""
        told: list[str] = []
        for feed in self._feeds.values():
            told += self._look(feed, at)
        return told

    def wake_at(self, at: Instant) -> Instant | None:
        """When to look again though nothing has changed."""
        eboards = ((feed, self._boards.find(feed.serialnr)) for feed in self._feeds.values())
        moments = [feed.wake_at(eboard, at) for feed, eboard in eboards if isinstance(eboard, EBoard)]
        return min((each for each in moments if each is not None), default=None)

    def _look(self, feed: Feed, at: Instant) -> list[str]:
        eboard = self._boards.find(feed.serialnr)
        if isinstance(eboard, str):  # the table has gone, or plays something else: its board shows nothing more
            return []
        return [_message("feed", feed.number, param, at) for param in feed.look(eboard, at)]

    def _answer(self, call: _Call, at: Instant) -> tuple[Any, list[str]]:
        """What is answered to a call, and what is told after it."""
        match call.call:
            case "eboards":
                return listed(self._boards), []
            case "sources":
                here = {"type": "flagfall", "device": "flagfall", "name": "Flagfall"}
                return [{**here, "present": True, "active": True, "status": None}], []
            case "subscribe":
                return None, self._subscribe(call, at)
            case "unsubscribe":
                self._feeds.pop(self._feed(call.param).number)
                return None, []
            case "call":
                return None, self._feed_call(_fields(call.param), at)
            case _:
                known = "eboards, sources, subscribe, unsubscribe and call"
                raise _Refused(f"There is no call {call.call[:60]!r}: there are {known}.")

    def _subscribe(self, call: _Call, at: Instant) -> list[str]:
        wanted = _fields(call.param)
        if wanted.get("feed") != "eboardevent":
            raise _Refused("There is one feed, 'eboardevent'.")
        number = _number(wanted.get("id", call.id))
        if number not in self._feeds and len(self._feeds) >= FEEDS_MAX:
            raise _Refused(f"A client may follow {FEEDS_MAX} boards.")
        eboard = self._eboard(_fields(wanted.get("param")).get("serialnr"))
        feed = self._feeds[number] = Feed(number, eboard)
        return [_message("feed", number, feed.begin(eboard), at)]

    def _eboard(self, serialnr: Any) -> EBoard:
        """The board of this number; without one, the first, as of those who ask for the list most clients take."""
        if serialnr is None:
            boards = self._boards.all()
            if not boards:
                raise _Refused("There is no board here.")
            return boards[0]
        found = self._boards.find(str(serialnr)[:100])
        if isinstance(found, str):
            raise _Refused(found)
        return found

    def _feed_call(self, wanted: dict[str, Any], at: Instant) -> list[str]:
        """A method of a feed, and what the feed tells after it."""
        feed, given = self._feed(wanted), wanted.get("param")
        fields = given if isinstance(given, dict) else {}
        match wanted.get("method"):
            case "setup" if isinstance(fen := fields.get("fen", given), str):
                if wrong := feed.set_up(fen, self._eboard(feed.serialnr)):
                    raise _Refused(wrong)
            # One client's library sends what it wants flipped under the other name.
            case "setup" | "flip" if isinstance(flipped := fields.get("flip", given), bool):
                feed.flip(flipped, self._eboard(feed.serialnr))
            case "unsubscribe":
                del self._feeds[feed.number]
                return []
            case _:
                raise _Refused('A feed has the methods setup, with {"fen": "..."}, and flip, with {"flip": true}.')
        return self._look(feed, at)

    def _feed(self, param: Any) -> Feed:
        number = _number(_fields(param).get("id"))
        if number not in self._feeds:
            raise _Refused(f"There is no feed {number!r}: subscribe first.")
        return self._feeds[number]


def _fields(param: Any) -> dict[str, Any]:
    if param is None:
        return {}
    if not isinstance(param, dict):
        raise _Refused("param has to be an object.")
    return param


def _number(number: Any) -> int | str:
    if isinstance(number, bool) or not isinstance(number, int | str) or len(str(number)) > 20:
        raise _Refused("A feed needs a number: param.id.")
    return number


def _message(response: str, number: Number, param: Any, at: Instant) -> str:
    return _ENCODER.encode({"response": response, "id": number, "param": param, "time": at}).decode()
