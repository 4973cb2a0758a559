"""`flagfall rulebook`: what the referee does about every article of a rulebook."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from gateway.model.messages import Message, message, name_of
from gateway.referee.rulebooks import NAMES, Article, Rulebook, Treatment, load
from gateway.referee.rulebooks.book import Text
from gateway.texts.catalogue import Catalogue
from gateway.texts.library import Library

from .language import Language, catalogue

__all__ = ["markdown", "rulebook"]

_STYLE = {
    Treatment.AUTOMATIC: "green",
    Treatment.ON_CLAIM: "cyan",
    Treatment.PROPOSED: "yellow",
    Treatment.RECORDED: "white",
    Treatment.PEOPLE: "bright_black",
}
_HEADINGS = (
    message("command.rulebook.article"),
    message("command.rulebook.treatment"),
    message("command.rulebook.title"),
    message("command.rulebook.why"),
)
_AUTHORITY_HEADINGS = (
    message("command.rulebook.penalty"),
    message("command.rulebook.imposed_by"),
    message("command.rulebook.article"),
)


def rulebook(
    name: Annotated[
        str, typer.Argument(help="The rulebook, such as draughts-blitz; without one, all are listed.")
    ] = "",
    only: Annotated[Treatment | None, typer.Option(help="Only the articles that are treated in this way.")] = None,
    as_markdown: Annotated[
        bool, typer.Option("--markdown", help="Every rulebook, as docs/rulebooks.md has it.")
    ] = False,
    language: Language = "",
) -> None:
    """List the articles of a rulebook and what the referee does about each."""
    if as_markdown:
        typer.echo(markdown(), nl=False)
        return
    console, texts = Console(highlight=False), catalogue(language)
    if not name:
        console.print(_overview(texts))
        return
    book = load(name)
    console.print(f"[bold]{escape(texts.render(book.title))}[/bold]\n{escape(texts.render(book.printed))}\n")
    table = Table(show_lines=False, header_style="dim")
    for column, heading in enumerate(_HEADINGS):
        table.add_column(texts.render(heading), no_wrap=column == 0, overflow="fold")
    for article in book.articles():
        if only in (None, article.how):
            how = f"[{_STYLE[article.how]}]{escape(texts.render(name_of(article.how)))}[/]"
            table.add_row(article.cite, how, escape(texts.render(article.title)), escape(_reason(texts, article)))
    console.print(table)
    if book.authority:
        console.print(_who(texts, book))


def _who(texts: Catalogue, book: Rulebook) -> Table:
    table = Table(header_style="dim")
    for heading in _AUTHORITY_HEADINGS:
        table.add_column(texts.render(heading))
    for penalty, authority in book.authority.items():
        roles = ", ".join(texts.render(name_of(role)) for role in authority.roles)
        table.add_row(texts.render(name_of(penalty)), roles, authority.article)
    return table


def _overview(texts: Catalogue) -> Table:
    table = Table(header_style="dim")
    table.add_column(texts.text("command.rulebook.rulebook"), no_wrap=True)
    table.add_column("")
    for how in Treatment:
        table.add_column(texts.render(name_of(how)), justify="right")
    for name in NAMES:
        book = load(name)
        count = _count(book)
        table.add_row(name, texts.render(book.title), *(str(count[how]) for how in Treatment))
    return table


def _count(book: Rulebook) -> Counter[Treatment]:
    return Counter(article.how for article in book.articles())


def _reason(texts: Catalogue, article: Article) -> str:
    why = texts.render(article.why)
    return f"{why} [{texts.render(name_of(article.direct))}]" if article.direct else why


class _Both:
    """The two languages of the books, side by side."""

    def __init__(self) -> None:
        library = Library.load()
        self._en, self._zh = library["en"], library["zh"]

    def en(self, given: Message) -> str:
        return self._en.render(given)

    def zh(self, given: Message) -> str:
        return self._zh.render(given)

    def row(self, article: Article) -> str:
        direct = f" **{article.direct.value}**" if article.direct else ""
        title = f"{self.en(article.title)} | {self.zh(article.title)}"
        return f"| {article.cite} | {title} | {article.how.value}{direct} | {self.en(article.why)} |"

    def text(self, text: Text) -> list[str]:
        heading = ["", f"## {self.en(text.title)}", "", self.zh(text.title), "", *_ARTICLES]
        return [*heading, *(self.row(article) for article in text.articles)]


_ARTICLES = ("| article | | 条文 | treatment | why |", "|---|---|---|---|---|")


def markdown() -> str:
    """All rulebooks and their texts; each text once."""
    both = _Both()
    meanings = (
        f"| {how.value} | {both.zh(name_of(how))} | {both.en(Message(f'treatment.{how.value}.meaning'))} |"
        for how in Treatment
    )
    lines = [
        "# The rulebooks",
        "",
        "What the referee does about every article of the written rules. Written by `flagfall rulebook --markdown`;",
        "change the tables in `gateway/referee/rulebooks/` and the texts in `gateway/texts/catalogues/` instead.",
        "",
        "| treatment | 处理 | meaning |",
        "|---|---|---|",
        *meanings,
        "",
        f"| rulebook | 规则 | texts | {' | '.join(how.value for how in Treatment)} |",
        f"|---|---|---|{'---:|' * len(Treatment)}",
    ]
    texts: dict[str, Text] = {}
    for name in NAMES:
        book = load(name)
        count = _count(book)
        titles = " over ".join(both.en(text.title) for text in book.load_texts())
        counts = " | ".join(str(count[how]) for how in Treatment)
        lines.append(f"| `{name}` | {both.zh(book.title)} | {titles} | {counts} |")
        texts |= {text.title.key: text for text in book.load_texts()}
    for text in texts.values():
        lines += both.text(text)
    lines += _authorities(both)
    for name in NAMES:
        if amended := load(name).amended:
            lines += ["", f"## Treated otherwise in `{name}`", "", *_ARTICLES, *map(both.row, amended)]
    return "\n".join(lines) + "\n"


def _authorities(both: _Both) -> list[str]:
    lines = ["", "## Who may impose what", "", "Where a text does not say, any arbiter may.", ""]
    lines += ["| rulebooks | penalty | 处罚 | imposed by | article |", "|---|---|---|---|---|"]
    for names, book in _by_authority():
        for penalty, who in book.authority.items():
            roles = ", ".join(both.en(name_of(role)) for role in who.roles)
            penalties = f"{both.en(name_of(penalty))} | {both.zh(name_of(penalty))}"
            lines.append(f"| {names} | {penalties} | {roles} | {who.article} |")
    return lines


def _by_authority() -> list[tuple[str, Rulebook]]:
    """Books that share their table of penalties, once, with their names."""
    found: dict[str, list[Rulebook]] = {}
    for book in map(load, NAMES):
        if book.authority:
            found.setdefault(repr(book.authority), []).append(book)
    return [(", ".join(f"`{book.name}`" for book in books), books[0]) for books in found.values()]
