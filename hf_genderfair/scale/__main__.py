"""The command ``run`` for launchers: ``accelerate launch --num_processes 2 -m hf_genderfair.scale SOURCE …``."""

import contextlib
import os
import sys
from pathlib import Path

from hf_genderfair.cli.app import app
from hf_genderfair.core.processes import launched_processes

if __name__ == "__main__":
    sys.argv = [sys.argv[0], "run", *sys.argv[1:], "--engine", "accelerate"]
    with contextlib.ExitStack() as quiet:
        if launched_processes().rank:
            # one process speaks for all; what fails in another is told by it too
            quiet.enter_context(contextlib.redirect_stdout(quiet.enter_context(Path(os.devnull).open("w"))))
            quiet.enter_context(contextlib.redirect_stderr(sys.stdout))
        app()
