"""`python3 judge/capture/arm.py --arm original|ours|compile … SCRIPT [ARGS…]`: one way of running a script's model, in a process of its own.

It runs the script up to a call of its model, and repeats this call when it is asked. Questions and answers are JSON lines on the descriptors `--ask` and
`--answer`. `original` writes the call's state and arguments to `--call-file`, and the others load them. `ours` applies the kernels of `--package`.
"""

import argparse
import copy
import importlib
import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the asking process, which then ends this one
os.environ.setdefault("TORCHDYNAMO_DISABLE", "1")  # the script's model runs as it is written
sys.path[0] = str(Path(__file__).resolve().parents[2])

import torch  # noqa: E402

from judge.capture import script  # noqa: E402
from judge.capture.arguments import Unsupported, Value  # noqa: E402
from judge.capture.problem import Problem, first_line  # noqa: E402
from judge.capture.whole_call import WholeCall, needs_gradients, tensors_in  # noqa: E402


def main() -> None:
    """Answers questions until their end."""
    options = _options()
    with os.fdopen(options.ask) as questions, os.fdopen(options.answer, "w", buffering=1) as answers:
        say = lambda answer: print(json.dumps(answer), file=answers)  # noqa: E731
        try:
            arm = Arm(_recorded(options), options)
        except Problem as problem:
            return say(problem.answer())
        say({"ready": True, "gradients": arm.gradients, "training": arm.call.training, "device": arm.device})
        for line in questions:
            name, *given = json.loads(line)
            try:
                say({name: getattr(arm, name)(*given)})
            except Exception as error:  # of the model or of a kernel
                say({"problem": {"reason": f"the model fails ({options.arm}): {first_line(error)}", "remedy": "see docs/model.md"}})


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arm", required=True, choices=("original", "ours", "compile"))
    parser.add_argument("--order", required=True, type=int, help="number of the model among the modules that the script calls itself")
    parser.add_argument("--call", required=True, type=int, help="number of the model's call")
    parser.add_argument("--call-file", required=True)
    parser.add_argument("--package", help="folder of the kernel package")
    parser.add_argument("--ask", required=True, type=int)
    parser.add_argument("--answer", required=True, type=int)
    parser.add_argument("script")
    parser.add_argument("args", nargs=argparse.REMAINDER)
    return parser.parse_args()


def _recorded(options: argparse.Namespace) -> WholeCall:
    """The model's call in the script. Raises Problem if the script fails before it, or does not repeat itself."""
    roots: "list[torch.nn.Module]" = []
    calls: "list[int]" = []
    found: "list[WholeCall]" = []
    call, inside = torch.nn.Module.__call__, [False]

    def watched(module: torch.nn.Module, *args: Any, **kwargs: Any) -> Any:
        if inside[0]:
            return call(module, *args, **kwargs)
        order = next((at for at, root in enumerate(roots) if root is module), len(roots))
        if order == len(roots):
            roots.append(module)
            calls.append(-1)
        calls[order] += 1
        if order == options.order and calls[order] == options.call:
            found.append(WholeCall(module, args, kwargs))
            raise script.Enough
        inside[0] = True
        try:
            return call(module, *args, **kwargs)
        finally:
            inside[0] = False

    torch.nn.Module.__call__ = watched  # type: ignore[method-assign]
    try:
        script.run(options.script, options.args, f"kernelwright model {options.script}")
    finally:
        torch.nn.Module.__call__ = call  # type: ignore[method-assign]
    if not found:
        raise Problem("the script made fewer calls than before", "let it make the same calls each time: seed it, and let it read no clock")
    return found[0]


class Arm:
    """The model's call, one way of running it, and the answers to questions about it."""

    def __init__(self, call: WholeCall, options: argparse.Namespace):
        self.call, self._file, self._applied = call, options.call_file, None
        self._gradients: "dict[Any, torch.Tensor]" = {}
        model = call.module.train(call.training)
        with torch.set_grad_enabled(call.grad):
            self.gradients = needs_gradients(model)
        tensors = [*model.parameters(), *model.buffers(), *tensors_in([list(call.args), call.kwargs])]
        self.device = "cuda" if any(each.is_cuda for each in tensors) else "cpu"
        if options.arm == "original":
            self._save()
        else:
            self._load()
        self._run: "Callable[..., Any]" = model
        self._inputs: "list[WholeCall]" = []
        self._slots, self._last = [self.call], []
        if options.arm == "ours":
            folder = Path(options.package)
            sys.path.insert(0, str(folder.parent))
            self._applied = importlib.import_module(folder.name).apply(model)
        if options.arm == "compile":
            os.environ.pop("TORCHDYNAMO_DISABLE")
            self._run = torch.compile(model)

    def _save(self) -> None:
        try:
            Value.of([list(self.call.args), self.call.kwargs])
        except Unsupported as given:
            raise Problem(f"the script calls its model with {given}, which another process cannot get", "call the model with tensors, numbers, strings, and nests of them") from given
        state = {name: tensor.detach().cpu() for name, tensor in self._tensors(self.call.module).items()}
        torch.save({"state": state, "args": list(self.call.args), "kwargs": self.call.kwargs}, self._file)

    def _load(self) -> None:
        """Takes parameters, buffers and arguments of the original's process."""
        kept = torch.load(self._file, weights_only=True)
        own = self._tensors(self.call.module)
        if {name: each.shape for name, each in own.items()} != {name: each.shape for name, each in kept["state"].items()}:
            raise Problem("the script built another model than before", "let it build the same model each time: seed it, and let it read no clock")
        with torch.inference_mode():  # a model that was built there takes changes there alone
            for name, tensor in own.items():
                tensor.copy_(kept["state"][name])
        self.call.args, self.call.kwargs = tuple(kept["args"]), kept["kwargs"]

    @staticmethod
    def _tensors(model: torch.nn.Module) -> "dict[str, torch.Tensor]":
        return {**dict(model.named_parameters()), **dict(model.named_buffers())}

    def _step(self, call: WholeCall, run: "Callable[..., Any]") -> "list[torch.Tensor]":
        """One call; forward and backward where autograd records it. Returns the tensors of the output."""
        output = list(tensors_in(call(run)))
        if self.gradients:
            call.module.zero_grad(set_to_none=True)
            leaves = [each for each in output if each.requires_grad]
            torch.autograd.backward(leaves, [self._upstream(each) for each in leaves])
        return output

    def _upstream(self, output: torch.Tensor) -> torch.Tensor:
        """The gradient of an output: random, and the same in every process and call. Equal numbers would cancel behind a normalization."""
        key = (output.shape, output.dtype)
        if key not in self._gradients:
            drawn = torch.randn(output.shape, generator=torch.Generator().manual_seed(len(output.shape)))
            self._gradients[key] = drawn.to(device=output.device, dtype=output.dtype)
        return self._gradients[key]

    def take(self, files: "list[str]") -> None:
        """Lets `run` rotate over the arguments of these files, or repeat the call's own if there is none."""
        self._inputs = [self._with(file) for file in files]
        self._slots = [self._with(file) for file in files] or [self.call]

    def fill(self, shift: int) -> None:
        """Moves the arguments by `shift` slots. A result that was kept by the address of its input becomes wrong."""
        with torch.inference_mode():
            for at, slot in enumerate(self._slots if self._inputs else []):
                given = self._inputs[(at + shift) % len(self._inputs)]
                for own, other in zip(tensors_in([list(slot.args), slot.kwargs]), tensors_in([list(given.args), given.kwargs])):
                    own.copy_(other)

    def run(self, first: int, times: int) -> None:
        """Calls the model with the slots' arguments in turn, and waits for the device. The asking process has the clock."""
        for at in range(first, first + times):
            self._last = self._step(self._slots[at % len(self._slots)], self._run)
        if self.device == "cuda":
            torch.cuda.synchronize()

    def kept(self, file: str) -> None:
        """Writes what the last call of `run` gave."""
        self._write(file, self.call, self._last)

    def counts(self) -> "dict[str, dict[str, int]]":
        """How often each replaced module answered with its kernel, and by itself."""
        return {} if self._applied is None else self._applied.answered

    def shuffle(self, file: str, seed: int) -> None:
        """Writes the call's arguments to a file, each one's values in another order. Only the process without kernels gets the seed."""
        self._load()
        call = self.call.shuffled(seed)
        torch.save({"args": list(call.args), "kwargs": call.kwargs}, file)

    def output(self, file: str, inputs: "str | None", exact: bool) -> None:
        """Writes the output's tensors, and the parameters' gradients, to a file. `inputs`: the file of other arguments. `exact`: in float64."""
        self._load()
        call = self._with(inputs)
        call = call.in_float64() if exact else call
        torch.manual_seed(0)
        self._write(file, call, self._step(call, call.module if exact else self._run))

    def _with(self, inputs: "str | None") -> WholeCall:
        """The call with the arguments of a file, or with its own."""
        if inputs is None:
            return self.call
        made, kept = copy.copy(self.call), torch.load(inputs, weights_only=True)
        made.args, made.kwargs = tuple(kept["args"]), kept["kwargs"]
        return made

    def _write(self, file: str, call: WholeCall, output: "list[torch.Tensor]") -> None:
        gradients = [each.grad for each in call.module.parameters() if each.grad is not None] if self.gradients else []
        torch.save([each.detach().cpu() for each in [*output, *gradients]], file)


if __name__ == "__main__":
    main()
