"""Small events to print forms of: a Swiss, round robins, a knock-out, teams; with Chinese names and long ones."""

from __future__ import annotations

from functools import cache

from gateway.event.event_acts import AcceptResult, CloseEntries, EnterPlayer, PairRound, PublishRound
from gateway.event.game_scores import GameScore
from gateway.event.regulations import System
from gateway.forms.form_event import FormEvent
from gateway.forms.recorded_event import recorded_event
from gateway.forms.reported_event import reported_event
from gateway.model.instants import Instant
from gateway.model.persons import Person
from gateway.tournament.trf import read_trf
from tests.event.acting import Organiser, regulations

__all__ = ["NAMES", "knock_out", "organised", "persons", "round_robin", "swiss", "teams", "two_games"]

NAMES = (
    "Ann Able", "王小明", "Bo Bright", "Élodie Çelik", "李雷", "Maximiliana von Hohenberg-Sondershausen", "Cleo Cole",
    "韩梅梅", "Dirk van den Berg", "Øyvind Ås", "欧阳娜娜", "Ed East", "Fay Fox", "赵钱孙", "Gus Gray", "Hal Hill",
)  # fmt: skip
_CLUBS = ("Riverside", "北京棋院", "Old Town Draughts Society", "上海")
_SCORES = ("1-0", "½-½", "0-1", "1-0", "0-1", "½-½", "+/-")
_START = 1_790_000_000_000
"""2026-09-21 14:13:20 UTC."""
_HOUR = 3_600_000


def persons(count: int) -> list[Person]:
    """So many, with what lists print of them."""
    return [
        Person(
            NAMES[at] if at < len(NAMES) else f"Player {at + 1}",
            title="GM" if at == 0 else "大师" if at == 1 else "",
            federation="NED" if at % 3 == 0 else "CHN",
            rating=2400 - 13 * at if at % 7 != 6 else None,
            club=_CLUBS[at % len(_CLUBS)],
        )
        for at in range(count)
    ]


def organised(
    system: System, players: int, rounds: int, played: int | None = None, pending: bool = False, **more: object
) -> Organiser:
    """An event with so many rounds played, and perhaps one more published."""
    details = {"title": "City Open 2026", "place": "Amsterdam", "chief_arbiter": "Cora Chief", **more}
    organiser = Organiser(regulations(system, rounds, **details))
    organiser.do(*(EnterPlayer(person=person) for person in persons(players)), CloseEntries())
    for at in range((rounds if played is None else played) + pending):
        organiser.do(PairRound(), PublishRound(start=Instant(_START + 5 * _HOUR * at)))
        if pending and at == played:
            break
        for game in organiser.event.rounds[-1].games:
            score = _SCORES[(game.board * 3 + at * 5 + game.white) % len(_SCORES)]
            if system is System.KNOCK_OUT and score == "½-½":
                score = "1-0"
            organiser.do(AcceptResult(pairing=game.id, score=GameScore.parse(score)))
    return organiser


@cache
def swiss(players: int = 11, rounds: int = 5, played: int = 3, tables: int = 0) -> FormEvent:
    """A Swiss in its fourth round, with a bye."""
    more: dict[str, object] = {"tie_breaks": ("BH/C1", "BH", "SB", "DE")}
    if tables:
        more["tables"] = tuple(f"t{at}" for at in range(1, tables + 1))
    return recorded_event(organised(System.DUTCH, players, rounds, played, pending=played < rounds, **more).event)


@cache
def round_robin(players: int = 6) -> FormEvent:
    """A round robin that is over."""
    rounds = players - 1 + players % 2
    return recorded_event(organised(System.ROUND_ROBIN, players, rounds, tie_breaks=("DE", "WIN", "SB")).event)


@cache
def two_games(players: int = 4) -> FormEvent:
    """A double round robin that is over."""
    return recorded_event(organised(System.DOUBLE_ROUND_ROBIN, players, 2 * (players - 1)).event)


@cache
def knock_out(players: int = 13, rounds: int = 4) -> FormEvent:
    """A knock-out before its last round, with byes and a match for third place."""
    return recorded_event(organised(System.KNOCK_OUT, players, rounds, rounds - 2, third_place=True).event)


@cache
def teams(count: int = 6, boards: int = 4, rounds: int = 3) -> FormEvent:
    """Teams in a report file: every member's line says whom he met."""
    return reported_event(read_trf(_team_report(count, boards, rounds).encode()).report)


def _team_report(count: int, boards: int, rounds: int) -> str:
    """A round robin of teams by the first rounds of the table, as TRF16 has it."""
    from gateway.tournament.round_robin import round_robin as schedule

    lines: dict[int, list[str]] = {n: [] for n in range(1, count * boards + 1)}
    for number, each in enumerate(schedule(count)[:rounds], 1):
        for first, second in each.pairs:
            for board in range(1, boards + 1):
                own, met = (first - 1) * boards + board, (second - 1) * boards + board
                score = "10=0="[(own + number) % 5]
                theirs = {"1": "0", "0": "1", "=": "="}[score]
                white = board % 2 == 1
                lines[own].append(f"{met:4d} {'w' if white else 'b'} {score}")
                lines[met].append(f"{own:4d} {'b' if white else 'w'} {theirs}")
    worth = {"1": 1.0, "=": 0.5, "0": 0.0}
    out = ["012 Team Cup 2026", "022 Beijing", "042 2026/09/21", "052 2026/09/25", "102 Cora Chief"]
    for n, rounds_of in lines.items():
        name = NAMES[(n - 1) % len(NAMES)][:33]
        total = sum(worth[each[-1]] for each in rounds_of)
        head = (
            f"001 {n:4d} m{'GM' if n == 1 else '':>3} {name:<33} {2400 - n:4d} CHN {'':11} {'':10} {total:4.1f} {n:4d}"
        )
        out.append(head + "".join(f"  {each}" for each in rounds_of))
    for team in range(1, count + 1):
        members = " ".join(f"{n:4d}" for n in range((team - 1) * boards + 1, team * boards + 1))
        out.append(f"013 {f'Team {NAMES[team]}'[:32]:<32} {members}")
    return "\r\n".join(out) + "\r\n"
