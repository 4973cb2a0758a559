"""The list of commands. A command's module is imported when it is called, so that a table agent starts small."""

from __future__ import annotations

import errno
import importlib
import sys
from collections.abc import Callable, Iterator
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from drivers.errors import DriverError
from gateway import __version__
from gateway.lab.radio import chosen_radio
from gateway.model.errors import GatewayError, JournalError

from .language import catalogue

__all__ = ["COMMANDS", "main"]

PANELS = {
    "Set up a hall": {
        "setup": "gateway.cli.setup_command:setup",
        "authority": "gateway.cli.authority:authority",
        "enrol": "gateway.cli.enrol:enrol",
        "install": "gateway.cli.installing:install",
        "upgrade": "gateway.cli.installing:upgrade",
        "rollback": "gateway.cli.installing:rollback",
        "uninstall": "gateway.cli.installing:uninstall",
        "wheels": "gateway.cli.wheels:wheels",
    },
    "Run it": {
        "table": "gateway.cli.processes:table",
        "relay": "gateway.cli.processes:relay",
        "broker": "gateway.cli.broker_commands:broker",
        "people": "gateway.cli.people:people",
        "delay": "gateway.cli.delay:delay",
        "assign": "gateway.cli.assign:assign",
        "act": "gateway.cli.act:act",
        "doctor": "gateway.cli.doctor:doctor",
    },
    "Tournaments": {
        "tournament": "gateway.cli.tournament:tournament",
        "draw": "gateway.cli.draw:draw",
        "pair": "gateway.cli.pair_command:pair",
        "standings": "gateway.cli.standings:standings",
        "duties": "gateway.cli.duty_list:duties",
        "forms": "gateway.cli.forms_command:forms",
        "trf": "gateway.cli.report_pairing:trf",
        "ratings": "gateway.cli.ratings:ratings",
        "bridge": "gateway.cli.bridge_commands:bridge",
        "round-clock": "gateway.cli.round_clock_command:round_clock",
    },
    "Rules": {
        "rulebook": "gateway.cli.rulebook:rulebook",
        "judge": "gateway.cli.judge:judge",
        "timecontrol": "gateway.cli.timecontrol:timecontrol",
        "replay": "gateway.cli.replay:replay",
        "perft": "gateway.cli.perft:perft",
    },
    "Records and feeds": {
        "journal": "gateway.cli.journal:journal",
        "export": "gateway.cli.game_export:export",
        "archive": "gateway.cli.archive:archive",
        "feed": "gateway.cli.feed_commands:feed",
        "push": "gateway.cli.push:push",
        "livechess": "gateway.cli.livechess:livechess",
        "schema": "gateway.cli.schema_files:schema",
    },
    "Boards and clocks": {
        "devices": "gateway.cli.devices:devices",
        "record": "gateway.cli.record:record",
        "decode": "gateway.cli.decode:decode",
        "sim": "gateway.cli.sim:sim",
    },
    "Try it, and test it": {
        "demo": "gateway.cli.demo:demo",
        "virtual": "gateway.cli.virtual:virtual",
        "chaos": "gateway.cli.chaos:chaos",
        "rehearse": "gateway.cli.rehearse:rehearse",
        "track": "gateway.cli.track:track",
        "calibrate": "gateway.cli.calibrate:calibrate",
    },
}
"""What a person wants to do, and the commands for it, in the order of the help text: name to `module:function`, or to
`module:group` of a command that has commands."""
COMMANDS = {name: where for panel in PANELS.values() for name, where in panel.items()}
_PANEL_OF = {name: panel for panel, names in PANELS.items() for name in names}
OLD_NAMES = {"form": "forms"}
"""Names that commands had, which are still read."""


class _Commands(TyperGroup):
    """A group that looks its commands up in the table above."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - the base class has it
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> TyperCommand | TyperGroup | None:  # noqa: ARG002 - as above
        cmd_name = OLD_NAMES.get(cmd_name, cmd_name)
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        found = getattr(importlib.import_module(module), name)
        command = typer.main.get_group(found) if isinstance(found, typer.Typer) else _single(cmd_name, found)
        if not isinstance(command, TyperCommand | TyperGroup):
            return None
        command.name = cmd_name
        command.rich_help_panel = _PANEL_OF[cmd_name]
        return command


def _single(name: str, function: Callable[..., Any]) -> object:
    """The command that a function is by itself."""
    alone = typer.Typer(add_completion=False)
    alone.command(name)(function)
    return typer.main.get_command(alone)


app = typer.Typer(
    name="flagfall",
    cls=_Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="The open gateway between a playing table and everyone who follows the game.",
)


def main() -> None:
    """Run the command; a mistake of the user's is one sentence and exit code 2, not a trace.

    What is wrong with a disk has exit code 1: it may be mended while nobody touches the settings.
    """
    try:
        with chosen_radio():
            app()
    except Exception as error:
        errors = list(_side_by_side(error))
        mistakes = [mistake for each in errors if (mistake := _mistake(each))]
        if len(mistakes) < len(errors):
            raise
        sentence, code = mistakes[0]
        print(f"flagfall: {sentence}", file=sys.stderr)
        sys.exit(code)


def _side_by_side(error: Exception) -> Iterator[Exception]:
    """What went wrong in each of the tasks that ran together, or the one thing that did."""
    if isinstance(error, ExceptionGroup):
        for each in error.exceptions:
            yield from _side_by_side(each)
    else:
        yield error


def _mistake(error: Exception) -> tuple[str, int] | None:
    """The sentence and the exit code for what a user or a disk did; None if the program is wrong."""
    code = 1 if isinstance(error, JournalError) or _failing_disk(error) else 2
    match error:
        case GatewayError():
            return catalogue().render(error.message), code
        case DriverError():
            return str(error), code
        case OSError() if error.filename is not None:  # of a file that somebody has named
            return f"{error.filename} cannot be read or written: {error.strerror}.", code
        case _:
            return None


_DISK = frozenset({errno.EIO, errno.ENOSPC, errno.EROFS, errno.EDQUOT, errno.ENODEV, errno.ENXIO, errno.ESTALE})


def _failing_disk(error: BaseException | None) -> bool:
    """Whether a disk is behind it, whatever was being read or written."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in _DISK:
            return True
        error = error.__cause__
    return False


def _version(wanted: bool) -> None:
    if wanted:
        print(f"flagfall {__version__}")
        raise typer.Exit


@app.callback()
def flagfall(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Read boards and clocks, referee games by the written rules, show them to arbiters and the public."""
