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
        assert wanted.name in locked, f"{wanted.name} is not in requirements.lock: run `make lock`"
        assert locked[wanted.name][0] in wanted.specifier, f"{text} is locked outside its range: run `make lock`"
    assert [name for name, (_, hashes) in locked.items() if not hashes] == []
