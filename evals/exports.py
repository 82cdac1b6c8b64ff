"""Runs the exports of a winner without kernelwright, with torch and a compiler alone: `python3 evals/exports.py TASK EXPORTS`.

EXPORTS holds any of winner.py, winner/ (a folder) and kernel.patch (for the task's file). A fresh process with an empty home loads each one.
It compares the outputs with the task's Model on the same parameters and inputs, and times both. It also calls the patched module on inputs
for which the kernel is unproven. The exit code is 1 if outputs differ. This shows only that exports run alone; the judge decides on
correctness and speed.
"""

import importlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

_KEPT = re.compile(r"^(PATH|LANG|LD_LIBRARY_PATH|CUDA_\w+|NVIDIA_\w+)$")
_CALLS = 20


def main() -> int:
    if len(sys.argv) != 3:
        sys.exit("usage: python3 evals/exports.py TASK.py DIR")
    task, exports = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    if importlib.util.find_spec("torch") is None:
        sys.exit(f"{sys.executable} has no torch; run this with a Python that has it")
    forms = [name for name in ("winner.py", "winner", "kernel.patch") if (exports / name).exists()]
    if not forms:
        sys.exit(f"{exports} holds none of winner.py, winner/ and kernel.patch")
    return max(_alone(task, exports / form) for form in forms)


def _alone(task: Path, export: Path) -> int:
    """Exit code of a process that sees a copy of the task and the export, and a home without a cache."""
    with tempfile.TemporaryDirectory() as home:
        shutil.copy(task, Path(home, "reference_task.py"))
        module = Path(home, export.name)
        if export.name == "kernel.patch":
            module = _patched(task, export, Path(home, "repository"))
        elif export.is_dir():
            shutil.copytree(export, module)
        else:
            shutil.copy(export, module)
        env = {**{name: value for name, value in os.environ.items() if _KEPT.match(name)}, "HOME": home}
        return subprocess.run([sys.executable, str(Path(__file__).resolve()), "--alone", str(module), export.name], cwd=home, env=env).returncode


def _patched(task: Path, patch: Path, repository: Path) -> Path:
    """The task's file where the patch expects it, patched."""
    place = repository / re.search(r"^--- a/(.+)$", patch.read_text(), re.M)[1]
    place.parent.mkdir(parents=True)
    shutil.copy(task, place)
    subprocess.run(["git", "init", "-q"], cwd=repository, check=True)
    subprocess.run(["git", "apply", str(patch)], cwd=repository, check=True)
    return place


def _check(path: str, form: str) -> int:
    """In the process that is alone: 0 where the export does as it should."""
    import torch

    def loaded(file: Path):
        sys.path.insert(0, str(file.parent))
        return importlib.import_module(file.stem)

    reference = loaded(Path("reference_task.py").resolve())
    module = loaded(Path(path))
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(0)
    arguments = reference.get_init_inputs()
    eager = reference.Model(*arguments).to(device)
    kernel = (module.Model if form == "kernel.patch" else module.ModelNew)(*arguments).to(device)
    kernel.load_state_dict(eager.state_dict())
    inputs = [each.to(device) if isinstance(each, torch.Tensor) else each for each in reference.get_inputs()]

    def clock(model) -> float:
        for calls in (3, _CALLS):
            started = time.perf_counter()
            for _ in range(calls):
                model(*inputs)
            if device == "cuda":
                torch.cuda.synchronize()
        return (time.perf_counter() - started) / _CALLS

    def differ(one, other) -> float:
        return ((one - other).abs().max() / other.square().mean().sqrt()).item()

    with torch.no_grad():
        apart = differ(kernel(*inputs), eager(*inputs))
        print(f"{form}: {apart:.2g} of the output's RMS apart, {1e3 * clock(kernel):.3f} ms, eager {1e3 * clock(eager):.3f} ms", flush=True)
    right = apart < 1e-3
    if form == "kernel.patch":
        swapped = getattr(type(kernel).forward, "kernels", 0) > 0
        wanted = [each.clone().requires_grad_() if isinstance(each, torch.Tensor) and each.is_floating_point() else each for each in inputs]
        outputs = kernel(*wanted)
        outputs.sum().backward()
        graded = all(each.grad is not None for each in wanted if isinstance(each, torch.Tensor) and each.requires_grad)
        print(f"{form}: kernel loaded: {swapped}; gradients by the original: {graded}")
        right = right and swapped and graded
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(_check(*sys.argv[2:]) if sys.argv[1:2] == ["--alone"] else main())
