"""The end of a command that has begun nothing yet."""

from __future__ import annotations

import os
from types import FrameType


def stop_at_once(number: int, frame: FrameType | None) -> None:
    """End a command that has begun nothing yet."""
    os.write(2, b"Stopped: nothing was written; the same command begins anew\n")
    os._exit(128 + number)
