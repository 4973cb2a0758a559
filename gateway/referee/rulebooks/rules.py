"""The rules of a rulebook, group by group: draws, clocks, offences, complaints, appeals, adjournments, colours.

An empty citation means that the texts do not have the rule; the machine then does nothing of the kind.
"""

from __future__ import annotations

import msgspec

from gateway.model.instants import Millis
from gateway.model.irregularities import Irregularity
from gateway.model.messages import Message
from gateway.referee.options import DrawGate, Mode, Options
from gateway.referee.penalties import Penalty
from gateway.referee.roles import Role

__all__ = [
    "AdjournmentRules",
    "AppealRules",
    "Authority",
    "ClockRules",
    "ColourRules",
    "ComplaintRules",
    "DrawRules",
    "Offence",
    "OffenceRules",
    "OpenPoint",
]


class OpenPoint(msgspec.Struct, frozen=True):
    """A point that the texts leave open, and that the event settles by an option."""

    option: str
    """Its name in the settings."""
    article: str
    """The article that leaves it open."""
    default: str
    """Its value where the event says nothing, as the settings write it."""
    meaning: Message


class Offence(msgspec.Struct, frozen=True):
    """The offence that an irregularity is by the text, and its penalty."""

    article: str
    penalty: Penalty | None = None
    charged: bool = True
    """False: arbiters are told, and nobody is charged with it."""


class Authority(msgspec.Struct, frozen=True):
    """The authority to impose a penalty."""

    roles: tuple[Role, ...]
    article: str


class DrawRules(msgspec.Struct, frozen=True, kw_only=True):
    """Agreement, offers and claims of a draw."""

    agreed: str
    agreed_after_moves: bool = False
    """Only once each side has made a move (FIDE 5.2.3)."""
    gate: DrawGate = DrawGate.NONE
    gate_article: str = ""
    claim: str = ""
    """By which a player asks for a draw, and a wrong request is refused."""
    claim_by_mover: bool = False
    """Only the side to move may claim (FIDE 9.2)."""
    by_claim: bool = False
    """The rule draws of the game wait for a claim where the event says so (decision D3)."""
    wrong_claim: str = ""
    wrong_claim_ms: Millis = Millis(0)
    """What the opponent of a wrong claim gets (FIDE 9.5.3)."""
    wrong_claim_binds: str = ""
    """By which a wrong claim is refused, and the move that was written for it has to be played (FIDE 9.5.3)."""
    claim_offers: str = ""
    """By which a claim is an offer as well, and stays one when it is wrong (FIDE 9.1.2.3)."""
    offer: str = ""
    """How an offer is made, where that is another article than the agreement's."""
    offer_again: str = ""
    """By which a refused side waits for the opponent's offer before it offers again."""
    offer_offence: str = ""
    """By which an offer without a move is put to the arbiter; empty if it may be made at any time."""
    declined: str = ""
    """How an offer is refused."""
    declined_by_move: str = ""
    """How it is refused by playing on, where the text says so."""
    declined_by_touch: str = ""
    """How it is refused by touching a piece to move or to capture, where the text says so."""
    rule_draw: str = ""
    """Drawn material without a Fischer clock (DH rapid 8)."""
    time_trouble: str = ""
    """A minute or less and eight pieces or fewer without a Fischer clock (DH rapid 9)."""


class ClockRules(msgspec.Struct, frozen=True, kw_only=True):
    """Flags, stops and lateness."""

    flag: str
    flag_increment: str = ""
    """With an increment, where that is another article."""
    flag_moves: str = ""
    """With a number of moves to be made, where that is another article."""
    flags: Mode = Mode.AUTOMATIC
    flag_claim: str = ""
    """By which a player reports a flag."""
    flag_claimed: str = ""
    """By which a reported flag ends the game, where that is another article."""
    flag_claim_basic: str = ""
    """Both of it without close supervision, where that is another article (FIDE A.5.3)."""
    flags_unattended: Mode | None = None
    """How flags are ruled where no arbiter is at hand, if otherwise (decision C5)."""
    low_ms: Millis = Millis(0)
    """The time left of which the text says something, so that the record tells it; 0 if it does not."""
    flag_refused: str = ""
    """By which a flag that has not fallen is refused, where that is another article."""
    both_flags: str = ""
    """Draw when nobody can tell who overstepped first; without it the arbiter decides."""
    both_flags_at_once: bool = False
    """Both flags down before a claim draw, even if it is known which fell first (decision J6)."""
    unclear: str = ""
    """The article under which unclear flags are put to the arbiter."""
    unclear_announced: str = ""
    """The same where the event has announced guideline III and nobody gets an increment: a draw may be chosen."""
    finish: str = ""
    """Where and when a quickplay finish is played (FIDE III.2)."""
    finish_increment: str = ""
    """By which five seconds a move are asked for in it (FIDE III.4)."""
    finish_claim: str = ""
    """By which a draw is claimed in it (FIDE III.5)."""
    finish_unattended: str = ""
    """The same where no arbiter is at hand (FIDE III.6)."""
    finish_by_choice: dict[str, str] = {}
    """What each decision about that claim rests on."""
    unclear_between: str = ""
    """The same in a period that is not the last one: play goes on."""
    displaced: str = ""
    """Pressing while stones are out of place."""
    no_mate: str = ""
    """Draw if the opponent of the fallen flag could never win (FIDE 6.9)."""
    stop: str = ""
    """A player may stop the clock to call the arbiter."""
    pause: str = ""
    """An arbiter stops it, where that is another article."""
    stop_displaced: str = ""
    """The same while pieces are off their squares, where that is another article (FIDE 7.4.2)."""
    wrong_setting: str = ""
    """A wrong setting of the clock is corrected (FIDE 6.10.2)."""
    wrong_setting_stays: str = ""
    """Without close supervision it stays after ten moves by each, unless there is a reason (FIDE A.5.1.1)."""
    stop_not: str = ""
    """A player may not, and by which article."""
    pressed_first: str = ""
    """Pressing while no move follows."""
    pressed_early: str = ""
    """Pressing before the move is made, which follows."""
    moved_first: str = ""
    """Moving before the opponent has pressed."""
    moved_first_penalty: Penalty = Penalty.WARNING
    moved_first_again: Penalty | None = None
    """What the second breach is punished with, where the text says so."""
    start: str = ""
    """At the set time the clock of the side that moves first starts."""
    one_absent: str = ""
    """A side that is absent alone has its clock run, whoever moves first (GN 14.3.2)."""
    both_absent: str = ""
    """Whose time passes while nobody is there."""
    both_absent_owe: bool = False
    """It counts against both; otherwise against the side that moves first (FIDE 6.7.2)."""
    late: str = ""
    both_late: str = ""
    late_mode: Mode = Mode.CLAIM
    """Automatic: absence forfeits at once; otherwise the arbiter decides."""
    failure: str = ""
    """Clock failure: a win within five rounds, or a draw (GO app.6 §8)."""
    shared: str = ""
    """Common time: a clock that is put on the table, and what is used up with nothing to follow."""
    replace: str = ""
    """A faulty clock is replaced."""

    def flag_mode(self, options: Options) -> Mode:
        """Whether a flag is ruled when it is seen, or claimed."""
        unattended = None if options.attended else self.flags_unattended
        return options.flags or unattended or self.flags


class OffenceRules(msgspec.Struct, frozen=True, kw_only=True):
    """Rules for what is not a move, and what follows from it."""

    kinds: dict[Irregularity, Offence] = {}
    other: Offence | None = None
    """Any irregularity that `kinds` does not name."""
    accept: str = ""
    """By which playing on accepts it."""
    opening: str = ""
    """Not keeping to the opening protocol; empty to cite the protocol."""
    pattern: str = ""
    """The first three stones make none of the patterns, where that is another article."""
    correction: bool = False
    """The opponent chooses between correction and acceptance (FMJD 5.4)."""
    accident: str = ""
    """The position was changed by nobody's fault, or nobody knows how."""
    accidents: frozenset[Irregularity] = frozenset()
    """What is put right as an accident, and charged to nobody."""
    accident_choices: tuple[str, ...] = ()
    """What may be decided about the position after one, where the text says so."""
    by_choice: dict[str, str] = {}
    """What each decision about the position rests on, where that is not `accident`."""
    time_ms: Millis = Millis(0)
    """What the opponent of an illegal move gets (FIDE 7.5.5)."""
    time_full_ms: Millis = Millis(0)
    """The same, and for a wrong claim, under full supervision, where that is more (decision C8)."""
    illegal: frozenset[str] = frozenset()
    """The articles on illegal moves: what is punished under one of them counts as an illegal move, and nothing else."""
    illegal_position: str = ""
    """What stands on the board against the rules for another move, without close supervision, draws (FIDE A.5.4)."""
    out_of_turn: frozenset[Irregularity] = frozenset()
    """What is read as an illegal move, or as pieces to be put back, as the event has it (decision C1)."""
    unpromoted: str = ""
    """A pawn left on the last rank is an illegal move, and becomes a queen (FIDE 7.5.2)."""
    by_press: bool = False
    """An illegal move is completed by the press; until then it may be put right (FIDE 7.5.1)."""
    illegal_limit: int = 0
    """The illegal move that loses; 0 if none does."""
    unsupervised: str = ""
    """Without close supervision an illegal move stands once it is answered (FIDE A.5.2)."""
    two_violations: str = ""
    opponent_keeps: str = ""
    """Who is ruled lost after the end loses what was won, and the opponent keeps what was played; empty: only the
    record is changed."""
    stays: bool = False
    """A stone is neither shifted nor lifted once it lies there, pressed for or not (GN 6.1, 12.2)."""
    sealed: str = ""
    """Sealing a move that is not legal loses."""
    demand: str = ""
    refusal: str = ""
    """Loss for refusing to play by the rules, after a demand."""

    def is_accident(self, kind: Irregularity) -> bool:
        """Whether it is put right, and charged to nobody."""
        return kind is Irregularity.UNEXPLAINED or kind in self.accidents


class ComplaintRules(msgspec.Struct, frozen=True, kw_only=True):
    """The complaints that players may make, and until when."""

    handling: frozenset[str] = frozenset()
    """The articles on how pieces are handled."""
    lapsed: str = ""
    """By which the right to complain about that ends (FIDE 4.8)."""
    start: dict[str, str] = {}
    """The articles on a wrong start, and what the arbiter may decide."""
    start_lapsed: str = ""
    """By which the start stays as it is, without close supervision (FIDE A.5.1.2)."""


class AppealRules(msgspec.Struct, frozen=True, kw_only=True):
    """The path of an appeal and its end."""

    to_chief: str
    """An arbiter's ruling is appealed against to the chief arbiter; findings of fact are final."""
    facts: str
    """The chief arbiter does not change another arbiter's findings of fact."""
    to_committee: str
    """The chief's ruling is appealed against to the committee; his interpretation is final."""
    lodger: str
    """Who appeals to the committee."""
    final: str
    """The committee's decision is final."""
    in_time: str
    """Until when an appeal may be lodged."""


class AdjournmentRules(msgspec.Struct, frozen=True, kw_only=True):
    """The way of a game that is interrupted, and goes on with a sealed move."""

    announced: str
    """The side to move seals."""
    closed: str
    """Both clocks are stopped, and the times written down."""
    times: str = ""
    """The times are confirmed when play is resumed."""
    opened: str = ""
    """The sealed move is played."""


class ColourRules(msgspec.Struct, frozen=True, kw_only=True):
    """Until when a game that was begun with the wrong colours begins again."""

    article: str = ""
    rounds: int = 0
    """Once both have made so many moves, the game goes on."""
    ms: Millis = Millis(0)
    """How long after the start it goes on as well; 0 if the text has no such time."""
