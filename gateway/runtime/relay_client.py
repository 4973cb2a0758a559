"""A relay as its API serves it: sign in by an arbiter's link, then assign, act, invite, delay."""

from __future__ import annotations

import json
import ssl
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import SplitResult, urlsplit

import msgspec

from gateway.bus.addresses import is_loopback
from gateway.clock.round_clock_record import RoundClockAct
from gateway.event.bridge.bridge_acts import BridgeAct
from gateway.event.bridge.bridge_entries import BridgeEntry
from gateway.event.event_acts import EventAct
from gateway.event.event_entries import EventEntry
from gateway.model.errors import GatewayError, SettingsError
from gateway.model.pairings import PairingId, RoundNumber
from gateway.record.wire import ASSIGNMENT
from gateway.referee.acts import Act
from gateway.referee.assignment import Assignment

from .hall_trust import trust

__all__ = ["RelayClient", "RelayRefused"]

_PATIENCE_S = 15.0
_ACT = msgspec.json.Encoder()


class _Record(msgspec.Struct):
    entries: list[EventEntry]


class _Acted(msgspec.Struct):
    entry: EventEntry


class _ResultLink(msgspec.Struct):
    game: PairingId
    address: str


class _ResultLinks(msgspec.Struct):
    links: list[_ResultLink]


class _BridgeRecord(msgspec.Struct):
    entries: list[BridgeEntry]


class _BridgeActed(msgspec.Struct):
    entry: BridgeEntry


class _BridgeLink(msgspec.Struct):
    table: str
    address: str


class _BridgeLinks(msgspec.Struct):
    links: list[_BridgeLink]


_BRIDGE_RECORD = msgspec.json.Decoder(_BridgeRecord)
_BRIDGE_ACTED = msgspec.json.Decoder(_BridgeActed)
_BRIDGE_LINKS = msgspec.json.Decoder(_BridgeLinks)
_RECORD = msgspec.json.Decoder(_Record)
_LINKS = msgspec.json.Decoder(_ResultLinks)
_ACTED = msgspec.json.Decoder(_Acted)


class RelayRefused(GatewayError):
    """The relay cannot be reached, or does not do what it is asked."""


class RelayClient:
    """A signed-in connection to one relay, signed out at the end of its context. Calls wait for the answer."""

    def __init__(self, link: str, ca: Path | None = None) -> None:
        """`link` is an arbiter's sign-in link, `https://host:8443/sign-in/KEY`.

        `ca` is the certificate of the hall's authority, where the relay's is of none that the system knows.
        """
        parts = _parts(link)
        self._home = f"{parts.scheme}://{parts.netloc}"
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}),
            urllib.request.HTTPSHandler(context=trust(ca)),
            urllib.request.HTTPCookieProcessor(CookieJar()),
        )
        self._call("GET", parts.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.sign_out()

    def sign_out(self) -> None:
        """End the session."""
        self._call("POST", "/sign-out")

    def assign(self, table: str, assignment: Assignment) -> tuple[int, bool]:
        """Assign; returns the number it was given, and whether the broker has it already."""
        answer = json.loads(self._call("PUT", f"/api/tables/{table}/assignment", ASSIGNMENT.encode(assignment)))
        return int(answer["n"]), bool(answer["sent"])

    def act(self, table: str, act: Act) -> int:
        """Have an act carried out; returns the number of the entry that records it."""
        return int(json.loads(self._call("POST", f"/api/tables/{table}/commands", _ACT.encode({"act": act})))["entry"])

    def round_clock(self) -> dict[str, Any]:
        """The round clock and its timetable, as `/api/round-clock` tells it."""
        answer: dict[str, Any] = json.loads(self._call("GET", "/api/round-clock"))
        return answer

    def act_on_round_clock(self, act: RoundClockAct, *, only_ask: bool = False) -> dict[str, Any]:
        """Do something to the round clock, or only ask what would follow; returns the clock and its timetable."""
        where = "preview" if only_ask else "acts"
        answer: dict[str, Any] = json.loads(self._call("POST", f"/api/round-clock/{where}", _ACT.encode({"act": act})))
        return answer

    def queue(self) -> dict[str, Any]:
        """What waits for an arbiter at any table, and who sees to it, as `/api/queue` tells it."""
        answer: dict[str, Any] = json.loads(self._call("GET", "/api/queue"))
        return answer

    def resolve(self, matter: str, version: int, note: str) -> None:
        """Say that an alert is seen to, and how."""
        do = {"type": "resolve", "matter": matter, "version": version, "note": note}
        self._call("POST", "/api/queue", json.dumps({"do": do}).encode())

    def people(self) -> dict[str, Any]:
        """Everybody who may sign in, and the invitations that are open."""
        found: dict[str, Any] = json.loads(self._call("GET", "/api/people"))
        return found

    def invite(self, role: str, days: int, account: str = "") -> str:
        """A link for somebody to make an account with, or to set a new password for one."""
        body = json.dumps({"role": role, "days": days, "account": account}).encode()
        return str(json.loads(self._call("POST", "/api/invitations", body))["link"])

    def change_person(self, **change: str | bool) -> None:
        """Another role for somebody, or the door closed or open."""
        self._call("PATCH", "/api/people", json.dumps(change).encode())

    def delays(self) -> dict[str, dict[str, int]]:
        """How far behind the hall each audience is, in milliseconds."""
        found: dict[str, dict[str, int]] = json.loads(self._call("GET", "/api/delays"))["audiences"]
        return found

    def set_delays(self, wanted: dict[str, int]) -> dict[str, dict[str, int]]:
        """Put audiences so many milliseconds behind the hall; returns how far all are."""
        body = json.dumps(wanted).encode()
        found: dict[str, dict[str, int]] = json.loads(self._call("PATCH", "/api/delays", body))["audiences"]
        return found

    def tournament_record(self) -> list[EventEntry]:
        """Every act of the relay's tournament."""
        return _RECORD.decode(self._call("GET", "/api/tournament/record")).entries

    def result_links(self, number: RoundNumber) -> dict[PairingId, str]:
        """Where the players of each game of a round enter its result."""
        found = _LINKS.decode(self._call("GET", f"/api/tournament/rounds/{number}/result-links")).links
        return {each.game: each.address for each in found}

    def tournament_act(self, act: EventAct) -> EventEntry:
        """Have something done to the tournament."""
        return _ACTED.decode(self._call("POST", "/api/tournament/acts", _ACT.encode({"act": act}))).entry

    def bridge_record(self) -> list[BridgeEntry]:
        """Every act of the relay's bridge event."""
        return _BRIDGE_RECORD.decode(self._call("GET", "/api/bridge/record")).entries

    def bridge_act(self, act: BridgeAct) -> BridgeEntry:
        """Have something done to the bridge event."""
        return _BRIDGE_ACTED.decode(self._call("POST", "/api/bridge/acts", _ACT.encode({"act": act}))).entry

    def bridge_links(self) -> dict[str, str]:
        """Where the players of each bridge table enter results."""
        found = _BRIDGE_LINKS.decode(self._call("GET", "/api/bridge/links")).links
        return {each.table: each.address for each in found}

    def assigned(self, table: str) -> Assignment:
        """What is assigned to a table."""
        return ASSIGNMENT.decode(self._call("GET", f"/api/tables/{table}/assignment"))

    def _call(self, method: str, path: str, body: bytes | None = None) -> bytes:
        request = urllib.request.Request(  # noqa: S310 - http and https only, see above
            self._home + path, body, {"Content-Type": "application/json"}, method=method
        )
        try:
            with self._opener.open(request, timeout=_PATIENCE_S) as answer:
                content: bytes = answer.read()
                return content
        except urllib.error.HTTPError as error:
            raise RelayRefused(_why(error)) from error
        except urllib.error.URLError as error:
            if isinstance(error.reason, ssl.SSLCertVerificationError):
                raise RelayRefused(
                    f"The relay at {self._home} is not known to be ours ({error.reason.verify_message}): "
                    "name the certificate of the hall's authority with --ca authority.crt."
                ) from error
            raise RelayRefused(f"The relay at {self._home} cannot be reached: {error.reason}.") from error
        except OSError as error:
            raise RelayRefused(f"The relay at {self._home} cannot be reached: {error}.") from error


def _parts(link: str) -> SplitResult:
    wrong = SettingsError("A sign-in link is needed, as the relay's arbiters have it: https://host:8443/sign-in/KEY.")
    try:
        parts = urlsplit(link)
    except ValueError as error:
        raise wrong from error
    if parts.scheme not in {"http", "https"} or not parts.path.startswith("/sign-in/"):
        raise wrong
    if parts.scheme == "http" and not is_loopback(parts.hostname or ""):
        raise SettingsError(
            "The sign-in link leaves this computer without encryption, and whoever reads it can sign in: use https://."
        )
    return parts


def _why(error: urllib.error.HTTPError) -> str:
    """The reason that the relay gives, in its own words."""
    try:
        answer: Any = json.loads(error.read())
        article = answer.get("article")
        return f"{answer['why']} ({article})" if article else str(answer["why"])
    except (ValueError, KeyError, TypeError):
        hint = " The sign-in link does not open: ask the chief arbiter for yours." if error.code == 403 else ""
        return f"The relay answered {error.code} {error.reason}.{hint}"
