"""The computer itself: its system, its clock, its power, its name, its installation."""

from __future__ import annotations

import contextlib
import os
import platform
import shutil
import struct
import subprocess
from collections.abc import Iterator, Mapping

from gateway.model.messages import message

from .diagnoses import Diagnosis, Surroundings

__all__ = ["check_computer", "check_service", "service_state"]

_OLDEST_DEBIAN = 12
_NAMES_OF_ALL = frozenset({"raspberrypi", "debian", "localhost", "dietpi"})
"""Names that cards come with: twenty of them in one hall cannot be told apart."""
_UNDERVOLTAGE, _THROTTLED, _WERE = 0x1, 0x4 | 0x8, 16
"""Bits of a Pi's power, and by how many places those that tell of earlier are shifted."""
_PROCESSORS = {3: "i686", 40: "armv7l", 62: "x86_64", 183: "aarch64"}
"""Processors by the number in a program's head (ELF)."""
_SYSTEMCTL_S = 5
_RESTARTS = 3
"""Times that a service may be started again without anybody asking why."""
_AT_WORK = frozenset({"active", "activating", "reloading"})


def check_computer(around: Surroundings) -> Iterator[Diagnosis]:
    """What is wrong with the computer, whatever it is used for."""
    yield from _system(around)
    yield from _clock(around)
    yield from _power(around)
    yield from _name(around)
    yield from _installation(around)


def _system(around: Surroundings) -> Iterator[Diagnosis]:
    # The programs tell, not the kernel: 32-bit Raspberry Pi OS has a 64-bit one on newer Pis.
    machine, bits = platform.machine(), struct.calcsize("P") * 8
    if around.root.parts != ("/",):  # a card of another computer
        with contextlib.suppress(OSError):
            head = around.path("usr/bin/env").read_bytes()[:20]
            if head.startswith(b"\x7fELF"):
                bits = 32 if head[4] == 1 else 64
                machine = _PROCESSORS.get(int.from_bytes(head[18:20], "little"), "?")
    if bits == 32:
        yield Diagnosis.trouble(message("doctor.system_32_bit", machine=machine), message("doctor.system_32_bit.do"))
    values: dict[str, str] = {}
    with contextlib.suppress(OSError):
        for line in around.path("etc/os-release").read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition("=")
            values[name] = value.strip('"')
    version = values.get("VERSION_ID", "")
    old = version.isdigit() and int(version) < _OLDEST_DEBIAN
    if values.get("ID") in {"debian", "raspbian"} and old:
        name = values.get("PRETTY_NAME", version)
        yield Diagnosis.warning(message("doctor.system_old", system=name), message("doctor.system_old.do"))


def _clock(around: Surroundings) -> Iterator[Diagnosis]:
    if around.synchronised:
        return
    if any(around.path("sys/class/rtc").glob("rtc*")):
        yield Diagnosis.warning(
            message("doctor.clock_not_kept"),
            message("doctor.clock_not_kept.do", command="sudo timedatectl set-ntp true"),
        )
    else:
        yield Diagnosis.warning(
            message("doctor.clock_without_battery", time=around.now.strftime("%Y-%m-%d %H:%M")),
            message("doctor.clock_without_battery.do", command="sudo timedatectl set-ntp true"),
        )


def _power(around: Surroundings) -> Iterator[Diagnosis]:
    try:
        text = around.path("sys/devices/platform/soc/soc:firmware/get_throttled").read_text(encoding="ascii")
        state = int(text.strip().removeprefix("0x"), 16)
    except (OSError, ValueError):  # no Raspberry Pi
        return
    if state & (_UNDERVOLTAGE | _UNDERVOLTAGE << _WERE):
        yield Diagnosis.trouble(message("doctor.power_low"), message("doctor.power_low.do"))
    elif state & (_THROTTLED | _THROTTLED << _WERE):
        yield Diagnosis.warning(message("doctor.too_hot"), message("doctor.too_hot.do"))


def _name(around: Surroundings) -> Iterator[Diagnosis]:
    try:
        name = around.path("etc/hostname").read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return
    if name.lower() in _NAMES_OF_ALL:
        yield Diagnosis.warning(
            message("doctor.host_name_shared", name=name),
            message("doctor.host_name_shared.do", command="sudo hostnamectl set-hostname table-07"),
        )


def _installation(around: Surroundings) -> Iterator[Diagnosis]:
    current = around.path("opt/flagfall/current")
    if current.is_symlink():
        target = str(current.readlink())
        if not (current.parent / target).exists() and not around.path(target.lstrip("/")).exists():
            yield Diagnosis.trouble(
                message("doctor.version_gone", path=str(current), target=target),
                message("doctor.version_gone.do", command="sudo flagfall rollback"),
            )
    claim = around.path("etc/flagfall/claim")
    if os.path.exists(claim):  # noqa: PTH110 - Path.exists raises where the folder may not be entered
        yield Diagnosis.trouble(
            message("doctor.not_enrolled", path=str(claim)),
            message("doctor.not_enrolled.do", command="journalctl -u flagfall-first-boot"),
        )


def service_state(around: Surroundings, unit: str) -> dict[str, str]:
    """What systemd says of a unit; nothing where it is not there, or knows no such unit."""
    systemctl = shutil.which("systemctl")
    if around.root.parts != ("/",) or systemctl is None:
        return {}
    command = [systemctl, "show", unit, "--property", "LoadState,UnitFileState,ActiveState,Result,NRestarts,StatusText"]
    try:
        told = subprocess.run(command, capture_output=True, text=True, timeout=_SYSTEMCTL_S, check=False)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return {}
    state = dict(line.split("=", 1) for line in told.stdout.splitlines() if "=" in line)
    return {} if state.get("LoadState") == "not-found" else state


def check_service(state: Mapping[str, str], unit: str) -> Iterator[Diagnosis]:
    """Whether the service of a settings file runs, by what systemd says of it."""
    if not state:
        return
    active, restarts = state.get("ActiveState", ""), int(state.get("NRestarts", "0") or 0)
    loaded = state.get("LoadState", "loaded")
    if loaded == "masked":
        yield Diagnosis.trouble(
            message("doctor.service_masked", unit=unit),
            message(
                "doctor.service_masked.do", command=f"sudo systemctl unmask {unit}; sudo systemctl enable --now {unit}"
            ),
        )
    elif loaded != "loaded":
        yield Diagnosis.trouble(
            message("doctor.service_unreadable", unit=unit),
            message("doctor.service_unreadable.do", command=f"systemctl status {unit}"),
        )
    elif active == "failed":
        yield Diagnosis.trouble(
            message("doctor.service_failed", unit=unit, result=state.get("Result", "")),
            message("doctor.service_failed.do", command=f"journalctl -u {unit} -n 30"),
        )
    elif restarts > _RESTARTS:  # one that ends again and again is mostly between two starts
        yield Diagnosis.warning(
            message("doctor.service_restarts", unit=unit, count=restarts),
            message("doctor.service_restarts.do", command=f"journalctl -p warning -u {unit}"),
        )
    elif active not in _AT_WORK:
        yield Diagnosis.trouble(
            message("doctor.service_stopped", unit=unit),
            message("doctor.service_stopped.do", command=f"sudo systemctl enable --now {unit}"),
        )
    elif state.get("UnitFileState") == "disabled":
        yield Diagnosis.warning(
            message("doctor.service_not_enabled", unit=unit),
            message("doctor.service_not_enabled.do", command=f"sudo systemctl enable {unit}"),
        )
