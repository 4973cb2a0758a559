#!/usr/bin/env python3
"""The installer: puts a version of Flagfall beside those that are there. It stands alone, on Python's own library.

    sudo python3 install.py hall                       # the desk: broker and relay on this computer
    sudo python3 install.py table --claim CLAIM        # a table
    sudo python3 install.py relay | broker             # one of them

Each version is a virtual environment of its own in /opt/flagfall/versions. It becomes the present one, `current`, only
when it is whole and can read the settings that are there: so an upgrade is done or not done. Then the version itself
sees to user, folders and services: `flagfall install`. The same command again upgrades.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import ssl
import struct
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urljoin

__all__ = [
    "CURRENT",
    "HOME",
    "PREVIOUS",
    "ROLES",
    "InstallError",
    "WheelSource",
    "activate",
    "add_version",
    "forget_old",
    "main",
    "point",
    "present",
    "source_of",
    "upgrade_to",
]

HOME = Path("/opt/flagfall")
CURRENT = HOME / "current"
PREVIOUS = HOME / "previous"
ROLES = ("table", "relay", "broker", "hall")

_NEEDS = (3, 11)
_MARK = "installed.json"
"""The file that is written last: a version without it was not finished."""


class InstallError(Exception):
    """Something that a person must see to; the text says what."""


class WheelSource(NamedTuple):
    """The source of wheels: a folder, the address of a relay's `/wheels`, or, if empty, the package index."""

    where: str = ""
    ca: str = ""
    """The certificate of the hall's authority, by which a relay is known."""

    def options(self) -> list[str]:
        """What pip is told."""
        if not self.where:
            return ["--prefer-binary"]  # a small package of the index has no wheel
        if not self.whole:
            return ["--prefer-binary", "--find-links", self.where]
        # Not an index: settings of the system may name another one beside it, which nobody reaches in a hall.
        return [
            "--only-binary",
            ":all:",
            "--no-index",
            "--find-links",
            self.where,
            *(["--cert", self.ca] if self.ca else []),
        ]

    @property
    def whole(self) -> bool:
        """Whether it has everything, as `flagfall wheels` leaves it; a release has Flagfall's own wheel only."""
        return bool(self.where) and (self._is_address() or any(Path(self.where).glob("pip-*.whl")))

    def absolute(self) -> WheelSource:
        """The same, wherever it is asked from."""
        where = self.where if not self.where or self._is_address() else str(Path(self.where).absolute())
        return WheelSource(where, self.ca and str(Path(self.ca).absolute()))

    def pip(self, into: Path) -> Path | None:
        """A wheel of pip from here, which runs as it is; None if there is none."""
        if not self.where:
            return None
        if not self._is_address():
            return max(Path(self.where).glob("pip-*.whl"), default=None)
        context = ssl.create_default_context(cafile=self.ca or None)
        try:
            with urllib.request.urlopen(self.where, context=context, timeout=30) as answer:  # noqa: S310 - checked to be https
                page = answer.read().decode()
            found = re.findall(r'href="([^"#]*\bpip-[^"#]+\.whl)', page)
            if not found:
                return None
            file = into / "pip.whl"
            with urllib.request.urlopen(urljoin(self.where, found[-1]), context=context, timeout=30) as answer:  # noqa: S310 - as above
                file.write_bytes(answer.read())
        except OSError as error:
            raise InstallError(f"{self.where} cannot be read: {getattr(error, 'reason', error)}.") from error
        return file

    def _is_address(self) -> bool:
        return self.where.startswith("https://")


# -- adding a version --------------------------------------------------------------------------------------------------


def add_version(source: WheelSource, version: str = "", home: Path = HOME) -> Path:
    """Make the newest version, or this one, from what the source has; returns its folder. One that is there is kept."""
    _check_computer()
    if source.where and not source.where.startswith("https://") and not Path(source.where).is_dir():
        raise InstallError(
            f"{source.where} is neither a folder of wheels nor an https:// address of a relay's /wheels."
        )
    with tempfile.TemporaryDirectory(prefix="flagfall-") as name:
        scratch = Path(name)
        pip = _pip(source, scratch)
        wanted = f"flagfall=={version}" if version else "flagfall"
        _run([*pip, "download", "--no-deps", "--dest", name, *source.options(), wanted])
        wheel = next(scratch.glob("flagfall-*.whl"))
        target, there = _place(home, wheel)
        if there:
            print(f"Version {target.name} is there already.", flush=True)
            return target
        print(f"Installing version {target.name} into {target} ...", flush=True)
        try:
            _run([sys.executable, "-m", "venv", "--without-pip", str(target)])
            inside = [*pip, "--python", str(target / "bin/python"), "install"]
            _run([*inside, *source.options(), "pip", f"{wheel}{_extras()}"])
            _run([str(target / "bin/flagfall"), "--version"])
        except BaseException:
            shutil.rmtree(target, ignore_errors=True)
            raise
        mark = {"wheel": _digest(wheel), "source": source.where, "ca": source.ca}
        (target / _MARK).write_text(json.dumps(mark), encoding="utf-8")
    return target


def _check_computer() -> None:
    if struct.calcsize("P") < 8:
        raise InstallError(
            "This is a 32-bit system. Flagfall needs the 64-bit one: every Raspberry Pi since the 3, and the Zero 2 W, "
            "runs it. Write the card again with 'Raspberry Pi OS (64-bit)'."
        )
    if sys.version_info < _NEEDS:
        raise InstallError("Flagfall needs Python 3.11 or newer: Debian 12, Raspberry Pi OS of 2023, or later.")


def _place(home: Path, wheel: Path) -> tuple[Path, bool]:
    """The folder for this wheel, and whether it is there and whole. Another build of the same version gets a number."""
    version, digest = wheel.name.split("-")[1], _digest(wheel)
    for name in (version, *(f"{version}-{number}" for number in range(2, 1000))):
        target = home / "versions" / name
        mark = target / _MARK
        if not mark.exists():
            shutil.rmtree(target, ignore_errors=True)  # what an interrupted installation left
            target.parent.mkdir(parents=True, exist_ok=True)
            return target, False
        if json.loads(mark.read_text(encoding="utf-8"))["wheel"] == digest:
            return target, True
    raise InstallError(f"There are too many builds of version {version} in {home}: remove some.")


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _extras(settings: Path = Path("/etc/flagfall/relay.toml")) -> str:
    """What is needed besides, by the settings of this computer: a relay's database has a driver."""
    try:
        return "[postgresql]" if "postgresql://" in settings.read_text(encoding="utf-8") else ""
    except OSError:
        return ""


def _pip(source: WheelSource, scratch: Path) -> list[str]:
    """A command that is pip: from the source, of this computer, or of Debian's python3-venv."""
    wheel = source.pip(scratch)
    if wheel is not None:
        return [sys.executable, f"{wheel}/pip", "--disable-pip-version-check"]
    if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True, check=False).returncode == 0:
        return [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    if subprocess.run([sys.executable, "-c", "import ensurepip"], capture_output=True, check=False).returncode:
        if not shutil.which("apt-get") or source.whole:
            raise InstallError(
                "pip is missing: put its wheel beside Flagfall's (`flagfall wheels` does), or install python3-venv."
            )
        _run(["apt-get", "install", "--yes", "--no-install-recommends", "python3-venv"])
    _run([sys.executable, "-m", "venv", str(scratch / "pip")])
    return [str(scratch / "pip/bin/python"), "-m", "pip", "--disable-pip-version-check"]


def _run(command: list[str]) -> None:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        last = "\n".join(done.stdout.strip().splitlines()[-12:])
        raise InstallError(f"This failed: {' '.join(command)}\n{last}")


# -- the present version -----------------------------------------------------------------------------------------------


def present(link: Path = CURRENT) -> Path | None:
    """The version that a link leads to, if it is whole."""
    target = link.resolve()
    return target if link.is_symlink() and (target / _MARK).exists() else None


def source_of(target: Path) -> WheelSource:
    """Where a version came from."""
    mark = json.loads((target / _MARK).read_text(encoding="utf-8"))
    return WheelSource(mark["source"], mark["ca"])


def forget_old(home: Path = HOME) -> None:
    """Remove all versions but the present one and the one before it: a card is small."""
    kept = {present(home / "current"), present(home / "previous")}
    for each in (home / "versions").iterdir():
        if each not in kept:
            shutil.rmtree(each, ignore_errors=True)


def point(target: Path, home: Path = HOME) -> None:
    """Make this version the present one, and the one before it the previous; each link is swapped in one step."""
    before = present(home / "current")
    if before == target:
        return
    if before is not None:
        _link(home / "previous", before)
    _link(home / "current", target)


def _link(link: Path, target: Path) -> None:
    beside = link.with_name(f".{link.name}.new")
    beside.unlink(missing_ok=True)
    beside.symlink_to(target.relative_to(link.parent))
    beside.replace(link)


def activate(target: Path, *arguments: str) -> bool:
    """Let a version see to user, folders and services, and become the present one. Whether everything runs."""
    return subprocess.run([str(target / "bin/flagfall"), "install", *arguments], check=False).returncode == 0


def upgrade_to(target: Path, *arguments: str) -> None:
    """Activate a version; one that does not run is taken back at once."""
    before = present()
    if activate(target, *arguments):
        return
    if before is None or before == target:
        raise InstallError("It is installed, but not everything runs: see above, then run this command again.")
    print(f"Version {target.name} does not run here: going back to {before.name}.", file=sys.stderr, flush=True)
    back = activate(before)
    raise InstallError(
        f"Version {before.name} runs again." if back else f"Version {before.name} does not run either: see above."
    )


# -- the command -------------------------------------------------------------------------------------------------------


def main(given: list[str] | None = None) -> int:
    """The command `python3 install.py`."""
    parser = argparse.ArgumentParser(
        prog="install.py", description="Install Flagfall on this computer, or upgrade it: the same command again."
    )
    parser.add_argument("role", choices=ROLES, help="what this computer is; a hall is a broker and a relay")
    parser.add_argument("name", nargs="?", default="", help="the table's name, where no claim says it")
    parser.add_argument(
        "--from", dest="source", default="", help="a folder of wheels, or https://desk.local:8443/wheels/"
    )
    parser.add_argument("--ca", default="", help="the certificate of the hall's authority, for a relay's address")
    parser.add_argument("--version", default="", help="this version instead of the newest")
    parser.add_argument("--claim", default="", help="the claim of a table, as the desk shows it")
    parser.add_argument("--claim-file", default="", help="a file that holds it")
    arguments = parser.parse_args(given)
    beside = Path(__file__).resolve().parent
    source = WheelSource(arguments.source, arguments.ca)
    if not source.where and any(beside.glob("flagfall-*.whl")):
        source = WheelSource(str(beside))
    further = [arguments.role, *([arguments.name] if arguments.name else [])]
    for option in ("claim", "claim_file"):
        if value := getattr(arguments, option):
            further += [f"--{option.replace('_', '-')}", value]
    try:
        if os.geteuid() != 0:
            raise InstallError("Only root can install services: sudo python3 install.py ...")
        os.umask(0o022)  # services run as another user, and read all of it
        upgrade_to(add_version(source.absolute(), arguments.version), *further)
    except InstallError as error:
        print(f"install.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
