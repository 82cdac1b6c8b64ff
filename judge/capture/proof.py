"""Shows that a written task is the captured module: rebuilt, with the same state, it gives the recorded output."""

import contextlib
import subprocess
import sys
import tempfile
import types
from typing import Any

import torch

from judge.capture.arguments import copied
from judge.capture.generators import untouched
from judge.capture.observer import First
from judge.capture.problem import Problem

_BY_HAND = "construct it with all that it is in __init__, or write the task file by hand (docs/for-module-owners.md)"
_SECONDS = 120
_TOLERANCE = {torch.float32: 1e-3, torch.float64: 1e-6}  # of the output's RMS; other dtypes: 5e-2
_ALONE = """import sys, torch, types
task = sys.modules["task"] = types.ModuleType("task")
exec(compile(sys.stdin.read(), "<the task file>", "exec"), task.__dict__)
model, inputs = task.Model(*task.get_init_inputs()), task.get_inputs()
kinds = {each.dtype for each in inputs if isinstance(each, torch.Tensor) and each.is_floating_point()}
if len(kinds) == 1:
    model = model.to(kinds.pop())
with torch.no_grad():
    model(*inputs)
"""


def mode_matters(first: First, text: str, arguments: "list[Any]") -> bool:
    """Whether the module computes something else in training mode than in eval mode. Raises Problem if it cannot be rebuilt."""
    model = _rebuilt(first, text)
    one, other = (_answer(model, first, arguments, training) for training in (False, True))
    return bool(_difference(one, other))


def prove(first: First, text: str, arguments: "list[Any]") -> None:
    """Compares the rebuilt module with the recorded one on the recorded arguments. Raises Problem where they differ."""
    answer = _answer(_rebuilt(first, text), first, arguments, first.training)
    found = _difference(answer, first.output)
    if found:
        raise Problem(f"the class rebuilt from its init arguments gives another output than in the script ({found}): it was changed after its construction", _BY_HAND)


def stands_alone(text: str) -> None:
    """Runs the task on inputs that it draws, in a fresh process. Raises Problem if it fails there."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = subprocess.run([sys.executable, "-c", _ALONE], input=text, cwd=folder, capture_output=True, text=True, timeout=_SECONDS)
        except subprocess.TimeoutExpired as error:
            raise Problem(f"the written task ran for more than {_SECONDS} s on one draw of its inputs", "capture a smaller module or smaller inputs") from error
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["it died"])[-1]
        raise Problem(f"the written task fails on inputs that it draws: {last}", "its inputs follow a rule that capture cannot see: write the task file by hand (docs/for-module-owners.md)")


def _rebuilt(first: First, text: str) -> torch.nn.Module:
    """A new Model of the task with the recorded state."""
    space = types.ModuleType("captured_task")
    sys.modules[space.__name__] = space
    try:
        with untouched():
            exec(compile(text, "<the task file>", "exec"), space.__dict__)
            model = space.Model(*space.get_init_inputs())
    except Problem:
        raise
    except Exception as error:
        raise Problem(f"the class cannot be rebuilt from its init arguments: {type(error).__name__}: {error}", _BY_HAND) from error
    own, state = model.state_dict(), first.state
    differing = sorted(name for name in {*own, *state} if name not in own or name not in state or own[name].shape != state[name].shape)
    if differing:
        raise Problem(f"the class rebuilt from its init arguments has another state than in the script: {', '.join(differing[:4])}", _BY_HAND)
    floats = {tensor.dtype for tensor in state.values() if tensor.is_floating_point()}
    places = {tensor.device for tensor in state.values()}
    model.to(device=places.pop() if len(places) == 1 else None, dtype=floats.pop() if len(floats) == 1 else None)
    model.load_state_dict(state)
    return model


def _answer(model: torch.nn.Module, first: First, arguments: "list[Any]", training: bool) -> Any:
    model.train(training)
    before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    devices = {tensor.device.type for tensor in before.values()}
    autocast = torch.autocast("cuda" if "cuda" in devices else "cpu") if first.autocast else contextlib.nullcontext()
    try:
        with untouched(), torch.no_grad(), autocast:
            first.random.restore()
            return copied(model(*copied(arguments)))
    except Exception as error:
        raise Problem(f"the class rebuilt from its init arguments fails on the recorded inputs: {type(error).__name__}: {error}", _BY_HAND) from error
    finally:
        model.load_state_dict(before)


def _difference(one: Any, other: Any) -> str:
    """The first difference between two nests of outputs, in words. Empty if they agree."""
    if isinstance(one, torch.Tensor) and isinstance(other, torch.Tensor):
        return _tensor_difference(one, other)
    if isinstance(one, dict):
        fields = other if isinstance(other, dict) else vars(other)
        pairs = [(item, fields.get(key)) for key, item in one.items()]
    elif isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)) and len(one) == len(other):
        pairs = list(zip(one, other))
    else:
        return "" if type(one) is type(other) else f"a {type(one).__name__} where the script had a {type(other).__name__}"
    return next((found for left, right in pairs if (found := _difference(left, right))), "")


def _tensor_difference(one: torch.Tensor, other: torch.Tensor) -> str:
    if one.shape != other.shape:
        return f"shape {list(one.shape)} where the script had {list(other.shape)}"
    wide, right = one.double().nan_to_num(), other.to(one.device).double().nan_to_num()
    scale = float(right.square().mean().sqrt()) if right.numel() else 0.0
    largest = float((wide - right).abs().max()) if right.numel() else 0.0
    return "" if largest <= _TOLERANCE.get(other.dtype, 5e-2) * max(scale, 1e-12) else f"largest deviation {largest:.2g} at an RMS of {scale:.2g}"
