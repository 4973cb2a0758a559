"""Opening protocols: who lays which stone where, who may swap, who offers fifth stones and who chooses.

Each protocol is a table of stages. A stage names the colour that acts; which *person* that is changes with every swap,
so the two are kept apart: `Opening.black` says who holds black now. The colours of the stones always alternate, also
where one person lays several.

    taraguchi-10    1 - swap? - 2 - swap? - 3 - swap? - 4 - swap ─> 5 - swap? - 6                       (GN 11.1)
                                                          └ keep ─> 5 - swap? - 6, or ten fifths - choose - 6
    two-fifths      1 2 3 by one person - swap? - 4 - two fifths - choose - 6                           (GN 11.2)
    n-fifths        1 2 3 and N by one person - swap? - 4 - N fifths - choose - 6                       (GN app. 2.1)
    taraguchi       the same with five fifths; `taraguchi-N` with N                                     (RIF Taraguchi)
    tarannikov      the same without fifths                                                             (RIF Tarannikov)
    soosyrv         1 2 3 by one person - swap? - 4 and N up to 4 - swap? - N fifths - choose - 6       (RIF Soosorv)
    soosyrv-8       the same with N up to 8; `soosyrv-M` with N up to M                                 (RIF Soosorv-8)
    double-swap     1 2 3 by one person - 4 by White, or swap and 4, or 4 5 by one person - swap?       (GN app. 2.3)
    free            nothing prescribed                                                                  (GN app. 2.2)

Using the swap, laying an opening, offering the fifths and every stone is a move; not swapping is none (GN 6.2,
decision G1). Choosing a fifth and stone 6 are one move.
"""

from __future__ import annotations

import enum
import re

import msgspec

from gateway.model.errors import GameError, IllegalMove
from gateway.model.messages import Message, message
from gateway.model.play_rules import PlayRule
from gateway.model.sides import Side

from .points import SIZE, format_point
from .prescribed_openings import same_shape
from .stones import StonePosition

__all__ = [
    "PROTOCOLS",
    "Choose",
    "Declare",
    "Keep",
    "Lay",
    "More",
    "Offer",
    "Opening",
    "OpeningPlayer",
    "OpeningStage",
    "Protocol",
    "Swap",
    "begin",
]


class OpeningPlayer(enum.StrEnum):
    """The players, by who began; colours change hands."""

    FIRST = "first"
    SECOND = "second"

    @property
    def other(self) -> OpeningPlayer:
        """The opponent."""
        return OpeningPlayer.SECOND if self is OpeningPlayer.FIRST else OpeningPlayer.FIRST


class _Act(msgspec.Struct, frozen=True, tag_field="type"):
    """Base of what can be done."""


class Lay(_Act, frozen=True, tag="lay"):
    """The next stone, laid on a point."""

    point: int


class Swap(_Act, frozen=True, tag="swap"):
    """Change colours."""


class Keep(_Act, frozen=True, tag="keep"):
    """Leave the colours as they are; no move by GN 6.2."""


class More(_Act, frozen=True, tag="more"):
    """Lay two more stones and leave the choice of colours to the opponent."""


class Declare(_Act, frozen=True, tag="declare"):
    """Say how many fifth stones will be offered."""

    number: int


class Offer(_Act, frozen=True, tag="offer"):
    """The fifth stones, shown to choose from."""

    points: tuple[int, ...]


class Choose(_Act, frozen=True, tag="choose"):
    """The choice of one of the offered stones."""

    point: int


OpeningAct = Lay | Swap | Keep | More | Declare | Offer | Choose

_NUMBERED = re.compile(r"(soosyrv|taraguchi)-([1-9]|1[0-9]|20)")
END = ""
"""The stage after the last: the game goes on by the ordinary rules."""


class OpeningStage(msgspec.Struct, frozen=True):
    """A stage of an opening: what may be done there; a field that is None cannot be done."""

    actor: Side
    """The colour whose holder acts."""
    lay: str | None = None
    """The stage after laying a stone."""
    within: int = SIZE
    """The stone lies in the central square of this width."""
    swap: str | None = None
    keep: str | None = None
    more: str | None = None
    declare: str | None = None
    most: int = 10
    """The most fifths that may be declared; ten is the cap of decision G17."""
    offer: str | None = None
    offers: int = 0
    """How many fifths are offered; 0 for the number that was declared."""
    choose: str | None = None


class Protocol(msgspec.Struct, frozen=True):
    """One way to open."""

    name: str
    stages: dict[str, OpeningStage]
    of: str = ""
    """The protocol that it is one of with another number of fifths; empty if it stands for itself."""

    @property
    def rule(self) -> str:
        """The name by which rulebooks know it."""
        return self.of or self.name


B, W = Side.BLACK, Side.WHITE

_THREE_BY_BLACK = {
    "1": OpeningStage(B, lay="2", within=1),
    "2": OpeningStage(B, lay="3", within=3),
}


def _taraguchi(name: str, offers: int, of: str = "") -> Protocol:
    """Swaps after each stone, and a choice of fifths if nobody swaps after the fourth; without offers, Tarannikov."""
    either = "5 or ten" if offers == 10 else "5 or fifths"
    stages = {
        "1": OpeningStage(B, lay="swap 1", within=1),
        "swap 1": OpeningStage(W, swap="2", keep="2"),
        "2": OpeningStage(W, lay="swap 2", within=3),
        "swap 2": OpeningStage(B, swap="3", keep="3"),
        "3": OpeningStage(B, lay="swap 3", within=5),
        "swap 3": OpeningStage(W, swap="4", keep="4"),
        "4": OpeningStage(W, lay="swap 4", within=7),
        "swap 4": OpeningStage(B, swap="5", keep=either if offers else "5"),
        "5": OpeningStage(B, lay="swap 5", within=9),
        "swap 5": OpeningStage(W, swap="6", keep="6"),
        "6": OpeningStage(W, lay=END),
    }
    if offers:
        stages[either] = OpeningStage(B, lay="swap 5", within=9, offer="choose", offers=offers)
        stages["choose"] = OpeningStage(W, choose="6")
    return Protocol(name, stages, of)


def _soosyrv(name: str, most: int, of: str = "") -> Protocol:
    """The number of fifths is declared with the fourth stone, and may be answered with a swap."""
    return Protocol(
        name,
        {
            **_THREE_BY_BLACK,
            "3": OpeningStage(B, lay="swap", within=5),
            "swap": OpeningStage(W, swap="4", keep="4"),
            "4": OpeningStage(W, lay="number"),
            "number": OpeningStage(W, declare="swap 4", most=most),
            "swap 4": OpeningStage(B, swap="fifths", keep="fifths"),
            "fifths": OpeningStage(B, offer="choose"),
            "choose": OpeningStage(W, choose="6"),
            "6": OpeningStage(W, lay=END),
        },
        of,
    )


PROTOCOLS: dict[str, Protocol] = {
    "taraguchi-10": _taraguchi("taraguchi-10", 10),
    "taraguchi": _taraguchi("taraguchi", 5),
    "tarannikov": _taraguchi("tarannikov", 0),
    "soosyrv": _soosyrv("soosyrv", 4),
    "soosyrv-8": _soosyrv("soosyrv-8", 8),
    "two-fifths": Protocol(
        "two-fifths",
        {
            **_THREE_BY_BLACK,
            "3": OpeningStage(B, lay="swap", within=5),
            "swap": OpeningStage(W, swap="4", keep="4"),
            "4": OpeningStage(W, lay="fifths"),
            "fifths": OpeningStage(B, offer="choose", offers=2),
            "choose": OpeningStage(W, choose="6"),
            "6": OpeningStage(W, lay=END),
        },
    ),
    "n-fifths": Protocol(
        "n-fifths",
        {
            **_THREE_BY_BLACK,
            "3": OpeningStage(B, lay="number", within=5),
            "number": OpeningStage(B, declare="swap"),
            "swap": OpeningStage(W, swap="4", keep="4"),
            "4": OpeningStage(W, lay="fifths"),
            "fifths": OpeningStage(B, offer="choose"),
            "choose": OpeningStage(W, choose="6"),
            "6": OpeningStage(W, lay=END),
        },
    ),
    "double-swap": Protocol(
        "double-swap",
        {
            "1": OpeningStage(B, lay="2"),
            "2": OpeningStage(B, lay="3"),
            "3": OpeningStage(B, lay="choice"),
            # Laying stone 4 is staying white; laying 4 and 5 is announced first.
            "choice": OpeningStage(W, lay=END, swap=END, more="4"),
            "4": OpeningStage(W, lay="5"),
            "5": OpeningStage(W, lay="last swap"),
            "last swap": OpeningStage(B, swap=END, keep=END),
        },
    ),
    "free": Protocol("free", {}),
}


class Opening(msgspec.Struct, frozen=True):
    """An opening under way."""

    protocol: Protocol
    stage: str
    black: OpeningPlayer = OpeningPlayer.FIRST
    """Who holds black now."""
    position: StonePosition = StonePosition()
    offers: tuple[int, ...] = ()
    """Fifth stones that lie on the board to be chosen from."""
    declared: int = 0

    @property
    def done(self) -> bool:
        """Whether the ordinary rules have taken over."""
        return self.stage == END

    @property
    def actor(self) -> OpeningPlayer:
        """The player who is to act."""
        side = self.position.turn if self.done else self._now.actor
        return self.black if side is Side.BLACK else self.black.other

    @property
    def wanted(self) -> int:
        """The number of fifth stones to be offered now; 0 where none are."""
        return 0 if Offer not in self.options() else self._now.offers or self.declared

    @property
    def _now(self) -> OpeningStage:
        return self.protocol.stages[self.stage]

    def options(self) -> frozenset[type[_Act]]:
        """The kinds of act that are allowed now."""
        if self.done:
            return frozenset()
        now = self._now
        doors = (
            (Lay, now.lay),
            (Swap, now.swap),
            (Keep, now.keep),
            (More, now.more),
            (Declare, now.declare),
            (Offer, now.offer),
            (Choose, now.choose),
        )
        return frozenset(kind for kind, door in doors if door is not None)

    def act(self, act: OpeningAct) -> Opening:
        """The opening after an act; raises `IllegalMove`."""
        if type(act) not in self.options():
            options = tuple(_step(kind) for kind in sorted(self.options(), key=lambda kind: kind.__name__))
            why = message("illegal.other_step", options=options, step=_step(type(act)))
            raise IllegalMove(PlayRule.OPENING, why)
        now = self._now
        match act:
            case Lay():
                return self._lay(act.point, now)
            case Swap():
                return self._to(now.swap, black=self.black.other)
            case Keep():
                return self._to(now.keep)
            case More():
                return self._to(now.more)
            case Declare():
                return self._declare(act.number, now)
            case Offer():
                self._check_offer(act.points, self.wanted)
                return self._to(now.offer, offers=act.points)
            case Choose():
                return self._choose(act.point, now)

    def _to(self, stage: str | None, **changes: object) -> Opening:
        return msgspec.structs.replace(self, stage=stage or END, **changes)

    def _lay(self, point: int, now: OpeningStage) -> Opening:
        row, col = divmod(point, SIZE)
        middle = SIZE // 2
        if max(abs(row - middle), abs(col - middle)) > now.within // 2:
            raise IllegalMove(PlayRule.OPENING, message("illegal.outside", size=now.within))
        # Colours alternate on the board whoever lays the stone, so the position knows the colour.
        return self._to(now.lay, position=self.position.play(self.position.read(format_point(point))))

    def _declare(self, number: int, now: OpeningStage) -> Opening:
        if not 1 <= number <= now.most:
            raise IllegalMove(PlayRule.OPENING, message("illegal.fifths_declared", most=now.most))
        return self._to(now.declare, declared=number)

    def _choose(self, point: int, now: OpeningStage) -> Opening:
        if point not in self.offers:
            raise IllegalMove(PlayRule.OPENING, message("illegal.not_offered", point=format_point(point)))
        laid = self.position.play(self.position.read(format_point(point)))
        return self._to(now.choose, position=laid, offers=())

    def _check_offer(self, points: tuple[int, ...], number: int) -> None:
        if len(points) != number or len(set(points)) != number:
            raise IllegalMove(PlayRule.OPENING, message("illegal.fifths_offered", number=number))
        letters = self.position.board()
        black = [point for point, letter in enumerate(letters) if letter == "s"]
        white = [point for point, letter in enumerate(letters) if letter == "S"]
        for index, point in enumerate(points):
            self.position.read(format_point(point))
            for other in points[:index]:
                if same_shape(black, white, other, point):
                    why = message("illegal.symmetric", one=format_point(other), other=format_point(point))
                    raise IllegalMove(PlayRule.OPENING, why)


def _step(kind: type[_Act]) -> Message:
    return Message(f"opening_step.{kind.__name__.lower()}")


def begin(name: str) -> Opening:
    """An opening by the protocol of that name; raises `GameError` that lists the names there are."""
    protocol = PROTOCOLS.get(name) or _numbered(name)
    if protocol is None:
        raise GameError(message("problem.no_such_opening", opening=name, openings=tuple(PROTOCOLS)))
    return Opening(protocol, next(iter(protocol.stages), END))


def _numbered(name: str) -> Protocol | None:
    """`soosyrv-6`, `taraguchi-4`: a protocol of the federation with another number of fifths."""
    found = _NUMBERED.fullmatch(name)
    if found is None:
        return None
    number = int(found[2])
    return _soosyrv(name, number, "soosyrv") if found[1] == "soosyrv" else _taraguchi(name, number, "taraguchi")
