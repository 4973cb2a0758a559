"""Games of renju and gomoku as SGF. What no legal move led to is a node that sets up points."""

from __future__ import annotations

from drivers.readings import EMPTY
from gateway.clock.control import Canadian, Period, Stage
from gateway.clock.control_notation import parse_control
from gateway.games import registry
from gateway.games.game import Game
from gateway.games.renju.sgf import SgfGame, SgfMove, SgfSetup
from gateway.model.errors import GatewayError
from gateway.model.sides import Side

from .game_format import GameFormat, PlayedAt
from .game_tags import is_start, local_date, result_of, ruled_lost
from .played_game import PlayedGame, PlayedMove, Stretch
from .sgf_writer import format_sgf, sgf_result

__all__ = ["SGF"]


def _write(game: PlayedGame, place: PlayedAt) -> bytes:
    white, black = game.players.white, game.players.black
    tags = {
        "GN": place.game_id,
        "PB": black.name,
        "PW": white.name,
        "BR": _rank(game, Side.BLACK),
        "WR": _rank(game, Side.WHITE),
        "BT": black.club,
        "WT": white.club,
        "RE": ruled_lost(game) or sgf_result(result_of(game)),
        "DT": local_date(game, place).strftime("%Y-%m-%d"),
        "EV": place.event,
        "PC": place.site,
        "RO": str(game.setup.round or ""),
        "RU": game.setup.rules,
        "TM": _main_time(game),
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
            setups[len(moves)] = _setup(names, stood, stretch, setups.get(len(moves)))
        moves += [_move(game, each) for each in stretch.moves]
        stood = stretch.last.board() if stretch.moves or stretch is stretches[0] else stood
    turn = None if is_start(game, stretches[0]) else start.turn
    kept = {name: value for name, value in tags.items() if value}
    written = format_sgf(SgfGame(kept, tuple(moves), tuple(stones["s"]), tuple(stones["S"]), turn, setups))
    return written.encode()


def _move(game: PlayedGame, move: PlayedMove) -> SgfMove:
    left = move.times[move.side] if move.times else None
    face = move.pressed.face if move.pressed is not None and left is not None else None
    overtime = face is not None and isinstance(_stage(game, move.side, face.stage[move.side]), Canadian)
    return SgfMove(move.side, move.text, left, face.to_go[move.side] if face is not None and overtime else None)


def _setup(names: Game, stood: str, stretch: Stretch, earlier: SgfSetup | None) -> SgfSetup:
    """What stands otherwise at the beginning of a stretch than after the last move; several set-ups there are one."""
    pairs = enumerate(zip(stood, stretch.start.board(), strict=True))
    changed = [(names.square(cell), now) for cell, (was, now) in pairs if was != now]
    black, white, empty = (tuple(point for point, now in changed if now == piece) for piece in ("s", "S", EMPTY))
    marks = (earlier.comment if earlier is not None else "", stretch.mark)
    return SgfSetup(black, white, empty, stretch.start.turn, " ".join(filter(None, marks)))


def _rank(game: PlayedGame, side: Side) -> str:
    """Title and rating in one, as SGF has one property for the strength of a player."""
    person = game.players[side]
    return " ".join(filter(None, (person.title, str(person.rating or ""))))


def _stage(game: PlayedGame, side: Side, number: int) -> Stage | None:
    try:
        stages = parse_control(game.setup.control).stages(side)
    except GatewayError:
        return None
    return stages[number] if number < len(stages) else None


def _main_time(game: PlayedGame) -> str:
    """The main time in seconds, where both sides have the same and it is one for all moves."""
    mains = {_stage(game, side, 0) for side in Side}
    main = mains.pop()
    return "" if mains or not isinstance(main, Period) or main.moves else f"{main.time_ms / 1000:g}"


SGF = GameFormat("sgf", "application/x-go-sgf", _write, lambda rules: registry.find(rules).written_as == "sgf")
