"""The bundle of an event: every file in one zip, with their checksums and a signature over these. Bytes in, bytes out.

The same files and the same key give the same bytes: names are sorted, dates are those of no day, nothing tells when or
where it was made.
"""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
import zlib
from collections.abc import Callable, Mapping
from typing import NamedTuple

from gateway.model.errors import GatewayError

__all__ = ["SIGNATURE", "SIGNER", "SUMS", "ArchiveError", "Bundle", "checksums", "open_bundle", "pack"]

SUMS = "SHA256SUMS"
SIGNATURE = "SHA256SUMS.sig"
SIGNER = "SIGNER.pem"
_NO_DAY = (1980, 1, 1, 0, 0, 0)
_MODE = 0o100644 << 16
_LARGEST = 4 << 30
"""Bytes of all files together; no event comes near it."""
_LINE = re.compile(r"([0-9a-f]{64})  (\S.*)")


class ArchiveError(GatewayError):
    """A bundle that is not whole, or not what was signed."""


class Bundle(NamedTuple):
    """An opened bundle whose files are those of its checksums."""

    files: Mapping[str, bytes]
    """Every file but the three that vouch for the rest."""
    sums: bytes
    signature: bytes
    signer: bytes
    """The certificate or public key of whoever signed it, as PEM."""


def checksums(files: Mapping[str, bytes]) -> bytes:
    """The sums as `sha256sum` writes and checks them."""
    lines = (f"{hashlib.sha256(data).hexdigest()}  {path}\n" for path, data in sorted(files.items()))
    return "".join(lines).encode()


def pack(files: Mapping[str, bytes], sign: Callable[[bytes], bytes], signer: bytes) -> bytes:
    """The bundle; `sign` signs the checksums with the key whose public half `signer` holds."""
    sums = checksums(files)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as bundle:
        for path, data in [*sorted(files.items()), (SUMS, sums), (SIGNATURE, sign(sums)), (SIGNER, signer)]:
            entry = zipfile.ZipInfo(path, _NO_DAY)
            entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, _MODE, 3
            bundle.writestr(entry, data)
    return out.getvalue()


def open_bundle(data: bytes) -> Bundle:
    """The files of a bundle; raises `ArchiveError` if one is missing, changed or not in the list."""
    files = _unzipped(data)
    try:
        sums, signature, signer = (files.pop(name) for name in (SUMS, SIGNATURE, SIGNER))
    except KeyError as error:
        raise ArchiveError(f"This is not an archive of an event: it has no {error.args[0]}.") from error
    listed = dict(_listed(sums))
    for path in sorted(listed.keys() | files.keys()):
        if path not in files:
            raise ArchiveError(f"{path} is missing from the archive.")
        if path not in listed:
            raise ArchiveError(f"{path} was added to the archive: it is not in its list of checksums.")
        if hashlib.sha256(files[path]).hexdigest() != listed[path]:
            raise ArchiveError(f"{path} is not as it was when the archive was made.")
    return Bundle(files, sums, signature, signer)


def _listed(sums: bytes) -> list[tuple[str, str]]:
    found = []
    for line in sums.decode(errors="replace").splitlines():
        match = _LINE.fullmatch(line)
        if match is None:
            raise ArchiveError(f"The list of checksums cannot be read: {line[:100]!r}.")
        found.append((match[2], match[1]))
    return found


def _unzipped(data: bytes) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as bundle:
            entries = bundle.infolist()
            if sum(entry.file_size for entry in entries) > _LARGEST:
                raise ArchiveError("The archive is larger than any event.")
            names = [entry.filename for entry in entries]
            if len(set(names)) != len(names):
                raise ArchiveError("The archive has two files of one name.")
            return {entry.filename: bundle.read(entry) for entry in entries}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError) as error:
        raise ArchiveError(f"This is not an archive that can be read: {error}.") from error
