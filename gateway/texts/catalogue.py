"""One language: messages in, sentences out. Rendering never fails: what is missing is shown as key and arguments.

The pages render by `relay/web/pages/messages.js`; `tests/texts/vectors.json` holds both to the same sentences.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from gateway.model.messages import Argument, Message

from .plurals import read_rules
from .template import Format, Hash, Part, Selection, Template, TemplateError, parse

__all__ = ["Catalogue"]

_DEEPEST = 8
"""Messages inside messages; nothing of ours comes near."""
_PLURAL = "one: n = 1"
_WORD = re.compile(r"(?<![a-z0-9-])[a-z][a-z-]+(?![a-z0-9-])")
"""A word in a notation: `shared` in `shared 40m`, nothing in `5x30s`."""


class Catalogue:
    """The templates of one language; `texts` holds those of English where the language has none."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language = language
        self.texts = dict(texts)
        self._plural = read_rules(self.texts.get("language.plural", _PLURAL))
        self._templates: dict[str, Template] = {}

    @property
    def name(self) -> str:
        """The language's name for itself."""
        return self.texts.get("language.name", self.language)

    def render(self, message: Message) -> str:
        """The sentence."""
        return self._render(message, 0)

    def text(self, key: str, /, **args: Argument) -> str:
        """The sentence of a key about these arguments."""
        return self._render(Message(key, args), 0)

    def _render(self, message: Message, depth: int) -> str:
        template = self._template(message.key)
        if template is None or depth > _DEEPEST:
            return str(message)
        return self._write(template, message, depth, None)

    def _template(self, key: str) -> Template | None:
        if key not in self._templates:
            if key not in self.texts:
                return None
            try:
                self._templates[key] = parse(self.texts[key])
            except TemplateError:
                return None
        return self._templates[key]

    def _write(self, template: Template, message: Message, depth: int, number: int | None) -> str:
        return "".join(self._part(part, message, depth, number) for part in template)

    def _part(self, part: Part, message: Message, depth: int, number: int | None) -> str:
        match part:
            case str():
                return part
            case Hash():
                return str(number)
            case Selection():
                return self._chosen(part, message, depth, number)
            case Format() if part.name not in message.args:
                return f"{{{part.name}}}"
            case Format():
                return self._format(part, message.args[part.name], depth)

    def _chosen(self, part: Selection, message: Message, depth: int, number: int | None) -> str:
        value = message.args.get(part.name, "")
        case = "other"
        if part.kind == "select":
            case = _selector(value)
        elif isinstance(value, int):
            number = value
            case = f"={value}" if f"={value}" in part.cases else self._plural(abs(value))
        return self._write(part.cases.get(case, part.cases["other"]), message, depth, number)

    def _format(self, part: Format, value: Argument, depth: int) -> str:
        match part.kind, value:
            case "clock", int():
                return clock(value)
            case "seconds", int():
                return seconds(value)
            case "name", str() | int():
                key = f"{part.style}.{value}"
                return self._named(key, str(value), depth)
            case "words", str():
                return _WORD.sub(lambda found: self._named(f"{part.style}.{found[0]}", found[0], depth), value)
            case _, tuple():
                between = self.texts.get("list", ", ")
                last = self.texts.get(f"list.{part.style}", between) if part.style else between
                *most, final = [self._value(each, depth) for each in value] or [""]
                return between.join(most) + (last if most else "") + final
            case _:
                return self._value(value, depth)

    def _named(self, key: str, otherwise: str, depth: int) -> str:
        return self._render(Message(key), depth + 1) if key in self.texts else otherwise

    def _value(self, value: Argument, depth: int) -> str:
        return self._render(value, depth + 1) if isinstance(value, Message) else str(value)


def _selector(value: Argument) -> str:
    """What a select looks at."""
    if isinstance(value, Message):
        return value.key.rpartition(".")[2]
    return "none" if value in ("", ()) else str(value)


def clock(ms: int) -> str:
    """As a clock shows it; parts of a second do not count."""
    total = abs(ms) // 1000
    hours, minutes, rest = total // 3600, total // 60 % 60, total % 60
    sign = "-" if ms < 0 else ""
    return f"{sign}{hours}:{minutes:02}:{rest:02}" if hours else f"{sign}{minutes}:{rest:02}"


def seconds(ms: int) -> str:
    """Seconds with a tenth where there is one."""
    tenths = abs(ms) // 100
    sign = "-" if ms < 0 else ""
    return f"{sign}{tenths // 10}.{tenths % 10}" if tenths % 10 else f"{sign}{tenths // 10}"
