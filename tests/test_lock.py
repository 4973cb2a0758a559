"""The lock file pins every dependency within its range and with hashes: a release is installed as it was tested."""

from __future__ import annotations

import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parent.parent


def _locked() -> dict[str, tuple[Version, int]]:
    """The version of each package, and how many hashes it has."""
    found: dict[str, tuple[Version, int]] = {}
    name = ""
    for line in (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines():
        if line.startswith("    --hash=sha256:"):
            version, hashes = found[name]
            found[name] = version, hashes + 1
        else:
            requirement = Requirement(line.removesuffix("\\").strip())
            (pin,) = requirement.specifier
            name = requirement.name
            found[name] = Version(pin.version), 0
    return found


def test_every_dependency_is_locked_within_its_range_and_with_hashes() -> None:
    locked = _locked()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for text in project["dependencies"]:
        wanted = Requirement(text)
        if wanted.marker is not None and not wanted.marker.evaluate():
            continue  # of systems that we do not serve
        assert wanted.name in locked, f"{wanted.name} is not in requirements.lock: run `make lock`"
        assert locked[wanted.name][0] in wanted.specifier, f"{text} is locked outside its range: run `make lock`"
    assert [name for name, (_, hashes) in locked.items() if not hashes] == []


def test_pip_says_plainly_that_a_system_is_too_narrow() -> None:
    """Of a 32-bit Pi something is asked that nobody has, by a name that says why."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [Requirement(text) for text in project["dependencies"]]
    for machine, wide in (("armv7l", False), ("armv6l", False), ("i686", False), ("aarch64", True), ("x86_64", True)):
        pins = [
            str(each.specifier)
            for each in asked
            if each.marker is not None and each.marker.evaluate({"platform_machine": machine})
        ]
        assert (pins == []) == wide
        assert wide or any("needs.a.64.bit.system" in pin for pin in pins)
