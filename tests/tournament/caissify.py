"""Another engine of the same rules, as an oracle: caissify-pairings, fed with what the rules say of each player."""

from __future__ import annotations

from caissify_pairings.engines.dutch import DutchEngine as CaissifyEngine

from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.dutch.field import field_of
from gateway.tournament.pairing_engine import RoundRequest

__all__ = ["caissify_pairs"]


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
