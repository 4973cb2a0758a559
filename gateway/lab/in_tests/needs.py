"""The needs of a test: which hardware, and which game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from drivers import registry
from firmware_sim.doubles import BOARDS, CLOCKS, DOUBLES
from gateway.clock.control import TimeControl
from gateway.clock.control_notation import parse_control
from gateway.games.registry import GAMES, find
from gateway.lab.demo.equipment import board_for
from gateway.model.errors import GatewayError
from gateway.referee.rulebooks.registry import fitting

__all__ = ["HardwareNeeds", "TableNeeds", "hardware_needs", "table_needs"]


@dataclass(frozen=True, slots=True)
class HardwareNeeds:
    """The needs for a board and a clock."""

    driver: str = "dgt"
    board: str = "chess"
    clock: str = "3000"
    remote: bool = False
    control: str = "10m+5s"


@dataclass(frozen=True, slots=True)
class TableNeeds:
    """The needs for hardware, and what is played on it."""

    hardware: HardwareNeeds
    rules: str
    rulebook: str


def hardware_needs(named: Mapping[str, object]) -> HardwareNeeds:
    """The hardware that these names ask for; raises `ValueError` that says what there is."""
    known = {field.name for field in fields(HardwareNeeds)} | {"rules", "rulebook"}
    for name in named:
        if name not in known:
            raise ValueError(f"there is nothing named {name!r} to ask for; there are {', '.join(sorted(known))}")
    needs = HardwareNeeds(**{name: value for name, value in named.items() if name not in {"rules", "rulebook"}})  # type: ignore[arg-type]  # checked next
    if needs.driver not in DOUBLES:
        raise ValueError(f"there is no simulated {needs.driver!r}; there are {', '.join(sorted(DOUBLES))}")
    boards = DOUBLES[needs.driver].boards
    if not boards:
        raise ValueError(f"{needs.driver!r} is not a board; a clock comes with any board")
    if "board" not in named and needs.board not in boards:
        needs = HardwareNeeds(needs.driver, boards[0], needs.clock, needs.remote, needs.control)
    if needs.board not in boards:
        raise ValueError(f"{needs.driver} is not made for {needs.board!r}; it is for {' or '.join(boards)}")
    if needs.clock not in CLOCKS:
        raise ValueError(f"there is no clock {needs.clock!r}; there are {' and '.join(CLOCKS)}")
    _control(needs.control)
    return needs


def table_needs(named: Mapping[str, object]) -> TableNeeds:
    """The table that these names ask for; raises `ValueError`."""
    hardware = hardware_needs(named)
    rules = str(named.get("rules") or _usual(hardware.board))
    if rules not in GAMES:
        raise ValueError(f"there is no game {rules!r}; there are {', '.join(GAMES)}")
    game = find(rules)
    board = board_for(game)
    if "board" not in named and board in DOUBLES[hardware.driver].boards:
        hardware = hardware_needs({**named, "board": board})
    side = BOARDS[hardware.board][0]
    if game.rows > side or registry.find(hardware.driver).geometries == ():
        raise ValueError(f"{rules} does not fit on a board of {side}x{side}")
    book = fitting(rules, _control(hardware.control))
    return TableNeeds(hardware, rules, str(named.get("rulebook") or (book.name if book is not None else "")))


def _usual(board: str) -> str:
    return {"chess": "chess", "draughts": "draughts-international", "draughts-64": "draughts-russian"}.get(
        board, "gomoku"
    )


def _control(text: str) -> TimeControl:
    try:
        return parse_control(text)
    except GatewayError as error:
        raise ValueError(str(error)) from error
