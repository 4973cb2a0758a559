"""Games of a record as files: PGN, PDN, SGF, RenLib. Each format is a module of its own, listed here."""

from __future__ import annotations

from collections.abc import Sequence

from gateway.games import registry
from gateway.model.errors import GatewayError
from gateway.model.messages import message

from .game_format import GameFormat, PlayedAt
from .pdn_format import PDN
from .pgn_format import PGN
from .played_game import PlayedGame
from .renlib_format import RENLIB
from .sgf_format import SGF

__all__ = ["FORMATS", "PlayedAt", "WrongFormat", "format_of", "formats_for", "joined", "write_file", "write_game"]

FORMATS: dict[str, GameFormat] = {each.name: each for each in (PGN, PDN, SGF, RENLIB)}
"""The formats by the ends of their files' names."""


class WrongFormat(GatewayError):
    """Games of this kind are not written so."""


def format_of(game: PlayedGame) -> str:
    """The notation in which the game is written."""
    return registry.find(game.setup.rules).written_as


def formats_for(rules: str) -> list[str]:
    """Every format in which games by these rules are written, that of their own notation first."""
    fitting = [name for name, each in FORMATS.items() if each.rules(rules)]
    return sorted(fitting, key=lambda name: name != registry.find(rules).written_as)


def write_file(game: PlayedGame, form: str, place: PlayedAt) -> bytes:
    """The game as a file of one of `FORMATS`; raises `WrongFormat` for one that is not for its rules."""
    if not FORMATS[form].rules(game.setup.rules):
        right = " / ".join(formats_for(game.setup.rules))
        raise WrongFormat(message("problem.wrong_format", rules=game.setup.rules, right=right, form=form))
    return FORMATS[form].write(game, place)


def write_game(game: PlayedGame, form: str, place: PlayedAt) -> str:
    """The same as text, of a format that is one."""
    return write_file(game, form, place).decode()


def joined(files: Sequence[bytes], form: str) -> bytes:
    """Several games of a format as one file."""
    kind = FORMATS[form]
    return kind.merge(files) if kind.merge is not None and len(files) != 1 else kind.separator.join(files)
