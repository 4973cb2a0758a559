"""A second computation of the tie-breaks of C.07, article by article, on plain strings, sharing nothing with ours.

A tournament is a list of players; a player is a list of rounds; a round is (letter, opponent or None, colour). Numbers
are floats and ints, loops are plain, nothing is kept between two questions.
"""

from __future__ import annotations

Round = tuple[str, int | None, str]
Field = dict[int, list[Round]]
WORTH = {"1": 1.0, "W": 1.0, "+": 1.0, "F": 1.0, "U": 1.0, "=": 0.5, "D": 0.5, "H": 0.5}
OVER_THE_BOARD = "1=0WDL"


def worth(letter: str) -> float:
    return WORTH.get(letter, 0.0)


def score(field: Field, who: int) -> float:
    return sum(worth(letter) for letter, _, _ in field[who])


def vur(letter: str) -> bool:
    return letter in "HZ-"


def article_16_3(field: Field, who: int) -> float:
    total = 0.0
    rounds = field[who]
    for at, (letter, _, _) in enumerate(rounds):
        trailing = letter in "HZ" and all(vur(later) for later, _, _ in rounds[at:])
        total += 0.5 if trailing else worth(letter)
    return total


def article_16_4(field: Field, who: int, at: int) -> float:
    letter, opponent, _ = field[who][at]
    if letter in "+-" and opponent is not None:
        return min(score(field, who), article_16_3(field, opponent))
    return min(score(field, who), 0.5 * len(field[who]))


def seen(field: Field, who: int) -> list[tuple[float, float, bool]]:
    """(opponent's score, own points, voluntary) of each round."""
    found = []
    for at, (letter, opponent, _) in enumerate(field[who]):
        if letter in OVER_THE_BOARD and opponent is not None:
            found.append((article_16_3(field, opponent), worth(letter), False))
        else:
            found.append((article_16_4(field, who, at), worth(letter), vur(letter)))
    return found


def bh(field: Field, who: int, low: int = 0, high: int = 0) -> float:
    left = seen(field, who)
    for _ in range(min(low, len(left))):
        voluntary = [each for each in left if each[2]]
        left.remove(min(voluntary or left))
    values = sorted(each[0] for each in left)
    return sum(values[: max(len(values) - high, 0)])


def sb(field: Field, who: int, low: int = 0) -> float:
    left = seen(field, who)
    for _ in range(min(low, len(left))):
        bottom = min(each[0] for each in left)
        least = min(each[0] * each[1] for each in left if each[0] == bottom)
        voluntary = [each[0] * each[1] for each in left if each[2]]
        if voluntary and min(voluntary) >= least:
            gone = next(each for each in left if each[2] and each[0] * each[1] == min(voluntary))
        else:
            gone = next(each for each in left if each[0] == bottom and each[0] * each[1] == least)
        left.remove(gone)
    return sum(each[0] * each[1] for each in left)


def fb(field: Field, who: int) -> float:
    last = max(len(rounds) for rounds in field.values())
    other: Field = {}
    for number, rounds in field.items():
        other[number] = [
            ("=", opponent, colour) if at + 1 == last and opponent is not None else (letter, opponent, colour)
            for at, (letter, opponent, colour) in enumerate(rounds)
        ]
    return bh(other, who)


def aob(field: Field, who: int) -> float:
    met = [opponent for letter, opponent, _ in field[who] if letter in OVER_THE_BOARD and opponent is not None]
    return sum(bh(field, opponent) for opponent in met) / len(met) if met else 0.0


def ps(field: Field, who: int, cut: int = 0) -> float:
    return sum(sum(worth(letter) for letter, _, _ in field[who][: at + 1]) for at in range(cut, len(field[who])))


def win(field: Field, who: int) -> int:
    return sum(letter in "1W+FU" for letter, _, _ in field[who])


def won(field: Field, who: int) -> int:
    return sum(letter in "1W" for letter, _, _ in field[who])


def bpg(field: Field, who: int) -> int:
    return sum(letter in OVER_THE_BOARD and colour == "b" for letter, _, colour in field[who])


def bwg(field: Field, who: int) -> int:
    return sum(letter in "1W" and colour == "b" for letter, _, colour in field[who])


def rep(field: Field, who: int) -> int:
    return len(field[who]) - sum(letter in "HZ-" for letter, _, _ in field[who])


def std(field: Field, who: int) -> float:
    total = 0.0
    for at, (letter, opponent, _) in enumerate(field[who]):
        against = 0.5 if opponent is None or letter in "+-" else worth(field[opponent][at][0])
        mine = worth(letter)
        total += 1 if mine > against else 0.5 if mine == against else 0
    return total


def de(field: Field, group: list[int]) -> list[list[int]]:
    """Article 6, by trying every outcome of the missing games."""
    if len(group) == 1:
        return [group]

    def mini(who: int) -> tuple[float, int]:
        """Points, and with how many of the others there was no game."""
        points, missing = 0.0, 0
        for other in group:
            games = [worth(letter) for letter, rival, _ in field[who] if rival == other and letter in OVER_THE_BOARD]
            if other != who:
                points += sum(games) / len(games) if games else 0
                missing += not games
        return points, missing

    found = {who: mini(who) for who in group}
    if not any(missing for _, missing in found.values()):
        levels = sorted({points for points, _ in found.values()}, reverse=True)
        if len(levels) == 1:
            return [group]
        return [part for level in levels for part in de(field, [who for who in group if found[who][0] == level])]
    ranked: list[list[int]] = []
    rest = list(group)
    while True:
        sure = [
            who
            for who in rest
            if len(rest) > 1 and all(found[who][0] > sum(found[other]) for other in rest if other != who)
        ]
        if not sure:
            break
        ranked.append(sure)
        rest.remove(sure[0])
    if not ranked:
        return [group]
    return ranked + (de(field, rest) if rest else [])
