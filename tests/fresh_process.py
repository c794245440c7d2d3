"""Programs run in processes that have imported much and read nothing: forks of one process, which is quick."""

from __future__ import annotations

import json
import os
import subprocess
import sys

SERVER = """
import io, json, os, sys, traceback
from contextlib import redirect_stdout

import spacy
import hf_genderfair.recipes.audited, hf_genderfair.recipes.debiased, hf_genderfair.rewriting.transform
from hf_genderfair.core import resources

assert not resources._built
for line in sys.stdin:
    program, arguments, typed = json.loads(line)
    child = os.fork()
    if not child:
        sys.argv[1:], sys.stdin, printed = arguments, io.StringIO(typed), io.StringIO()
        try:
            with redirect_stdout(printed):
                exec(program, {"__name__": "__main__"})
            answer = printed.getvalue(), None
        except BaseException:
            answer = printed.getvalue(), traceback.format_exc()
        print(json.dumps(answer), flush=True)
        os._exit(0)
    if os.waitpid(child, 0)[1]:
        print(json.dumps(("", "the process was ended")), flush=True)
"""


class FreshProcesses:
    """A process that waits, with another seed of hashes than this one, from which each program gets a fork."""

    def __init__(self):
        self.server = None

    def __call__(self, program, *arguments, typed=""):
        """Return what a program prints; ``typed`` is its standard input."""
        if self.server is None:
            environment = {**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
            self.server = subprocess.Popen(
                [sys.executable, "-c", SERVER],
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        self.server.stdin.write(json.dumps((program, arguments, typed)) + "\n")
        self.server.stdin.flush()
        printed, error = json.loads(self.server.stdout.readline())
        assert error is None, error
        return printed

    def close(self):
        if self.server is not None:
            self.server.communicate()
