"""The clocks of the computer: which of them may be believed, and since when."""

from __future__ import annotations

import ctypes
import time
from pathlib import Path

from gateway.record.absence import ComputerTime

__all__ = ["computer_time"]

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_UNSYNCHRONISED = 0x40
_TIME_ERROR = 5


def computer_time() -> ComputerTime:
    """This moment."""
    try:
        boot = _BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        boot = ""
    up_ms = time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
    return ComputerTime(boot, up_ms, time.time_ns() // 1_000_000, _is_synchronised())


class _Timex(ctypes.Structure):
    """`struct timex` of adjtimex(2), as far as we read it, and room for the rest."""

    _fields_ = (
        ("modes", ctypes.c_uint),
        ("offset", ctypes.c_long),
        ("freq", ctypes.c_long),
        ("maxerror", ctypes.c_long),
        ("esterror", ctypes.c_long),
        ("status", ctypes.c_int),
        ("rest", ctypes.c_byte * 256),
    )


def _is_synchronised() -> bool:
    asked = _Timex()
    try:
        answer = ctypes.CDLL(None).adjtimex(ctypes.byref(asked))
    except (AttributeError, OSError):
        return False
    return answer not in {-1, _TIME_ERROR} and not asked.status & _UNSYNCHRONISED
