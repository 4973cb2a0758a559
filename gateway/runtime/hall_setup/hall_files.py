"""The files of a hall, written from its plan. What is there stays as it is: keys, links and cards are in use."""

from __future__ import annotations

import json
import secrets
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from gateway.authority.authority_folder import AuthorityFolder, read_or_explain
from gateway.authority.certificates import fingerprint
from gateway.authority.claim_text import ClaimText, short_fingerprint
from gateway.authority.register import PartyKind
from gateway.forms.form_html import html_form
from gateway.forms.languages import FormTexts
from gateway.model.errors import SettingsError
from gateway.runtime.installation.wheel_folder import installer_text

from .card_files import add_button_pins, card_files
from .hall_plan import HallPlan
from .hall_sheets import desk_sheet, table_signs

__all__ = ["HallPlaces", "HallWriter"]

CLAIM_DAYS = 7
"""Days in which a card can be used; a claim is good once anyway."""


@dataclass(frozen=True, slots=True)
class HallPlaces:
    """The places of the files of a hall."""

    etc: Path
    state: Path

    @property
    def plan(self) -> Path:
        """The plan."""
        return self.state / "hall.toml"

    @property
    def relay(self) -> Path:
        """The relay's settings."""
        return self.etc / "relay.toml"

    @property
    def authority(self) -> Path:
        """The folder of the authority."""
        return self.state / "authority"

    @property
    def wheels(self) -> Path:
        """The folder of wheels."""
        return self.state / "wheels"

    @property
    def cards(self) -> Path:
        """The folder of cards that were written, each in a folder of its own."""
        return self.state / "cards"


@dataclass(slots=True)
class HallWriter:
    """Writes what is missing, and remembers what that was."""

    places: HallPlaces
    plan: HallPlan
    written: list[Path] = field(default_factory=list)

    def write(self, addresses: Sequence[str], texts: FormTexts) -> None:
        """Everything but wheels: authority, relay's settings, cards, sheets."""
        for folder in (self.places.etc, self.places.state, self.places.cards):
            folder.mkdir(parents=True, exist_ok=True)
        self.make_authority(addresses)
        self._write_relay()
        for table in self.plan.tables:
            self.write_card(table)
        self._write_sheets(texts)

    def make_authority(self, addresses: Sequence[str]) -> None:
        """The authority, with the certificates of broker and relay."""
        if self.places.authority.exists():
            event = AuthorityFolder(self.places.authority).register().event
            if event != self.plan.event:
                raise SettingsError(
                    f"{self.places.authority} is of {event}, not of {self.plan.event}: name another folder."
                )
            return
        now = datetime.now(UTC)
        made = AuthorityFolder.create(self.places.authority, self.plan.event, 60, now)
        hosts = list(dict.fromkeys([self.plan.host, *addresses, "localhost", "127.0.0.1"]))
        for name, kind in (("broker", PartyKind.BROKER), ("relay", PartyKind.RELAY)):
            made.make_party(name, kind, hosts, now)
        self.written.append(self.places.authority)

    def _write_relay(self) -> None:
        path = self.places.relay
        if path.exists():
            return
        plan, state = self.plan, self.places.state.absolute()
        wheels = f'wheels = "{state}/wheels"\n' if plan.wheels else ""
        text = f"""\
# The relay of {plan.event}, by `flagfall setup`. All settings: deploy/relay.example.toml.
event = "{plan.event}"
title = {json.dumps(plan.title, ensure_ascii=False)}
time_zone = "{plan.time_zone}"
store = "{state}/relay.journal"
authority = "{state}/authority"
{wheels}
[listen]
host = "0.0.0.0"
port = {plan.port}

[broker]
url = "mqtts://127.0.0.1:{plan.broker_port}"

[[arbiters]]
name = {json.dumps(plan.chief, ensure_ascii=False)}
role = "chief"
key = "{secrets.token_urlsafe(18)}"
"""
        path.touch(mode=0o640)
        path.write_text(text, encoding="utf-8")
        self.written.append(path)

    def sign_in_link(self) -> str:
        """The first arbiter's way in, as the relay's settings have it."""
        found = tomllib.loads(self.places.relay.read_text(encoding="utf-8")).get("arbiters", [])
        return f"{self.plan.home}/sign-in/{found[0]['key']}" if found else self.plan.home

    # -- cards ----------------------------------------------------------------------------------------------------

    def write_card(self, table: str, onto: Path | None = None) -> Path:
        """The files of a table's card. A card that waits to be used stays as it is, and so does one that was used,
        unless it is to be written `onto` a card now: that is a wish for another one."""
        folder = onto or self.places.cards / table
        if self.plan.bridge and onto is not None:
            add_button_pins(onto)
        if onto is None and (folder / "user-data").exists() and self._is_good(table):
            return folder
        if onto is not None and (kept := self.places.cards / table / "user-data").exists() and self._waits(table):
            for name in ("user-data", "network-config", "meta-data"):  # the claim that is there is as good
                self._save(folder / name, kept.with_name(name).read_text(encoding="utf-8"))
            return folder
        authority = AuthorityFolder(self.places.authority)
        now = datetime.now(UTC)
        word = authority.offer(table, PartyKind.TABLE, CLAIM_DAYS * 86_400, now)
        certificate = read_or_explain(authority.certificate)
        claim = str(ClaimText(self.plan.home, word, short_fingerprint(fingerprint(certificate))))
        ClaimText.parse(claim)
        files = card_files(table, self.plan, claim, certificate.decode(), installer_text(), int(now.timestamp()))
        for place in dict.fromkeys((self.places.cards / table, folder)):
            place.mkdir(parents=True, exist_ok=True)
            for name, content in files.items():
                self._save(place / name, content)
        self.written.append(folder)
        return folder

    def _is_good(self, table: str) -> bool:
        """The card waits to be used, or the table has its certificate by it."""
        return self._waits(table) or table in AuthorityFolder(self.places.authority).register().tables(self.plan.event)

    def _waits(self, table: str) -> bool:
        now = int(datetime.now(UTC).timestamp())
        claims = AuthorityFolder(self.places.authority).register().claims
        return any(claim.name == table and claim.until > now for claim in claims)

    def _save(self, path: Path, content: str) -> None:
        try:
            path.write_text(content, encoding="utf-8")
        except OSError as error:
            raise SettingsError(f"{path} cannot be written: {error.strerror}.") from error

    # -- sheets ---------------------------------------------------------------------------------------------------

    def _write_sheets(self, texts: FormTexts) -> None:
        """Made anew each time: they hold nothing that the other files do not."""
        for name, form in (("desk", desk_sheet(self.plan, self.sign_in_link())), ("signs", table_signs(self.plan))):
            path = self.places.state / f"{name}.html"
            page = html_form(form, texts)
            if not path.exists() or path.read_text(encoding="utf-8") != page:
                path.touch(mode=0o600)
                path.write_text(page, encoding="utf-8")
                self.written.append(path)
