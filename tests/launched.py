"""Programs in processes that accelerate or torchrun starts together: forks of this one, which has imported much."""

import contextlib
import functools
import importlib
import os
import runpy
import signal
import sys
from unittest import mock

TORCHRUN = ("torch.distributed.run", "--standalone", "--nproc-per-node", "2")
ACCELERATE = (
    *("accelerate.commands.launch", "--multi_gpu", "--num_processes", "2", "--num_machines", "1"),
    *("--main_process_port", "0", "--mixed_precision", "no", "--dynamo_backend", "no"),
)
"""Without accelerators, ``ACCELERATE_USE_CPU`` makes these processes use gloo on processors."""
CPU = {"ACCELERATE_USE_CPU": "true"}


def launch(launcher, *arguments):
    """Run a launcher as its command does, but let it fork this process where it would start another interpreter.

    A launcher is its module and its options; a process that fails is a ``ChildFailedError``.
    """
    from torch.distributed import run

    def forking(parsed, config_of=run.config_from_args):
        config, _, (_, *program) = config_of(parsed)
        config.start_method, config.monitor_interval = "fork", 0.05
        return config, as_main, program

    module, *options = launcher
    with contextlib.ExitStack() as stack:
        stack.enter_context(mock.patch.dict(os.environ, CPU))
        stack.enter_context(mock.patch.object(sys, "argv", [module, *options, *map(str, arguments)]))
        stack.enter_context(mock.patch.object(run, "config_from_args", forking))
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
            stack.callback(functools.partial(signal.signal, number, signal.getsignal(number)))
        importlib.import_module(module).main()


def as_main(*arguments):
    """Run a program, or ``-m`` and a module, as Python does."""
    from accelerate.state import AcceleratorState

    # what this process knew of others before it was forked
    AcceleratorState._reset_state(reset_partial_state=True)
    module = arguments[0] == "-m"
    program, *sys.argv[1:] = arguments[module:]
    # an earlier test of this process may have imported modules that run anew
    for name in [name for name in sys.modules if name.endswith(".__main__")]:
        del sys.modules[name]
    run = runpy.run_module if module else runpy.run_path
    sys.argv[0] = program
    run(program, run_name="__main__")
