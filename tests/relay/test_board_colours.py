"""The colours of boards and pieces: whatever stands on a square can be told from it, in both schemes, marked or not."""

from __future__ import annotations

import itertools
import re
from importlib.resources import files

import pytest

Colour = tuple[float, float, float, float]

CSS = (files("gateway.relay.web") / "pages" / "style" / "parts.css").read_text()
GRAPHICS, TEXT = 3.0, 4.5
"""WCAG 2.2: 1.4.11 for what is drawn, 1.4.3 for what is read."""
SCHEMES = ("light", "dark")


def variables(scheme: str) -> dict[str, str]:
    """The colours of a scheme; the dark one has what it does not name from the light one."""
    light, dark = CSS.index(":root {"), CSS.index("@media (prefers-color-scheme: dark)")
    blocks = [CSS[light : CSS.index("}", light)], CSS[dark : CSS.index("}", dark)]]
    found: dict[str, str] = {}
    for block in blocks[: 1 + SCHEMES.index(scheme)]:
        found |= re.findall(r"--([a-z-]+): ([^;]+);", block)
    return found


def colour(text: str) -> Colour:
    if text.startswith("#"):
        return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16), 1.0
    red, green, blue, percent = map(float, re.findall(r"[\d.]+", text))
    return red, green, blue, percent / 100


def over(top: Colour, ground: Colour) -> Colour:
    share = top[3]
    red, green, blue = (each * share + below * (1 - share) for each, below in zip(top[:3], ground[:3], strict=True))
    return red, green, blue, 1.0


def luminance(of: Colour) -> float:
    def linear(value: float) -> float:
        share = value / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(of[0]) + 0.7152 * linear(of[1]) + 0.0722 * linear(of[2])


def contrast(one: Colour, two: Colour) -> float:
    dark, light = sorted((luminance(one), luminance(two)))
    return (light + 0.05) / (dark + 0.05)


def palette(scheme: str) -> dict[str, Colour]:
    return {name: colour(value) for name, value in variables(scheme).items()}


def grounds(of: dict[str, Colour]) -> dict[str, Colour]:
    """Everything that a piece can stand on."""
    found = {name: of[name] for name in ("square-light", "square-dark", "wood")}
    for mark, square in itertools.product(("mark", "mark-from", "mark-check"), ("square-light", "square-dark")):
        found[f"{mark} over {square}"] = over(of[mark], of[square])
    return found


def test_contrast_is_counted_as_the_guidelines_do() -> None:
    assert contrast(colour("#000000"), colour("#ffffff")) == pytest.approx(21)
    assert contrast(colour("#777777"), colour("#ffffff")) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("side", ["white", "black"])
def test_a_piece_stands_out_from_every_square(scheme: str, side: str) -> None:
    of = palette(scheme)
    body, line = of[f"piece-{side}"], of[f"piece-{side}-line"]
    faint = {
        name: round(best, 2)
        for name, ground in grounds(of).items()
        if (best := max(contrast(body, ground), contrast(line, ground))) < GRAPHICS
    }
    assert faint == {}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_sides_and_the_kings_are_told_apart(scheme: str) -> None:
    of = palette(scheme)
    assert contrast(of["piece-white"], of["piece-black"]) >= 7
    # A white piece on a light square is seen by its line.
    assert contrast(of["piece-white"], of["piece-white-line"]) >= TEXT
    for side in ("white", "black"):
        assert contrast(of[f"crown-{side}"], of[f"piece-{side}"]) >= TEXT
    assert contrast(of["piece-black-detail"], of["piece-black"]) >= TEXT


@pytest.mark.parametrize("scheme", SCHEMES)
def test_numbers_and_marks_can_be_read(scheme: str) -> None:
    of = palette(scheme)
    assert contrast(of["wood-line"], of["wood"]) >= TEXT
    for mark, square in itertools.product(("differs", "touched"), ("square-light", "square-dark", "wood")):
        assert max(contrast(of[mark], of[square]), contrast(of["halo"], of[square])) >= GRAPHICS, (mark, square)
        assert contrast(of[mark], of["halo"]) >= TEXT
    assert contrast(of["mark-taken"], of["square-dark"]) >= GRAPHICS
