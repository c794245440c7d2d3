"""Work that is killed at a step on files, in a process of its own."""

import os
import sys
import traceback

STEPS = {"os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.link", "shutil.rmtree"}
KILLED = 9


def killed_at(step, work, place):
    """Do some work in a process that ends without a word before a step below a folder; return whether it was killed.

    Steps, from 1, are making, renaming or removing something, or opening a file to write it.
    """
    child = os.fork()
    if child == 0:
        _work_until(step, work, str(place))
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in (0, KILLED), f"step {step} of {work}: exit {code}"
    return code == KILLED


def _work_until(step, work, place):
    left = step

    def count(event, given):
        nonlocal left
        writes = event == "open" and isinstance(given[2], int) and given[2] & (os.O_WRONLY | os.O_RDWR)
        if (event in STEPS or writes) and str(given[0]).startswith(place):
            left -= 1
            if left == 0:
                os._exit(KILLED)

    try:
        sys.addaudithook(count)
        work()
        os._exit(0)
    except BaseException:
        traceback.print_exc()
        os._exit(1)
