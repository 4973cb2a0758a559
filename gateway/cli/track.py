"""`flagfall track`: a recorded capture of a board through its codec and tracking."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from drivers import registry as drivers
from drivers.spec import DriverSpec
from drivers.transport.capture import Capture, parse_capture
from gateway.games import registry
from gateway.games.game import Game, Position
from gateway.lab.captures.hearing import hear
from gateway.lab.captures.spectator import Spectator
from gateway.lab.captures.story import Story
from gateway.model.errors import SettingsError

__all__ = ["track"]


def track(
    capture: Annotated[Path, typer.Argument(help="A capture: JSON lines, as `flagfall record` writes them.")],
    driver: Annotated[str, typer.Option(help="The board's driver.")] = "",
    game: Annotated[str, typer.Option(help="The game that was played.")] = "chess",
    fen: Annotated[str, typer.Option(help="The position it begins with, if the board cannot tell.")] = "",
) -> None:
    """Print the moves that a captured board saw, one a line, then what was irregular.

    What had to be assumed, such as a game that goes on from the middle, is said on standard error.
    """
    try:
        with capture.open("rb") as lines:
            taken = parse_capture(lines, driver)
    except OSError as error:
        raise SettingsError(f"{capture} cannot be read: {error.strerror}.") from error
    spec = drivers.find(driver or taken.driver)
    rules = registry.find(game)
    spectator, stories = _watched(taken, spec, rules, rules.position(fen) if fen else None)
    for story in stories:
        for note in story.watcher.noted:
            print(note.text)
    before = 0
    for number, story in enumerate(stories, 1):
        if number > 1:
            print(f"new game after move {before}")
        for alarm in story.watcher.alarms:
            print(f"irregular after move {before + alarm.ply}: {alarm.text}")
        before += len(story.watcher.noted)
        if story.left_out:
            spectator.remarks.append(f"After move {before} pieces were moved that belong to no game.")
    for remark in spectator.remarks:
        print(remark, file=sys.stderr)


def _watched(capture: Capture, spec: DriverSpec, game: Game, told: Position | None) -> tuple[Spectator, list[Story]]:
    """The capture as somebody sees it: the first understanding that explains it all, or else the best."""
    best: tuple[Spectator, list[Story]] | None = None
    for readings in hear(capture, spec, game):
        spectator = Spectator(spec, game, readings, told)
        stories = spectator.stories()
        if best is None or _worth(stories) > _worth(best[1]):
            best = spectator, stories
        if stories and all(story.clean for story in stories):
            break
    return best if best is not None else (Spectator(spec, game, ()), [])


def _worth(stories: Sequence[Story]) -> tuple[int, int]:
    return sum(story.worth[0] for story in stories), sum(story.worth[1] for story in stories)
