"""The daemon's log: JSON lines in a file of mode 0600, without secrets."""

from __future__ import annotations

import json
import logging
import logging.handlers
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pathlib import Path

LOGGER: Final = logging.getLogger("ricordo")

_BYTES: Final = 5_000_000
_TOKEN: Final = re.compile(r"rc_[0-9A-Za-z]{20,}")
_PLAIN: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "taskName"}


class JsonLines(logging.Formatter):
    """One JSON object a line: at, level, event, and whatever `extra` named."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, any token in it masked."""
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line |= {k: v for k, v in vars(record).items() if k not in _PLAIN}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return redact(json.dumps(line, ensure_ascii=True, default=str))


def redact(text: str) -> str:
    """Return `text` with anything that has the shape of a token masked."""
    return _TOKEN.sub("rc_***", text)


def set_up(path: Path, level: str) -> None:
    """Send the daemon's log to `path`; the caller's umask has made it 0600."""
    handler = logging.handlers.RotatingFileHandler(
        path, maxBytes=_BYTES, backupCount=2, encoding="utf-8"
    )
    handler.setFormatter(JsonLines())
    LOGGER.handlers[:] = [handler]
    LOGGER.setLevel(level.upper())
    LOGGER.propagate = False
    # Libraries speak through the root: their warnings belong in the file, not on a terminal.
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
