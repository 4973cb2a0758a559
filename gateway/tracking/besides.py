"""Touches in a turn besides the cells that its move is about, and their costs.

People knock pieces over, adjust them, push one over free cells or set it down on the way. The more a touch looks like
the trace of another move, the less likely it is to mean nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence

from drivers.readings import EMPTY

from . import costs
from .cells import is_beside, lies_between
from .sensor_model import SensorModel
from .surprisal import Cost, total
from .traces import Traces

__all__ = ["touched_besides"]


def touched_besides(
    model: SensorModel, traces: Traces, after: str, path: Sequence[int], cells: frozenset[int], lately: frozenset[int]
) -> list[Cost] | None:
    """What was touched that is neither the turn's nor the turn's before it; the move leaves the board as `after`.
    None: it cannot be, since a cell was left as the move does not leave it.

    `path` is the way of the last piece that moved, `cells` what the turn's moves are about, and `lately` what the turn
    before it was about and its hand may yet have touched.
    """
    besides = traces.during - cells - lately - model.blind
    wrong = {cell for cell in besides if after[cell] not in traces.at_end[cell] + traces.afterwards.get(cell, "")}
    if wrong and not traces.time_left:
        return None
    near = cells | lately
    touched = [_touched(model, traces, cell, after[cell], path, near) for cell in besides - wrong]
    charged = [costs.TOUCHED_NOT_YET_RIGHT] * len(wrong)
    if touched:
        charged += [*max(touched, key=total), *[costs.TOUCHED_ONE_MORE] * (len(touched) - 1)]
    return charged


def _touched(
    model: SensorModel, traces: Traces, cell: int, piece: str, path: Sequence[int], near: Collection[int]
) -> list[Cost]:
    """What speaks against a cell having been touched for nothing, on which `piece` stands as before."""
    # A piece that was set down elsewhere has left there long before the press; one that fell may stand just then.
    if piece != (traces.at_end if piece == EMPTY else traces.soon)[cell]:
        return [costs.PUT_RIGHT_AFTER_PRESS]
    cols = model.game.cols
    if any(lies_between(cell, one, other, cols) for one, other in itertools.pairwise(path)):
        return [costs.PASSED_OVER]
    beside = any(is_beside(cell, other, cols) for other in near)
    if piece == EMPTY:
        return [costs.TOUCHED_BESIDE if beside else costs.TOUCHED_ELSEWHERE]
    meanwhile = [costs.LIFTED_MEANWHILE] * traces.in_hand(cell, path[0])
    return [costs.LIFTED_BESIDE if beside else costs.LIFTED_ELSEWHERE, *meanwhile]
