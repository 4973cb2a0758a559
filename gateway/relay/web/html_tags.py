"""HTML as a value: whatever is put into an element is escaped, unless it is HTML already."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

__all__ = ["Html", "join", "table_of", "tag"]

_VOID = frozenset({"input", "br", "hr"})


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


def tag(name: str, /, *children: str | None, **attributes: str | int | bool | None) -> Html:
    """An element: `tag("td", "a < b", class_="x")`. Attributes that are None or False are left out; `data_find` is
    `data-find`."""
    written = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in _VOID:
        return Html(f"<{name}{written}>")
    return Html(f"<{name}{written}>{join(children)}</{name}>")


def join(children: Iterable[str | None]) -> Html:
    """All of them, one after the other."""
    return Html("".join(each if isinstance(each, Html) else escape(each) for each in children if each is not None))


def _attribute(key: str, value: str | int | bool | None) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'


def table_of(caption: str, heads: Iterable[str | Html], rows: Iterable[Html], *, kind: str) -> Html:
    """A table that can be scrolled on a narrow screen; its first columns stay in sight."""
    head = tag(
        "thead", tag("tr", *(each if isinstance(each, Html) else tag("th", each, scope="col") for each in heads))
    )
    table = tag("table", tag("caption", caption, class_="aside"), head, tag("tbody", *rows), class_=f"chart {kind}")
    return tag("div", table, class_="scroll", tabindex=0, role="region", aria_label=caption)
