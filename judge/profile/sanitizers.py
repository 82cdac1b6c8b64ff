"""Makes one call of a promoted candidate under sanitizers, in a separate confined process. Runs in the server, after all timing.

C++: g++'s address sanitizer and the one for undefined behaviour. CUDA: compute-sanitizer's tools. An access out of bounds and a race reject the
candidate. In a library with an order of its own (mbarriers, fences within a block), which racecheck does not follow, a race is unproven. Anything else
is a note. A sanitizer that fails by itself rejects nothing: the verdict says why it did not run.
"""

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from judge.build import gxx
from judge.build.compiler import Build
from judge.device.evaluation import Evaluation
from judge.profile import exported_process
from judge.profile.sanitizer_report import Finding, is_summed_up, of_compute_sanitizer, of_gxx
from judge.protocol import limits
from judge.protocol.errors import Failure
from judge.protocol.messages import Sanitizers
from judge.sandbox.workdir import Folder

_SAID_BYTES = 1 << 18
Tool = Literal["address", "undefined", "memcheck", "racecheck", "initcheck", "synccheck"]
_PADDING = "512"  # bytes behind each allocation: otherwise the next one may begin there, and an access beyond the first is in bounds
_CUDA_TOOLS: "dict[Tool, list[str]]" = {"memcheck": ["--padding", _PADDING], "racecheck": [], "initcheck": [], "synccheck": []}
_CUDA_OPTIONS = ["--target-processes", "all", "--launch-timeout", "0", "--print-limit", "20"]  # the process waits for its turn before it opens the device
_NO_CACHE = {"PYTORCH_NO_CUDA_MEMORY_CACHING": "1"}  # each tensor is then an allocation of its own
_OPTIONS = "detect_leaks=0:halt_on_error=1:handle_segv=0:verify_asan_link_order=0:symbolize=1"
_MOST_NOTES = 8
RACE = "race"  # the name in a verdict's `unproven`


def is_sanitized(work: Evaluation) -> bool:
    """Whether a candidate's call runs under sanitizers: at promotion, if it has native code of its own."""
    return work.job["tier"] == "promotion" and any(file["name"] in ("kernel.cpp", "kernel.cu") for file in work.job["candidate"]["files"])


def sanitized(work: Evaluation, files: "dict[str, str]", built: "Build | None", inputs: "Path | None") -> "tuple[Sanitizers, list[str]]":
    """What the sanitizers found and did, and what is unproven: `race` where racecheck's finding does not decide.

    `inputs` is the folder of exported inputs. Raises Failure (crashed) for an access out of bounds or a race.
    """
    ran, findings, why = _found(work, files, built, inputs)
    source = files["kernel.cpp" if work.target == "cpu" else "kernel.cu"]
    for tool, finding in findings:
        if finding.decides:
            raise Failure(status="crashed", stage="profile", problem=f"the {tool} sanitizer found in one more call: {finding.text(source)}")
    is_open = "racecheck" not in ran and RACE in work.job.get("require", ())
    unproven = [RACE] if is_open or any(finding.what.startswith("Race reported") for _tool, finding in findings) else []
    return {"ran": ran, "notes": [f"{tool}: {finding.text(source)}" for tool, finding in findings][:_MOST_NOTES], "why": why}, unproven


def _found(work: Evaluation, files: "dict[str, str]", built: "Build | None", inputs: "Path | None") -> "_Found":
    if inputs is None:
        return [], [], "the inputs could not be exported"
    try:
        return _by_gxx(work, files, inputs) if work.target == "cpu" else _by_cuda(work, files, built, inputs)
    except Failure as failure:
        return [], [], f"{failure.fields['status']} while the candidate was built for it"
    except OSError as error:
        return [], [], f"{type(error).__name__}: {error}"[:300]


_Found = tuple["list[Tool]", "list[tuple[Tool, Finding]]", str]  # (what ran, its findings, why something did not run)


def _by_gxx(work: Evaluation, files: "dict[str, str]", inputs: Path) -> _Found:
    runtimes = [os.path.realpath(name) for name in _runtimes()]
    if not runtimes:
        return [], [], "g++ has no sanitizer runtime here"
    with contextlib.closing(Folder()) as folder, work.device.noise(), work.watch.stage("profile"):
        exported_process.fill(folder, work, files, inputs)
        for command in gxx.sanitized_commands():
            status, _said = folder.run(command, "profile", limits.BUILD, cpu=True)
            if status != 0:
                return [], [], "g++ could not build the candidate with sanitizers"
        preload = ["env", f"LD_PRELOAD={' '.join(runtimes)}"]  # not of the process that confines itself first
        env = {"ASAN_OPTIONS": _OPTIONS, "OMP_NUM_THREADS": str(work.host["threads"])}
        with exported_process.started(work, folder, [*preload, sys.executable, "-I", "judge/runner/one_call.py"], env) as process:
            done, said = _ended(process, folder)
    findings = of_gxx(said)
    why = "" if done or any(finding.decides for finding in findings) else "the call did not end under the sanitizers"
    told: "list[tuple[Tool, Finding]]" = []
    for finding in findings:
        told.append(("address" if finding.decides else "undefined", finding))
    return ["address", "undefined"] if not why else [], told, why


def _runtimes() -> "list[str]":
    """The paths of g++'s sanitizer runtimes. Empty if one is missing."""
    found = []
    for name in gxx.SANITIZERS:
        path = subprocess.run(["g++", f"-print-file-name={name}"], capture_output=True, text=True, timeout=60).stdout.strip()
        found += [path] if os.path.isabs(path) else []
    return found if len(found) == len(gxx.SANITIZERS) else []


def _by_cuda(work: Evaluation, files: "dict[str, str]", built: "Build | None", inputs: Path) -> _Found:
    program = _compute_sanitizer()
    if program is None or built is None:
        return [], [], "compute-sanitizer is neither on PATH nor in CUDA_HOME/bin"
    codes = built.codes.result()
    has_own_order = not codes or any(code.get("orders") for code in codes.values())  # without a disassembly nobody knows
    bundle = {**files, "libkernel.so": built.library}
    ran: "list[Tool]" = []
    found: "list[tuple[Tool, Finding]]" = []
    why: "list[str]" = []
    for tool, (done, said) in _told_by(work, program, lambda folder: exported_process.fill(folder, work, bundle, inputs)).items():
        findings = of_compute_sanitizer(tool, said, has_own_order)
        for finding in findings:
            found.append((tool, finding))
        if (done and is_summed_up(said)) or any(finding.decides for finding in findings):
            ran.append(tool)
        else:
            why.append(f"{tool}: the call did not end within {limits.SANITIZING:g} s, or the tool failed: {_last(said)}")
    return ran, found, "; ".join(why)


def _told_by(work: Evaluation, program: str, fill: "Callable[[Folder], None]") -> "dict[Tool, tuple[bool, str]]":
    """Whether the call ended under each tool of compute-sanitizer, and what the process said.

    All of them start first. Then they have one turn on the device, one after the other: a turn for each would wait behind other jobs four times.
    """
    with contextlib.ExitStack() as held:
        started: "dict[Tool, tuple[subprocess.Popen, Folder]]" = {}
        for tool, options in _CUDA_TOOLS.items():
            folder = held.enter_context(contextlib.closing(Folder()))
            fill(folder)
            command = [program, "--tool", tool, *options, *_CUDA_OPTIONS, *folder.narrowed([sys.executable, "-I", "judge/runner/one_call.py"])]
            process = held.enter_context(exported_process.started(work, folder, command, {**work.device.environment, **_NO_CACHE}, traced=True))
            started[tool] = process, folder
        for process, folder in started.values():
            exported_process.await_ready(process, folder)
        with work.device.measuring, work.watch.stage("profile"):
            return {tool: _ended(process, folder) for tool, (process, folder) in started.items()}


def _compute_sanitizer() -> "str | None":
    beside = [Path(os.environ[name], "bin", "compute-sanitizer") for name in ("CUDA_HOME", "CUDA_PATH") if os.environ.get(name)]
    found = [str(path) for path in (*beside, Path("/usr/local/cuda/bin/compute-sanitizer")) if path.exists()]
    return shutil.which("compute-sanitizer") or next(iter(found), None)


def _ended(process: subprocess.Popen, folder: Folder) -> "tuple[bool, str]":
    """Lets a process make its call. Whether the call ended, and what the process said."""
    exported_process.await_end(process, folder, limits.SANITIZING)
    return (folder.path / "done").exists(), folder.said(_SAID_BYTES)


def _last(said: str) -> str:
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return lines[-1][:200] if lines else "it said nothing"
