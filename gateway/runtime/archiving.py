"""Making and verifying the archive of an event, out of the relay's store, whether the relay runs or not."""

from __future__ import annotations

import asyncio
import os
import tempfile
from functools import partial
from pathlib import Path
from typing import NamedTuple

from gateway.authority.authority_folder import AuthorityFolder, write_private
from gateway.authority.certificates import AuthorityError
from gateway.authority.signatures import is_signed, key_fingerprint, new_signing_key, public_half, sign_bytes
from gateway.feeds.event_bundle import ArchiveError, Bundle, open_bundle, pack
from gateway.model.errors import SettingsError
from gateway.relay.hall.event_archive import archive_files
from gateway.relay.hall.event_files import EventFiles
from gateway.relay.hall.played_games import PlayedGames
from gateway.relay.hall.present_hall import PresentHall
from gateway.texts.library import Library

from .relay_stores import opened_for_reading
from .settings import RelaySettings

__all__ = ["Archived", "make_archive", "verify_archive", "write_atomically"]


class Archived(NamedTuple):
    """The archive that was made, and by whose key."""

    files: int
    games: int
    signer: str
    """The fingerprint of the key."""
    by_authority: bool


def make_archive(settings: RelaySettings, out: Path) -> Archived:
    """Write the archive of the event; raises `GatewayError` with one sentence."""
    files, games = asyncio.run(_collect(settings))
    if not games:
        raise SettingsError(f"The store {settings.store} holds no game of {settings.event}.")
    key, signer, by_authority = _signer(settings)
    write_atomically(out, pack(files, partial(sign_bytes, key), signer))
    return Archived(len(files), games, key_fingerprint(signer), by_authority)


def verify_archive(path: Path, signer: Path | None = None) -> tuple[Bundle, str]:
    """The files of an archive that is as it was signed, and the fingerprint of the key; raises `ArchiveError`."""
    try:
        bundle = open_bundle(path.read_bytes())
        trusted = signer.read_bytes() if signer is not None else bundle.signer
    except OSError as error:
        raise ArchiveError(f"{error.filename} cannot be read: {error.strerror}.") from error
    if not is_signed(bundle.signer, bundle.sums, bundle.signature):
        raise ArchiveError("The signature is not by the key that the archive names: do not trust it.")
    if key_fingerprint(trusted) != key_fingerprint(bundle.signer):
        raise ArchiveError(
            f"The archive was signed by another key ({key_fingerprint(bundle.signer)}) than that of {signer}."
        )
    return bundle, key_fingerprint(bundle.signer)


async def _collect(settings: RelaySettings) -> tuple[dict[str, bytes], int]:
    async with opened_for_reading(settings.store) as store:
        hall = await PresentHall.open(settings.event, store, lambda: 0)
        hall.named = settings.title
        files = EventFiles(PlayedGames(), settings.zone, settings.site)
        # English, whoever makes it: the same record gives the same bytes.
        return await archive_files(hall, files, Library.load().find("en").render), len(hall.game_index)


def _signer(settings: RelaySettings) -> tuple[bytes, bytes, bool]:
    """The key to sign with and its public half: the hall authority's where it is here, else one made for it."""
    if settings.authority is not None:
        try:
            authority = AuthorityFolder(settings.authority).authority()
        except AuthorityError:  # a copy of the folder has no key, and will do for a relay
            pass
        else:
            return authority.key, authority.certificate, True
    path = settings.store.beside("archive-key")
    try:
        if not path.exists():
            write_private(path, new_signing_key())
        key = path.read_bytes()
    except OSError as error:
        raise SettingsError(f"The key for archives, {path}, cannot be made or read: {error.strerror}.") from error
    return key, public_half(key), False


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: whoever reads it meanwhile has the old one; raises `SettingsError`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(beside).chmod(0o644)
            Path(beside).replace(path)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise SettingsError(f"{path} cannot be written: {error.strerror}.") from error
