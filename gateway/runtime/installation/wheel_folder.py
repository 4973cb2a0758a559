"""A folder with every wheel that the computers of a hall need, so that installing them needs no internet.

What runs here is what the tables get: the versions of all packages are those of this computer.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.resources import files
from pathlib import Path

from gateway import __version__
from gateway.model.errors import SettingsError

from . import installer

__all__ = ["MACHINES", "PYTHONS", "fill", "installer_text"]

MACHINES = ("aarch64", "x86_64")
"""Kinds of computers: Raspberry Pis, and laptops."""
PYTHONS = ("3.11", "3.13")
"""Python of Debian 12 and 13, and of Raspberry Pi OS of the same names."""
_WITHOUT_WHEEL = ("chess",)
"""Packages in plain Python that the index has as source only: their wheels are made here."""
_LIBC = ("2014", "_2_17", "_2_24", "_2_28", "_2_31", "_2_34", "_2_35", "_2_36")
"""Kinds of wheels that run on Debian 12, whose C library is 2.36."""


def installer_text() -> str:
    """The installer, to be handed out."""
    return (files("gateway.runtime.installation") / "installer.py").read_text(encoding="utf-8")


def fill(folder: Path, machines: Sequence[str], pythons: Sequence[str], ours: Path | None = None) -> list[Path]:
    """Download what is missing; `ours` is Flagfall's own wheel, where no index has it. Returns the wheels there are."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="flagfall-") as scratch:
        constraints = Path(scratch) / "constraints.txt"
        constraints.write_text("".join(f"{name}=={number}\n" for name, number in sorted(_versions().items())))
        wanted = _ours(folder, ours)
        _build(folder, constraints)
        for machine in machines:
            for python in pythons:
                _download(folder, constraints, machine, python, wanted)
    (folder / "install.py").write_text(installer_text(), encoding="utf-8")
    return sorted(folder.glob("*.whl"))


def _ours(folder: Path, ours: Path | None) -> str:
    """Flagfall itself: the given wheel, the one of the folder that this was installed from, or the index's."""
    here = installer.present()
    if ours is None and here is not None and (where := installer.source_of(here).where) and Path(where).is_dir():
        ours = next(iter(Path(where).glob(f"flagfall-{__version__}-*.whl")), None)
    if ours is None:
        kept = next(iter(folder.glob(f"flagfall-{__version__}-*.whl")), None)
        return f"flagfall=={__version__}" if kept is None else str(kept)
    if not ours.is_file() or not ours.name.startswith("flagfall-") or ours.suffix != ".whl":
        raise SettingsError(
            f"{ours} is not a wheel of Flagfall: name a file like dist/flagfall-{__version__}-py3-none-any.whl."
        )
    if ours.resolve() != (folder / ours.name).resolve():
        shutil.copyfile(ours, folder / ours.name)
    return str(folder / ours.name)


def _build(folder: Path, constraints: Path) -> None:
    """The wheels that the index does not have."""
    missing = [name for name in _WITHOUT_WHEEL if not list(folder.glob(f"{name}-{version(name)}-*.whl"))]
    if missing:
        pinned = [f"{name}=={version(name)}" for name in missing]
        _pip("wheel", "--no-deps", "--wheel-dir", str(folder), "--constraint", str(constraints), *pinned)


def _download(folder: Path, constraints: Path, machine: str, python: str, ours: str) -> None:
    digits = python.replace(".", "")
    platforms = [f"--platform=manylinux{libc}_{machine}" for libc in _LIBC]
    abis = [f"--abi={abi}" for abi in (f"cp{digits}", "abi3", "none")]
    _pip(
        *("download", "--only-binary=:all:", "--dest", str(folder), "--find-links", str(folder)),
        *("--constraint", str(constraints), f"--python-version={python}", "--implementation=cp"),
        *(*platforms, *abis, "pip", *_drivers(), ours),
    )


def _drivers() -> list[str]:
    """What relays with a database need besides, if it is here."""
    try:
        return [f"asyncpg=={version('asyncpg')}"]
    except PackageNotFoundError:
        return []


def _pip(*arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        last = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        raise SettingsError("\n".join(["Not every wheel could be had:", *last]))


def _versions() -> dict[str, str]:
    """The packages that Flagfall needs and that are here, with their versions."""
    found: dict[str, str] = {}
    waiting = list(_needs("flagfall"))
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue  # of another platform or an extra
        waiting.extend(_needs(name))
    return found


def _needs(package: str) -> Iterable[str]:
    for line in requires(package) or ():
        if "extra ==" not in line:
            yield re.sub(r"[-_.]+", "-", re.split(r"[^A-Za-z0-9._-]", line, maxsplit=1)[0]).lower()
