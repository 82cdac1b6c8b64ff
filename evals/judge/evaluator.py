"""One evaluation by KernelBench's own, unchanged evaluator: `python3 -m evals.judge.evaluator …`, a fresh process each.

Settings are the defaults of its scripts (eval_from_generations.py): 5 correctness trials, 100 timing trials with CUDA
events, fp32. Packages that the evaluator imports without needing them here are stood in for where the host lacks them.
`theirs` starts this; nothing here judges or compares.
"""

import argparse
import contextlib
import fcntl
import importlib
import json
import os
import sys
import time
import types
from pathlib import Path

_CORRECT_TRIALS, _PERF_TRIALS = 5, 100


class _Fields:
    """Replaces pydantic's BaseModel. The evaluator only stores fields in it."""

    def __init__(self, **given):
        for owner in reversed(type(self).__mro__):
            for name in getattr(owner, "__annotations__", {}):
                default = getattr(owner, name, None)
                setattr(self, name, given.get(name, dict(default) if isinstance(default, dict) else default))


_STAND_INS = {
    "pydantic": {"BaseModel": _Fields},
    "dotenv": {"load_dotenv": lambda *_arguments, **_options: None},
    "openai": {"OpenAI": object},
    "litellm": {"completion": None},
    "requests": {},
    "tqdm": {"tqdm": iter},
}


class Clock:
    """Seconds by stage; a stage's functions are wrapped where the evaluator looks them up."""

    def __init__(self):
        self.seconds: "dict[str, float]" = {}

    @contextlib.contextmanager
    def stage(self, name: str):
        started = time.monotonic()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.monotonic() - started

    def wrap(self, module, function: str, stage: str, afterwards=None) -> None:
        original = getattr(module, function)

        def timed(*arguments, **options):
            with self.stage(stage):
                result = original(*arguments, **options)
            if afterwards:
                afterwards()
            return result

        setattr(module, function, timed)


def main() -> None:
    """Evaluates one candidate and writes the outcome to --result as JSON."""
    options = _options()
    clock = Clock()
    with clock.stage("import"):
        _stand_in()
        sys.path.insert(0, str(options.kernelbench / "src"))
        torch = importlib.import_module("torch")
        kb = importlib.import_module("kernelbench.eval")
        torch.cuda.init()
    major, minor = torch.cuda.get_device_capability(0)
    os.environ["TORCH_CUDA_ARCH_LIST"] = f"{major}.{minor}"  # what its set_gpu_arch does by name
    lane = _Lane(options.lane, clock)
    for build in ("load_custom_model", "load_custom_model_with_tempfile"):
        clock.wrap(kb, build, "build", afterwards=lane.take)
    clock.wrap(kb, "run_and_check_correctness", "correctness")
    clock.wrap(kb.timing, "time_execution_with_cuda_event", "timing")
    outcome = _evaluated(kb, torch, options)
    options.result.write_text(json.dumps({**outcome, "seconds": clock.seconds}))


class _Lane:
    """The device, where several evaluations build at once: taken after the build, kept to the end; waiting is `waited`."""

    def __init__(self, path: "Path | None", clock: Clock):
        self._path, self._clock, self._file = path, clock, None

    def take(self) -> None:
        if self._path is not None:
            with self._clock.stage("waited"):
                self._file = open(self._path, "w")
                fcntl.flock(self._file, fcntl.LOCK_EX)


def _evaluated(kb, torch, options: argparse.Namespace) -> dict:
    trials = {"num_correct_trials": _CORRECT_TRIALS, "num_perf_trials": _PERF_TRIALS, "measure_performance": True, "timing_method": "cuda_event"}
    where = {"build_dir": str(options.build), "device": torch.device("cuda:0"), "backend": options.backend, "precision": torch.float32}
    try:
        found = kb.eval_kernel_against_ref(options.reference.read_text(), options.candidate.read_text(), verbose=False, **trials, **where)
    except Exception as error:  # as its scripts do: whatever it raises counts as not compiled
        return {"compiled": False, "correct": False, "note": f"{type(error).__name__}: {str(error)[:300]}"}
    if found is None:
        return {"compiled": False, "correct": False, "note": "the evaluator asked for another try (a lock file)"}
    timed = found.correctness and found.runtime > 0
    outcome = {"compiled": found.compiled, "correct": found.correctness, "note": _note(found.metadata)}
    outcome |= {"candidateMs": found.runtime if timed else None, "eagerMs": found.ref_runtime if timed else None}
    return {**outcome, "speedup": found.ref_runtime / found.runtime if timed else None, "flagged": bool(found.metadata.get("excessive_speedup"))}


def _note(metadata: dict) -> str:
    """The evaluator's failure message, shortened."""
    names = ("compilation_error", "runtime_error", "correctness_issue", "max_difference", "correctness_trials", "error_during_performance")
    return "; ".join(f"{name}: {str(metadata[name])[:200]}" for name in names if name in metadata)


def _stand_in() -> None:
    for name, attributes in _STAND_INS.items():
        try:
            importlib.import_module(name)
        except ImportError:
            module = types.ModuleType(name)
            module.__dict__.update(attributes)
            sys.modules[name] = module


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m evals.judge.evaluator", description=__doc__)
    for name in ("kernelbench", "reference", "candidate", "build", "result"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--backend", choices=("cuda", "triton"), required=True)
    parser.add_argument("--lane", type=Path, help="a file whose lock the device needs")
    return parser.parse_args()


if __name__ == "__main__":
    main()
