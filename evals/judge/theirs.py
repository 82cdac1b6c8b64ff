"""Asks KernelBench's evaluator for its verdict on a candidate: a fresh process, an empty build folder, a time limit."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LIMIT = 180.0  # seconds per candidate, the default of eval_from_generations.py
_TURNS = 3
_ROOT = Path(__file__).resolve().parents[2]


def evaluate(checkout: Path, reference: str, candidate: str, backend: str, lock: "Path | None" = None, environment: "dict[str, str] | None" = None) -> dict:
    """Its verdict {compiled, correct, note, candidateMs, eagerMs, speedup, flagged}, with the seconds by stage and `wallS`.

    `reference` and `candidate` are the files' texts. `lock` is a file: evaluations with the same one take turns on the device after their builds.
    `environment` is added to this process's.
    `wallS` excludes the wait for the lock. A process that exceeds the limit or ends without a verdict gives
    {compiled: None, correct: False} and a note.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "reference.py").write_text(reference)
        (folder / "candidate.py").write_text(candidate)
        (folder / "build").mkdir()
        files = {"reference": folder / "reference.py", "candidate": folder / "candidate.py", "build": folder / "build", "result": folder / "result.json"}
        files |= {"kernelbench": checkout.resolve()} | ({"lane": lock.resolve()} if lock else {})
        command = [sys.executable, "-m", "evals.judge.evaluator", "--backend", backend]
        for option, path in files.items():
            command += [f"--{option}", str(path)]
        caches = {key: str(folder / "build") for key in ("XDG_CACHE_HOME", "TRITON_CACHE_DIR", "CUDA_CACHE_PATH")}
        started = time.monotonic()
        ending = _run(command, {**os.environ, **(environment or {}), **caches}, folder / "log.txt")
        wall = time.monotonic() - started
        if not files["result"].exists():
            said = (folder / "log.txt").read_text(errors="replace").strip().splitlines()[-1:]
            return {"compiled": None, "correct": False, "note": f"no verdict: {ending} {' '.join(said)[:200]}".strip(), "seconds": {}, "wallS": wall}
        found = json.loads(files["result"].read_text())
    stages = dict(found["seconds"])
    waited = stages.pop("waited", 0.0)
    stages["rest"] = wall - waited - sum(stages.values())  # the process's start and end, models, inputs of the timed calls
    return {**found, "seconds": stages, "wallS": wall - waited}


def _run(command: "list[str]", environment: dict, log: Path) -> str:
    """Runs the process to its end or its limit, and tells how it ended. With a lock, the limit allows for the turns of others."""
    limit = LIMIT * _TURNS if "--lane" in command else LIMIT
    with open(log, "w") as output:
        streams = {"stdin": subprocess.DEVNULL, "stdout": output, "stderr": output}
        process = subprocess.Popen(command, cwd=_ROOT, env=environment, start_new_session=True, **streams)
    try:
        return f"it exited with status {process.wait(limit)}"
    except subprocess.TimeoutExpired:
        return f"it ran past {limit:g} s"
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
