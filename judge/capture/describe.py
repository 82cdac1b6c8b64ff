"""`python3 judge/capture/describe.py [train|eval] [nests] < TASK.py`: what an operator needs to know of a task, as JSON: arguments, state, outputs.

`train` and `eval` name the module's mode. Without one, the answer holds for both modes. It is about eval mode alone if a call in training writes buffers. `nests`: arguments may be nests with tensors.
It runs the task on the meta device, which computes nothing. Where that fails, it runs it on the CPU.
"""

import inspect
import json
import sys
import types
from pathlib import Path
from typing import Any

sys.path[0] = str(Path(__file__).resolve().parents[2])

import torch  # noqa: E402

from judge.capture.literals import plain  # noqa: E402
from judge.capture.problem import Problem  # noqa: E402
from judge.capture.whole_call import tensors_in  # noqa: E402

_OTHERWISE = "export it with --format file, folder or patch"


def main() -> None:
    """Prints {operator: …} or {problem: {reason, remedy}}."""
    try:
        result: dict = {"operator": _described(sys.stdin.read())}
    except Problem as problem:
        result = problem.answer()
    print(json.dumps(result))


def _described(source: str) -> dict:
    task = sys.modules["task"] = types.ModuleType("task")
    exec(compile(source, "<the task file>", "exec"), task.__dict__)
    asked = [mode for mode in ("train", "eval") if mode in sys.argv[1:]]
    for mode in asked or (None, "eval"):
        facts = {**_in_mode(task, mode), "mode": mode}
        if not facts["writes"]:
            break
    return facts


def _in_mode(task: types.ModuleType, mode: "str | None") -> dict:
    try:
        with torch.device("meta"):
            return _facts(task, mode)
    except Problem:
        raise
    except Exception:  # an operator without a meta kernel, or values that decide
        return _facts(task, mode)


def _facts(task: types.ModuleType, mode: "str | None") -> dict:
    model, given = task.Model(*task.get_init_inputs()), list(task.get_inputs())
    if mode == "eval":
        model.eval()
    state = _state(model)
    tensors = list(tensors_in(given))
    before = [each._version for each in [*tensors, *state.values()]]
    with torch.no_grad():
        output = model(*given)
    changed = [name for name, each, version in zip([*(f"input {at}" for at in range(len(tensors))), *state], [*tensors, *state.values()], before) if each._version != version]
    leaves: "list[torch.Tensor]" = []
    structure = _structure(output, leaves)
    return {
        "parameters": _parameters(model, len(given)),
        "tensors": [isinstance(each, torch.Tensor) for each in given],
        "values": [None if isinstance(each, torch.Tensor) else _plain(each, at) for at, each in enumerate(given)],
        "state": [[name, _place(model, name)] for name in state],
        "outputs": len(leaves),
        "structure": structure,
        "writes": changed,
        "alike": _alike(task, given),
    }


def _alike(task: types.ModuleType, given: list) -> "list[str]":
    """The names of the declared shapes that differ from get_inputs in tensors alone."""
    rows = task.get_workloads() if hasattr(task, "get_workloads") else []
    return [row["name"] for row in rows if _values(list(row["inputs"]())) == _values(given)]


def _values(given: list) -> list:
    return [None if isinstance(each, torch.Tensor) else _with_tensors(each) for each in given]


def _state(model: torch.nn.Module) -> "dict[str, torch.Tensor]":
    return {**dict(model.named_parameters(remove_duplicate=False)), **dict(model.named_buffers(remove_duplicate=False))}


def _place(model: torch.nn.Module, name: str) -> str:
    """Where a parameter or buffer lies in its module, as Python. Names of attributes would be looked up more slowly."""
    *path, last = name.split(".")
    holder = "_parameters" if last in model.get_submodule(".".join(path))._parameters else "_buffers"
    return "".join(f"._modules[{part!r}]" for part in path) + f".{holder}[{last!r}]"


def _plain(value: Any, at: int) -> str:
    found = _with_tensors(value) if "nests" in sys.argv[1:] else plain(value)
    if found is None:
        raise Problem(f"argument {at} of the module is a {type(value).__name__} with tensors, and an operator takes tensors and plain values", _OTHERWISE)
    return found


def _with_tensors(value: Any) -> "str | None":
    """A nest as Python, with torch.Tensor in place of its tensors. None if it holds anything else that is not plain."""
    return plain(value, lambda each: "torch.Tensor" if isinstance(each, torch.Tensor) else None)


def _parameters(model: torch.nn.Module, count: int) -> "list[list[str | None]]":
    """Name and default of each parameter of forward, as Python; the default is None if there is none. The task passes the first `count`."""
    parameters = list(inspect.signature(model.forward).parameters.values())
    if any(one.kind not in (one.POSITIONAL_OR_KEYWORD, one.POSITIONAL_ONLY) for one in parameters) or count > len(parameters):
        raise Problem("forward takes *args, **kwargs or arguments by name alone", _OTHERWISE)
    return [[one.name, None if one.default is one.empty else _plain(one.default, at)] for at, one in enumerate(parameters)]


def _structure(output: Any, leaves: "list[torch.Tensor]") -> str:
    """Python that rebuilds the output from the tuple `leaves`. Appends its tensors."""
    if isinstance(output, torch.Tensor):
        leaves.append(output)
        return f"leaves[{len(leaves) - 1}]"
    if isinstance(output, (list, tuple)):
        items = ", ".join(_structure(item, leaves) for item in output)
        return f"[{items}]" if isinstance(output, list) else f"({items}{',' if len(output) == 1 else ''})"
    if isinstance(output, dict):
        return "{" + ", ".join(f"{key!r}: {_structure(item, leaves)}" for key, item in output.items()) + "}"
    found = plain(output)
    if found is None:
        raise Problem(f"the module returns a {type(output).__name__}", _OTHERWISE)
    return found


if __name__ == "__main__":
    main()
