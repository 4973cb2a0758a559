"""The pytest plugin: `flagfall_board`, `flagfall_clock`, `flagfall_table`.

It is loaded by every pytest of an environment that has Flagfall, so it imports pytest and nothing else; what a fixture
needs is imported when a test asks for it. It needs no other plugin: nothing in it waits for the wall's time, so that
plain tests and asynchronous ones of any kind use it alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .board_in_test import BoardInTest
    from .clock_in_test import ClockInTest
    from .table_in_test import TableInTest

__all__ = ["flagfall_board", "flagfall_clock", "flagfall_table", "pytest_configure"]

MARK = "flagfall"


def pytest_configure(config: pytest.Config) -> None:
    """Tell pytest of the marker."""
    config.addinivalue_line(
        "markers",
        f"{MARK}(driver='dgt', board='', clock='3000', remote=False, control='10m+5s', rules='', rulebook=''): "
        "which simulated hardware, and which game, this test wants of Flagfall's fixtures",
    )


def _needs(request: pytest.FixtureRequest) -> dict[str, object]:
    """What the nearest markers say; a test's own come before its module's."""
    needs: dict[str, object] = {}
    for marker in reversed(list(request.node.iter_markers(MARK))):
        if marker.args:
            raise pytest.UsageError(f"@pytest.mark.{MARK} takes names only, such as {MARK}(driver='chessnut')")
        needs |= marker.kwargs
    return needs


@pytest.fixture
def flagfall_board(request: pytest.FixtureRequest) -> BoardInTest:
    """A simulated board that speaks its maker's bytes, with the pieces in place."""
    from .board_in_test import BoardInTest
    from .needs import hardware_needs

    return BoardInTest(hardware_needs(_needs(request)))


@pytest.fixture
def flagfall_clock(flagfall_board: BoardInTest) -> ClockInTest:
    """A simulated DGT clock, plugged into `flagfall_board` where that has a socket for one, and on the same time."""
    return flagfall_board.clock


@pytest.fixture
def flagfall_table(request: pytest.FixtureRequest) -> TableInTest:
    """A whole table: two people, board, clock, driver, recognition and referee; no broker and no relay."""
    from .needs import table_needs
    from .table_in_test import TableInTest

    return TableInTest(table_needs(_needs(request)))
