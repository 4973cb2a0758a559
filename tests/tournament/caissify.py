"""Another engine of the same rules, as an oracle: caissify-pairings, fed with what the rules say of each player."""

from __future__ import annotations

from caissify_pairings.engines.dutch import DutchEngine as CaissifyEngine

from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.dutch.colours import ColourRule, allocate
from gateway.tournament.dutch.field import field_of
from gateway.tournament.pairing_engine import RoundPairing, RoundRequest

__all__ = ["as_caissify_would", "caissify_pairs", "is_known_to_caissify"]


def is_known_to_caissify(request: RoundRequest) -> bool:
    """Whether it has all that the round is paired from: no forbidden pairs, and a win is one point."""
    return not request.forbidden and request.crosstable.scale.win == 1


def caissify_pairs(request: RoundRequest) -> set[tuple[PairingNumber, PairingNumber | None]]:
    """White and black of each pair, and the bye without black."""
    field = field_of(request)
    players = [
        {
            "id": player.number,
            "name": f"P{player.number:04}",
            "score": float(field.points(player.score)),
            "rating": 3000 - player.tpn,
            "starting_number": player.tpn,
            "pairing_number": player.tpn,
            "color_hist": [side.value for side in player.sides],
            "float_history": ["none" if each is None else each.value for each in reversed(player.floats)],
            "bye_count": int(player.bye_barred),
            "forfeit_win_count": 0,
        }
        for player in field.players
    ]
    met = {
        (min(player.number, other), max(player.number, other)) for player in field.players for other in player.opponents
    }
    engine = CaissifyEngine(
        players=players,
        previous_pairings=met,
        round_number=request.round,
        total_rounds=request.crosstable.round_count or 0,
        initial_color=field.initial.value,
    )
    return {(each["white_id"], each["black_id"]) for each in engine.generate_pairings()}


def as_caissify_would(request: RoundRequest, answer: RoundPairing) -> set[tuple[PairingNumber, PairingNumber | None]]:
    """Our pairs, with the colours that it would give them.

    It takes the smaller number for the higher ranked (5.2.4, 5.2.5) where 1.2 has the score first: there, and nowhere
    else, its colours are the other way round.
    """
    field = field_of(request)
    rank = {player.number: at for at, player in enumerate(field.players)}
    expected: set[tuple[PairingNumber, PairingNumber | None]] = set()
    for each in answer.pairs:
        higher, lower = (field.players[at] for at in sorted((rank[each.white], rank[each.black])))
        _, rule = allocate(higher, lower, field.initial)
        by_rank = rule in {ColourRule.HIGHER_RANKED, ColourRule.INITIAL}
        asks_alike = higher.preference is not None or higher.tpn % 2 == lower.tpn % 2
        reverses = by_rank and higher.tpn > lower.tpn and asks_alike
        expected.add((each.black, each.white) if reverses else (each.white, each.black))
    if answer.bye is not None:
        expected.add((answer.bye, None))
    return expected
