"""What this host lets the judge do to untrusted processes, tried once: the `isolation` of every verdict."""

import functools
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from . import cgroup, sandbox
from .surroundings import environment, readable, trusted_folder

NOBODY_GID = 65534
CONFINED = [sys.executable, "-I", "-S", str(Path(__file__).with_name("confined.py"))]
_UID_RANGES = ((1 << 20, 2 << 20), (20_000, 60_000))  # the second where a container maps only 16 bits


@functools.lru_cache(maxsize=None)
def reached() -> dict:
    """The Isolation of the protocol."""
    parts, uids = probed()
    found = {"ownUser": uids is not None, "noNetwork": parts["ownNetwork"] or parts["systemCallFilter"]}
    found |= {part: parts[part] for part in ("noNewPrivileges", "limits", "systemCallFilter", "fileFilter")}
    found["controlGroup"] = cgroup.available()
    fenced = found["ownUser"] and found["noNetwork"] and found["noNewPrivileges"] and (found["systemCallFilter"] or found["fileFilter"])
    return {"level": "L3" if fenced else "L2", **found}


@functools.lru_cache(maxsize=None)
def probed() -> "tuple[dict, tuple[int, int] | None]":
    """The parts of the sandbox that work here, and the unused user ids that this container maps.

    Both together must let a process run Python, read torch and open the GPU; what is in the way is left out.
    """
    tried = subprocess.run([*CONFINED, "--probe"], capture_output=True, text=True, timeout=60, check=True)
    parts = json.loads(tried.stdout)
    for uids in [*(_UID_RANGES if os.geteuid() == 0 else ()), None]:
        for can in (parts, {**parts, "fileFilter": False}):
            if _sees(can, uids[0] if uids else None):
                return can, uids
    return {part: False for part in parts}, None


def _sees(can: dict, uid: "int | None") -> bool:
    folder = trusted_folder()
    try:
        if uid is not None:
            os.chown(folder, uid, NOBODY_GID)
        plan = sandbox.planned(str(folder), uid, NOBODY_GID, can, None, readable())
        probe = [*CONFINED, json.dumps(plan), sys.executable, "-I", "-c", _SEES_WHAT_RUNNERS_NEED]
        tried = subprocess.run(probe, cwd=folder, env=environment(folder), stdin=subprocess.DEVNULL, capture_output=True, timeout=30)
        return tried.returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
    finally:
        shutil.rmtree(folder, ignore_errors=True)


_SEES_WHAT_RUNNERS_NEED = """
import ctypes, importlib.util, os
torch, gpu = importlib.util.find_spec("torch"), "/dev/nvidia0"
if torch: open(torch.origin).close()
if os.path.exists(gpu) and ctypes.CDLL("libcuda.so.1").cuInit(0) != 0: raise SystemExit(1)
open("written", "w").close()
"""
