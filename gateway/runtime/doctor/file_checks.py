"""Files and the disks they are on: is there room, may they be written, is a record what was written?"""

from __future__ import annotations

import contextlib
import grp
import os
import pwd
import sqlite3
import stat
from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from pathlib import Path

from gateway.model.errors import JournalError
from gateway.model.messages import message
from gateway.record.wire import ENTRY, WireError
from gateway.store.sqlite import open_file
from gateway.store.verifying import verified_streams

from .diagnoses import Diagnosis, Surroundings

__all__ = ["barrier", "check_readable", "check_record", "check_secret", "damaged_record", "is_there", "may", "user_of"]

_FULL, _LOW = 16 << 20, 256 << 20
"""Bytes that are left: nothing to write on, or little."""
_TABLE = "entries"
_BEHIND_MS = 3_600_000
_READ, _WRITE, _PASS = 4, 2, 1


def is_there(path: Path) -> bool:
    """Whether there is such a file, as far as whoever asks can see; one that is kept from him counts as there."""
    try:
        path.stat()
    except PermissionError:
        return True
    except OSError:
        return False
    return True


def may(path: Path, user: str, wanted: int, groups: Collection[str] = ()) -> bool:
    """Whether a user, in these groups too, may read (4) or write (2) a file; without a name, whoever asks."""
    return barrier(path, user, wanted, groups) is None


def barrier(path: Path, user: str, wanted: int, groups: Collection[str] = ()) -> Path | None:
    """What keeps a user from a file that is there: the file itself or a folder above it, by owner, group and mode."""
    if not is_there(path):
        return None
    way = [(folder, _PASS) for folder in reversed(path.resolve().parents)]
    return next((place for place, needed in (*way, (path, wanted)) if not _lets(place, user, needed, groups)), None)


def _lets(place: Path, user: str, wanted: int, groups: Collection[str]) -> bool:
    """Whether one file or folder itself lets a user."""
    if not user:
        return os.access(place, wanted)
    try:
        known, found = pwd.getpwnam(user), place.stat()
    except (KeyError, OSError):
        return False
    shift = 6 if found.st_uid == known.pw_uid else 0
    if not shift and (found.st_gid in os.getgrouplist(user, known.pw_gid) or _group_name(found.st_gid) in groups):
        shift = 3
    return known.pw_uid == 0 or found.st_mode >> shift & wanted == wanted


def check_readable(around: Surroundings, path: Path) -> Iterator[Diagnosis]:
    """A file that the services read, whoever asks now."""
    if (shut := barrier(path, around.user, _READ)) is not None:
        mode = "g+rx" if shut.is_dir() else "g+r"
        group = grp.getgrgid(pwd.getpwnam(user_of(around)).pw_gid).gr_name
        yield Diagnosis.trouble(
            message("doctor.file_closed", path=str(path), user=user_of(around)),
            message("doctor.file_closed.do", command=f"sudo chgrp {group} {shut}; sudo chmod {mode} {shut}"),
        )


def _group_name(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return ""


def check_record(around: Surroundings, path: Path) -> Iterator[Diagnosis]:
    """The file of a table's or a relay's record."""
    folder = path.parent
    while not os.access(folder, os.F_OK) and folder != folder.parent:
        folder = folder.parent
    room = list(_room(around, folder, path))
    yield from room
    if is_there(path):
        yield from _record(around, path, writable=not room)


def _room(around: Surroundings, folder: Path, path: Path) -> Iterator[Diagnosis]:
    found = os.statvfs(folder)
    if found.f_flag & os.ST_RDONLY:
        yield Diagnosis.trouble(
            message("doctor.disk_read_only", path=str(folder)),
            message("doctor.disk_read_only.do", path=str(folder), command="dmesg | tail"),
        )
        return
    left = found.f_bavail * found.f_frsize
    if left < _FULL or not found.f_favail:
        yield Diagnosis.trouble(
            message("doctor.disk_full", path=str(folder)),
            message("doctor.disk_full.do", command="sudo du -xh / | sort -h"),
        )
        return
    if left < _LOW:
        yield Diagnosis.warning(
            message("doctor.disk_low", path=str(folder), megabytes=left >> 20),
            message("doctor.disk_low.do", command="sudo journalctl --vacuum-size=100M"),
        )
    if not may(folder, around.user, _WRITE | _PASS) and not is_there(path):
        yield Diagnosis.trouble(
            message("doctor.folder_closed", path=str(folder), user=user_of(around)),
            message("doctor.folder_closed.do", command=f"sudo chown {user_of(around)} {folder}"),
        )


def _record(around: Surroundings, path: Path, *, writable: bool) -> Iterator[Diagnosis]:
    if writable and not may(path, around.user, _READ | _WRITE):
        yield Diagnosis.trouble(
            message("doctor.record_closed", path=str(path), user=user_of(around)),
            message("doctor.record_closed.do", command=f"sudo chown {user_of(around)} {path}*"),
        )
    if not os.access(path, os.R_OK):
        return
    try:
        with contextlib.closing(open_file(path)) as connection:
            streams = verified_streams(connection)
            broken = [name for name, found in streams.items() if found.broken_at is not None]
            last = _last_instant(connection) if _TABLE in streams else 0
    except sqlite3.DatabaseError as error:
        key_error = isinstance(error, sqlite3.OperationalError) and "no such table" in str(error)
        if path.stat().st_size and not key_error:
            yield damaged_record(str(path))
        return
    except JournalError:
        return  # told by its mode
    if broken:
        yield damaged_record(str(path))
    if last - around.now.timestamp() * 1000 > _BEHIND_MS:
        yield Diagnosis.trouble(
            message(
                "doctor.clock_behind",
                time=around.now.strftime("%Y-%m-%d %H:%M"),
                last=datetime.fromtimestamp(last / 1000, UTC).strftime("%Y-%m-%d %H:%M"),
            ),
            message("doctor.clock_behind.do", command="sudo timedatectl set-time '2026-05-30 09:00'"),
        )


def damaged_record(where: str) -> Diagnosis:
    """The lines in a file or a database are not what was written."""
    return Diagnosis.trouble(
        message("doctor.record_damaged", path=where),
        message("doctor.record_damaged.do", command=f"flagfall journal export {where}"),
    )


def _last_instant(connection: sqlite3.Connection) -> int:
    row = connection.execute("SELECT data FROM lines WHERE stream = ? ORDER BY n DESC LIMIT 1", (_TABLE,)).fetchone()
    try:
        return 0 if row is None else int(ENTRY.decode(row[0]).at)
    except WireError:
        return 0


def check_secret(path: Path) -> Iterator[Diagnosis]:
    """A file that only its owner, or his group, may read."""
    try:
        open_to_all = stat.S_IMODE(path.stat().st_mode) & 0o006 and _reached_by_all(path)
    except OSError:
        return  # somebody else says that it is missing
    if open_to_all:
        yield Diagnosis.trouble(
            message("doctor.secret_open", path=str(path)),
            message("doctor.secret_open.do", command=f"sudo chmod o= {path}"),
        )


def _reached_by_all(path: Path) -> bool:
    """Whether every folder above lets everybody through."""
    return all(stat.S_IMODE(folder.stat().st_mode) & 0o001 for folder in path.absolute().parents)


def user_of(around: Surroundings) -> str:
    """The user that the services run as, as far as whoever asks knows."""
    return around.user or pwd.getpwuid(os.getuid()).pw_name
