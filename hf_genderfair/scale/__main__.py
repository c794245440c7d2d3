"""The command ``run`` for launchers: ``accelerate launch --num_processes 2 -m hf_genderfair.scale SOURCE …``."""

import contextlib
import io
import os
import sys
import time
from pathlib import Path

from hf_genderfair.cli.app import app
from hf_genderfair.core.processes import launched_processes

PATIENCE = 30.0
"""Seconds in which the first process says what is wrong, before another process that failed speaks for itself."""


def _run_silently() -> None:
    """Run the command in a process that is not the first, which speaks for all."""
    said = io.StringIO()
    with Path(os.devnull).open("w") as nowhere, contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(said):
        try:
            app()
        except SystemExit as ended:
            if not ended.code:
                raise
            # a launcher ends all processes once one has failed: what the first has not said by then, it does not know
            time.sleep(PATIENCE)
            sys.__stderr__.write(said.getvalue())  # type: ignore[union-attr]
            raise


if __name__ == "__main__":
    sys.argv = [sys.argv[0], "run", *sys.argv[1:], "--engine", "accelerate"]
    if launched_processes().rank:
        _run_silently()
    else:
        app()
