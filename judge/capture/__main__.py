"""`python3 judge/capture/__main__.py --module NAME [--module NAME …] --result FILE SCRIPT [ARGS…]`: runs a script once, and writes tasks from its calls.

FILE gets a JSON list with an object for each module: {task, facts} or {problem: {reason, remedy}}. If the script fails, FILE gets the problem alone.
Two options are for one module alone. With `--calls N` the script ends after N calls of it. `--data FILE` saves the tensors of each workload's first call.
"""

import argparse
import contextlib
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("TORCHDYNAMO_DISABLE", "1")  # compiled code calls no modules
sys.path[0] = str(Path(__file__).resolve().parents[2])

import torch  # noqa: E402

from judge.capture import proof, script  # noqa: E402
from judge.capture.observer import Kind, Observer  # noqa: E402
from judge.capture.problem import Problem, first_line  # noqa: E402
from judge.capture.settings import fingerprint  # noqa: E402
from judge.capture.task_text import Captured  # noqa: E402
from judge.capture.whole_call import tensors_in  # noqa: E402


def main() -> None:
    """Always writes the result file, and exits with 0."""
    options = _options()
    observers = [Observer(module, options.calls) for module in options.module]
    with contextlib.ExitStack() as watched:
        for observer in observers:
            watched.enter_context(observer.watching())
        result: "dict | list[dict]" = _or_problem(lambda: script.run(options.script, options.args, f"kernelwright capture {options.script} --module …"))
    if not result:
        result = [_or_problem(lambda: _captured(observer, options)) for observer in observers]
    Path(options.result).write_text(json.dumps(result))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--module", required=True, action="append")
    parser.add_argument("--result", required=True)
    parser.add_argument("--calls", type=int)
    parser.add_argument("--data")
    parser.add_argument("script")
    parser.add_argument("args", nargs=argparse.REMAINDER)
    return parser.parse_args()


def _or_problem(work: "Callable[[], dict | None]") -> dict:
    """What the work returns, or its problem. Empty if it returns nothing."""
    try:
        return work() or {}
    except Problem as problem:
        return problem.answer()
    except Exception as error:  # such as too little memory for a second module
        return Problem(f"the capture raised {first_line(error)}", "capture a module inside it, or on a device with more free memory").answer()


def _captured(observer: Observer, options: argparse.Namespace) -> dict:
    kind = _kind(observer)
    captured = Captured(kind, Path(options.script).name, observer.wanted)
    arguments = captured.first_arguments()
    text, packages = captured.text(needs_eval=False)
    if not captured.training and proof.mode_matters(kind.first, text, arguments):
        text, packages = captured.text(needs_eval=True)
    proof.prove(kind.first, text, arguments)
    proof.stands_alone(text)
    if options.data:
        first = [{"share": share, "arguments": captured.parameters.values(one.args, one.kwargs)} for one, _slots, share in captured.kept]
        torch.save({"state": kind.first.state, "workloads": first}, options.data)
    return {"task": text, "facts": _facts(observer, kind, captured, packages)}


def _kind(observer: Observer) -> Kind:
    """The kind of instances with the most calls."""
    wanted = observer.wanted
    if observer.kinds:
        return max(observer.kinds.values(), key=lambda kind: kind.calls)
    if observer.refused:
        raise Problem(f"every call of {wanted} gets {observer.refused[0]}", "a task passes only tensors, numbers, strings, None, and lists, tuples and dicts of them: capture a module inside it")
    seen = sorted(name for name in observer.names if not name.startswith("torch.nn.modules.container"))
    raise Problem(
        f"the script never calls a module {wanted}",
        f"name a class or a module object that it calls, such as {', '.join(seen[:6])}" if seen else "the script calls no module at all: name another script, or its arguments after --",
    )


def _facts(observer: Observer, kind: Kind, captured: Captured, packages: "list[str]") -> dict:
    """What the command says about the capture."""
    tensors = [*kind.first.state.values(), *tensors_in([list(kind.first.args), kind.first.kwargs])]
    floats = [str(tensor.dtype)[6:] for tensor in tensors if tensor.is_floating_point()]
    return {
        "class": f"{type(kind.module).__module__}.{type(kind.module).__qualname__}",
        "fingerprint": fingerprint(kind.module),
        "calls": kind.calls,
        "instances": len(kind.instances),
        "otherKinds": len(observer.kinds) - 1,
        "workloads": len(captured.all),
        "share": sum(share for _workload, _slots, share in captured.kept),
        "refused": len(observer.refused),
        "packages": packages,
        "dtype": floats[0] if floats else None,
        "autocast": kind.first.autocast,
        "returnsObject": captured.returns_object,
    }


if __name__ == "__main__":
    script.without_traceback(main)
