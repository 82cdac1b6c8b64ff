"""Loads a task file. Only in the oracle, and in fresh processes that examine tasks."""

import linecache
import sys
import types

from .asking import asking
from .errors import Rejected


def load(name: str, source: str) -> types.ModuleType:
    """The module in a task's source. Raises Rejected where it cannot be imported or lacks Model or get_inputs."""
    module = types.ModuleType("task")
    sys.modules[module.__name__] = module  # dataclasses and pickle look classes up there
    module.__file__ = f"<{name}>"
    linecache.cache[module.__file__] = (len(source), None, source.splitlines(True), module.__file__)
    with asking(f"{name} could not be imported", "cpu"):
        exec(compile(source, module.__file__, "exec"), module.__dict__)
    for needed in ("Model", "get_inputs"):
        if not hasattr(module, needed):
            raise Rejected(f"{name} defines no {needed}", "a task is a Python file with Model, get_inputs and get_init_inputs, as in KernelBench")
    return module
