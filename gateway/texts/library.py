"""All languages there are: those of the package, and those in a folder of the reader's own.

A file `xx.json` in that folder is a language, or amends one; what it lacks is English, key by key. The folder is named
by `FLAGFALL_TEXTS`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec

from gateway.model.errors import SettingsError

from .catalogue import Catalogue
from .plurals import read_rules
from .template import TemplateError, parse

__all__ = ["DEFAULT", "FOLDER_VARIABLE", "LANGUAGE_VARIABLE", "Library", "spoken_here"]

DEFAULT = "en"
FOLDER_VARIABLE = "FLAGFALL_TEXTS"
LANGUAGE_VARIABLE = "FLAGFALL_LANGUAGE"

_DECODER = msgspec.json.Decoder(dict[str, str])
_CODE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")


class Library:
    """Catalogues by language."""

    def __init__(self, texts: Mapping[str, Mapping[str, str]]) -> None:
        """`texts` must hold English."""
        english = texts[DEFAULT]
        self._catalogues = {code: Catalogue(code, {**english, **own}) for code, own in sorted(texts.items())}

    @classmethod
    def load(cls, folder: Path | None = None) -> Library:
        """Read every catalogue; raises `SettingsError` for a file that is none. Without `folder`, the environment's."""
        named = os.environ.get(FOLDER_VARIABLE, "")
        folder = folder if folder is not None else Path(named) if named else None
        texts = dict(_files(files("gateway.texts") / "catalogues"))
        if folder is not None:
            if not folder.is_dir():
                raise SettingsError(f"{FOLDER_VARIABLE}: there is no folder {folder}.")
            for code, own in _files(folder):
                texts[code] = {**texts.get(code, {}), **own}
        return cls(texts)

    @property
    def languages(self) -> dict[str, str]:
        """Codes and the languages' names for themselves."""
        return {code: catalogue.name for code, catalogue in self._catalogues.items()}

    def __getitem__(self, code: str) -> Catalogue:
        return self._catalogues[code]

    def __contains__(self, code: str) -> bool:
        return code in self._catalogues

    def find(self, *preferred: str) -> Catalogue:
        """The first of the preferred languages that there is (`zh_CN.UTF-8` is `zh`); English if there is none."""
        for language in preferred:
            code = language.strip().partition(".")[0].replace("_", "-").lower()
            while code:
                if code in self._catalogues:
                    return self._catalogues[code]
                code = code.rpartition("-")[0]
        return self._catalogues[DEFAULT]


def spoken_here() -> tuple[str, ...]:
    """The languages that the environment asks for, the most wanted first."""
    return tuple(os.environ.get(name, "") for name in (LANGUAGE_VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG"))


def _files(folder: Traversable | Path) -> Iterator[tuple[str, dict[str, str]]]:
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        code, dot, kind = item.name.partition(".")
        if kind == "json" and dot and _CODE.fullmatch(code):
            yield code.lower(), _read(item)


def _read(item: Traversable | Path) -> dict[str, str]:
    try:
        texts = _DECODER.decode(item.read_bytes())
        read_rules(texts.get("language.plural", ""))
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, TemplateError) as error:
        raise SettingsError(f"{item} is not a catalogue: {error}.") from error
    for key, text in texts.items():
        try:
            parse(text)
        except TemplateError as error:
            raise SettingsError(f"{item}: {key}: {error}.") from error
    return texts
