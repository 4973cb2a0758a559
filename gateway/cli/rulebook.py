"""`flagfall rulebook`: what the referee does about every article of a rulebook."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from gateway.referee.rulebooks import NAMES, Article, Rulebook, Treatment, load
from gateway.referee.rulebooks.book import Text

__all__ = ["markdown", "rulebook"]

_STYLE = {
    Treatment.AUTOMATIC: "green",
    Treatment.ON_CLAIM: "cyan",
    Treatment.PROPOSED: "yellow",
    Treatment.RECORDED: "white",
    Treatment.PEOPLE: "bright_black",
}


def rulebook(
    name: Annotated[
        str, typer.Argument(help="The rulebook, such as draughts-blitz; without one, all are listed.")
    ] = "",
    only: Annotated[Treatment | None, typer.Option(help="Only the articles that are treated so.")] = None,
    as_markdown: Annotated[
        bool, typer.Option("--markdown", help="Every rulebook, as docs/rulebooks.md has it.")
    ] = False,
) -> None:
    """List the articles of a rulebook and what the referee does about each."""
    if as_markdown:
        typer.echo(markdown(), nl=False)
        return
    console = Console(highlight=False)
    if not name:
        console.print(_overview())
        return
    book = load(name)
    console.print(f"[bold]{book.title}[/bold]  {book.chinese}\n{book.edition}\n")
    table = Table(show_lines=False, header_style="dim")
    for heading in ("article", "treatment", "", "处理", "why"):
        table.add_column(heading, no_wrap=heading in {"article", "treatment"}, overflow="fold")
    for article in book.articles():
        if only in (None, article.how):
            style = _STYLE[article.how]
            how = f"[{style}]{article.how.value}[/{style}]"
            table.add_row(article.cite, how, article.en, article.zh, _reason(article))
    console.print(table)
    if book.authority:
        console.print(_who(book))


def _who(book: Rulebook) -> Table:
    table = Table(header_style="dim")
    for heading in ("penalty", "", "imposed by", "article"):
        table.add_column(heading)
    for penalty, authority in book.authority.items():
        roles = ", ".join(role.english for role in authority.roles)
        table.add_row(penalty.english, penalty.chinese, roles, authority.article)
    return table


def _overview() -> Table:
    table = Table(header_style="dim")
    table.add_column("rulebook", no_wrap=True)
    table.add_column("")
    for how in Treatment:
        table.add_column(how.value, justify="right")
    for name in NAMES:
        book = load(name)
        count = _count(book)
        table.add_row(name, book.chinese, *(str(count[how]) for how in Treatment))
    return table


def _count(book: Rulebook) -> Counter[Treatment]:
    return Counter(article.how for article in book.articles())


def _reason(article: Article) -> str:
    return f"{article.why} [{article.direct.value}]" if article.direct else article.why


def markdown() -> str:
    """All rulebooks and their texts; each text once."""
    lines = [
        "# The rulebooks",
        "",
        "What the referee does about every article of the written rules. Written by `flagfall rulebook --markdown`;",
        "change the tables in `gateway/referee/rulebooks/`, not this page.",
        "",
        "| treatment | 处理 | meaning |",
        "|---|---|---|",
        *(f"| {how.value} | {how.chinese} | {_MEANING[how]} |" for how in Treatment),
        "",
        f"| rulebook | 规则 | texts | {' | '.join(how.value for how in Treatment)} |",
        f"|---|---|---|{'---:|' * len(Treatment)}",
    ]
    texts: dict[str, Text] = {}
    for name in NAMES:
        book = load(name)
        count = _count(book)
        titles = " over ".join(text.title for text in book.load_texts())
        lines.append(f"| `{name}` | {book.chinese} | {titles} | {' | '.join(str(count[how]) for how in Treatment)} |")
        texts |= {text.title: text for text in book.load_texts()}
    for text in texts.values():
        lines += [
            "",
            f"## {text.title}",
            "",
            text.chinese,
            "",
            "| article | | 条文 | treatment | why |",
            "|---|---|---|---|---|",
        ]
        lines += [_row(article) for article in text.articles]
    lines += ["", "## Who may impose what", "", "Where a text does not say, any arbiter may.", ""]
    lines += ["| rulebooks | penalty | 处罚 | imposed by | article |", "|---|---|---|---|---|"]
    for names, book in _by_authority():
        for penalty, who in book.authority.items():
            roles = ", ".join(role.english for role in who.roles)
            lines.append(f"| {names} | {penalty.english} | {penalty.chinese} | {roles} | {who.article} |")
    for name in NAMES:
        if amended := load(name).amended:
            lines += ["", f"## Treated otherwise in `{name}`", "", "| article | | 条文 | treatment | why |"]
            lines += ["|---|---|---|---|---|", *(_row(article) for article in amended)]
    return "\n".join(lines) + "\n"


def _by_authority() -> list[tuple[str, Rulebook]]:
    """Books that share their table of penalties, once, with their names."""
    found: dict[str, list[Rulebook]] = {}
    for book in map(load, NAMES):
        if book.authority:
            found.setdefault(repr(book.authority), []).append(book)
    return [(", ".join(f"`{book.name}`" for book in books), books[0]) for books in found.values()]


def _row(article: Article) -> str:
    direct = f" **{article.direct.value}**" if article.direct else ""
    return f"| {article.cite} | {article.en} | {article.zh} | {article.how.value}{direct} | {article.why} |"


_MEANING = {
    Treatment.AUTOMATIC: "the referee rules by itself",
    Treatment.ON_CLAIM: "the referee rules when a player asks; until then only arbiters are told",
    Treatment.PROPOSED: "the case is laid before the arbiter, who decides",
    Treatment.RECORDED: "what happened is written down, nothing is decided",
    Treatment.PEOPLE: "nothing to decide, or nothing that a table can see",
}
