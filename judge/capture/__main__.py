"""`python3 judge/capture/__main__.py --module NAME --result FILE SCRIPT [ARGS…]`: runs a script, records a module's calls, and writes the task.

FILE gets a JSON object: {task, facts} or {problem: {reason, remedy}}. With `--data FILE` the first call's tensors of each workload are saved there.
"""

import argparse
import json
import os
import sys
import traceback
import types
from pathlib import Path

os.environ.setdefault("TORCHDYNAMO_DISABLE", "1")  # compiled code calls no modules
sys.path[0] = str(Path(__file__).resolve().parents[2])

import torch  # noqa: E402

from judge.capture import proof  # noqa: E402
from judge.capture.observer import Enough, Kind, Observer  # noqa: E402
from judge.capture.problem import Problem  # noqa: E402
from judge.capture.task_text import Captured  # noqa: E402


def main() -> None:
    """Always writes the result file, and exits with 0."""
    options = _options()
    try:
        result = _captured(options)
    except Problem as problem:
        result = {"problem": {"reason": problem.reason, "remedy": problem.remedy}}
    Path(options.result).write_text(json.dumps(result))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--module", required=True)
    parser.add_argument("--result", required=True)
    parser.add_argument("--calls", type=int)
    parser.add_argument("--data")
    parser.add_argument("script")
    parser.add_argument("args", nargs=argparse.REMAINDER)
    return parser.parse_args()


def _captured(options: argparse.Namespace) -> dict:
    observer = Observer(options.module, options.calls)
    observer.install()
    _run(options.script, options.args)
    kind = _kind(observer, options.module)
    captured = Captured(kind, Path(options.script).name, options.module)
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


def _run(script: str, args: "list[str]") -> None:
    """Runs the script as Python would. Raises Problem if it fails."""
    path = Path(script).resolve()
    for name in [name for name in sys.modules if name.split(".")[0] == "judge"]:
        del sys.modules[name]  # the script may have a package of that name
    main_module = types.ModuleType("__main__")
    main_module.__file__ = str(path)
    sys.modules["__main__"], sys.argv, sys.path[0] = main_module, [script, *args], str(path.parent)
    try:
        exec(compile(path.read_bytes(), str(path), "exec"), main_module.__dict__)
    except Enough:
        pass
    except SystemExit as end:
        if end.code not in (None, 0):
            raise Problem(f"{script} ended with exit code {end.code}", f"run it alone first; its arguments come after --: kernelwright capture {script} --module … -- ARGS") from end
    except Exception as error:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
        line = error.lineno if isinstance(error, SyntaxError) and error.filename == str(path) else lines[-1] if lines else None
        told = (str(error).strip().splitlines() or [""])[0]
        where = "" if line is None else f" (line {line})"
        raise Problem(f"{script} raised {type(error).__name__}: {told}{where}", "run it alone first, and correct it") from error


def _kind(observer: Observer, wanted: str) -> Kind:
    """The kind of instances with the most calls."""
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
    floats = {str(tensor.dtype)[6:] for tensor in kind.first.state.values() if tensor.is_floating_point()}
    return {
        "class": f"{type(kind.module).__module__}.{type(kind.module).__qualname__}",
        "calls": kind.calls,
        "instances": len(kind.instances),
        "otherKinds": len(observer.kinds) - 1,
        "workloads": len(captured.all),
        "share": sum(share for _workload, _slots, share in captured.kept),
        "refused": len(observer.refused),
        "packages": packages,
        "dtypes": sorted(floats),
        "autocast": kind.first.autocast,
    }


if __name__ == "__main__":
    main()
