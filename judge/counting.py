"""What is counted of a candidate once its verdict stands: by the hardware (`counters`) or by a simulation of it (`simulation`)."""

import os
import shutil
import traceback
from pathlib import Path

from . import counters, simulation
from .builder import Build
from .errors import Broken, Failure
from .surroundings import trusted_folder


def with_counters(judge, job: dict, files: dict, built: "Build | None", fields: dict, given: "Path | None", watch) -> dict:
    """The verdict's fields, with what the hardware, or a simulation of it, counts in them where that was asked for and can be had.

    A verdict stands before anything is counted: whatever goes wrong here is a note in it, not another verdict.
    """
    profile = fields["profile"] or {"kernels": []}
    native = profile.pop("native", [])
    if not job.get("counters") or not profile["kernels"]:
        return fields
    try:
        if given is not None:
            library = {"libkernel.so": built.library} if built else {}
            return {**fields, "profile": counters.counted(judge, job, {**files, **library}, given, profile, watch)}
        if "processor" in profile and "kernel.cpp" in files:
            with judge.lanes.noise(job["target"]), watch.stage("profile"):
                return {**fields, "profile": simulation.simulated(files["kernel.cpp"], native, profile)}
    except Exception as error:
        traceback.print_exc()
        return {**fields, "profile": {**profile, "counting": {"by": "none", "seconds": 0.0, "note": f"counting failed: {type(error).__name__}"[:300], "raw": ""}}}
    finally:
        if given is not None:
            shutil.rmtree(given, ignore_errors=True)
    return fields


def given_for(judge, job: dict, session) -> "Path | None":
    """A folder of its own with what a process is given that counts for the candidate: the session may be closed before it is read. None
    where that is not wanted, or cannot be had, which is no fault of the candidate. Call it inside the device's lane."""
    if not _is_counted(judge, job) or not session.alive:
        return None
    try:
        return Path(shutil.copytree(session.given(), trusted_folder(), copy_function=os.link, dirs_exist_ok=True))
    except (Failure, Broken, OSError):
        return None


def _is_counted(judge, job: dict) -> bool:
    """Whether the hardware's counters are read: a candidate that compiles itself would do it once more for them."""
    return bool(job.get("counters")) and job["target"] == "cuda" and counters.available(judge.host()) and not compiles(job)


def compiles(job: dict) -> bool:
    """Whether a candidate compiles while it is imported."""
    return any("cpp_extension" in file["text"] for file in job["candidate"]["files"])
