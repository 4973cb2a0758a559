"""What a device is told to show, its double shows: lamps of exactly these squares, texts, times. Over the registry."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from drivers import registry
from drivers.codec import Codec
from drivers.readings import Reading, RequestAnswer
from drivers.requests import ClearSquares, ClearText, Request, ShowSquares, ShowText, ShowTimes
from drivers.spec import Capability
from firmware_sim.doubles import DOUBLES, Double, make_double
from firmware_sim.scenes import DeviceScene, SceneReading

SPECS = [registry.find(name) for name in registry.BUILT_IN]


def having(capability: Capability) -> list[str]:
    return [spec.name for spec in SPECS if capability in spec.capabilities]


class Conversation:
    """A double that has been greeted, and a way to ask something of it."""

    def __init__(self, name: str, board: str = "") -> None:
        self.double: Double = make_double(name, board)
        self.codec: Codec = registry.find(name).codec()
        self.scene: DeviceScene[Reading] = DeviceScene(self.double.surface, self.double.device, self.codec)
        list(self.scene.talk([], rest_ms=5000))

    @property
    def device(self) -> Any:
        return self.double.device

    def ask(self, request: Request) -> RequestAnswer:
        """The answer, and time enough for the device to obey."""
        answers = [*self.codec.request(request, self.scene.now_ms), *self._pass(1200)]
        (answer,) = [answer for answer in answers if isinstance(answer, RequestAnswer)]
        return answer

    def _pass(self, ms: int) -> Sequence[Reading]:
        said = [*self.scene.look(self.scene.now_ms), *self.scene.talk([], rest_ms=ms)]
        return [one.reading for one in said if isinstance(one, SceneReading)]


LIT = [(name, board) for name in having(Capability.LAMPS) for board in DOUBLES[name].boards]


@pytest.mark.parametrize(("name", "board"), LIT)
def test_these_squares_are_lit_and_no_others(name: str, board: str) -> None:
    talk = Conversation(name, board)
    side = talk.double.surface.cols
    last = side * side - 1
    rng = random.Random(name)
    corners = (0, side - 1, last - side + 1, last)
    # Far apart: where lamps sit at the corners of squares, e2 and e4 light e3 too.
    apart = [tuple(3 * row * side + 3 * rng.randrange(side // 3) for row in range(side // 3)) for _ in range(8)]
    for cells in (*((cell,) for cell in range(last + 1)), corners, *apart):
        assert talk.ask(ShowSquares(cells)).ok
        assert talk.device.lamps == frozenset(cells)
    assert talk.ask(ClearSquares()).ok
    assert talk.device.lamps == frozenset()
    assert talk.ask(ShowSquares((3,))).ok
    assert talk.ask(ShowSquares(())).ok
    assert talk.device.lamps == frozenset()


@pytest.mark.parametrize(("name", "board"), LIT)
def test_squares_that_are_none_are_left_out(name: str, board: str) -> None:
    talk = Conversation(name, board)
    assert talk.ask(ShowSquares((-1, 5, 5, len(talk.double.surface), 5000))).ok
    assert talk.device.lamps == frozenset({5})


@pytest.mark.parametrize("name", [spec.name for spec in SPECS if Capability.LAMPS not in spec.capabilities])
def test_who_has_no_lamps_says_so(name: str) -> None:
    assert not Conversation(name).ask(ShowSquares((1,))).ok


@pytest.mark.parametrize("name", having(Capability.TEXT))
def test_a_text_is_shown_and_taken_away(name: str) -> None:
    talk = Conversation(name)
    shower: Any = talk.double.clock or talk.device
    for text in ("PAUSE", "a1", "32-28"):
        assert talk.ask(ShowText(text)).ok
        assert shower.text.strip() == text
    assert talk.ask(ClearText()).ok
    assert not shower.text


@pytest.mark.parametrize("name", having(Capability.TIMES))
def test_times_are_shown(name: str) -> None:
    talk = Conversation(name)
    assert talk.ask(ShowTimes(61_000, 59_500)).ok
    assert talk.device.times == (61_000, 59_500)
