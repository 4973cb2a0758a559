"""Boards and clocks: can they be opened, does somebody else have them, do they answer, does the radio work?"""

from __future__ import annotations

import contextlib
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from drivers import discovery, registry
from drivers.errors import DriverError, PortReason, PortUnavailableError
from drivers.readings import LinkDown
from drivers.spec import DriverSpec
from drivers.transport import open_transport
from gateway.model.messages import Message, message
from gateway.runtime.installation.computer_setup import SERVICE_GROUPS, USER
from gateway.runtime.settings import ClockSection, DeviceSection

from .diagnoses import Diagnosis, Surroundings
from .file_checks import may

__all__ = ["check_device", "check_radio", "is_in_use", "no_board", "no_buttons", "runs_table"]

_READ_WRITE = 6
_ONE_AT_A_TIME = frozenset({"ble", "tcp", "rfc2217"})
_SOFT, _HARD = "soft", "hard"


async def check_device(around: Surroundings, given: DeviceSection | ClockSection) -> AsyncIterator[Diagnosis]:
    """One device as the settings name it; it is opened and talked to, unless its agent has it already."""
    scheme, _, rest = given.url.partition("://")
    if scheme == "ble" and not around.own_radio:
        for finding in check_radio(around):
            yield finding
            return
    path = Path(rest) if scheme in {"serial", "evdev", "hid"} and rest.startswith("/") else None
    if path is not None and path.exists():
        if (holder := _holder(path)) is not None:
            if not holder.ours:
                yield _busy(given.url, holder.name)
            return
        if not may(path, around.user, _READ_WRITE, SERVICE_GROUPS if around.user == USER else ()):
            yield _denied(given.url, around.user or "$USER", "input" if scheme == "evdev" else "dialout")
            return
    async for finding in _answer(given):
        yield finding


def is_in_use(url: str, name: str, status: str) -> bool:
    """Whether the agent has a device that only one can have at a time, and of which no file tells who has it.

    A Bluetooth board that is connected cannot be heard by others, and a port server drops whoever was there first.
    `status` is what the agent says of itself: `playing; without clock`; empty if it does not run.
    """
    _, _, away = status.partition("without ")
    return bool(status) and url.partition("://")[0] in _ONE_AT_A_TIME and name not in away.split(", ")


def runs_table(config: Path) -> bool:
    """Whether an agent runs with this settings file."""
    for words in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            said = words.read_text(errors="replace").split("\0")
            if "table" in said and any(
                (words.parent / "cwd" / word).samefile(config) for word in said if ".toml" in word
            ):
                return True
    return False


def no_board(table: str) -> Diagnosis:
    """A table whose settings name no board, and which has found none."""
    return Diagnosis.trouble(
        message("doctor.board_not_found", table=table),
        message("doctor.board_not_found.do", command="sudo flagfall devices", section="[device]"),
    )


def no_buttons(table: str) -> Diagnosis:
    """A bridge table whose settings name no buttons, and which has found none."""
    return Diagnosis.trouble(
        message("doctor.buttons_not_found", table=table),
        message("doctor.buttons_not_found.do", command="sudo flagfall devices", section="[clock]"),
    )


async def _answer(given: DeviceSection | ClockSection) -> AsyncIterator[Diagnosis]:
    spec = registry.find(given.driver).configured(given.options)
    try:
        transport = await open_transport(given.url, spec.serial, spec.ble, spec.hid)
    except PortUnavailableError as error:
        yield _unavailable(given.url, error.reason)
        return
    except DriverError as error:
        yield Diagnosis.trouble(
            message("doctor.device_address", url=given.url, why=str(error)),
            message("doctor.device_address.do", command="flagfall devices"),
        )
        return
    await transport.close()
    if not spec.answers:
        return  # it speaks when somebody presses it
    found = await discovery.probe(spec, given.url)
    if found.said is None or isinstance(found.said, LinkDown):
        yield await _unanswered(given.url, spec)


async def _unanswered(url: str, spec: DriverSpec) -> Diagnosis:
    """It is open and says nothing that this driver understands: perhaps another one does."""
    others = [registry.find(name) for name in registry.names() if name != spec.name]
    for name in discovery.at_address(url, others).drivers:
        with contextlib.suppress(DriverError):
            found = await discovery.probe(registry.find(name), url)
            if found.said is not None and not isinstance(found.said, LinkDown):
                return Diagnosis.trouble(
                    message("doctor.device_of_another_make", url=url, driver=spec.name, found=name),
                    message("doctor.device_of_another_make.do", found=name),
                )
    return Diagnosis.trouble(
        message("doctor.device_quiet", url=url, driver=spec.name),
        message("doctor.device_quiet.do", command="flagfall devices"),
    )


def _unavailable(url: str, reason: PortReason) -> Diagnosis:
    what: Message
    match reason:
        case PortReason.BUSY:
            return _busy(url, "")
        case PortReason.NO_PERMISSION | PortReason.USB_DENIED:
            return _denied(url, "$USER", "dialout")
        case PortReason.KEYS_DENIED:
            return _denied(url, "$USER", "input")
        case PortReason.REFUSED | PortReason.UNREACHABLE:
            what, do = message("doctor.device_host", url=url), message("doctor.device_host.do")
        case PortReason.NO_BLUETOOTH | PortReason.BLUETOOTH_OFF | PortReason.BLUETOOTH_DENIED:
            what = message("doctor.radio_off")
            do = message("doctor.radio_off.do", command="sudo rfkill unblock bluetooth; bluetoothctl power on")
        case PortReason.NOT_HEARD:
            what, do = message("doctor.device_not_heard", url=url), message("doctor.device_not_heard.do")
        case _:
            what = message("doctor.device_missing", url=url)
            do = message("doctor.device_missing.do", command="flagfall devices")
    return Diagnosis.trouble(what, do)


def _busy(url: str, holder: str) -> Diagnosis:
    return Diagnosis.trouble(
        message("doctor.device_busy", url=url, holder=holder or "?"), message("doctor.device_busy.do")
    )


def _denied(url: str, user: str, group: str) -> Diagnosis:
    return Diagnosis.trouble(
        message("doctor.device_denied", url=url, user=user),
        message("doctor.device_denied.do", command=f"sudo usermod -aG {group} {user}"),
    )


class _Holder:
    """A process that has a file open."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        words: list[str] = []
        with contextlib.suppress(OSError):
            words = Path(f"/proc/{pid}/cmdline").read_text(errors="replace").split("\0")
        self.ours = "table" in words and any(Path(word).name in {"flagfall", "gateway"} for word in words)
        self.name = f"{Path(words[0]).name if words and words[0] else '?'} ({pid})"


def _holder(path: Path) -> _Holder | None:
    """The process that has a device open; one of ours is looked for first."""
    wanted = path.stat()
    found: list[_Holder] = []
    for handle in Path("/proc").glob("[0-9]*/fd/*"):
        with contextlib.suppress(OSError):  # it has ended meanwhile, or is not ours to look at
            # By what it is, not by its name: a service has a view of its own of the files.
            if str(handle.readlink()).startswith("/") and os.path.samestat(handle.stat(), wanted):
                found.append(_Holder(int(handle.parts[2])))
    found = [each for each in found if each.pid != os.getpid()]
    # Whoever made a pseudo-terminal may keep its near end open as well.
    return next((each for each in found if each.ours), found[0] if found else None)


def check_radio(around: Surroundings) -> Iterator[Diagnosis]:
    """The Bluetooth of a computer whose board needs it."""
    if not any(around.path("sys/class/bluetooth").glob("hci*")):
        yield Diagnosis.trouble(
            message("doctor.radio_missing"), message("doctor.radio_missing.do", command="hciconfig -a")
        )
        return
    for switch in sorted(around.path("sys/class/rfkill").glob("rfkill*")):
        with contextlib.suppress(OSError):
            if (switch / "type").read_text(encoding="ascii").strip() != "bluetooth":
                continue
            if any((switch / kind).read_text(encoding="ascii").strip() == "1" for kind in (_SOFT, _HARD)):
                yield Diagnosis.trouble(
                    message("doctor.radio_blocked"),
                    message("doctor.radio_blocked.do", command="sudo rfkill unblock bluetooth"),
                )
                return
    if not _runs(around, "bluetoothd"):
        yield Diagnosis.trouble(
            message("doctor.radio_unserved"),
            message("doctor.radio_unserved.do", command="sudo systemctl enable --now bluetooth"),
        )


def _runs(around: Surroundings, program: str) -> bool:
    for name in around.path("proc").glob("[0-9]*/comm"):
        with contextlib.suppress(OSError):
            if name.read_text(encoding="utf-8").strip() == program:
                return True
    return False
