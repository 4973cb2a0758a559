"""Tables of victory points read from text: as printed, as lists, and refused with the line that is wrong."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.model.errors import TournamentError
from gateway.tournament.bridge.scale_table import read_scale_table
from gateway.tournament.bridge.victory_points import PRINTED_BOARDS, ContinuousScale, GivenScale, PrintedScale
from tests.examples import examples


def given_scale(text: str) -> GivenScale:
    table = read_scale_table(text)
    return GivenScale("own", table.winners, table.total, table.losers)


@pytest.mark.parametrize("boards", PRINTED_BOARDS)
@pytest.mark.parametrize("between", [" ", "\t", ", ", ";"])
def test_the_printed_table_typed_gives_the_printed_scale(boards: int, between: str) -> None:
    printed = PrintedScale(boards)
    steps = [margin for margin in range(200) if margin == 0 or printed.of(margin) != printed.of(margin - 1)]
    lines = []
    for margin, following in zip(steps, [*steps[1:], None], strict=True):
        name = f"{margin}+" if following is None else f"{margin}-{following - 1}"
        lines.append(between.join((name, *map(str, printed.of(margin)))))
    scale = given_scale("\n".join(["IMP winner loser", *lines, ""]))
    assert [scale.of(margin) for margin in range(200)] == [printed.of(margin) for margin in range(200)]


def test_a_list_of_winners_is_the_continuous_scale() -> None:
    formula = ContinuousScale(16)
    winners = [str(formula.of(margin).winner) for margin in range(61)]
    with_decimal_commas = "\n".join(f"{at}; {each.replace('.', ',')}" for at, each in enumerate(winners))
    for text in (", ".join(winners), "\n".join(winners), with_decimal_commas):
        scale = given_scale(text)
        assert [scale.of(margin) for margin in range(80)] == [formula.of(margin) for margin in range(80)]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "bridge.scale_empty"),
        ("margin winner", "bridge.scale_empty"),
        ("0 15 15\n2 sixteen 14", "bridge.scale_line"),
        ("0 15 15\n2 16 14 3", "bridge.scale_line"),
        ("0 15\n-2 16", "bridge.scale_line"),
        ("1 15 15\n2 16 14", "bridge.scale_from_0"),
        ("0 15 15\n2 16 14\n2 17 13", "bridge.scale_margins"),
        ("0 15 15\n900 16 14", "bridge.scale_long"),
        ("0 15 15\n2 14 16", "bridge.bad_scale"),
        ("0 15 14\n2 16 13", "bridge.bad_losers"),
        ("0 15 15\n2 31", "bridge.bad_scale"),
    ],
)
def test_what_is_wrong_is_said(text: str, key: str) -> None:
    with pytest.raises(TournamentError) as refused:
        given_scale(text)
    assert refused.value.message.key == key


@examples(200)
@given(st.text(alphabet="0123456789-+., ;\t\nab–", max_size=60))
def test_any_text_is_a_scale_or_refused(text: str) -> None:
    try:
        scale = given_scale(text)
    except TournamentError:
        return
    assert scale.of(0).winner == scale.of(0).loser
    assert scale.of(10_000).winner >= scale.of(0).winner >= scale.of(10_000).loser >= Decimal(0)
