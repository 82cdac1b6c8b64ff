"""Loads a task file. Only the oracle and fresh processes that examine tasks do this."""

import linecache
import sys
import types

from judge.oracle.task.task_code import asking
from judge.protocol.errors import Rejected


def load(name: str, source: str) -> types.ModuleType:
    """Imports a task's source as a module. Raises Rejected if the import fails, or if Model or get_inputs is missing."""
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
