"""Counts what a candidate does once its verdict stands: by the hardware's counters (`ncu`), or by simulation (`callgrind`)."""

import traceback
from pathlib import Path

from judge.build.compiler import Build
from judge.device.evaluation import Evaluation
from judge.profile import callgrind, ncu
from judge.protocol.messages import Profile
from judge.protocol.oracle_messages import NativeCall


def is_counted(work: Evaluation) -> bool:
    """Whether the judge reads the hardware's counters."""
    return bool(work.job.get("counters")) and _has_hardware(work)


def _has_hardware(work: Evaluation) -> bool:
    """Whether a GPU's counters can be had. A candidate that compiles itself would compile once more for them."""
    return work.target == "cuda" and ncu.available(work.host) and not work.compiles_itself


def with_counters(work: Evaluation, files: "dict[str, str]", built: "Build | None", profile: Profile, native: "list[NativeCall]", inputs: "Path | None") -> Profile:
    """The profile with counters, where the job asks for them and they can be had; else it says whether they could be. `inputs` is a folder of
    exported inputs.

    The verdict already stands: an error here becomes a note in the profile.
    """
    try:
        if not profile["kernels"]:
            return profile
        can_simulate = "processor" in profile and "kernel.cpp" in files
        if not work.job.get("counters"):
            return {**profile, "countable": can_simulate or _has_hardware(work)}
        if inputs is not None and is_counted(work):
            library = {"libkernel.so": built.library} if built else {}
            return ncu.counted(work, {**files, **library}, inputs, profile)
        if can_simulate:
            with work.device.noise(), work.watch.stage("profile"):
                return callgrind.simulated(files["kernel.cpp"], native, profile)
        return profile
    except Exception as error:
        traceback.print_exc()
        return {**profile, "counting": {"by": "none", "seconds": 0.0, "note": f"counting failed: {type(error).__name__}"[:300], "raw": ""}}
