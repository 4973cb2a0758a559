"""`flagfall rulebook`: what the referee does about every article of a rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from gateway.model.messages import Message, message, name_of
from gateway.referee.options import Mode
from gateway.referee.rulebooks import NAMES, Article, Rulebook, Treatment, load
from gateway.referee.rulebooks.book import ArticleSource, Text
from gateway.texts.catalogue import Catalogue
from gateway.texts.library import Library

from .language import Language, catalogue

__all__ = ["markdown", "rulebook"]

_STYLE = {
    Treatment.AUTOMATIC: "green",
    Treatment.ON_CLAIM: "cyan",
    Treatment.PROPOSED: "yellow",
    Treatment.BY_ACT: "magenta",
    Treatment.RECORDED: "white",
    Treatment.PEOPLE: "bright_black",
}
_HEADINGS = (
    message("command.rulebook.article"),
    message("command.rulebook.treatment"),
    message("command.rulebook.title"),
    message("command.rulebook.why"),
)
_SOURCE = message("command.rulebook.source")
_OPTION_HEADINGS = (
    message("command.rulebook.option"),
    message("command.rulebook.article"),
    message("command.rulebook.default"),
    message("command.rulebook.meaning"),
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
    articles = [article for article in book.articles() if only in (None, article.how)]
    console.print(_table(texts, articles))
    if book.open_points:
        console.print(_options(texts, book))
    if book.authority:
        console.print(_who(texts, book))


def _table(texts: Catalogue, articles: list[Article]) -> Table:
    """The articles, with how each is known where that is noted."""
    table = Table(show_lines=False, header_style="dim")
    sourced = _is_sourced(articles)
    for column, heading in enumerate((*_HEADINGS, _SOURCE) if sourced else _HEADINGS):
        table.add_column(texts.render(heading), no_wrap=column == 0, overflow="fold")
    for article in articles:
        how = f"[{_STYLE[article.how]}]{escape(texts.render(name_of(article.how)))}[/]"
        row = [article.cite, how, escape(texts.render(article.title)), escape(_reason(texts, article))]
        if sourced:
            row.append(texts.render(name_of(article.source)) if article.source else "")
        table.add_row(*row)
    return table


def _is_sourced(articles: Iterable[Article]) -> bool:
    return any(article.source for article in articles)


def _options(texts: Catalogue, book: Rulebook) -> Table:
    table = Table(header_style="dim")
    for heading in _OPTION_HEADINGS:
        table.add_column(texts.render(heading), overflow="fold")
    for point in book.open_points:
        table.add_row(point.option, point.article, point.default, escape(texts.render(point.meaning)))
    return table


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
        known = f" {article.source.value} |" if article.source else ""
        return f"| {article.cite} | {title} | {article.how.value}{direct} | {self.en(article.why)} |{known}"

    def text(self, text: Text) -> list[str]:
        columns = _SOURCED_ARTICLES if _is_sourced(text.articles) else _ARTICLES
        heading = ["", f"## {self.en(text.title)}", "", self.zh(text.title), "", *columns]
        return [*heading, *(self.row(article) for article in text.articles)]


_ARTICLES = ("| article | | 条文 | treatment | why |", "|---|---|---|---|---|")

_SOURCED_ARTICLES = (f"{_ARTICLES[0]} known by |", f"{_ARTICLES[1]}---|")


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
        "Where a text is not at hand as a whole, the last column of its table says by what each article is known:",
        "",
        "| known by | 来源 | meaning |",
        "|---|---|---|",
        *(
            f"| {each.value} | {both.zh(name_of(each))} | {both.en(Message(f'article_source.{each.value}.meaning'))} |"
            for each in ArticleSource
        ),
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
    lines += _attendance()
    lines += _open_points(both)
    lines += _authorities(both)
    for name in NAMES:
        if amended := load(name).amended:
            lines += ["", f"## Treated otherwise in `{name}`", "", *_ARTICLES, *map(both.row, amended)]
    return "\n".join(lines) + "\n"


def _attendance() -> list[str]:
    lines = [
        "",
        "## The start of a round",
        "",
        "Attendance is kept where the event says so: the option `attendance = true`, or a grace period (`grace_ms`,",
        "zero unless announced) together with the start of the round. There a table starts the round at the time of",
        "its assignment, or when an arbiter does, lets the clocks run as the text says, and puts lateness beyond",
        "the grace period to the arbiter, or rules where the text does. Who has come is told by an arbiter or by",
        "the player; a move or a request proves it as well, a press does not. Otherwise nobody is late, and whoever",
        "starts the clock starts the game.",
        "",
        "| rulebooks | start | one side absent | both absent | counts against | too late | both too late | then |",
        "|---|---|---|---|---|---|---|---|",
    ]
    found: dict[tuple[str, ...], list[str]] = {}
    for book in map(load, NAMES):
        rules = book.clock
        against = ("both" if rules.both_absent_owe else "the first mover") if rules.both_absent else ""
        ruled = {Mode.AUTOMATIC: "forfeit at once", Mode.CLAIM: "a case for the arbiter"}[rules.late_mode]
        row = (rules.start, rules.one_absent, rules.both_absent, against, rules.late, rules.both_late)
        found.setdefault((*row, ruled if rules.late else "an alert"), []).append(f"`{book.name}`")
    return lines + [f"| {', '.join(names)} | {' | '.join(row)} |" for row, names in found.items()]


def _open_points(both: _Both) -> list[str]:
    """What each book leaves to the event; books that leave the same are told together."""
    lines = [
        "",
        "## What the event settles",
        "",
        "What the texts leave open, in `options` of an assignment, and `draws` beside them. What is not set has",
        "the default of the book.",
    ]
    found: dict[str, list[Rulebook]] = {}
    for book in map(load, NAMES):
        found.setdefault(repr(book.open_points), []).append(book)
    for books in found.values():
        names = ", ".join(f"`{book.name}`" for book in books)
        lines += ["", f"### {names}", "", "| option | article | default | | 说明 |", "|---|---|---|---|---|"]
        for point in books[0].open_points:
            default = f"`{point.default}`" if point.default else ""
            meaning = f"{both.en(point.meaning)} | {both.zh(point.meaning)}"
            lines.append(f"| `{point.option}` | {point.article} | {default} | {meaning} |")
    return lines


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
