"""`flagfall judge`: a journal judged again; or what a single stone makes, as JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from gateway.games.renju.forbidden import judge as judge_stone
from gateway.games.renju.forbidden import make_board
from gateway.games.renju.points import parse_point
from gateway.model.errors import GameError, NotationError
from gateway.model.sides import Side
from gateway.referee import rulebooks
from gateway.referee.rulebooks.citing import cite_rules

from .language import Language, catalogue

__all__ = ["judge"]

_GAMES = ("renju", "gomoku")


class PointToJudge(msgspec.Struct):
    """One line of `--stdin`."""

    move: str
    black: list[str] = []
    white: list[str] = []
    side: Side = Side.BLACK


class JudgedPoint(msgspec.Struct):
    """One line of output."""

    legal: bool
    forbidden: str | None
    five: bool


def judge(
    game: Annotated[
        str,
        typer.Argument(
            help="The journal of a table, or its entries line by line; or renju, or gomoku, to judge a stone.",
            metavar="JOURNAL|renju|gomoku",
        ),
    ],
    black: Annotated[str, typer.Option(help="Black stones, like h8,i9.")] = "",
    white: Annotated[str, typer.Option(help="White stones.")] = "",
    move: Annotated[str, typer.Option(help="The point to judge.")] = "",
    side: Annotated[Side, typer.Option(help="Whose stone it is.")] = Side.BLACK,
    stdin: Annotated[
        bool, typer.Option("--stdin", help='Answer each line {"black": [...], "white": [...], "move": "j10"}.')
    ] = False,
    everything: Annotated[bool, typer.Option("--all", help="A journal: show inputs without a ruling too.")] = False,
    language: Language = "",
) -> None:
    """Judge a journal again and show every ruling with its article and the facts it rested on.

    Exit code 1 if the rules now give other rulings than the record has. With renju or gomoku, say whether a stone is
    forbidden and whether it makes a five.
    """
    if game not in _GAMES:
        if not Path(game).exists():
            typer.echo(catalogue(language).text("command.judge.nothing", text=game), err=True)
            raise typer.Exit(2)
        from .judge_journal import judge_journal

        raise typer.Exit(judge_journal(Path(game), catalogue(language), everything=everything))
    if stdin:
        for line in sys.stdin:
            if line.strip():
                typer.echo(_answer_line(game, line))
        return
    try:
        if not move:
            raise NotationError("Say which point to judge: --move j10, or --stdin for many.")
        answer = _answer(game, PointToJudge(move, _points(black), _points(white), side))
    except GameError as error:
        typer.echo(catalogue().render(cite_rules(error.message, rulebooks.for_game("renju")[0])), err=True)
        raise typer.Exit(2) from error
    typer.echo(json.dumps(msgspec.to_builtins(answer)))


def _points(text: str) -> list[str]:
    return text.replace(",", " ").split()


def _answer_line(game: str, line: str) -> str:
    """The answer to one line; a line that cannot be answered says why, and the next ones are answered."""
    try:
        return json.dumps(msgspec.to_builtins(_answer(game, msgspec.json.decode(line, type=PointToJudge))))
    except GameError as error:
        return json.dumps({"error": catalogue().render(cite_rules(error.message, rulebooks.for_game("renju")[0]))})
    except msgspec.DecodeError as error:
        return json.dumps({"error": str(error)})


def _answer(game: str, question: PointToJudge) -> JudgedPoint:
    board = make_board(map(parse_point, question.black), map(parse_point, question.white))
    verdict = judge_stone(board, parse_point(question.move), question.side)
    if game == "gomoku":
        # Free opening: an overline of either colour counts as a five (GN app. 2.2).
        five = verdict.five or verdict.forbidden == "overline"
        return JudgedPoint(legal=True, forbidden=None, five=five)
    return JudgedPoint(legal=verdict.forbidden is None, forbidden=verdict.forbidden, five=verdict.five)
