"""Builds a runner's model and loads the reference's parameters from files in its folder. Copied beside each runner."""

import importlib
import inspect
import pickle
from pathlib import Path

from judge.wire.gradients import Differentiated
from judge.wire.module_tensors import copy_into, tensors_of


def made(runner, seed: int):
    """A new model on the device, in the track's dtype. Its parameters come from `seed`."""
    module = importlib.import_module(runner.start["module"])
    make = getattr(module, runner.start["model"], None)
    if make is None:
        raise AttributeError(f"{runner.start['module']}.py has no class {runner.start['model']}")
    init = pickle.loads((Path.cwd() / "init.pickle").read_bytes())
    runner.torch.manual_seed(seed)
    model = make(*init).to("cuda" if runner.cuda else "cpu")
    # otherwise a candidate may keep lower-precision copies
    return model if runner.dtype == "float32" else model.to(getattr(runner.torch, runner.dtype))


def load_state(runner, copied: bool = False) -> None:
    """Loads the state in the folder into the runner's model, in place. Raises ValueError if names or shapes do not match.

    With `copied` no code of the model learns of it. That needs all tensors in the modules themselves.
    """
    load = runner.torch.load
    mapped = {"mmap": True} if "mmap" in inspect.signature(load).parameters else {}  # moves gigabytes to the device without an intermediate copy
    state = load(str(Path.cwd() / "state.pt"), map_location="cuda" if runner.cuda else "cpu", **mapped)
    own = tensors_of(runner.plain) if copied else runner.plain.state_dict()
    missing = _missing(state, own)
    if copied and missing:
        own = runner.plain.state_dict()
        missing = _missing(state, own)
    if missing:
        raise ValueError(
            f"ModelNew lacks parameters or buffers of Model: {', '.join(missing[:8])}. Its state_dict must hold all of Model's, "
            f"under the same names and in the same shapes (it has {', '.join(list(own)[:8]) or 'none'}), so that the reference's values can be loaded."
        )
    if copied:
        copy_into(own, state, runner.torch)
    else:
        runner.plain.load_state_dict(state, strict=False)


def _missing(state: dict, own: dict) -> "list[str]":
    """The tensors of a state that `own` lacks, or has in another shape."""
    return [f"{name} {list(tensor.shape)}" for name, tensor in state.items() if name not in own or own[name].shape != tensor.shape]


def differentiated(called, model, names: "list[str] | None"):
    """What the runner calls. Without `names` it is `called`. Else its calls go forward and backward; `names` are the parameters that get a gradient.

    Raises ValueError if the model lacks one of these parameters.
    """
    if names is None:
        return called
    own = {name: each for name, each in model.named_parameters(remove_duplicate=False) if each.requires_grad}
    missing = [name for name in names if name not in own]
    if missing:
        raise ValueError(f"{', '.join(missing[:8])} of ModelNew must be an nn.Parameter that requires a gradient, as in Model: the gradients of parameters are checked.")
    return Differentiated(called, {name: own[name] for name in names})
