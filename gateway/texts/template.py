"""Templates of the catalogues: a subset of ICU MessageFormat, parsed strictly.

    {name}                                          the argument as it is; a message inside is rendered
    {n, plural, =0 {none} one {# move} other {# moves}}    by the number; `#` is the number
    {who, select, white {...} other {...}}          by the text, or by the last part of a message's key
    {why, select, none {} other { ({why})}}         `none` is an argument that is empty or not there
    {ms, clock}                                     milliseconds as a clock shows them: 1:05:00, 4:30
    {ms, seconds}                                   milliseconds in seconds: 2.5
    {moves, list}, {roles, list, or}                several, joined by the catalogue's `list` or `list.or`
    {side, name, side}                              a bare value, named by the key `side.<value>` if there is one
    {control, words, notation}                      a text, with each word that has a key `notation.<word>` put so

`plural` and `select` are ICU's, and need a case `other`; the other formats are ours. An apostrophe is an apostrophe
unless it stands before a brace: '{' is a brace as it stands, '' is always one apostrophe.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from gateway.model.errors import GatewayError

__all__ = ["Format", "Hash", "Part", "Selection", "Template", "TemplateError", "arguments", "parse"]


class TemplateError(GatewayError):
    """A template that is not in the subset; the message says where."""


class Format(NamedTuple):
    """An argument, and how it is written."""

    name: str
    kind: str = ""
    style: str = ""


class Selection(NamedTuple):
    """One of several templates, chosen by an argument."""

    name: str
    kind: str
    cases: dict[str, Template]


class Hash(NamedTuple):
    """The number of the plural around it."""


Part = str | Format | Selection | Hash
Template = tuple[Part, ...]

_FORMATS = {"clock": ("",), "seconds": ("",), "list": ("", "or", "and"), "name": None, "words": None}
"""Formats and the styles each takes; None for any."""
_PLAIN = re.compile(r"[^{}'#]+")
_WORD = re.compile(r"\s*([A-Za-z_][\w-]*)\s*")
_CASE = re.compile(r"\s*(=\d+|[A-Za-z_][\w-]*)\s*\{")


def parse(text: str) -> Template:
    """The template that a text writes; raises `TemplateError`."""
    return _Reader(text).template(in_plural=False, nested=False)


def arguments(template: Template) -> frozenset[str]:
    """The names of everything that a template asks for."""
    found: set[str] = set()
    for part in template:
        if isinstance(part, Format | Selection):
            found.add(part.name)
        if isinstance(part, Selection):
            found.update(*map(arguments, part.cases.values()))
    return frozenset(found)


class _Reader:
    """A text being read, and how far."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def template(self, *, in_plural: bool, nested: bool) -> Template:
        """Up to the end, or to the brace that closes this part."""
        parts: list[Part] = []
        plain: list[str] = []
        while self._at < len(self._text):
            if run := _PLAIN.match(self._text, self._at):
                plain.append(run[0])
                self._at = run.end()
                continue
            letter = self._text[self._at]
            if letter == "'":
                plain.append(self._quoted())
                continue
            if letter == "}":
                break
            self._at += 1
            if letter == "{" or (letter == "#" and in_plural):
                parts += ["".join(plain)] if plain else []
                plain = []
                parts.append(self._argument() if letter == "{" else Hash())
            else:
                plain.append(letter)
        if nested is (self._at >= len(self._text)):
            raise self._error("a brace is missing" if nested else "there is a brace too many")
        return (*parts, "".join(plain)) if plain else tuple(parts)

    def _quoted(self) -> str:
        """An apostrophe, or what it keeps as it stands."""
        after = self._text[self._at + 1 : self._at + 2]
        if after == "'":
            self._at += 2
            return "'"
        if after not in {"{", "}", "#"}:
            self._at += 1
            return "'"
        end = self._text.find("'", self._at + 1)
        if end < 0:
            raise self._error("a quoted brace has no closing apostrophe")
        kept = self._text[self._at + 1 : end]
        self._at = end + 1
        return kept

    def _argument(self) -> Part:
        name = self._word("the name of an argument")
        if self._ended():
            return Format(name)
        kind = self._word("a format")
        if kind in {"plural", "select"}:
            return self._choice(name, kind)
        if kind not in _FORMATS:
            raise self._error(f"there is no format {kind!r}")
        style = "" if self._ended() else self._word("a style")
        styles = _FORMATS[kind]
        if not style if styles is None else style not in styles:
            raise self._error(f"{kind} has no style {style!r}")
        if style and not self._ended():
            raise self._error("a brace is missing")
        return Format(name, kind, style)

    def _choice(self, name: str, kind: str) -> Selection:
        if self._ended():
            raise self._error("the case 'other' is missing")
        cases: dict[str, Template] = {}
        while (found := _CASE.match(self._text, self._at)) is not None:
            self._at = found.end()
            if found[1] in cases or (found[1][0] == "=" and kind == "select"):
                raise self._error(f"the case {found[1]!r} cannot stand here")
            cases[found[1]] = self.template(in_plural=kind == "plural", nested=True)
            self._at += 1
        if "other" not in cases:
            raise self._error("the case 'other' is missing")
        self._at += len(self._text[self._at :]) - len(self._text[self._at :].lstrip())
        if not self._ended():
            raise self._error("a case or a brace is missing")
        return Selection(name, kind, cases)

    def _word(self, what: str) -> str:
        found = _WORD.match(self._text, self._at)
        if found is None:
            raise self._error(f"{what} is missing")
        self._at = found.end()
        return found[1]

    def _ended(self) -> bool:
        """Whether the argument closes here; past its comma if not."""
        letter = self._text[self._at : self._at + 1]
        self._at += 1
        if letter not in {"}", ","}:
            raise self._error("a comma or a brace is missing")
        return letter == "}"

    def _error(self, what: str) -> TemplateError:
        return TemplateError(f"{what}, at character {self._at + 1} of {self._text!r}")
