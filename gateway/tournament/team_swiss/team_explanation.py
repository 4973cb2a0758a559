"""Explanations (C.04.1 9): why these upfloaters, what could not be avoided in a bracket, why a team meets this one."""

from __future__ import annotations

import enum
from fractions import Fraction

import msgspec

from gateway.model.messages import Message, message, name_of
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.graphs.completion import bits, count
from gateway.tournament.graphs.matching import cheapest_matching, with_pairs
from gateway.tournament.pairing_engine import RoundRequest, Unpairable
from gateway.tournament.pairing_explanation import OpponentExplanation, RejectedOpponent, Unavoidable
from gateway.tournament.team_swiss.identifiers import PairFailures
from gateway.tournament.team_swiss.team_bye import bye_order
from gateway.tournament.team_swiss.team_colours import allocate_sides
from gateway.tournament.team_swiss.team_field import TeamField, team_field
from gateway.tournament.team_swiss.team_pairing import PairedTeams, TeamBracket, pair_teams
from gateway.tournament.team_swiss.team_rules import TeamSwissRules
from gateway.tournament.team_swiss.upfloaters import Standing, whole_choice

__all__ = ["TeamBracketExplanation", "TeamCriterion", "TeamRoundExplanation", "explain_teams"]


class TeamCriterion(enum.StrEnum):
    """The criteria of C.04.6 article 2."""

    C1 = "C1"
    C2 = "C2"
    C3 = "C3"
    C4 = "C4"
    C5 = "C5"
    C6 = "C6"
    C7 = "C7"
    C8 = "C8"
    C9 = "C9"
    C10 = "C10"

    @property
    def article(self) -> str:
        """Where it stands."""
        number = int(self.value[1:])
        if number > _LAST_BEFORE_QUALITY:
            return f"C.04.6 2.3.{number - _LAST_BEFORE_QUALITY}"
        return {"C1": "C.04.6 2.1.1", "C2": "C.04.6 2.1.2"}.get(self.value, "C.04.6 2.2.1")


_LAST_BEFORE_QUALITY = 3
_OF_PAIRS = (TeamCriterion.C8, TeamCriterion.C9, TeamCriterion.C10)


class TeamBracketExplanation(msgspec.Struct, frozen=True, kw_only=True):
    """A scoregroup and those who came up to it."""

    points: Fraction
    residents: tuple[PairingNumber, ...]
    upfloaters: tuple[PairingNumber, ...]
    passed_over: tuple[RejectedOpponent, ...]
    """Those who stood before one of the upfloaters, and why they did not float."""
    pairs: tuple[tuple[PairingNumber, PairingNumber], ...]
    unavoidable: tuple[Unavoidable, ...]
    summary: Message


def explain_teams(request: RoundRequest, rules: TeamSwissRules) -> TeamRoundExplanation | Unpairable:
    """The explanation of a round, as the engine pairs it."""
    field = team_field(request, rules)
    paired = pair_teams(field)
    return Unpairable(message("pairing.not_complete")) if paired is None else TeamRoundExplanation(field, paired)


class TeamRoundExplanation:
    """A round that can be asked about: its brackets, and each team's opponent."""

    def __init__(self, field: TeamField, paired: PairedTeams) -> None:
        self._field = field
        self._paired = paired
        self._place = {team.number: at for at, team in enumerate(field.teams)}

    @property
    def brackets(self) -> tuple[TeamBracketExplanation, ...]:
        """From the top."""
        return tuple(self._bracket(each) for each in self._paired.brackets)

    def opponent(self, number: PairingNumber) -> OpponentExplanation | None:
        """Why a team meets the one that it meets; None: no team of that number is paired in this round."""
        at = self._place.get(number)
        if at is None:
            return None
        for bracket in self._paired.brackets:
            for pair in bracket.pairs:
                if at in pair:
                    return self._pair(bracket, at, pair)
        return OpponentExplanation(
            number=number,
            opponent=None,
            points=self._field.points(self._field.teams[at].score),
            place=message("pairing_place.team_bye"),
            rejected=self._other_byes(at),
            colour=None,
            colour_rule=None,
        )

    def _number(self, at: int) -> PairingNumber:
        return self._field.teams[at].number

    # --------------------------------------------------------------------------------------------------------- brackets
    def _bracket(self, bracket: TeamBracket) -> TeamBracketExplanation:
        unavoidable = self._unavoidable(bracket)
        upfloaters = tuple(bits(bracket.upfloaters.teams))
        return TeamBracketExplanation(
            points=self._field.points(bracket.score),
            residents=tuple(map(self._number, bits(bracket.standing.residents))),
            upfloaters=tuple(map(self._number, upfloaters)),
            passed_over=self._passed_over(bracket),
            pairs=tuple((self._number(one), self._number(other)) for one, other in bracket.pairs),
            unavoidable=unavoidable,
            summary=message(
                "pairing_bracket.teams",
                teams=count(bracket.standing.residents) + len(upfloaters),
                up=len(upfloaters),
                pairs=len(bracket.pairs),
                against=tuple(name_of(each.criterion) for each in unavoidable),
            ),
        )

    def _unavoidable(self, bracket: TeamBracket) -> tuple[Unavoidable, ...]:
        upfloaters = tuple(bits(bracket.upfloaters.teams))
        # An odd scoregroup has one upfloater by its number: nothing failed.
        counts = {
            TeamCriterion.C4: len(upfloaters) - count(bracket.standing.residents) % 2,
            TeamCriterion.C6: int(bool(upfloaters) and not bracket.upfloaters.leaves_next_well),
            TeamCriterion.C7: sum(self._field.teams[at].floated for at in upfloaters),
            **dict(zip(_OF_PAIRS, bracket.failures, strict=True)),
        }
        return tuple(Unavoidable(each, failed, each.article) for each, failed in counts.items() if failed)

    def _passed_over(self, bracket: TeamBracket) -> tuple[RejectedOpponent, ...]:
        """Who stood before the last of the upfloaters in the order of a set, and did not float."""
        chosen = bracket.upfloaters.teams
        order = bracket.standing.order()
        last = max((order.index(at) for at in bits(chosen)), default=0)
        return tuple(self._not_floated(bracket, at) for at in order[:last] if not chosen >> at & 1)

    def _not_floated(self, bracket: TeamBracket, at: int) -> RejectedOpponent:
        number, standing = self._number(at), bracket.standing
        if not standing.opponents[at] & standing.residents:
            return RejectedOpponent(number, message("pairing_reason.team_met_all"), TeamCriterion.C1.article)
        found = whole_choice(standing, forced=(at,))
        if found is None:
            return RejectedOpponent(number, message("pairing_reason.not_complete"), TeamCriterion.C3.article)
        with_it, as_it_is = (_of_choice(standing, each.teams) for each in (found, bracket.upfloaters))
        left_well = found.leaves_next_well, bracket.upfloaters.leaves_next_well
        if with_it[0] != as_it_is[0]:
            worse = TeamCriterion.C4
        elif with_it[1] != as_it_is[1]:
            worse = TeamCriterion.C5
        elif left_well[0] != left_well[1]:
            worse = TeamCriterion.C6
        elif with_it[2] != as_it_is[2]:
            worse = TeamCriterion.C7
        else:
            return RejectedOpponent(number, message("pairing_reason.team_set_later"), "C.04.6 3.5.4")
        return RejectedOpponent(number, message("pairing_reason.criterion", criterion=name_of(worse)), worse.article)

    # ------------------------------------------------------------------------------------------------------------ pairs
    def _pair(self, bracket: TeamBracket, asked: int, pair: tuple[int, int]) -> OpponentExplanation:
        top, bottom = pair
        teams = self._field.teams
        white, black, rule = allocate_sides(self._field, teams[top], teams[bottom])
        floating = [at for at in pair if bracket.upfloaters.teams >> at & 1]
        numbers = {"top": str(self._number(top)), "bottom": str(self._number(bottom))}
        place = (
            message(
                "pairing_place.team_up", top=numbers["top"], bottom=numbers["bottom"], up=str(self._number(floating[0]))
            )
            if floating
            else message("pairing_place.team", top=numbers["top"], bottom=numbers["bottom"])
        )
        return OpponentExplanation(
            number=self._number(asked),
            opponent=self._number(bottom if asked == top else top),
            points=self._field.points(bracket.score),
            place=place,
            rejected=(*(self._passed_over(bracket) if floating else ()), *self._rejected(bracket, pair)),
            colour=message(
                "pairing_place.colours", white=str(white.number), black=str(black.number), rule=name_of(rule)
            ),
            colour_rule=rule,
        )

    def _rejected(self, bracket: TeamBracket, pair: tuple[int, int]) -> tuple[RejectedOpponent, ...]:
        """Why the top member does not meet one with a smaller number than its partner's."""
        top, bottom = pair
        earlier = [each for each in bracket.pairs if each[0] < top]
        taken = {at for each in earlier for at in each}
        nearer = [at for at in bracket.teams.members if top < at < bottom and at not in taken]
        tops = {each[0] for each in bracket.pairs}
        # Those who are top members themselves would make the identifier a later one, whatever else.
        return tuple(self._reject(bracket, earlier, top, at) for at in nearer if at not in tops)

    def _reject(self, bracket: TeamBracket, earlier: list[tuple[int, int]], top: int, other: int) -> RejectedOpponent:
        number = self._number(other)
        if number in self._field.teams[top].opponents:
            return RejectedOpponent(number, message("pairing_reason.met"), TeamCriterion.C1.article)
        if not bracket.standing.opponents[top] >> other & 1:
            return RejectedOpponent(number, message("pairing_reason.forbidden"), TeamCriterion.C1.article)
        found = _best_with(bracket, [*earlier, (top, other)])
        if found is None:
            return RejectedOpponent(number, message("pairing_reason.not_complete"), TeamCriterion.C3.article)
        for criterion, now, then in zip(_OF_PAIRS, bracket.failures, found, strict=True):
            if then != now:
                return RejectedOpponent(
                    number, message("pairing_reason.criterion", criterion=name_of(criterion)), criterion.article
                )
        return RejectedOpponent(number, message("pairing_reason.team_later"), "C.04.6 3.6.3")

    # -------------------------------------------------------------------------------------------------------------- bye
    def _other_byes(self, taker: int) -> tuple[RejectedOpponent, ...]:
        """Who comes before in the order of the bye, or would but for C2."""
        found: list[RejectedOpponent] = []
        for at in bye_order(self._field):
            if at == taker:
                break
            if self._field.teams[at].bye_barred:
                reason, article = message("pairing_reason.barred"), TeamCriterion.C2.article
            else:
                reason, article = message("pairing_reason.not_complete"), "C.04.6 3.4.1"
            found.append(RejectedOpponent(self._number(at), reason, article))
        return tuple(found)


def _of_choice(standing: Standing, upfloaters: int) -> tuple[int, list[int], int]:
    """What C4, C5 and C7 see of a set."""
    teams = [standing.field.teams[at] for at in bits(upfloaters)]
    return len(teams), sorted(team.score for team in teams), sum(team.floated for team in teams)


def _best_with(bracket: TeamBracket, pairs: list[tuple[int, int]]) -> PairFailures | None:
    """What would have failed in the best pairing with these pairs; None where there is none."""
    graph = bracket.teams
    place = {at: here for here, at in enumerate(graph.members)}
    rows = with_pairs(graph.rows(), [(place[one], place[other]) for one, other in pairs])
    solved = None if rows is None else cheapest_matching(rows)
    return None if solved is None else graph.failures_of(solved.cost)
