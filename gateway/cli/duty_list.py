"""`flagfall duties`: what each official has to do, by GN 25."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from gateway.model.messages import name_of
from gateway.tournament.duties import DutyMoment, Officer, checklist

from .language import Language, catalogue

__all__ = ["duties"]


def duties(
    officer: Annotated[Officer | None, typer.Option(help="Only those of one official.")] = None,
    moment: Annotated[DutyMoment | None, typer.Option(help="Only those before, during or after play.")] = None,
    language: Language = "",
) -> None:
    """List the duties of officials by GN 25, to print and tick; those that the system can tell say from what."""
    texts, console = catalogue(language), Console(highlight=False)
    heading = ""
    for duty, _ in checklist((), officer=officer, moment=moment):
        above = f"{texts.render(name_of(duty.officer))} · {texts.render(name_of(duty.moment))} [{duty.article}]"
        if above != heading:
            heading = above
            console.print(f"[bold]{escape(heading)}[/bold]")
        known = f" ← {texts.render(name_of(duty.fact))}" if duty.fact is not None else ""
        console.print(escape(f"  [ ] {texts.render(duty.text)}{known}"))
