"""`flagfall timecontrol`: a time control in words, its class in each rulebook, and how its time runs."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from gateway.clock.classes import PRESETS, classify, first_moves_ms
from gateway.clock.control import ByoYomi, Canadian, CountUp, Hourglass, Period, Shared, TimeControl
from gateway.clock.control_in_words import Point, course, explain, in_words
from gateway.clock.control_notation import format_control, parse_control
from gateway.clock.control_tag import format_tags
from gateway.model.errors import NotationError
from gateway.model.instants import Millis
from gateway.model.messages import message, name_of
from gateway.texts.catalogue import Catalogue

from .language import Language, catalogue

__all__ = ["timecontrol"]

MOVES = 60
HEIGHT = 8
BLOCKS = " ▁▂▃▄▅▆▇█"


def timecontrol(
    control: Annotated[
        str,
        typer.Argument(
            help="A control such as 10m+5s, '40/90m, 30m+30s' or 'shared 60m, 5m+3s', or a preset: "
            + ", ".join(PRESETS),
        ),
    ],
    think: Annotated[
        str, typer.Option(help="Draw the clock of a player who takes this long for every move, e.g. 20s.")
    ] = "",
    language: Language = "",
) -> None:
    """Explain a time control."""
    console, texts = Console(highlight=False), catalogue(language)
    try:
        found = PRESETS[control].control if control in PRESETS else parse_control(control)
        pace = _think_ms(think) if think else _even_pace(found)
    except NotationError as error:
        Console(stderr=True, highlight=False, soft_wrap=True).print(escape(texts.render(error.message)))
        raise typer.Exit(2) from None
    console.print(f"[bold]{escape(format_control(found))}[/bold]")
    for sentence in explain(found):
        console.print(Padding(escape(texts.render(sentence)), (0, 0, 0, 2)))
    console.print()
    console.print(_classes(texts, found))
    for name, value in format_tags(found).items():
        console.print(escape(f'PGN, PDN   [{name} "{value}"]'))
    console.print()
    console.print(escape(texts.text("command.timecontrol.drawing", time=in_words(pace))))
    console.print("\n".join(drawing(course(found, MOVES, pace))))


_HEADINGS = (
    message("command.rulebook.rulebook"),
    message("command.timecontrol.pace"),
    message("command.rulebook.article"),
    message("command.rulebook.why"),
)


def _classes(texts: Catalogue, control: TimeControl) -> Table:
    """What each rulebook calls the control."""
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=True, header_style="dim")
    for heading in _HEADINGS:
        table.add_column(texts.render(heading))
    for each in classify(control):
        table.add_row(each.rulebook, texts.render(name_of(each.pace)), each.article, texts.render(each.why))
    return table


def _think_ms(text: str) -> Millis:
    """A length of time given on the command line."""
    match parse_control(text).white:
        case (Period(time_ms=time_ms, moves=0, bonus=None),):
            return time_ms
        case _:
            raise NotationError(f"not a length of time: {text}; write 20s or 1m30s")


def _even_pace(control: TimeControl) -> Millis:
    """A pace that shows the control: nearly all of the time in 60 moves."""
    allotted = first_moves_ms(control.white)
    if allotted is None:
        allotted = Millis(sum(_main_ms(stage) for stage in control.white) or 60 * 20_000)
    return Millis(max(1_000, allotted * 95 // 100 // MOVES // 1_000 * 1_000))


def _main_ms(stage: Period | ByoYomi | Canadian | Hourglass | CountUp | Shared) -> int:
    """Roughly what a stage gives."""
    match stage:
        case Period(time_ms=time_ms) | Canadian(time_ms=time_ms) | Hourglass(time_ms=time_ms):
            return time_ms
        case Shared(time_ms=time_ms):
            return time_ms // 2
        case ByoYomi(periods=periods, period_ms=period_ms):
            return periods * period_ms
        case CountUp():
            return 0


def drawing(points: tuple[Point, ...]) -> list[str]:
    """A chart of the clock after each move: time upwards, moves to the right, stages and the flag marked below."""
    top = max((point.ms for point in points), default=0) or 1
    lines = []
    for row in range(HEIGHT, 0, -1):
        cells = ""
        for point in points:
            eighths = point.ms * HEIGHT * 8 // top - (row - 1) * 8
            cells += BLOCKS[max(0, min(8, eighths))]
        label = _clock(top * row // HEIGHT) if row in (HEIGHT, HEIGHT // 2) else ""
        lines.append(f"{label:>9} │{cells}".rstrip())
    lines.append(f"{'0:00':>9} └{'─' * len(points)}")
    marks = [" "] * len(points)
    for index, point in enumerate(points):
        if index and point.stage != points[index - 1].stage:
            marks[index] = str(point.stage + 1)
        if point.fell:
            marks[index] = "⚑"
    if any(mark != " " for mark in marks):
        lines.append(f"{'':>9}  {''.join(marks)}".rstrip())
    lines.append(f"{'move':>9}  0{f'{points[-1].move}':>{max(1, len(points) - 1)}}")
    return lines


def _clock(ms: int) -> str:
    """A time as a clock shows it."""
    minutes, seconds = divmod(ms // 1_000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
