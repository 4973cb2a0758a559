"""The examination of a computer: every settings file on it, and what each of them needs."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Sequence
from pathlib import Path

from gateway.authority.certificates import AuthorityError
from gateway.bus.addresses import Brokers
from gateway.model.errors import GatewayError, SettingsError
from gateway.model.messages import message
from gateway.runtime.board_search import kept_devices, with_devices
from gateway.runtime.settings import RelaySettings, TableSettings
from gateway.runtime.store_section import StoreSection

from .broker_checks import check_broker_of
from .certificate_checks import check_credentials, check_pages
from .computer_checks import check_computer, check_service, service_state
from .device_checks import check_device, is_in_use, no_board, no_buttons, runs_table
from .diagnoses import Diagnosis, Surroundings
from .file_checks import check_readable, check_record, check_secret
from .relay_checks import check_listening, check_relay, check_watch
from .shared_settings import check_shared

__all__ = ["examine", "settings_files"]

_RELAY = "flagfall-relay.service"
_WORKS_STILL = frozenset({"certificate_ends", "secret_open"})
"""What may be wrong with a certificate that a broker takes."""


def settings_files(around: Surroundings) -> list[Path]:
    """The settings of this computer's services; raises `SettingsError` where whoever asks may not see them."""
    folder = around.path("etc/flagfall")
    if folder.exists() and not os.access(folder, os.R_OK | os.X_OK):
        raise SettingsError(f"You may not read the settings in {folder}: sudo flagfall doctor. Or name a --config.")
    return sorted(folder.glob("*.toml"))


async def examine(
    around: Surroundings, configs: Sequence[Path], relay: str = "", ca: Path | None = None
) -> list[Diagnosis]:
    """All that is wrong with a computer and its settings; `relay` is the address at which pages are served."""
    findings = [*check_computer(around), *check_shared(configs)]
    for config in configs:
        findings += await _settings(around, config, relay, ca)
    if relay and not any(_is_table(config) for config in configs):
        findings += [finding async for finding in check_relay(around, relay, ca)]
    return list({(each.kind, str(each.what)): each for each in findings}.values())


async def _settings(around: Surroundings, config: Path, relay: str, ca: Path | None) -> list[Diagnosis]:
    if closed := list(check_readable(around, config)):
        return closed
    try:
        if _is_table(config):
            return await _table(around, config, TableSettings.from_file(config), relay, ca)
        settings = RelaySettings.from_file(config)
        return [*check_secret(config), *await _relay(around, settings)]
    except GatewayError as error:
        what = message("doctor.settings_wrong", path=str(config), why=error.message)
        return [Diagnosis.trouble(what, message("doctor.settings_wrong.do", path=str(config)))]


def _is_table(config: Path) -> bool:
    try:
        values = tomllib.loads(config.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return config.stem != "relay"
    return "store" not in values


async def _table(
    around: Surroundings, config: Path, settings: TableSettings, relay: str, ca: Path | None
) -> list[Diagnosis]:
    unit = f"flagfall-table@{settings.table}.service"
    state = service_state(around, unit)
    findings = [
        *check_service(state, unit),
        *check_record(around, settings.journal),
        *await _road(around, settings.broker.brokers(), settings.event, settings.table),
        *(check_watch(settings.watch) if settings.watch else ()),
    ]
    status = state.get("StatusText", "") or ("runs" if runs_table(config) else "")
    if settings.device is None and not (settings.bridge and settings.clock):  # it looks for its board itself
        if (found := kept_devices(settings)) is None:
            findings.append(no_buttons(settings.table) if settings.bridge else no_board(settings.table))
        else:
            settings = with_devices(settings, found)
    for name, given in (("board", settings.device), ("clock", settings.clock)):
        if given is not None and not is_in_use(given.url, name, status):
            findings += [finding async for finding in check_device(around, given)]
    if relay:
        ca = ca or settings.broker.ca
        findings += [finding async for finding in check_relay(around, relay, ca, settings.event, settings.table)]
    return findings


async def _relay(around: Surroundings, settings: RelaySettings) -> list[Diagnosis]:
    findings = [
        *check_service(service_state(around, _RELAY), _RELAY),
        *await _store(around, settings.store),
        *check_listening(around, settings),
        *(check_watch(settings.watch) if settings.watch else ()),
    ]
    try:
        authority = settings.opened_authority()
    except AuthorityError:
        what = message("doctor.authority_missing", path=str(settings.authority))
        command = "flagfall authority create --event ... --host ..."
        return [*findings, Diagnosis.trouble(what, message("doctor.authority_missing.do", command=command))]
    if authority is not None:
        findings += [*check_secret(authority.path / "authority.key"), *check_secret(authority.register_file)]
    if settings.listen.certificate is not None and settings.listen.key is not None:
        findings += check_pages(around, settings.listen.certificate, settings.listen.key)
    elif authority is not None:
        findings += check_pages(around, authority.certificate_of("relay"), authority.key_of("relay"))
    return [*findings, *await _road(around, settings.broker.brokers(authority, "relay"), settings.event)]


async def _store(around: Surroundings, section: StoreSection) -> list[Diagnosis]:
    if section.file is not None:
        return list(check_record(around, section.file))
    from .database_checks import check_database  # only a relay may have one

    return [finding async for finding in check_database(around, section)]


async def _road(around: Surroundings, brokers: Brokers, event: str, table: str = "") -> list[Diagnosis]:
    """What is shown to the broker, and the broker itself, if that can be shown."""
    wrong = list(check_credentials(around, brokers.credentials, table or "relay"))
    if any(finding.kind not in _WORKS_STILL for finding in wrong):
        return wrong
    return [*wrong, *[finding async for finding in check_broker_of(brokers, event, table)]]
