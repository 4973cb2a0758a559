"""Logs on standard error: one line for each event, for eyes or for machines."""

from __future__ import annotations

import json
import logging
import sys

__all__ = ["set_up_logs"]


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


def set_up_logs(level: str, form: str, who: str) -> None:
    """Write our own logs from `level` up, those of libraries from warning up; `who` heads each text line."""
    handler = logging.StreamHandler(sys.stderr)
    if form == "json":
        handler.setFormatter(_Json())
    else:
        handler.setFormatter(
            logging.Formatter(f"%(asctime)s.%(msecs)03d {who} %(levelname)-7s %(message)s", datefmt="%H:%M:%S")
        )
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for name in ("gateway", "drivers", "firmware_sim"):
        logging.getLogger(name).setLevel(level.upper())
