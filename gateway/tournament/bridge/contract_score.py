"""The score of a contract by Law 77: points for tricks, bonuses, and what undertricks cost."""

from __future__ import annotations

from .compass import Partnership, is_vulnerable
from .contract import Denomination, Doubling, PlayedContract

__all__ = ["declarers_score", "north_south_score"]

_TRICK = {
    Denomination.CLUBS: 20,
    Denomination.DIAMONDS: 20,
    Denomination.HEARTS: 30,
    Denomination.SPADES: 30,
    Denomination.NO_TRUMP: 30,
}
_FIRST_NO_TRUMP = 10
"""More for the first odd trick without trumps."""

_GAME = 100
"""Points for tricks bid and made that are a game."""
_PART_SCORE_BONUS = 50
_GAME_BONUS = {False: 300, True: 500}
"""By whether the side is vulnerable, as everything below."""
_SLAM_BONUS = {6: {False: 500, True: 750}, 7: {False: 1000, True: 1500}}
_INSULT = 50
"""For making a doubled contract; twice for a redoubled one."""
_DOUBLED_OVERTRICK = {False: 100, True: 200}


def north_south_score(board: int, played: PlayedContract) -> int:
    """What North and South score on a board; East and West the same with the other sign."""
    if played.contract is None:
        return 0
    side = played.contract.declarer.partnership
    score = declarers_score(played, vulnerable=is_vulnerable(board, side))
    return score if side is Partnership.NORTH_SOUTH else -score


def declarers_score(played: PlayedContract, *, vulnerable: bool) -> int:
    """What the declarer's side scores."""
    if played.contract is None:
        return 0
    if played.over < 0:
        return -_undertricks(-played.over, played.contract.doubling, vulnerable=vulnerable)
    level, denomination, doubling = played.contract.level, played.contract.denomination, played.contract.doubling
    tricks = level * _TRICK[denomination] + (_FIRST_NO_TRUMP if denomination is Denomination.NO_TRUMP else 0)
    bid = tricks * doubling.factor
    bonus = _GAME_BONUS[vulnerable] if bid >= _GAME else _PART_SCORE_BONUS
    slam = _SLAM_BONUS[level][vulnerable] if level in _SLAM_BONUS else 0
    return bid + bonus + slam + _overtricks(played.over, denomination, doubling, vulnerable=vulnerable)


def _overtricks(count: int, denomination: Denomination, doubling: Doubling, *, vulnerable: bool) -> int:
    if doubling is Doubling.NONE:
        return count * _TRICK[denomination]
    twice = doubling.factor // 2
    return twice * (_INSULT + count * _DOUBLED_OVERTRICK[vulnerable])


def _undertricks(count: int, doubling: Doubling, *, vulnerable: bool) -> int:
    if doubling is Doubling.NONE:
        return count * (100 if vulnerable else 50)
    # The first, the second and the third, and each further one.
    each = [200, 300, 300] if vulnerable else [100, 200, 200]
    return doubling.factor // 2 * (sum(each[:count]) + 300 * max(0, count - 3))
