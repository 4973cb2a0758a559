"""Finding a driver by name."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import EntryPoint, EntryPoints

import pytest

from drivers import registry
from drivers.boards.dgt.codec import DgtCodec
from drivers.boards.dgt.spec import SPEC
from drivers.errors import AmbiguousDriverError, DriverError, UnknownDriverError
from drivers.spec import Capability, DriverSpec


def offer(monkeypatch: pytest.MonkeyPatch, *points: tuple[str, str]) -> None:
    """Pretend that other packages offer drivers."""
    found = EntryPoints(EntryPoint(name, value, registry.GROUP) for name, value in points)
    monkeypatch.setattr(registry, "entry_points", found.select)


def test_every_built_in_driver_loads_under_its_own_name() -> None:
    for name in registry.BUILT_IN:
        spec = registry.find(name)
        assert spec.name == name
        assert spec.codec().next_deadline() is None


def test_dgt_says_what_it_can_do() -> None:
    spec = registry.find("dgt")
    assert spec is SPEC
    assert {Capability.PIECES, Capability.CLOCK} <= spec.capabilities
    assert Capability.LAMPS not in spec.capabilities
    assert spec.geometries == ((8, 8), (10, 10))
    assert spec.serial is not None
    assert spec.serial.baud == 9600


def test_an_unknown_name_lists_the_known() -> None:
    with pytest.raises(UnknownDriverError, match=r"no driver 'dtg'.*dgt"):
        registry.find("dtg")


def test_a_package_adds_a_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, ("mine", "drivers.boards.dgt.spec:SPEC"))
    assert registry.find("mine") is SPEC
    assert registry.names() == tuple(sorted({*registry.BUILT_IN, "mine"}))


def test_two_of_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, ("dgt", "drivers.boards.dgt.spec:SPEC"))
    with pytest.raises(AmbiguousDriverError, match="Uninstall all but one"):
        registry.find("dgt")


def test_what_is_no_spec_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, ("mine", "drivers.boards.dgt.codec:DgtCodec"))
    with pytest.raises(DriverError, match="not a DriverSpec"):
        registry.find("mine")


def test_what_is_learned_later_leaves_the_other_options_as_they_were() -> None:
    kept: list[Mapping[str, str]] = []

    def configure(options: Mapping[str, str]) -> DgtCodec:
        kept.append(options)
        return DgtCodec()

    options = {"tags": "what was learned", "key": "what was set"}
    spec = DriverSpec("one", "One", DgtCodec, options=options, configure=configure)
    learned = spec.configured({"key": "1", "tags": "old"}).configured({"tags": "new"})
    learned.codec()
    assert kept[-1] == {"key": "1", "tags": "new"}
    assert learned.chosen == kept[-1]
    assert spec.chosen == {}
