"""Commands run on a terminal of any width: a pseudo-terminal with a process of its own."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import termios
import time
from typing import NamedTuple

from fresh_process import FreshProcess

COMMAND = "from hf_genderfair.cli.app import main; main()"
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Screen(NamedTuple):
    """What came on a terminal: text, exit code, and the seconds since the start of everything that came."""

    text: str
    exit_code: int
    seconds: list[float]

    @property
    def lines(self):
        """Return the lines as they were written."""
        return self.text.replace("\r\n", "\n").split("\n")


def on_terminal(*arguments, columns=80, program=COMMAND, typed="", before_end=None, keep_escapes=False):
    """Run a command, or Python in its place, with its outputs on a terminal; what is typed comes from elsewhere.

    ``before_end`` is called with the process and the text so far whenever something came. Escapes that are kept erase
    lines and set colours.
    """
    main, side = pty.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    start = time.monotonic()
    process = FreshProcess(program, *arguments, output=side, environment={"TERM": "xterm"})
    os.close(side)
    process.stdin.write(typed)
    process.stdin.close()
    text, seconds = b"", []
    while True:
        ready, _, _ = select.select([main], [], [], 60)
        try:
            block = os.read(main, 1 << 16) if ready else b""
        except OSError:
            # a terminal whose last writer has gone
            block = b""
        if not block:
            break
        text += block
        seconds.append(time.monotonic() - start)
        if before_end:
            before_end(process, text.decode(errors="replace"))
    os.close(main)
    written = text.decode(errors="replace")
    return Screen(written if keep_escapes else ESCAPES.sub("", written), process.wait(60), seconds)
