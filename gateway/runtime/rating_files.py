"""Files of rating lists: plain or in a ZIP archive, read as a stream."""

from __future__ import annotations

import contextlib
import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

from gateway.model.errors import SettingsError
from gateway.tournament.rating_lists import RatingListEntry, parse_rating_list

__all__ = ["read_rating_list"]

_KINDS = (".xml", ".txt", ".csv", ".tsv")


def read_rating_list(path: Path) -> Iterator[RatingListEntry]:
    """The entries of a file, one by one; raises `SettingsError` if it cannot be read."""
    try:
        with contextlib.ExitStack() as stack:
            if zipfile.is_zipfile(path):
                archive = stack.enter_context(zipfile.ZipFile(path))
                members = [each for each in archive.infolist() if each.filename.lower().endswith(_KINDS)]
                if not members:
                    raise SettingsError(f"{path} holds no rating list: give one with a .txt, .xml or .csv file in it.")
                largest = max(members, key=lambda each: each.file_size)
                data = stack.enter_context(archive.open(largest))
            else:
                data = stack.enter_context(path.open("rb"))
            text = stack.enter_context(io.TextIOWrapper(data, encoding="utf-8", errors="replace"))
            yield from parse_rating_list(text)
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}.") from error
    except zipfile.BadZipFile as error:
        raise SettingsError(f"{path} is a damaged archive: {error}.") from error
