"""Logs on standard error: one line for each event, for eyes, for machines, or for journald.

The journal stamps each line itself and takes its weight from a number before it (sd-daemon(3)): `<4>` is a warning. So
under systemd a line has neither time nor name, and `journalctl -p warning` finds what somebody should see.
"""

from __future__ import annotations

import json
import logging
import os
import sys

__all__ = ["set_up_logs", "to_journal"]

_PRIORITIES = ((logging.CRITICAL, 2), (logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6), (0, 7))
"""By the least level that has it, the priorities of syslog."""


_NO_TEXT = {n: f"\\x{n:02x}" for n in (*range(32), *range(127, 160))} | {0x2028: "\\u2028", 0x2029: "\\u2029"}
"""What would begin another line, or have a terminal do something."""


class _Text(logging.Formatter):
    """One line, whatever somebody has sent that is told in it."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the library's
        return super().formatMessage(record).translate(_NO_TEXT)


class _Json(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        fields = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S") + f".{int(record.msecs):03d}",
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            fields["trace"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False)


class _Journal(logging.Formatter):
    """Lines for journald, each with its priority: a trace of many lines is many entries there."""

    def __init__(self, inner: logging.Formatter) -> None:
        super().__init__()
        self._inner = inner

    def format(self, record: logging.LogRecord) -> str:
        priority = next(number for level, number in _PRIORITIES if record.levelno >= level)
        return "\n".join(f"<{priority}>{line}" for line in self._inner.format(record).splitlines() or [""])


def to_journal() -> bool:
    """Whether standard error is journald's: the environment names its device and inode."""
    try:
        found = os.fstat(sys.stderr.fileno())
    except (OSError, ValueError):
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{found.st_dev}:{found.st_ino}"


def set_up_logs(level: str, form: str, who: str) -> None:
    """Write our own logs from `level` up, those of libraries from warning up; `who` heads each text line."""
    handler = logging.StreamHandler(sys.stderr)
    journal = to_journal()
    formatter: logging.Formatter
    if form == "json":
        formatter = _Json()
    elif journal:
        formatter = _Text("%(message)s")
    else:
        formatter = _Text(f"%(asctime)s.%(msecs)03d {who} %(levelname)-7s %(message)s", datefmt="%H:%M:%S")
    handler.setFormatter(_Journal(formatter) if journal else formatter)
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for name in ("gateway", "drivers", "firmware_sim"):
        logging.getLogger(name).setLevel(level.upper())
