"""A Debian root, made once by debootstrap and kept in build/, and the wheels that are tried in it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

__all__ = ["debian_root", "release"]

_PACKAGES = "systemd,systemd-sysv,dbus,udev,python3,ca-certificates,iproute2,cloud-init,python3-cffi-backend"
"""What Raspberry Pi OS has as well, and no more: no pip, no venv. The last one is asked for by another name only, which
debootstrap does not understand."""
ROOT = Path(__file__).parents[2]


def debian_root(build: Path, suite: str) -> Path:
    """The root of a Debian; made if it is not there."""
    root = build / f"debian-{suite}"
    if not (root / "made").exists():
        shutil.rmtree(root, ignore_errors=True)
        print(f"debootstrap {suite} ...", flush=True)
        command = ["debootstrap", "--variant=minbase", f"--include={_PACKAGES}", suite, str(root), *_mirror()]
        if subprocess.run(command, check=False, stdout=subprocess.DEVNULL, timeout=1800).returncode:
            log = root / "debootstrap/debootstrap.log"
            raise SystemExit(f"debootstrap failed:\n{log.read_text()[-1500:] if log.exists() else ''}")
        (root / "made").touch()
    return root


def _mirror() -> list[str]:
    """Where this computer's packages come from, if it is a Debian; else debootstrap knows a place."""
    if shutil.which("apt-get") is None:
        return []
    command = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]
    found = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout.split()
    return [uri for uri in found if uri.rstrip("/").endswith("/debian")][:1]


def release(folder: Path, version: str, *, broken: bool = False) -> Path:
    """A folder as a release has it: the wheel of this working tree under this version, and install.py.

    A broken one can be installed, but no table and no relay of it runs.
    """
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / "source"
    shutil.rmtree(source, ignore_errors=True)
    kept = ("gateway", "drivers", "firmware-sim", "deploy", "pyproject.toml", "README.md", "LICENSE")
    for name in kept:
        place = ROOT / name
        copy = shutil.copytree if place.is_dir() else shutil.copy
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        copy(place, source / name)
    init = source / "gateway/__init__.py"
    init.write_text(re.sub(r'__version__ = "[^"]+"', f'__version__ = "{version}"', init.read_text()))
    if broken:
        with (source / "gateway/runtime/process.py").open("a") as file:
            file.write("\n\ndef run_table(config):\n    raise SystemExit(3)\n\n\nrun_relay = run_table\n")
    uv = Path(sys.executable).with_name("uv")
    subprocess.run([uv, "build", "--wheel", "--quiet", "--out-dir", folder, source], check=True, timeout=300)
    shutil.rmtree(source)
    shutil.copyfile(ROOT / "gateway/runtime/installation/installer.py", folder / "install.py")
    return next(folder.glob(f"flagfall-{version}-*.whl"))
