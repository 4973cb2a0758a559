"""The parts of which the public's pages of the bridge event are written: words, links, names, contracts."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import msgspec

from gateway.event.bridge.bridge_event import BridgeEvent, BridgeTable, ContestantNumber, Room
from gateway.event.bridge.bridge_seats import seatings
from gateway.model.messages import Argument
from gateway.relay.web.html_tags import Html, join, tag
from gateway.texts.catalogue import Catalogue

__all__ = ["BridgeWriter", "seats_line", "suit_sign"]

_PLAYED = re.compile(r"(\d)([CDHSN])(X{0,2}) ([NESW]) (=|[+-]\d+)(?: ([CDHS])(\w+))?")
_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "N": "NT"}


class BridgeWriter(msgspec.Struct, frozen=True, kw_only=True):
    """The language, the event, and where links lead."""

    texts: Catalogue
    event: BridgeEvent
    kept: tuple[tuple[str, str], ...] = ()
    """What every link takes along: whose hall is shown, and the language that was asked for."""
    prefix: str = ""
    """Before the address of every page of the event: `/embed` inside another site's."""

    def text(self, key: str, /, **args: Argument) -> str:
        """The words of a key."""
        return self.texts.text(key, **args)

    def href(self, path: str) -> str:
        """The address of a page of the bridge event: `rounds/3`."""
        query = urlencode(self.kept)
        return f"{self.prefix}/bridge/{path}".rstrip("/") + (f"?{query}" if query else "")

    def name(self, number: ContestantNumber) -> Html:
        """A contestant."""
        return tag("span", f"{number} {self.event.contestant(number).name}", class_="name", dir="auto")

    def link(self, path: str, words: str, **attributes: str | None) -> Html:
        """Words that lead to a page of the bridge event."""
        return tag("a", words, href=self.href(path), **attributes)

    def contract(self, result: str) -> Html:
        """A result with the signs of the suits."""
        if result == "pass":
            return tag("span", self.text("bridge_table.passed_out"), class_="contract")
        found = _PLAYED.fullmatch(result)
        if found is None:
            return tag("span", result, class_="contract")
        level, suit, doubling, declarer, made, led, rank = found.groups()
        seat = self.text(f"bridge_table.seat_{declarer.lower()}")
        parts: list[str | None] = [level, suit_sign(suit), doubling, f" {seat} {made.replace('-', '−')}"]
        if led:
            parts += [" ", suit_sign(led), rank]
        return tag("span", *parts, class_="contract")

    def board_path(self, number: int, board: int) -> str:
        """Where a board is shown at every table: of a round, where board 1 is another one in each."""
        return f"rounds/{number}/boards/{board}" if self.event.regulations.numbers_boards_anew else f"boards/{board}"

    def place(self, table: BridgeTable) -> str:
        """A table as people call it."""
        label = table.label.upper()
        if table.room is Room.ONLY:
            return self.text("bridge_table.table", table=label)
        return self.text(f"bridge_table.{table.room.value}_room", match=table.match, table=label)

    def chips(self, label: str, links: list[tuple[str, str, bool]]) -> Html:
        """Links of which one is where we are: (words, path, whether we are there)."""
        made = [
            tag("a", words, href=self.href(path), aria_current="page" if here else None) for words, path, here in links
        ]
        return tag("nav", *made, class_="chips", aria_label=label)


def suit_sign(letter: str) -> Html:
    """The sign of a suit in its colour."""
    return tag("span", _SIGNS[letter], class_=f"suit suit-{letter.lower()}")


def seats_line(page: BridgeWriter, table: BridgeTable) -> Html:
    """Who sits where at a table, and who after a substitution, from which board on."""
    lines = []
    for at, people in seatings(page.event, table):
        names = [
            f"{page.text(f'bridge_table.seat_{seat.value.lower()}')} {person.name}"
            for seat, person in people.items()
            if person is not None
        ]
        since = f"{page.text('bridge_page.from_board', board=table.boards[at])} " if at else ""
        lines.append(tag("small", since + " · ".join(names), class_="muted seating", dir="auto"))
    return join(lines)
