"""The draw of a knock-out: seeds, byes or contested places, club-mates apart, lots in two hands.

DH 一(一), GO app.1, GN app.3. Its four steps: seeds are placed; the others are allotted to halves, quarters and
eighths; they are placed there; names and numbers lie in two hands. Who belongs together stands apart by its internal
order: 1 and 2 in different halves, 3 and 4 in the two other quarters, 5 to 8 in the four other eighths. It is steered
as little as possible (*foresight*): where nothing is to be kept apart, only the lots decide.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from gateway.model.errors import TournamentError
from gateway.model.messages import Message, message

from .crosstable import PairingNumber, Participant
from .knockout_bracket import KnockoutBracket
from .lots import TwoHands, shuffled
from .seeding import bye_slots, contested_slots, draw_size, neighbour, seed_slots, tiers
from .single_elimination import single_elimination

__all__ = ["Apart", "BracketDraw", "BracketRules", "DrawnCard", "WithinTier", "draw_bracket"]


class WithinTier(enum.StrEnum):
    """The way in which the seeds of one tier come to their places."""

    FIXED = "fixed"
    """By the table, in their order (BR)."""
    DRAWN = "drawn"
    """By lot among the places of the tier (DH, GO, GN)."""


class Apart(enum.StrEnum):
    """The mark by which entrants belong together."""

    NOTHING = "nothing"
    CLUB = "club"
    FEDERATION = "federation"


class BracketRules(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of the draw."""

    seeds: int = 0
    """None, or a power of two; as many as there are places: everybody stands by rank."""
    within_tier: WithinTier = WithinTier.FIXED
    contested: bool = False
    """The next lower draw, with places that two contest (抢号), instead of byes in the next higher."""
    apart: Apart = Apart.CLUB
    third_place: bool = False
    least: int = 2
    """Places of the smallest draw: in a double elimination somebody must be able to come down."""


class DrawnCard(msgspec.Struct, frozen=True):
    """One card of each hand, turned up together."""

    drawn: str
    """What was drawn: `seeds 5-8`, `9-16`."""
    number: PairingNumber
    slot: int


class BracketDraw(msgspec.Struct, frozen=True, kw_only=True):
    """A draw: who stands where, and how it came to that."""

    slots: tuple[PairingNumber | None, ...]
    contested: dict[int, tuple[PairingNumber, PairingNumber]]
    """The places that are played for, and by whom; they are empty in `slots`."""
    seeds: tuple[PairingNumber, ...]
    cards: tuple[DrawnCard, ...]
    notes: tuple[Message, ...]
    """What could not be kept, and why."""
    third_place: bool = False

    def bracket(self) -> KnockoutBracket:
        """The bracket to play."""
        return single_elimination(self.slots, third_place=self.third_place, contested=self.contested)


def draw_bracket(participants: Sequence[Participant], rules: BracketRules, hands: TwoHands) -> BracketDraw:
    """Draw a bracket; who comes first is ranked first."""
    return _Draw(participants, rules, hands).result()


class _Draw:
    """The draw in progress."""

    def __init__(self, participants: Sequence[Participant], rules: BracketRules, hands: TwoHands) -> None:
        self.rules, self.hands = rules, hands
        self.order = [row.number for row in participants]
        self.rank = {number: at for at, number in enumerate(self.order)}
        self.belongs = {row.number: _belonging(row, rules.apart) for row in participants}
        self.size = draw_size(max(rules.least, len(participants)))
        if rules.contested and self.size > max(rules.least, len(participants)):
            self.size //= 2
        self._check()
        self.standing: dict[int, list[PairingNumber]] = {slot: [] for slot in range(1, self.size + 1)}
        self.cards: list[DrawnCard] = []
        self.notes: list[Message] = []
        self.seeds = self.order[: rules.seeds]
        for slot, number in self._seeded().items():
            self.standing[slot].append(number)
        self.room = self._room()

    def _check(self) -> None:
        seeds = self.rules.seeds
        if len(self.order) < 2 or len(self.rank) < len(self.order):
            raise TournamentError(message("tournament.draw_entrants"))
        if seeds & (seeds - 1) or seeds < 0 or (seeds > self.size // 2 and seeds != self.size):
            raise TournamentError(message("tournament.draw_seeds", seeds=seeds, most=self.size // 2))

    # -- step 1: seeds, and the places that stay empty ------------------------------------------------------------

    def _seeded(self) -> dict[int, PairingNumber]:
        """The places of the seeds."""
        slots = seed_slots(self.size, self.rules.seeds) if self.seeds else ()
        placed: dict[int, PairingNumber] = {}
        for tier in tiers(len(self.seeds)):
            places = [slots[seed - 1] for seed in tier]
            seeds = [self.seeds[seed - 1] for seed in tier]
            if self.rules.within_tier is WithinTier.FIXED or len(tier) == 1:
                placed.update(zip(places, seeds, strict=True))
            else:
                self._draw_tier(f"seeds {tier[0]}-{tier[-1]}", places, seeds, placed)
        return placed

    def _draw_tier(
        self, what: str, places: list[int], seeds: list[PairingNumber], placed: dict[int, PairingNumber]
    ) -> None:
        """Seeds of a tier by lot, those first who have mates among the seeds: each as far from its own as can be."""
        names = sorted(
            shuffled(seeds, f"{self.hands.names}/{what}"),
            key=lambda name: not self.belongs[name] or self.belongs[name] not in map(self.belongs.get, placed.values()),
        )
        numbers = list(shuffled(places, f"{self.hands.numbers}/{what}"))
        for name in names:
            slot = min(numbers, key=lambda slot: self._nearest(slot, name, placed))
            numbers.remove(slot)
            placed[slot] = name
            self.cards.append(DrawnCard(what, name, slot))

    def _nearest(self, slot: int, name: PairingNumber, placed: Mapping[int, PairingNumber]) -> int:
        """How early somebody of the same club could come from here: 0 where nobody is in the same half."""
        mates = [at for at, other in placed.items() if self.belongs[name] and self.belongs[other] == self.belongs[name]]
        rounds = [((slot - 1) ^ (at - 1)).bit_length() for at in mates]
        return max((self.size.bit_length() - 1 - met for met in rounds), default=0)

    def _room(self) -> dict[int, int]:
        """How many each place still takes: byes and contested places follow the seeds in their order."""
        taken = {slot: len(numbers) for slot, numbers in self.standing.items()}
        lacking = self.size - len(self.order)
        capacity = dict.fromkeys(self.standing, 1)
        if lacking >= 0:
            for slot in self._byes()[:lacking]:
                capacity[slot] = 0
        else:
            for slot in contested_slots(self.size)[:-lacking]:
                capacity[slot] = 2
        return {slot: capacity[slot] - taken[slot] for slot in self.standing}

    def _byes(self) -> list[int]:
        """The places that stay empty, in order: beside seed 1, 2, ..., wherever lots put them, then by the table."""
        at = {numbers[0]: slot for slot, numbers in self.standing.items() if numbers}
        beside = [neighbour(at[seed]) for seed in self.seeds]
        free = [slot for slot in beside if not self.standing[slot]]
        return free + [slot for slot in bye_slots(self.size) if slot not in free and not self.standing[slot]]

    # -- steps 2 to 4: the others ---------------------------------------------------------------------------------

    def result(self) -> BracketDraw:
        """Allot, place, and lay it open."""
        self._place(1, self.size, [number for number in self.order if number not in set(self.seeds)])
        return BracketDraw(
            slots=tuple(numbers[0] if len(numbers) == 1 else None for numbers in self.standing.values()),
            contested={slot: (pair[0], pair[1]) for slot, pair in self.standing.items() if len(pair) == 2},
            seeds=tuple(self.seeds),
            cards=tuple(self.cards),
            notes=tuple(self.notes),
            third_place=self.rules.third_place,
        )

    def _place(self, top: int, bottom: int, people: list[PairingNumber]) -> None:
        """Bring people to their places in a section: by its halves until nobody is left who must stand apart."""
        if not people:
            return
        width = bottom - top + 1
        if width == 1 or (width <= max(1, self.size // 8) and not self._mates(top, bottom, people)):
            self._deal(top, bottom, people)
            return
        middle = top + width // 2
        upper, lower = self._split((top, middle - 1), (middle, bottom), people)
        self._place(top, middle - 1, upper)
        self._place(middle, bottom, lower)

    def _mates(self, top: int, bottom: int, people: list[PairingNumber]) -> bool:
        """Whether two in a section belong together."""
        there = [number for slot in range(top, bottom + 1) for number in self.standing[slot]]
        count = Counter(self.belongs[number] for number in (*there, *people) if self.belongs[number])
        return any(several > 1 for several in count.values())

    def _deal(self, top: int, bottom: int, people: list[PairingNumber]) -> None:
        """Step 4, the double chance: a name card and a number card at a time."""
        free = [slot for slot in range(top, bottom + 1) for _ in range(self.room[slot])]
        what = f"{top}-{bottom}" if bottom > top else f"{top}"
        for number, slot in self.hands.deal(people, _apart_by_text(free), what):
            self.standing[int(slot)].append(number)
            self.room[int(slot)] -= 1
            self.cards.append(DrawnCard(what, number, int(slot)))

    def _split(
        self, upper: tuple[int, int], lower: tuple[int, int], people: list[PairingNumber]
    ) -> tuple[list[PairingNumber], list[PairingNumber]]:
        """Step 2: who goes into which half of a section."""
        halving = _Halving(
            what=f"halves of {upper[0]}-{lower[1]}",
            hands=self.hands,
            room=[self._free(*upper), self._free(*lower)],
            seeded=[self._belongings(*upper), self._belongings(*lower)],
        )
        groups: dict[str, list[PairingNumber]] = {}
        for number in people:
            groups.setdefault(self.belongs[number] or f"#{number}", []).append(number)
        for name in sorted(groups, key=lambda name: self.rank[groups[name][0]]):
            halving.take(name, groups[name])
        halving.take_single()
        self.notes += [
            message("tournament.mates_together", number=number, first=upper[0], last=lower[1])
            for number in halving.together
        ]
        return halving.halves[0], halving.halves[1]

    def _free(self, top: int, bottom: int) -> int:
        return sum(self.room[slot] for slot in range(top, bottom + 1))

    def _belongings(self, top: int, bottom: int) -> Counter[str]:
        return Counter(self.belongs[number] for slot in range(top, bottom + 1) for number in self.standing[slot])


class _Halving:
    """One section between its halves: first those who must stand apart, in pairs; whoever is free fills up by lot."""

    def __init__(self, *, what: str, hands: TwoHands, room: list[int], seeded: list[Counter[str]]) -> None:
        self.what, self.hands, self.room, self.seeded = what, hands, room, seeded
        self.halves: tuple[list[PairingNumber], list[PairingNumber]] = ([], [])
        self.single: list[PairingNumber] = []
        self.together: list[PairingNumber] = []

    def take(self, name: str, members: list[PairingNumber]) -> None:
        """The members of a club in their internal order: each goes where fewer of them are; of two, the lot decides."""
        count = [self.seeded[half][name] for half in (0, 1)]
        waiting = list(members)
        while waiting:
            if count[0] == count[1] and len(waiting) == 1:
                self.single.append(waiting.pop())
                return
            number = waiting.pop(0)
            half = int(count[0] > count[1]) if count[0] != count[1] else self._lot(number)
            half = self._put(number, half)
            count[half] += 1

    def take_single(self) -> None:
        """Those without a mate to stand apart from: name cards and half cards."""
        cards = [half + 2 * at for half in (0, 1) for at in range(self.room[half])]
        for number, card in self.hands.deal(self.single, cards, self.what):
            self.halves[card % 2].append(number)

    def _lot(self, number: PairingNumber) -> int:
        return shuffled((0, 1), f"{self.hands.numbers}/{self.what}/{number}")[0]

    def _put(self, number: PairingNumber, half: int) -> int:
        if not self.room[half]:
            self.together.append(number)
            half = 1 - half
        self.room[half] -= 1
        self.halves[half].append(number)
        return half


def _belonging(row: Participant, apart: Apart) -> str:
    match apart:
        case Apart.NOTHING:
            return ""
        case Apart.CLUB:
            return row.club
        case Apart.FEDERATION:
            return row.federation


class _Second(int):
    """The second card of a contested place: the same number, and a mark of its own."""

    def __str__(self) -> str:
        return f"{int(self)}b"


def _apart_by_text(slots: list[int]) -> list[int]:
    """Number cards that can be told apart: a contested place has two, `7` and `7b`."""
    return [_Second(slot) if at and slots[at - 1] == slot else slot for at, slot in enumerate(slots)]
