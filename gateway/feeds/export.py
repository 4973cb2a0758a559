"""A game of a record as a file, in the notation that its rules declare: PGN, PDN or SGF."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from drivers.readings import EMPTY
from gateway.clock.control_notation import parse_control
from gateway.clock.control_tag import format_tags
from gateway.games import registry
from gateway.games.chess.pgn import PgnGame, PgnMove
from gateway.games.draughts.pdn import PdnClock, PdnGame, PdnMove, PdnSetup
from gateway.games.draughts.variants import BRAZILIAN, INTERNATIONAL, RUSSIAN
from gateway.games.game import Game
from gateway.games.renju.sgf import SgfGame, SgfMove, SgfSetup
from gateway.model.errors import GatewayError
from gateway.model.instants import wall_time
from gateway.model.messages import message
from gateway.model.results import Reason, Result
from gateway.model.sides import Side

from .pdn_writer import format_pdn, pdn_result
from .pgn_writer import format_pgn, pgn_result
from .played_game import PlayedGame, Stretch
from .sgf_writer import format_sgf, sgf_result

__all__ = ["FORMATS", "PlayedAt", "WrongFormat", "format_of", "write_game"]

_GAME_TYPES = {variant.name: variant.pdn_type for variant in (INTERNATIONAL, RUSSIAN, BRAZILIAN)}
_VARIANTS = {"chess960": "Chess960"}
"""Games of chess whose records have to say that they are not the usual one, and where the pieces stood."""
_TERMINATIONS = {
    Reason.FLAG: "time forfeit",
    Reason.FORFEIT: "abandoned",
    Reason.PENALTY: "rules infraction",
    Reason.FORBIDDEN: "rules infraction",
    Reason.ARBITER: "adjudication",
}


class PlayedAt(NamedTuple):
    """The place of a game: event, round, table."""

    event: str = ""
    table: str = ""


class WrongFormat(GatewayError):
    """Games of this kind are not written so."""


def format_of(game: PlayedGame) -> str:
    """The notation in which the game is written."""
    return registry.find(game.setup.rules).written_as


def write_game(game: PlayedGame, form: str, place: PlayedAt) -> str:
    """The game in one of `FORMATS`; raises `WrongFormat` for one that is not for its rules."""
    right = format_of(game)
    if form != right:
        raise WrongFormat(message("problem.wrong_format", rules=game.setup.rules, right=right, form=form))
    return FORMATS[form](game, place)


def _pgn(game: PlayedGame, place: PlayedAt) -> str:
    tags = _tags(game, place, _ruled_lost(game) or pgn_result(_result(game)))
    last, variant = game.last, _VARIANTS.get(game.setup.rules, "")
    if variant:
        tags["Variant"] = variant
    if variant or not _is_start(game, last):
        tags["FEN"] = last.start.fen()
    earlier = _earlier(game)
    if earlier:
        tags["MovesBefore"] = earlier
    moves = tuple(PgnMove(move.text, move.times[move.side] if move.times else None) for move in last.moves)
    return format_pgn(PgnGame(tags, moves, tags["Result"], earlier))


def _pdn(game: PlayedGame, place: PlayedAt) -> str:
    game_type = _GAME_TYPES[game.setup.rules]
    tags = _tags(game, place, _ruled_lost(game) or pdn_result(game_type, _result(game))) | {"GameType": str(game_type)}
    items: list[PdnMove | PdnSetup] = []
    for number, stretch in enumerate(game.stretches):
        if number:
            items.append(PdnSetup(stretch.start.fen(), stretch.mark))
        elif not _is_start(game, stretch):
            tags["FEN"] = stretch.start.fen()
        for move in stretch.moves:
            clock = PdnClock(move.times.white, move.times.black, move.side.other) if move.times else None
            items.append(PdnMove(move.text, clock))
    return format_pdn(PdnGame(tags, tuple(items)))


def _sgf(game: PlayedGame, place: PlayedAt) -> str:
    white, black = game.players.white, game.players.black
    tags = {
        "PB": black.name,
        "PW": white.name,
        "BR": black.title,
        "WR": white.title,
        "BT": black.club,
        "WT": white.club,
        "RE": _ruled_lost(game) or sgf_result(_result(game)),
        "DT": _date(game).strftime("%Y-%m-%d"),
        "EV": place.event,
        "RO": str(game.setup.round or ""),
        "RU": game.setup.rules,
        "OT": game.setup.control,
    }
    stretches = list(game.stretches)
    while len(stretches) > 1 and not stretches[0].moves and not stretches[1].mark:
        stretches.pop(0)  # what the game begins from
    start, names = stretches[0].start, registry.find(game.setup.rules)
    stones = {piece: [names.square(n) for n, each in enumerate(start.board()) if each == piece] for piece in "sS"}
    moves: list[SgfMove] = []
    setups: dict[int, SgfSetup] = {}
    stood = start.board()
    for stretch in stretches:
        if stretch is not stretches[0]:
            setups[len(moves)] = _sgf_setup(names, stood, stretch, setups.get(len(moves)))
        moves += [
            SgfMove(each.side, each.text, each.times[each.side] if each.times else None) for each in stretch.moves
        ]
        stood = stretch.last.board() if stretch.moves or stretch is stretches[0] else stood
    turn = None if _is_start(game, stretches[0]) else start.turn
    kept = {name: value for name, value in tags.items() if value}
    return format_sgf(SgfGame(kept, tuple(moves), tuple(stones["s"]), tuple(stones["S"]), turn, setups))


def _sgf_setup(names: Game, stood: str, stretch: Stretch, earlier: SgfSetup | None) -> SgfSetup:
    """What stands otherwise at the beginning of a stretch than after the last move; several set-ups there are one."""
    pairs = enumerate(zip(stood, stretch.start.board(), strict=True))
    changed = [(names.square(cell), now) for cell, (was, now) in pairs if was != now]
    black, white, empty = (tuple(point for point, now in changed if now == piece) for piece in ("s", "S", EMPTY))
    marks = (earlier.comment if earlier is not None else "", stretch.mark)
    return SgfSetup(black, white, empty, stretch.start.turn, " ".join(filter(None, marks)))


FORMATS: dict[str, Callable[[PlayedGame, PlayedAt], str]] = {"pgn": _pgn, "pdn": _pdn, "sgf": _sgf}
"""The writers by the ends of their files' names."""


def _tags(game: PlayedGame, place: PlayedAt, result: str) -> dict[str, str]:
    """The tags that PGN and PDN have in common."""
    tags = {
        "Event": place.event or "?",
        "Site": "?",
        "Date": _date(game).strftime("%Y.%m.%d"),
        "Round": str(game.setup.round or "?"),
        "White": game.players.white.name or "?",
        "Black": game.players.black.name or "?",
        "Result": result,
    }
    for side in Side:
        person, who = game.players[side], side.value.capitalize()
        rating = "" if person.rating is None else str(person.rating)
        more = {"Title": person.title, "Elo": rating, "Team": person.club, "Federation": person.federation}
        tags |= {f"{who}{name}": value for name, value in more.items() if value}
    if place.table:
        tags["Board"] = place.table
    tags |= format_tags(parse_control(game.setup.control))
    if game.ended is not None:
        tags["Termination"] = _TERMINATIONS.get(game.ended.reason, "normal")
    return tags


def _result(game: PlayedGame) -> Result | None:
    return None if game.ended is None else game.ended.result


def _ruled_lost(game: PlayedGame) -> str:
    """The score of a draw that was ruled lost for one side afterwards, White first; no notation has one of its own."""
    lost = None if game.ended is None else game.ended.lost
    return "" if lost is None else "0-1/2" if lost is Side.WHITE else "1/2-0"


def _date(game: PlayedGame) -> datetime:
    return wall_time(game.at)


def _is_start(game: PlayedGame, stretch: Stretch) -> bool:
    return stretch.start == registry.find(game.setup.rules).start()


def _earlier(game: PlayedGame) -> str:
    """The moves before the position was last set, for a notation that cannot say it otherwise."""
    written = [" ".join(move.text for move in stretch.moves) for stretch in game.stretches[:-1]]
    following = [stretch.mark for stretch in game.stretches[1:]]
    return " / ".join(f"{moves} {mark}".strip() for moves, mark in zip(written, following, strict=True))
